//! What a service is, and whether what was saved last has effect.

use super::changes::Changes;
use super::deploy::DeployForm;
use super::state::OpenService;
use super::words::of_revision;
use crate::i18n::use_locale;
use crate::ui::{Badge, Moment, Tone, dynamic};
use contract::SettingChange;
use leptos::prelude::*;
use leptos_meta::Title;

/// Name, revisions, id.
#[component]
pub fn Head(
    /// The service.
    open: OpenService,
) -> impl IntoView {
    let locale = use_locale();
    let (name, id, created_at) =
        open.detail.with_untracked(|detail| (detail.name.clone(), detail.service_id.to_string(), detail.created_at));
    let numbers = open.part(|detail| (detail.deployed, detail.latest));
    view! {
        <Title text=name.clone() />
        <div class="service-head">
            <h2 id="service" tabindex="-1" node_ref=open.heading><bdi>{name}</bdi></h2>
            <dl class="service-facts">
                <div>
                    <dt>{locale.t("services.deployed")}</dt>
                    <dd>{dynamic(move || view! { <Deployed number=numbers.get().0 /> })}</dd>
                </div>
                <div>
                    <dt>{locale.t("services.latest")}</dt>
                    <dd>{dynamic(move || of_revision(locale, "services.revision", numbers.get().1))}</dd>
                </div>
                <div>
                    <dt>{locale.t("services.created")}</dt>
                    <dd><Moment at=created_at phrase="services.day" /></dd>
                </div>
                <div>
                    <dt>{locale.t("service.id")}</dt>
                    <dd><code>{id}</code></dd>
                </div>
            </dl>
        </div>
    }
}

/// The revision that has effect, or that there is none.
#[component]
pub fn Deployed(
    /// Its number.
    number: Option<u32>,
) -> impl IntoView {
    let locale = use_locale();
    match number {
        Some(number) => of_revision(locale, "services.revision", number).into_any(),
        None => view! { <Badge tone=Tone::Notable text=locale.t("services.not_deployed") /> }.into_any(),
    }
}

/// That the latest revision has no effect yet, what it would change, and the way to deploy it.
#[component]
pub fn UndeployedNotice(
    /// The service.
    open: OpenService,
) -> impl IntoView {
    let locale = use_locale();
    let waiting = open.part(|detail| {
        (detail.deployed != Some(detail.latest)).then(|| Waiting {
            deployed: detail.deployed,
            latest: detail.latest,
            changes: detail.undeployed.clone(),
        })
    });
    dynamic(move || {
        let Waiting { deployed, latest, changes } = waiting.get()?;
        let shown = match deployed {
            None => view! { <p>{locale.t("service.none_deployed")}</p> }.into_any(),
            Some(deployed) => {
                let numbers = [("latest", latest.to_string()), ("deployed", deployed.to_string())];
                let text = locale.fill_all("service.undeployed", &numbers.each_ref().map(|(n, v)| (*n, v.as_str())));
                view! {
                    <p>{text}</p>
                    <Changes changes none="service.nothing_differs" />
                }
                .into_any()
            }
        };
        Some(view! {
            <section class="notice undeployed" aria-label=of_revision(locale, "services.revision", latest)>
                {shown}
                <DeployForm open revision=latest />
            </section>
        })
    })
}

/// A latest revision without effect.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Waiting {
    deployed: Option<u32>,
    latest: u32,
    changes: Vec<SettingChange>,
}
