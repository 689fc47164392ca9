//! What the browser remembers for its reader, from one visit to the next. Only ever asked in a browser.

use leptos::prelude::window;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::js_sys::{Function, Reflect};

/// What was last remembered under that name; `None` also where the browser remembers nothing.
pub fn remembered(name: &str) -> Option<String> {
    let (storage, get) = method("getItem")?;
    get.call1(&storage, &name.into()).ok()?.as_string()
}

/// Remembers a text under that name, if the browser can.
pub fn remember(name: &str, text: &str) {
    if let Some((storage, set)) = method("setItem") {
        // Fails where the reader has forbidden it, and then the choice lasts as long as the page.
        _ = set.call2(&storage, &name.into(), &text.into());
    }
}

fn method(name: &str) -> Option<(JsValue, Function)> {
    let storage = Reflect::get(&window(), &"localStorage".into()).ok()?;
    let method = Reflect::get(&storage, &name.into()).ok()?.dyn_into().ok()?;
    Some((storage, method))
}
