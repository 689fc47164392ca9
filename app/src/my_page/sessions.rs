//! The browsers in which a person is signed in.

use super::area::{OwnArea, Room};
use super::device::device_name;
use crate::i18n::use_locale;
use crate::loaded::load;
use crate::server_fns::{EndOtherSessions, EndSession, my_sessions};
use crate::ui::{Badge, FormOutcome, LocalTime, Problem, Skeleton, Tone, dynamic};
use contract::SessionRow;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The list, and the ends.
#[component]
pub fn SessionsPage() -> impl IntoView {
    view! { <OwnArea room=Room::Sessions><Sessions /></OwnArea> }
}

#[component]
fn Sessions() -> impl IntoView {
    let locale = use_locale();
    let sessions = load(|| (), |()| my_sessions());
    view! {
        <p class="lead">{locale.t("sessions.lead")}</p>
        <FormOutcome path=EndSession::url() done="sessions.ended" />
        <FormOutcome path=EndOtherSessions::url() done="" />
        <section class="answer" aria-labelledby="sessions">
            <h2 id="sessions">{locale.t("sessions.list")}</h2>
            <Suspense fallback=|| view! { <Skeleton lines=6 /> }>
                {dynamic(move || {
                    sessions.get().map(|rows| match rows {
                        Ok(rows) => view! { <SessionList rows /> }.into_any(),
                        Err(error) => view! { <Problem error retry="/me/sessions" /> }.into_any(),
                    })
                })}
            </Suspense>
        </section>
    }
}

/// The ends are plain forms, which lead back here: who ends the very session that asks is then signed out.
#[component]
fn SessionList(rows: Vec<SessionRow>) -> impl IntoView {
    let locale = use_locale();
    let has_others = rows.iter().any(|row| !row.is_current);
    let rows: Vec<_> = rows.into_iter().map(|row| view! { <Session row /> }).collect();
    let others = has_others.then(|| {
        view! {
            <form method="post" action=EndOtherSessions::url()>
                <button type="submit" class="button danger">{locale.t("sessions.end_others")}</button>
            </form>
        }
    });
    view! {
        <ul class="cards">{rows}</ul>
        {others}
    }
}

#[component]
fn Session(row: SessionRow) -> impl IntoView {
    let locale = use_locale();
    let name = device_name(locale, row.device.as_deref());
    let id = format!("device-{}", row.session_id);
    let described_by = id.clone();
    let here = row.is_current.then(|| view! { <Badge tone=Tone::Good text=locale.t("sessions.this") /> });
    let end_here = (!row.is_current).then(|| {
        view! {
            <form method="post" action=EndSession::url()>
                <input type="hidden" name="session_id" value=row.session_id.to_string() />
                <button type="submit" class="button quiet" aria-describedby=described_by>{locale.t("sessions.end")}</button>
            </form>
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
