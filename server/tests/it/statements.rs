//! How many statements a request needs: as many for fifty rows as for five.

use crate::support::{gieok, serve};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tempfile::TempDir;

const PASSWORD: &str = "a long enough password";

/// A running server that logs its statements, and somebody who is signed in.
struct Office {
    dir: TempDir,
    http: reqwest::Client,
    served: crate::support::Served,
    cookie: String,
}

impl Office {
    /// With somebody of that role, beside Mina, whom services may remember.
    async fn of(role: &str) -> Self {
        let dir = TempDir::new().unwrap();
        let line = r#"{"type":"memory","id":"a","subject":"mina","statement":"fact number one"}"#;
        std::fs::write(dir.path().join("file.jsonl"), line).unwrap();
        run(&dir, &["import", "file.jsonl"]);
        run(&dir, &["user", "add", "jiho@example.com", "--role", role, "--password-stdin"]);
        let filter = "server=info,sqlx::query=debug";
        let served = serve(dir.path(), &[("GIEOK_LOG_FILTER", filter), ("GIEOK_LOG_FORMAT", "json")]);
        let http = reqwest::Client::new();
        let sign_in = http.post(format!("http://{}/ui/sign-in", served.host)).header("sec-fetch-site", "same-origin");
        let sign_in = sign_in.header("accept", "application/json");
        let form = crate::support::form(&[("email", "jiho@example.com"), ("password", PASSWORD)]);
        let sign_in = sign_in.header("content-type", "application/x-www-form-urlencoded").body(form);
        let answer = sign_in.send().await.unwrap();
        let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        Self { dir, http, served, cookie }
    }

    /// Sends a body as that person.
    async fn post(&self, path: &str, body: &Value) -> Value {
        let request = self.http.post(format!("http://{}/api/v1/admin{path}", self.served.host));
        let request = request.header("sec-fetch-site", "same-origin").header("cookie", &self.cookie);
        let answer = request.json(body).send().await.unwrap();
        assert_eq!(answer.status(), 201, "{path}");
        answer.json().await.unwrap()
    }

    /// What that person reads, and how often each statement ran meanwhile for it. The last thing that is asked.
    async fn read(self, path: &str) -> (Value, BTreeMap<String, usize>) {
        let request = self.http.get(format!("http://{}/api/v1/admin{path}", self.served.host));
        let answer = request.header("cookie", &self.cookie).send().await.unwrap();
        let id = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
        let read = answer.json().await.unwrap();
        let mut counts = BTreeMap::new();
        for line in self.served.stop().err.lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_default();
            if line["target"] == "sqlx::query" && line["span"]["request.id"] == id.as_str() {
                // Short statements have no text beside their summary.
                let text = line["db.statement"].as_str().filter(|text| !text.trim().is_empty());
                let text = text.or(line["summary"].as_str()).unwrap_or_default();
                *counts.entry(text.to_owned()).or_default() += 1;
            }
        }
        (read, counts)
    }
}

/// Runs a command, and returns what it prints.
fn run(dir: &TempDir, arguments: &[&str]) -> String {
    let outcome = gieok(dir.path(), arguments, &[], PASSWORD);
    assert_eq!(outcome.code, Some(0), "{}", outcome.err);
    outcome.out.trim().to_owned()
}

/// The statements that a queue of so many candidates needs.
async fn of_queue(count: usize) -> BTreeMap<String, usize> {
    let office = Office::of("reviewer").await;
    let key = run(&office.dir, &["key", "create", "--service", "notes"]);
    for number in 0..count {
        let statement = format!("fact number {number} of all facts");
        let body = json!({
            "subject": "mina", "statement": statement, "kind": "FACT", "confidence": 0.5,
            "source": { "event_id": "e", "span": statement, "role": "user" },
        });
        let request = office.http.post(format!("http://{}/api/v1/candidates", office.served.host));
        assert_eq!(request.bearer_auth(&key).json(&body).send().await.unwrap().status(), 201);
    }
    let (list, statements) = office.read("/candidates?limit=200&q=").await;
    assert_eq!(list["items"].as_array().unwrap().len(), count);
    assert!(!list["items"][0]["proposal"]["similar"].as_array().unwrap().is_empty());
    statements
}

/// Those that a list of so many services needs.
async fn of_services(count: usize) -> BTreeMap<String, usize> {
    let office = Office::of("admin").await;
    for number in 0..count {
        office.post("/services", &json!({ "name": format!("service {number}") })).await;
    }
    let (list, statements) = office.read("/services?limit=200").await;
    assert_eq!(list["items"].as_array().unwrap().len(), count);
    statements
}

/// Those that a service with so many revisions and keys needs.
async fn of_service(count: usize) -> BTreeMap<String, usize> {
    let office = Office::of("admin").await;
    let made = office.post("/services", &json!({ "name": "notes" })).await;
    let path = format!("/services/{}", made["service_id"].as_str().unwrap());
    for number in 1..count {
        let body = json!({ "settings": { "recall": { "top_k": number } }, "based_on": number });
        office.post(&format!("{path}/revisions"), &body).await;
        office.post(&format!("{path}/keys"), &json!({})).await;
    }
    let (service, statements) = office.read(&path).await;
    assert_eq!(service["revisions"].as_array().unwrap().len(), count);
    statements
}

fn same_and_few(few: &BTreeMap<String, usize>, many: &BTreeMap<String, usize>, most: usize) {
    assert_eq!(few, many);
    let count = many.values().sum::<usize>();
    assert!((3..=most).contains(&count), "{count}: {many:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_candidates_take_no_more_statements_than_five() {
    same_and_few(&of_queue(5).await, &of_queue(50).await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_services_take_no_more_statements_than_five() {
    same_and_few(&of_services(5).await, &of_services(50).await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_revisions_take_no_more_statements_than_five() {
    same_and_few(&of_service(5).await, &of_service(50).await, 11);
}
