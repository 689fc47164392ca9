//! What the server gives to pages and server functions through context, and what they do with it.
//!
//! For each request the server provides an `Arc<dyn BrowserSession>`, the [`Desks`] and a [`ServerInfo`], to page
//! renderings and to server functions alike.

use crate::auth::DemoAccount;
use crate::error::UiError;
use contract::{ErrorCode, SessionView, UserId};
use domain::desks::{
    AccessDesk, AuditDesk, DeskError, Desks, OwnerDesk, ReviewDesk, ServicesDesk, SystemDesk, UpkeepDesk, UsersDesk,
};
use domain::kernel::Actor;
use http::header::{ACCEPT, HeaderName, HeaderValue, LOCATION, REFERER, RETRY_AFTER};
use http::request::Parts;
use http::{Method, StatusCode};
use leptos::prelude::use_context;
use leptos::server_fn::error::ServerFnUrlError;
use leptos_axum::ResponseOptions;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

/// Work that a [`BrowserSession`] does against the session store.
pub type SessionTask<'a> = Pin<Box<dyn Future<Output = Result<(), DeskError>> + Send + 'a>>;

/// The browser session of one request.
pub trait BrowserSession: Send + Sync {
    /// The signed-in person, proven for this request.
    fn actor(&self) -> Option<(Actor, SessionView)>;
    /// Signs `user` in, under a new session id.
    fn begin(&self, user: UserId) -> SessionTask<'_>;
    /// Signs out: removes the session here and the cookie there.
    fn end(&self) -> SessionTask<'_>;
    /// Where the request comes from.
    fn address(&self) -> IpAddr;
    /// SHA-256 of the session's id, by which the store knows it; `None` while there is no session.
    fn id_hash(&self) -> Option<[u8; 32]>;
}

/// What pages say about the install.
#[derive(Debug, Clone, Default)]
pub struct ServerInfo {
    /// The accounts of a demo, shown to whoever comes; `None` on a real install.
    pub demo: Option<Vec<DemoAccount>>,
    /// Whether people reach the server by TLS, so that cookies may say so.
    pub secure_cookies: bool,
}

/// A context that the server forgot to provide is our fault, whatever the request was.
pub(crate) fn provided<T: Clone + 'static>() -> Result<T, UiError> {
    use_context::<T>().ok_or_else(|| {
        tracing::error!(context = std::any::type_name::<T>(), "the server did not provide a context");
        refuse(UiError::new(ErrorCode::Internal))
    })
}

pub(crate) fn browser_session() -> Result<Arc<dyn BrowserSession>, UiError> {
    provided()
}

pub(crate) fn desks() -> Result<Desks, UiError> {
    provided()
}

/// The signed-in person, proven for this request.
fn person() -> Result<Actor, UiError> {
    let (actor, _) = browser_session()?.actor().ok_or_else(|| refuse(UiError::new(ErrorCode::Unauthenticated)))?;
    Ok(actor)
}

/// The desk of the signed-in person for their own memories.
pub(crate) fn owner_desk() -> Result<OwnerDesk, UiError> {
    desks()?.owner(&person()?).map_err(refuse)
}

/// The desk of the signed-in person for their own sessions and keys.
pub(crate) fn access_desk() -> Result<AccessDesk, UiError> {
    desks()?.access(&person()?).map_err(refuse)
}

/// The desk of the signed-in reviewer.
pub(crate) async fn review_desk() -> Result<ReviewDesk, UiError> {
    desks()?.reviewer(&person()?).await.map_err(refuse)
}

/// The desk that reads the audit log, for a signed-in administrator.
pub(crate) async fn audit_desk() -> Result<AuditDesk, UiError> {
    desks()?.auditor(&person()?).await.map_err(refuse)
}

/// The desk that manages accounts, for a signed-in administrator.
pub(crate) async fn users_desk() -> Result<UsersDesk, UiError> {
    desks()?.users(&person()?).await.map_err(refuse)
}

/// The desk that manages chat services, for a signed-in administrator.
pub(crate) async fn services_desk() -> Result<ServicesDesk, UiError> {
    desks()?.services(&person()?).await.map_err(refuse)
}

/// The desk for the settings of the system, for a signed-in superadmin.
pub(crate) async fn system_desk() -> Result<SystemDesk, UiError> {
    desks()?.system(&person()?).await.map_err(refuse)
}

/// The desk that looks after the search index, for a signed-in administrator.
pub(crate) async fn upkeep_desk() -> Result<UpkeepDesk, UiError> {
    desks()?.upkeep(&person()?).await.map_err(refuse)
}

