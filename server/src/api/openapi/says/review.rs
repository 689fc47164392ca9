//! The queue of candidates, and the decisions on them.

use crate::api::admin::events::After;
use crate::api::openapi::examples::{MEMORY, SERVICE, candidate_detail, candidate_row, count, decided};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{AlreadyExists, ConsentRequired, NeedsReveal, StaleVersion, UndoOver, Unreadable};
use contract::review::{
    ApproveCandidate, BulkDecide, BulkReport, CandidateDetail, CandidateFilter, CandidateList, CandidateSelection,
    DecidedCandidate, ListCandidates, RejectCandidate, RevealCandidate, ReviewEvent,
};
use contract::{DecisionId, MemoryId};
use serde_json::json;

/// `GET /api/v1/admin/candidates`.
pub fn list() -> Operation {
    Operation::new(Tag::Review, "listCandidates", "List the candidates that wait")
        .text(
            "What the system would reject first comes first. `pii` and `restricted` candidates are masked; `allowed` says \
             what the asking reviewer may do with each.",
        )
        .query::<ListCandidates>()
        .answer::<CandidateList>(
            200,
            "One page.",
            json!({
                "items": [candidate_row()],
                "count": count(30),
                "services": [{ "service": SERVICE, "name": "notes" }],
                "as_of": "2026-07-16T04:45:00Z",
                "last_event": 118,
            }),
        )
}

/// `POST /api/v1/admin/candidates/select`.
pub fn select() -> Operation {
    Operation::new(Tag::Review, "selectCandidates", "Name all that match a filter")
        .text("For a bulk decision over all of them. At most 1,000 are named.")
        .body::<CandidateFilter>(r#"{ "kind": "PREFERENCE", "min_confidence": 0.9 }"#)
        .answer::<CandidateSelection>(
            200,
            "The candidates, in the versions that they have now.",
            json!({ "candidates": [{ "memory_id": MEMORY, "version": 1 }], "sensitive": 0, "more": false }),
        )
}

/// `POST /api/v1/admin/candidates/bulk`.
pub fn bulk() -> Operation {
    Operation::new(Tag::Review, "decideInBulk", "Decide on many candidates")
        .text(
            "At most 1,000, and more than 100 only if the request says `confirmed`. Sensitive candidates are never part of \
             a bulk approval, and what somebody else has open is left alone: the report says so, row by row.",
        )
        .bodies::<BulkDecide>(&[
            (
                "approve",
                r#"{
  "decision": "approve",
  "candidates": [{ "memory_id": "mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f", "version": 1 }]
}"#,
            ),
            (
                "reject",
                r#"{
  "decision": { "reject": { "reason": "passing", "note": "이번 주에만 해당합니다" } },
  "candidates": [{ "memory_id": "mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f", "version": 1 }],
  "confirmed": false
}"#,
            ),
        ])
        .answer::<BulkReport>(
            200,
            "What became of each, in the order asked for.",
            json!({ "rows": [{ "memory_id": MEMORY, "decided": decided("active", "indexed") }] }),
        )
        .idempotent()
}

/// `GET /api/v1/admin/candidates/events`.
pub fn events() -> Operation {
    Operation::new(Tag::Review, "watchCandidates", "Watch what happens to candidates")
        .text("Ids only. The stream ends with the session, and with the role; come back with `Last-Event-ID`.")
        .query::<After>()
        .header("Last-Event-ID", "The `id` of the last event that was heard; stronger than `after`.")
        .events::<ReviewEvent>(
            "Server-sent events that go on. `data` is as follows.",
            "event: review\nid: 119\ndata: {\"event\":119,\"change\":\"decided\",\"memory_id\":\
             \"mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f\",\"is_you\":false}\n\n",
        )
}

/// `GET /api/v1/admin/candidates/{id}`.
pub fn candidate() -> Operation {
    Operation::new(Tag::Review, "getCandidate", "See a candidate")
        .text("What is decided already can be seen, too, with its decisions. A candidate about oneself is `forbidden`.")
        .id::<MemoryId>("The candidate.")
        .answer::<CandidateDetail>(200, "Everything about it; masked if it is sensitive.", candidate_detail())
}

