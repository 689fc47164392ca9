use super::compare::Compared;
use super::deploy::Question;
use super::figures::Figures;
use super::head::{Head, UndeployedNotice};
use super::keys::Keys;
use super::list::Page;
use super::settings::SettingsForm;
use super::state::OpenService;
use crate::i18n::{Locale, know_the_services};
use contract::{
    ApprovalPolicy, KeyId, PersonUsage, PrefixedId, Refusal, RefusalCount, RevisionSettings, RevisionView,
    ServiceDetail, ServiceId, ServiceKeyRow, ServiceList, ServiceRow, SettingChange, Timestamp, TurnCount, TurnState,
    Usage, UserId,
};
use leptos::prelude::*;
use leptos_meta::provide_meta_context;

fn moment() -> Timestamp {
    "2026-07-16T04:30:00Z".parse().expect("a time")
}

fn changes() -> Vec<SettingChange> {
    let change = |field: &str, before: Option<&str>, after: Option<&str>| SettingChange {
        field: field.to_owned(),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    };
    vec![change("memory", Some("true"), Some("false")), change("nightly", None, Some("03:30"))]
}

fn detail(deployed: Option<u32>) -> ServiceDetail {
    ServiceDetail {
        service_id: ServiceId::from_bytes([7; 16]),
        name: "A <service>".into(),
        deployed,
        latest: 3,
        settings: RevisionSettings::default(),
        undeployed: changes(),
        revisions: Vec::new(),
        keys: vec![ServiceKeyRow {
            key_id: KeyId::from_bytes([2; 16]),
            prefix: "gs_abc".into(),
            created_at: moment(),
            last_used_at: None,
            revoked_at: None,
        }],
        turns: vec![TurnCount { state: TurnState::Extracted, count: 1_200 }],
        refusals: vec![RefusalCount { refusal: Refusal::Secret, count: 4 }],
        usage: Usage { turns: 1_200, embedded_tokens: 34_567, ..Usage::default() },
        usage_by_person: vec![PersonUsage {
            user_id: Some(UserId::from_bytes([3; 16])),
            email: Some("mina@example.com".into()),
            usage: Usage { prompt_tokens: 1_000, completion_tokens: 234, ..Usage::default() },
        }],
        extractors: vec!["local".into()],
        created_at: moment(),
    }
}

/// The page of a service as the server writes it, but for what needs a router.
fn html(locale: Locale, detail: ServiceDetail) -> String {
    rendered(locale, || {
        let open = OpenService::new(detail.clone(), RwSignal::new(0));
        view! {
            <Head open />
            <UndeployedNotice open />
            <SettingsForm open />
            <Keys open />
            <Figures detail />
        }
    })
}

fn rendered<V: IntoView + 'static>(locale: Locale, view: impl FnOnce() -> V) -> String {
    know_the_services();
    Owner::new().with(|| {
        provide_meta_context();
        provide_context(locale);
        view().into_view().to_html().replace("<!>", "").replace("<!---->", "")
    })
}

fn expect_all(html: &str, texts: &[&str]) {
    for text in texts {
        assert!(html.contains(text), "{text} is missing in {html}");
    }
}

#[test]
fn what_is_not_deployed_says_so_and_what_it_would_change() {
    let html = html(Locale::En, detail(Some(2)));
    expect_all(&html, &["A &lt;service&gt;", "Revision 3 is not deployed", "Deploy revision 3"]);
    expect_all(&html, &["name=\"seen_deployed\" value=\"2\"", "name=\"revision\" value=\"3\"", "<del>", "03:30"]);
    assert!(!html.contains("true</span>") && !html.contains("false</span>"), "values are words: {html}");
}

#[test]
fn what_is_deployed_is_not_to_be_deployed_and_what_never_was_says_what_that_means() {
    let html = |deployed| html(Locale::En, detail(deployed));
    assert!(!html(Some(3)).contains("Deploy revision"), "nothing to deploy");
    let never = html(None);
    expect_all(&never, &["Not deployed yet", "this service has no memory"]);
    assert!(!never.contains("seen_deployed"), "{never}");
}

