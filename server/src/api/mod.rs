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
mod methods;
mod openapi;
mod path;
mod person;
mod personal_key;
pub mod problem;
mod query;
mod recall;
mod turns;

pub use openapi::{faulty_examples, reference};
pub use person::Owner;
pub use personal_key::{KeyHolder, prove_by_key};

use crate::http::AppState;
use axum::Router;
use axum::routing::{MethodRouter, any};
use contract::ErrorCode;
use methods::{Methods, Says, delete, get, post, put};
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
    /// A superadmin, by the session cookie alone.
    Superadmin,
    /// Everyone.
    Nobody,
}

/// One route.
pub struct Route {
    /// The methods it answers.
    pub methods: Vec<&'static str>,
    /// What each of them says of itself, in the same order.
    pub says: Vec<Says>,
    /// Its address.
    pub path: &'static str,
    /// Who may call it.
    pub guard: Guard,
    handler: MethodRouter<AppState>,
}

impl Route {
    fn new(path: &'static str, guard: Guard, methods: Methods) -> Self {
        let Methods { names, says, router } = methods;
        Self { methods: names, says, path, guard, handler: router }
    }
}

/// Every route of the interface.
pub fn routes() -> Vec<Route> {
    use Guard::{Nobody, Service};
    use openapi::{document, says};
    let of_services_and_everyone = vec![
        Route::new("/api/v1/memories", Service, post(memories::save, says::services::save)),
        Route::new("/api/v1/candidates", Service, post(candidates::propose, says::services::propose)),
        Route::new("/api/v1/recall", Service, post(recall::recall, says::services::recall)),
        Route::new("/api/v1/turns", Service, post(turns::ingest, says::turns::ingest)),
        Route::new("/healthz", Nobody, get(health::alive, says::server::alive)),
        Route::new("/readyz", Nobody, get(health::ready, says::server::ready)),
        Route::new("/api/openapi.json", Nobody, get(document, says::server::document)),
    ];
    of_services_and_everyone.into_iter().chain(own_routes()).chain(console_routes()).chain(system_routes()).collect()
}

/// What people do about themselves.
fn own_routes() -> Vec<Route> {
    use Guard::{Browser, Person};
    use me::{ask, consent, data, keys, memories as own, sessions};
    use openapi::says;
    vec![
        Route::new(
            "/api/v1/me/consent",
            Person,
            get(consent::consent, says::consent::consent).put(consent::set_consent, says::consent::set_consent),
        ),
        Route::new("/api/v1/me/consent/history", Person, get(consent::history, says::consent::history)),
        Route::new("/api/v1/me/memories", Person, get(own::list, says::memories::list)),
        Route::new("/api/v1/me/memories/progress", Person, post(own::progress, says::memories::progress)),
        Route::new("/api/v1/me/memories/delete", Person, post(own::delete, says::memories::delete)),
        Route::new("/api/v1/me/memories/{id}", Person, put(own::correct, says::memories::correct)),
        Route::new("/api/v1/me/memories/{id}/open", Person, post(own::open, says::memories::open)),
        Route::new("/api/v1/me/ask", Person, post(ask::ask, says::ask::ask)),
        Route::new("/api/v1/me/ask/services", Person, get(ask::services, says::ask::services)),
        Route::new("/api/v1/me/export", Person, post(data::export, says::data::export)),
        Route::new(
            "/api/v1/me/delete-everything",
            Person,
            post(data::delete_everything, says::data::delete_everything),
        ),
        Route::new(
            "/api/v1/me/keys",
            Browser,
            get(keys::keys, says::access::keys).post(keys::create, says::access::create),
        ),
        Route::new("/api/v1/me/keys/{id}", Browser, delete(keys::revoke, says::access::revoke)),
        Route::new("/api/v1/me/sessions", Browser, get(sessions::sessions, says::access::sessions)),
        Route::new("/api/v1/me/sessions/{id}", Browser, delete(sessions::end, says::access::end)),
        Route::new("/api/v1/me/sessions/end-others", Browser, post(sessions::end_others, says::access::end_others)),
    ]
}

