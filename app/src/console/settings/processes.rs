//! Where the settings are in effect, process by process.

use crate::i18n::use_locale;
use crate::ui::{Badge, LocalTime, Tone, dynamic};
use contract::{ProcessRow, SettingsView, Timestamp};
use leptos::prelude::*;

/// How far a change has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// No running process is known.
    Nowhere,
    /// So many of all processes still go by other settings.
    Waiting(usize, usize),
    /// All of them go by it, since then.
    Everywhere(Timestamp),
}

impl Reach {
    /// Of what the server says.
    pub fn of(view: &SettingsView) -> Self {
        let all = view.processes.len();
        let waiting = view.processes.iter().filter(|process| process.version != view.version).count();
        match view.processes.iter().map(|process| process.applied_at).max() {
            None => Self::Nowhere,
            Some(since) if waiting == 0 => Self::Everywhere(since),
            Some(_) => Self::Waiting(waiting, all),
        }
    }
}

/// How far it is, in a line and in a table.
#[component]
pub fn Processes(
    /// What the server says.
    now: RwSignal<SettingsView>,
) -> impl IntoView {
    let locale = use_locale();
    let reach = Memo::new(move |_| now.with(Reach::of));
    let rows = Memo::new(move |_| now.with(|view| (view.version, view.processes.clone())));
    view! {
        <section class="memories" aria-labelledby="processes">
            <h2 id="processes">{locale.t("system.processes")}</h2>
            {dynamic(move || view! { <ReachLine reach=reach.get() /> })}
            <noscript class="note">{locale.t("system.reload")}</noscript>
            {dynamic(move || {
                let (version, processes) = rows.get();
                (!processes.is_empty()).then(|| view! { <Table version processes /> })
            })}
        </section>
    }
}

#[component]
fn ReachLine(reach: Reach) -> impl IntoView {
    let locale = use_locale();
    match reach {
        Reach::Nowhere => view! { <p class="notice">{locale.t("system.nobody")}</p> }.into_any(),
        Reach::Waiting(waiting, all) => {
            let numbers = [("waiting", waiting.to_string()), ("all", all.to_string())];
            let text =
                locale.fill_all("system.waiting", &numbers.each_ref().map(|(name, text)| (*name, text.as_str())));
            view! { <p class="notice">{text}</p> }.into_any()
        }
        Reach::Everywhere(since) => {
            view! { <p><strong>{locale.t("system.everywhere")} " " <LocalTime at=since /></strong></p> }.into_any()
        }
    }
}

/// The columns.
const COLUMNS: [&str; 5] = ["system.process", "system.effect", "system.model", "system.started", "system.seen"];

/// A table on wide screens, cards on narrow ones. The roles are spelt out because `display` takes them away.
#[component]
fn Table(version: i64, processes: Vec<ProcessRow>) -> impl IntoView {
    let locale = use_locale();
    let columns: Vec<_> =
        COLUMNS.into_iter().map(|key| view! { <th role="columnheader" scope="col">{locale.t(key)}</th> }).collect();
    let rows: Vec<_> = processes.into_iter().map(|process| view! { <Process version process /> }).collect();
    view! {
        <table class="memory-table" role="table">
            <caption class="visually-hidden">{locale.t("system.processes")}</caption>
            <thead role="rowgroup">
                <tr role="row">{columns}</tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
}

#[component]
fn Process(version: i64, process: ProcessRow) -> impl IntoView {
    let locale = use_locale();
    let effect = if process.version == version {
        view! { <span>{locale.t("system.in_effect")} " " <LocalTime at=process.applied_at /></span> }.into_any()
    } else {
        let text = locale.fill("system.not_yet", "version", &process.version.to_string());
        view! { <span>{text}</span> }.into_any()
    };
    let fault = process.fault.map(|fault| {
        view! { <span><Badge tone=Tone::Notable text=locale.t("system.fault") /> " " <bdi>{fault}</bdi></span> }
    });
    let model = process.embedding_model.unwrap_or_else(|| locale.t("system.no_model").to_owned());
    view! {
        <tr role="row">
            <td role="cell" class="cell-statement"><code>{process.id}</code></td>
            <td role="cell" data-label=locale.t("system.effect")>
                <span class="stack">{effect} {fault}</span>
            </td>
            <td role="cell" data-label=locale.t("system.model")><bdi>{model}</bdi></td>
            <td role="cell" data-label=locale.t("system.started")><LocalTime at=process.started_at /></td>
            <td role="cell" data-label=locale.t("system.seen")><LocalTime at=process.seen_at /></td>
        </tr>
    }
}
