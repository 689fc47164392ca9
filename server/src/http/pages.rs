//! Pages and server functions, through Leptos.

use super::AppState;
use super::headers::CspNonce;
use super::session::CurrentSession;
use super::{assets, forms};
use crate::api;
use app::server::BrowserSession;
use app::{App, shell};
use axum::Router;
use axum::extract::RawQuery;
use axum::response::Redirect;
use axum::routing::{get, post};
use http::request::Parts;
use leptos::nonce::Nonce;
use leptos::prelude::{provide_context, use_context};
use leptos_axum::{AxumRouteListing, ErrorHandler, LeptosRoutes, generate_route_list, render_app_async_with_context};
use std::sync::{Arc, OnceLock};

/// Every page, every `/ui` function, the files at the root, and the page for addresses that do not exist.
pub fn routes(state: &AppState) -> Router {
    let options = state.leptos.clone();
    let context = context(state.clone());
    let page = {
        let options = options.clone();
        move || shell(options.clone())
    };
    let nowhere = ErrorHandler::new_with_context(context.clone(), shell, options);
    // The same page as its GET, but asked for by a form: it shows what is masked otherwise.
    let opened = render_app_async_with_context(context.clone(), page.clone());
    Router::new()
        .leptos_routes_with_context(state, page_routes(), context, page)
        .route("/me/memories/{id}", post(opened))
        .route("/me/", get(without_slash))
        .merge(forms::routes())
        .fallback_service(assets::public(state).fallback(nowhere))
        .with_state(state.clone())
}

/// The pages' addresses, found once a process. While Leptos looks for them, a page that another server of this process
/// renders would wait for ever (leptos issue 4773); tests have many servers in one process.
fn page_routes() -> Vec<AxumRouteListing> {
    static ROUTES: OnceLock<Vec<AxumRouteListing>> = OnceLock::new();
    ROUTES.get_or_init(|| generate_route_list(App)).clone()
}

/// The address of every page, so that a test can ask for each of them.
pub fn page_paths() -> Vec<String> {
    page_routes().iter().map(|page| page.path().to_owned()).collect()
}

/// People type `/me/` too.
async fn without_slash(RawQuery(query): RawQuery) -> Redirect {
    Redirect::permanent(&query.map_or_else(|| "/me".to_owned(), |query| format!("/me?{query}")))
}

/// What components and server functions find in their context.
fn context(state: AppState) -> impl Fn() + Clone + Send + Sync + 'static {
    move || {
        provide_context(state.desks.clone());
        provide_context(state.info.clone());
        provide_context(api::reference());
        let Some(parts) = use_context::<Parts>() else { return };
        if let Some(nonce) = parts.extensions.get::<CspNonce>() {
            provide_context(Nonce::from_value(nonce.0.as_str()));
        }
        if let Some(session) = parts.extensions.get::<Arc<CurrentSession>>() {
            let session: Arc<dyn BrowserSession> = Arc::clone(session) as _;
            provide_context(session);
        }
    }
}
