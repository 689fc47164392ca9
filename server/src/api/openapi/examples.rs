//! What answers look like: pieces that several of them share. Nobody in them is real.

use contract::RevisionSettings;
use serde_json::{Value, json};

/// A memory.
pub const MEMORY: &str = "mem_0198f3c25a7b4c1d9e2f8a6b0c3d7e1f";
/// Another one, which the first is like.
pub const OTHER_MEMORY: &str = "mem_0198e0a47c3d4b5e8f1a2b3c4d5e6f70";
/// A service.
pub const SERVICE: &str = "svc_0198a1b25a7b4c1d9e2f8a6b0c3d7e1f";
/// A service's key.
pub const KEY: &str = "key_0198a1b35a7b4c1d9e2f8a6b0c3d7e1f";
/// A turn.
pub const TURN: &str = "trn_0198f3c15a7b4c1d9e2f8a6b0c3d7e1f";
/// A person.
pub const USER: &str = "usr_0198b2c35a7b4c1d9e2f8a6b0c3d7e1f";
/// A decision.
pub const DECISION: &str = "dec_0198f4d65a7b4c1d9e2f8a6b0c3d7e1f";

/// All of a memory that can be changed.
pub fn editable() -> Value {
    json!({
        "statement": "녹차를 좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다",
        "keywords": ["녹차", "카페인"],
        "memory_subtype": "음료",
        "sensitivity": "normal",
        "confidence": 0.92,
        "valid_from": "2026-07-16T04:30:00Z",
        "evidence": [{
            "event_id": "msg-4821",
            "conversation_id": "chat-77",
            "span": "오후 세 시 넘으면 커피는 안 마셔요. 녹차가 좋아요.",
            "role": "user",
        }],
    })
}

/// Where a memory comes from.
pub fn provenance() -> Value {
    json!({
        "service_name": "notes",
        "conversation_id": "chat-77",
        "event_id": "msg-4821",
        "span": "오후 세 시 넘으면 커피는 안 마셔요. 녹차가 좋아요.",
        "role": "user",
        "occurred_at": "2026-07-16T04:29:12Z",
        "recorded_at": "2026-07-16T04:30:00Z",
    })
}

/// A row of a person's list.
pub fn memory_row() -> Value {
    json!({
        "memory_id": MEMORY,
        "version": 1,
        "statement": { "state": "shown", "text": "녹차를 좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다" },
        "kind": "PREFERENCE",
        "scope": "personal",
        "status": "active",
        "sensitivity": "normal",
        "validity": { "from": "2026-07-16T04:30:00Z" },
        "current": true,
        "index_state": "indexed",
        "recorded_at": "2026-07-16T04:30:00Z",
    })
}

/// A memory in full.
pub fn memory_detail() -> Value {
    json!({
        "memory_id": MEMORY,
        "version": 2,
        "kind": "PREFERENCE",
        "class": "semantic",
        "scope": "personal",
        "status": "active",
        "authority": "user_correction",
        "current": true,
        "index_state": "indexed",
        "embedding_model": "multilingual-e5-small",
        "recorded_at": "2026-07-16T04:30:00Z",
        "memory": editable(),
        "provenance": [provenance()],
        "history": [
            {
                "version": 2,
                "recorded_from": "2026-07-18T01:00:00Z",
                "by": "you",
                "reason": "correction",
                "changes": [{
                    "field": "statement",
                    "parts": [
                        { "change": "same", "text": "녹차를 좋아하고, 오후 " },
                        { "change": "removed", "text": "네" },
                        { "change": "added", "text": "세" },
                        { "change": "same", "text": " 시가 지나면 커피를 마시지 않는다" },
                    ],
                }],
                "unreadable": false,
            },
            {
                "version": 1,
                "recorded_from": "2026-07-16T04:30:00Z",
                "recorded_to": "2026-07-18T01:00:00Z",
                "by": "service",
                "reason": "save",
                "changes": [],
                "unreadable": false,
            },
        ],
        "allowed": ["correct", "delete"],
    })
}

/// What a recall finds.
pub fn recall_answer() -> Value {
    json!({
        "recall_id": "rcl_0198f5e75a7b4c1d9e2f8a6b0c3d7e1f",
        "memories": [{
            "memory_id": MEMORY,
            "statement": "녹차를 좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다",
            "kind": "PREFERENCE",
            "class": "semantic",
            "scope": "personal",
            "validity": { "from": "2026-07-16T04:30:00Z" },
            "recorded_at": "2026-07-16T04:30:00Z",
            "score": {
                "total": 0.74,
                "semantic": { "value": 0.8, "weight": 0.7 },
                "keyword": { "value": 0.6, "weight": 0.3 },
            },
        }],
        "context": "[BEGIN_RETRIEVED_LONG_TERM_MEMORY]\n…\n[END_RETRIEVED_LONG_TERM_MEMORY]",
        "injection": "user_context",
        "arms": ["keyword", "semantic"],
        "degraded": false,
    })
}

