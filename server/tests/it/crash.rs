//! A server that is killed while it saves.

mod turns;

use crate::support::{gieok, serve};
use serde_json::{Value, json};
use std::fs;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

const SAVERS: usize = 4;
const ENOUGH: usize = 12;

type Acknowledged = Arc<Mutex<Vec<(String, String)>>>;

async fn post(http: &reqwest::Client, host: &str, key: &str, path: &str, body: &Value) -> Option<Value> {
    let request = http.post(format!("http://{host}{path}")).bearer_auth(key).json(body);
    let answer = request.send().await.ok()?;
    if answer.status().is_success() { answer.json().await.ok() } else { None }
}

/// Saves until the server is gone.
async fn save_on(host: String, key: String, saver: usize, acknowledged: Acknowledged) {
    let http = reqwest::Client::new();
    for number in 0.. {
        let statement = format!("The ship of saver {saver} lies at berth b{saver}x{number} in Busan");
        let body = json!({ "subject": "mina", "statement": statement, "kind": "FACT", "sensitivity": "normal" });
        let Some(receipt) = post(&http, &host, &key, "/api/v1/memories", &body).await else { return };
        assert_eq!(receipt["index_state"], "indexed");
        acknowledged.lock().unwrap().push((statement, receipt["memory_id"].as_str().unwrap().to_owned()));
    }
}

/// What the list of all memories says once nothing is on its way any more.
async fn indexed_ids(dir: &TempDir) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("data/gieok.db")).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    loop {
        let waiting: i64 = sqlx::query_scalar("SELECT count(*) FROM index_task").fetch_one(&pool).await.unwrap();
        if waiting == 0 {
            break;
        }
        tokio::task::yield_now().await;
    }
    let ids = sqlx::query_scalar("SELECT id FROM memory WHERE index_state = 'indexed'").fetch_all(&pool).await.unwrap();
    pool.close().await;
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_while_saving_loses_nothing_that_was_acknowledged() {
    let dir = TempDir::new().unwrap();
    let first = r#"{"type":"memory","id":"a","subject":"mina","statement":"Lives in Busan"}"#;
    fs::write(dir.path().join("file.jsonl"), first).unwrap();
    assert_eq!(gieok(dir.path(), &["import", "file.jsonl"], &[], "").code, Some(0));
    let key = gieok(dir.path(), &["key", "create", "--service", "notes"], &[], "").out.trim().to_owned();

    let served = serve(dir.path(), &[]);
    let acknowledged = Acknowledged::default();
    let savers: Vec<_> = (0..SAVERS)
        .map(|saver| tokio::spawn(save_on(served.host.clone(), key.clone(), saver, Arc::clone(&acknowledged))))
        .collect();
    while acknowledged.lock().unwrap().len() < ENOUGH {
        tokio::task::yield_now().await;
    }
    served.kill();
    for saver in savers {
        saver.await.unwrap();
    }

    let served = serve(dir.path(), &[]);
    let indexed = indexed_ids(&dir).await;
    let http = reqwest::Client::new();
    let acknowledged = acknowledged.lock().unwrap().clone();
    for (statement, id) in acknowledged {
        assert!(indexed.contains(&id), "{id} is in the index");
        let body = json!({ "subject": "mina", "query": statement, "top_k": 1 });
        let recalled = post(&http, &served.host, &key, "/api/v1/recall", &body).await.unwrap();
        assert_eq!(recalled["memories"][0]["memory_id"], id.as_str());
    }
    served.stop();
}
