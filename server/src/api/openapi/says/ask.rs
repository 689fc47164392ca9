//! Asking one's own memory.

use crate::api::me::Items;
use crate::api::openapi::examples::{SERVICE, count, memory_row, recall_answer};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{ConsentRequired, NotFound};
use contract::{AskAnswer, AskMemory, ServiceChoice};
use serde_json::json;

/// `POST /api/v1/me/ask`.
pub fn ask() -> Operation {
    let score = json!({
        "total": 0.2,
        "semantic": { "value": 0.2, "weight": 0.7 },
        "keyword": { "value": 0.2, "weight": 0.3 },
    });
    Operation::new(Tag::Ask, "askMemory", "Ask one's own memory")
        .bodies::<AskMemory>(&[
            ("korean", r#"{ "query": "내가 좋아하는 음료는?" }"#),
            (
                "as_a_service",
                r#"{ "query": "What do I drink in the afternoon?", "service": "svc_0198a1b25a7b4c1d9e2f8a6b0c3d7e1f" }"#,
            ),
        ])
        .answer::<AskAnswer>(
            200,
            "What an assistant would get, and what it would not.",
            json!({
                "recall": recall_answer(),
                "left_out": [{ "row": memory_row(), "reason": "OVER_TOP_K", "score": score }],
                "never_searched": { "sensitive": count(1), "not_current": count(2), "not_indexed": count(0) },
            }),
        )
        .problems(&[ConsentRequired, NotFound])
}

/// `GET /api/v1/me/ask/services`.
pub fn services() -> Operation {
    Operation::new(Tag::Ask, "listAskServices", "List the services as which one can ask")
        .answer::<Items<ServiceChoice>>(
            200,
            "Those that have memories of their own about the person.",
            json!({ "items": [{ "service": SERVICE, "name": "notes" }] }),
        )
}
