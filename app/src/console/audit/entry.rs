//! The entries. Each is one line that opens: below it stands everything that the log says, to be copied and followed.

use super::address;
use super::words::{action_key, actor_key, ending_words};
use crate::i18n::use_locale;
use crate::ui::{Badge, CopyButton, LocalTime};
use contract::{AuditEntry, ListAudit};
use leptos::prelude::*;

/// The entries of a page.
#[component]
pub fn Entries(
    /// The entries, in the order of the page.
    items: Vec<AuditEntry>,
) -> impl IntoView {
    let items: Vec<_> = items.into_iter().map(|entry| view! { <Entry entry /> }).collect();
    view! { <ul class="log">{items}</ul> }
}

#[component]
fn Entry(entry: AuditEntry) -> impl IntoView {
    let locale = use_locale();
    let (ending, tone) = ending_words(entry.ending);
    let action =
        entry.action.parse().ok().map_or_else(|| entry.action.clone(), |it| locale.t(action_key(it)).to_owned());
    let actor = actor_key(&entry.actor_kind).map_or_else(|| entry.actor_kind.clone(), |key| locale.t(key).to_owned());
    let actor_id = entry.actor_id.as_deref().map(|id| view! { <code>{ending_of(id)}</code> });
    // The word that the log has is worth a look where it is not the plain one.
    let outcome = (entry.outcome != "ok").then(|| view! { <code>{entry.outcome.clone()}</code> });
    view! {
        <li>
            <details class="log-entry">
                <summary>
                    <span class="log-time"><LocalTime at=entry.at /></span>
                    <strong>{action}</strong>
                    <span>{actor} " " {actor_id}</span>
                    <span class="log-end"><Badge tone text=locale.t(ending) /> " " {outcome}</span>
                </summary>
                <Facts entry />
            </details>
        </li>
    }
}

/// The end of an id: enough to see whether two are the same.
fn ending_of(id: &str) -> String {
    let skipped = id.chars().count().saturating_sub(6);
    let end: String = id.chars().skip(skipped).collect();
    format!("…{end}")
}

/// Everything that the log says of an entry.
#[component]
fn Facts(entry: AuditEntry) -> impl IntoView {
    let plain = |label: &'static str, value: String| view! { <Fact label value /> }.into_any();
    let id = |label: &'static str, copy: &'static str, value: Option<String>, list: fn(String) -> ListAudit| {
        value.map(|value| view! { <Id label copy value=value.clone() others=Some(list(value)) /> }.into_any())
    };
    let facts = [
        Some(plain("audit.seq", entry.seq.to_string())),
        Some(view! { <Id label="audit.audit_id" copy="audit.copy_id" value=entry.audit_id others=None /> }.into_any()),
        Some(plain("audit.at", entry.at.to_string())),
        Some(plain("audit.action", entry.action)),
        Some(plain("audit.outcome", entry.outcome)),
        Some(plain("audit.actor_kind", entry.actor_kind)),
        id("audit.actor_id", "audit.copy_actor", entry.actor_id, |id| ListAudit {
            actor: Some(id),
            ..ListAudit::default()
        }),
        id("audit.subject_id", "audit.copy_subject", entry.subject_id, |id| ListAudit {
            subject: Some(id),
            ..ListAudit::default()
        }),
        id("audit.object_id", "audit.copy_object", entry.object_id, |id| ListAudit {
            object: Some(id),
            ..ListAudit::default()
        }),
        entry.detail.map(|detail| plain("audit.detail", detail)),
        Some(plain("audit.prev_hash", entry.prev_hash)),
        Some(plain("audit.hash", entry.hash)),
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    view! { <dl class="facts">{facts}</dl> }
}

#[component]
fn Fact(label: &'static str, value: String) -> impl IntoView {
    view! { <div><dt>{use_locale().t(label)}</dt><dd><code>{value}</code></dd></div> }
}

/// An id, with a way to copy it and one to all entries that have it in this place.
#[component]
fn Id(label: &'static str, copy: &'static str, value: String, others: Option<ListAudit>) -> impl IntoView {
    let locale = use_locale();
    let others = others.map(|list| view! { <a href=address::write(&list)>{locale.t("audit.others")}</a> });
    view! {
        <div>
            <dt>{locale.t(label)}</dt>
            <dd class="log-id">
                <code>{value.clone()}</code>
                {others}
                <CopyButton label=locale.t(copy) text=Signal::stored(value) />
            </dd>
        </div>
    }
}
