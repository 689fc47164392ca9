//! The words for what a memory is, shared by all views of it.

use crate::i18n::Locale;
use crate::ui::Tone;
use contract::review::RejectReason;
use contract::{
    Count, Entity, IndexState, Kind, NormalizedFact, Scope, Sensitivity, SortOrder, SourceRole, Standing, Status,
};

/// Word, look and meaning of an index state.
pub fn index_words(state: IndexState) -> (&'static str, Tone, &'static str) {
    match state {
        IndexState::Pending => ("index.pending", Tone::Notable, "index.pending_why"),
        IndexState::Indexing => ("index.indexing", Tone::Notable, "index.pending_why"),
        IndexState::Indexed => ("index.indexed", Tone::Good, "index.indexed_why"),
        IndexState::Stale => ("index.stale", Tone::Notable, "index.stale_why"),
        IndexState::Failed => ("index.failed", Tone::Notable, "index.failed_why"),
        IndexState::Excluded => ("index.excluded", Tone::Quiet, "index.excluded_why"),
        IndexState::DeletePending => ("index.delete_pending", Tone::Notable, "index.delete_pending_why"),
    }
}

/// The word for a status, unless it is the usual one.
pub fn status_key(status: Status) -> Option<&'static str> {
    match status {
        Status::Active => None,
        Status::Candidate => Some("memories.candidate"),
        Status::Rejected => Some("memories.rejected"),
        Status::Superseded => Some("memories.superseded"),
        Status::Expired => Some("memories.expired"),
        Status::Revoked => Some("memories.revoked"),
        Status::Deleted => Some("memories.deleted"),
    }
}

/// The word for a kind.
pub fn kind_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Profile => "kind.profile",
        Kind::Preference => "kind.preference",
        Kind::Rule => "kind.rule",
        Kind::Task => "kind.task",
        Kind::Fact => "kind.fact",
        Kind::Context => "kind.context",
        Kind::Agreement => "kind.agreement",
        Kind::Episode => "kind.episode",
        Kind::Procedure => "kind.procedure",
    }
}

/// The word for a sensitivity.
pub fn sensitivity_key(sensitivity: Sensitivity) -> &'static str {
    match sensitivity {
        Sensitivity::Unknown => "sensitivity.unknown",
        Sensitivity::Normal => "sensitivity.normal",
        Sensitivity::Pii => "sensitivity.pii",
        Sensitivity::Restricted => "sensitivity.restricted",
    }
}

/// The class that the words of a memory look like, if nobody has settled one and it tells something.
pub fn proposed_class(locale: Locale, settled: Sensitivity, proposed: Option<Sensitivity>) -> Option<String> {
    let tells = |class: &Sensitivity| settled == Sensitivity::Unknown && *class != Sensitivity::Unknown;
    let proposed = proposed.filter(tells)?;
    Some(format!(" ({})", locale.fill("sensitivity.looks_like", "class", locale.t(sensitivity_key(proposed)))))
}

/// The word for whether a memory holds.
pub fn standing_key(standing: Standing) -> &'static str {
    match standing {
        Standing::Current => "standing.current",
        Standing::History => "standing.history",
        Standing::Waiting => "standing.waiting",
    }
}

/// The word for an order.
pub fn order_key(order: SortOrder) -> &'static str {
    match order {
        SortOrder::Descending => "filters.descending",
        SortOrder::Ascending => "filters.ascending",
    }
}

/// Why a candidate was rejected.
pub fn rejection_key(reason: RejectReason) -> &'static str {
    match reason {
        RejectReason::NotSaid => "rejection.not_said",
        RejectReason::Wrong => "rejection.wrong",
        RejectReason::NotUseful => "rejection.not_useful",
        RejectReason::Passing => "rejection.passing",
        RejectReason::TooPrivate => "rejection.too_private",
        RejectReason::Duplicate => "rejection.duplicate",
        RejectReason::Other => "rejection.other",
    }
}

/// Whose words a source is.
pub fn role_key(role: SourceRole) -> &'static str {
    match role {
        SourceRole::User => "source.user",
        SourceRole::Assistant => "source.assistant",
        SourceRole::Tool => "source.tool",
    }
}

/// Where a memory is in use.
pub fn scope_text(locale: Locale, scope: &Scope, service_name: Option<&str>) -> String {
    match (scope, service_name) {
        (Scope::Personal, _) => locale.t("memories.personal").to_owned(),
        (Scope::Service(_), Some(name)) => name.to_owned(),
        (Scope::Service(_), None) => locale.t("memories.service").to_owned(),
    }
}

/// A fact as it reads.
pub fn fact_text(fact: &NormalizedFact) -> String {
    format!("{}: {}", fact.predicate, fact.object)
}

/// Someone or something that a memory mentions, as it reads.
pub fn entity_text(entity: &Entity) -> String {
    match &entity.entity_type {
        Some(of) => format!("{} ({of})", entity.name),
        None => entity.name.clone(),
    }
}

/// A count for readers: `1,000+` where counting stopped.
pub fn count_text(count: Count) -> String {
    let (thousands, rest) = (count.value / 1_000, count.value % 1_000);
    let digits = if thousands > 0 { format!("{thousands},{rest:03}") } else { rest.to_string() };
    if count.more { format!("{digits}+") } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_well() {
        let text = |value, more| count_text(Count { value, more });
        assert_eq!(
            [text(0, false), text(999, false), text(1_000, false), text(1_000, true)],
            ["0", "999", "1,000", "1,000+"]
        );
    }
}
