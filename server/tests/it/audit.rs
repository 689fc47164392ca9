//! The audit log over REST, on its page and on the command line; and the overview beside it.

use crate::support::{TestServer, gieok, send, serve};
use contract::{AuditEntry, AuditList, ErrorCode, Overview, Role};
use serde_json::json;
use std::path::Path;
use tempfile::TempDir;

const LOG: &str = "/api/v1/admin/audit";

#[tokio::test]
async fn an_administrator_reads_filters_and_exports_the_log() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    service.must_save("mina", "violets are blue").await;
    let admin = server.person_as("ada", Role::Admin, "default").await;
    let all: AuditList = admin.get(LOG).await.expect(200).json();
    assert_eq!((all.items[0].action.as_str(), all.next_cursor), ("session.sign_in", None));
    let saves: AuditList = admin.get(&format!("{LOG}?action=memory.save&ending=done&limit=1")).await.expect(200).json();
    assert_eq!(saves.items[0].actor_id.as_deref(), Some(service.key_id().as_str()));
    assert_eq!(saves.count.value, 1);
    let export = admin.get(&format!("{LOG}/export?action=memory.")).await.expect(200);
    assert_eq!(export.header("content-type"), "application/x-ndjson");
    assert!(export.header("content-disposition").ends_with(".ndjson\""), "{export:?}");
    assert_eq!(export.header("cache-control"), "no-store");
    let lines: Vec<AuditEntry> = export.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, saves.items);
    assert_eq!(server.audited("audit.export").await.len(), 1);
    for (query, status) in [("?action=", 422), ("?from=yesterday", 400), ("?colour=red", 400), ("?cursor=x", 422)] {
        admin.get(&format!("{LOG}{query}")).await.expect(status);
    }
    admin.get(&format!("{LOG}/export?actor=")).await.expect(422);
    assert_eq!(server.audited("audit.export").await.len(), 1, "what is not exported is not noted as such");
}

#[tokio::test]
async fn an_export_of_many_chunks_is_whole() {
    let server = TestServer::start().await;
    let mina = server.remembered("mina").await;
    for round in 0..600 {
        mina.consent(round % 2 == 1).await;
    }
    let admin = server.person_as("ada", Role::Admin, "default").await;
    let export = admin.get(&format!("{LOG}/export?action=consent.set")).await.expect(200);
    let numbers: Vec<i64> =
        export.body.lines().map(|line| serde_json::from_str::<AuditEntry>(line).unwrap().seq).collect();
    assert_eq!(numbers.len(), 601);
    assert!(numbers.is_sorted_by(|a, b| a < b), "each once, in order");
}

#[tokio::test]
async fn others_are_refused_and_their_attempts_noted() {
    let server = TestServer::start().await;
    let reviewer = server.person_as("rae", Role::Reviewer, "default").await;
    for path in [LOG, &format!("{LOG}/export")] {
        reviewer.get(path).await.expect(403).problem(ErrorCode::Forbidden);
    }
    reviewer.get("/admin/audit").await.expect(403);
    assert_eq!(server.audited("access.denied").await.len(), 2);
    let mina = server.person("mina").await;
    mina.get("/api/v1/admin/overview").await.expect(403).problem(ErrorCode::Forbidden);
    mina.get("/admin").await.expect(403);
    let seen: Overview = reviewer.get("/api/v1/admin/overview").await.expect(200).json();
    assert_eq!((seen.queue.waiting, seen.days.len()), (0, 30));
}

#[tokio::test]
async fn the_pages_say_what_the_interface_says() {
    let server = TestServer::start().await;
    server.remembered("mina").await;
    let service = server.service("notes").await;
    let saved = service.must_save("mina", "violets are blue").await;
    let admin = server.person_as("ada", Role::Admin, "default").await;
    let page = admin.get("/admin/audit?action=memory.").await.expect(200).body;
    assert!(page.contains(saved.memory_id.as_str()), "{page}");
    assert!(page.contains("/api/v1/admin/audit/export?action=memory%2E"), "{page}");
    assert!(!page.contains("violets"), "{page}");
    let page = admin.get("/admin/audit?actor=nobody").await.expect(200).body;
    assert!(!page.contains(saved.memory_id.as_str()));
    admin.get("/admin/audit?cursor=x&from=yesterday").await.expect(422);
    let page = admin.get("/admin").await.expect(200).body;
    assert!(page.contains("<svg") && page.contains("role=\"img\""), "drawn on the server");
}

