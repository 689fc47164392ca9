//! The REST interface: bodies in, bodies out, problems as problem+json.
//!
//! The routes are a table, so that a test can ask each of them to refuse strangers.

mod bearer;
mod health;
mod json;
mod me;
mod memories;
mod person;
pub mod problem;
mod query;
mod recall;

use crate::http::AppState;
use axum::Router;
use axum::routing::{MethodRouter, any, get, post};
use contract::ErrorCode;
use problem::Refusal;

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// A service, by its API key in `Authorization`. Cookies are not looked at.
    Service,
    /// A signed-in person, by the session cookie. Keys are not looked at.
    Person,
    /// Everyone.
    Nobody,
}

/// One route.
pub struct Route {
    /// The methods it answers.
    pub methods: &'static [&'static str],
    /// Its address.
    pub path: &'static str,
    /// Who may call it.
    pub guard: Guard,
    handler: MethodRouter<AppState>,
}

/// Every route of the interface.
pub fn routes() -> Vec<Route> {
    use Guard::{Nobody, Person, Service};
    let route = |methods, path, guard, handler| Route { methods, path, guard, handler };
    vec![
        route(&["POST"], "/api/v1/memories", Service, post(memories::save)),
        route(&["POST"], "/api/v1/recall", Service, post(recall::recall)),
        route(&["GET", "PUT"], "/api/v1/me/consent", Person, get(me::consent).put(me::set_consent)),
        route(&["GET"], "/api/v1/me/memories", Person, get(me::memories)),
        route(&["GET"], "/healthz", Nobody, get(health::alive)),
        route(&["GET"], "/readyz", Nobody, get(health::ready)),
    ]
}

fn router(guard: Guard) -> Router<AppState> {
    routes()
        .into_iter()
        .filter(|route| route.guard == guard)
        .fold(Router::new(), |router, route| router.route(route.path, route.handler))
        .method_not_allowed_fallback(method_not_allowed)
}

/// The routes for services, and the answer for addresses that do not exist.
pub fn service_routes(state: &AppState) -> Router {
    router(Guard::Service)
        .route("/api", any(nothing_here))
        .route("/api/", any(nothing_here))
        .route("/api/{*rest}", any(nothing_here))
        .with_state(state.clone())
}

/// The routes for people; whoever mounts them puts the session and its guards around.
pub fn person_routes(state: &AppState) -> Router {
    router(Guard::Person).with_state(state.clone())
}

/// Whether the process is alive and ready.
pub fn health_routes(state: &AppState) -> Router {
    router(Guard::Nobody).with_state(state.clone())
}

async fn nothing_here() -> Refusal {
    Refusal::new(ErrorCode::NotFound)
}

async fn method_not_allowed() -> Refusal {
    Refusal::new(ErrorCode::MethodNotAllowed)
}
