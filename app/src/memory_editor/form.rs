//! A memory in fields.

use super::draft::{Draft, EntityDraft, EvidenceDraft};
use super::editor::Editor;
use super::fields::{Input, TextField, WordField};
use crate::i18n::use_locale;
use crate::my_page::words::{role_key, sensitivity_key};
use crate::ui::own_zone;
use contract::{Sensitivity, SourceRole};
use leptos::prelude::*;

/// A text of the draft: how it is read, and how it is written.
fn text(
    editor: Editor,
    read: fn(&Draft) -> &String,
    write: fn(&mut Draft) -> &mut String,
) -> (Signal<String>, Callback<String>) {
    let value = Signal::derive(move || editor.draft.with(|draft| read(draft).clone()));
    let set = Callback::new(move |text| editor.draft.update(|draft| *write(draft) = text));
    (value, set)
}

/// All fields.
#[component]
pub fn CorrectForm(
    /// What is written.
    editor: Editor,
) -> impl IntoView {
    let locale = use_locale();
    let (raw, set_raw) = text(editor, |draft| &draft.raw_content, |draft| &mut draft.raw_content);
    let (keywords, set_keywords) = text(editor, |draft| &draft.keywords, |draft| &mut draft.keywords);
    let (subtype, set_subtype) = text(editor, |draft| &draft.memory_subtype, |draft| &mut draft.memory_subtype);
    let keywords_hint = Signal::stored(locale.t("correct.keywords_hint").to_owned());
    view! {
        <MainFields editor />
        <TextField editor name="raw_content" label="raw_content" input=Input::Lines(2) value=raw set=set_raw />
        <Fact editor />
        <TextField
            editor
            name="keywords"
            label="keywords"
            input=Input::Lines(3)
            hint=keywords_hint
            value=keywords
            set=set_keywords
        />
        <TextField editor name="memory_subtype" label="memory_subtype" value=subtype set=set_subtype />
        <Entities editor />
        <EvidenceRows editor />
    }
}

/// What it says, how careful to be with it, and when it is true.
#[component]
pub fn MainFields(
    /// What is written.
    editor: Editor,
) -> impl IntoView {
    let (statement, set_statement) = text(editor, |draft| &draft.statement, |draft| &mut draft.statement);
    view! {
        <TextField editor name="statement" label="statement" input=Input::Lines(3) value=statement set=set_statement />
        <Judgement editor />
        <Times editor />
    }
}

/// How careful to be with it, and how sure it is.
#[component]
fn Judgement(editor: Editor) -> impl IntoView {
    let words = Sensitivity::ALL.iter().map(|it| (it.as_str(), sensitivity_key(*it))).collect::<Vec<_>>();
    let sensitivity = Signal::derive(move || editor.draft.with(|draft| draft.sensitivity.as_str()));
    let set_sensitivity = Callback::new(move |word: String| {
        editor.draft.update(|draft| draft.sensitivity = Sensitivity::normalise(Some(&word)));
    });
    let (confidence, set_confidence) = text(editor, |draft| &draft.confidence, |draft| &mut draft.confidence);
    view! {
        <div class="field-pair">
            <WordField name="sensitivity" label="sensitivity" words value=sensitivity set=set_sensitivity />
            <TextField
                editor
                name="confidence"
                label="confidence"
                input=Input::Fraction
                value=confidence
                set=set_confidence
            />
        </div>
    }
}

/// When it is true, in the reader's time zone.
#[component]
fn Times(editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let zone = locale.fill("correct.zone", "zone", &own_zone());
    let until = format!("{} {zone}", locale.t("correct.open_end"));
    let (from, set_from) = text(editor, |draft| &draft.valid_from.text, |draft| &mut draft.valid_from.text);
    let (to, set_to) = text(editor, |draft| &draft.valid_to.text, |draft| &mut draft.valid_to.text);
    let (zone, until) = (Signal::stored(zone), Signal::stored(until));
    view! {
        <div class="field-pair">
            <TextField
                editor
                name="valid_from"
                label="valid_from"
                input=Input::Moment
                hint=zone
                value=from
                set=set_from
            />
            <TextField editor name="valid_to" label="valid_to" input=Input::Moment hint=until value=to set=set_to />
        </div>
    }
}

/// The statement as predicate and object.
#[component]
fn Fact(editor: Editor) -> impl IntoView {
    let (predicate, set_predicate) = text(editor, |draft| &draft.predicate, |draft| &mut draft.predicate);
    let (object, set_object) = text(editor, |draft| &draft.object, |draft| &mut draft.object);
    view! {
        <fieldset>
            <legend>{use_locale().t("field.normalized_fact")}</legend>
            <div class="field-pair">
                <TextField
                    editor
                    name=format!("{FACT}.predicate")
                    label="predicate"
                    value=predicate
                    set=set_predicate
                />
                <TextField editor name=format!("{FACT}.object") label="object" value=object set=set_object />
            </div>
        </fieldset>
    }
}

const FACT: &str = "normalized_fact";

