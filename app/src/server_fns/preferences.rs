//! How the pages look to whoever reads them.
#![cfg_attr(feature = "ssr", expect(clippy::unused_async, reason = "a server function has to be async"))]

use crate::error::UiError;
use leptos::server;

/// Keeps the language in a cookie and goes back to `back`. Open to everyone.
///
/// # Errors
/// `invalid_input` for a language that there is not.
#[server(prefix = "/ui", endpoint = "set-locale")]
pub async fn set_locale(locale: String, back: Option<String>) -> Result<(), UiError> {
    use crate::i18n::{COOKIE, Locale};
    use crate::local_path::local;
    use crate::server::{ServerInfo, append_header, provided, refuse, send_form_on};
    use contract::{ErrorCode, FieldError};
    let Some(chosen) = Locale::ALL.into_iter().find(|known| known.tag() == locale) else {
        let fields = vec![FieldError::new("locale", "must be a language that the pages are written in")];
        return Err(refuse(UiError { fields, ..UiError::new(ErrorCode::InvalidInput) }));
    };
    let secure = if provided::<ServerInfo>()?.secure_cookies { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly{secure}", chosen.tag());
    append_header(http::header::SET_COOKIE, &cookie);
    send_form_on(back.as_deref().and_then(local).unwrap_or("/"));
    Ok(())
}
