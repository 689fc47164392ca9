//! A session's life: a new id at sign-in, an end by sign-out, idleness and age, and the account read anew each time.

use crate::support::{PASSWORD, Person, TestServer, send};
use contract::Role;
use std::time::Duration;

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Whether `cookie`, wherever somebody got it from, still opens the account.
async fn opens(server: &TestServer, cookie: &str) -> bool {
    let anonymous = server.anonymous();
    let request = anonymous.client().bare("GET", "/api/v1/me/consent").header("cookie", cookie);
    send(request).await.status == 200
}

#[tokio::test]
async fn an_id_from_before_the_sign_in_is_never_taken_over() {
    let server = TestServer::start().await;
    server.account("mina", Role::User, "default").await;
    let planted = "gieok=AAAAAAAAAAAAAAAAAAAAAA";
    let anonymous = server.anonymous();
    let fields = crate::support::form(&[("email", "mina@example.com"), ("password", PASSWORD)]);
    let request = anonymous.client().bare("POST", "/ui/sign-in").header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded").header("cookie", planted);
    let answer = send(request.header("accept", "application/json").body(fields)).await.expect(200);
    let given = answer.session_cookie().unwrap().split(';').next().unwrap();
    assert_ne!(given, planted);
    assert!(opens(&server, given).await);
    assert!(!opens(&server, planted).await);
}

#[tokio::test]
async fn signing_in_again_changes_the_id_and_ends_the_old_one() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let before = person.cookie();
    person.ui("sign-in", &[("email", "mina@example.com"), ("password", PASSWORD)]).await.expect(200);
    assert_ne!(person.cookie(), before);
    assert!(person.is_signed_in().await);
    assert!(!opens(&server, &before).await);
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let kept_by_somebody = person.cookie();
    let answer = person.ui("sign-out", &[]).await;
    assert!(answer.status < 400, "{answer:?}");
    assert_eq!(answer.header("clear-site-data"), "\"cache\", \"storage\"");
    assert!(!opens(&server, &kept_by_somebody).await);
}

#[tokio::test]
async fn one_sign_out_leaves_other_browsers_signed_in() {
    let server = TestServer::start().await;
    let here = server.person("mina").await;
    let there = Person::sign_in(server.host(), here.id().clone(), "mina@example.com").await;
    here.ui("sign-out", &[]).await;
    assert!(!here.is_signed_in().await);
    assert!(there.is_signed_in().await);
    here.ui("sign-out", &[]).await;
    assert_eq!(server.audited("session.sign_out").await.len(), 1, "signing out twice is one event");
}

#[tokio::test]
async fn users_may_be_idle_for_two_weeks() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let almost = 13 * DAY + 23 * HOUR;
    server.advance(almost);
    assert!(person.is_signed_in().await);
    server.advance(almost);
    assert!(person.is_signed_in().await, "being seen has prolonged it");
    let lost = server.person("jiho").await;
    server.advance(14 * DAY);
    assert!(!lost.is_signed_in().await);
}

#[tokio::test]
async fn users_sign_in_anew_after_thirty_days() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    for _ in 0..29 {
        server.advance(DAY);
        assert!(person.is_signed_in().await);
    }
    server.advance(DAY);
    assert!(!person.is_signed_in().await);
}

#[tokio::test]
async fn reviewers_and_above_have_half_an_hour_and_eight_hours() {
    for role in [Role::Reviewer, Role::Admin, Role::Superadmin] {
        let server = TestServer::start().await;
        let idle = server.person_as("mina", role, "default").await;
        server.advance(30 * MINUTE);
        assert!(!idle.is_signed_in().await, "{role:?}");
        let busy = Person::sign_in(server.host(), idle.id().clone(), "mina@example.com").await;
        for _ in 0..23 {
            server.advance(20 * MINUTE);
            assert!(busy.is_signed_in().await, "{role:?}");
        }
        server.advance(20 * MINUTE);
        assert!(!busy.is_signed_in().await, "{role:?}");
    }
}

#[tokio::test]
async fn pages_and_functions_see_the_end_too() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    assert_eq!(person.get("/me").await.status, 200);
    server.advance(31 * DAY);
    let answer = person.get("/me").await;
    assert!((300..400).contains(&answer.status), "{answer:?}");
    assert!(answer.header("location").starts_with("/login"), "{answer:?}");
    let person = server.person("jiho").await;
    server.advance(31 * DAY);
    person.ui("my-memories", &[]).await.expect(401);
}
