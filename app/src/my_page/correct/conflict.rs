//! The memory was changed meanwhile: what the person wrote beside what is stored now.

use crate::error::field_key;
use crate::i18n::{Locale, use_locale};
use crate::memory_editor::Draft;
use crate::my_page::words::{entity_text, fact_text, role_key, sensitivity_key};
use crate::ui::{Conflict, Difference};
use contract::{EditableMemory, Evidence, MemoryDetail, Timestamp};
use leptos::prelude::*;

/// The fields that differ, and the choice between the two.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn MemoryConflict(
    /// What the person wrote.
    mine: EditableMemory,
    /// What is stored now.
    theirs: MemoryDetail,
    /// Sends mine again, on top of theirs.
    keep_mine: Callback<()>,
    /// Goes on with theirs.
    take_theirs: Callback<()>,
) -> impl IntoView {
    let locale = use_locale();
    let named = |(field, mine, theirs): Difference| Some((locale.t(field_key(field)?), mine, theirs));
    let differences = differences(locale, &mine, &theirs.memory).into_iter().filter_map(named).collect();
    view! { <Conflict title=locale.t("conflict.title") differences keep_mine take_theirs /> }
}

/// Field, mine, theirs.
fn differences(locale: Locale, mine: &EditableMemory, theirs: &EditableMemory) -> Vec<Difference> {
    let fields = texts(locale, mine).into_iter().zip(texts(locale, theirs));
    let rows = fields.map(|((field, mine), (_, theirs))| (field, mine, theirs));
    rows.filter(|(_, mine, theirs)| mine != theirs).collect()
}

/// Each field as it reads.
fn texts(locale: Locale, memory: &EditableMemory) -> [(&'static str, String); 11] {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let entities: Vec<_> = memory.entities.iter().map(entity_text).collect();
    let evidence: Vec<_> = memory.evidence.iter().map(|event| evidence_text(locale, event)).collect();
    [
        ("statement", memory.statement.clone()),
        ("sensitivity", locale.t(sensitivity_key(memory.sensitivity)).to_owned()),
        ("confidence", memory.confidence.to_string()),
        ("valid_from", memory.valid_from.to_string()),
        ("valid_to", memory.valid_to.as_ref().map(Timestamp::to_string).unwrap_or_default()),
        ("raw_content", text(&memory.raw_content)),
        ("normalized_fact", memory.normalized_fact.as_ref().map(fact_text).unwrap_or_default()),
        ("keywords", memory.keywords.join(", ")),
        ("memory_subtype", text(&memory.memory_subtype)),
        ("entities", entities.join(", ")),
        ("evidence", evidence.join(", ")),
    ]
}

fn evidence_text(locale: Locale, event: &Evidence) -> String {
    let parts = [
        Some(locale.t(role_key(event.role))),
        Some(&event.event_id),
        event.conversation_id.as_deref(),
        event.span.as_deref(),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The choice if the stored one says the same: nothing to choose.
pub fn is_settled(mine: &EditableMemory, theirs: &EditableMemory) -> bool {
    Draft::of(mine) == Draft::of(theirs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let json =
            r#"{"statement":"likes tea","sensitivity":"normal","confidence":1,"valid_from":"2026-01-01T00:00:00Z"}"#;
        let mine = EditableMemory::from_json(json).expect("reads");
        let theirs = EditableMemory {
            statement: "likes <coffee>".into(),
            keywords: vec!["x".into(), "y".into()],
            ..mine.clone()
        };
        let fields = differences(Locale::En, &mine, &theirs);
        assert_eq!(
            fields,
            [("statement", "likes tea".into(), "likes <coffee>".into()), ("keywords", String::new(), "x, y".into()),]
        );
        assert!(is_settled(&mine, &mine) && !is_settled(&mine, &theirs));
    }
}
