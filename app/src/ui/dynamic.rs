//! A part of a view that changes with what it reads.

use leptos::prelude::*;

/// A part of a view that changes with what it reads. A bare closure does the same, but is compiled with all that goes with
/// it once for each place; this is compiled once for all.
pub fn dynamic<V: IntoView + 'static>(
    mut view: impl FnMut() -> V + Send + 'static,
) -> Box<dyn FnMut() -> AnyView + Send> {
    Box::new(move || view().into_any())
}
