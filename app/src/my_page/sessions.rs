//! The browsers in which a person is signed in.

use super::area::{OwnArea, Room};
use super::device::device_name;
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::server_fns::{EndOtherSessions, EndSession, my_sessions};
use crate::ui::{Announcer, Badge, LocalTime, Problem, ProblemSummary, Skeleton, SubmitButton, Tone, focus, load_page};
use contract::SessionRow;
use leptos::form::ActionForm;
use leptos::html;
use leptos::prelude::*;

/// The list, and the ends.
#[component]
pub fn SessionsPage() -> impl IntoView {
    view! { <OwnArea room=Room::Sessions><Sessions /></OwnArea> }
}

#[component]
fn Sessions() -> impl IntoView {
    let locale = use_locale();
    let end = ServerAction::<EndSession>::new();
    let end_others = ServerAction::<EndOtherSessions>::new();
    let sessions = Resource::new(move || (end.version().get(), end_others.version().get()), |_| my_sessions());
    let heading = NodeRef::<html::H2>::new();
    tell_when_ended(end, end_others, sessions, heading);
    let problem = move || {
        let refused = end.value().get().and_then(Result::err);
        let error = refused.or_else(|| end_others.value().get().and_then(Result::err));
        error.map(|error| view! { <ProblemSummary error /> })
    };
    view! {
        <p class="lead">{locale.t("sessions.lead")}</p>
        {problem}
        <section class="answer" aria-labelledby="sessions">
            <h2 id="sessions" tabindex="-1" node_ref=heading>{locale.t("sessions.list")}</h2>
            <Transition fallback=|| view! { <Skeleton lines=6 /> }>
                {move || {
                    sessions.get().map(|rows| match rows {
                        Ok(rows) => view! { <SessionList rows end end_others /> }.into_any(),
                        Err(error) => view! { <Problem error retry="/me/sessions" /> }.into_any(),
                    })
                }}
            </Transition>
        </section>
    }
}

/// Once a session has ended: says so, and moves the focus, as the button that had it is gone. Who has ended the very
/// session that asks is signed out.
fn tell_when_ended(
    end: ServerAction<EndSession>,
    end_others: ServerAction<EndOtherSessions>,
    sessions: Resource<Result<Vec<SessionRow>, UiError>>,
    heading: NodeRef<html::H2>,
) {
    let locale = use_locale();
    let announcer = Announcer::current();
    Effect::new(move |_| {
        let ended = matches!(end.value().get(), Some(Ok(()))) || matches!(end_others.value().get(), Some(Ok(_)));
        if ended {
            announcer.say(locale.t("sessions.ended"));
            focus(heading);
        }
    });
    Effect::new(move |_| {
        let is_out = sessions
            .with(|rows| matches!(rows, Some(Err(error)) if error.code == contract::ErrorCode::Unauthenticated));
        if is_out && end.value().with_untracked(Option::is_some) {
            load_page("/");
        }
    });
}

#[component]
fn SessionList(
    rows: Vec<SessionRow>,
    end: ServerAction<EndSession>,
    end_others: ServerAction<EndOtherSessions>,
) -> impl IntoView {
    let locale = use_locale();
    let has_others = rows.iter().any(|row| !row.is_current);
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <Session row end /> }).collect();
    let others = has_others.then(|| {
        view! {
            <ActionForm action=end_others>
                <SubmitButton
                    class="button danger"
                    label=locale.t("sessions.end_others")
                    busy_label=locale.t("sessions.ending")
                    pending=end_others.pending()
                />
            </ActionForm>
        }
    });
    view! {
        <ul class="cards">{rows}</ul>
        {others}
    }
}

#[component]
fn Session(row: SessionRow, end: ServerAction<EndSession>) -> impl IntoView {
    let locale = use_locale();
    let name = device_name(locale, row.device.as_deref());
    let id = format!("device-{}", row.session_id);
    let described_by = id.clone();
    let here = row.is_current.then(|| view! { <Badge tone=Tone::Good text=locale.t("sessions.this") /> });
    let end_here = (!row.is_current).then(|| {
        view! {
            <ActionForm action=end>
                <input type="hidden" name="session_id" value=row.session_id.to_string() />
                <button type="submit" class="button quiet" aria-describedby=described_by>{locale.t("sessions.end")}</button>
            </ActionForm>
        }
    });
    view! {
        <li class="card card-row">
            <div>
                <p class="card-title"><strong id=id>{name}</strong> {here}</p>
                <p class="note">{locale.t("sessions.began")} " " <LocalTime at=row.began_at /></p>
                <p class="note">{locale.t("sessions.seen")} " " <LocalTime at=row.seen_at /></p>
            </div>
            {end_here}
        </li>
    }
}
