//! Where a memory comes from, for whoever may read it.

use crate::memory::Content;
use crate::storage::StoredSource;
use contract::Provenance;

/// The sources of a memory: what its content says of each, with what the store knows beside it.
pub(super) fn provenance(content: &Content, sources: Vec<StoredSource>) -> Vec<Provenance> {
    let told = |(source, stored): (&contract::SourceRef, StoredSource)| Provenance {
        service_name: stored.service_name,
        conversation_id: source.conversation_id.clone(),
        event_id: source.event_id.clone(),
        span: source.span.clone(),
        role: source.role,
        occurred_at: source.occurred_at,
        recorded_at: stored.recorded_at,
    };
    content.sources.iter().zip(sources).map(told).collect()
}
