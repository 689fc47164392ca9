//! The demo: accounts to sign in with, memories to look at, and nobody else's business.

use crate::support::{TestServer, embedder, send};
use contract::{MemoryRow, Page};
use domain::kernel::OsRng;
use domain::testing::MockClock;
use server::config::Config;
use server::demo;
use server::lifecycle::{Parts, StartError, start};
use std::sync::Arc;
use tempfile::TempDir;

async fn try_start(config: &Config, is_demo: bool) -> Result<(), StartError> {
    let clock = Arc::new(MockClock::default());
    let parts = Parts { config: config.clone(), clock, rng: Arc::new(OsRng), embedder: embedder(), is_demo };
    start(parts).await?.stop().await;
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
    let list = send(anonymous.client().bare("GET", "/api/v1/me/memories").header("cookie", cookie)).await.expect(200);
    assert!((10..=14).contains(&list.json::<Page<MemoryRow>>().items.len()));
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
