use super::Charts;
use crate::i18n::{Locale, know_the_console};
use contract::overview::{
    DecisionCounts, DecisionDay, IndexHealth, IndexStateCount, KindDecisions, QueueState, ServiceDecisions,
};
use contract::{IndexState, Kind, Overview, PrefixedId, ServiceId, Timestamp};
use leptos::prelude::*;
use std::time::Duration;

fn empty() -> Overview {
    let as_of: Timestamp = "2026-07-16T04:30:00Z".parse().expect("a time");
    let first: Timestamp = "2026-06-17T00:00:00Z".parse().expect("a time");
    let day =
        |place| DecisionDay { day: first.plus(Duration::from_hours(24) * place), decisions: DecisionCounts::default() };
    Overview {
        as_of,
        queue: QueueState::default(),
        days: (0..30).map(day).collect(),
        kinds: Vec::new(),
        services: Vec::new(),
        index: IndexHealth::default(),
    }
}

fn busy() -> Overview {
    let decisions = DecisionCounts { approved: 3, rejected: 1, expired: 1_200 };
    let mut seen = empty();
    seen.queue.waiting = 30;
    seen.queue.days_left = [4, 0, 0, 0, 0, 6, 20, 0];
    seen.queue.oldest_at = Some(seen.as_of);
    seen.days[29].decisions = decisions;
    seen.kinds = vec![KindDecisions { kind: Kind::Rule, decisions }];
    let name = "A <service> with a name that is longer than a drawing is wide".to_owned();
    seen.services = vec![ServiceDecisions { service: ServiceId::from_bytes([1; 16]), name, decisions }];
    seen.index.states = vec![IndexStateCount { state: IndexState::Failed, memories: 2 }];
    seen.index.backlog = 7;
    seen
}

fn html(locale: Locale, seen: Overview) -> String {
    know_the_console();
    Owner::new().with(|| {
        provide_context(locale);
        view! { <Charts seen /> }.to_html().replace("<!>", "").replace("<!---->", "")
    })
}

#[test]
fn every_drawing_has_a_title_a_description_and_its_numbers_in_a_table() {
    let html = html(Locale::En, busy());
    let count = |text: &str| html.matches(text).count();
    assert_eq!(count("role=\"img\""), 5, "{html}");
    assert_eq!((count("<title id="), count("<desc id="), count("<table>")), (5, 5, 5), "{html}");
    for text in ["75 %", "1,200", "A &lt;service&gt; with a name that is longer than a drawing is wide", "16 July 2026"]
    {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
    assert!(html.contains("series-hatched") && html.contains("url(#by-day-hatch)"), "told without colour: {html}");
    assert!(html.contains("datetime=\"2026-07-16T04:30:00Z\""), "{html}");
}

#[test]
fn every_id_is_there_once_and_what_is_named_is_there() {
    let html = html(Locale::Ko, busy());
    let values = |name: &str| -> Vec<String> {
        html.split(&format!(" {name}=\"")).skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect()
    };
    let mut ids = values("id");
    for named in values("aria-labelledby").iter().chain(&values("aria-describedby")) {
        assert!(ids.contains(named), "{named}");
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn where_there_is_nothing_to_draw_it_is_said() {
    let html = html(Locale::Ko, empty());
    assert_eq!(html.matches("role=\"img\"").count(), 2, "{html}");
    assert!(html.contains("아직 결정이 없습니다") && html.contains("아직 기억이 없습니다"), "{html}");
    assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
}

#[test]
fn nothing_breaks_the_content_security_policy() {
    let html = html(Locale::En, busy());
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}
