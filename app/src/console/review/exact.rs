//! Somebody's words exactly as they are: what nobody sees is spelt out, and what is written from right to left keeps to its
//! place.

use crate::i18n::use_locale;
use contract::text_exact::{Part, Unseen, parts, spelt};
use leptos::prelude::*;

/// A text of somebody else's.
#[expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#[component]
pub fn Exact(
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <bdi class="exact" dir="auto">{pieces(&text)}</bdi> }
}

/// The same for a piece of a text, which has its direction from what is around it.
#[expect(clippy::needless_pass_by_value, reason = "a way to show texts, as `Diff` asks for one")]
pub fn exact_piece(text: String) -> AnyView {
    pieces(&text).into_any()
}

/// How many characters of a text nobody sees.
pub fn count_unseen(text: &str) -> usize {
    parts(text).iter().filter(|part| matches!(part, Part::Unseen(..))).count()
}

fn pieces(text: &str) -> Vec<AnyView> {
    let locale = use_locale();
    let piece = |part: Part| match part {
        Part::Plain(text) => text.into_any(),
        Part::Unseen(c, kind) => {
            view! { <span class="unseen" dir="ltr" title=locale.t(unseen_key(kind))>{spelt(c)}</span> }.into_any()
        }
    };
    parts(text).into_iter().map(piece).collect()
}

fn unseen_key(kind: Unseen) -> &'static str {
    match kind {
        Unseen::Direction => "exact.direction",
        Unseen::Invisible => "exact.invisible",
        Unseen::Control => "exact.control",
        Unseen::Tag => "exact.tag",
        Unseen::Selector => "exact.selector",
    }
}
