//! The form.

use super::PATH;
use super::filled::{FIELDS, filled};
use crate::console::form::{Fields, FilledIn, Refusals, SelectField, Sending, TextField, TickField, value_text};
use crate::i18n::{Locale, use_locale};
use crate::server_fns::{ChangeSystemSettings, change_system_settings, system_settings};
use crate::ui::{Announcer, Filled, PostForm, Shown, SubmitButton};
use contract::SettingsView;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// All settings.
#[component]
pub fn SystemForm(
    /// What the server says.
    now: RwSignal<SettingsView>,
) -> impl IntoView {
    let locale = use_locale();
    let sending = Sending::<SettingsView>::new(ChangeSystemSettings::url());
    // The version that the reader has seen: what is written stands on it.
    let based_on = RwSignal::new(now.with_untracked(|view| view.version));
    let is_saved = RwSignal::new(false);
    let save = save(now, sending, based_on, is_saved);
    let keep_mine = Callback::new(move |(mine, theirs): (FilledIn, SettingsView)| save.run((mine, theirs.version)));
    let send = Callback::new(move |form: Filled| {
        save.run((FilledIn::in_form(&form, FIELDS), based_on.get_untracked()));
    });
    view! {
        <section class="card answer" aria-labelledby="settings">
            <h2 id="settings">{locale.t("system.edit")}</h2>
            <Refusals
                sending
                title=clash_title
                stored=|theirs: &SettingsView| filled(&theirs.settings)
                names=FIELDS
                keep_mine
                page=PATH
            />
            <div class="settings-form">
                <PostForm action=ChangeSystemSettings::url() send>
                    <input type="hidden" name="version" value=based_on.get_untracked().to_string() />
                    <AllFields now sending />
                    <SubmitButton
                        label=locale.t("system.save")
                        busy_label=locale.t("system.saving")
                        pending=sending.is_pending
                    />
                    <Shown when=is_saved>
                        <p class="notice">{locale.t("system.saved")}</p>
                    </Shown>
                </PostForm>
            </div>
        </section>
    }
}

fn clash_title(locale: Locale, _: &SettingsView) -> String {
    locale.t("system.clash").to_owned()
}

/// What saves what is filled in, on top of that version.
fn save(
    now: RwSignal<SettingsView>,
    sending: Sending<SettingsView>,
    based_on: RwSignal<i64>,
    is_saved: RwSignal<bool>,
) -> Callback<(FilledIn, i64)> {
    let locale = use_locale();
    let announcer = Announcer::current();
    Callback::new(move |(mine, version): (FilledIn, i64)| {
        is_saved.set(false);
        let call = change_system_settings(version, mine.clone());
        sending.send(mine, call, system_settings(), move |changed: SettingsView| {
            based_on.set(changed.version);
            is_saved.set(true);
            now.set(changed);
            announcer.say(locale.t("system.saved"));
        });
    })
}

#[component]
fn AllFields(now: RwSignal<SettingsView>, sending: Sending<SettingsView>) -> impl IntoView {
    let locale = use_locale();
    let fields = Fields::new(now.with_untracked(|view| filled(&view.settings)), sending.error());
    view! {
        <fieldset>
            <legend>{locale.t("system.extraction")}</legend>
            <TickField fields name="per_turn_extraction" hint="hint.per_turn_extraction" />
            <ModelField now fields />
        </fieldset>
        <fieldset>
            <legend>{locale.t("system.retention")}</legend>
            <div class="field-pair">
                <TextField fields name="turn_days" mode="numeric" hint="hint.turn_days" />
                <TextField fields name="recall_log_days" mode="numeric" hint="hint.recall_log_days" />
            </div>
        </fieldset>
        <fieldset>
            <legend>{locale.t("system.limits")}</legend>
            <div class="field-pair">
                <TextField fields name="calls_per_minute" mode="numeric" hint="hint.calls_per_minute" />
                <TextField fields name="waiting_turns" mode="numeric" hint="hint.waiting_turns" />
            </div>
        </fieldset>
    }
}

/// The embedding model, with a warning once another one than the present is chosen.
#[component]
fn ModelField(now: RwSignal<SettingsView>, fields: Fields) -> impl IntoView {
    let locale = use_locale();
    let present = Memo::new(move |_| now.with(|view| view.settings.embedding_model.clone().unwrap_or_default()));
    let chosen = RwSignal::new(present.get_untracked());
    let is_another = Signal::derive(move || chosen.get() != present.get());
    let options = now.with_untracked(|view| {
        // One that is on this machine no more is still what the settings say.
        let gone = view.settings.embedding_model.iter().filter(|model| !view.models.contains(model));
        let names = std::iter::once(String::new()).chain(view.models.iter().cloned()).chain(gone.cloned());
        names.map(|name| (name.clone(), value_text(locale, "embedding_model", &name))).collect::<Vec<_>>()
    });
    let choose = Callback::new(move |model| chosen.set(model));
    view! {
        <SelectField fields name="embedding_model" options hint="hint.embedding_model" on_choose=choose />
        <Shown when=is_another>
            <p class="notice" role="alert">{locale.t("system.model_warning")}</p>
        </Shown>
    }
}
