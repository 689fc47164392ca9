//! The list of one's sessions, and ending them: the other browser is out at once.

use crate::support::{Answer, PASSWORD, Person, TestServer, form, send};
use contract::{ErrorCode, SessionRow};
use serde_json::json;
use std::time::Duration;

async fn sessions(person: &Person) -> Vec<SessionRow> {
    let list: serde_json::Value = person.get("/api/v1/me/sessions").await.expect(200).json();
    serde_json::from_value(list["items"].clone()).unwrap()
}

async fn another(server: &TestServer, person: &Person) -> Person {
    Person::sign_in(server.host(), person.id().clone(), "mina@example.com").await
}

/// Signs in with a browser that calls itself so, and returns its cookie.
async fn sign_in_with(server: &TestServer, device: &[u8]) -> String {
    let fields = form(&[("email", "mina@example.com"), ("password", PASSWORD)]);
    let request = server.anonymous().client().bare("POST", "/ui/sign-in").header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded").header("user-agent", device);
    let answer = send(request.header("accept", "application/json").body(fields)).await.expect(200);
    answer.session_cookie().unwrap().split(';').next().unwrap().to_owned()
}

async fn with_cookie(server: &TestServer, cookie: &str) -> Answer {
    send(server.anonymous().client().bare("GET", "/api/v1/me/consent").header("cookie", cookie)).await
}

#[tokio::test]
async fn each_browser_is_listed_with_its_name_and_its_times() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let [here] = &sessions(&person).await[..] else { panic!("one session") };
    assert!(here.is_current && here.device.is_none() && here.began_at == here.seen_at);
    server.advance(Duration::from_hours(1));
    let long = format!("Mozilla/5.0 {}", "가".repeat(400));
    let cookie = sign_in_with(&server, long.as_bytes()).await;
    let listed = sessions(&person).await;
    let there = listed.iter().find(|session| !session.is_current).unwrap();
    let device = there.device.as_deref().unwrap();
    assert_eq!(device.chars().count(), 300);
    assert!(long.starts_with(device));
    assert!(there.began_at > here.began_at);
    // Neither list nor page say what a cookie holds.
    let secret = cookie.split('=').nth(1).unwrap();
    for path in ["/api/v1/me/sessions", "/me/sessions"] {
        assert!(!person.get(path).await.expect(200).body.contains(secret), "{path}");
    }
}

#[tokio::test]
async fn being_seen_is_kept_and_the_device_too() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let cookie = sign_in_with(&server, b"Firefox").await;
    server.advance(Duration::from_hours(24));
    with_cookie(&server, &cookie).await.expect(200);
    let listed = sessions(&person).await;
    let there = listed.iter().find(|session| session.device.as_deref() == Some("Firefox")).unwrap();
    assert!(there.seen_at.since(there.began_at) >= Duration::from_hours(24));
}

#[tokio::test]
async fn the_other_browser_is_out_at_once() {
    let server = TestServer::start().await;
    let here = server.person("mina").await;
    let there = another(&server, &here).await;
    let other = sessions(&here).await.into_iter().find(|session| !session.is_current).unwrap();
    let path = format!("/sessions/{}", other.session_id);
    here.rest("DELETE", &path, &json!({})).await.expect(204);
    assert!(!there.is_signed_in().await);
    assert!(here.is_signed_in().await);
    assert!(there.get("/me").await.header("location").starts_with("/login"));
    here.rest("DELETE", &path, &json!({})).await.expect(404).problem(ErrorCode::NotFound);
}

#[tokio::test]
async fn all_others_end_and_this_one_stays() {
    let server = TestServer::start().await;
    let here = server.person("mina").await;
    let there = [another(&server, &here).await, another(&server, &here).await];
    let stranger = server.person("jiho").await;
    let ended: serde_json::Value = here.rest("POST", "/sessions/end-others", &json!({})).await.expect(200).json();
    assert_eq!(ended, json!({ "ended": 2 }));
    for browser in &there {
        assert!(!browser.is_signed_in().await);
    }
    assert!(here.is_signed_in().await && stranger.is_signed_in().await);
    assert!(server.audited("session.end").await.iter().all(|entry| entry.actor_kind == "person"));
}

#[tokio::test]
async fn one_may_end_the_session_at_hand() {
    let server = TestServer::start().await;
    let here = server.person("mina").await;
    let [own] = &sessions(&here).await[..] else { panic!("one session") };
    here.rest("DELETE", &format!("/sessions/{}", own.session_id), &json!({})).await.expect(204);
    assert!(!here.is_signed_in().await);
}
