//! The revisions of a service, latest first.

use super::address;
use super::changes::Changes;
use super::compare::{Comparison, LoadedComparison};
use super::deploy::DeployForm;
use super::state::OpenService;
use super::words::of_revision;
use crate::i18n::use_locale;
use crate::ui::{Badge, LocalTime, Tone, dynamic};
use contract::RevisionRow;
use leptos::prelude::*;

/// The list, with the comparison above it.
#[component]
pub fn Revisions(
    /// The service.
    open: OpenService,
    /// The comparison.
    comparison: LoadedComparison,
) -> impl IntoView {
    let locale = use_locale();
    // Which one is deployed decides what can be done with each.
    let rows = open.part(|detail| (detail.revisions.clone(), detail.deployed));
    view! {
        <section class="card answer" aria-labelledby="revisions">
            <h3 id="revisions">{locale.t("revision.list")}</h3>
            <p class="note">{locale.t("revision.list_note")}</p>
            <Comparison open comparison />
            {dynamic(move || {
                let (rows, deployed) = rows.get();
                let can_compare = deployed.is_some();
                let rows: Vec<_> =
                    rows.into_iter().map(|row| view! { <Revision open row can_compare /> }).collect();
                view! { <ol class="events revisions">{rows}</ol> }
            })}
        </section>
    }
}

#[component]
fn Revision(open: OpenService, row: RevisionRow, can_compare: bool) -> impl IntoView {
    let locale = use_locale();
    let RevisionRow { number, created_at, created_by, note, deployed_at, is_deployed, changes } = row;
    let by = match created_by {
        Some(who) => locale.fill("revision.by", "who", &who),
        None => locale.t("revision.by_operator").to_owned(),
    };
    let same = if number == 1 { "revision.first" } else { "revision.same" };
    let actions = (!is_deployed).then(|| {
        let compare = can_compare.then(|| {
            let (href, label) =
                (address::comparing(&open.id(), number), of_revision(locale, "revision.compare_label", number));
            view! { <a class="button quiet" href=href aria-label=label>{locale.t("revision.compare")}</a> }
        });
        view! { <div class="choices">{compare} <DeployForm open revision=number /></div> }
    });
    view! {
        <li>
            <p class="event-facts">
                <strong>{of_revision(locale, "services.revision", number)}</strong>
                {is_deployed.then(|| view! { <Badge tone=Tone::Good text=locale.t("revision.deployed") /> })}
                <LocalTime at=created_at />
                <bdi>{by}</bdi>
                {deployed_at.map(|at| view! { <span>{locale.t("revision.deployed_at")} " " <LocalTime at /></span> })}
            </p>
            {note.map(|note| view! { <p><bdi>{note}</bdi></p> })}
            <Changes changes none=same />
            {actions}
        </li>
    }
}
