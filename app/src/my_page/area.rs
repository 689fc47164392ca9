//! What surrounds all pages about oneself: who may see them, the heading, and the way between them.

use crate::i18n::use_locale;
use crate::session::use_session;
use crate::ui::go_to;
use contract::SessionView;
use leptos::prelude::*;
use leptos_meta::Title;

/// The pages about oneself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// Consent, and what is remembered.
    Memories,
    /// Asking one's own memory.
    Ask,
    /// Keys for one's own programs.
    Keys,
    /// Browsers that are signed in.
    Sessions,
    /// Taking along or deleting everything.
    Data,
}

impl Room {
    const ALL: [Self; 5] = [Self::Memories, Self::Ask, Self::Keys, Self::Sessions, Self::Data];

    fn path(self) -> &'static str {
        match self {
            Self::Memories => "/me",
            Self::Ask => "/me/ask",
            Self::Keys => "/me/keys",
            Self::Sessions => "/me/sessions",
            Self::Data => "/me/data",
        }
    }

    fn title_key(self) -> &'static str {
        match self {
            Self::Memories => "me.title",
            Self::Ask => "ask.title",
            Self::Keys => "keys.title",
            Self::Sessions => "sessions.title",
            Self::Data => "data.title",
        }
    }
}

/// A page about oneself; those who are not signed in go to sign in first.
#[component]
pub fn OwnArea(
    /// Which one.
    room: Room,
    /// What is on it.
    children: Children,
) -> impl IntoView {
    let Some(session) = use_session() else {
        go_to(&format!("/login?next={}", room.path()));
        return ().into_any();
    };
    view! {
        <Title text=use_locale().t(room.title_key()) />
        <Heading room session />
        {children()}
    }
    .into_any()
}

#[component]
fn Heading(room: Room, session: SessionView) -> impl IntoView {
    let locale = use_locale();
    let links: Vec<_> = Room::ALL
        .into_iter()
        .map(|other| {
            let current = (other == room).then_some("page");
            view! {
                <li>
                    <a href=other.path() rel="external" aria-current=current>{locale.t(other.title_key())}</a>
                </li>
            }
        })
        .collect();
    view! {
        <nav class="rooms" aria-label=locale.t("me.rooms")>
            <ul>{links}</ul>
        </nav>
        <div class="page-title">
            <h1>{locale.t(room.title_key())}</h1>
            <p class="note">{locale.fill("me.signed_in", "email", &session.email)}</p>
        </div>
    }
}
