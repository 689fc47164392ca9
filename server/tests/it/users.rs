//! Managing accounts from outside: links, roles, and changes that act on browsers and programs at once.

use crate::support::{Answer, PASSWORD, Person, TestServer, send};
use contract::{AccountState, ErrorCode, Fault, Role, UserId, UserList, UserRow, WelcomeLink};
use serde_json::{Value, json};
use std::time::Duration;

/// Asks the console's interface as our own pages do.
async fn rest(person: &Person, method: &str, path: &str, body: &Value) -> Answer {
    let request = person.request(method, &format!("/api/v1/admin/users{path}"));
    person.send(request.header("sec-fetch-site", "same-origin").json(body)).await
}

async fn invite(admin: &Person, email: &str, role: Role) -> WelcomeLink {
    rest(admin, "POST", "", &json!({ "email": email, "role": role })).await.expect(201).json()
}

async fn listed(admin: &Person, parameters: &str) -> Vec<UserRow> {
    admin.get(&format!("/api/v1/admin/users?{parameters}")).await.expect(200).json::<UserList>().items
}

fn token(link: &WelcomeLink) -> &str {
    link.path.split_once("token=").unwrap().1
}

async fn welcome(server: &TestServer, link: &WelcomeLink, password: &str) -> Answer {
    server.anonymous().ui("welcome", &[("token", token(link)), ("password", password)]).await
}

#[tokio::test]
async fn an_invited_person_chooses_a_password_and_is_signed_in() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let link = invite(&admin, "Jiho@example.com", Role::Reviewer).await;
    let page = server.anonymous().get(&link.path).await.expect(200);
    assert!(page.body.contains("name=\"password\"") && page.body.contains(token(&link)));
    assert!(page.header("cache-control").contains("no-store"), "{page:?}");
    server.anonymous().sign_in("jiho@example.com", PASSWORD).await.expect(401);
    welcome(&server, &link, "short").await.expect(422);
    let answer = welcome(&server, &link, PASSWORD).await.expect(200);
    let cookie = answer.session_cookie().unwrap().split(';').next().unwrap();
    let request = server.anonymous().client().bare("GET", "/api/v1/admin/overview").header("cookie", cookie);
    assert_ne!(send(request).await.status, 403, "a reviewer came in");
    let again = welcome(&server, &link, PASSWORD).await.expect(401);
    assert_eq!(again.json::<app::UiError>().code, ErrorCode::WrongLink);
    let jiho = Person::sign_in(server.host(), link.user_id, "jiho@example.com").await;
    assert!(jiho.is_signed_in().await);
}

#[tokio::test]
async fn a_plain_form_is_welcome_too_and_told_what_is_wrong() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let link = invite(&admin, "jiho@example.com", Role::User).await;
    let page = format!("http://{}{}", server.host(), link.path);
    let post = async |token: &str| {
        let request = server.anonymous().client().bare("POST", "/ui/welcome").header("sec-fetch-site", "same-origin");
        let request = request.header("accept", "text/html").header("referer", &page);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        send(request.body(crate::support::form(&[("token", token), ("password", PASSWORD)]))).await
    };
    let back = post("welcome_wrong").await.expect(303);
    let told = server.anonymous().get(back.header("location").split_once(&server.host()).unwrap().1).await.expect(200);
    assert!(told.body.contains("This link does not work"), "{told:?}");
    let on = post(token(&link)).await.expect(303);
    assert_eq!(on.header("location"), "/me");
    assert!(on.session_cookie().is_some());
}

#[tokio::test]
async fn guessing_links_is_slow() {
    let server = TestServer::with(|config| config.login.burst_per_address = crate::support::count(3)).await;
    for number in 0..3 {
        let guess = [("token", format!("welcome_{number}")), ("password", PASSWORD.to_owned())];
        let guess = guess.each_ref().map(|(name, value)| (*name, value.as_str()));
        server.anonymous().ui("welcome", &guess).await.expect(401);
    }
    let refused = server.anonymous().ui("welcome", &[("token", "welcome_9"), ("password", PASSWORD)]).await;
    assert!(!refused.expect(429).header("retry-after").is_empty());
}

#[tokio::test]
async fn what_is_taken_is_named_by_its_field() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    server.person("mina").await;
    for (body, field) in [
        (json!({ "email": "MINA@example.com", "role": "user" }), "email"),
        (json!({ "email": "other@example.com", "role": "user", "external_id": "mina" }), "external_id"),
    ] {
        let problem = rest(&admin, "POST", "", &body).await.expect(422).problem(ErrorCode::InvalidInput);
        let [error] = &problem.errors[..] else { panic!("{problem:?}") };
        assert_eq!((error.field.as_str(), error.fault), (field, Fault::Taken));
    }
}

#[tokio::test]
async fn a_reset_signs_out_at_once_and_a_link_signs_in_again() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let mina = server.person("mina").await;
    let link: WelcomeLink =
        rest(&admin, "POST", &format!("/{}/reset-password", mina.id()), &json!({})).await.expect(200).json();
    assert!(!mina.is_signed_in().await);
    server.anonymous().sign_in("mina@example.com", PASSWORD).await.expect(401);
    server.advance(Duration::from_hours(24));
    welcome(&server, &link, "another long password").await.expect(401);
    // An administrator's session does not last that long.
    let admin = Person::sign_in(server.host(), admin.id().clone(), "sora@example.com").await;
    let link = rest(&admin, "POST", &format!("/{}/renew-link", mina.id()), &json!({})).await.expect(200).json();
    welcome(&server, &link, "another long password").await.expect(200);
    server.anonymous().sign_in("mina@example.com", "another long password").await.expect(200);
}

