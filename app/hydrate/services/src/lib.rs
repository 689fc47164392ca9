//! The browser's entry to services and settings: takes over the page that the server rendered. Holds nothing of its own.
//!
//! Empty off wasm, so that a build of the whole workspace never asks for `app` with `ssr` and `hydrate` at once.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen::prelude::wasm_bindgen;

/// Called by the page's script when the module has loaded.
#[wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_body(app::ServicesApp);
}
