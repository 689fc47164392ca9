//! The page of one service.

use super::address;
use super::compare::{LoadedComparison, load_comparison};
use super::deploy::DeployDialog;
use super::figures::Figures;
use super::head::{Head, UndeployedNotice};
use super::keys::Keys;
use super::revisions::Revisions;
use super::settings::SettingsForm;
use super::state::OpenService;
use crate::console::area::{ConsoleArea, refusal};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::loaded::load_first;
use crate::server_fns::{DeployRevision, RevokeServiceKey, service};
use crate::ui::{FormDone, FormOutcome, Problem, Shown, Skeleton, dynamic};
use contract::{ErrorCode, Place, ServiceDetail, ServiceId};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_params_map;

/// The page.
#[component]
pub fn ServicePage() -> impl IntoView {
    view! { <ConsoleArea place=Place::Services><OneService /></ConsoleArea> }
}

#[component]
fn OneService() -> impl IntoView {
    let locale = use_locale();
    let id = use_params_map().read_untracked().get_str("id").and_then(|id| id.parse::<ServiceId>().ok());
    let deploys = RwSignal::new(0);
    let loaded = {
        let id = id.clone();
        load_first(move || look(id.clone()))
    };
    let comparison = load_comparison(id.clone(), deploys);
    let retry = id.map_or_else(|| address::LIST.to_owned(), |id| address::of_service(&id));
    view! {
        <p><a href=address::LIST rel="external">{locale.t("services.back")}</a></p>
        <Transition fallback=|| view! { <Skeleton lines=9 /> }>
            {dynamic(move || {
                let retry = retry.clone();
                loaded.get().map(|loaded| match loaded {
                    Ok(detail) => {
                        let open = OpenService::new(detail, deploys);
                        view! { <Opened open comparison /> }.into_any()
                    }
                    Err(error) => {
                        view! { <Problem title="service.error_title" error retry page=address::LIST /> }.into_any()
                    }
                })
            })}
        </Transition>
    }
}

/// An address that is no service's is that of one which does not exist.
async fn look(id: Option<ServiceId>) -> Result<ServiceDetail, UiError> {
    match id {
        Some(id) => service(id).await,
        None => Err(refusal(ErrorCode::NotFound)),
    }
}

/// Everything about the service.
#[component]
pub fn Opened(
    /// The service.
    open: OpenService,
    /// The comparison that the address asks for.
    comparison: LoadedComparison,
) -> impl IntoView {
    let detail = open.detail.get_untracked();
    view! {
        <div class="service-page">
            <Head open />
            <Shown when=open.is_fresh>
                <Outcomes />
            </Shown>
            <UndeployedNotice open />
            <SettingsForm open />
            <Revisions open comparison />
            <Keys open />
            <Figures detail />
            <DeployDialog open />
        </div>
    }
}

/// What the plain forms of this page came to; that of the settings says so itself.
#[component]
fn Outcomes() -> impl IntoView {
    view! {
        <FormOutcome path=DeployRevision::url() done="" />
        <FormOutcome path=RevokeServiceKey::url() done="" />
        <FormDone key=done_key />
    }
}

fn done_key(word: &str) -> Option<&'static str> {
    Some(match word {
        "made" => "service.made",
        "saved" => "service.saved",
        "deployed" => "service.deployed",
        "revoked" => "service.revoked",
        _ => return None,
    })
}
