//! The settings of the whole system, and where they are in effect.

mod filled;
mod form;
mod processes;
#[cfg(all(test, feature = "ssr"))]
mod tests;

#[cfg(feature = "ssr")]
pub use filled::read_system;

use super::area::ConsoleArea;
use super::poll::look_again;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::system_settings;
use crate::ui::{Announcer, FormDone, LocalTime, Problem, Skeleton, dynamic};
use contract::{Place, SettingsView};
use form::SystemForm;
use leptos::prelude::*;
use processes::{Processes, Reach};

/// Where the page is.
const PATH: &str = "/admin/settings";

/// The page.
#[component]
pub fn SettingsPage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Settings><Loading /></ConsoleArea> }
}

#[component]
fn Loading() -> impl IntoView {
    let locale = use_locale();
    let loaded = load(|| (), |()| system_settings());
    view! {
        <p class="lead">{locale.t("system.lead")}</p>
        <FormDone key=|_| Some("system.saved") />
        <Transition fallback=|| view! { <Skeleton lines=8 /> }>
            {dynamic(move || {
                loaded.get().map(|loaded| match loaded {
                    Ok(view) => view! { <Settings now=RwSignal::new(view) /> }.into_any(),
                    Err(error) => {
                        view! { <Problem title="system.error_title" error retry=PATH page=PATH /> }.into_any()
                    }
                })
            })}
        </Transition>
    }
}

/// The settings as they were last heard of.
#[component]
pub fn Settings(
    /// What the server says.
    now: RwSignal<SettingsView>,
) -> impl IntoView {
    follow(now);
    view! {
        <div class="service-page">
            <Standing now />
            <SystemForm now />
            <Processes now />
        </div>
    }
}

/// Looks again until the settings are in effect everywhere, and says so once they are.
fn follow(now: RwSignal<SettingsView>) {
    let locale = use_locale();
    let announcer = Announcer::current();
    let is_waiting = Memo::new(move |_| !now.with(|view| matches!(Reach::of(view), Reach::Everywhere(_))));
    look_again(is_waiting, move || async move {
        if let Ok(view) = system_settings().await {
            now.try_set(view);
        }
    });
    Effect::new(move |was_waiting: Option<bool>| {
        let is_waiting = is_waiting.get();
        if was_waiting == Some(true) && !is_waiting {
            announcer.say(locale.t("system.now_everywhere"));
        }
        is_waiting
    });
}

/// Which version it is, and whose.
#[component]
fn Standing(now: RwSignal<SettingsView>) -> impl IntoView {
    let locale = use_locale();
    let standing = Memo::new(move |_| now.with(|view| (view.version, view.changed_at, view.changed_by.clone())));
    dynamic(move || {
        let (version, changed_at, changed_by) = standing.get();
        let version = locale.fill("system.version", "version", &version.to_string());
        let Some(at) = changed_at else {
            return view! { <p class="note">{version} " · " {locale.t("system.never_changed")}</p> }.into_any();
        };
        let by = match changed_by {
            Some(who) => locale.fill("revision.by", "who", &who),
            None => locale.t("revision.by_operator").to_owned(),
        };
        view! {
            <p class="note">
                {version} " · " {locale.t("system.changed")} " " <LocalTime at /> " " <bdi>{by}</bdi>
            </p>
        }
        .into_any()
    })
}
