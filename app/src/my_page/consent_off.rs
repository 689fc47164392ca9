//! The question before consent is withdrawn, in a dialog or on a page of its own.

#[cfg(feature = "ssr")]
mod page;

#[cfg(feature = "ssr")]
pub use page::ConsentOffPage;

use crate::i18n::use_locale;
use crate::server_fns::SetConsent;
use crate::ui::{PostForm, SubmitButton};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// What withdrawing means, the way back, and the button that does it.
#[component]
pub fn ConsentOffForm(
    /// The switch.
    set_consent: ServerAction<SetConsent>,
    /// The way back, which stands first.
    children: Children,
) -> impl IntoView {
    let locale = use_locale();
    let send = Callback::new(move |_| _ = set_consent.dispatch(SetConsent { granted: false }));
    view! {
        <p>{locale.t("consent.off_text")}</p>
        <p>{locale.t("consent.off_keeps")}</p>
        <div class="choices">
            {children()}
            <PostForm action=SetConsent::url() send>
                <input type="hidden" name="granted" value="false" />
                <SubmitButton
                    class="button danger"
                    label=locale.t("consent.turn_off")
                    busy_label=locale.t("consent.working")
                    pending=set_consent.pending()
                />
            </PostForm>
        </div>
    }
}
