use super::exact::Exact;
use super::opened::placements;
use super::outcome::Decided;
use super::reject::Rejection;
use super::row::Facts;
use super::row_state::Row;
use super::selection::Selection;
use crate::i18n::{Locale, know_the_review};
use contract::review::{
    CandidateDetail, CandidateRow, CandidateSelection, Claim, DecisionKind, DecisionView, Passage, PersonView,
    Placement, Proposal, ReconcileAction, RejectReason, ReviewerAction, SimilarMemory,
};
use contract::{
    Authority, ChosenMemory, DecisionId, DiffPart, EditableMemory, ErrorCode, Kind, MemoryId, PrefixedId, Scope,
    Sensitivity, ServiceChoice, ServiceId, Statement, Status, Timestamp, UserId,
};
use leptos::prelude::*;

fn moment(text: &str) -> Timestamp {
    text.parse().expect("valid")
}

fn similar(place: u8) -> SimilarMemory {
    SimilarMemory {
        memory_id: MemoryId::from_bytes([place; 16]),
        version: i64::from(place),
        kind: Kind::Preference,
        status: Status::Active,
        statement: Statement::Shown("likes coffee".into()),
        closeness: 0.912,
        diff: vec![
            DiffPart::Same("likes ".into()),
            DiffPart::Removed("coffee".into()),
            DiffPart::Added("te\u{200B}a".into()),
        ],
    }
}

fn candidate(statement: Statement) -> CandidateRow {
    let is_hidden = statement == Statement::Masked;
    CandidateRow {
        memory_id: MemoryId::from_bytes([7; 16]),
        version: 3,
        statement,
        characters: (!is_hidden).then_some(9),
        kind: Kind::Preference,
        scope: Scope::Personal,
        sensitivity: if is_hidden { Sensitivity::Pii } else { Sensitivity::Normal },
        confidence: 0.85,
        authority: Authority::ExplicitUserStatement,
        person: PersonView { user_id: UserId::from_bytes([1; 16]), name: "mina@example.com".into() },
        consent: true,
        service: Some(ServiceChoice { service: ServiceId::from_bytes([2; 16]), name: "Notes".into() }),
        passage: (!is_hidden).then(|| Passage {
            before: "Well, ".into(),
            span: "I like <tea>".into(),
            after: " a lot".into(),
        }),
        recorded_at: moment("2026-07-16T00:00:00Z"),
        expires_at: moment("2026-07-23T00:00:00Z"),
        proposal: Proposal {
            action: ReconcileAction::Replace,
            target: Some(MemoryId::from_bytes([5; 16])),
            compared: true,
            similar: if is_hidden { vec![] } else { vec![similar(4), similar(5)] },
        },
        claim: Some(Claim { by: "kim@example.com".into(), is_you: false, until: moment("2026-07-16T00:15:00Z") }),
        allowed: if is_hidden {
            vec![ReviewerAction::Reveal, ReviewerAction::Reject]
        } else {
            vec![ReviewerAction::Approve, ReviewerAction::Reject]
        },
    }
}

fn shown() -> CandidateRow {
    candidate(Statement::Shown("likes <b>\u{202E}tea".into()))
}

fn html(locale: Locale, row: &CandidateRow, now: &str) -> String {
    know_the_review();
    Owner::new().with(|| {
        provide_context(locale);
        let now = RwSignal::new(Some(moment(now)));
        view! { <Facts row=Row::new(row) now selection=Selection::new() /> }.to_html().replace("<!>", "")
    })
}

