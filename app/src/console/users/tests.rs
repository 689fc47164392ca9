use super::table::UserTableRow;
use crate::i18n::{Locale, know_the_console};
use contract::{AccountState, PrefixedId, Role, UserAction, UserId, UserRow};
use leptos::prelude::*;

fn row(state: AccountState, allowed: Vec<UserAction>) -> UserRow {
    let moment = |text: &str| text.parse().expect("valid");
    UserRow {
        user_id: UserId::from_bytes([7; 16]),
        email: Some("mina@example.com".into()),
        external_ids: vec!["<mina>".into(), "m-7".into()],
        role: Role::Reviewer,
        state,
        link_expires_at: None,
        has_consented: true,
        created_at: moment("2026-07-16T01:00:00Z"),
        seen_at: Some(moment("2026-07-17T01:00:00Z")),
        sessions: 2,
        is_you: false,
        allowed,
    }
}

fn html(locale: Locale, row: UserRow) -> String {
    know_the_console();
    let roles = vec![Role::User, Role::Reviewer];
    Owner::new().with(|| {
        provide_context(locale);
        view! { <UserTableRow row roles asked=RwSignal::new(None) /> }.to_html()
    })
}

#[test]
fn a_row_says_everything_in_plain_words() {
    let html = html(Locale::Ko, row(AccountState::Active, Vec::new()));
    for text in ["mina@example.com", "&lt;mina&gt;, m-7", "검토자", "사용 중", "켜짐", "2026년 7월 16일", "2대"]
    {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}

#[test]
fn only_what_the_server_allows_is_offered_and_by_plain_forms() {
    assert!(!html(Locale::En, row(AccountState::Active, Vec::new())).contains("<form"));
    let html = html(Locale::En, row(AccountState::Active, vec![UserAction::ChangeRole, UserAction::Disable]));
    assert_eq!(html.matches("<form method=\"post\"").count(), 2, "{html}");
    for part in ["action=\"/ui/change-role\"", "name=\"seen_role\" value=\"reviewer\"", "action=\"/ui/disable-user\""] {
        assert!(html.contains(part), "{part} is missing in {html}");
    }
    assert!(!html.contains("value=\"superadmin\""), "{html}");
}
