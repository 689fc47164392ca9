use super::detail::MemoryFacts;
use super::list::{ListState, MemoryTableRow};
use crate::i18n::Locale;
use contract::review::{DecisionKind, RejectReason, ReviewOutcome};
use contract::{
    Authority, ChangedBy, DiffPart, EditableMemory, FieldChange, IndexState, Kind, MemoryDetail, MemoryId, MemoryRow,
    OwnerAction, PrefixedId, Provenance, Scope, Sensitivity, SourceRole, Statement, Status, Validity, VersionView,
};
use leptos::prelude::*;

fn row(statement: Statement) -> MemoryRow {
    let moment = |text: &str| text.parse().expect("valid");
    MemoryRow {
        memory_id: MemoryId::from_bytes([7; 16]),
        version: 3,
        statement,
        kind: Kind::Rule,
        scope: Scope::Personal,
        service_name: None,
        status: Status::Active,
        sensitivity: Sensitivity::Pii,
        validity: Validity { from: moment("2026-07-16T01:00:00Z"), to: Some(moment("2026-08-01T00:00:00Z")) },
        current: false,
        index_state: IndexState::Excluded,
        recorded_at: moment("2026-07-16T01:00:00Z"),
    }
}

fn html(locale: Locale, row: MemoryRow) -> String {
    Owner::new().with(|| {
        provide_context(locale);
        view! { <MemoryTableRow row list=ListState::new() /> }.to_html()
    })
}

#[test]
fn a_row_says_everything_in_plain_words() {
    let html = html(Locale::Ko, row(Statement::Shown("보고는 결론부터 <한다>".into())));
    for text in [
        "보고는 결론부터 &lt;한다&gt;",
        "규칙",
        "내 모든 어시스턴트",
        "2026년 7월 16일부터",
        "2026년 8월 1일까지",
        "현재 유효하지 않음",
        "검색 제외",
    ] {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
    assert!(html.contains("datetime=\"2026-07-16T01:00:00Z\""), "{html}");
}

#[test]
fn a_masked_statement_says_why_and_nothing_else() {
    let html = html(Locale::En, row(Statement::Masked));
    assert!(html.contains("Hidden") && html.contains("never searched"), "{html}");
    assert!(!html.contains("class=\"statement\""), "{html}");
}

#[test]
fn an_unreadable_statement_says_what_can_be_done() {
    let html = html(Locale::En, row(Statement::Unreadable));
    assert!(html.contains("Cannot be read") && html.contains("delete it"), "{html}");
}

#[test]
fn a_row_opens_by_a_plain_post() {
    let html = html(Locale::En, row(Statement::Masked));
    let id = "07".repeat(16);
    assert!(html.contains(&format!("method=\"post\" action=\"/me/memories/mem_{id}\"")), "{html}");
    assert!(html.contains(&format!("id=\"open-mem_{id}\"")), "{html}");
}

fn detail() -> MemoryDetail {
    let moment = |text: &str| text.parse().expect("valid");
    let json =
        r#"{"statement":"likes <b>tea</b>","sensitivity":"pii","confidence":0.5,"valid_from":"2026-01-01T00:00:00Z"}"#;
    MemoryDetail {
        memory_id: MemoryId::from_bytes([7; 16]),
        version: 2,
        kind: Kind::Preference,
        class: Kind::Preference.class(),
        scope: Scope::Personal,
        service_name: None,
        status: Status::Active,
        authority: Authority::UserCorrection,
        current: true,
        index_state: IndexState::Excluded,
        embedding_model: None,
        recorded_at: moment("2026-07-16T01:00:00Z"),
        memory: EditableMemory::from_json(json).expect("reads"),
        proposed_sensitivity: None,
        provenance: vec![Provenance {
            service_name: Some("Notes".into()),
            conversation_id: Some("c-1".into()),
            event_id: "m-1".into(),
            span: Some("I like <tea>".into()),
            role: SourceRole::User,
            occurred_at: None,
            recorded_at: moment("2026-07-16T01:00:00Z"),
        }],
        review: Some(ReviewOutcome {
            kind: DecisionKind::Reject,
            at: moment("2026-07-18T00:00:00Z"),
            reason: Some(RejectReason::NotSaid),
            note: Some("said <by> a friend".into()),
        }),
        history: vec![VersionView {
            version: 2,
            recorded_from: moment("2026-07-17T00:00:00Z"),
            recorded_to: None,
            by: ChangedBy::You,
            reason: "correction".into(),
            changes: vec![FieldChange {
                field: "statement".into(),
                parts: vec![DiffPart::Removed("coffee".into()), DiffPart::Added("tea".into())],
            }],
            unreadable: false,
        }],
        allowed: vec![OwnerAction::Correct, OwnerAction::Delete],
    }
}

#[test]
fn an_opened_memory_shows_all_and_tells_changes_by_words() {
    let html = Owner::new().with(|| {
        provide_context(Locale::En);
        view! { <MemoryFacts detail=detail() /> }.to_html()
    });
    for text in ["likes &lt;b&gt;tea&lt;/b&gt;", "I like &lt;tea&gt;", "Personal data", "Notes", "corrected", "by you"]
    {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
    let plain = html.replace("<!>", "");
    let words =
        |tag: &str| plain.split(&format!("<{tag}>")).nth(1).expect("is there").split(tag).next().map(str::to_owned);
    assert!(words("del").is_some_and(|text| text.contains("removed:") && text.contains("coffee")), "{plain}");
    assert!(words("ins").is_some_and(|text| text.contains("added:") && text.contains("tea")), "{plain}");
}

#[test]
fn an_opened_memory_says_why_it_was_rejected() {
    let html = Owner::new().with(|| {
        provide_context(Locale::En);
        view! { <MemoryFacts detail=detail() /> }.to_html()
    });
    for text in ["A reviewer rejected it", "Not said by the person", "said &lt;by&gt; a friend"] {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
}

#[test]
fn nothing_in_a_row_breaks_the_content_security_policy() {
    let html = html(Locale::En, row(Statement::Shown("plain".into())));
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}
