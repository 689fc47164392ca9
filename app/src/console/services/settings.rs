//! The form in which settings become the next revision.

use super::filled::{FIELDS, filled};
use super::state::OpenService;
use super::words::of_revision;
use crate::console::form::{
    Fields, FilledIn, Refusals, SelectField, Sending, TextAreaField, TextField, TickField, value_text,
};
use crate::i18n::{Locale, use_locale};
use crate::server_fns::{SaveRevision, save_revision, service};
use crate::ui::{Announcer, FieldFrame, Filled, PostForm, Ties, dynamic};
use contract::{ApprovalPolicy, CostBearer, InjectionMode, ServiceDetail};
use leptos::html;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// What the parts of the form share.
#[derive(Clone, Copy)]
struct Form {
    open: OpenService,
    sending: Sending<ServiceDetail>,
    /// The latest revision that the reader has seen: what is written stands on it.
    based_on: RwSignal<u32>,
    /// The revision that was saved here last.
    saved: RwSignal<Option<u32>>,
    note: NodeRef<html::Input>,
}

/// The form.
#[component]
pub fn SettingsForm(
    /// The service.
    open: OpenService,
) -> impl IntoView {
    let locale = use_locale();
    let form = Form {
        open,
        sending: Sending::new(SaveRevision::url()),
        based_on: RwSignal::new(open.detail.with_untracked(|detail| detail.latest)),
        saved: RwSignal::new(None),
        note: NodeRef::new(),
    };
    let save = form.save();
    let keep_mine = Callback::new(move |(mine, theirs): (FilledIn, ServiceDetail)| save.run((mine, theirs.latest)));
    let send = Callback::new(move |form_data: Filled| {
        let mut mine = FilledIn::in_form(&form_data, FIELDS);
        // A time without its tick says nothing.
        if !mine.is_ticked("nightly_on") {
            mine.clear("nightly");
        }
        save.run((mine, form.based_on.get_untracked()));
    });
    view! {
        <section class="card answer" aria-labelledby="settings">
            <h3 id="settings">{locale.t("revision.edit")}</h3>
            <Refusals
                sending=form.sending
                title=clash_title
                stored=|theirs| filled(&theirs.settings)
                names=FIELDS
                keep_mine
                page=super::address::of_service(&open.id())
            />
            <div class="settings-form">
                <PostForm action=SaveRevision::url() send>
                    <AllFields form />
                    <FormEnd form />
                </PostForm>
            </div>
        </section>
    }
}

fn clash_title(locale: Locale, theirs: &ServiceDetail) -> String {
    of_revision(locale, "revision.clash", theirs.latest)
}

impl Form {
    /// What saves what is filled in, on top of the revision of that number.
    fn save(self) -> Callback<(FilledIn, u32)> {
        let locale = use_locale();
        let announcer = Announcer::current();
        Callback::new(move |(mine, based_on): (FilledIn, u32)| {
            let id = self.open.id();
            let note = self.note.get_untracked().map(|note| note.value());
            self.saved.set(None);
            let call = save_revision(id.clone(), based_on, note, mine.clone());
            self.sending.send(mine, call, service(id), move |now: ServiceDetail| {
                self.based_on.set(now.latest);
                self.saved.set(Some(now.latest));
                if let Some(note) = self.note.get_untracked() {
                    note.set_value("");
                }
                announcer.say(&of_revision(locale, "revision.saved", now.latest));
                self.open.hear(now);
            });
        })
    }
}

#[component]
fn AllFields(form: Form) -> impl IntoView {
    let locale = use_locale();
    let values = form.open.detail.with_untracked(|detail| filled(&detail.settings));
    let fields = Fields::new(values, form.sending.error());
    view! {
        <input type="hidden" name="service_id" value=form.open.id().to_string() />
        <input type="hidden" name="based_on" value=form.based_on.get_untracked().to_string() />
        <fieldset>
            <legend>{locale.t("revision.extraction")}</legend>
            <ExtractionFields form fields />
        </fieldset>
        <fieldset>
            <legend>{locale.t("revision.recall")}</legend>
            <RecallFields fields />
        </fieldset>
    }
}

