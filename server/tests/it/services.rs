//! Chat services over HTTP: only what is deployed has effect, a key is told once, and nobody sees another's services.

use crate::support::{Person, Service, TestServer};
use contract::{
    CreatedServiceKey, ErrorCode, RecallAnswer, RevisionView, Role, SavedMemory, ServiceDetail, ServiceList, Status,
};
use domain::desks::NewKey;
use serde_json::{Value, json};

/// An administrator's console, with a person whom services may remember.
struct Office {
    server: TestServer,
    admin: Person,
}

impl Office {
    async fn new() -> Self {
        let server = TestServer::start().await;
        server.remembered("mina").await;
        let admin = server.person_as("sora", Role::Admin, "default").await;
        Self { server, admin }
    }

    async fn make(&self, name: &str) -> ServiceDetail {
        self.admin.console("POST", "/services", &json!({ "name": name })).await.expect(201).json()
    }

    async fn see(&self, service: &ServiceDetail) -> ServiceDetail {
        self.admin.get(&format!("/api/v1/admin{}", path(service))).await.expect(200).json()
    }

    async fn revise(&self, service: &ServiceDetail, settings: Value) -> ServiceDetail {
        let body = json!({ "settings": settings, "based_on": service.latest });
        self.admin.console("POST", &format!("{}/revisions", path(service)), &body).await.expect(201).json()
    }

    async fn deploy(&self, service: &ServiceDetail, revision: u32) -> ServiceDetail {
        let body = json!({ "revision": revision, "seen_deployed": service.deployed });
        self.admin.console("POST", &format!("{}/deploy", path(service)), &body).await.expect(200).json()
    }

    async fn key(&self, service: &ServiceDetail) -> Service {
        let made = self.admin.console("POST", &format!("{}/keys", path(service)), &json!({})).await.expect(201);
        let CreatedServiceKey { key_id, secret } = made.json();
        Service::new(self.server.host(), NewKey { id: key_id, secret, service: service.service_id.clone() })
    }
}

fn path(service: &ServiceDetail) -> String {
    format!("/services/{}", service.service_id)
}

/// How what the service saves begins.
async fn saved(service: &Service, statement: &str) -> Status {
    service.save("mina", statement).await.expect(201).json::<SavedMemory>().status
}

#[tokio::test]
async fn from_the_first_revision_to_the_roll_back() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    assert_eq!((service.deployed, service.latest), (None, 1));
    let chat = office.key(&service).await;
    chat.save("mina", "likes green tea").await.expect(403).problem(ErrorCode::MemoryOff);
    chat.recall("mina", "tea?").await.expect(403).problem(ErrorCode::MemoryOff);
    let service = office.deploy(&service, 1).await;
    assert_eq!(saved(&chat, "likes green tea").await, Status::Candidate, "everything is reviewed");
    let settings = json!({ "approval": "none", "recall": { "top_k": 1 } });
    let service = office.revise(&service, settings).await;
    assert_eq!((service.deployed, service.latest), (Some(1), 2));
    let changed: Vec<_> = service.undeployed.iter().map(|change| change.field.as_str()).collect();
    assert_eq!(changed, ["approval", "recall.top_k"]);
    assert_eq!(saved(&chat, "likes black tea").await, Status::Candidate, "what is saved has no effect yet");
    let service = office.deploy(&service, 2).await;
    for statement in ["likes white tea", "likes oolong tea", "likes jasmine tea"] {
        assert_eq!(saved(&chat, statement).await, Status::Active);
    }
    assert_eq!(chat.found("mina", "tea").await.len(), 1);
    let body = json!({ "subject": "mina", "query": "tea", "top_k": 2 });
    let answer: RecallAnswer = chat.post("/api/v1/recall", &body).await.expect(200).json();
    assert_eq!(answer.memories.len(), 2, "a call may say otherwise");
    let service = office.deploy(&service, 1).await;
    assert_eq!((service.deployed, service.latest), (Some(1), 2));
    assert_eq!(saved(&chat, "likes mint tea").await, Status::Candidate);
    assert_eq!(chat.found("mina", "tea").await.len(), 3);
    let revisions: Vec<_> = service.revisions.iter().map(|row| (row.number, row.is_deployed)).collect();
    assert_eq!(revisions, [(2, false), (1, true)]);
    assert_eq!(office.server.audited("service.deploy").await.len(), 3);
}

