//! A short word about a state, told by its text and only underlined by colour.

use crate::i18n::use_locale;
use leptos::prelude::*;

/// How a badge looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Neither good nor bad.
    Quiet,
    /// Under way, or worth a look.
    Notable,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "badge badge-good",
            Self::Quiet => "badge badge-quiet",
            Self::Notable => "badge badge-notable",
        }
    }
}

/// A badge.
#[component]
pub fn Badge(
    /// How it looks.
    tone: Tone,
    /// What it says.
    text: &'static str,
) -> impl IntoView {
    view! { <span class=tone.class()>{text}</span> }
}

/// A badge that opens its explanation, natively and so without script.
#[component]
pub fn ExplainedBadge(
    /// How it looks.
    tone: Tone,
    /// What it says.
    text: &'static str,
    /// The id of its [`Explanation`] on the page.
    target: String,
) -> impl IntoView {
    let title = use_locale().fill("index.explain", "state", text);
    view! {
        <button type="button" class="badge-button" popovertarget=target title=title>
            <span class=tone.class()>{text}</span>
        </button>
    }
}

/// What badges of one kind mean; hidden until one of them is pressed.
#[component]
pub fn Explanation(
    /// Its id, for the badges.
    id: String,
    /// What the badges say.
    term: &'static str,
    /// What that means.
    text: &'static str,
) -> impl IntoView {
    view! {
        <div id=id popover="auto" class="explanation">
            <strong>{term}</strong>
            <p>{text}</p>
        </div>
    }
}
