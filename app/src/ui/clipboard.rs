//! Copying a text.

use super::Announcer;
use crate::i18n::use_locale;
use leptos::prelude::*;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::js_sys::{Function, Promise, Reflect};

/// Copies a text and says so. Needs the script, and shows only with it.
#[component]
pub fn CopyButton(
    /// What it does, in words.
    label: &'static str,
    /// What is copied.
    #[prop(into)]
    text: Signal<String>,
) -> impl IntoView {
    let locale = use_locale();
    let announcer = Announcer::current();
    let ready = super::use_ready();
    let copy = move |_| {
        let said = move |key| announcer.say(locale.t(key));
        match write(&text.get_untracked()) {
            Some(written) => leptos::task::spawn_local(async move {
                let written = wait_for(written).await;
                said(if written { "copy.done" } else { "copy.failed" });
            }),
            None => said("copy.failed"),
        }
    };
    view! { <button type="button" class="button quiet" hidden=move || !ready.get() on:click=copy>{label}</button> }
}

/// Asks the browser to copy; `None` where it cannot, for example without TLS.
fn write(text: &str) -> Option<Promise> {
    let navigator = Reflect::get(&window(), &"navigator".into()).ok()?;
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into()).ok()?.dyn_into().ok()?;
    write.call1(&clipboard, &JsValue::from_str(text)).ok()?.dyn_into().ok()
}

async fn wait_for(promise: Promise) -> bool {
    promise.await.is_ok()
}