#[tokio::test]
async fn disabling_stops_browsers_and_programs_and_enabling_lets_programs_on() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let mina = server.person("mina").await;
    let program = mina.program("script").await;
    rest(&admin, "POST", &format!("/{}/disable", mina.id()), &json!({})).await.expect(204);
    assert!(!mina.is_signed_in().await);
    program.get("/consent").await.expect(401);
    server.anonymous().sign_in("mina@example.com", PASSWORD).await.expect(401);
    let rows = listed(&admin, "state=disabled").await;
    assert_eq!(rows.iter().map(|row| &row.user_id).collect::<Vec<_>>(), [mina.id()]);
    rest(&admin, "POST", &format!("/{}/enable", mina.id()), &json!({})).await.expect(204);
    program.get("/consent").await.expect(200);
    assert!(!mina.is_signed_in().await, "the session stays ended");
}

#[tokio::test]
async fn a_role_acts_with_the_next_request_and_names_the_one_seen() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let mina = server.person("mina").await;
    let path = format!("/{}/role", mina.id());
    let before = mina.cookie();
    rest(&admin, "PUT", &path, &json!({ "role": "admin", "seen_role": "user" })).await.expect(204);
    assert!(!listed(&mina, "").await.is_empty());
    assert_ne!(mina.cookie(), before, "the session has a new id");
    let stale = rest(&admin, "PUT", &path, &json!({ "role": "user", "seen_role": "user" })).await.expect(409);
    stale.problem(ErrorCode::StaleVersion);
    let above = rest(&mina, "PUT", &path, &json!({ "role": "superadmin", "seen_role": "admin" })).await;
    above.expect(403).problem(ErrorCode::Forbidden);
    rest(&admin, "PUT", &path, &json!({ "role": "user", "seen_role": "admin" })).await.expect(204);
    mina.get("/api/v1/admin/users").await.expect(403);
}

#[tokio::test]
async fn the_last_superadmin_is_told_so() {
    let server = TestServer::start().await;
    let root = server.person_as("root", Role::Superadmin, "default").await;
    let alone = rest(&root, "POST", &format!("/{}/disable", root.id()), &json!({})).await.expect(409);
    alone.problem(ErrorCode::LastSuperadmin);
}

#[tokio::test]
async fn another_tenants_people_are_not_there() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Superadmin, "acme").await;
    let mina = server.person("mina").await;
    for act in ["disable", "enable", "end-sessions", "reset-password", "renew-link"] {
        let answer = rest(&admin, "POST", &format!("/{}/{act}", mina.id()), &json!({})).await;
        answer.expect(404).problem(ErrorCode::NotFound);
    }
    assert!(mina.is_signed_in().await);
    let page = admin.get("/admin/users").await.expect(200);
    assert!(page.body.contains("sora@example.com") && !page.body.contains("mina@example.com"));
}

#[tokio::test]
async fn the_page_works_without_script() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let mina = server.remembered("mina").await;
    let page = admin.get("/admin/users?q=MINA").await.expect(200);
    assert!(page.body.contains("mina@example.com") && !page.body.contains("<strong><bdi>sora@"));
    let user = mina.id().to_string();
    let changed = [("user_id", user.as_str()), ("seen_role", "user"), ("role", "reviewer")];
    let on = admin.form("/ui/change-role", &changed).await.expect(303);
    assert_eq!(on.header("location"), "/admin/users?done");
    assert!(admin.get("/admin/users?done").await.expect(200).body.contains("The account is changed."));
    admin.form("/ui/end-user-sessions", &[("user_id", &user)]).await.expect(303);
    assert!(!mina.is_signed_in().await);
    admin.form("/ui/disable-user", &[("user_id", &user)]).await.expect(303);
    assert_eq!(listed(&admin, "q=mina").await[0].state, AccountState::Disabled);
    admin.form("/ui/enable-user", &[("user_id", &user)]).await.expect(303);
    assert_eq!(listed(&admin, "q=mina").await[0].state, AccountState::Active);
}

#[tokio::test]
async fn every_change_is_noted_by_ids_alone() {
    let server = TestServer::start().await;
    let admin = server.person_as("sora", Role::Admin, "default").await;
    let link = invite(&admin, "jiho@example.com", Role::User).await;
    welcome(&server, &link, PASSWORD).await.expect(200);
    let act = async |act: &str| {
        let answer = rest(&admin, "POST", &format!("/{}/{act}", link.user_id), &json!({})).await;
        assert!(answer.status < 300, "{act}: {answer:?}");
    };
    for name in ["end-sessions", "reset-password", "renew-link", "disable", "enable"] {
        act(name).await;
    }
    let actions = ["user.invite", "user.welcome", "session.end", "user.reset_password", "user.link", "user.disable"];
    for action in actions.into_iter().chain(["user.enable"]) {
        let entries = server.audited(action).await;
        let [entry] = &entries[..] else { panic!("{action}: {entries:?}") };
        let about = entry.subject_id.as_deref().map(str::parse::<UserId>);
        assert_eq!((entry.outcome.as_str(), about), ("ok", Some(Ok(link.user_id.clone()))), "{action}");
    }
}
