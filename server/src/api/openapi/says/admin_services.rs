//! The chat services of the organisation.

use crate::api::openapi::examples::{KEY, SERVICE, service_detail};
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::ErrorCode::StaleVersion;
use contract::{
    CreateService, CreatedServiceKey, DeployRevision, KeyId, ListServices, RevisionSettings, RevisionView,
    SaveRevision, ServiceDetail, ServiceId, ServiceList, ViewRevision,
};
use serde_json::json;

/// `GET /api/v1/admin/services`.
pub fn list() -> Operation {
    Operation::new(Tag::Revisions, "listServices", "List the services").query::<ListServices>().answer::<ServiceList>(
        200,
        "One page, made last first.",
        json!({
            "items": [{
                "service_id": SERVICE,
                "name": "helpdesk",
                "deployed": 1,
                "latest": 2,
                "memory": true,
                "approval": "all",
                "waiting_turns": 3,
                "created_at": "2026-07-01T00:00:00Z",
            }],
            "extractors": ["local"],
        }),
    )
}

/// `POST /api/v1/admin/services`.
pub fn create() -> Operation {
    Operation::new(Tag::Revisions, "createService", "Make a service")
        .text("With its first revision, which has no effect before it is deployed. What `settings` leaves out is as usual.")
        .bodies::<CreateService>(&[
            ("as_usual", r#"{ "name": "helpdesk", "note": "Everything is reviewed" }"#),
            (
                "with_settings",
                r#"{
  "name": "travel-desk",
  "settings": { "approval": "doubtful", "nightly": "02:00", "recall": { "top_k": 5, "token_budget": 800 } }
}"#,
            ),
        ])
        .answer::<ServiceDetail>(201, "The service.", service_detail())
}

/// `GET /api/v1/admin/services/{id}`.
pub fn service() -> Operation {
    Operation::new(Tag::Revisions, "getService", "See a service")
        .text("Its latest revisions, its keys, and what became of its turns in the last thirty days.")
        .id::<ServiceId>("The service.")
        .answer::<ServiceDetail>(200, "The service.", service_detail())
}

/// `POST /api/v1/admin/services/{id}/revisions`.
pub fn save_revision() -> Operation {
    Operation::new(Tag::Revisions, "saveRevision", "Save settings as the next revision")
        .text(
            "It has no effect before it is deployed. `stale_version` says that another one than `based_on` is the latest by \
             now.",
        )
        .id::<ServiceId>("The service.")
        .body::<SaveRevision>(
            r#"{
  "settings": { "approval": "doubtful", "recall": { "top_k": 5 } },
  "based_on": 1,
  "note": "Only what is doubtful is reviewed"
}"#,
        )
        .answer::<ServiceDetail>(201, "The service with the new revision.", service_detail())
        .problems(&[StaleVersion])
}

/// `GET /api/v1/admin/services/{id}/revisions/{number}`.
pub fn revision() -> Operation {
    Operation::new(Tag::Revisions, "getRevision", "See a revision beside another")
        .id::<ServiceId>("The service.")
        .number("number", "The revision.")
        .query::<ViewRevision>()
        .answer::<RevisionView>(
            200,
            "What it settles, and what of that differs.",
            json!({
                "number": 2,
                "settings": RevisionSettings::default(),
                "against": 1,
                "changes": [{ "field": "approval", "before": "doubtful", "after": "all" }],
            }),
        )
}

/// `POST /api/v1/admin/services/{id}/deploy`.
pub fn deploy() -> Operation {
    Operation::new(Tag::Revisions, "deployRevision", "Give a revision effect")
        .text(
            "From the next call on. An older revision rolls back. `stale_version` says that another one than \
             `seen_deployed` is deployed by now.",
        )
        .id::<ServiceId>("The service.")
        .bodies::<DeployRevision>(&[
            ("the_first", r#"{ "revision": 1 }"#),
            ("another", r#"{ "revision": 2, "seen_deployed": 1 }"#),
        ])
        .answer::<ServiceDetail>(200, "The service as it is from now on.", service_detail())
        .problems(&[StaleVersion])
}

/// `POST /api/v1/admin/services/{id}/keys`.
pub fn create_key() -> Operation {
    Operation::new(Tag::Revisions, "createServiceKey", "Make a key for a service")
        .id::<ServiceId>("The service.")
        .answer::<CreatedServiceKey>(
        201,
        "The only answer that ever holds the secret.",
        json!({ "key_id": KEY, "secret": "gk_EXAMPLE" }),
    )
}

/// `DELETE /api/v1/admin/services/{id}/keys/{key}`.
pub fn revoke_key() -> Operation {
    Operation::new(Tag::Revisions, "revokeServiceKey", "Revoke a key of a service")
        .id::<ServiceId>("The service.")
        .in_path::<KeyId>("key", "The key.")
        .done("It stops working at once.")
}
