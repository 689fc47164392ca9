//! What must never be logged is not logged, not even at the most talkative level.

use crate::support::{Anonymous, PASSWORD, form, gieok, send, serve};
use serde_json::json;
use tempfile::TempDir;

#[tokio::test]
async fn content_queries_passwords_keys_and_cookies_stay_out_of_the_log() {
    let dir = TempDir::new().unwrap();
    let add = ["user", "add", "mina@example.com", "--external-id", "mina", "--password-stdin"];
    assert_eq!(gieok(dir.path(), &add, &[], PASSWORD).code, Some(0));
    let key = gieok(dir.path(), &["key", "create", "--service", "notes"], &[], "").out.trim().to_owned();
    let served = serve(dir.path(), &[("GIEOK_LOG_FILTER", "trace")]);

    let anonymous = Anonymous::new(served.host.clone());
    let signed_in = anonymous.sign_in("mina@example.com", PASSWORD).await.expect(200);
    let cookie = signed_in.session_cookie().unwrap().split(';').next().unwrap().to_owned();
    let client = anonymous.client();
    let own =
        |method, path| client.bare(method, path).header("cookie", &cookie).header("sec-fetch-site", "same-origin");
    send(own("PUT", "/api/v1/me/consent").json(&json!({ "granted": true }))).await.expect(200);
    let post = |path| client.bare("POST", path).bearer_auth(&key);
    let memory = json!({ "subject": "mina", "statement": "heliotrope umbrella", "kind": "FACT" });
    send(post("/api/v1/memories").json(&memory)).await.expect(201);
    let question = json!({ "subject": "mina", "query": "vermilion question" });
    send(post("/api/v1/recall").json(&question)).await.expect(200);
    send(own("GET", "/me?note=cerulean")).await.expect(200);
    send(own("POST", "/ui/sign-out").body(form(&[]))).await;

    let outcome = served.stop();
    assert_eq!(outcome.code, Some(0), "a graceful end: {}", outcome.err);
    assert!(outcome.err.contains("request answered"), "there is a log at all");
    let session_id = cookie.split('=').nth(1).unwrap();
    for secret in ["heliotrope", "vermilion", "cerulean", PASSWORD, &key, session_id] {
        assert!(!outcome.err.contains(secret), "{secret} is in the log");
    }
}