#[component]
fn ExtractionFields(form: Form, fields: Fields) -> impl IntoView {
    let locale = use_locale();
    let extractors = form.open.detail.with_untracked(|detail| {
        // One that the operator has taken away since is still what the revision says.
        let is_there = detail.extractors.contains(&detail.settings.extractor);
        let gone = (!is_there).then(|| detail.settings.extractor.clone());
        detail.extractors.iter().cloned().chain(gone).collect::<Vec<_>>()
    });
    let extractors = worded(locale, "extractor", extractors);
    view! {
        <TickField fields name="memory" hint="hint.memory" />
        <TickField fields name="per_turn" hint="hint.per_turn" />
        <TickField fields name="nightly_on" hint="hint.nightly" />
        <TextField fields name="nightly" kind="time" />
        <SelectField fields name="extractor" options=extractors hint="hint.extractor" />
        <SelectField
            fields
            name="approval"
            options=worded(locale, "approval", ApprovalPolicy::ALL)
            hint="hint.approval"
        />
        <SelectField fields name="cost" options=worded(locale, "cost", CostBearer::ALL) hint="hint.cost" />
    }
}

#[component]
fn RecallFields(fields: Fields) -> impl IntoView {
    let locale = use_locale();
    view! {
        <TickField fields name="personal" hint="hint.personal" />
        <TickField fields name="service" hint="hint.service" />
        <div class="field-pair">
            <TextField fields name="top_k" mode="numeric" hint="hint.top_k" />
            <TextField fields name="threshold" mode="decimal" hint="hint.threshold" />
        </div>
        <div class="field-pair">
            <TextField fields name="semantic" mode="decimal" hint="hint.weight" />
            <TextField fields name="keyword" mode="decimal" hint="hint.weight" />
        </div>
        <SelectField fields name="injection" options=worded(locale, "injection", InjectionMode::ALL) />
        <TextAreaField fields name="template" hint="hint.template" />
        <TextField fields name="token_budget" mode="numeric" hint="hint.token_budget" />
    }
}

/// The values that a setting may have, each with its words.
fn worded<T: ToString>(locale: Locale, name: &str, values: impl AsRef<[T]>) -> Vec<(String, String)> {
    let values = values.as_ref().iter().map(ToString::to_string);
    values.map(|value| (value.clone(), value_text(locale, name, &value))).collect()
}

/// What the revision is about.
#[component]
fn NoteField(form: Form) -> impl IntoView {
    let locale = use_locale();
    let error = form.sending.error();
    let fault = Signal::derive(move || {
        error.with(|error| error.as_ref()?.fields.iter().find(|fault| fault.field == "note").cloned())
    });
    let Ties { described_by, invalid } = Ties::new(NOTE_ID, true, fault);
    view! {
        <FieldFrame id=NOTE_ID label=locale.t("revision.note") hint=Some(locale.t("revision.note_hint")) fault>
            <input
                id=NOTE_ID
                name="note"
                autocomplete="off"
                aria-invalid=invalid
                aria-describedby=described_by
                node_ref=form.note
            />
        </FieldFrame>
    }
}

const NOTE_ID: &str = "setting-note";

/// The note, the button, and that it is saved.
#[component]
fn FormEnd(form: Form) -> impl IntoView {
    let locale = use_locale();
    let is_pending = form.sending.is_pending;
    let label = move || {
        if is_pending.get() {
            return locale.t("revision.saving").to_owned();
        }
        of_revision(locale, "revision.save", form.based_on.get() + 1)
    };
    view! {
        <NoteField form />
        <button type="submit" class="button primary" aria-disabled=move || is_pending.get().then_some("true")>
            {dynamic(label)}
        </button>
        {dynamic(move || {
            form.saved.get().map(|number| {
                view! { <p class="notice">{of_revision(locale, "revision.saved", number)}</p> }
            })
        })}
    }
}
