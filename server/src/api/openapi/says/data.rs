//! All of a person's data at once.

use crate::api::openapi::examples::{MEMORY, USER, count, memory_detail};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::{IndexUnavailable, RateLimited, WrongPassword};
use contract::{DeleteEverything, DeletionReport, Export, RequestExport};
use serde_json::json;

/// `POST /api/v1/me/export`.
pub fn export() -> Operation {
    let account = json!({
        "user_id": USER,
        "tenant_id": "default",
        "email": "mina@example.com",
        "external_ids": ["mina"],
    });
    Operation::new(Tag::Data, "exportEverything", "Take everything along")
        .text("Every memory with its versions, consent, activity, sessions and keys, as a file. Asks for the password.")
        .body::<RequestExport>(r#"{ "password": "a long enough password", "format": "json" }"#)
        .answer::<Export>(
            200,
            "The file, in the form asked for.",
            json!({
                "exported_at": "2026-07-18T01:00:00Z",
                "account": account,
                "consent": [{ "granted": true, "at": "2026-07-01T00:00:00Z", "source": "my_page" }],
                "memories": [memory_detail()],
                "unreadable": [],
                "activity": [],
                "sessions": [],
                "keys": [],
            }),
        )
        .or_text("text/markdown", "# Everything that Gieok keeps about mina@example.com\n…")
        .problems(&[WrongPassword, RateLimited])
}

/// `POST /api/v1/me/delete-everything`.
pub fn delete_everything() -> Operation {
    Operation::new(Tag::Data, "deleteEverything", "Delete every memory about oneself")
        .text("Asks for the password, and for the words `delete everything` or `모두 삭제`.")
        .body::<DeleteEverything>(r#"{ "password": "a long enough password", "confirmation": "모두 삭제" }"#)
        .answer::<DeletionReport>(
            200,
            "What became of each. Repeat the request while some remain.",
            json!({ "rows": [{ "memory_id": MEMORY, "was_missing_in_index": false }], "remaining": count(0) }),
        )
        .problems(&[WrongPassword, RateLimited, IndexUnavailable])
}
