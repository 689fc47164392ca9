//! `GET /api/v1/admin/candidates/events`: what happens to candidates, as server-sent events, ids only. An event `reset`
//! says that too much has happened: the queue is to be read anew.

use crate::api::person::{Reviewer, Session, Staff};
use crate::api::problem::Refusal;
use crate::api::query::Query;
use crate::http::AppState;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use contract::review::ReviewEvent;
use domain::desks::ReviewDesk;
use futures_util::stream::{self, Stream};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;
use utoipa::ToSchema;

/// How often the log is looked at: what others do is to be seen while it is being talked about.
const LOOK: Duration = Duration::from_secs(1);

/// From where on.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct After {
    /// `last_event` of the queue; everything from now on if absent.
    #[serde(default)]
    after: Option<i64>,
}

/// A listener.
struct Listener {
    state: AppState,
    staff: Staff,
    session: [u8; 32],
    after: i64,
    waiting: VecDeque<ReviewEvent>,
}

/// The stream. It ends when the session does, when the role does not review any more, and when the server stops.
pub async fn events(
    State(state): State<AppState>,
    Reviewer(desk): Reviewer,
    staff: Staff,
    Session(session): Session,
    headers: HeaderMap,
    Query(After { after }): Query<After>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    // A browser that comes back says how far it came; that is later than what the page said.
    let resumed = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let after = match resumed.or(after) {
        Some(after) => after,
        None => desk.events(i64::MAX).await?.1,
    };
    let listener = Listener { state, staff, session, after, waiting: VecDeque::new() };
    let events = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                let data = serde_json::to_string(&event).ok()?;
                return Some(Event::default().event("review").id(event.event.to_string()).data(data));
            }
            let (events, next) = self.desk().await?.events(self.after).await.ok()?;
            self.after = next;
            let Some(events) = events else {
                return Some(Event::default().event("reset").id(next.to_string()).data("{}"));
            };
            self.waiting.extend(events);
            if self.waiting.is_empty() && !self.pause().await {
                return None;
            }
        }
    }

    /// The desk, if the session and the role still are.
    async fn desk(&self) -> Option<ReviewDesk> {
        let front = self.state.desks.front();
        front.session(&self.session).await.ok()??;
        let (actor, _) = front.person(self.staff.user()?).await.ok()??;
        self.state.desks.reviewer(&actor).await.ok()
    }

    /// Waits a moment; `false` when the server stops.
    async fn pause(&mut self) -> bool {
        tokio::select! {
            _ = self.state.stopping.wait_for(|is_stopping| *is_stopping) => false,
            () = tokio::time::sleep(LOOK) => true,
        }
    }
}
