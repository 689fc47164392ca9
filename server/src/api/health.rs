//! `/healthz`: the process answers. `/readyz`: database, index and model do their work, or which of them does not.

use crate::http::AppState;
use axum::Json;
use axum::extract::State;
use domain::desks::{Health, Part};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The process answers.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Alive {
    /// `ok`.
    status: String,
}

/// How each part is doing: `ok` or `failed`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Readiness {
    /// `ready`, or `failed` if any part has.
    status: String,
    /// The database.
    database: String,
    /// The search index.
    index: String,
    /// The embedding model.
    model: String,
}

/// `GET /healthz`.
pub async fn alive() -> Json<Alive> {
    Json(Alive { status: "ok".to_owned() })
}

/// `GET /readyz`. Everyone may read it, so it names the part; the reason goes to the log.
pub async fn ready(State(state): State<AppState>) -> (StatusCode, Json<Readiness>) {
    report(&state.desks.health().await)
}

fn report(health: &Health) -> (StatusCode, Json<Readiness>) {
    let Health { database, index, model } = *health;
    let mut is_ready = true;
    let mut word = |part: &'static str, health: Part| {
        match health {
            Ok(()) => "ok",
            Err(reason) => {
                tracing::warn!(part, reason, "not ready");
                is_ready = false;
                "failed"
            }
        }
        .to_owned()
    };
    let (database, index, model) = (word("database", database), word("index", index), word("model", model));
    let (status, all) = if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "failed") };
    (status, Json(Readiness { status: all.to_owned(), database, index, model }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_failed_is_named_and_the_reason_is_not_told() {
        let health = Health { database: Ok(()), index: Err("a reason"), model: Ok(()) };
        let (status, Json(body)) = report(&health);
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        let [ok, failed] = ["ok", "failed"].map(str::to_owned);
        let expected = Readiness { status: failed.clone(), database: ok.clone(), index: failed, model: ok };
        assert_eq!(body, expected);
    }
}
