//! The REST interface: bodies in, bodies out, problems as problem+json.
//!
//! The routes are a table, so that a test can ask each of them to refuse strangers.

mod bearer;
mod health;
mod json;
mod me;
mod memories;
mod path;
mod person;
mod personal_key;
pub mod problem;
mod query;
mod recall;

pub use person::Owner;
pub use personal_key::{KeyHolder, prove_by_key};

use crate::http::AppState;
use axum::Router;
use axum::routing::{MethodRouter, any, delete, get, post, put};
use contract::ErrorCode;
use problem::Refusal;

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// A service, by its API key in `Authorization`. Cookies are not looked at.
    Service,
    /// A person, by the session cookie or by a personal key. Services' keys prove nothing.
    Person,
    /// A person, by the session cookie alone: a personal key is refused.
    Browser,
    /// A reviewer or more, by the session cookie alone.
    Reviewer,
    /// An administrator or more, by the session cookie alone.
    Admin,
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
    use Guard::{Browser, Nobody, Person, Service};
    use me::{ask, consent, data, keys, memories as own, sessions};
    let route = |methods, path, guard, handler| Route { methods, path, guard, handler };
    vec![
        route(&["POST"], "/api/v1/memories", Service, post(memories::save)),
        route(&["POST"], "/api/v1/recall", Service, post(recall::recall)),
        route(&["GET", "PUT"], "/api/v1/me/consent", Person, get(consent::consent).put(consent::set_consent)),
        route(&["GET"], "/api/v1/me/consent/history", Person, get(consent::history)),
        route(&["GET"], "/api/v1/me/memories", Person, get(own::list)),
        route(&["POST"], "/api/v1/me/memories/progress", Person, post(own::progress)),
        route(&["POST"], "/api/v1/me/memories/delete", Person, post(own::delete)),
        route(&["PUT"], "/api/v1/me/memories/{id}", Person, put(own::correct)),
        route(&["POST"], "/api/v1/me/memories/{id}/open", Person, post(own::open)),
        route(&["POST"], "/api/v1/me/ask", Person, post(ask::ask)),
        route(&["GET"], "/api/v1/me/ask/services", Person, get(ask::services)),
        route(&["POST"], "/api/v1/me/export", Person, post(data::export)),
        route(&["POST"], "/api/v1/me/delete-everything", Person, post(data::delete_everything)),
        route(&["GET", "POST"], "/api/v1/me/keys", Browser, get(keys::keys).post(keys::create)),
        route(&["DELETE"], "/api/v1/me/keys/{id}", Browser, delete(keys::revoke)),
        route(&["GET"], "/api/v1/me/sessions", Browser, get(sessions::sessions)),
        route(&["DELETE"], "/api/v1/me/sessions/{id}", Browser, delete(sessions::end)),
        route(&["POST"], "/api/v1/me/sessions/end-others", Browser, post(sessions::end_others)),
        route(&["GET"], "/healthz", Nobody, get(health::alive)),
        route(&["GET"], "/readyz", Nobody, get(health::ready)),
    ]
}

fn router(guards: &[Guard]) -> Router<AppState> {
    routes()
        .into_iter()
        .filter(|route| guards.contains(&route.guard))
        .fold(Router::new(), |router, route| router.route(route.path, route.handler))
        .method_not_allowed_fallback(method_not_allowed)
}

/// The routes for services, and the answer for addresses that do not exist.
pub fn service_routes(state: &AppState) -> Router {
    router(&[Guard::Service])
        .route("/api", any(nothing_here))
        .route("/api/", any(nothing_here))
        .route("/api/{*rest}", any(nothing_here))
        .with_state(state.clone())
}

/// The routes for people; whoever mounts them puts the session and its guards around.
pub fn person_routes(state: &AppState) -> Router {
    router(&[Guard::Person, Guard::Browser, Guard::Reviewer, Guard::Admin]).with_state(state.clone())
}

/// Whether the process is alive and ready.
pub fn health_routes(state: &AppState) -> Router {
    router(&[Guard::Nobody]).with_state(state.clone())
}

async fn nothing_here() -> Refusal {
    Refusal::new(ErrorCode::NotFound)
}

async fn method_not_allowed() -> Refusal {
    Refusal::new(ErrorCode::MethodNotAllowed)
}
