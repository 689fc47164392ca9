//! What happens to the queue elsewhere, told by the server as it happens. Nothing moves under the reader's hand: what is new
//! waits behind a button, and what others have decided stays where it is and says so.

use super::row_state::Row;
use super::state::Review;
use crate::i18n::use_locale;
use crate::server_fns::review_candidate;
use crate::ui::{dynamic, sleep};
use contract::ErrorCode;
use contract::review::{ReviewChange, ReviewEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::js_sys::Date;
use leptos::web_sys::{Event, EventSource, MessageEvent};
use std::time::Duration;

/// Seconds before another try to listen; the last one is repeated.
const PAUSES: [u64; 5] = [1, 2, 5, 10, 30];
/// Between one look at the clock and the next.
const TICK: Duration = Duration::from_secs(30);

/// The line to the server. Copies are the same line.
#[derive(Clone, Copy)]
pub struct Line {
    review: Review,
    /// Whether it is there; `false` once it has been lost.
    is_open: RwSignal<bool>,
    /// The number of the last event that the rows show.
    last: StoredValue<i64>,
    /// How often it has failed since it was last open.
    failures: StoredValue<usize>,
}

impl Line {
    /// Listens from the first page on, as long as the page is there.
    pub fn open(review: Review) -> Self {
        let line =
            Self { review, is_open: RwSignal::new(true), last: StoredValue::new(0), failures: StoredValue::new(0) };
        Effect::new(move |is_begun: Option<bool>| {
            let last = review.list.with(|page| page.as_ref()?.as_ref().ok().map(|page| page.last_event));
            let Some(last) = last else { return is_begun == Some(true) };
            // What is older than the page is in it.
            line.last.update_value(|heard| *heard = last.max(*heard));
            if is_begun != Some(true) {
                line.connect();
            }
            true
        });
        keep_time(review);
        line
    }

    fn connect(self) {
        let Some(after) = self.last.try_get_value() else { return };
        let Ok(source) = EventSource::new(&format!("/api/v1/admin/candidates/events?after={after}")) else { return };
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let text = event.data().as_string();
            if self.last.try_get_value().is_none() {
                hang_up(&event);
            } else if let Some(event) = text.and_then(|text| leptos::serde_json::from_slice(text.as_bytes()).ok()) {
                self.hear(&event);
            }
        });
        let opened = Closure::<dyn Fn(Event)>::new(move |_| {
            self.is_open.try_set(true);
            self.failures.try_update_value(|failures| *failures = 0);
        });
        // The browser would begin again where the page began; we go on from the last event.
        let lost = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            hang_up(&event);
            self.call_again();
        });
        let add = |name, listener: &Closure<dyn Fn(Event)>| {
            source.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref()).is_ok()
        };
        // Too much has happened to tell one by one.
        let reset = Closure::<dyn Fn(Event)>::new(move |_| {
            if self.last.try_get_value().is_some() {
                self.review.list.refetch();
            }
        });
        let listens = source.add_event_listener_with_callback("review", heard.as_ref().unchecked_ref()).is_ok();
        if !(listens && add("open", &opened) && add("error", &lost) && add("reset", &reset)) {
            source.close();
        }
        // They live as long as the source does, which only the browser knows.
        heard.forget();
        opened.forget();
        lost.forget();
        reset.forget();
    }

    fn call_again(self) {
        let Some(failures) = self.failures.try_update_value(|failures| {
            *failures += 1;
            *failures
        }) else {
            return;
        };
        self.is_open.try_set(false);
        let pause = PAUSES[PAUSES.len().min(failures) - 1];
        spawn_local(async move {
            sleep(Duration::from_secs(pause)).await;
            self.connect();
        });
    }

    fn hear(self, event: &ReviewEvent) {
        let is_new = self.last.try_update_value(|last| {
            let is_new = event.event > *last;
            *last = event.event.max(*last);
            is_new
        });
        if is_new != Some(true) {
            return;
        }
        let Some(rows) = self.review.rows.try_get_untracked() else { return };
        match (event.change, rows.into_iter().find(|row| row.id == event.memory_id)) {
            // What one does here is known already.
            (ReviewChange::Claimed, Some(_)) if event.is_you => {}
            (change, Some(row)) => {
                look_again(self.review, row, change == ReviewChange::Decided && !event.is_you);
            }
            (ReviewChange::Proposed | ReviewChange::Returned, None) => {
                self.review.arrivals.update(|arrivals| {
                    if !arrivals.contains(&event.memory_id) {
                        arrivals.push(event.memory_id.clone());
                    }
                });
                // Who has taken a decision back was told so, which this would talk over.
                if !event.is_you {
                    self.review.announcer.say(&arrivals_text(self.review));
                }
            }
            (ReviewChange::Decided, None) => {
                self.review.arrivals.update(|arrivals| arrivals.retain(|id| id != &event.memory_id));
            }
            (ReviewChange::Claimed | ReviewChange::Changed, None) => {}
        }
    }
}

