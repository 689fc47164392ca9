//! A person's consent.

use crate::api::me::Items;
use crate::api::openapi::operation::Operation;
use crate::api::openapi::tag::Tag;
use contract::consent::SetConsent;
use contract::{ConsentEvent, ConsentView};
use serde_json::json;

/// `GET /api/v1/me/consent`.
pub fn consent() -> Operation {
    let example = json!({ "granted": true, "changed_at": "2026-07-01T00:00:00Z" });
    Operation::new(Tag::Consent, "getConsent", "See whether memory is on").answer::<ConsentView>(
        200,
        "Whether memories may be stored and recalled.",
        example,
    )
}

/// `PUT /api/v1/me/consent`.
pub fn set_consent() -> Operation {
    let example = json!({ "granted": false, "changed_at": "2026-07-16T04:30:00Z" });
    Operation::new(Tag::Consent, "setConsent", "Switch memory on or off")
        .text("Off: nothing is stored and nothing recalled. Nothing is deleted.")
        .body::<SetConsent>(r#"{ "granted": false }"#)
        .answer::<ConsentView>(200, "As it is now.", example)
}

/// `GET /api/v1/me/consent/history`.
pub fn history() -> Operation {
    Operation::new(Tag::Consent, "getConsentHistory", "See how it was switched").answer::<Items<ConsentEvent>>(
        200,
        "Every change, latest first.",
        json!({ "items": [{ "granted": true, "at": "2026-07-01T00:00:00Z", "source": "my_page" }] }),
    )
}