#[tokio::test]
async fn a_call_that_cannot_be_read_is_a_call_all_the_same() {
    let server = TestServer::start().await;
    let service = server.service("notes").await;
    for path in ["/api/v1/memories", "/api/v1/recall", "/api/v1/candidates"] {
        send(service.request("POST", path).header("content-type", "application/json").body("{")).await.expect(400);
        send(service.request("POST", path).body("{}")).await.expect(415);
        service.post(path, &json!({ "surprise": 1 })).await.expect(422);
    }
    for action in ["memory.save", "memory.recall", "candidate.propose"] {
        let outcomes: Vec<_> = server.audited(action).await.into_iter().map(|entry| entry.outcome).collect();
        assert_eq!(outcomes, ["malformed_request", "unsupported_media_type", "invalid_input"], "{action}");
    }
}

fn tamper(dir: &Path, statements: &[&'static str]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.join("data/gieok.db"));
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        for statement in ["DROP TRIGGER IF EXISTS audit_log_no_update", "DROP TRIGGER IF EXISTS audit_log_no_delete"]
            .iter()
            .chain(statements)
        {
            sqlx::query(*statement).execute(&pool).await.unwrap();
        }
        pool.close().await;
    });
}

#[test]
fn verify_says_by_its_exit_code_whether_the_log_is_sound() {
    let dir = TempDir::new().unwrap();
    let verify = |more: &[&str]| gieok(dir.path(), &[&["audit", "verify"][..], more].concat(), &[], "");
    let nowhere = verify(&[]);
    assert_eq!((nowhere.code, nowhere.out.as_str()), (Some(2), ""), "{nowhere:?}");
    assert!(nowhere.err.contains("no install in") && !dir.path().join("data").exists(), "{nowhere:?}");
    for name in ["notes", "diary", "helper"] {
        gieok(dir.path(), &["key", "create", "--service", name], &[], "");
    }
    let sound = verify(&[]);
    assert_eq!(sound.code, Some(0), "{sound:?}");
    assert!(sound.err.contains("3 rows are sound"), "{sound:?}");
    let head = sound.out.trim_end().to_owned();
    gieok(dir.path(), &["key", "create", "--service", "more"], &[], "");
    assert_eq!(verify(&["--head", &head]).code, Some(0));
    let elsewhere = verify(&["--head", &"0".repeat(64)]);
    assert_eq!((elsewhere.code, elsewhere.out.as_str()), (Some(1), ""), "{elsewhere:?}");
    assert_eq!(verify(&["--head", "x"]).code, Some(2), "wrong usage, as everywhere");
    tamper(dir.path(), &["UPDATE audit_log SET object_id = 'key_0' WHERE seq = 2"]);
    let changed = verify(&[]);
    assert_eq!((changed.code, changed.out.as_str()), (Some(1), ""), "{changed:?}");
    assert!(changed.err.contains("row 2 (aud_") && changed.err.contains("1 rows before that"), "{changed:?}");
    assert_eq!(changed.err.trim_end().lines().count(), 1, "{changed:?}");
    tamper(dir.path(), &["UPDATE audit_log SET seq = -7 WHERE seq = 3"]);
    let before_all = verify(&[]);
    assert!(before_all.code == Some(1) && before_all.err.contains("row -7 (aud_"), "{before_all:?}");
    std::fs::write(dir.path().join("data/gieok.db"), "no database").unwrap();
    let broken = verify(&[]);
    assert_eq!(broken.code, Some(2), "{broken:?}");
}

#[test]
fn verify_works_beside_a_running_server() {
    let dir = TempDir::new().unwrap();
    let served = serve(dir.path(), &[]);
    gieok(dir.path(), &["key", "create", "--service", "notes"], &[], "");
    let sound = gieok(dir.path(), &["audit", "verify"], &[], "");
    assert!(sound.code == Some(0) && sound.err.contains("1 rows are sound"), "{sound:?}");
    assert_eq!(served.stop().code, Some(0));
}
