//! What a version changed, field by field, so that a person can read it.

use contract::{DiffPart, EditableMemory, Entity, Evidence, FieldChange, NormalizedFact};
use similar::{ChangeTag, TextDiff};

/// Reads a field as text.
type Reading = fn(&EditableMemory) -> String;

/// The fields, in the order in which people read them, and whether they are texts that are compared word by word.
const FIELDS: [(&str, Reading, bool); 11] = [
    ("statement", |memory| memory.statement.clone(), true),
    ("raw_content", |memory| memory.raw_content.clone().unwrap_or_default(), true),
    ("normalized_fact", |memory| memory.normalized_fact.as_ref().map(fact).unwrap_or_default(), true),
    ("keywords", |memory| memory.keywords.join(", "), true),
    ("entities", |memory| memory.entities.iter().map(entity).collect::<Vec<_>>().join(", "), true),
    ("memory_subtype", |memory| memory.memory_subtype.clone().unwrap_or_default(), true),
    ("sensitivity", |memory| memory.sensitivity.to_string(), false),
    ("confidence", |memory| memory.confidence.to_string(), false),
    ("valid_from", |memory| memory.valid_from.to_string(), false),
    ("valid_to", |memory| memory.valid_to.map(|at| at.to_string()).unwrap_or_default(), false),
    ("evidence", |memory| memory.evidence.iter().map(evidence).collect::<Vec<_>>().join("\n"), true),
];

fn fact(fact: &NormalizedFact) -> String {
    format!("{} {}", fact.predicate, fact.object)
}

fn entity(entity: &Entity) -> String {
    match &entity.entity_type {
        Some(kind) => format!("{} ({kind})", entity.name),
        None => entity.name.clone(),
    }
}

fn evidence(evidence: &Evidence) -> String {
    let parts = [Some(evidence.event_id.as_str()), evidence.conversation_id.as_deref(), evidence.span.as_deref()];
    format!("{} {}", evidence.role, parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// The fields in which the two differ.
pub fn changes(older: &EditableMemory, newer: &EditableMemory) -> Vec<FieldChange> {
    let change = |&(field, read, by_words): &(&str, Reading, bool)| {
        let (before, after) = (read(older), read(newer));
        (before != after).then(|| FieldChange {
            field: field.to_owned(),
            parts: if by_words { woven(&before, &after) } else { replaced(before, after) },
        })
    };
    FIELDS.iter().filter_map(change).collect()
}

fn replaced(before: String, after: String) -> Vec<DiffPart> {
    let parts = [DiffPart::Removed(before), DiffPart::Added(after)];
    parts.into_iter().filter(|part| !text(part).is_empty()).collect()
}

/// Both texts in one, word by word (Myers 1986, as `similar` has it), neighbours of the same sort joined.
fn woven(before: &str, after: &str) -> Vec<DiffPart> {
    let diff = TextDiff::from_words(before, after);
    let mut parts: Vec<DiffPart> = Vec::new();
    for change in diff.iter_all_changes() {
        let word = change.value();
        match (parts.last_mut(), change.tag()) {
            (Some(DiffPart::Same(text)), ChangeTag::Equal)
            | (Some(DiffPart::Removed(text)), ChangeTag::Delete)
            | (Some(DiffPart::Added(text)), ChangeTag::Insert) => text.push_str(word),
            (_, ChangeTag::Equal) => parts.push(DiffPart::Same(word.to_owned())),
            (_, ChangeTag::Delete) => parts.push(DiffPart::Removed(word.to_owned())),
            (_, ChangeTag::Insert) => parts.push(DiffPart::Added(word.to_owned())),
        }
    }
    parts
}

fn text(part: &DiffPart) -> &str {
    let (DiffPart::Same(text) | DiffPart::Removed(text) | DiffPart::Added(text)) = part;
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{Sensitivity, Timestamp};

    fn memory(statement: &str) -> EditableMemory {
        EditableMemory {
            statement: statement.to_owned(),
            raw_content: None,
            normalized_fact: None,
            keywords: vec!["tea".into()],
            entities: Vec::new(),
            memory_subtype: None,
            sensitivity: Sensitivity::Normal,
            confidence: 1.0,
            valid_from: Timestamp::from_micros(0).expect("in range"),
            valid_to: None,
            evidence: Vec::new(),
        }
    }

    #[test]
    fn only_what_changed_is_told_word_by_word() {
        let older = memory("회의는 월요일 오전에 한다");
        let newer = EditableMemory { sensitivity: Sensitivity::Pii, ..memory("회의는 화요일 오전에 한다") };
        let changes = changes(&older, &newer);
        let [statement, sensitivity] = changes.as_slice() else { panic!("{changes:?}") };
        assert_eq!((statement.field.as_str(), sensitivity.field.as_str()), ("statement", "sensitivity"));
        assert_eq!(
            statement.parts,
            [
                DiffPart::Same("회의는 ".into()),
                DiffPart::Removed("월요일".into()),
                DiffPart::Added("화요일".into()),
                DiffPart::Same(" 오전에 한다".into()),
            ]
        );
        assert_eq!(sensitivity.parts, [DiffPart::Removed("normal".into()), DiffPart::Added("pii".into())]);
    }

    #[test]
    fn both_texts_can_be_read_back() {
        let (before, after) = ("a b  c\nd", "a x c\nd e");
        let parts = woven(before, after);
        let side = |skip: fn(&DiffPart) -> bool| parts.iter().filter(|part| !skip(part)).map(text).collect::<String>();
        assert_eq!(side(|part| matches!(part, DiffPart::Added(_))), before);
        assert_eq!(side(|part| matches!(part, DiffPart::Removed(_))), after);
    }

    #[test]
    fn nothing_changed_is_no_change() {
        assert!(changes(&memory("x"), &memory("x")).is_empty());
    }
}
