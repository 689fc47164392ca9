//! One candidate in the queue.

use super::actions::Actions;
use super::exact::{Exact, count_unseen};
use super::opened::Opened;
use super::outcome::Outcome;
use super::row_state::Row;
use super::selection::Selection;
use super::similar::Proposed;
use super::state::{Review, row_id};
use super::words::time_left;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::my_page::words::{kind_key, scope_text, sensitivity_key};
use crate::ui::{Badge, LocalTime, Tone, dynamic};
use contract::review::{CandidateRow, Claim, Passage, ReviewerAction};
use contract::{ChosenMemory, MemoryId, Scope, Sensitivity, Statement, Timestamp};
use leptos::prelude::*;

/// A row; the one that keys are about takes the focus as a whole.
#[component]
pub fn CandidateItem(
    /// The candidate.
    row: Row,
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    let id = row.id.clone();
    let (element, statement_id) = (row_id(&id), statement_id(&id));
    let is = move |signal: RwSignal<Option<MemoryId>>| {
        let id = id.clone();
        Memo::new(move |_| signal.with(|now| now.as_ref() == Some(&id)))
    };
    let (is_current, is_open) = (is(review.current), is(review.opened));
    let focused = {
        let id = row.id.clone();
        move |_| review.current.set(Some(id.clone()))
    };
    let state = row.state.clone();
    let is_decided = Memo::new(move |_| state.with(|state| state.decided.is_some()));
    let opened = row.clone();
    view! {
        <li>
            <article
                id=element
                class="candidate card"
                class:decided=is_decided
                class:opened=is_open
                tabindex=move || if is_current.get() { "0" } else { "-1" }
                aria-labelledby=statement_id
                on:focusin=focused
            >
                <Facts row=row.clone() now=review.now selection=review.selection />
                <Outcome row=row.clone() review />
                <Actions row review is_open />
                {dynamic(move || is_open.get().then(|| view! { <Opened row=opened.clone() /> }))}
            </article>
        </li>
    }
}

/// The id of what a row says, for what is described by it.
pub fn statement_id(id: &MemoryId) -> String {
    format!("statement-{id}")
}

/// What the queue shows of every candidate.
#[component]
pub fn Facts(
    /// The candidate.
    row: Row,
    /// The server's time.
    now: RwSignal<Option<Timestamp>>,
    /// What is chosen.
    selection: Selection,
) -> impl IntoView {
    let state = row.state;
    let revision = {
        let state = state.clone();
        Memo::new(move |_| state.with(|state| state.revision))
    };
    dynamic(move || {
        // Read, not only tracked: what is never read is never reckoned either.
        _ = revision.get();
        let row = state.with_untracked(|state| state.row.clone());
        let consent = row.consent;
        view! {
            <Head row=row.clone() now selection />
            <StatementPart row=row.clone() />
            {row.passage.clone().map(|passage| view! { <PassagePart passage /> })}
            <Meta row=row.clone() />
            {(!consent).then(|| view! { <p class="notice">{use_locale().t("candidate.consent_off")}</p> })}
            <Proposed row=row.clone() />
            <Fault id=row.memory_id selection />
        }
    })
}

/// The choice, what sort of candidate it is, how long it waits, and who has it open.
#[component]
fn Head(row: CandidateRow, now: RwSignal<Option<Timestamp>>, selection: Selection) -> impl IntoView {
    let locale = use_locale();
    let is_sensitive = row.sensitivity.is_masked();
    let sensitivity = (row.sensitivity != Sensitivity::Normal).then(|| {
        let tone = if is_sensitive { Tone::Notable } else { Tone::Quiet };
        view! { <Badge tone text=locale.t(sensitivity_key(row.sensitivity)) /> }
    });
    let ends = row.expires_at;
    view! {
        <div class="candidate-head">
            <Choice row=row.clone() selection />
            <Badge tone=Tone::Good text=locale.t(kind_key(row.kind)) />
            {sensitivity}
            <TimeLeft ends now />
            {row.claim.map(|claim| view! { <ClaimNote claim /> })}
            <Length statement=row.statement characters=row.characters />
        </div>
    }
}

/// Chooses the row. Shows with script only.
#[component]
fn Choice(row: CandidateRow, selection: Selection) -> impl IntoView {
    let one = ChosenMemory { memory_id: row.memory_id.clone(), version: row.version };
    let described_by = statement_id(&row.memory_id);
    let id = row.memory_id;
    let ready = crate::ui::use_ready();
    view! {
        <label class="choice" hidden=move || !ready.get()>
            <input
                type="checkbox"
                aria-label=use_locale().t("memories.choose")
                aria-describedby=described_by
                prop:checked=move || selection.holds(&id)
                on:change=move |event| selection.choose(one.clone(), event_target_checked(&event))
            />
        </label>
    }
}

