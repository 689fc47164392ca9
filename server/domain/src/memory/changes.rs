//! What a version changed, field by field, so that a person can read it.

use contract::{DiffPart, EditableMemory, Entity, Evidence, FieldChange, NormalizedFact};
use similar::{ChangeTag, TextDiff};

/// A text of more words than that is shown as replaced: comparing word by word takes time with their number squared, and
/// nobody would read it.
const MOST_WORDS: usize = 1_000;

/// A field: its name, whether two memories differ in it, and how to show how.
struct Field {
    name: &'static str,
    differs: fn(&EditableMemory, &EditableMemory) -> bool,
    show: fn(&EditableMemory, &EditableMemory) -> Vec<DiffPart>,
}

/// A field that is compared by `$value` and shown by `$show` of what `$text` makes of it.
macro_rules! field {
    ($name:ident, $value:expr, $show:expr, $text:expr) => {
        Field {
            name: stringify!($name),
            differs: |older, newer| $value(older) != $value(newer),
            show: |older, newer| $show(&$text(older), &$text(newer)),
        }
    };
    ($name:ident, $show:expr, $text:expr) => {
        Field {
            name: stringify!($name),
            differs: |older, newer| older.$name != newer.$name,
            show: |older, newer| $show(&$text(older), &$text(newer)),
        }
    };
}

/// The fields, in the order in which people read them.
const FIELDS: [Field; 11] = [
    field!(statement, woven, |memory: &EditableMemory| memory.statement.clone()),
    field!(raw_content, woven, |memory: &EditableMemory| memory.raw_content.clone().unwrap_or_default()),
    field!(normalized_fact, woven, |memory: &EditableMemory| memory
        .normalized_fact
        .as_ref()
        .map(fact)
        .unwrap_or_default()),
    field!(keywords, listed, |memory: &EditableMemory| memory.keywords.clone()),
    field!(entities, listed, |memory: &EditableMemory| memory.entities.iter().map(entity).collect::<Vec<_>>()),
    field!(memory_subtype, woven, |memory: &EditableMemory| memory.memory_subtype.clone().unwrap_or_default()),
    field!(sensitivity, replaced, |memory: &EditableMemory| memory.sensitivity.to_string()),
    field!(confidence, |memory: &EditableMemory| memory.confidence.to_bits(), replaced, |memory: &EditableMemory| {
        memory.confidence.to_string()
    }),
    field!(valid_from, replaced, |memory: &EditableMemory| memory.valid_from.to_string()),
    field!(valid_to, replaced, |memory: &EditableMemory| memory.valid_to.map(|at| at.to_string()).unwrap_or_default()),
    field!(evidence, listed, |memory: &EditableMemory| memory.evidence.iter().map(event).collect::<Vec<_>>()),
];

fn fact(fact: &NormalizedFact) -> String {
    format!("{}: {}", fact.predicate, fact.object)
}

fn entity(entity: &Entity) -> String {
    match &entity.entity_type {
        Some(kind) => format!("{} ({kind})", entity.name),
        None => entity.name.clone(),
    }
}

fn event(evidence: &Evidence) -> String {
    let conversation = evidence.conversation_id.as_deref().map(|id| format!(" @ {id}")).unwrap_or_default();
    let span = evidence.span.as_deref().map(|span| format!(" “{span}”")).unwrap_or_default();
    format!("{}: {}{conversation}{span}", evidence.role, evidence.event_id)
}

/// The names of the fields in which the two differ.
pub fn changed_fields(older: &EditableMemory, newer: &EditableMemory) -> Vec<&'static str> {
    FIELDS.iter().filter(|field| (field.differs)(older, newer)).map(|field| field.name).collect()
}

/// The fields in which the two differ, and how.
pub fn changes(older: &EditableMemory, newer: &EditableMemory) -> Vec<FieldChange> {
    let change = |field: &Field| FieldChange { field: field.name.to_owned(), parts: (field.show)(older, newer) };
    FIELDS.iter().filter(|field| (field.differs)(older, newer)).map(change).collect()
}

fn replaced(before: &str, after: &str) -> Vec<DiffPart> {
    let parts = [DiffPart::Removed(before.to_owned()), DiffPart::Added(after.to_owned())];
    parts.into_iter().filter(|part| !text(part).is_empty()).collect()
}

/// Entries that are gone, stayed, and came.
fn listed(before: &[String], after: &[String]) -> Vec<DiffPart> {
    let gone =
        before.iter().filter(|entry| !after.contains(entry)).map(|entry| DiffPart::Removed(format!("{entry}\n")));
    let now = after.iter().map(|entry| {
        let line = format!("{entry}\n");
        if before.contains(entry) { DiffPart::Same(line) } else { DiffPart::Added(line) }
    });
    gone.chain(now).collect()
}

/// From one text to the other, word by word.
pub fn text_diff(before: &str, after: &str) -> Vec<DiffPart> {
    woven(before, after)
}

/// Both texts in one, word by word (Myers 1986, as `similar` has it), neighbours of the same sort joined.
fn woven(before: &str, after: &str) -> Vec<DiffPart> {
    let is_long = |text: &str| text.split_whitespace().nth(MOST_WORDS).is_some();
    if is_long(before) || is_long(after) {
        return replaced(before, after);
    }
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

    #[test]
    fn what_looks_alike_and_is_not_is_a_change() {
        let with = |keywords: &[&str], fact: (&str, &str)| EditableMemory {
            keywords: keywords.iter().map(|keyword| (*keyword).to_owned()).collect(),
            normalized_fact: Some(NormalizedFact { predicate: fact.0.into(), object: fact.1.into() }),
            ..memory("x")
        };
        let older = with(&["a", "b"], ("prefers green", "tea"));
        assert_eq!(changed_fields(&older, &with(&["a, b"], ("prefers green", "tea"))), ["keywords"]);
        assert_eq!(changed_fields(&older, &with(&["a", "b"], ("prefers", "green tea"))), ["normalized_fact"]);
        assert!(!changes(&older, &with(&["a, b"], ("prefers green", "tea")))[0].parts.is_empty());
    }

    #[test]
    fn a_text_that_nobody_would_compare_word_by_word_is_replaced() {
        let long = |start: &str| (0..=MOST_WORDS).fold(start.to_owned(), |text, number| text + &format!(" {number}"));
        assert_eq!(woven(&long("a"), &long("b")).len(), 2);
    }
}
