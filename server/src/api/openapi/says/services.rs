//! What chat services do.

use crate::api::openapi::examples::{MEMORY, recall_answer};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{ConsentRequired, DeletedByOwner, MemoryOff};
use contract::{ProposedCandidate, RecallAnswer, RecallRequest, SaveMemory, SavedMemory};
use serde_json::json;

/// `POST /api/v1/memories`.
pub fn save() -> Operation {
    Operation::new(Tag::Services, "saveMemory", "Save a memory about a person")
        .text(
            "The memory is in force at once, unless the service's deployed revision has it reviewed (`candidate`), and what comes back as `indexed` is found by the very next recall. A person who \
             is not known is answered like one who has not consented. What the person has deleted once stays away, unless \
             the person asks for it (`requested_by_user`).",
        )
        .bodies::<SaveMemory>(&[
            (
                "korean",
                r#"{
  "subject": "mina",
  "statement": "녹차를 좋아한다",
  "kind": "PREFERENCE",
  "sensitivity": "normal",
  "confidence": 0.95,
  "source": { "event_id": "msg-4702", "conversation_id": "chat-76", "span": "저는 녹차가 좋아요.", "role": "user" }
}"#,
            ),
            (
                "english",
                r#"{
  "subject": "mina",
  "statement": "Answers should be short, with the command first and the reason after it",
  "kind": "RULE",
  "scope": "personal",
  "sensitivity": "normal",
  "keywords": ["answers", "style"],
  "requested_by_user": true
}"#,
            ),
        ])
        .answer::<SavedMemory>(201, "It is new.", saved(false))
        .answer::<SavedMemory>(200, "The person had exactly this statement in this scope already: that memory is the answer.", saved(true))
        .problems(&[ConsentRequired, MemoryOff, DeletedByOwner])
}

fn saved(duplicate: bool) -> serde_json::Value {
    json!({
        "memory_id": MEMORY,
        "status": "active",
        "sensitivity": "normal",
        "index_state": "indexed",
        "duplicate": duplicate,
    })
}

/// `POST /api/v1/candidates`.
pub fn propose() -> Operation {
    Operation::new(Tag::Services, "proposeCandidate", "Propose a memory to the reviewers")
        .text(
            "The body of a save, with `confidence`, `source` and `source.span` required: reviewers see where it comes from \
             and how sure the service is. The server finds the similar memories and how the candidate would fit in with \
             them. What nobody decides in time is rejected by itself.",
        )
        .body::<SaveMemory>(
            r#"{
  "subject": "mina",
  "statement": "녹차를 좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다",
  "kind": "PREFERENCE",
  "sensitivity": "normal",
  "confidence": 0.92,
  "raw_content": "내일 회의 때 뭐 마실까요? 오후 세 시 넘으면 커피는 안 마셔요. 녹차가 좋아요. 고마워요.",
  "source": {
    "event_id": "msg-4821",
    "conversation_id": "chat-77",
    "span": "오후 세 시 넘으면 커피는 안 마셔요. 녹차가 좋아요.",
    "role": "user",
    "occurred_at": "2026-07-16T04:29:12Z"
  }
}"#,
        )
        .answer::<ProposedCandidate>(
            201,
            "It waits for a reviewer.",
            json!({
                "memory_id": MEMORY,
                "status": "candidate",
                "sensitivity": "normal",
                "action": "update",
                "expires_at": "2026-07-23T04:30:00Z",
                "duplicate": false,
            }),
        )
        .answer::<ProposedCandidate>(
            200,
            "The person has exactly this statement in this scope already, remembered or waiting.",
            json!({ "memory_id": MEMORY, "status": "active", "sensitivity": "normal", "duplicate": true }),
        )
        .problems(&[ConsentRequired, MemoryOff, DeletedByOwner])
}

/// `POST /api/v1/recall`.
pub fn recall() -> Operation {
    Operation::new(Tag::Services, "recall", "Ask a person's memory")
        .text(
            "Put `context` before the question that you pass on. When the model or the index is down, the answer is still \
             200, holds what could be found, and says so in `degraded`: the chat goes on. What the request leaves out, the \
             service's deployed revision settles.",
        )
        .bodies::<RecallRequest>(&[
            ("korean", r#"{ "subject": "mina", "query": "회의 때 마실 것을 준비해 줘" }"#),
            (
                "english",
                r#"{
  "subject": "mina",
  "query": "How should I word the answer?",
  "scopes": ["personal"],
  "top_k": 5,
  "threshold": 0.3
}"#,
            ),
        ])
        .answer::<RecallAnswer>(200, "What fits the question, best first.", recall_answer())
        .problems(&[ConsentRequired, MemoryOff])
}
