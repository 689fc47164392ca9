//! The demo: accounts to sign in with, memories to look at, and nobody else's business.

use crate::support::{TestServer, embedder, send};
use contract::{ChangedBy, ListMemories, MemoryDetail, MemoryList, MemoryRow, Statement};
use domain::desks::SignIn;
use domain::index::WriterWrap;
use domain::kernel::OsRng;
use domain::testing::MockClock;
use server::config::Config;
use server::demo;
use server::lifecycle::{Parts, StartError, start};
use std::sync::Arc;
use tempfile::TempDir;

fn parts(config: &Config, is_demo: bool) -> Parts {
    let clock = Arc::new(MockClock::default());
    let (config, rng, index_writer) = (config.clone(), Arc::new(OsRng), WriterWrap::default());
    Parts { config, clock, rng, embedder: embedder(), index_writer, is_demo }
}

async fn try_start(config: &Config, is_demo: bool) -> Result<(), StartError> {
    start(parts(config, is_demo)).await?.stop().await;
    Ok(())
}

fn config(data: &TempDir) -> Config {
    let mut config = Config::default();
    config.server.listen = ([127, 0, 0, 1], 0).into();
    data.path().clone_into(&mut config.data.dir);
    config.passwords.memory_kib = 7_168;
    config
}

#[tokio::test]
async fn every_account_signs_in_and_the_page_says_how() {
    let server = TestServer::demo().await;
    let page = server.anonymous().get("/login").await.expect(200).body;
    for account in demo::accounts() {
        server.anonymous().sign_in(&account.email, &account.password).await.expect(200);
        assert!(page.contains(&account.email) && page.contains(&account.password), "{}", account.email);
    }
}

#[tokio::test]
async fn there_are_memories_to_look_at() {
    let server = TestServer::demo().await;
    let account = demo::accounts().remove(0);
    let answer = server.anonymous().sign_in(&account.email, &account.password).await.expect(200);
    let cookie = answer.session_cookie().unwrap().split(';').next().unwrap().to_owned();
    let anonymous = server.anonymous();
    let list = send(anonymous.client().bare("GET", "/api/v1/me/memories").header("cookie", &cookie)).await.expect(200);
    let list: MemoryList = list.json();
    assert_eq!(list.items.len(), 20, "fourteen that are kept, six that wait");
    let open = async |row: &MemoryRow| -> MemoryDetail {
        let path = format!("/api/v1/me/memories/{}/open", row.memory_id);
        let request = anonymous.client().bare("POST", &path).header("cookie", &cookie);
        send(request.header("sec-fetch-site", "same-origin")).await.expect(200).json()
    };
    let mut details = Vec::new();
    for row in &list.items {
        details.push(open(row).await);
    }
    assert!(details.iter().all(|detail| detail.provenance[0].occurred_at.is_some()));
    assert!(details.iter().any(|detail| detail.memory.raw_content.is_some() && !detail.memory.entities.is_empty()));
    let corrected: Vec<_> = details.iter().filter(|detail| detail.history.len() == 2).collect();
    assert_eq!(corrected.len(), 2);
    assert!(corrected.iter().all(|detail| detail.history[0].by == ChangedBy::You));
}

#[tokio::test]
async fn a_fill_that_was_interrupted_is_completed_and_not_repeated() {
    let data = TempDir::new().unwrap();
    let config = config(&data);
    try_start(&config, true).await.unwrap();
    let before = statements(&config).await;
    assert_eq!(before.len(), 20);
    std::fs::write(data.path().join("DEMO"), "Being filled.").unwrap();
    assert_eq!(statements(&config).await, before);
}

/// What the demo on that data remembers, in the list's order.
async fn statements(config: &Config) -> Vec<Statement> {
    let running = start(parts(config, true)).await.unwrap();
    let account = demo::accounts().remove(0);
    let (desks, address) = (running.desks(), [127, 0, 0, 1].into());
    let attempt = SignIn { email: account.email, password: account.password, address };
    let user = desks.front().sign_in(attempt).await.unwrap();
    let (actor, _) = desks.front().person(&user).await.unwrap().unwrap();
    let list = desks.owner(&actor).unwrap().list(&ListMemories::default()).await.unwrap();
    running.stop().await;
    list.items.into_iter().map(|row| row.statement).collect()
}

#[tokio::test]
async fn other_names_than_loopback_are_refused() {
    let server = TestServer::demo().await;
    let anonymous = server.anonymous();
    let request = |host: &str| anonymous.client().bare("GET", "/login").header("host", host);
    send(request("evil.example")).await.expect(421);
    send(request("localhost:3000")).await.expect(200);
}

#[tokio::test]
async fn it_never_listens_beyond_loopback() {
    let data = TempDir::new().unwrap();
    let mut config = config(&data);
    config.server.listen = ([0, 0, 0, 0], 0).into();
    let error = try_start(&config, true).await.unwrap_err();
    assert!(error.to_string().contains("loopback"), "{error}");
}

#[tokio::test]
async fn demo_and_real_data_never_meet() {
    let data = TempDir::new().unwrap();
    let config = config(&data);
    try_start(&config, true).await.unwrap();
    try_start(&config, true).await.expect("a second start finds the demo filled");
    let error = try_start(&config, false).await.unwrap_err();
    assert!(error.to_string().contains("--demo"), "{error}");
}