fn expect_all(html: &str, texts: &[&str]) {
    for text in texts {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
}

#[test]
fn a_row_says_everything_that_a_decision_needs() {
    let html = html(Locale::En, &shown(), "2026-07-17T00:00:00Z");
    expect_all(
        &html,
        &[
            "likes &lt;b&gt;",
            "⟨U+202E⟩",
            "9 characters",
            "1 that nobody sees",
            "<mark>",
            "I like &lt;tea&gt;",
            "mina@example.com",
            "Notes",
            "0.85",
            "6 days left",
            "Open: kim@example.com",
            "Replace",
            "Takes the place of",
            "closeness 0.91",
        ],
    );
    assert!(!html.contains('\u{202E}') && !html.contains('\u{200B}'), "nothing unseen is left in {html}");
}

#[test]
fn a_difference_is_told_by_words_and_exactly() {
    let html = html(Locale::Ko, &shown(), "2026-07-17T00:00:00Z");
    let inside =
        |tag: &str| html.split(&format!("<{tag}>")).nth(1).expect("is there").split(&format!("</{tag}>")).next();
    assert!(inside("del").is_some_and(|text| text.contains("삭제:") && text.contains("coffee")), "{html}");
    assert!(inside("ins").is_some_and(|text| text.contains("추가:") && text.contains("⟨U+200B⟩")), "{html}");
}

fn proposed(action: ReconcileAction) -> CandidateRow {
    let row = shown();
    CandidateRow { proposal: Proposal { action, ..row.proposal.clone() }, ..row }
}

#[test]
fn what_contradicts_or_is_ended_is_kept_and_so_not_crossed_out() {
    let html = |action| html(Locale::En, &proposed(action), "2026-07-17T00:00:00Z");
    let conflict = html(ReconcileAction::Conflict);
    expect_all(&conflict, &["Keep both", "Contradicts", "likes coffee"]);
    assert!(!conflict.contains("<del>"), "{conflict}");
    let end = html(ReconcileAction::Expire);
    expect_all(&end, &["End the other", "Ends from then on", "likes coffee"]);
    assert!(!end.contains("<del>"), "{end}");
}

#[test]
fn what_is_proposed_can_always_be_chosen_again() {
    for action in ReconcileAction::ALL {
        let row = proposed(*action);
        let choices: Vec<_> = placements(&row).into_iter().map(|(choice, _)| choice).collect();
        let target = row.proposal.target.filter(|_| *action != ReconcileAction::Insert);
        assert!(choices.contains(&(*action, target)), "{action}: {choices:?}");
        let keeping = choices.iter().filter(|(action, _)| *action == ReconcileAction::Conflict).count();
        assert_eq!(keeping, usize::from(*action == ReconcileAction::Conflict));
    }
}

#[test]
fn the_last_day_is_a_warning_in_words() {
    let html = html(Locale::En, &shown(), "2026-07-22T12:00:00Z");
    expect_all(&html, &["badge-warning", "Last day: ", "12 h left"]);
}

#[test]
fn a_hidden_row_tells_nothing_but_that_it_is_hidden() {
    let html = html(Locale::En, &candidate(Statement::Masked), "2026-07-17T00:00:00Z");
    expect_all(&html, &["Hidden", "Personal data", "reveal it with a reason"]);
    assert!(!html.contains("characters") && !html.contains("<mark>"), "{html}");
}

#[test]
fn nothing_in_a_row_breaks_the_content_security_policy() {
    let html = html(Locale::En, &shown(), "2026-07-17T00:00:00Z");
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}

#[test]
fn words_keep_their_direction_to_themselves() {
    let html = Owner::new().with(|| view! { <Exact text="שלום" /> }.to_html());
    assert!(html.starts_with("<bdi dir=\"auto\" class=\"exact\">"), "{html}");
}

fn rejected(is_you: bool) -> DecisionView {
    DecisionView {
        decision_id: DecisionId::from_bytes([9; 16]),
        kind: DecisionKind::Reject,
        by: Some("kim@example.com".into()),
        is_you,
        at: moment("2026-07-17T00:00:00Z"),
        version: 3,
        action: None,
        reason: Some(RejectReason::Duplicate),
        note: Some("<twice>".into()),
        undoes: None,
    }
}

#[test]
fn a_decision_says_who_what_and_why() {
    know_the_review();
    let html = Owner::new().with(|| view! { <Decided decision=rejected(false) /> }.to_html().replace("<!>", ""));
    expect_all(&html, &["Rejected by kim@example.com", "Remembered already", "&lt;twice&gt;", "17 July 2026"]);
}

#[test]
fn an_approval_names_the_version_of_whose_place_it_takes() {
    let row = Row::new(&shown());
    let target = ChosenMemory { memory_id: MemoryId::from_bytes([5; 16]), version: 5 };
    let placement = || row.state.with_untracked(super::row_state::RowState::chosen_placement);
    assert_eq!(placement(), Some(Placement { action: ReconcileAction::Replace, target: Some(target) }));
    row.state.update(|state| state.placement = Some((ReconcileAction::Insert, None)));
    assert_eq!(placement(), Some(Placement { action: ReconcileAction::Insert, target: None }));
    let stranger = Some(MemoryId::from_bytes([8; 16]));
    row.state.update(|state| state.placement = Some((ReconcileAction::Merge, stranger)));
    assert_eq!(placement(), None, "what the reviewer has not seen is left to the server");
}

fn reject_as(reason: RejectReason) -> super::decide::Decision {
    super::decide::Decision::Reject { reason, note: None }
}

#[test]
fn a_decision_is_sent_once_and_again_as_the_same_request() {
    let row = Row::new(&shown());
    let begin = |reason, key: &str| row.begin(&reject_as(reason), || key.to_owned());
    assert_eq!(begin(RejectReason::Wrong, "a").as_deref(), Some("a"));
    assert_eq!(begin(RejectReason::Wrong, "b"), None, "while it is on its way");
    row.refused(crate::UiError { code: ErrorCode::Busy, fields: Vec::new(), retry_after: None });
    assert_eq!(begin(RejectReason::Wrong, "c").as_deref(), Some("a"), "the same request has the same key");
    row.settled();
    assert_eq!(begin(RejectReason::Passing, "d").as_deref(), Some("d"), "another one has another");
}

fn detail(row: CandidateRow, has_memory: bool, decisions: Vec<DecisionView>) -> CandidateDetail {
    let json = r#"{"statement":"x","sensitivity":"pii","confidence":1,"valid_from":"2026-01-01T00:00:00Z"}"#;
    let memory = has_memory.then(|| EditableMemory::from_json(json).expect("reads"));
    CandidateDetail { row, memory, proposed_sensitivity: None, provenance: Vec::new(), decisions }
}

#[test]
fn what_was_revealed_stays_so_until_it_changes() {
    let masked = || candidate(Statement::Masked);
    let row = Row::new(&masked());
    let is_shown = || row.state.with_untracked(|state| state.row.statement != Statement::Masked);
    row.hear(detail(CandidateRow { sensitivity: Sensitivity::Pii, ..shown() }, true, Vec::new()));
    assert!(is_shown());
    row.hear(detail(masked(), false, Vec::new()));
    row.refresh(&masked());
    assert!(
        is_shown() && row.state.with_untracked(|state| state.detail.as_ref().is_some_and(|it| it.memory.is_some()))
    );
    row.refresh(&CandidateRow { version: 4, ..masked() });
    assert!(!is_shown() && row.version() == 4);
}

#[test]
fn who_has_decided_is_known_until_it_is_taken_back() {
    let row = Row::new(&shown());
    let decided = || row.state.with_untracked(|state| state.decided.is_some());
    row.hear(detail(CandidateRow { allowed: Vec::new(), ..shown() }, true, vec![rejected(false)]));
    assert!(decided() && !row.may(ReviewerAction::Reject));
    let undo = DecisionView { kind: DecisionKind::Undo, reason: None, ..rejected(false) };
    row.hear(detail(shown(), true, vec![undo, rejected(false)]));
    assert!(!decided() && row.may(ReviewerAction::Reject));
}

#[test]
fn another_reason_is_complete_with_a_note() {
    Owner::new().with(|| {
        let rejection = Rejection::new();
        assert_eq!(rejection.written(), None);
        rejection.reason.set(Some(RejectReason::Other));
        assert_eq!(rejection.written(), None);
        rejection.note.set(" said in jest ".into());
        assert_eq!(rejection.written(), Some((RejectReason::Other, Some("said in jest".into()))));
    });
}

#[test]
fn failures_stay_chosen_and_what_is_gone_does_not() {
    Owner::new().with(|| {
        let selection = Selection::new();
        let one = |place: u8| ChosenMemory { memory_id: MemoryId::from_bytes([place; 16]), version: 1 };
        let candidates = vec![one(1), one(2), one(3)];
        selection.choose_matching(CandidateSelection { candidates, sensitive: 1, more: false });
        assert_eq!((selection.count(), selection.sensitive()), (3, 1));
        selection.keep_failed(vec![(one(2).memory_id, ErrorCode::NeedsReveal)]);
        selection.forget(&[one(1).memory_id, one(3).memory_id]);
        assert_eq!((selection.chosen(), selection.sensitive()), (vec![one(2)], 1));
        selection.choose(one(2), false);
        assert_eq!((selection.count(), selection.matching.get_untracked()), (0, None));
    });
}

#[test]
fn what_was_read_stays_readable_once_it_is_decided_and_no_longer_when_it_changes() {
    let masked = |version| CandidateRow { version, allowed: Vec::new(), ..candidate(Statement::Masked) };
    let is_shown = |row: &Row| row.state.with_untracked(|state| matches!(state.row.statement, Statement::Shown(_)));
    let row = Row::new(&shown());
    row.hear(detail(masked(4), false, vec![rejected(false)]));
    assert!(is_shown(&row) && !row.may(ReviewerAction::Approve));
    let row = Row::new(&shown());
    row.hear(detail(masked(4), false, Vec::new()));
    assert!(!is_shown(&row));
}
