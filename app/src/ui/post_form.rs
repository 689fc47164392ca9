//! A plain form that the script sends without leaving the page. One for all server functions: what Leptos brings along is
//! compiled anew for each of them, and reads their arguments back from the form, which costs the bundle dearly.

use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::FormData;

/// What was filled in.
pub struct Filled(Option<FormData>);

impl Filled {
    /// The fields of `form` as they are now.
    pub fn of(form: &leptos::web_sys::HtmlFormElement) -> Self {
        Self(FormData::new_with_form(form).ok())
    }

    /// The text of the field `name`; empty if there is none.
    pub fn text(&self, name: &str) -> String {
        self.given(name).unwrap_or_default()
    }

    /// The text of the field `name`, if there is one.
    pub fn given(&self, name: &str) -> Option<String> {
        self.0.as_ref().and_then(|data| data.get(name).as_string())
    }
}

/// The form. Without script it goes to `action` as it is.
#[component]
pub fn PostForm(
    /// The address of the server function.
    #[prop(into)]
    action: String,
    /// Sends what was filled in.
    send: Callback<Filled>,
    /// The fields and the button.
    children: Children,
) -> impl IntoView {
    let form = NodeRef::<html::Form>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(form) = form.get_untracked() {
            send.run(Filled::of(&form));
        }
    };
    view! { <form method="post" action=action node_ref=form on:submit=submit>{children()}</form> }
}
