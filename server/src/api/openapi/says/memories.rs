//! A person's memories.

use crate::api::me::Items;
use crate::api::me::memories::Progress;
use crate::api::openapi::examples::{MEMORY, count, memory_detail, memory_row};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{AlreadyExists, ConsentRequired, IndexUnavailable, NotInForce, StaleVersion, Unreadable};
use contract::{
    CorrectMemory, CorrectedMemory, DeleteMemories, DeletionReport, ListMemories, MemoryDetail, MemoryId, MemoryList,
    MemoryProgress,
};
use serde_json::json;

/// `GET /api/v1/me/memories`.
pub fn list() -> Operation {
    let counts = json!({ "all": count(12), "personal": count(9), "service": count(3) });
    Operation::new(Tag::Memories, "listMemories", "List the memories about oneself")
        .text("`pii` and `restricted` statements are masked. A search looks at a bounded number of rows and says where to go on.")
        .query::<ListMemories>()
        .answer::<MemoryList>(
            200,
            "One page.",
            json!({ "items": [memory_row()], "counts": counts, "as_of": "2026-07-18T01:00:00Z" }),
        )
}

/// `POST /api/v1/me/memories/progress`.
pub fn progress() -> Operation {
    Operation::new(Tag::Memories, "getProgress", "See how far the search index is with some memories")
        .body::<Progress>(r#"{ "memories": ["mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f"] }"#)
        .answer::<Items<MemoryProgress>>(
            200,
            "Those of them that are there.",
            json!({ "items": [{ "memory_id": MEMORY, "version": 2, "index_state": "indexed" }] }),
        )
}

/// `POST /api/v1/me/memories/{id}/open`.
pub fn open() -> Operation {
    Operation::new(Tag::Memories, "openMemory", "Open a memory in full")
        .text("Unmasked, with where it comes from and every version. A POST, because it is audited. The body may be empty.")
        .id::<MemoryId>("The memory.")
        .answer::<MemoryDetail>(200, "Everything about it.", memory_detail())
        .problems(&[Unreadable])
}

/// `PUT /api/v1/me/memories/{id}`.
pub fn correct() -> Operation {
    Operation::new(Tag::Memories, "correctMemory", "Correct a memory")
        .text(
            "The memory as it shall be, as a whole: what is left out is removed. Store and search index change together, \
             or neither does.",
        )
        .id::<MemoryId>("The memory.")
        .body::<CorrectMemory>(
            r#"{
  "version": 1,
  "memory": {
    "statement": "녹차를 좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다",
    "keywords": ["녹차", "카페인"],
    "sensitivity": "normal",
    "confidence": 1.0,
    "valid_from": "2026-07-16T04:30:00Z"
  }
}"#,
        )
        .answer::<CorrectedMemory>(
            200,
            "It is corrected; or removed, if the search index had no trace of it any more (`removed`).",
            json!({ "memory_id": MEMORY, "version": 2, "index_state": "indexed", "removed": false }),
        )
        .problems(&[StaleVersion, NotInForce, AlreadyExists, ConsentRequired, Unreadable, IndexUnavailable])
}

/// `POST /api/v1/me/memories/delete`.
pub fn delete() -> Operation {
    Operation::new(Tag::Memories, "deleteMemories", "Delete memories for good")
        .text("Either these, in the versions that were seen, or all that match a filter and have not changed since.")
        .bodies::<DeleteMemories>(&[
            ("these", r#"{ "chosen": [{ "memory_id": "mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f", "version": 2 }] }"#),
            (
                "all_that_match",
                r#"{ "matching": { "filter": { "kind": "CONTEXT", "q": "회의" }, "unchanged_since": "2026-07-18T01:00:00Z" } }"#,
            ),
        ])
        .answer::<DeletionReport>(
            200,
            "What became of each. Repeat the request while some remain.",
            json!({ "rows": [{ "memory_id": MEMORY, "was_missing_in_index": false }], "remaining": count(0) }),
        )
        .problems(&[IndexUnavailable])
}
