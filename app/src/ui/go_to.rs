//! Going to another page for good.

/// Sends the reader on to `path` instead of the present page: the server by its answer, the browser by loading it.
pub fn go_to(path: &str) {
    #[cfg(feature = "ssr")]
    crate::server::send_reader_on(path);
    #[cfg(not(feature = "ssr"))]
    load_page(path);
}

/// Loads the page at `path` anew, with whatever session there is by then. Only ever happens in a browser.
pub fn load_page(path: &str) {
    // Fails for addresses that are none; `path` is one of ours.
    _ = leptos::prelude::window().location().assign(path);
}
