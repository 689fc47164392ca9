//! `/healthz`: the process answers. `/readyz`: database, index and model do their work, or which of them does not.

use crate::http::AppState;
use axum::Json;
use axum::extract::State;
use domain::desks::{Health, Part};
use http::StatusCode;
use serde_json::{Value, json};

/// `GET /healthz`.
pub async fn alive() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

/// `GET /readyz`. Everyone may read it, so it names the part; the reason goes to the log.
pub async fn ready(State(state): State<AppState>) -> (StatusCode, Json<Value>) {
    report(&state.desks.health().await)
}

fn report(health: &Health) -> (StatusCode, Json<Value>) {
    let Health { database, index, model } = *health;
    let mut is_ready = true;
    let mut word = |part: &'static str, health: Part| match health {
        Ok(()) => "ok",
        Err(reason) => {
            tracing::warn!(part, reason, "not ready");
            is_ready = false;
            "failed"
        }
    };
    let (database, index, model) = (word("database", database), word("index", index), word("model", model));
    let (status, all) = if is_ready { (StatusCode::OK, "ready") } else { (StatusCode::SERVICE_UNAVAILABLE, "failed") };
    (status, Json(json!({ "status": all, "database": database, "index": index, "model": model })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_failed_is_named_and_the_reason_is_not_told() {
        let health = Health { database: Ok(()), index: Err("a reason"), model: Ok(()) };
        let (status, Json(body)) = report(&health);
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(body, json!({ "status": "failed", "database": "ok", "index": "failed", "model": "ok" }));
    }
}
