//! The queue of candidates.

mod actions;
mod address;
mod asking;
mod decide;
mod edit;
mod exact;
mod filters;
mod help;
mod live;
mod many;
mod opened;
mod outcome;
mod queue;
mod recent;
mod reject;
mod reveal;
mod row;
mod row_state;
mod selection;
mod shortcuts;
mod similar;
mod state;
#[cfg(all(test, feature = "ssr"))]
mod tests;
mod words;

use super::area::ConsoleArea;
use contract::Place;
use leptos::prelude::*;
use queue::Queue;

/// The page.
#[component]
pub fn ReviewPage() -> impl IntoView {
    view! {
        <ConsoleArea place=Place::Review>
            <Queue />
        </ConsoleArea>
    }
}