/// Ends the line that an event has come by.
fn hang_up(event: &Event) {
    if let Some(source) = event.target().and_then(|target| target.dyn_into::<EventSource>().ok()) {
        source.close();
    }
}

/// Fetches a row that has changed, unless a decision of one's own on it is under way, and says so if a colleague has
/// decided it.
fn look_again(review: Review, row: Row, is_decided: bool) {
    if row.state.with_untracked(|state| state.is_busy) {
        return;
    }
    spawn_local(async move {
        let answer = review_candidate(row.id.clone()).await;
        // It may have left the screen meanwhile.
        if review.rows.try_with_untracked(|rows| rows.iter().any(|other| other.id == row.id)) != Some(true) {
            return;
        }
        match answer {
            Ok(detail) => row.hear(detail),
            Err(error) if error.code == ErrorCode::NotFound => {
                row.state.update(|state| state.row.allowed.clear());
                row.refused(error);
            }
            // The line that told of it is as good as this one: the next event, or the next load, will do.
            Err(_) => return,
        }
        if is_decided {
            review.announcer.say(review.locale.t("live.decided"));
        }
    });
}

/// Keeps what the page says of time true.
fn keep_time(review: Review) {
    let ahead = StoredValue::new((None, 0));
    let tick = move || {
        let Some(shown) = review.now.try_get_untracked().flatten() else { return };
        #[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 are whole numbers far below 2^53")]
        let here = Date::now() as i64 * 1_000;
        let (last, offset) = ahead.get_value();
        // A page that has arrived brings the server's time with it.
        let offset = if last == Some(shown) { offset } else { shown.micros() - here };
        if let Ok(now) = contract::Timestamp::from_micros(here + offset) {
            ahead.set_value((Some(now), offset));
            review.now.set(Some(now));
        }
    };
    Effect::new(move |_| {
        tick();
        if let Ok(clock) = set_interval_with_handle(tick, TICK) {
            on_cleanup(move || clock.clear());
        }
    });
}

fn arrivals_text(review: Review) -> String {
    let count = review.arrivals.with(Vec::len);
    review.locale.fill("live.arrived", "count", &count.to_string())
}

/// What is new, with a button that shows it; and that the line is lost, while it is.
#[component]
pub fn LiveBar(
    /// What the rows share.
    review: Review,
    /// The line.
    line: Line,
) -> impl IntoView {
    let locale = use_locale();
    let has_arrivals = Memo::new(move |_| review.arrivals.with(|arrivals| !arrivals.is_empty()));
    let show = move |_| review.reload_to(review.current.get_untracked());
    view! {
        {dynamic(move || has_arrivals.get().then(|| view! {
            <div class="live-bar">
                <span>{dynamic(move || arrivals_text(review))}</span>
                <button type="button" class="button quiet" on:click=show>{locale.t("live.show")}</button>
            </div>
        }))}
        {dynamic(move || (!line.is_open.get()).then(|| view! { <p class="notice">{locale.t("live.lost")}</p> }))}
    }
}
