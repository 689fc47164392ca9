//! Everything about an opened memory, for reading.

use super::history::History;
use super::provenance::ProvenanceList;
use crate::error::field_key;
use crate::i18n::use_locale;
use crate::my_page::words::{
    entity_text, fact_text, index_words, kind_key, proposed_class, rejection_key, scope_text, sensitivity_key,
    status_key,
};
use crate::ui::{Badge, CopyButton, LocalTime};
use contract::review::{DecisionKind, ReviewOutcome};
use contract::{Authority, Class, MemoryDetail};
use leptos::prelude::*;

/// Statement, fields, provenance, history and the raw JSON.
#[component]
pub fn MemoryFacts(
    /// The memory.
    detail: MemoryDetail,
) -> impl IntoView {
    let json = leptos::serde_json::to_string_pretty(&detail).unwrap_or_default();
    view! {
        <p class="statement opened-statement"><bdi>{detail.memory.statement.clone()}</bdi></p>
        <State detail=detail.clone() />
        {detail.review.clone().map(|review| view! { <Reviewed review /> })}
        <Content detail=detail.clone() />
        <ProvenanceList provenance=detail.provenance />
        <History versions=detail.history />
        <RawJson json />
    }
}

/// What the system knows about the memory.
#[component]
fn State(detail: MemoryDetail) -> impl IntoView {
    let locale = use_locale();
    let (index, tone, why) = index_words(detail.index_state);
    let status = status_key(detail.status).unwrap_or("detail.active");
    let scope = scope_text(locale, &detail.scope, detail.service_name.as_deref());
    view! {
        <dl class="facts">
            <Entry term=locale.t("memories.kind")>
                {locale.t(kind_key(detail.kind))} " (" {locale.t(class_key(detail.class))} ")"
            </Entry>
            <Entry term=locale.t("memories.scope")><bdi>{scope}</bdi></Entry>
            <Entry term=locale.t("detail.status")>{locale.t(status)}</Entry>
            <Entry term=locale.t("memories.validity")>
                <LocalTime at=detail.memory.valid_from /> " – "
                {match detail.memory.valid_to {
                    Some(to) => view! { <LocalTime at=to /> }.into_any(),
                    None => locale.t("detail.open_end").into_any(),
                }}
            </Entry>
            <Entry term=locale.t("field.sensitivity")>
                {locale.t(sensitivity_key(detail.memory.sensitivity))}
                {proposed_class(locale, detail.memory.sensitivity, detail.proposed_sensitivity)}
            </Entry>
            <Entry term=locale.t("field.confidence")>{detail.memory.confidence.to_string()}</Entry>
            <Entry term=locale.t("memories.state")>
                <Badge tone text=locale.t(index) /> " " <span class="note">{locale.t(why)}</span>
            </Entry>
            <Entry term=locale.t("detail.authority")>{locale.t(authority_key(detail.authority))}</Entry>
            <Entry term=locale.t("memories.recorded")><LocalTime at=detail.recorded_at /></Entry>
            <Entry term=locale.t("detail.version")>{detail.version.to_string()}</Entry>
            {detail.embedding_model.map(|model| view! { <Entry term=locale.t("detail.model")>{model}</Entry> })}
            <Entry term=locale.t("detail.id")><code>{detail.memory_id.to_string()}</code></Entry>
        </dl>
    }
}

/// What a reviewer decided on it, and why.
#[component]
fn Reviewed(review: ReviewOutcome) -> impl IntoView {
    let locale = use_locale();
    view! {
        <section class="detail-part">
            <h3>{locale.t("review.title")}</h3>
            <dl class="facts">
                <Entry term=locale.t("review.decision")>
                    {locale.t(decision_key(review.kind))} " · " <LocalTime at=review.at />
                </Entry>
                {review.reason.map(|reason| view! {
                    <Entry term=locale.t("review.reason")>{locale.t(rejection_key(reason))}</Entry>
                })}
                {review.note.map(|note| view! {
                    <Entry term=locale.t("review.note")><bdi class="statement">{note}</bdi></Entry>
                })}
            </dl>
        </section>
    }
}

fn decision_key(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Approve => "review.approve",
        DecisionKind::Reject => "review.reject",
        DecisionKind::Expire => "review.expire",
        DecisionKind::Undo => "review.undo",
    }
}

/// What else the memory says, as far as it says it.
#[component]
fn Content(detail: MemoryDetail) -> impl IntoView {
    let memory = detail.memory;
    let fact = memory.normalized_fact.as_ref().map(fact_text);
    let entities = memory.entities.iter().map(entity_text);
    let list = |items: Vec<String>| (!items.is_empty()).then(|| items.join(", "));
    let entries: Vec<_> = [
        ("raw_content", memory.raw_content),
        ("normalized_fact", fact),
        ("keywords", list(memory.keywords)),
        ("entities", list(entities.collect())),
        ("memory_subtype", memory.memory_subtype),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((field_key(name)?, value?)))
    .map(|(key, value)| {
        view! { <Entry term=use_locale().t(key)><bdi class="statement">{value}</bdi></Entry> }
    })
    .collect();
    (!entries.is_empty()).then(|| view! { <dl class="facts">{entries}</dl> })
}

/// A term and what it is.
#[component]
fn Entry(term: &'static str, children: Children) -> impl IntoView {
    view! {
        <div>
            <dt>{term}</dt>
            <dd>{children()}</dd>
        </div>
    }
}

/// The memory as a program sees it.
#[component]
fn RawJson(json: String) -> impl IntoView {
    let locale = use_locale();
    let text = Signal::stored(json.clone());
    view! {
        <details class="raw">
            <summary>{locale.t("detail.raw")}</summary>
            <CopyButton label=locale.t("copy.json") text />
            <pre tabindex="0" role="region" aria-label=locale.t("detail.raw")><code>{json}</code></pre>
        </details>
    }
}

fn class_key(class: Class) -> &'static str {
    match class {
        Class::Semantic => "class.semantic",
        Class::Episodic => "class.episodic",
        Class::Procedural => "class.procedural",
    }
}

fn authority_key(authority: Authority) -> &'static str {
    match authority {
        Authority::ExplicitUserStatement => "authority.explicit_user_statement",
        Authority::UserCorrection => "authority.user_correction",
        Authority::Reviewer => "authority.reviewer",
        Authority::ToolObservation => "authority.tool_observation",
        Authority::ModelInference => "authority.model_inference",
    }
}
