//! Deleting over REST: gone from list and recall, row by row, and not to come back by itself.

use crate::support::{PASSWORD, TestServer};
use contract::{DeletionReport, ErrorCode, MemoryId, PrefixedId};
use serde_json::{Value, json};
use std::time::Duration;

fn errors(report: &DeletionReport) -> Vec<Option<ErrorCode>> {
    report.rows.iter().map(|row| row.error).collect()
}

#[tokio::test]
async fn what_is_deleted_is_gone_everywhere() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let tea = service.must_save("mina", "Mina likes tea").await.memory_id;
    service.must_save("mina", "Mina likes coffee").await;
    let report = person.delete(&tea, 1).await;
    assert_eq!((errors(&report), report.rows[0].was_missing_in_index), (vec![None], false));
    assert_eq!(service.found("mina", "Mina likes").await, ["Mina likes coffee"]);
    assert_eq!(person.list("").await.items.len(), 1);
    assert!(person.list("q=tea").await.items.is_empty());
    let open = person.rest("POST", &format!("/memories/{tea}/open"), &json!({})).await.expect(404);
    open.problem(ErrorCode::NotFound);
    assert_eq!(errors(&person.delete(&tea, 1).await), [Some(ErrorCode::NotFound)], "twice");
}

#[tokio::test]
async fn of_two_deletions_at_once_one_finds_it() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let tea = server.service("notes").await.must_save("mina", "Mina likes tea").await.memory_id;
    let (first, second) = tokio::join!(person.delete(&tea, 1), person.delete(&tea, 1));
    let all = [errors(&first), errors(&second)].concat();
    assert_eq!(all.iter().filter(|error| error.is_none()).count(), 1, "{all:?}");
    assert_eq!(server.audited("memory.delete").await.iter().filter(|entry| entry.outcome == "ok").count(), 1);
}

#[tokio::test]
async fn it_comes_back_only_if_the_person_asks() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let tea = service.must_save("mina", "Mina likes tea").await.memory_id;
    person.delete(&tea, 1).await;
    service.save("mina", "Mina likes tea").await.expect(409).problem(ErrorCode::DeletedByOwner);
    let asked = json!({ "requested_by_user": true });
    service.save_with("mina", "Mina likes tea", &asked).await.expect(201);
    assert_eq!(service.found("mina", "tea").await, ["Mina likes tea"]);
}

#[tokio::test]
async fn each_row_of_a_batch_says_what_became_of_it() {
    let server = TestServer::start().await;
    let (mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let service = server.service("notes").await;
    let own = service.must_save("mina", "Mina likes tea").await.memory_id;
    let stale = service.must_save("mina", "Mina likes water").await.memory_id;
    let foreign = service.must_save("jiho", "Jiho likes tea").await.memory_id;
    let nobody = MemoryId::from_bytes([7; 16]);
    let row = |id: &MemoryId, version: i64| json!({ "memory_id": id, "version": version });
    let chosen = json!({ "chosen": [row(&own, 1), row(&stale, 9), row(&foreign, 1), row(&nobody, 1)] });
    let report: DeletionReport = mina.rest("POST", "/memories/delete", &chosen).await.expect(200).json();
    let expected = [None, Some(ErrorCode::StaleVersion), Some(ErrorCode::NotFound), Some(ErrorCode::NotFound)];
    assert_eq!(errors(&report), expected);
    assert_eq!(jiho.list("").await.items.len(), 1);
    assert_eq!(mina.list("").await.items[0].memory_id, stale);
}

#[tokio::test]
async fn all_that_match_and_nothing_that_came_later() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    service.save_with("mina", "Always reply in Korean", &json!({ "kind": "RULE" })).await.expect(201);
    let as_of = person.list("kind=FACT").await.as_of;
    server.advance(Duration::from_secs(1));
    service.must_save("mina", "Mina likes coffee").await;
    let matching = json!({ "matching": { "filter": { "kind": "FACT" }, "unchanged_since": as_of } });
    let report: DeletionReport = person.rest("POST", "/memories/delete", &matching).await.expect(200).json();
    assert_eq!((report.deleted(), report.remaining.value), (1, 0));
    let left: Vec<_> = person.list("order=asc").await.items.into_iter().map(|row| row.statement).collect();
    let shown = |text: &str| contract::Statement::Shown(text.to_owned());
    assert_eq!(left, [shown("Always reply in Korean"), shown("Mina likes coffee")]);
}

