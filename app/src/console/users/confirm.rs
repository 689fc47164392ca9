//! The question before an account is changed, and what came of it if there is more to say than "done".

use super::LoadedUsers;
use super::act::{Asked, is_harsh, label_key};
use super::link::ShownLink;
use super::manage::opener_id;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::ui::{Announcer, Dialog, close_dialog, dynamic, focus, focus_id, open_dialog};
use contract::WelcomeLink;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What came of a change, as far as there is more to say than that it is done.
type Told = Option<Result<WelcomeLink, UiError>>;

/// What the dialog's parts share.
#[derive(Clone, Copy)]
struct Run {
    asked: RwSignal<Option<Asked>>,
    is_running: RwSignal<bool>,
    told: RwSignal<Told>,
    list: LoadedUsers,
    dialog: NodeRef<html::Dialog>,
    /// The account that was changed, until the list is there anew.
    changed: StoredValue<Option<String>>,
    /// Where the focus goes once the dialog is gone too.
    next: RwSignal<Option<String>>,
}

/// Asks, and does it. Opens when there is something to ask.
#[component]
pub fn ConfirmDialog(
    /// What is to be done.
    asked: RwSignal<Option<Asked>>,
    /// The list, which is loaded anew afterwards.
    list: LoadedUsers,
    /// The list's heading, for the focus if the account is not on the page any more.
    heading: NodeRef<html::H2>,
) -> impl IntoView {
    let locale = use_locale();
    let run = Run {
        asked,
        is_running: RwSignal::new(false),
        told: RwSignal::new(None),
        list,
        dialog: NodeRef::new(),
        changed: StoredValue::new(None),
        next: RwSignal::new(None),
    };
    Effect::new(move |_| {
        if asked.with(Option::is_some) {
            open_dialog(run.dialog);
        }
    });
    focus_after(run, heading);
    let on_close = Callback::new(move |()| {
        run.told.set(None);
        asked.set(None);
    });
    // Only another outcome shows another view: the focus stays on its button meanwhile.
    let told = Memo::new(move |_| run.told.get());
    view! {
        <Dialog node_ref=run.dialog title_id="confirm-title" title=locale.t("users.confirm_title") on_close>
            {dynamic(move || match told.get() {
                None => view! { <Question run /> }.into_any(),
                Some(Ok(link)) => view! { <ShownLink link /> <CloseButton run /> }.into_any(),
                Some(Err(error)) => {
                    view! {
                        <p class="problem" role="alert">{error.text(locale)}</p>
                        <CloseButton run />
                    }
                    .into_any()
                }
            })}
        </Dialog>
    }
}

/// Once the list has come anew and the dialog is gone, in whatever order: back to the account that was changed.
fn focus_after(run: Run, heading: NodeRef<html::H2>) {
    Effect::new(move |_| {
        run.list.track();
        if let Some(changed) = run.changed.try_update_value(Option::take).flatten() {
            run.next.set(Some(changed));
        }
    });
    Effect::new(move |_| {
        let Some(next) = run.next.get() else { return };
        if run.asked.with(Option::is_some) {
            return;
        }
        run.next.set(None);
        request_animation_frame(move || {
            if !focus_id(&next) {
                focus(heading);
            }
        });
    });
}

#[component]
fn Question(run: Run) -> impl IntoView {
    let locale = use_locale();
    let of_asked = move |pick: fn(&Asked) -> &'static str| run.asked.with(|asked| asked.as_ref().map(pick));
    let question = move || run.asked.with(|asked| asked.as_ref().map(|asked| asked.question(locale)));
    let class = move || of_asked(|asked| if is_harsh(asked.action) { "button danger" } else { "button primary" });
    let label = move || of_asked(|asked| label_key(asked.action)).map(|key| locale.t(key));
    let start = start(run);
    view! {
        <p>{dynamic(question)}</p>
        <div class="choices">
            <form method="dialog">
                <button class="button quiet" autofocus>{locale.t("users.cancel")}</button>
            </form>
            <button
                type="button"
                class=class
                aria-disabled=move || run.is_running.get().then_some("true")
                on:click=move |_| start()
            >
                {dynamic(label)}
            </button>
        </div>
    }
}

/// What carries it out, once at a time.
fn start(run: Run) -> impl Fn() + Copy {
    let locale = use_locale();
    let announcer = Announcer::current();
    move || {
        let Some(asked) = run.asked.get_untracked() else { return };
        if run.is_running.get_untracked() {
            return;
        }
        run.is_running.set(true);
        spawn_local(async move {
            let opener = opener_id(&asked.user_id);
            let told = asked.carry_out().await.transpose();
            if !matches!(told, Some(Err(_))) {
                announcer.say(locale.t("users.done"));
            }
            run.is_running.try_set(false);
            run.changed.try_update_value(|changed| *changed = Some(opener));
            if told.is_none() {
                close_dialog(run.dialog);
            }
            run.told.try_set(told);
            // Also after a refusal, which may be so because the list was old.
            run.list.refetch();
        });
    }
}

#[component]
fn CloseButton(run: Run) -> impl IntoView {
    view! {
        <div class="choices">
            <button type="button" class="button primary" on:click=move |_| close_dialog(run.dialog)>
                {use_locale().t("users.close")}
            </button>
        </div>
    }
}
