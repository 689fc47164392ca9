//! Seeing and switching one's consent.

use super::{Answer, Items};
use crate::api::json::Json;
use crate::api::person::Owner;
use contract::consent::SetConsent;
use contract::{ConsentEvent, ConsentSource, ConsentView};

/// `GET /api/v1/me/consent`.
pub async fn consent(Owner(desk): Owner) -> Answer<ConsentView> {
    Ok(axum::Json(desk.consent().await?))
}

/// `PUT /api/v1/me/consent`.
pub async fn set_consent(Owner(desk): Owner, Json(request): Json<SetConsent>) -> Answer<ConsentView> {
    Ok(axum::Json(desk.set_consent(request.granted, ConsentSource::Rest).await?))
}

/// `GET /api/v1/me/consent/history`.
pub async fn history(Owner(desk): Owner) -> Answer<Items<ConsentEvent>> {
    Ok(Items::of(desk.consent_history().await?))
}