impl From<DeskError> for UiError {
    fn from(error: DeskError) -> Self {
        let mut ui_error = Self::new(ErrorCode::from(&error));
        if ui_error.code == ErrorCode::Internal {
            tracing::error!(error = &error as &dyn std::error::Error, "a page's request failed");
        }
        match error {
            DeskError::Invalid(fields) => ui_error.fields = fields,
            DeskError::RateLimited { retry_after } => ui_error.retry_after = Some(retry_after.as_secs().max(1)),
            _ => {}
        }
        ui_error
    }
}

/// Gives the answer the status of the error; a plain form goes back to its page, which says the error.
pub(crate) fn refuse(error: impl Into<UiError>) -> UiError {
    let error = error.into();
    if let (Some(seconds), Some(response)) = (error.retry_after, use_context::<ResponseOptions>()) {
        response.insert_header(RETRY_AFTER, seconds.into());
    }
    if is_plain_form() {
        send_form_back(&error);
    } else if let Ok(status) = StatusCode::from_u16(error.code.status()) {
        page_status(status);
    }
    error
}

/// Leptos would do so by itself, but only ever adds to the page's address, and the page then says its first error forever.
fn send_form_back(error: &UiError) {
    let Some(parts) = use_context::<Parts>() else { return };
    let Some(page) = parts.headers.get(REFERER).and_then(|value| value.to_str().ok()) else { return };
    let mut page = page.to_owned();
    ServerFnUrlError::<UiError>::strip_error_info(&mut page);
    if let Ok(address) = ServerFnUrlError::new(parts.uri.path(), error.clone()).to_url(&page) {
        redirect(address.as_str(), StatusCode::SEE_OTHER);
    }
}

/// Whether a browser without our script sent a form: it wants a page next, not JSON.
pub(crate) fn is_plain_form() -> bool {
    use_context::<Parts>().is_some_and(|parts| parts.method == Method::POST && accepts_html(&parts))
}

fn accepts_html(parts: &Parts) -> bool {
    parts.headers.get_all(ACCEPT).into_iter().any(|value| value.to_str().is_ok_and(|text| text.contains("text/html")))
}

/// Sends a plain form on to `path`; the page's script finds its own way.
pub(crate) fn send_form_on(path: &str) {
    if is_plain_form() {
        redirect(path, StatusCode::SEE_OTHER);
    }
}

/// Sends the reader of a page on to `path`, whatever client it is.
pub(crate) fn send_reader_on(path: &str) {
    redirect(path, StatusCode::FOUND);
}

fn redirect(path: &str, status: StatusCode) {
    if let (Some(response), Ok(location)) = (use_context::<ResponseOptions>(), HeaderValue::from_str(path)) {
        response.insert_header(LOCATION, location);
        response.set_status(status);
    }
}

/// Sets the status of the page being rendered.
pub(crate) fn page_status(status: StatusCode) {
    if let Some(response) = use_context::<ResponseOptions>() {
        response.set_status(status);
    }
}

/// Adds a header to the answer.
pub(crate) fn append_header(name: HeaderName, value: &str) {
    if let (Some(response), Ok(value)) = (use_context::<ResponseOptions>(), HeaderValue::from_str(value)) {
        response.append_header(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use leptos::prelude::{Owner, provide_context};

    /// What a refusal does to the answer of a request: its status, and where it leads.
    fn refused(method: Method, accept: &str) -> (Option<StatusCode>, Option<String>) {
        let request = http::Request::builder().method(method).uri("/ui/sign-in").header(ACCEPT, accept);
        let request = request.header(REFERER, "http://h/login?next=/me&__path=a&__err=b").body(()).expect("valid");
        Owner::new().with(|| {
            let response = ResponseOptions::default();
            provide_context(request.into_parts().0);
            provide_context(response.clone());
            let error = refuse(DeskError::RateLimited { retry_after: std::time::Duration::from_millis(1) });
            assert_eq!(error.retry_after, Some(1), "never zero");
            let parts = response.0.read().expect("not poisoned");
            assert!(parts.headers.contains_key(RETRY_AFTER));
            (parts.status, parts.headers.get(LOCATION).map(|to| to.to_str().expect("text").to_owned()))
        })
    }

    #[test]
    fn scripts_and_pages_get_the_status_and_plain_forms_their_way_back() {
        let too_many = Some(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused(Method::POST, "application/json"), (too_many, None));
        assert_eq!(refused(Method::GET, "text/html"), (too_many, None));
        let (status, page) = refused(Method::POST, "text/html,*/*");
        assert_eq!(status, Some(StatusCode::SEE_OTHER));
        let page = page.expect("leads back");
        assert!(page.starts_with("http://h/login?next=%2Fme&__path=%2Fui%2Fsign-in&__err="), "{page}");
        assert_eq!(page.matches("__err").count(), 1, "the error before it is gone: {page}");
    }
}
