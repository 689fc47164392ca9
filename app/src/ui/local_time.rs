//! A moment to the minute: in UTC as the server knows it, in the reader's own time zone once the script has taken over.

use super::dynamic;
use crate::dates::minute;
use crate::i18n::{Locale, use_locale};
use contract::Timestamp;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsValue;
use leptos::web_sys::js_sys::{Date, Object, Reflect};

/// The moment, for readers and machines.
#[component]
pub fn LocalTime(
    /// The moment.
    at: Timestamp,
) -> impl IntoView {
    let locale = use_locale();
    let text = RwSignal::new(minute(locale, at));
    Effect::new(move |_| text.set(in_own_zone(locale, at)));
    view! { <time datetime=at.to_string()>{dynamic(move || text.get())}</time> }
}

/// The moment in the time zone of the browser, which is named.
fn in_own_zone(locale: Locale, at: Timestamp) -> String {
    let options = Object::new();
    for (name, value) in [
        ("year", "numeric"),
        ("month", "short"),
        ("day", "numeric"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("timeZoneName", "short"),
    ] {
        // Fails for objects that are sealed; this one is new.
        _ = Reflect::set(&options, &name.into(), &value.into());
    }
    let tag = if locale == Locale::En { "en-GB" } else { locale.tag() };
    date_of(at).to_locale_string(tag, &options).into()
}

/// How far the browser's clocks are ahead of UTC at that moment, in minutes.
#[cfg(not(feature = "ssr"))]
pub fn minutes_ahead(at: Timestamp) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "offsets are whole minutes of less than a day")]
    let behind = date_of(at).get_timezone_offset() as i64;
    -behind
}

/// The server counts in UTC.
#[cfg(feature = "ssr")]
pub fn minutes_ahead(_: Timestamp) -> i64 {
    0
}

/// What the browser calls its time zone, for example `Asia/Seoul`. Only ever asked in a browser.
pub fn own_zone() -> String {
    let format =
        leptos::web_sys::js_sys::Intl::DateTimeFormat::new(&leptos::web_sys::js_sys::Array::new(), &Object::new());
    let zone = Reflect::get(&format.resolved_options(), &"timeZone".into());
    zone.ok().and_then(|zone| zone.as_string()).unwrap_or_else(|| "UTC".to_owned())
}

fn date_of(at: Timestamp) -> Date {
    Date::new(&JsValue::from_f64((at.micros() / 1_000) as f64))
}