/// `POST /api/v1/admin/candidates/{id}/claim`.
pub fn claim() -> Operation {
    Operation::new(Tag::Review, "claimCandidate", "Open a candidate")
        .text("Others see for 15 minutes by whom it is open. It can be opened again, by others as well. The body may be empty.")
        .id::<MemoryId>("The candidate.")
        .answer::<CandidateDetail>(200, "The candidate, and who has it open.", candidate_detail())
        .problems(&[StaleVersion])
}

/// `DELETE /api/v1/admin/candidates/{id}/claim`.
pub fn release() -> Operation {
    Operation::new(Tag::Review, "releaseCandidate", "Close a candidate")
        .id::<MemoryId>("The candidate.")
        .done("The asking reviewer does not have it open.")
}

/// `POST /api/v1/admin/candidates/{id}/reveal`.
pub fn reveal() -> Operation {
    Operation::new(Tag::Review, "revealCandidate", "Look at a sensitive candidate")
        .text("Audited with the reason, before anything is shown. Only then can it be approved.")
        .id::<MemoryId>("The candidate.")
        .body::<RevealCandidate>(r#"{ "reason": "decide" }"#)
        .answer::<CandidateDetail>(200, "Everything about it, unmasked.", candidate_detail())
        .problems(&[StaleVersion])
}

/// `POST /api/v1/admin/candidates/{id}/approve`.
pub fn approve() -> Operation {
    Operation::new(Tag::Review, "approveCandidate", "Approve a candidate")
        .text(
            "It is remembered, and indexed unless it is sensitive. `memory` is for approving with an edit, `placement` for \
             fitting it in otherwise than proposed. `stale_version` says in `decided` who has decided what meanwhile.",
        )
        .id::<MemoryId>("The candidate.")
        .bodies::<ApproveCandidate>(&[
            ("as_proposed", r#"{ "version": 1 }"#),
            (
                "with_an_edit",
                r#"{
  "version": 1,
  "placement": { "action": "insert" },
  "memory": {
    "statement": "오후 세 시가 지나면 커피를 마시지 않는다",
    "keywords": ["커피", "오후"],
    "sensitivity": "normal",
    "confidence": 0.9,
    "valid_from": "2026-07-16T04:30:00Z"
  },
  "note": "Split: the tea is remembered already"
}"#,
            ),
            (
                "in_place_of_another",
                r#"{
  "version": 1,
  "placement": {
    "action": "update",
    "target": { "memory_id": "mem_0198e0a47c3d4b5e8f1a2b3c4d5e6f70", "version": 1 }
  }
}"#,
            ),
        ])
        .answer::<DecidedCandidate>(200, "It is approved.", decided("active", "indexed"))
        .idempotent()
        .problems(&[StaleVersion, NeedsReveal, ConsentRequired, AlreadyExists, Unreadable])
}

/// `POST /api/v1/admin/candidates/{id}/reject`.
pub fn reject() -> Operation {
    Operation::new(Tag::Review, "rejectCandidate", "Reject a candidate")
        .text(
            "It is kept as rejected and never recalled; the person sees why. `other` needs a note. `stale_version` says in \
             `decided` who has decided what meanwhile.",
        )
        .id::<MemoryId>("The candidate.")
        .bodies::<RejectCandidate>(&[
            ("with_a_common_reason", r#"{ "version": 1, "reason": "passing" }"#),
            ("with_words", r#"{ "version": 1, "reason": "other", "note": "농담으로 한 말입니다" }"#),
        ])
        .answer::<DecidedCandidate>(200, "It is rejected.", decided("rejected", "excluded"))
        .idempotent()
        .problems(&[StaleVersion])
}

/// `POST /api/v1/admin/decisions/{id}/undo`.
pub fn undo() -> Operation {
    Operation::new(Tag::Review, "undoDecision", "Take a decision back")
        .text("One's own, for ten minutes. The candidate waits again; both decisions stay on record. The body may be empty.")
        .id::<DecisionId>("The decision.")
        .answer::<DecidedCandidate>(
            200,
            "A decision of its own, linked to the one that it takes back.",
            json!({
                "decision_id": "dec_0198f4e15a7b4c1d9e2f8a6b0c3d7e1f",
                "memory_id": MEMORY,
                "version": 3,
                "status": "candidate",
                "index_state": "excluded",
            }),
        )
        .problems(&[UndoOver, StaleVersion, Unreadable])
}
