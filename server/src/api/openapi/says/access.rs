//! Keys and sessions.

use crate::api::me::Items;
use crate::api::me::sessions::Ended;
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::{CreatePersonalKey, CreatedPersonalKey, KeyId, PersonalKeyRow, SessionId, SessionRow};
use serde_json::{Value, json};

fn key() -> Value {
    json!({
        "key_id": "key_0198c3d45a7b4c1d9e2f8a6b0c3d7e1f",
        "name": "노트북 스크립트",
        "prefix": "gp_EXAMP",
        "created_at": "2026-07-16T04:30:00Z",
    })
}

/// `GET /api/v1/me/keys`.
pub fn keys() -> Operation {
    Operation::new(Tag::Access, "listKeys", "List one's personal keys").answer::<Items<PersonalKeyRow>>(
        200,
        "All of them, revoked ones too.",
        json!({ "items": [key()] }),
    )
}

/// `POST /api/v1/me/keys`.
pub fn create() -> Operation {
    Operation::new(Tag::Access, "createKey", "Make a personal key")
        .text("With it, a program of one's own can do what one can do with one's memories.")
        .body::<CreatePersonalKey>(r#"{ "name": "노트북 스크립트" }"#)
        .answer::<CreatedPersonalKey>(
            201,
            "The only answer that ever holds the secret.",
            json!({ "key": key(), "secret": "gp_EXAMPLE" }),
        )
}

/// `DELETE /api/v1/me/keys/{id}`.
pub fn revoke() -> Operation {
    Operation::new(Tag::Access, "revokeKey", "Revoke a personal key")
        .id::<KeyId>("The key.")
        .done("It does nothing any more.")
}

/// `GET /api/v1/me/sessions`.
pub fn sessions() -> Operation {
    Operation::new(Tag::Access, "listSessions", "List the browsers in which one is signed in")
        .answer::<Items<SessionRow>>(
            200,
            "All of them.",
            json!({
                "items": [{
                    "session_id": "ses_0198d4e55a7b4c1d9e2f8a6b0c3d7e1f",
                    "device": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                    "began_at": "2026-07-14T00:00:00Z",
                    "seen_at": "2026-07-16T04:30:00Z",
                    "is_current": true,
                }],
            }),
        )
}

/// `DELETE /api/v1/me/sessions/{id}`.
pub fn end() -> Operation {
    Operation::new(Tag::Access, "endSession", "Sign out in one browser")
        .id::<SessionId>("The session.")
        .done("It is over, whoever holds its cookie.")
}

/// `POST /api/v1/me/sessions/end-others`.
pub fn end_others() -> Operation {
    Operation::new(Tag::Access, "endOtherSessions", "Sign out in all other browsers").answer::<Ended>(
        200,
        "How many sessions were ended.",
        json!({ "ended": 2 }),
    )
}
