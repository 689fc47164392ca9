//! Guessing passwords is slow, and tells nothing.

use crate::support::{Answer, PASSWORD, TestServer, count, form, send};
use contract::{ErrorCode, Role};
use serde_json::Value;
use std::time::Duration;

fn retry_after(answer: &Answer) -> u64 {
    answer.header("retry-after").parse().unwrap_or_else(|_| panic!("{answer:?}"))
}

#[tokio::test]
async fn an_unknown_address_and_a_wrong_password_look_the_same() {
    let server = TestServer::start().await;
    server.account("mina", Role::User, "default").await;
    let wrong = server.anonymous().sign_in("mina@example.com", "a wrong long password").await.expect(401);
    let unknown = server.anonymous().sign_in("nobody@example.com", "a wrong long password").await.expect(401);
    assert_eq!(wrong.body, unknown.body);
    let code: Value = wrong.json();
    assert_eq!(code["code"], ErrorCode::WrongCredentials.as_str());
    let names = |answer: &Answer| answer.headers.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&wrong), names(&unknown));
}

#[tokio::test]
async fn an_address_gets_a_few_attempts_and_then_waits() {
    let server = TestServer::with(|config| {
        config.login.burst_per_address = count(3);
        config.login.per_minute_per_address = count(3);
    })
    .await;
    server.account("mina", Role::User, "default").await;
    for number in 0..3 {
        // Different accounts: it is the address that counts.
        server.anonymous().sign_in(&format!("guess{number}@example.com"), "a wrong long password").await.expect(401);
    }
    let refused = server.anonymous().sign_in("mina@example.com", PASSWORD).await.expect(429);
    let wait = retry_after(&refused);
    assert!((1..=60).contains(&wait), "{wait}");
    server.advance(Duration::from_secs(wait));
    server.advance(Duration::from_mins(1));
    server.anonymous().sign_in("mina@example.com", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn an_account_has_an_hourly_cap_wherever_attempts_come_from() {
    let server = TestServer::with(|config| {
        config.login.per_hour_per_account = count(4);
        config.server.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    server.account("mina", Role::User, "default").await;
    let attempt = async |number: u8| {
        let anonymous = server.anonymous();
        let request = anonymous.client().bare("POST", "/ui/sign-in").header("sec-fetch-site", "same-origin");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request =
            request.header("accept", "application/json").header("x-forwarded-for", format!("10.0.0.{number}"));
        send(request.body(form(&[("email", "mina@example.com"), ("password", "a wrong long password")]))).await
    };
    for number in 0..4 {
        attempt(number).await.expect(401);
    }
    let refused = attempt(99).await.expect(429);
    assert!((1..=3_600).contains(&retry_after(&refused)));
    server.advance(Duration::from_hours(1));
    attempt(100).await.expect(401);
}

#[tokio::test]
async fn a_made_up_forwarded_address_does_not_escape_the_limit() {
    let server = TestServer::with(|config| config.login.burst_per_address = count(1)).await;
    let attempt = async |forwarded: &str| {
        let anonymous = server.anonymous();
        let request = anonymous.client().bare("POST", "/ui/sign-in").header("sec-fetch-site", "same-origin");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = request.header("accept", "application/json").header("x-forwarded-for", forwarded);
        send(request.body(form(&[("email", "a@example.com"), ("password", "a wrong long password")]))).await
    };
    attempt("10.0.0.1").await.expect(401);
    attempt("10.0.0.2").await.expect(429);
}