#[tokio::test]
async fn requests_that_name_nothing_or_too_much() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let row = json!({ "memory_id": MemoryId::from_bytes([7; 16]), "version": 1 });
    let rest = async |body: &Value| person.rest("POST", "/memories/delete", body).await.expect(422);
    assert_eq!(rest(&json!({ "chosen": [] })).await.faulty_fields(), ["chosen"]);
    assert_eq!(rest(&json!({ "chosen": vec![row; 201] })).await.faulty_fields(), ["chosen"]);
    rest(&json!({ "everything": true })).await;
    rest(&json!({ "matching": { "filter": { "colour": "red" }, "unchanged_since": "2026-01-01T00:00:00Z" } })).await;
    rest(&json!({ "matching": { "filter": {} } })).await;
}

#[tokio::test]
async fn an_index_that_is_down_changes_nothing_and_one_that_forgot_is_a_warning() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let service = server.service("notes").await;
    let tea = service.must_save("mina", "Mina likes tea").await.memory_id;
    server.index().set_down(true);
    assert_eq!(errors(&person.delete(&tea, 1).await), [Some(ErrorCode::IndexUnavailable)]);
    assert_eq!(service.found("mina", "tea").await, ["Mina likes tea"]);
    server.index().set_down(false);
    server.index().lose(&tea);
    service.must_save("mina", "Mina lives in Seoul").await;
    let report = person.delete(&tea, 1).await;
    assert_eq!((errors(&report), report.rows[0].was_missing_in_index), (vec![None], true));
}

#[tokio::test]
async fn consent_is_not_needed_to_delete() {
    let server = TestServer::start().await;
    let person = server.remembered("mina").await;
    let tea = server.service("notes").await.must_save("mina", "Mina likes tea").await.memory_id;
    person.consent(false).await;
    assert_eq!(errors(&person.delete(&tea, 1).await), [None]);
}

#[tokio::test]
async fn everything_goes_after_password_and_typed_words_and_nothing_of_others() {
    let server = TestServer::start().await;
    let (mina, jiho) = (server.remembered("mina").await, server.remembered("jiho").await);
    let service = server.service("notes").await;
    service.must_save("mina", "Mina likes tea").await;
    let secret = json!({ "sensitivity": "restricted" });
    service.save_with("mina", "Mina's diary", &secret).await.expect(201);
    service.must_save("jiho", "Jiho likes tea").await;
    let ask = async |password: &str, confirmation: &str| {
        let body = json!({ "password": password, "confirmation": confirmation });
        mina.rest("POST", "/delete-everything", &body).await
    };
    assert_eq!(ask(PASSWORD, "yes").await.expect(422).faulty_fields(), ["confirmation"]);
    ask("not my password", "delete everything").await.expect(403).problem(ErrorCode::WrongPassword);
    assert_eq!(mina.list("").await.items.len(), 2);
    let report: DeletionReport = ask(PASSWORD, " 모두 삭제 ").await.expect(200).json();
    assert_eq!((report.deleted(), report.remaining.value), (2, 0));
    assert!(mina.list("").await.items.is_empty());
    assert!(service.found("mina", "tea").await.is_empty());
    assert_eq!(service.found("jiho", "tea").await, ["Jiho likes tea"]);
    assert_eq!(jiho.list("").await.items.len(), 1);
    let report: DeletionReport = ask(PASSWORD, "Delete Everything").await.expect(200).json();
    assert!(report.rows.is_empty(), "twice");
}
