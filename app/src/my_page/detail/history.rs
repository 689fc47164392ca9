//! The versions of a memory, each with what it changed.

use crate::error::field_key;
use crate::i18n::use_locale;
use crate::ui::{Diff, LocalTime};
use contract::{ChangedBy, FieldChange, VersionView};
use leptos::prelude::*;

/// Latest first.
#[component]
pub fn History(
    /// The versions.
    versions: Vec<VersionView>,
) -> impl IntoView {
    let versions: Vec<_> = versions.into_iter().map(|version| view! { <Version version /> }).collect();
    view! {
        <section class="detail-part">
            <h3>{use_locale().t("history.title")}</h3>
            <ol class="events">{versions}</ol>
        </section>
    }
}

#[component]
fn Version(version: VersionView) -> impl IntoView {
    let locale = use_locale();
    let name = locale.fill("history.version", "number", &version.version.to_string());
    let reason = reason_key(&version.reason).map_or(version.reason, |key| locale.t(key).to_owned());
    let changes: Vec<_> = version.changes.into_iter().map(|change| view! { <Change change /> }).collect();
    view! {
        <li>
            <p class="event-facts">
                <strong>{name}</strong>
                <span>{reason}</span>
                <span>{locale.t(by_key(version.by))}</span>
                <LocalTime at=version.recorded_from />
            </p>
            {version.unreadable.then(|| view! { <p class="note">{locale.t("history.unreadable")}</p> })}
            {(!changes.is_empty()).then(|| view! { <dl class="changes">{changes}</dl> })}
        </li>
    }
}

#[component]
fn Change(change: FieldChange) -> impl IntoView {
    let locale = use_locale();
    let label = field_key(&change.field).map_or(change.field, |key| locale.t(key).to_owned());
    view! {
        <div>
            <dt>{label}</dt>
            <dd><Diff parts=change.parts show=IntoAny::into_any /></dd>
        </div>
    }
}

fn by_key(by: ChangedBy) -> &'static str {
    match by {
        ChangedBy::You => "history.by_you",
        ChangedBy::YourProgram => "history.by_program",
        ChangedBy::Service => "history.by_service",
        ChangedBy::Staff => "history.by_staff",
        ChangedBy::System => "history.by_system",
    }
}

/// The words for a reason; one that is newer than this page is shown as it is.
fn reason_key(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "save" => "history.reason_save",
        "import" => "history.reason_import",
        "correction" => "history.reason_correction",
        "sensitivity_raised" => "history.reason_raised",
        "proposed" => "history.reason_proposed",
        "approved" => "history.reason_approved",
        "rejected" => "history.reason_rejected",
        "expired" => "history.reason_expired",
        "undone" => "history.reason_undone",
        "superseded" => "history.reason_superseded",
        "extracted" => "history.reason_extracted",
        "evidence_added" => "history.reason_evidence",
        _ => return None,
    })
}
