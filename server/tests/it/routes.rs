//! What holds for every route, whoever asks. Who gets in where is in `roles`.

use crate::support::{TestServer, address_for, body_for, id_for, send};
use contract::{ErrorCode, Role};
use serde_json::json;
use server::api::{Guard, Route, routes};

fn is_for_people(route: &Route) -> bool {
    use Guard::{Admin, Browser, Person, Reviewer, Superadmin};
    matches!(route.guard, Person | Browser | Reviewer | Admin | Superadmin)
}

#[tokio::test]
async fn every_rest_route_refuses_strangers() {
    let server = TestServer::start().await;
    for route in routes() {
        for method in &route.methods {
            let anonymous = server.anonymous();
            let request =
                anonymous.client().bare(method, &address_for(route.path)).header("sec-fetch-site", "same-origin");
            let answer = send(request.json(&json!({}))).await;
            if route.guard == Guard::Nobody {
                assert_eq!(answer.status, 200, "{method} {}", route.path);
            } else {
                assert_eq!(answer.status, 401, "{method} {}", route.path);
                answer.problem(ErrorCode::Unauthenticated);
                assert!(answer.header("www-authenticate").starts_with("Bearer"));
            }
        }
    }
}

#[tokio::test]
async fn my_page_sends_strangers_to_the_login() {
    let server = TestServer::start().await;
    server.person("mina").await;
    let memory = format!("/me/memories/mem_{}", "7".repeat(32));
    for path in ["/me", "/me/consent/off", "/me/ask", "/me/keys", "/me/sessions", "/me/data", &memory] {
        let answer = server.anonymous().get(path).await;
        assert!((300..400).contains(&answer.status), "{path}: {answer:?}");
        assert!(answer.header("location").starts_with("/login"), "{path}: {answer:?}");
    }
}

#[tokio::test]
async fn methods_that_are_not_there() {
    let server = TestServer::start().await;
    for (method, path) in [("GET", "/api/v1/recall"), ("DELETE", "/api/v1/memories"), ("POST", "/healthz")] {
        let answer = send(server.anonymous().client().bare(method, path)).await.expect(405);
        answer.problem(ErrorCode::MethodNotAllowed);
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
    }
}

#[tokio::test]
async fn every_route_names_the_methods_that_it_has() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for route in routes() {
        let request = person.request("PATCH", &address_for(route.path)).header("sec-fetch-site", "same-origin");
        let answer = person.send(request).await.expect(405);
        answer.problem(ErrorCode::MethodNotAllowed);
        for method in &route.methods {
            assert!(answer.header("allow").contains(method), "{method} {}: {answer:?}", route.path);
        }
    }
}

#[tokio::test]
async fn every_change_of_a_persons_own_comes_from_our_own_pages() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for route in routes().iter().filter(|route| is_for_people(route)) {
        for method in route.methods.iter().filter(|method| **method != "GET") {
            let request = person.request(method, &address_for(route.path)).header("sec-fetch-site", "cross-site");
            let answer = person.send(request.json(&json!({}))).await.expect(403);
            answer.problem(ErrorCode::CrossSite);
        }
    }
}

#[tokio::test]
async fn a_personal_key_opens_what_is_the_persons_but_not_what_proves_the_person() {
    let server = TestServer::start().await;
    let program = server.person("mina").await.program("script").await;
    for route in routes() {
        for method in &route.methods {
            let answer = send(program.request(method, &address_for(route.path)).json(&body_for(route.path))).await;
            match route.guard {
                Guard::Person => {
                    assert!(![401, 403, 405].contains(&answer.status), "{method} {}: {answer:?}", route.path);
                }
                Guard::Service => drop(answer.expect(401).problem(ErrorCode::Unauthenticated)),
                Guard::Nobody => drop(answer.expect(200)),
                Guard::Browser | Guard::Reviewer | Guard::Admin | Guard::Superadmin => {
                    drop(answer.expect(403).problem(ErrorCode::Forbidden));
                }
            }
        }
    }
}

#[tokio::test]
async fn an_id_that_is_none_names_nothing() {
    let server = TestServer::start().await;
    let (person, admin) = (server.remembered("mina").await, server.person_as("noor", Role::Admin, "default").await);
    for route in routes().iter().filter(|route| route.path.contains("{id}")) {
        let person = if matches!(route.guard, Guard::Reviewer | Guard::Admin) { &admin } else { &person };
        // Of another kind of thing.
        let other = if route.path.contains("/users/") { id_for("/memories/") } else { id_for("/users/") };
        for id in ["1", &other, "%00", "%F0%9F", "a%2Fb", &"x".repeat(5_000)] {
            for method in &route.methods {
                let request = person.request(method, &address_for(&route.path.replace("{id}", id)));
                let request = request.header("sec-fetch-site", "same-origin").json(&json!({}));
                person.send(request).await.expect(404).problem(ErrorCode::NotFound);
            }
        }
    }
}

#[tokio::test]
async fn rest_ignores_cookies() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let request = person.request("POST", "/api/v1/recall").header("sec-fetch-site", "same-origin");
    let answer = send(request.json(&json!({ "subject": "mina", "query": "tea" }))).await.expect(401);
    answer.problem(ErrorCode::Unauthenticated);
    // Neither needed, nor in the way, nor prolonged.
    let service = server.service("notes").await;
    let request = service.request("POST", "/api/v1/recall").header("cookie", person.cookie());
    let answer = send(request.json(&json!({ "subject": "mina", "query": "tea" }))).await.expect(200);
    assert!(answer.cookies().is_empty());
}

#[tokio::test]
async fn programs_need_no_fetch_metadata() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    let request = service.request("POST", "/api/v1/recall").header("origin", "https://elsewhere.example");
    send(request.json(&json!({ "subject": "mina", "query": "tea" }))).await.expect(200);
}

#[tokio::test]
async fn a_persons_routes_do_not_take_keys_of_services() {
    let server = TestServer::start().await;
    let service = server.service("notes").await;
    for path in ["/api/v1/me/consent", "/api/v1/me/memories"] {
        let request = service.request("GET", path);
        send(request).await.expect(401).problem(ErrorCode::Unauthenticated);
    }
    let request = service.request("PUT", "/api/v1/me/consent").header("sec-fetch-site", "same-origin");
    send(request.json(&json!({ "granted": true }))).await.expect(401).problem(ErrorCode::Unauthenticated);
}

#[tokio::test]
async fn a_key_must_be_presented_properly() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    let secret = service.secret();
    let body = json!({ "subject": "mina", "query": "tea" });
    for value in [secret.to_owned(), format!("Basic {secret}"), "Bearer".to_owned(), "Bearer  ".to_owned()] {
        let request = server.anonymous().client().bare("POST", "/api/v1/recall").header("authorization", value);
        send(request.json(&body)).await.expect(401);
    }
    let twice = service.request("POST", "/api/v1/recall").header("authorization", "Bearer gk_other");
    send(twice.json(&body)).await.expect(401);
    let request = server.anonymous().client().bare("POST", "/api/v1/recall");
    send(request.header("authorization", format!("bearer {secret}")).json(&body)).await.expect(200);
}