/// Who and what it mentions.
#[component]
fn Entities(editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let count = Signal::derive(move || editor.draft.with(|draft| draft.entities.len()));
    let add = move |_| editor.draft.update(|draft| draft.entities.push(EntityDraft::default()));
    view! {
        <fieldset id=super::fields::element_id("entities")>
            <legend>{locale.t("field.entities")}</legend>
            <Rows editor count row=|editor, place| view! { <EntityRow editor place /> }.into_any() />
            <button type="button" class="button quiet" on:click=add>{locale.t("correct.add_entity")}</button>
        </fieldset>
    }
}

#[component]
fn EntityRow(editor: Editor, place: usize) -> impl IntoView {
    let part = move |pick: fn(&EntityDraft) -> &String| {
        Signal::derive(move || {
            editor.draft.with(|draft| draft.entities.get(place).map(pick).cloned().unwrap_or_default())
        })
    };
    let set = move |pick: fn(&mut EntityDraft) -> &mut String| {
        Callback::new(move |text| {
            editor.draft.update(|draft| {
                if let Some(entity) = draft.entities.get_mut(place) {
                    *pick(entity) = text;
                }
            });
        })
    };
    let remove = move |()| editor.draft.update(|draft| _ = draft.entities.remove(place));
    view! {
        <div class="entry-row">
            <TextField
                editor
                name=format!("entities[{place}].name")
                label="name"
                value=part(|entity| &entity.name)
                set=set(|entity| &mut entity.name)
            />
            <TextField
                editor
                name=format!("entities[{place}].type")
                label="type"
                value=part(|entity| &entity.entity_type)
                set=set(|entity| &mut entity.entity_type)
            />
            <RemoveButton place remove=Callback::new(remove) />
        </div>
    }
}

/// The events that it rests on.
#[component]
fn EvidenceRows(editor: Editor) -> impl IntoView {
    let locale = use_locale();
    let count = Signal::derive(move || editor.draft.with(|draft| draft.evidence.len()));
    let add = move |_| editor.draft.update(|draft| draft.evidence.push(EvidenceDraft::default()));
    view! {
        <fieldset id=super::fields::element_id("evidence")>
            <legend>{locale.t("field.evidence")}</legend>
            <Rows editor count row=|editor, place| view! { <EvidenceRow editor place /> }.into_any() />
            <button type="button" class="button quiet" on:click=add>{locale.t("correct.add_evidence")}</button>
        </fieldset>
    }
}

#[component]
fn EvidenceRow(editor: Editor, place: usize) -> impl IntoView {
    let part = move |pick: fn(&EvidenceDraft) -> &String| {
        Signal::derive(move || {
            editor.draft.with(|draft| draft.evidence.get(place).map(pick).cloned().unwrap_or_default())
        })
    };
    let change = move |change: &dyn Fn(&mut EvidenceDraft)| {
        editor.draft.update(|draft| draft.evidence.get_mut(place).into_iter().for_each(change));
    };
    let set = move |pick: fn(&mut EvidenceDraft) -> &mut String| {
        Callback::new(move |text: String| change(&|evidence| pick(evidence).clone_from(&text)))
    };
    let role = Signal::derive(move || {
        editor.draft.with(|draft| draft.evidence.get(place).map_or(SourceRole::User, |evidence| evidence.role).as_str())
    });
    let set_role = Callback::new(move |word: String| {
        if let Ok(role) = word.parse() {
            change(&|evidence| evidence.role = role);
        }
    });
    let roles = SourceRole::ALL.iter().map(|role| (role.as_str(), role_key(*role))).collect::<Vec<_>>();
    let remove = move |()| editor.draft.update(|draft| _ = draft.evidence.remove(place));
    let name = move |part: &str| format!("evidence[{place}].{part}");
    view! {
        <div class="entry-row evidence-row">
            <TextField
                editor
                name=name("event_id")
                label="event_id"
                value=part(|it| &it.event_id)
                set=set(|it| &mut it.event_id)
            />
            <TextField
                editor
                name=name("conversation_id")
                label="conversation_id"
                value=part(|it| &it.conversation_id)
                set=set(|it| &mut it.conversation_id)
            />
            <TextField
                editor
                name=name("span")
                label="span"
                input=Input::Lines(2)
                value=part(|it| &it.span)
                set=set(|it| &mut it.span)
            />
            <WordField name=name("role") label="role" words=roles value=role set=set_role />
            <RemoveButton place remove=Callback::new(remove) />
        </div>
    }
}

/// A row for each entry of a list.
#[component]
fn Rows(editor: Editor, count: Signal<usize>, row: fn(Editor, usize) -> AnyView) -> impl IntoView {
    view! { <For each=move || 0..count.get() key=|place| *place children=move |place| row(editor, place) /> }
}

#[component]
fn RemoveButton(place: usize, remove: Callback<()>) -> impl IntoView {
    let label = use_locale().fill("correct.remove", "number", &(place + 1).to_string());
    view! { <button type="button" class="button quiet" on:click=move |_| remove.run(())>{label}</button> }
}