#[tokio::test]
async fn two_administrators_do_not_overwrite_each_other() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    office.revise(&service, json!({})).await;
    let revise = json!({ "settings": { "memory": false }, "based_on": 1 });
    let stale = office.admin.console("POST", &format!("{}/revisions", path(&service)), &revise).await.expect(409);
    stale.problem(ErrorCode::StaleVersion);
    office.deploy(&service, 1).await;
    for seen in [json!({ "revision": 2 }), json!({ "revision": 2, "seen_deployed": 2 })] {
        let stale = office.admin.console("POST", &format!("{}/deploy", path(&service)), &seen).await.expect(409);
        stale.problem(ErrorCode::StaleVersion);
    }
    let now = office.see(&service).await;
    assert_eq!((now.deployed, now.latest), (Some(1), 2));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_by_field() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    let settings = |settings: Value| json!({ "settings": settings, "based_on": 1 });
    for (what, body, field) in [
        ("", json!({}), "name"),
        ("", json!({ "name": " " }), "name"),
        ("", json!({ "name": "CHAT", "settings": { "colour": "red" } }), "settings.colour"),
        ("", json!({ "name": " chat " }), "name"),
        ("/revisions", json!({ "based_on": 1 }), "settings"),
        ("/revisions", json!({ "settings": {} }), "based_on"),
        ("/revisions", settings(json!({ "nightly": "24:00" })), "settings.nightly"),
        ("/revisions", settings(json!({ "approval": "some" })), "settings.approval"),
        ("/revisions", settings(json!({ "extractor": "http://elsewhere.example" })), "settings.extractor"),
        ("/revisions", settings(json!({ "recall": { "top_k": 0 } })), "settings.recall.top_k"),
        ("/revisions", settings(json!({ "recall": { "threshold": "1" } })), "settings.recall.threshold"),
        ("/revisions", settings(json!({ "recall": { "template": "{count}" } })), "settings.recall.template"),
        ("/revisions", json!({ "settings": {}, "based_on": 1, "note": "x".repeat(501) }), "note"),
        ("/deploy", json!({ "revision": -1 }), "revision"),
        ("/deploy", json!({ "revision": "1" }), "revision"),
    ] {
        let address = if what.is_empty() { "/services".to_owned() } else { format!("{}{what}", path(&service)) };
        let answer = office.admin.console("POST", &address, &body).await.expect(422);
        assert_eq!(answer.faulty_fields(), [field], "{what} {body}");
    }
    let now = office.see(&service).await;
    assert_eq!((now.deployed, now.latest), (None, 1), "nothing was saved");
    let list: ServiceList = office.admin.get("/api/v1/admin/services").await.expect(200).json();
    assert_eq!(list.items.len(), 1);
}

#[tokio::test]
async fn revisions_are_held_against_each_other() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    let service = office.revise(&service, json!({ "recall": { "top_k": 3 } })).await;
    let address = |rest: &str| format!("/api/v1/admin{}/revisions/{rest}", path(&service));
    let view: RevisionView = office.admin.get(&address("2?against=1")).await.expect(200).json();
    let changes: Vec<_> = view.changes.iter().map(|change| (change.field.as_str(), change.after.as_deref())).collect();
    assert_eq!(changes, [("recall.top_k", Some("3"))]);
    for nothing in ["3", "0", "-1", "x", "2?against=9"] {
        office.admin.get(&address(nothing)).await.expect(404).problem(ErrorCode::NotFound);
    }
    for unreadable in ["2?against=x", "2?beside=1"] {
        office.admin.get(&address(unreadable)).await.expect(400).problem(ErrorCode::MalformedRequest);
    }
}

