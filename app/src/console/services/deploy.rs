//! Giving a revision effect: the button, and the question before, which shows what changes.

use super::changes::Changes;
use super::state::OpenService;
use super::words::of_revision;
use crate::error::UiError;
use crate::i18n::{Locale, use_locale};
use crate::server_fns::{DeployRevision, deploy_revision, service_revision};
use crate::ui::{
    Announcer, Dialog, Filled, PostForm, Skeleton, SubmitButton, close_dialog, dynamic, focus, open_dialog,
};
use contract::RevisionView;
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos::task::spawn_local;

/// The button. With script it asks first; without, it deploys at once.
#[component]
pub fn DeployForm(
    /// The service.
    open: OpenService,
    /// The revision to deploy.
    revision: u32,
) -> impl IntoView {
    let locale = use_locale();
    let deployed = open.detail.with_untracked(|detail| detail.deployed);
    let is_back = deployed.is_some_and(|deployed| revision < deployed);
    let (key, class) =
        if is_back { ("revision.roll_back", "button quiet") } else { ("revision.deploy_one", "button primary") };
    let ask = Callback::new(move |_| open.to_deploy.set(Some(revision)));
    view! {
        <PostForm action=DeployRevision::url() send=ask>
            <input type="hidden" name="service_id" value=open.id().to_string() />
            <input type="hidden" name="revision" value=revision.to_string() />
            {deployed.map(|seen| view! { <input type="hidden" name="seen_deployed" value=seen.to_string() /> })}
            <button type="submit" class=class>{of_revision(locale, key, revision)}</button>
        </PostForm>
    }
}

/// What the dialog's parts share.
#[derive(Clone, Copy)]
struct Asking {
    open: OpenService,
    dialog: NodeRef<html::Dialog>,
    /// The revision beside the one that has effect, once it is loaded.
    view: RwSignal<Option<Result<RevisionView, UiError>>>,
    /// Why it was not deployed.
    problem: RwSignal<Option<UiError>>,
    is_pending: RwSignal<bool>,
}

/// The question. Opens when a revision is to be deployed.
#[component]
pub fn DeployDialog(
    /// The service.
    open: OpenService,
) -> impl IntoView {
    let locale = use_locale();
    let asking = Asking {
        open,
        dialog: NodeRef::new(),
        view: RwSignal::new(None),
        problem: RwSignal::new(None),
        is_pending: RwSignal::new(false),
    };
    Effect::new(move |_| {
        if let Some(revision) = open.to_deploy.get() {
            asking.problem.set(None);
            asking.load(revision);
            open_dialog(asking.dialog);
        }
    });
    let on_close = Callback::new(move |()| open.to_deploy.set(None));
    let deploy = asking.deploy();
    view! {
        <Dialog node_ref=asking.dialog title_id="deploy-title" title=locale.t("revision.deploy") on_close>
            {dynamic(move || {
                asking.problem.get().map(|error| view! { <p class="problem" role="alert">{error.text(locale)}</p> })
            })}
            {dynamic(move || match asking.view.get() {
                None => view! { <Skeleton lines=3 /> }.into_any(),
                Some(Ok(view)) => view! { <Question view /> }.into_any(),
                Some(Err(error)) => view! { <p class="problem" role="alert">{error.text(locale)}</p> }.into_any(),
            })}
            <div class="choices">
                <form method="dialog">
                    <button class="button quiet" autofocus>{locale.t("revision.cancel")}</button>
                </form>
                <PostForm action="" send=deploy>
                    <SubmitButton
                        label=locale.t("revision.deploy")
                        busy_label=locale.t("revision.deploying")
                        pending=asking.is_pending
                    />
                </PostForm>
            </div>
        </Dialog>
    }
}

/// What it would come to.
#[component]
pub fn Question(
    /// The revision beside the one that has effect.
    view: RevisionView,
) -> impl IntoView {
    let locale = use_locale();
    let RevisionView { number, against, changes, .. } = view;
    let text = match against {
        Some(against) => beside(locale, "revision.ask_over", number, against),
        None => of_revision(locale, "revision.ask_first", number),
    };
    view! {
        <p><strong>{of_revision(locale, "revision.ask", number)}</strong></p>
        <p>{text}</p>
        {against.map(|_| view! { <Changes changes none="service.nothing_differs" /> })}
    }
}

/// The text behind `key` about a revision and the one that has effect.
pub fn beside(locale: Locale, key: &'static str, number: u32, against: u32) -> String {
    locale.fill_all(key, &[("number", &number.to_string()), ("against", &against.to_string())])
}

impl Asking {
    /// Loads what deploying `revision` would change.
    fn load(self, revision: u32) {
        self.view.set(None);
        spawn_local(async move {
            let view = service_revision(self.open.id(), revision).await;
            // The reader may have closed the dialog meanwhile and asked about another one.
            if self.open.to_deploy.try_get_untracked() == Some(Some(revision)) {
                self.view.try_set(Some(view));
            }
        });
    }

    /// What deploys the revision, on top of what was shown, once at a time.
    fn deploy(self) -> Callback<Filled> {
        let locale = use_locale();
        let announcer = Announcer::current();
        Callback::new(move |_| {
            let Some(Ok(shown)) = self.view.get_untracked() else { return };
            if self.is_pending.get_untracked() {
                return;
            }
            self.is_pending.set(true);
            spawn_local(async move {
                let answer = deploy_revision(self.open.id(), shown.number, shown.against).await;
                self.is_pending.try_set(false);
                match answer {
                    Ok(now) => {
                        self.open.hear(now);
                        close_dialog(self.dialog);
                        announcer.say(&of_revision(locale, "revision.now_deployed", shown.number));
                        focus(self.open.heading);
                    }
                    // It may be so because what was shown is old: the question is asked anew.
                    Err(error) => {
                        self.problem.try_set(Some(error));
                        self.open.look_again().await;
                        self.load(shown.number);
                    }
                }
            });
        })
    }
}
