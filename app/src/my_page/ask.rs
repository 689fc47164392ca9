//! Asking one's own memory: what an assistant would recall for a question, why, and why not the rest.

use super::area::{OwnArea, Room};
use super::list::StatementText;
use super::words::{count_text, kind_key, scope_text};
use crate::i18n::use_locale;
use crate::loaded::load_first;
use crate::server_fns::{AskMemory, ask_services};
use crate::ui::{Announcer, EmptyState, Filled, PostForm, ProblemSummary, SubmitButton, dynamic, focus, use_ready};
use contract::{
    AskAnswer, Count, LeftOut, LeftOutMemory, NeverSearched, RecallDegraded, RecalledMemory, Score, ScoreTerm,
};
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The question and its answer. The question is never part of an address.
#[component]
pub fn AskPage() -> impl IntoView {
    view! { <OwnArea room=Room::Ask><Ask /></OwnArea> }
}

#[component]
fn Ask() -> impl IntoView {
    let locale = use_locale();
    let announcer = Announcer::current();
    let ask = ServerAction::<AskMemory>::new();
    let heading = NodeRef::<html::H2>::new();
    Effect::new(move |_| {
        if let Some(Ok(answer)) = ask.value().get() {
            announcer.say(&locale.fill("ask.found", "count", &answer.recall.memories.len().to_string()));
            heading.track();
            focus(heading);
        }
    });
    view! {
        <p class="lead">{locale.t("ask.lead")}</p>
        <noscript class="notice">{locale.t("ask.no_script")}</noscript>
        <section class="card">
            {dynamic(move || {
                let error = ask.value().get().and_then(Result::err);
                error.map(|error| view! { <ProblemSummary error /> })
            })}
            <AskForm ask />
        </section>
        {dynamic(move || ask.value().get().and_then(Result::ok).map(|answer| view! { <Answer answer heading /> }))}
    }
}

#[component]
fn AskForm(ask: ServerAction<AskMemory>) -> impl IntoView {
    let locale = use_locale();
    let ready = use_ready();
    let send = Callback::new(move |filled: Filled| {
        ask.dispatch(AskMemory { query: filled.text("query"), service: filled.given("service") });
    });
    let services = load_first(ask_services);
    // A list of services that cannot be had leaves the personal memories to ask.
    let options = move || {
        let services = services.get()?.unwrap_or_default();
        let option = |choice: contract::ServiceChoice| {
            view! { <option value=choice.service.to_string()>{choice.name}</option> }
        };
        Some(services.into_iter().map(option).collect::<Vec<_>>())
    };
    view! {
        <PostForm action=AskMemory::url() send>
            <fieldset class="plain-fieldset" disabled=move || !ready.get()>
                <div class="field">
                    <label for="query">{locale.t("field.query")}</label>
                    <textarea id="query" name="query" rows="2" required maxlength="2000"></textarea>
                </div>
                <div class="field">
                    <label for="service">{locale.t("ask.as")}</label>
                    <Transition>
                        <select id="service" name="service">
                            <option value="">{locale.t("ask.personal_only")}</option>
                            {options}
                        </select>
                    </Transition>
                </div>
                <SubmitButton label=locale.t("ask.ask") busy_label=locale.t("ask.asking") pending=ask.pending() />
            </fieldset>
        </PostForm>
    }
}

#[component]
fn Answer(answer: AskAnswer, heading: NodeRef<html::H2>) -> impl IntoView {
    let locale = use_locale();
    let degraded = answer.recall.degraded_reason.map(|reason| {
        view! { <p class="notice">{locale.t(degraded_key(reason))}</p> }
    });
    let memories: Vec<_> = answer.recall.memories.into_iter().map(|memory| view! { <Recalled memory /> }).collect();
    let left_out: Vec<_> = answer.left_out.into_iter().map(|memory| view! { <NotRecalled memory /> }).collect();
    view! {
        <section class="answer" aria-labelledby="answer-title">
            <h2 id="answer-title" tabindex="-1" node_ref=heading>{locale.t("ask.answer")}</h2>
            {degraded}
            {if memories.is_empty() {
                view! { <EmptyState title=locale.t("ask.nothing_title") text=locale.t("ask.nothing_text") /> }.into_any()
            } else {
                view! { <ol class="recalled">{memories}</ol> }.into_any()
            }}
        </section>
        {(!left_out.is_empty()).then(|| view! {
            <section class="answer" aria-labelledby="left-out-title">
                <h2 id="left-out-title">{locale.t("ask.left_out")}</h2>
                <ol class="recalled">{left_out}</ol>
            </section>
        })}
        <Unsearchable never=answer.never_searched />
    }
}

