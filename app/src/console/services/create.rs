//! Making a service. Its settings are the usual ones at first; its page comes next.

use super::address;
use crate::i18n::use_locale;
use crate::server_fns::CreateService;
use crate::ui::{Field, Filled, PostForm, ProblemSummary, SubmitButton, dynamic, load_page};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form.
#[component]
pub fn Create() -> impl IntoView {
    let locale = use_locale();
    let create = ServerAction::<CreateService>::new();
    let error = Signal::derive(move || create.value().get().and_then(Result::err));
    let send = Callback::new(move |filled: Filled| {
        create.dispatch(CreateService { name: filled.text("name"), note: filled.given("note") });
    });
    Effect::new(move |_| {
        if let Some(Ok(id)) = create.value().get() {
            load_page(&format!("{}?done=made", address::of_service(&id)));
        }
    });
    view! {
        <details class="card invite" open=error.get_untracked().is_some()>
            <summary>{locale.t("services.create")}</summary>
            <div class="answer">
                <p>{locale.t("services.create_lead")}</p>
                {dynamic(move || error.get().map(|error| view! { <ProblemSummary error /> }))}
                <PostForm action=CreateService::url() send>
                    <Field name="name" label=locale.t("services.name") hint=locale.t("services.name_hint") error />
                    <Field
                        name="note"
                        label=locale.t("revision.note")
                        hint=locale.t("services.note_hint")
                        required=false
                        error
                    />
                    <SubmitButton
                        label=locale.t("services.create_confirm")
                        busy_label=locale.t("services.creating")
                        pending=create.pending()
                    />
                </PostForm>
            </div>
        </details>
    }
}
