//! The upkeep of the search index: what it does not hold as it should, and the repair of that.

use crate::console::poll::look_again;
use crate::error::UiError;
use crate::i18n::{Locale, use_locale};
use crate::loaded::load;
use crate::server_fns::{RepairIndex, index_view, repair_index};
use crate::ui::{
    Announcer, FormOutcome, LocalTime, PostForm, Problem, ProblemSummary, Skeleton, SubmitButton, dynamic, grouped,
};
use contract::{IndexView, RepairView};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos::task::spawn_local;

/// The card. For those who look after the index alone: others are refused, and that is noted.
#[component]
pub fn IndexCard() -> impl IntoView {
    let locale = use_locale();
    let loaded = load(|| (), |()| index_view());
    view! {
        <section class="card answer" aria-labelledby="upkeep">
            <h2 id="upkeep">{locale.t("upkeep.title")}</h2>
            <FormOutcome path=RepairIndex::url() done="upkeep.begun" />
            <Transition fallback=|| view! { <Skeleton lines=3 /> }>
                {dynamic(move || {
                    loaded.get().map(|loaded| match loaded {
                        Ok(view) => view! { <Upkeep now=RwSignal::new(view) /> }.into_any(),
                        Err(error) => view! { <Problem error retry="/admin" page="/admin" /> }.into_any(),
                    })
                })}
            </Transition>
        </section>
    }
}

/// Counts, the repair, and the button.
#[component]
pub fn Upkeep(
    /// What the server says.
    now: RwSignal<IndexView>,
) -> impl IntoView {
    let counts = Memo::new(move |_| now.with(counts));
    let repair = Memo::new(move |_| now.with(|view| view.repair.clone()));
    let is_running = Memo::new(move |_| repair.get().is_some_and(|repair| repair.ended_at.is_none()));
    follow(now, is_running);
    view! {
        {dynamic(move || view! { <Counts counts=counts.get() /> })}
        {dynamic(move || repair.get().map(|repair| view! { <Repair repair /> }))}
        <RepairForm now is_running />
    }
}

/// Looks again while a repair is under way, and says so once it is through.
fn follow(now: RwSignal<IndexView>, is_running: Memo<bool>) {
    let locale = use_locale();
    let announcer = Announcer::current();
    look_again(is_running, move || async move {
        if let Ok(view) = index_view().await {
            now.try_set(view);
        }
    });
    Effect::new(move |was_running: Option<bool>| {
        let is_running = is_running.get();
        if was_running == Some(true) && !is_running {
            announcer.say(locale.t("upkeep.done"));
        }
        is_running
    });
}

