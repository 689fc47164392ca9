//! The REST interface: bodies in, bodies out, problems as problem+json.
//!
//! The routes are a table, so that a test can ask each of them to refuse strangers.

mod admin;
mod bearer;
mod candidates;
mod health;
mod idempotency;
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
    use Guard::{Admin, Browser, Nobody, Person, Reviewer, Service};
    use admin::{audit, candidates as queue, events, overview, users};
    use me::{ask, consent, data, keys, memories as own, sessions};
    let route = |methods, path, guard, handler| Route { methods, path, guard, handler };
    vec![
        route(&["POST"], "/api/v1/memories", Service, post(memories::save)),
        route(&["POST"], "/api/v1/candidates", Service, post(candidates::propose)),
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
        route(&["GET"], "/api/v1/admin/candidates", Reviewer, get(queue::list)),
        route(&["POST"], "/api/v1/admin/candidates/select", Reviewer, post(queue::select)),
        route(&["POST"], "/api/v1/admin/candidates/bulk", Reviewer, post(queue::bulk)),
        route(&["GET"], "/api/v1/admin/candidates/events", Reviewer, get(events::events)),
        route(&["GET"], "/api/v1/admin/candidates/{id}", Reviewer, get(queue::candidate)),
        route(
            &["POST", "DELETE"],
            "/api/v1/admin/candidates/{id}/claim",
            Reviewer,
            post(queue::claim).delete(queue::release),
        ),
        route(&["POST"], "/api/v1/admin/candidates/{id}/reveal", Reviewer, post(queue::reveal)),
        route(&["POST"], "/api/v1/admin/candidates/{id}/approve", Reviewer, post(queue::approve)),
        route(&["POST"], "/api/v1/admin/candidates/{id}/reject", Reviewer, post(queue::reject)),
        route(&["POST"], "/api/v1/admin/decisions/{id}/undo", Reviewer, post(queue::undo)),
        route(&["GET", "POST"], "/api/v1/admin/users", Admin, get(users::list).post(users::invite)),
        route(&["PUT"], "/api/v1/admin/users/{id}/role", Admin, put(users::change_role)),
        route(&["POST"], "/api/v1/admin/users/{id}/disable", Admin, post(users::disable)),
        route(&["POST"], "/api/v1/admin/users/{id}/enable", Admin, post(users::enable)),
        route(&["POST"], "/api/v1/admin/users/{id}/end-sessions", Admin, post(users::end_sessions)),
        route(&["POST"], "/api/v1/admin/users/{id}/reset-password", Admin, post(users::reset_password)),
        route(&["POST"], "/api/v1/admin/users/{id}/renew-link", Admin, post(users::renew_link)),
        route(&["GET"], "/api/v1/admin/overview", Reviewer, get(overview::overview)),
        route(&["GET"], "/api/v1/admin/audit", Admin, get(audit::list)),
        route(&["GET"], "/api/v1/admin/audit/export", Admin, get(audit::export)),
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
