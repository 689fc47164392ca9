//! What belongs to others looks exactly like what does not exist: same status, same body.

use crate::support::{Answer, Service, TestServer};
use contract::{PrefixedId, Role, ServiceId, UserId};
use serde_json::{Value, json};

fn same(left: &Answer, right: &Answer) {
    assert_eq!((left.status, &left.body), (right.status, &right.body));
}

async fn both(service: &Service, subject: &str) -> [Answer; 2] {
    [service.save(subject, "tea").await, service.recall(subject, "tea").await]
}

#[tokio::test]
async fn people_of_another_tenant_do_not_exist() {
    let server = TestServer::start().await;
    let theirs = server.person_as("mina", Role::User, "other").await;
    theirs.consent(true).await;
    let other = server.service_in("notes", "other").await;
    other.must_save("mina", "tea").await;
    let ours = server.service("notes").await;
    let nobody = UserId::from_bytes([7; 16]);
    let missing = both(&ours, nobody.as_str()).await;
    for subject in [theirs.id().as_str(), "mina"] {
        let existing = both(&ours, subject).await;
        for (left, right) in existing.iter().zip(&missing) {
            same(left, right);
        }
    }
    assert_eq!(theirs.memory_count().await, 1);
}

#[tokio::test]
async fn people_see_their_own_memories_only() {
    let server = TestServer::start().await;
    let (mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let service = server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    service.must_save("jiho", "Jiho likes coffee").await;
    for (person, own, foreign) in [(&mina, "tea", "coffee"), (&jiho, "coffee", "tea")] {
        for path in ["/api/v1/me/memories", "/me"] {
            let body = person.get(path).await.expect(200).body;
            assert!(body.contains(own) && !body.contains(foreign), "{path}");
        }
    }
    assert_eq!(service.found("mina", "likes").await, ["Mina likes tea"]);
    assert_eq!(service.found("jiho", "likes").await, ["Jiho likes coffee"]);
}

#[tokio::test]
async fn a_cursor_of_somebody_else_opens_nothing() {
    let server = TestServer::start().await;
    let (mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let service = server.service("notes").await;
    for number in 0..3 {
        service.must_save("mina", &format!("secret of Mina {number}")).await;
    }
    let page: Value = mina.get("/api/v1/me/memories?limit=1").await.expect(200).json();
    let cursor = page["next_cursor"].as_str().unwrap();
    let answer = jiho.get(&format!("/api/v1/me/memories?limit=1&cursor={cursor}")).await;
    assert!(!answer.body.contains("secret of Mina"), "{answer:?}");
}

#[tokio::test]
async fn ids_of_somebody_else_are_ids_of_nothing() {
    let server = TestServer::start().await;
    let (mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let memory = server.service("notes").await.must_save("mina", "secret of Mina").await.memory_id;
    let detail = mina.open(&memory).await;
    let key = mina.program("script").await.key().key.key_id.clone();
    let sessions: Value = mina.get("/api/v1/me/sessions").await.expect(200).json();
    let session = sessions["items"][0]["session_id"].as_str().unwrap().to_owned();
    let correction = json!({ "version": 1, "memory": detail.memory });
    let none = "7".repeat(32);
    for (method, path, id, body) in [
        ("POST", "/memories/ID/open", memory.as_str(), json!({})),
        ("PUT", "/memories/ID", memory.as_str(), correction),
        ("DELETE", "/keys/ID", key.as_str(), json!({})),
        ("DELETE", "/sessions/ID", session.as_str(), json!({})),
    ] {
        let missing = format!("{}{none}", &id[..4]);
        let existing = jiho.rest(method, &path.replace("ID", id), &body).await.expect(404);
        same(&existing, &jiho.rest(method, &path.replace("ID", &missing), &body).await);
    }
    let progress = json!({ "memories": [memory] });
    let progress: Value = jiho.rest("POST", "/memories/progress", &progress).await.expect(200).json();
    assert_eq!(progress, json!({ "items": [] }));
    assert!(mina.is_signed_in().await);
    assert_eq!(mina.open(&memory).await.memory, detail.memory);
}

#[tokio::test]
async fn another_services_scope_does_not_exist() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let (notes, shop) = (server.service("notes").await, server.service("shop").await);
    let nobody = ServiceId::from_bytes([7; 16]);
    for path in ["/api/v1/memories", "/api/v1/recall"] {
        let body = |service: &ServiceId| {
            let scope = format!("service:{service}");
            if path.ends_with("recall") {
                json!({ "subject": "mina", "query": "tea", "scopes": [scope] })
            } else {
                json!({ "subject": "mina", "statement": "tea", "kind": "FACT", "scope": scope })
            }
        };
        let existing = notes.post(path, &body(shop.id())).await;
        let missing = notes.post(path, &body(&nobody)).await;
        assert!((400..500).contains(&existing.status), "{existing:?}");
        same(&existing, &missing);
    }
}

#[tokio::test]
async fn keys_that_never_were_and_keys_that_were_revoked_look_the_same() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    server.admin("default").await.revoke_key(service.key_id()).await.unwrap();
    let revoked = service.recall("mina", "tea").await.expect(401);
    let request = server.anonymous().client().bare("POST", "/api/v1/recall").bearer_auth("gk_never");
    let unknown = crate::support::send(request.json(&json!({ "subject": "mina", "query": "tea" }))).await;
    same(&revoked, &unknown);
}
