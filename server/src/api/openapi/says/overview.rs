//! How review and index are doing.

use crate::api::openapi::examples::SERVICE;
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::Overview;
use serde_json::json;

/// `GET /api/v1/admin/overview`.
pub fn overview() -> Operation {
    let decisions = json!({ "approved": 18, "rejected": 6, "expired": 1 });
    Operation::new(Tag::Overview, "getOverview", "See how review and index are doing").answer::<Overview>(
        200,
        "Counts of the organisation, never content.",
        json!({
            "as_of": "2026-07-16T04:45:00Z",
            "queue": {
                "waiting": 30,
                "oldest_at": "2026-07-10T08:00:00Z",
                "next_end": "2026-07-17T08:00:00Z",
                "days_left": [0, 4, 6, 5, 5, 4, 6, 0],
            },
            "days": [{ "day": "2026-07-16T00:00:00Z", "decisions": decisions }],
            "kinds": [{ "kind": "PREFERENCE", "decisions": decisions }],
            "services": [{ "service": SERVICE, "name": "notes", "decisions": decisions }],
            "index": {
                "states": [{ "state": "indexed", "memories": 412 }, { "state": "excluded", "memories": 37 }],
                "backlog": 0,
                "retried": 0,
            },
        }),
    )
}
