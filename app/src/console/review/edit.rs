//! Approving with an edit. What was written stays as long as the page does, whatever happens to the dialog.

use super::asking::Asking;
use super::decide::{Decision, some_note};
use super::exact::{Exact, count_unseen};
use super::outcome::Outcome;
use super::row_state::Row;
use super::state::{Asked, Review};
use crate::error::UiError;
use crate::i18n::use_locale;
use crate::memory_editor::{Editor, MainFields, PREFIX};
use crate::ui::{ProblemSummary, SubmitButton, dynamic};
use contract::review::ReviewerAction;
use contract::{ErrorCode, MemoryId};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What has been written about which candidate.
type Drafts = StoredValue<Vec<(MemoryId, Editor)>>;

/// The dialog.
#[component]
pub fn EditDialog(
    /// What the rows share.
    review: Review,
) -> impl IntoView {
    // Drafts belong to the page, not to the dialog's content, which goes when it is closed.
    provide_context(Drafts::new(Vec::new()));
    provide_context(StoredValue::new(Owner::current()));
    let content = |review: Review, asked: Asked| match asked {
        Asked::Edit(row) => view! { <Editing row review /> }.into_any(),
        _ => ().into_any(),
    };
    view! { <Asking review title_id="edit-title" title="decide.edit_title" class="dialog wide" content /> }
}

/// The editor for the candidate: as it was left, or with the memory as it is.
fn editor_for(row: &Row) -> Option<Editor> {
    let drafts = use_context::<Drafts>()?;
    let owner = use_context::<StoredValue<Option<Owner>>>()?.get_value()?;
    if let Some(editor) =
        drafts.with_value(|drafts| drafts.iter().find(|(id, _)| id == &row.id).map(|(_, editor)| *editor))
    {
        return Some(editor);
    }
    let memory = row.state.with_untracked(|state| state.detail.as_ref()?.memory.clone())?;
    let editor = owner.with(|| Editor::new(row.version(), &memory));
    drafts.update_value(|drafts| drafts.push((row.id.clone(), editor)));
    Some(editor)
}

#[component]
fn Editing(row: Row, review: Review) -> impl IntoView {
    editor_for(&row).map(|editor| view! { <EditForm row review editor /> })
}

#[component]
fn EditForm(row: Row, review: Review, editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let (busy, able) = (row.state.clone(), row.state.clone());
    let is_busy = Signal::derive(move || busy.with(|state| state.is_busy));
    let can_go_on = Signal::derive(move || able.with(|state| state.may(ReviewerAction::Edit)));
    let refused = RwSignal::new(None::<UiError>);
    let sending = row.clone();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        refused.set(None);
        match editor.written() {
            Ok(memory) => {
                editor.faults.set(Vec::new());
                let row = sending.clone();
                let decision = row.state.with_untracked(|state| Decision::Approve {
                    placement: state.chosen_placement(),
                    json: leptos::serde_json::to_string(&memory).ok(),
                    note: some_note(&state.note),
                });
                spawn_local(async move {
                    if review.send(row, decision).await {
                        review.asked.set(None);
                    }
                });
            }
            Err(faults) => {
                editor.faults.set(faults.clone());
                refused.set(Some(UiError { fields: faults, ..UiError::new(ErrorCode::InvalidInput) }));
            }
        }
    };
    view! {
        {dynamic(move || refused.get().map(|error| view! { <ProblemSummary error prefix=PREFIX /> }))}
        <Outcome row review in_dialog=true />
        <form class="correct-form" novalidate on:submit=submit>
            <Preview editor />
            <MainFields editor />
            <div class="choices form-end">
                <button type="button" class="button quiet" on:click=move |_| review.asked.set(None)>
                    {locale.t("detail.close")}
                </button>
                {dynamic(move || can_go_on.get().then(|| view! {
                    <SubmitButton label=locale.t("decide.approve_edited") busy_label=locale.t("consent.working") pending=is_busy />
                }))}
            </div>
        </form>
    }
}

/// The statement as it will be kept, with what no field shows.
#[component]
fn Preview(editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let statement = Memo::new(move |_| editor.draft.with(|draft| draft.statement.clone()));
    dynamic(move || {
        let text = statement.get();
        let length = locale.fill("exact.length", "count", &text.chars().count().to_string());
        let unseen = count_unseen(&text);
        let warning = (unseen > 0).then(|| {
            let text = locale.fill("exact.unseen", "count", &unseen.to_string());
            view! { " " <span class="badge badge-warning">{text}</span> }
        });
        view! {
            <figure class="passage">
                <figcaption class="note">{locale.t("decide.preview")} " · " {length} {warning}</figcaption>
                <p class="statement"><Exact text /></p>
            </figure>
        }
    })
}
