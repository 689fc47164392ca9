//! Consent is off until the person switches it on; off means that nothing is written and nothing is read.

use crate::support::TestServer;
use contract::{ConsentEvent, ConsentSource, ConsentView, ErrorCode};
use std::time::Duration;

#[tokio::test]
async fn off_by_default_and_then_nothing_is_stored() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let service = server.service("notes").await;
    service.save("mina", "Mina likes tea").await.expect(403).problem(ErrorCode::ConsentRequired);
    service.recall("mina", "tea").await.expect(403).problem(ErrorCode::ConsentRequired);
    assert_eq!(person.memory_count().await, 0);
    // Nothing came in by the back door.
    person.consent(true).await;
    assert!(service.found("mina", "tea").await.is_empty());
}

#[tokio::test]
async fn withdrawing_stops_both_ways_and_deletes_nothing() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    person.consent(false).await;
    service.save("mina", "Mina likes coffee").await.expect(403).problem(ErrorCode::ConsentRequired);
    service.recall("mina", "tea").await.expect(403).problem(ErrorCode::ConsentRequired);
    assert_eq!(person.memory_count().await, 1);
    person.consent(true).await;
    assert_eq!(service.found("mina", "tea").await, ["Mina likes tea"]);
}

#[tokio::test]
async fn the_page_and_rest_agree() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    person.ui("set-consent", &[("granted", "true")]).await.expect(200);
    let state: ConsentView = person.get("/api/v1/me/consent").await.expect(200).json();
    assert!(state.granted && state.changed_at.is_some());
    person.consent(false).await;
    let state: ConsentView = person.ui("consent", &[]).await.expect(200).json();
    assert!(!state.granted);
}

#[tokio::test]
async fn every_change_is_kept_with_its_time_and_its_origin() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let history = async || -> Vec<ConsentEvent> {
        let answer: serde_json::Value = person.get("/api/v1/me/consent/history").await.expect(200).json();
        serde_json::from_value(answer["items"].clone()).unwrap()
    };
    assert!(history().await.is_empty());
    person.ui("set-consent", &[("granted", "true")]).await.expect(200);
    server.advance(Duration::from_secs(1));
    person.consent(false).await;
    person.consent(false).await;
    let [latest, first] = &history().await[..] else { panic!("twice the same is one event") };
    assert_eq!((latest.granted, latest.source), (false, ConsentSource::Rest));
    assert_eq!((first.granted, first.source), (true, ConsentSource::MyPage));
    assert_eq!(latest.at.since(first.at), Duration::from_secs(1));
}

#[tokio::test]
async fn a_plain_form_without_script_goes_back_to_the_page() {
    let server = TestServer::start().await;
    let person = server.person("mina").await;
    let request = person.request("POST", "/ui/set-consent").header("sec-fetch-site", "same-origin");
    let request = request.header("content-type", "application/x-www-form-urlencoded").header("accept", "text/html");
    let answer = person.send(request.body("granted=true")).await;
    assert!((300..400).contains(&answer.status), "{answer:?}");
    assert_eq!(answer.header("location"), "/me");
    let state: ConsentView = person.get("/api/v1/me/consent").await.expect(200).json();
    assert!(state.granted);
}

#[tokio::test]
async fn an_unknown_subject_is_exactly_like_consent_off() {
    let server = TestServer::start().await;
    server.person("mina").await;
    let service = server.service("notes").await;
    let off = service.save("mina", "anything").await;
    let unknown = service.save("nobody", "anything").await;
    assert_eq!((off.status, off.body), (unknown.status, unknown.body));
    let off = service.recall("mina", "anything").await;
    let unknown = service.recall("nobody", "anything").await;
    assert_eq!((off.status, off.body), (unknown.status, unknown.body));
}
