//! What must never be logged is not logged, not even at the most talkative level.

use crate::support::{Anonymous, PASSWORD, form, gieok, send, serve};
use contract::{CreatedPersonalKey, EditableMemory, MemoryDetail, SavedMemory};
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
    let saved: SavedMemory = send(post("/api/v1/memories").json(&memory)).await.expect(201).json();
    let question = json!({ "subject": "mina", "query": "vermilion question" });
    send(post("/api/v1/recall").json(&question)).await.expect(200);
    send(own("GET", "/me?note=cerulean")).await.expect(200);
    let path = format!("/api/v1/me/memories/{}", saved.memory_id);
    let open = format!("{path}/open");
    let opened: MemoryDetail = send(own("POST", &open)).await.expect(200).json();
    let corrected = EditableMemory { statement: "chartreuse umbrella".into(), ..opened.memory };
    send(own("PUT", &path).json(&json!({ "version": 1, "memory": corrected }))).await.expect(200);
    send(own("PUT", &path).json(&json!({ "version": 1, "memory": { "statement": "magenta" } }))).await.expect(422);
    send(own("GET", "/api/v1/me/memories?q=chartreuse")).await.expect(200);
    send(own("GET", "/me?q=chartreuse")).await.expect(200);
    send(own("POST", "/api/v1/me/ask").json(&json!({ "query": "turquoise question" }))).await.expect(200);
    let made: CreatedPersonalKey =
        send(own("POST", "/api/v1/me/keys").json(&json!({ "name": "script" }))).await.expect(201).json();
    send(client.bare("GET", "/api/v1/me/memories").bearer_auth(&made.secret)).await.expect(200);
    let export = json!({ "password": PASSWORD, "format": "markdown" });
    send(own("POST", "/api/v1/me/export").json(&export)).await.expect(200);
    send(own("POST", "/ui/sign-out").body(form(&[]))).await;

    let outcome = served.stop();
    assert_eq!(outcome.code, Some(0), "a graceful end: {}", outcome.err);
    assert!(outcome.err.contains("request answered"), "there is a log at all");
    let session_id = cookie.split('=').nth(1).unwrap();
    let words = ["heliotrope", "vermilion", "cerulean", "chartreuse", "magenta", "turquoise"];
    for secret in words.into_iter().chain([PASSWORD, &key, &made.secret, session_id]) {
        assert!(!outcome.err.contains(secret), "{secret} is in the log");
    }
}