#[test]
fn every_setting_stands_in_a_plain_form() {
    let html = html(Locale::Ko, detail(Some(3)));
    expect_all(&html, &["action=\"/ui/save-revision\"", "name=\"based_on\" value=\"3\"", "리비전 4(으)로 저장"]);
    for name in super::filled::FIELDS {
        expect_all(&html, &[&format!("name=\"settings[{name}]\""), &format!("id=\"setting-{name}\"")]);
    }
    expect_all(&html, &["{safety}\n{memories}</textarea>", "value=\"0.7\"", "type=\"time\""]);
}

#[test]
fn figures_are_told_in_words() {
    let html = html(Locale::En, detail(Some(3)));
    expect_all(&html, &["Looked at", "1,200", "Holds a key", "34,567", "mina@example.com", "1,234"]);
    let nothing = ServiceDetail {
        turns: Vec::new(),
        refusals: Vec::new(),
        usage: Usage::default(),
        usage_by_person: Vec::new(),
        keys: Vec::new(),
        ..detail(Some(3))
    };
    expect_all(
        &self::html(Locale::En, nothing),
        &["No turns yet", "Nothing was refused", "Nothing was used", "No key yet"],
    );
}

#[test]
fn a_key_is_revoked_by_a_plain_form_and_made_by_none() {
    let html = html(Locale::En, detail(Some(3)));
    expect_all(&html, &["action=\"/ui/revoke-service-key\"", "gs_abc", "<fieldset disabled class=\"plain-fieldset\""]);
}

fn view(against: Option<u32>) -> RevisionView {
    RevisionView { number: 1, settings: RevisionSettings::default(), against, changes: changes() }
}

#[test]
fn the_question_and_the_comparison_name_both_revisions() {
    let question = |against| rendered(Locale::En, move || view! { <Question view=view(against) /> });
    expect_all(&question(Some(2)), &["Give revision 1 effect?", "Revision 2 has effect now", "<ins>"]);
    expect_all(&question(None), &["No revision has effect yet"]);
    let compared = |against| rendered(Locale::En, move || view! { <Compared view=view(against) end="/x".into() /> });
    expect_all(&compared(Some(2)), &["Revision 1 beside revision 2", "href=\"/x\"", "<del>"]);
    expect_all(&compared(None), &["no other one is deployed"]);
}

#[test]
fn the_list_says_everything_and_pages_on() {
    let row = ServiceRow {
        service_id: ServiceId::from_bytes([7; 16]),
        name: "<notes>".into(),
        deployed: None,
        latest: 2,
        memory: false,
        approval: Some(ApprovalPolicy::Doubtful),
        waiting_turns: 12_345,
        created_at: moment(),
    };
    let list =
        |items, next: Option<&str>| ServiceList { items, next_cursor: next.map(str::to_owned), extractors: Vec::new() };
    let page = |list, is_first| rendered(Locale::En, move || view! { <Page page=list is_first /> });
    let full = page(list(vec![row], Some("c")), true);
    expect_all(&full, &["&lt;notes&gt;", "Not deployed yet", "Revision 2", "12,345", "Only what is sensitive"]);
    expect_all(&full, &["/admin/services/svc_", "/admin/services?cursor=c", "16 July 2026"]);
    expect_all(&page(list(Vec::new(), None), true), &["No chat service yet"]);
}

#[test]
fn nothing_breaks_the_content_security_policy() {
    let html = html(Locale::En, detail(Some(2)));
    for inline in [" style=", "<style", "<script", " onclick", "javascript:", "https://"] {
        assert!(!html.contains(inline), "{inline} in {html}");
    }
}

#[test]
fn every_id_is_there_once_and_what_is_named_is_there() {
    let html = html(Locale::En, detail(Some(2)));
    let values = |name: &str| -> Vec<String> {
        html.split(&format!(" {name}=\"")).skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect()
    };
    let mut ids = values("id");
    for named in ["aria-labelledby", "aria-describedby", "for"].into_iter().flat_map(values) {
        assert!(ids.contains(&named), "{named}");
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
}
