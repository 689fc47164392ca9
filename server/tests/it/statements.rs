//! How many statements the queue needs: as many for fifty rows as for five.

use crate::support::{gieok, serve};
use serde_json::json;
use std::collections::BTreeMap;
use tempfile::TempDir;

/// Makes people see `count` candidates, and says how often each statement ran while the queue was read once.
async fn statements(count: usize) -> BTreeMap<String, usize> {
    let dir = TempDir::new().unwrap();
    let run = |arguments: &[&str], input: &str| {
        let outcome = gieok(dir.path(), arguments, &[], input);
        assert_eq!(outcome.code, Some(0), "{}", outcome.err);
        outcome.out.trim().to_owned()
    };
    let password = "a long enough password\n";
    std::fs::write(
        dir.path().join("file.jsonl"),
        r#"{"type":"memory","id":"a","subject":"mina","statement":"fact number one"}"#,
    )
    .unwrap();
    run(&["import", "file.jsonl"], "");
    run(&["user", "add", "jiho@example.com", "--role", "reviewer", "--password-stdin"], password);
    let key = run(&["key", "create", "--service", "notes"], "");
    let served = serve(dir.path(), &[("GIEOK_LOG_FILTER", "sqlx::query=debug"), ("GIEOK_LOG_FORMAT", "json")]);
    let (http, address) = (reqwest::Client::new(), format!("http://{}", served.host));
    for number in 0..count {
        let statement = format!("fact number {number} of all facts");
        let body = json!({
            "subject": "mina", "statement": statement, "kind": "FACT", "confidence": 0.5,
            "source": { "event_id": "e", "span": statement, "role": "user" },
        });
        let request = http.post(format!("{address}/api/v1/candidates")).bearer_auth(&key).json(&body);
        assert_eq!(request.send().await.unwrap().status(), 201);
    }
    let sign_in = http.post(format!("{address}/ui/sign-in")).header("sec-fetch-site", "same-origin");
    let sign_in = sign_in.header("accept", "application/json");
    let form = format!("email=jiho%40example.com&password={}", password.trim().replace(' ', "+"));
    let sign_in = sign_in.header("content-type", "application/x-www-form-urlencoded").body(form);
    let answer = sign_in.send().await.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let list = http.get(format!("{address}/api/v1/admin/candidates?limit=200&q=")).header("cookie", cookie);
    let list: serde_json::Value = list.send().await.unwrap().json().await.unwrap();
    assert_eq!(list["items"].as_array().unwrap().len(), count);
    assert!(!list["items"][0]["proposal"]["similar"].as_array().unwrap().is_empty());
    let log = served.stop().err;
    // From the beginning of that request on: the statement that begins it ran once.
    let begin = log.rfind("coalesce(max(seq), 0)").expect("the queue was read");
    let mut counts = BTreeMap::new();
    for line in log[begin..].lines().filter(|line| line.contains("sqlx::query")) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        // Short statements have no text beside their summary.
        let text = line["db.statement"].as_str().filter(|text| !text.trim().is_empty()).or(line["summary"].as_str());
        *counts.entry(text.unwrap_or_default().to_owned()).or_default() += 1;
    }
    // What runs by itself in the background.
    let background = ["index_task", "candidate_expiry", "PRAGMA"];
    counts.retain(|text, _| !background.iter().any(|word| text.contains(word)));
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_rows_take_no_more_statements_than_five() {
    let (few, many) = (statements(5).await, statements(50).await);
    assert_eq!(few, many);
    assert!((3..=8).contains(&many.values().sum::<usize>()), "{many:?}");
}
