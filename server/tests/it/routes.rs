//! Every route refuses strangers, unless it is on a list that may only shrink.

use crate::support::{TestServer, send};
use contract::ErrorCode;
use serde_json::json;
use server::api::{Guard, Route, routes};

/// The route's address, with an id that nobody has.
fn address(route: &Route) -> String {
    let prefix = if route.path.contains("/keys/") {
        "key"
    } else if route.path.contains("/sessions/") {
        "ses"
    } else {
        "mem"
    };
    route.path.replace("{id}", &format!("{prefix}_{}", "7".repeat(32)))
}

fn is_for_people(route: &Route) -> bool {
    matches!(route.guard, Guard::Person | Guard::Browser | Guard::Reviewer | Guard::Admin)
}

/// Server functions that are open to everyone, each for a reason.
const OPEN_FUNCTIONS: [(&str, &str); 5] = [
    ("/ui/access-state", "the login page asks it before anyone is signed in"),
    ("/ui/sign-in", "this is how one signs in"),
    ("/ui/sign-out", "signing out twice is no error"),
    ("/ui/set-up", "guarded by the one-time token"),
    ("/ui/set-locale", "visitors choose a language too"),
];

#[tokio::test]
async fn every_rest_route_refuses_strangers() {
    let server = TestServer::start().await;
    for route in routes() {
        for method in route.methods {
            let anonymous = server.anonymous();
            let request = anonymous.client().bare(method, &address(&route)).header("sec-fetch-site", "same-origin");
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
async fn every_server_function_refuses_strangers() {
    let server = TestServer::start().await;
    // The arguments of all of them: what is refused is the stranger, not the request.
    let memory = format!("mem_{}", "7".repeat(32));
    let (key, session) = (memory.replace("mem_", "key_"), memory.replace("mem_", "ses_"));
    let fields = [
        ("granted", "true"),
        ("locale", "ko"),
        ("email", "a@b"),
        ("password", "p"),
        ("confirmation", "c"),
        ("token", "t"),
        ("memory_id", &memory),
        ("version", "1"),
        ("json", "{}"),
        ("query", "tea"),
        ("name", "n"),
        ("key_id", &key),
        ("session_id", &session),
    ];
    let paths: Vec<_> = leptos::server_fn::axum::server_fn_paths().map(|(path, _)| path).collect();
    assert!(paths.len() > OPEN_FUNCTIONS.len(), "{paths:?}");
    for path in &paths {
        if OPEN_FUNCTIONS.iter().any(|(open, _)| open == path) {
            continue;
        }
        let answer = server.anonymous().ui(path.trim_start_matches("/ui/"), &fields).await;
        assert_eq!(answer.status, 401, "{path}: {answer:?}");
    }
    for (open, _) in OPEN_FUNCTIONS {
        assert!(paths.contains(&open), "{open} is gone: take it off the list");
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
        let request = person.request("PATCH", &address(&route)).header("sec-fetch-site", "same-origin");
        let answer = person.send(request).await.expect(405);
        answer.problem(ErrorCode::MethodNotAllowed);
        for method in route.methods {
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
            let request = person.request(method, &address(route)).header("sec-fetch-site", "cross-site");
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
        for method in route.methods {
            let answer = send(program.request(method, &address(&route)).json(&json!({}))).await;
            match route.guard {
                Guard::Person => {
                    assert!(![401, 403, 405].contains(&answer.status), "{method} {}: {answer:?}", route.path);
                }
                Guard::Browser => drop(answer.expect(403).problem(ErrorCode::Forbidden)),
                Guard::Service => drop(answer.expect(401).problem(ErrorCode::Unauthenticated)),
                Guard::Reviewer | Guard::Admin => drop(answer.expect(403).problem(ErrorCode::Forbidden)),
                Guard::Nobody => drop(answer.expect(200)),
            }
        }
    }
}

#[tokio::test]
async fn an_id_that_is_none_names_nothing() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    for route in routes().iter().filter(|route| route.path.contains("{id}")) {
        for id in ["1", "usr_77777777777777777777777777777777", "%00", "%F0%9F", "a%2Fb", &"x".repeat(5_000)] {
            for method in route.methods {
                let path = route.path.replace("{id}", id).replace("/api/v1/me", "");
                let answer = person.rest(method, &path, &json!({})).await.expect(404);
                answer.problem(ErrorCode::NotFound);
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