#[tokio::test]
async fn a_key_is_told_once_and_stops_at_once() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    office.deploy(&service, 1).await;
    let chat = office.key(&service).await;
    chat.recall("mina", "tea?").await.expect(200);
    let pages = [
        format!("/api/v1/admin{}", path(&service)),
        "/api/v1/admin/services".to_owned(),
        "/api/v1/admin/audit/export".to_owned(),
    ];
    for page in &pages {
        assert!(!office.admin.get(page).await.expect(200).body.contains(chat.secret()), "{page}");
    }
    let row = office.see(&service).await.keys.remove(0);
    assert!(chat.secret().starts_with(&row.prefix) && row.last_used_at.is_some(), "{row:?}");
    let revoke = format!("{}/keys/{}", path(&service), chat.key_id());
    let another = office.make("another").await;
    let wrong = format!("{}/keys/{}", path(&another), chat.key_id());
    office.admin.console("DELETE", &wrong, &json!({})).await.expect(404).problem(ErrorCode::NotFound);
    office.admin.console("DELETE", &revoke, &json!({})).await.expect(204);
    chat.recall("mina", "tea?").await.expect(401).problem(ErrorCode::Unauthenticated);
    office.admin.console("DELETE", &revoke, &json!({})).await.expect(404).problem(ErrorCode::NotFound);
    let malformed = format!("{}/keys/mem_{}", path(&service), "7".repeat(32));
    office.admin.console("DELETE", &malformed, &json!({})).await.expect(404).problem(ErrorCode::NotFound);
}

#[tokio::test]
async fn another_tenants_services_are_not_there() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    let chat = office.key(&service).await;
    let stranger = office.server.person_as("boss", Role::Superadmin, "other").await;
    let list: ServiceList = stranger.get("/api/v1/admin/services").await.expect(200).json();
    assert!(list.items.is_empty());
    let key = format!("/keys/{}", chat.key_id());
    for (method, what, body) in [
        ("GET", "", json!({})),
        ("GET", "/revisions/1", json!({})),
        ("POST", "/revisions", json!({ "settings": {}, "based_on": 1 })),
        ("POST", "/deploy", json!({ "revision": 1 })),
        ("POST", "/keys", json!({})),
        ("DELETE", &key, json!({})),
    ] {
        let existing = stranger.console(method, &format!("{}{what}", path(&service)), &body).await.expect(404);
        let none = format!("/services/svc_{}{what}", "7".repeat(32));
        assert_eq!(existing.body, stranger.console(method, &none, &body).await.body, "{what}");
    }
    // The same name is free elsewhere.
    stranger.console("POST", "/services", &json!({ "name": "chat" })).await.expect(201);
    let now = office.see(&service).await;
    assert_eq!((now.deployed, now.latest, now.keys.len()), (None, 1, 1));
    assert!(now.keys[0].revoked_at.is_none());
}

#[tokio::test]
async fn only_administrators_deploy_and_trying_is_noted() {
    let office = Office::new().await;
    let service = office.make("chat").await;
    let service = office.deploy(&service, 1).await;
    let service = office.revise(&service, json!({ "approval": "none" })).await;
    let body = json!({ "revision": 2, "seen_deployed": 1 });
    let deploy = format!("{}/deploy", path(&service));
    let reviewer = office.server.person_as("jiho", Role::Reviewer, "default").await;
    reviewer.console("POST", &deploy, &body).await.expect(403).problem(ErrorCode::Forbidden);
    let chat = office.key(&service).await;
    chat.post(&format!("/api/v1/admin{deploy}"), &body).await.expect(403).problem(ErrorCode::Forbidden);
    let program = office.admin.program("script").await;
    let request = program.request("POST", &format!("/api/v1/admin{deploy}")).json(&body);
    crate::support::send(request).await.expect(403).problem(ErrorCode::Forbidden);
    assert_eq!(office.see(&service).await.deployed, Some(1));
    let who: Vec<_> = office.server.audited("access.denied").await.into_iter().map(|one| one.actor_kind).collect();
    assert_eq!(who, ["person", "service", "personal_key"]);
}

#[tokio::test]
async fn services_come_in_pages() {
    let office = Office::new().await;
    for name in ["first", "second", "third"] {
        office.make(name).await;
    }
    let page = async |parameters: &str| -> ServiceList {
        office.admin.get(&format!("/api/v1/admin/services?{parameters}")).await.expect(200).json()
    };
    let names = |list: &ServiceList| list.items.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    let first = page("limit=2").await;
    assert_eq!(names(&first), ["third", "second"]);
    let second = page(&format!("limit=2&cursor={}", first.next_cursor.unwrap())).await;
    assert_eq!((names(&second), second.next_cursor), (vec!["first".to_owned()], None));
    let wrong = office.admin.get("/api/v1/admin/services?cursor=x").await.expect(422);
    assert_eq!(wrong.faulty_fields(), ["cursor"]);
}