#[component]
fn Recalled(memory: RecalledMemory) -> impl IntoView {
    let locale = use_locale();
    view! {
        <li class="card">
            <p class="statement"><bdi>{memory.statement}</bdi></p>
            <p class="note">{locale.t(kind_key(memory.kind))} " · " {scope_text(locale, &memory.scope, None)}</p>
            <ScoreView score=memory.score />
        </li>
    }
}

#[component]
fn NotRecalled(memory: LeftOutMemory) -> impl IntoView {
    let locale = use_locale();
    let LeftOutMemory { row, reason, score } = memory;
    let scope = scope_text(locale, &row.scope, row.service_name.as_deref());
    view! {
        <li class="card">
            <StatementText statement=row.statement id=format!("left-out-{}", row.memory_id) />
            <p class="note">{locale.t(kind_key(row.kind))} " · " <bdi>{scope}</bdi></p>
            <p><strong>{locale.t(reason_key(reason))}</strong></p>
            <ScoreView score />
        </li>
    }
}

/// A score with its terms, as bars and as numbers.
#[component]
fn ScoreView(score: Score) -> impl IntoView {
    let locale = use_locale();
    let term = move |key: &'static str, term: ScoreTerm| {
        let label = locale.t(key);
        let sum = format!("{:.2} × {:.2} = {:.2}", term.value, term.weight, term.contribution());
        view! {
            <div>
                <dt>{label}</dt>
                <dd>
                    <meter min="0" max="1" value=format!("{:.3}", term.value) aria-label=label></meter>
                    <span class="figures">{sum}</span>
                </dd>
            </div>
        }
    };
    view! {
        <dl class="score">
            <div>
                <dt>{locale.t("ask.score")}</dt>
                <dd class="figures">{format!("{:.2}", score.total)}</dd>
            </div>
            {term("ask.meaning", score.semantic)}
            {term("ask.words", score.keyword)}
        </dl>
    }
}

/// What no question can reach.
#[component]
fn Unsearchable(never: NeverSearched) -> impl IntoView {
    let locale = use_locale();
    let line = move |key, count: Count| {
        (count.value > 0).then(|| view! { <li>{locale.fill(key, "count", &count_text(count))}</li> })
    };
    let is_any = never != NeverSearched::default();
    is_any.then(|| {
        view! {
            <section class="answer" aria-labelledby="never-title">
                <h2 id="never-title">{locale.t("ask.never")}</h2>
                <ul>
                    {line("ask.never_sensitive", never.sensitive)} {line("ask.never_past", never.not_current)}
                    {line("ask.never_yet", never.not_indexed)}
                </ul>
            </section>
        }
    })
}

fn degraded_key(reason: RecallDegraded) -> &'static str {
    match reason {
        RecallDegraded::ModelUnavailable => "ask.no_model",
        RecallDegraded::IndexUnavailable => "ask.no_index",
        RecallDegraded::StoreUnavailable => "ask.no_store",
    }
}

fn reason_key(reason: LeftOut) -> &'static str {
    match reason {
        LeftOut::Missing => "reason.missing",
        LeftOut::Consent => "reason.consent",
        LeftOut::Status => "reason.status",
        LeftOut::Sensitivity => "reason.sensitivity",
        LeftOut::Scope => "reason.scope",
        LeftOut::NotYetValid => "reason.not_yet_valid",
        LeftOut::Expired => "reason.expired",
        LeftOut::Unreadable => "reason.unreadable",
        LeftOut::BelowThreshold => "reason.below_threshold",
        LeftOut::OverTopK => "reason.over_top_k",
    }
}
