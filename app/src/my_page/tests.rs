use super::memory_row::MemoryTableRow;
use crate::i18n::Locale;
use contract::{IndexState, Kind, MemoryId, MemoryRow, PrefixedId, Scope, Sensitivity, Statement, Status, Validity};
use leptos::prelude::*;

fn row(statement: Statement) -> MemoryRow {
    let moment = |text: &str| text.parse().expect("valid");
    MemoryRow {
        memory_id: MemoryId::from_bytes([7; 16]),
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
        view! { <MemoryTableRow row /> }.to_html()
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
fn nothing_in_a_row_breaks_the_content_security_policy() {
    let html = html(Locale::En, row(Statement::Shown("plain".into())));
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}
