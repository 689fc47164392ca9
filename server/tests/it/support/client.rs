//! Clients by role. A person's client behaves like a browser on our own pages; a service's like a program.

use super::{Answer, PASSWORD};
use contract::{
    ConsentView, CreatedPersonalKey, DeletionReport, EditableMemory, MemoryDetail, MemoryId, MemoryList, RecallAnswer,
    SavedMemory, ServiceId, UserId,
};
use domain::desks::NewKey;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use std::sync::Mutex;

/// What all clients share.
pub struct Client {
    http: reqwest::Client,
    host: String,
}

impl Client {
    fn new(host: String) -> Self {
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { http, host }
    }

    /// A request with nothing on it.
    pub fn bare(&self, method: &str, path: &str) -> RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        self.http.request(method, format!("http://{}{path}", self.host))
    }
}

/// Sends a request as it is.
pub async fn send(request: RequestBuilder) -> Answer {
    Answer::read(request.send().await.unwrap()).await
}

/// A form's body.
pub fn form(fields: &[(&str, &str)]) -> String {
    let encode = |text: &str| -> String {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let byte = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
        text.bytes().map(byte).collect()
    };
    fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect::<Vec<_>>().join("&")
}

/// Somebody whom the server does not know, with a browser.
pub struct Anonymous(Client);

impl Anonymous {
    /// A new browser.
    pub fn new(host: String) -> Self {
        Self(Client::new(host))
    }

    /// For requests of any shape.
    pub fn client(&self) -> &Client {
        &self.0
    }

    /// Opens a page.
    pub async fn get(&self, path: &str) -> Answer {
        send(self.0.bare("GET", path)).await
    }

    /// Calls a server function as our own pages do.
    pub async fn ui(&self, function: &str, fields: &[(&str, &str)]) -> Answer {
        send(ui(&self.0, function, fields)).await
    }

    /// Tries to sign in.
    pub async fn sign_in(&self, email: &str, password: &str) -> Answer {
        self.ui("sign-in", &[("email", email), ("password", password)]).await
    }
}

fn ui(client: &Client, function: &str, fields: &[(&str, &str)]) -> RequestBuilder {
    client
        .bare("POST", &format!("/ui/{function}"))
        .header("sec-fetch-site", "same-origin")
        .header("accept", "application/json")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form(fields))
}

/// A signed-in person's browser. Keeps its cookie by hand, so that tests can look at it and tamper with it.
pub struct Person {
    client: Client,
    id: UserId,
    cookie: Mutex<String>,
}

impl Person {
    /// Signs in.
    pub async fn sign_in(host: String, id: UserId, email: &str) -> Self {
        let client = Client::new(host);
        let fields = [("email", email), ("password", PASSWORD)];
        let answer = send(ui(&client, "sign-in", &fields)).await.expect(200);
        let cookie = pair(answer.session_cookie().unwrap());
        Self { client, id, cookie: Mutex::new(cookie) }
    }

    /// The account.
    pub fn id(&self) -> &UserId {
        &self.id
    }

    /// The cookie as the browser would send it now.
    pub fn cookie(&self) -> String {
        self.cookie.lock().unwrap().clone()
    }