/// What reviewers and administrators do about people and candidates.
fn console_routes() -> Vec<Route> {
    use Guard::{Admin, Reviewer};
    use admin::{audit, candidates as queue, events, overview, users};
    use openapi::says;
    vec![
        Route::new("/api/v1/admin/candidates", Reviewer, get(queue::list, says::review::list)),
        Route::new("/api/v1/admin/candidates/select", Reviewer, post(queue::select, says::review::select)),
        Route::new("/api/v1/admin/candidates/bulk", Reviewer, post(queue::bulk, says::review::bulk)),
        Route::new("/api/v1/admin/candidates/events", Reviewer, get(events::events, says::review::events)),
        Route::new("/api/v1/admin/candidates/{id}", Reviewer, get(queue::candidate, says::review::candidate)),
        Route::new(
            "/api/v1/admin/candidates/{id}/claim",
            Reviewer,
            post(queue::claim, says::review::claim).delete(queue::release, says::review::release),
        ),
        Route::new("/api/v1/admin/candidates/{id}/reveal", Reviewer, post(queue::reveal, says::review::reveal)),
        Route::new("/api/v1/admin/candidates/{id}/approve", Reviewer, post(queue::approve, says::review::approve)),
        Route::new("/api/v1/admin/candidates/{id}/reject", Reviewer, post(queue::reject, says::review::reject)),
        Route::new("/api/v1/admin/decisions/{id}/undo", Reviewer, post(queue::undo, says::review::undo)),
        Route::new(
            "/api/v1/admin/users",
            Admin,
            get(users::list, says::users::list).post(users::invite, says::users::invite),
        ),
        Route::new("/api/v1/admin/users/{id}/role", Admin, put(users::change_role, says::users::change_role)),
        Route::new("/api/v1/admin/users/{id}/disable", Admin, post(users::disable, says::users::disable)),
        Route::new("/api/v1/admin/users/{id}/enable", Admin, post(users::enable, says::users::enable)),
        Route::new(
            "/api/v1/admin/users/{id}/end-sessions",
            Admin,
            post(users::end_sessions, says::users::end_sessions),
        ),
        Route::new(
            "/api/v1/admin/users/{id}/reset-password",
            Admin,
            post(users::reset_password, says::users::reset_password),
        ),
        Route::new("/api/v1/admin/users/{id}/renew-link", Admin, post(users::renew_link, says::users::renew_link)),
        Route::new("/api/v1/admin/overview", Reviewer, get(overview::overview, says::overview::overview)),
        Route::new("/api/v1/admin/audit", Admin, get(audit::list, says::audit::list)),
        Route::new("/api/v1/admin/audit/export", Admin, get(audit::export, says::audit::export)),
    ]
}

/// What administrators do about services, settings and index.
fn system_routes() -> Vec<Route> {
    use Guard::{Admin, Superadmin};
    use admin::{index, services, settings};
    use openapi::says::{admin_services, index as of_index, settings as of_settings};
    vec![
        Route::new(
            "/api/v1/admin/services",
            Admin,
            get(services::list, admin_services::list).post(services::create, admin_services::create),
        ),
        Route::new("/api/v1/admin/services/{id}", Admin, get(services::service, admin_services::service)),
        Route::new(
            "/api/v1/admin/services/{id}/revisions",
            Admin,
            post(services::save_revision, admin_services::save_revision),
        ),
        Route::new(
            "/api/v1/admin/services/{id}/revisions/{number}",
            Admin,
            get(services::revision, admin_services::revision),
        ),
        Route::new("/api/v1/admin/services/{id}/deploy", Admin, post(services::deploy, admin_services::deploy)),
        Route::new("/api/v1/admin/services/{id}/keys", Admin, post(services::create_key, admin_services::create_key)),
        Route::new(
            "/api/v1/admin/services/{id}/keys/{key}",
            Admin,
            delete(services::revoke_key, admin_services::revoke_key),
        ),
        Route::new(
            "/api/v1/admin/settings",
            Superadmin,
            get(settings::settings, of_settings::settings).put(settings::change, of_settings::change),
        ),
        Route::new("/api/v1/admin/index", Admin, get(index::index, of_index::index)),
        Route::new("/api/v1/admin/index/repair", Admin, post(index::repair, of_index::repair)),
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
    use Guard::{Admin, Browser, Person, Reviewer, Superadmin};
    router(&[Person, Browser, Reviewer, Admin, Superadmin]).with_state(state.clone())
}

/// Whether the process is alive and ready, and what the interface is: for everyone.
pub fn open_routes(state: &AppState) -> Router {
    router(&[Guard::Nobody]).with_state(state.clone())
}

async fn nothing_here() -> Refusal {
    Refusal::new(ErrorCode::NotFound)
}

async fn method_not_allowed() -> Refusal {
    Refusal::new(ErrorCode::MethodNotAllowed)
}
