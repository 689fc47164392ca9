//! What chat services do with whole turns.

use crate::api::openapi::examples::TURN;
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{Backlog, ConsentRequired, IdempotencyKeyReused, MemoryOff};
use contract::{IngestTurn, TurnReceipt};
use serde_json::json;

/// `POST /api/v1/turns`.
pub fn ingest() -> Operation {
    Operation::new(Tag::Services, "ingestTurn", "Bring a turn, of which memories are extracted")
        .text(
            "Answered at once; what is worth keeping is found in the background, as the service's deployed revision settles. \
             `conversation_id` and `turn_id` make repeating safe: the same turn again adds nothing, another one with the \
             same ids is refused (`idempotency_key_reused`). What a tool reported is a tool's (`role`), whoever passes it on. \
             When too many turns wait (`backlog`), come back after `Retry-After`, with the same ids. Without consent, \
             nothing of a turn is kept.",
        )
        .bodies::<IngestTurn>(&[
            (
                "korean",
                r#"{
  "subject": "mina",
  "conversation_id": "chat-77",
  "turn_id": "turn-4821",
  "messages": [
    { "role": "user", "text": "내일 회의 때 뭐 마실까요? 저는 오후 세 시가 지나면 커피를 마시지 않아요." },
    { "role": "assistant", "text": "그러면 녹차를 준비할게요." }
  ],
  "occurred_at": "2026-07-16T04:29:12Z"
}"#,
            ),
            (
                "with_a_tool",
                r#"{
  "subject": "mina",
  "conversation_id": "chat-77",
  "turn_id": "turn-4822",
  "messages": [
    { "role": "user", "text": "Please book the room, I prefer meetings after ten." },
    { "role": "tool", "text": "room 3 is booked for 10:30" },
    { "role": "assistant", "text": "Room 3 is yours from 10:30." }
  ],
  "scope": "personal"
}"#,
            ),
        ])
        .answer::<TurnReceipt>(202, "It is stored, and will be looked at.", receipt("waiting", false))
        .answer::<TurnReceipt>(200, "The same turn had come before: how far it is.", receipt("extracted", true))
        .problems(&[ConsentRequired, MemoryOff, IdempotencyKeyReused, Backlog])
}

fn receipt(state: &str, duplicate: bool) -> serde_json::Value {
    json!({ "id": TURN, "state": state, "duplicate": duplicate })
}