/// How many memories are in which state, each with the key of its name.
type StateCounts = [(&'static str, u64); 5];

fn counts(view: &IndexView) -> StateCounts {
    [
        ("upkeep.indexed", view.indexed),
        ("upkeep.pending", view.pending),
        ("upkeep.stale", view.stale),
        ("upkeep.failed", view.failed),
        ("upkeep.unclassified", view.unclassified),
    ]
}

#[component]
fn Counts(counts: StateCounts) -> impl IntoView {
    let locale = use_locale();
    let tiles = counts.map(|(key, count)| {
        view! {
            <div class="tile">
                <dt>{locale.t(key)}</dt>
                <dd>{grouped(count)}</dd>
            </div>
        }
    });
    view! { <dl class="tiles">{tiles.into_iter().collect::<Vec<_>>()}</dl> }
}

/// How far a repair is, or what the last one came to.
#[component]
fn Repair(repair: RepairView) -> impl IntoView {
    let locale = use_locale();
    let RepairView { total, done, .. } = repair;
    let numbers = [("done", grouped(done)), ("total", grouped(total))];
    let line = |key| locale.fill_all(key, &numbers.each_ref().map(|(name, text)| (*name, text.as_str())));
    if let Some(at) = repair.ended_at {
        return view! { <p>{line("upkeep.last")} " " <LocalTime at /></p> }.into_any();
    }
    let (max, value) = (total.max(1).to_string(), done.to_string());
    view! {
        <div class="repair">
            <p id="repair-progress">{line("upkeep.running")} " " {time_left(locale, repair.eta_seconds)}</p>
            <progress aria-labelledby="repair-progress" max=max value=value></progress>
        </div>
    }
    .into_any()
}

/// How long it will take still, in the largest unit that says enough.
fn time_left(locale: Locale, seconds: Option<u64>) -> String {
    let about = |key, count: u64| locale.fill(key, "count", &count.to_string());
    match seconds {
        None => locale.t("upkeep.eta_unknown").to_owned(),
        Some(0..60) => locale.t("upkeep.eta_soon").to_owned(),
        Some(seconds @ 60..5_400) => about("upkeep.eta_minutes", seconds.div_ceil(60)),
        Some(seconds) => about("upkeep.eta_hours", (seconds + 1_800) / 3_600),
    }
}

/// The button. While a repair is under way there is nothing to press.
#[component]
fn RepairForm(now: RwSignal<IndexView>, is_running: Memo<bool>) -> impl IntoView {
    let locale = use_locale();
    let is_asking = RwSignal::new(false);
    let problem = RwSignal::new(None::<UiError>);
    let pending = Signal::derive(move || is_asking.get() || is_running.get());
    let send = Callback::new(move |_| {
        if pending.get_untracked() {
            return;
        }
        is_asking.set(true);
        problem.set(None);
        spawn_local(async move {
            match repair_index().await {
                Ok(view) => _ = now.try_set(view),
                Err(error) => _ = problem.try_set(Some(error)),
            }
            is_asking.try_set(false);
        });
    });
    view! {
        {dynamic(move || problem.get().map(|error| view! { <ProblemSummary error /> }))}
        <PostForm action=RepairIndex::url() send>
            <SubmitButton
                label=locale.t("upkeep.repair")
                busy_label=locale.t("upkeep.repairing")
                pending
                class="button quiet"
            />
        </PostForm>
        <p class="note">{locale.t("upkeep.note")}</p>
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::i18n::know_the_console;

    fn view(repair: Option<RepairView>) -> IndexView {
        IndexView { indexed: 1_200, pending: 1, stale: 2, failed: 3, unclassified: 4, repair }
    }

    fn repair(ended: bool) -> RepairView {
        let at = "2026-07-16T04:30:00Z".parse().expect("a time");
        RepairView { started_at: at, ended_at: ended.then_some(at), total: 40, done: 10, eta_seconds: Some(200) }
    }

    fn html(view: IndexView) -> String {
        know_the_console();
        Owner::new().with(|| {
            provide_context(Locale::En);
            view! { <Upkeep now=RwSignal::new(view) /> }.to_html().replace("<!>", "")
        })
    }

    #[test]
    fn a_repair_says_how_far_it_is_and_how_long_it_takes() {
        let html = html(view(Some(repair(false))));
        for text in ["1,200", "10 of 40", "About 4 minutes", "max=\"40\" value=\"10\"", "aria-disabled=\"true\""] {
            assert!(html.contains(text), "{text} is missing in {html}");
        }
    }

    #[test]
    fn what_is_not_under_way_has_no_bar() {
        for repair in [None, Some(repair(true))] {
            let html = html(view(repair.clone()));
            assert!(!html.contains("<progress") && !html.contains("aria-disabled"), "{html}");
            assert_eq!(html.contains("10 of 40"), repair.is_some(), "{html}");
        }
    }

    #[test]
    fn the_time_left_is_told_in_words() {
        let text = |seconds| time_left(Locale::En, seconds);
        assert_eq!(text(None), "It is not known yet how long it will take.");
        assert_eq!(text(Some(59)), "Less than a minute left.");
        assert_eq!(text(Some(61)), "About 2 minutes left.");
        assert_eq!(text(Some(5_400)), "About 2 hours left.");
    }
}
