use super::Page;
use super::filters::areas;
use super::words::area_key;
use crate::i18n::{Locale, know_the_console};
use contract::{AuditEnding, AuditEntry, AuditList, Count, ListAudit};
use leptos::prelude::*;

fn entry() -> AuditEntry {
    AuditEntry {
        seq: 17,
        audit_id: "aud_1".into(),
        at: "2026-07-16T04:30:00.5Z".parse().expect("a time"),
        actor_kind: "service".into(),
        actor_id: Some("key_1".into()),
        action: "memory.recall".into(),
        outcome: "consent_required".into(),
        ending: AuditEnding::NotDone,
        subject_id: Some("usr_1".into()),
        object_id: None,
        detail: Some("version=2 fields=statement".into()),
        prev_hash: "0a".repeat(32),
        hash: "0b".repeat(32),
    }
}

fn html(locale: Locale, items: Vec<AuditEntry>, request: ListAudit) -> String {
    know_the_console();
    Owner::new().with(|| {
        provide_context(locale);
        let page = AuditList { items, next_cursor: Some("5.6".into()), count: Count { value: 1_000, more: true } };
        view! { <Page page request /> }.to_html().replace("<!>", "")
    })
}

#[test]
fn an_entry_says_everything_in_words_and_as_it_stands_in_the_log() {
    let request = ListAudit { actor: Some("key_1".into()), ..ListAudit::default() };
    let html = html(Locale::Ko, vec![entry()], request);
    for text in [
        "서비스",
        "consent_required",
        "memory.recall",
        "version=2 fields=statement",
        "2026-07-16T04:30:00.5Z",
        "1,000+",
        "/admin/audit?subject=usr%5F1",
        "/admin/audit?actor=key%5F1&amp;cursor=5%2E6",
        "/api/v1/admin/audit/export?actor=key%5F1",
    ] {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
    assert!(html.contains(&"0b".repeat(32)), "{html}");
}

#[test]
fn what_another_program_wrote_shows_as_it_is() {
    let stranger = AuditEntry { action: "<b>".into(), actor_kind: "robot".into(), ..entry() };
    let html = html(Locale::En, vec![stranger], ListAudit::default());
    assert!(html.contains("&lt;b&gt;") && html.contains("robot"), "{html}");
}

#[test]
fn an_empty_page_offers_a_way_out() {
    let html = html(Locale::En, Vec::new(), ListAudit::default());
    assert!(html.contains("href=\"/admin/audit\"") && !html.contains("export"), "{html}");
}

#[test]
fn every_area_has_a_name() {
    let nameless: Vec<_> = areas().into_iter().filter(|area| area_key(area).is_none()).collect();
    assert!(nameless.is_empty(), "{nameless:?}");
}

#[test]
fn nothing_breaks_the_content_security_policy() {
    let html = html(Locale::En, vec![entry()], ListAudit::default());
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}
