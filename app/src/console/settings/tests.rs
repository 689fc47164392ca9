use super::Settings;
use super::processes::Reach;
use crate::i18n::{Locale, know_the_services};
use contract::{ProcessRow, SettingsView, SystemSettings, Timestamp};
use leptos::prelude::*;

fn moment(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn process(version: i64, applied_at: &str) -> ProcessRow {
    ProcessRow {
        id: format!("prc_{version}"),
        started_at: moment("2026-07-16T04:00:00Z"),
        seen_at: moment("2026-07-16T04:31:00Z"),
        version,
        applied_at: moment(applied_at),
        embedding_model: Some("small".into()),
        fault: None,
    }
}

fn view(processes: Vec<ProcessRow>) -> SettingsView {
    SettingsView {
        settings: SystemSettings { embedding_model: Some("gone".into()), ..SystemSettings::default() },
        version: 2,
        changed_at: Some(moment("2026-07-16T04:30:00Z")),
        changed_by: Some("root@example.com".into()),
        processes,
        models: vec!["small".into()],
    }
}

fn html(view: SettingsView) -> String {
    know_the_services();
    Owner::new().with(|| {
        provide_context(Locale::En);
        view! { <Settings now=RwSignal::new(view) /> }.to_html().replace("<!>", "").replace("<!---->", "")
    })
}

#[test]
fn a_change_is_in_effect_everywhere_once_the_last_process_goes_by_it() {
    let (early, late) = ("2026-07-16T04:30:05Z", "2026-07-16T04:30:20Z");
    assert_eq!(Reach::of(&view(Vec::new())), Reach::Nowhere);
    assert_eq!(Reach::of(&view(vec![process(2, early), process(1, late)])), Reach::Waiting(1, 2));
    assert_eq!(Reach::of(&view(vec![process(2, late), process(2, early)])), Reach::Everywhere(moment(late)));
}

#[test]
fn the_page_says_whose_version_it_is_and_where_it_has_effect() {
    let mut waiting = process(1, "2026-07-16T04:00:00Z");
    waiting.fault = Some("the model <x> does not load".into());
    let html = html(view(vec![process(2, "2026-07-16T04:30:05Z"), waiting]));
    for text in [
        "Version 2",
        "root@example.com",
        "Waiting for 1 of 2 processes",
        "Still goes by version 1",
        "the model &lt;x&gt; does not load",
        "name=\"version\" value=\"2\"",
        "action=\"/ui/change-system-settings\"",
        "all vectors are stale",
    ] {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
    for name in super::filled::FIELDS {
        assert!(html.contains(&format!("name=\"settings[{name}]\"")), "{name} is missing in {html}");
    }
    let options: Vec<_> = html.split("<option ").skip(1).filter_map(|rest| rest.split("</option>").next()).collect();
    assert_eq!(options.len(), 3, "as configured, those that are there, and the present one: {options:?}");
}

#[test]
fn settings_that_were_never_changed_say_so() {
    let usual = SettingsView { version: 0, changed_at: None, changed_by: None, ..view(Vec::new()) };
    let html = html(usual);
    assert!(html.contains("Never changed") && html.contains("No running process"), "{html}");
}

#[test]
fn nothing_breaks_the_content_security_policy() {
    let html = html(view(vec![process(2, "2026-07-16T04:30:05Z")]));
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}