    /// A request with the cookie on it.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.bare(method, path).header("cookie", self.cookie())
    }

    /// Sends, and keeps the cookie that comes back.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let answer = send(request).await;
        if let Some(cookie) = answer.session_cookie() {
            *self.cookie.lock().unwrap() = pair(cookie);
        }
        answer
    }

    /// Opens a page or reads over REST.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path)).await
    }

    /// Calls a server function as our own pages do.
    pub async fn ui(&self, function: &str, fields: &[(&str, &str)]) -> Answer {
        self.send(ui(&self.client, function, fields).header("cookie", self.cookie())).await
    }

    /// Asks over REST as our own pages may.
    pub async fn rest(&self, method: &str, path: &str, body: &Value) -> Answer {
        let request = self.request(method, &format!("/api/v1/me{path}")).header("sec-fetch-site", "same-origin");
        self.send(request.json(body)).await
    }

    /// Asks the console's interface as our own pages do.
    pub async fn console(&self, method: &str, path: &str, body: &Value) -> Answer {
        let request = self.request(method, &format!("/api/v1/admin{path}")).header("sec-fetch-site", "same-origin");
        self.send(request.json(body)).await
    }

    /// Posts a plain form, as a browser without our script does.
    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let request = self.request("POST", path).header("sec-fetch-site", "same-origin").header("accept", "text/html");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        self.send(request.body(form(fields))).await
    }

    /// The person's own list, under these parameters.
    pub async fn list(&self, parameters: &str) -> MemoryList {
        self.get(&format!("/api/v1/me/memories?{parameters}")).await.expect(200).json()
    }

    /// Opens a memory.
    pub async fn open(&self, memory: &MemoryId) -> MemoryDetail {
        self.rest("POST", &format!("/memories/{memory}/open"), &json!({})).await.expect(200).json()
    }

    /// Tries to correct a memory.
    pub async fn correct(&self, memory: &MemoryId, version: i64, to: &EditableMemory) -> Answer {
        self.rest("PUT", &format!("/memories/{memory}"), &json!({ "version": version, "memory": to })).await
    }

    /// Tries to delete a memory.
    pub async fn delete(&self, memory: &MemoryId, version: i64) -> DeletionReport {
        let chosen = json!({ "chosen": [{ "memory_id": memory, "version": version }] });
        self.rest("POST", "/memories/delete", &chosen).await.expect(200).json()
    }

    /// A program of this person's, with a new key.
    pub async fn program(&self, name: &str) -> PersonalProgram {
        let made = self.rest("POST", "/keys", &json!({ "name": name })).await.expect(201);
        PersonalProgram { client: Client::new(self.client.host.clone()), key: made.json() }
    }

    /// Switches memory on or off.
    pub async fn consent(&self, granted: bool) -> ConsentView {
        self.rest("PUT", "/consent", &json!({ "granted": granted })).await.expect(200).json()
    }

    /// How many memories the person's own list shows.
    pub async fn memory_count(&self) -> usize {
        self.list("").await.items.len()
    }

    /// Whether the session still stands.
    pub async fn is_signed_in(&self) -> bool {
        match self.get("/api/v1/me/consent").await.status {
            200 => true,
            401 => false,
            other => panic!("status {other}"),
        }
    }
}

fn pair(set_cookie: &str) -> String {
    set_cookie.split(';').next().unwrap().to_owned()
}

/// A program of a person's own, with a personal key. It has no cookie, and says nothing of where it runs.
pub struct PersonalProgram {
    client: Client,
    key: CreatedPersonalKey,
}

impl PersonalProgram {
    /// The key.
    pub fn key(&self) -> &CreatedPersonalKey {
        &self.key
    }

    /// A request with the key on it.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.bare(method, path).bearer_auth(&self.key.secret)
    }

    /// Reads over REST.
    pub async fn get(&self, path: &str) -> Answer {
        send(self.request("GET", &format!("/api/v1/me{path}"))).await
    }

    /// Asks over REST.
    pub async fn rest(&self, method: &str, path: &str, body: &Value) -> Answer {
        send(self.request(method, &format!("/api/v1/me{path}")).json(body)).await
    }
}

/// A chat service with an API key.
pub struct Service {
    client: Client,
    key: NewKey,
}

impl Service {
    /// A service with that key.
    pub fn new(host: String, key: NewKey) -> Self {
        Self { client: Client::new(host), key }
    }

    /// The service's id.
    pub fn id(&self) -> &ServiceId {
        &self.key.service
    }

    /// The key's secret.
    pub fn secret(&self) -> &str {
        &self.key.secret
    }

    /// The key's record.
    pub fn key_id(&self) -> &contract::KeyId {
        &self.key.id
    }

    /// A request with the key on it.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.bare(method, path).bearer_auth(&self.key.secret)
    }

    /// Posts a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.request("POST", path).json(body)).await
    }

    /// Tries to save `statement` about `subject`.
    pub async fn save(&self, subject: &str, statement: &str) -> Answer {
        self.save_with(subject, statement, &json!({})).await
    }

    /// The same, with further fields.
    pub async fn save_with(&self, subject: &str, statement: &str, more: &Value) -> Answer {
        let mut body = json!({ "subject": subject, "statement": statement, "kind": "FACT" });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        self.post("/api/v1/memories", &body).await
    }

    /// Saves, and expects it to be new.
    pub async fn must_save(&self, subject: &str, statement: &str) -> SavedMemory {
        self.save(subject, statement).await.expect(201).json()
    }

    /// Tries to recall.
    pub async fn recall(&self, subject: &str, query: &str) -> Answer {
        self.post("/api/v1/recall", &json!({ "subject": subject, "query": query })).await
    }

    /// Recalls, and returns the statements found.
    pub async fn found(&self, subject: &str, query: &str) -> Vec<String> {
        let answer: RecallAnswer = self.recall(subject, query).await.expect(200).json();
        answer.memories.into_iter().map(|memory| memory.statement).collect()
    }
}