#[component]
fn TimeLeft(ends: Timestamp, now: RwSignal<Option<Timestamp>>) -> impl IntoView {
    let locale = use_locale();
    dynamic(move || {
        let (words, is_last_day) = time_left(locale, now.get()?, ends);
        let class = if is_last_day { "badge badge-warning" } else { "badge badge-quiet" };
        let warning = is_last_day.then(|| format!("{} ", locale.t("queue.last_day")));
        Some(view! { <time class=class datetime=ends.to_string()>{warning}{words}</time> })
    })
}

#[component]
fn ClaimNote(claim: Claim) -> impl IntoView {
    let locale = use_locale();
    let key = if claim.is_you { "candidate.open_by_you" } else { "candidate.open_by" };
    view! {
        <span class="badge badge-notable">{locale.fill(key, "name", &claim.by)}</span>
        <span class="note">{locale.t("candidate.open_until")} " " <LocalTime at=claim.until /></span>
    }
}

/// How long the statement really is, and how much of it nobody sees.
#[component]
fn Length(statement: Statement, characters: Option<u32>) -> impl IntoView {
    let locale = use_locale();
    let unseen = if let Statement::Shown(text) = &statement { count_unseen(text) } else { 0 };
    let length = characters.map(|count| locale.fill("exact.length", "count", &count.to_string()));
    let warning = (unseen > 0).then(|| locale.fill("exact.unseen", "count", &unseen.to_string()));
    view! {
        {length.map(|text| view! { <span class="note figures">{text}</span> })}
        {warning.map(|text| view! { <span class="badge badge-warning">{text}</span> })}
    }
}

/// What would be remembered, or that it is hidden.
#[component]
fn StatementPart(row: CandidateRow) -> impl IntoView {
    let locale = use_locale();
    let id = statement_id(&row.memory_id);
    let Statement::Shown(text) = row.statement else {
        let (word, why) = match row.statement {
            Statement::Unreadable => ("memories.unreadable", "candidate.unreadable_why"),
            _ if row.allowed.contains(&ReviewerAction::Reveal) => ("candidate.hidden", "candidate.hidden_why"),
            _ => ("candidate.hidden", "candidate.closed_why"),
        };
        return view! {
            <p id=id class="masked">
                <Badge tone=Tone::Quiet text=locale.t(word) />
                <span class="note">{locale.t(why)}</span>
            </p>
        }
        .into_any();
    };
    view! { <p id=id class="statement candidate-statement"><Exact text /></p> }.into_any()
}

/// The words that it was drawn from, among those around them.
#[component]
fn PassagePart(passage: Passage) -> impl IntoView {
    view! {
        <figure class="passage">
            <figcaption class="visually-hidden">{use_locale().t("candidate.passage")}</figcaption>
            <blockquote>
                <Exact text=passage.before />
                <mark><Exact text=passage.span /></mark>
                <Exact text=passage.after />
            </blockquote>
        </figure>
    }
}

/// Whom it is about, who proposed it, and how sure that one is.
#[component]
fn Meta(row: CandidateRow) -> impl IntoView {
    let locale = use_locale();
    let service = row.service.as_ref().map(|service| service.name.clone());
    let scope = match row.scope {
        // Here the reader is not the one whose assistants they are.
        Scope::Personal => locale.t("queue.everywhere").to_owned(),
        Scope::Service(_) => scope_text(locale, &row.scope, service.as_deref()),
    };
    let (confidence, words) = (row.confidence, share(row.confidence));
    view! {
        <dl class="score candidate-meta">
            <div><dt>{locale.t("queue.person")}</dt><dd><bdi>{row.person.name}</bdi></dd></div>
            {service.map(|name| view! { <div><dt>{locale.t("queue.service")}</dt><dd><bdi>{name}</bdi></dd></div> })}
            <div><dt>{locale.t("queue.scope")}</dt><dd><bdi>{scope}</bdi></dd></div>
            <div>
                <dt>{locale.t("field.confidence")}</dt>
                <dd>
                    <meter min="0" max="1" value=confidence.to_string() aria-label=locale.t("field.confidence")>{words.clone()}</meter>
                    <span class="figures">{words}</span>
                </dd>
            </div>
        </dl>
    }
}

/// A number from 0 to 1, to two places. Whole numbers are written by code that the bundle has anyway.
pub fn share(number: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "held between 0 and 100")]
    let hundredths = (number.clamp(0.0, 1.0) * 100.0).round() as u32;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Why the last decision on many left this row.
#[component]
fn Fault(id: MemoryId, selection: Selection) -> impl IntoView {
    let locale = use_locale();
    dynamic(move || {
        let code = selection.faults.with(|faults| faults.iter().find(|(of, _)| of == &id).map(|(_, code)| *code));
        code.map(|code| view! { <p class="fault">{UiError::new(code).text(locale)}</p> })
    })
}
