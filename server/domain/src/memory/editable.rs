//! Between a memory as it is stored and what its owner may correct of it.

use super::Content;
use contract::details::MAX_ENTRIES;
use contract::{EditableMemory, Evidence, Sensitivity, SourceRef, Validity};

/// What the owner may correct, of a version with these columns and that content.
pub fn editable(content: &Content, sensitivity: Sensitivity, confidence: f64, validity: Validity) -> EditableMemory {
    EditableMemory {
        statement: content.statement.clone(),
        raw_content: content.raw_content.clone(),
        normalized_fact: content.normalized_fact.clone(),
        keywords: content.keywords.clone(),
        entities: content.entities.clone(),
        memory_subtype: content.memory_subtype.clone(),
        sensitivity,
        confidence,
        valid_from: validity.from,
        valid_to: validity.to,
        evidence: content.sources.iter().map(evidence).collect(),
    }
}

fn evidence(source: &SourceRef) -> Evidence {
    Evidence {
        event_id: source.event_id.clone(),
        conversation_id: source.conversation_id.clone(),
        span: source.span.clone(),
        role: source.role,
    }
}

/// The content after a correction. When an event happened is not the owner's to change: an event that stays keeps it.
pub fn corrected(before: &Content, memory: &EditableMemory) -> Content {
    let source = |evidence: &Evidence| {
        let known = before.sources.iter().find(|source| source.event_id == evidence.event_id);
        SourceRef {
            event_id: evidence.event_id.clone(),
            conversation_id: evidence.conversation_id.clone(),
            span: evidence.span.clone(),
            role: evidence.role,
            occurred_at: known.and_then(|source| source.occurred_at),
        }
    };
    Content {
        statement: memory.statement.clone(),
        raw_content: memory.raw_content.clone(),
        normalized_fact: memory.normalized_fact.clone(),
        keywords: memory.keywords.clone(),
        entities: memory.entities.clone(),
        memory_subtype: memory.memory_subtype.clone(),
        sources: memory.evidence.iter().map(source).collect(),
    }
}

/// A content with the evidence of another one beside its own: sources, keywords and entities of both, as many as a memory
/// may have.
pub fn merged(content: &Content, other: &Content) -> Content {
    let mut merged = content.clone();
    let sources = other.sources.iter().filter(|source| !content.sources.contains(source)).cloned();
    merged.sources.extend(sources);
    merged.sources.truncate(MAX_ENTRIES);
    let keywords = other.keywords.iter().filter(|keyword| !content.keywords.contains(keyword)).cloned();
    merged.keywords.extend(keywords);
    merged.keywords.truncate(MAX_ENTRIES);
    let entities = other.entities.iter().filter(|entity| !content.entities.contains(entity)).cloned();
    merged.entities.extend(entities);
    merged.entities.truncate(MAX_ENTRIES);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{SourceRole, Timestamp};

    #[test]
    fn a_correction_that_changes_nothing_gives_back_the_same_content() {
        let at = Timestamp::from_micros(5).expect("in range");
        let source = SourceRef { occurred_at: Some(at), ..SourceRef::of("e-1".into(), SourceRole::User) };
        let content = Content::of("likes tea".into(), vec![source]);
        let validity = Validity { from: at, to: None };
        let memory = editable(&content, Sensitivity::Normal, 0.5, validity);
        assert!(corrected(&content, &memory) == content, "the time of the event too");
    }
}
