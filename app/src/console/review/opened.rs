//! A candidate that is open: all that is known of it, and how it shall be fitted in. Opening one claims it, so that nobody
//! else begins with it.

use super::exact::Exact;
use super::outcome::Decided;
use super::row_state::{PlacementChoice, Row};
use super::similar::OtherSimilar;
use super::state::Review;
use super::words::{action_key, authority_key, excerpt, role_key};
use crate::error::field_key;
use crate::i18n::use_locale;
use crate::my_page::words::{entity_text, fact_text, proposed_class, sensitivity_key};
use crate::server_fns::{claim_candidate, release_candidate};
use crate::ui::{LocalTime, ProblemWithRetry, Skeleton, dynamic};
use contract::review::{CandidateDetail, CandidateRow, DecisionView, NOTE_MAX_BYTES, ReconcileAction, ReviewerAction};
use contract::{EditableMemory, Provenance, Sensitivity};
use leptos::prelude::*;
use leptos::task::spawn_local;

impl Review {
    /// Opens a row, or closes it if it is open.
    pub fn toggle(self, row: &Row) {
        if self.opened.get_untracked().as_ref() == Some(&row.id) {
            self.close();
        } else {
            self.open(row);
        }
    }

    /// Opens a row and claims it; what was open is closed.
    fn open(self, row: &Row) {
        self.close();
        self.opened.set(Some(row.id.clone()));
        Self::claim(row.clone());
    }

    fn claim(row: Row) {
        row.open_failed(None);
        spawn_local(async move {
            match claim_candidate(row.id.clone()).await {
                Ok(detail) => row.hear(detail),
                Err(error) => row.open_failed(Some(error)),
            }
        });
    }

    /// Closes what is open. A claim that cannot be given back ends by itself.
    pub fn close(self) {
        let Some(id) = self.opened.get_untracked() else { return };
        self.opened.set(None);
        if let Some(row) = self.row(&id) {
            row.state.update(|state| {
                if state.row.claim.as_ref().is_some_and(|claim| claim.is_you) {
                    state.row.claim = None;
                    state.has_changed();
                }
            });
        }
        spawn_local(async move { _ = release_candidate(id).await });
    }
}

/// The part of the row that opens.
#[component]
pub fn Opened(
    /// The candidate.
    row: Row,
) -> impl IntoView {
    let state = row.state.clone();
    let revision = Memo::new(move |_| state.with(|state| state.revision));
    dynamic(move || {
        // Read, not only tracked: what is never read is never reckoned either.
        _ = revision.get();
        let row = row.clone();
        match row.state.with_untracked(|state| (state.detail.clone(), state.open_problem.clone())) {
            (_, Some(error)) => {
                let retry = Callback::new(move |()| Review::claim(row.clone()));
                view! { <ProblemWithRetry error retry page="/admin/review" /> }.into_any()
            }
            (None, None) => view! { <Skeleton lines=5 /> }.into_any(),
            (Some(detail), None) => view! { <Detail detail=*detail row /> }.into_any(),
        }
    })
}

#[component]
fn Detail(detail: CandidateDetail, row: Row) -> impl IntoView {
    let locale = use_locale();
    let CandidateDetail { row: candidate, memory, proposed_sensitivity, provenance, decisions } = detail;
    let is_hidden = memory.is_none();
    let can_approve = row.may(ReviewerAction::Approve);
    let sources = (!provenance.is_empty()).then(|| view! { <Sources provenance /> });
    view! {
        <div class="candidate-detail">
            {can_approve.then(|| view! { <Terms row /> })}
            {is_hidden.then(|| view! { <p class="note">{locale.t("candidate.reveal_for_more")}</p> })}
            <Content candidate=candidate.clone() memory proposed_sensitivity />
            <OtherSimilar row=candidate />
            {sources}
            {(!decisions.is_empty()).then(|| view! { <Decisions decisions /> })}
        </div>
    }
}

/// How it is fitted in, and a word to the person, if it is approved.
#[component]
fn Terms(row: Row) -> impl IntoView {
    let locale = use_locale();
    let (placement_id, note_id) = (format!("placement-{}", row.id), format!("note-{}", row.id));
    let (chosen, note) = (row.state.clone(), row.state.clone());
    let value = Signal::derive(move || {
        chosen.with(|state| {
            let proposal = &state.row.proposal;
            let proposed = (proposal.action, proposal.target.clone());
            placement_word(state.placement.as_ref().unwrap_or(&proposed))
        })
    });
    let options: Vec<_> = row
        .state
        .with_untracked(|state| placements(&state.row))
        .into_iter()
        .map(|(choice, label)| {
            let word = placement_word(&choice);
            view! { <option value=word.clone() selected=word == value.get_untracked()>{label}</option> }
        })
        .collect();
    let note_value = Signal::derive(move || note.with(|state| state.note.clone()));
    let (choosing, writing) = (row.clone(), row);
    let choose = move |event| {
        let word = event_target_value(&event);
        choosing.state.update(|state| {
            let choices = placements(&state.row).into_iter().map(|(choice, _)| choice);
            state.placement = choices.into_iter().find(|choice| placement_word(choice) == word);
        });
    };
    let write = move |event| writing.state.update(|state| state.note = event_target_value(&event));
    view! {
        <div class="field-pair">
            <div class="field">
                <label for=placement_id.clone()>{locale.t("candidate.placement")}</label>
                <select id=placement_id prop:value=value on:change=choose>{options}</select>
            </div>
            <div class="field">
                <label for=note_id.clone()>{locale.t("decide.note")}</label>
                <textarea
                    id=note_id
                    rows="1"
                    maxlength=NOTE_MAX_BYTES.to_string()
                    prop:value=note_value
                    on:input=write
                ></textarea>
            </div>
        </div>
    }
}