/// A row of the queue.
pub fn candidate_row() -> Value {
    json!({
        "memory_id": MEMORY,
        "version": 1,
        "statement": { "state": "shown", "text": "녹차를 좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다" },
        "characters": 33,
        "kind": "PREFERENCE",
        "scope": "personal",
        "sensitivity": "normal",
        "confidence": 0.92,
        "authority": "explicit_user_statement",
        "person": { "user_id": USER, "name": "mina@example.com" },
        "consent": true,
        "service": { "service": SERVICE, "name": "notes" },
        "passage": {
            "before": "내일 회의 때 뭐 마실까요? ",
            "span": "오후 세 시 넘으면 커피는 안 마셔요. 녹차가 좋아요.",
            "after": " 고마워요.",
        },
        "recorded_at": "2026-07-16T04:30:00Z",
        "expires_at": "2026-07-23T04:30:00Z",
        "proposal": {
            "action": "update",
            "target": OTHER_MEMORY,
            "compared": true,
            "similar": [{
                "memory_id": OTHER_MEMORY,
                "version": 1,
                "kind": "PREFERENCE",
                "status": "active",
                "statement": { "state": "shown", "text": "녹차를 좋아한다" },
                "closeness": 0.91,
                "diff": [
                    { "change": "same", "text": "녹차를 " },
                    { "change": "removed", "text": "좋아한다" },
                    { "change": "added", "text": "좋아하고, 오후 세 시가 지나면 커피를 마시지 않는다" },
                ],
            }],
        },
        "claim": { "by": "jiho@example.com", "is_you": true, "until": "2026-07-16T05:00:00Z" },
        "allowed": ["approve", "edit", "reject"],
    })
}

/// A candidate in full.
pub fn candidate_detail() -> Value {
    json!({ "row": candidate_row(), "memory": editable(), "provenance": [provenance()], "decisions": [] })
}

/// The receipt of a decision.
pub fn decided(status: &str, index_state: &str) -> Value {
    json!({
        "decision_id": DECISION,
        "memory_id": MEMORY,
        "version": 2,
        "status": status,
        "index_state": index_state,
        "undo_until": "2026-07-16T04:50:30Z",
    })
}

/// Many counted.
pub fn count(value: u32) -> Value {
    json!({ "value": value, "more": false })
}

/// A link with which a person chooses a password.
pub fn welcome_link() -> Value {
    json!({
        "user_id": USER,
        "path": "/welcome?token=welcome_EXAMPLE",
        "expires_at": "2026-07-23T04:30:00Z",
    })
}

/// A service in full.
pub fn service_detail() -> Value {
    let changed = json!([{ "field": "approval", "before": "doubtful", "after": "all" }]);
    let usage = json!({
        "turns": 120, "calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "embedded_tokens": 5_400,
    });
    json!({
        "service_id": SERVICE,
        "name": "helpdesk",
        "deployed": 1,
        "latest": 2,
        "settings": RevisionSettings::default(),
        "undeployed": changed,
        "revisions": [
            {
                "number": 2,
                "created_at": "2026-07-15T02:00:00Z",
                "created_by": "sora@example.com",
                "note": "Everything is reviewed",
                "is_deployed": false,
                "changes": changed,
            },
            {
                "number": 1,
                "created_at": "2026-07-01T00:00:00Z",
                "created_by": "sora@example.com",
                "deployed_at": "2026-07-01T00:05:00Z",
                "is_deployed": true,
                "changes": [{ "field": "approval", "before": "all", "after": "doubtful" }],
            },
        ],
        "keys": [{
            "key_id": KEY,
            "prefix": "gk_Xf3k",
            "created_at": "2026-07-01T00:10:00Z",
            "last_used_at": "2026-07-16T04:30:00Z",
        }],
        "turns": [{ "state": "waiting", "count": 3 }, { "state": "extracted", "count": 120 }],
        "refusals": [{ "refusal": "not_worth", "count": 210 }, { "refusal": "question", "count": 64 }],
        "usage": usage,
        "usage_by_person": [{ "user_id": USER, "email": "mina@example.com", "usage": usage }],
        "extractors": ["local"],
        "created_at": "2026-07-01T00:00:00Z",
    })
}
