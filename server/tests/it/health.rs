//! `/healthz` and `/readyz`.

use crate::support::TestServer;
use serde_json::{Value, json};

#[tokio::test]
async fn a_running_server_is_alive_and_ready() {
    let server = TestServer::start().await;
    let alive: Value = server.anonymous().get("/healthz").await.expect(200).json();
    assert_eq!(alive, json!({ "status": "ok" }));
    let ready: Value = server.anonymous().get("/readyz").await.expect(200).json();
    assert_eq!(ready, json!({ "status": "ready", "database": "ok", "index": "ok", "model": "ok" }));
}