/// What can be done about any memory that is similar.
const ABOUT_ONE: [ReconcileAction; 4] =
    [ReconcileAction::Merge, ReconcileAction::Update, ReconcileAction::Replace, ReconcileAction::Expire];

/// Every way to fit a candidate in, with its words: beside the others, or in the place of one that is similar, or as the end
/// of one. Keeping both as they contradict each other is offered where it is proposed; elsewhere it is to stand beside.
pub fn placements(row: &CandidateRow) -> Vec<(PlacementChoice, String)> {
    let locale = use_locale();
    let about_one = row.proposal.similar.iter().flat_map(|similar| {
        let text = excerpt(locale, &similar.statement);
        let is_target = Some(&similar.memory_id) == row.proposal.target.as_ref();
        let contradicts = is_target && row.proposal.action == ReconcileAction::Conflict;
        let actions = ABOUT_ONE.into_iter().chain(contradicts.then_some(ReconcileAction::Conflict));
        actions.map(move |action| {
            let label = format!("{}: {text}", locale.t(action_key(action)));
            ((action, Some(similar.memory_id.clone())), label)
        })
    });
    let beside = ((ReconcileAction::Insert, None), locale.t(action_key(ReconcileAction::Insert)).to_owned());
    std::iter::once(beside).chain(about_one).collect()
}

fn placement_word((action, target): &PlacementChoice) -> String {
    let target = target.as_ref().map(contract::MemoryId::as_str).unwrap_or_default();
    format!("{action} {target}")
}

/// What else is known.
#[component]
fn Content(
    candidate: CandidateRow,
    memory: Option<EditableMemory>,
    proposed_sensitivity: Option<Sensitivity>,
) -> impl IntoView {
    let locale = use_locale();
    let validity = memory.as_ref().map(|memory| (memory.valid_from, memory.valid_to));
    let texts: Vec<_> = memory
        .map(texts)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|(name, value)| Some((field_key(name)?, value?)))
        .map(|(key, text)| view! { <Entry term=locale.t(key)><span class="statement"><Exact text /></span></Entry> })
        .collect();
    view! {
        <dl class="facts">
            <Entry term=locale.t("detail.authority")>{locale.t(authority_key(candidate.authority))}</Entry>
            <Entry term=locale.t("field.sensitivity")>
                {locale.t(sensitivity_key(candidate.sensitivity))}
                {proposed_class(locale, candidate.sensitivity, proposed_sensitivity)}
            </Entry>
            {validity.map(|(from, to)| view! {
                <Entry term=locale.t("memories.validity")>
                    <LocalTime at=from /> " – "
                    {match to {
                        Some(to) => view! { <LocalTime at=to /> }.into_any(),
                        None => locale.t("detail.open_end").into_any(),
                    }}
                </Entry>
            })}
            {texts}
            <Entry term=locale.t("candidate.proposed_at")><LocalTime at=candidate.recorded_at /></Entry>
            <Entry term=locale.t("candidate.ends_at")><LocalTime at=candidate.expires_at /></Entry>
            <Entry term=locale.t("detail.version")>{candidate.version.to_string()}</Entry>
            <Entry term=locale.t("detail.id")><code>{candidate.memory_id.to_string()}</code></Entry>
        </dl>
    }
}

fn texts(memory: EditableMemory) -> [(&'static str, Option<String>); 5] {
    let entities: Vec<_> = memory.entities.iter().map(entity_text).collect();
    let list = |items: Vec<String>| (!items.is_empty()).then(|| items.join(", "));
    [
        ("raw_content", memory.raw_content),
        ("normalized_fact", memory.normalized_fact.as_ref().map(fact_text)),
        ("keywords", list(memory.keywords)),
        ("entities", list(entities)),
        ("memory_subtype", memory.memory_subtype),
    ]
}

#[component]
fn Entry(term: &'static str, children: Children) -> impl IntoView {
    view! {
        <div>
            <dt>{term}</dt>
            <dd>{children()}</dd>
        </div>
    }
}

/// Where it comes from.
#[component]
fn Sources(provenance: Vec<Provenance>) -> impl IntoView {
    let locale = use_locale();
    let events: Vec<_> = provenance
        .into_iter()
        .map(|event| {
            view! {
                <li>
                    {event.span.map(|text| view! { <blockquote><Exact text /></blockquote> })}
                    <p class="note event-facts">
                        <span>{locale.t(role_key(event.role))}</span>
                        {event.service_name.map(|name| view! { <span><bdi>{name}</bdi></span> })}
                        <span>{locale.t("field.event_id")} ": " <code><Exact text=event.event_id /></code></span>
                        <LocalTime at=event.occurred_at.unwrap_or(event.recorded_at) />
                    </p>
                </li>
            }
        })
        .collect();
    view! {
        <section class="detail-part">
            <h3>{locale.t("provenance.title")}</h3>
            <ol class="events">{events}</ol>
        </section>
    }
}

/// What has been decided so far, latest first.
#[component]
fn Decisions(decisions: Vec<DecisionView>) -> impl IntoView {
    let decisions: Vec<_> =
        decisions.into_iter().map(|decision| view! { <li><p><Decided decision /></p></li> }).collect();
    view! {
        <section class="detail-part">
            <h3>{use_locale().t("candidate.decisions")}</h3>
            <ol class="events">{decisions}</ol>
        </section>
    }
}
