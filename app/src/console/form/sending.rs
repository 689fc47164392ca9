//! Sending a form of settings, and what can come back: that it is done, what is wrong with it, or that somebody else was
//! faster. What was typed stays in the form in any case.

use super::fields::PREFIX;
use super::filled_in::FilledIn;
use super::words::{leaf, setting_fault};
use crate::error::UiError;
use crate::i18n::{Locale, use_locale};
use crate::ui::{Conflict, ProblemSummary, dynamic, load_page, plain_error};
use contract::ErrorCode;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// How far a form is on its way. `T` is what the server says of the settings as they are stored.
pub struct Sending<T: 'static> {
    /// Whether the answer is awaited.
    pub is_pending: RwSignal<bool>,
    error: RwSignal<Option<UiError>>,
    /// What was sent, and what somebody else has stored meanwhile.
    clash: RwSignal<Option<(FilledIn, T)>>,
}

// By hand: copies are handles of the same state, whatever `T` is.
impl<T> Clone for Sending<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Sending<T> {}

impl<T: Clone + Send + Sync + 'static> Sending<T> {
    /// Nothing is on its way; what a plain form to the server function at `path` came to is known.
    pub fn new(path: &str) -> Self {
        Self {
            is_pending: RwSignal::new(false),
            error: RwSignal::new(plain_error(path).map(by_leaf)),
            clash: RwSignal::new(None),
        }
    }

    /// What the server said about the form.
    pub fn error(self) -> Signal<Option<UiError>> {
        self.error.into()
    }

    /// Sends what is filled in by `call`, unless something is on its way. `look` is how to see what somebody else has
    /// stored; `done` hears the answer.
    pub fn send<C, L>(self, mine: FilledIn, call: C, look: L, done: impl FnOnce(T) + 'static)
    where
        C: Future<Output = Result<T, UiError>> + 'static,
        L: Future<Output = Result<T, UiError>> + 'static,
    {
        if self.is_pending.get_untracked() {
            return;
        }
        self.is_pending.set(true);
        self.clash.set(None);
        spawn_local(async move {
            let answer = match call.await {
                Ok(stored) => Ok(Some(stored)),
                Err(error) if error.code == ErrorCode::StaleVersion => look.await.map(|theirs| {
                    self.clash.try_set(Some((mine, theirs)));
                    None
                }),
                Err(error) => Err(error),
            };
            self.is_pending.try_set(false);
            match answer {
                Ok(stored) => {
                    self.error.try_set(None);
                    if let Some(stored) = stored {
                        done(stored);
                    }
                }
                Err(error) => _ = self.error.try_set(Some(by_leaf(error))),
            }
        });
    }
}

/// The same error with its fields named as the elements of the form are.
fn by_leaf(mut error: UiError) -> UiError {
    for fault in &mut error.fields {
        fault.field = leaf(&fault.field).to_owned();
    }
    error
}

/// Above the form: what is wrong, or what somebody else has stored beside what was sent.
#[component]
pub fn Refusals<T>(
    /// The form.
    sending: Sending<T>,
    /// What somebody else has done, in words.
    title: fn(Locale, &T) -> String,
    /// What is stored, as the form would hold it.
    stored: fn(&T) -> FilledIn,
    /// The fields that are compared.
    names: &'static [&'static str],
    /// Sends what was sent before, on top of what is stored.
    keep_mine: Callback<(FilledIn, T)>,
    /// The page, which shows what is stored when it is loaded anew.
    #[prop(into)]
    page: String,
) -> impl IntoView
where
    T: Clone + Send + Sync + 'static,
{
    let locale = use_locale();
    let conflict = move || {
        let (mine, theirs) = sending.clash.get()?;
        let differences = mine.differences(locale, &stored(&theirs), names);
        let title = title(locale, &theirs);
        let keep_mine = Callback::new(move |()| keep_mine.run((mine.clone(), theirs.clone())));
        let page = page.clone();
        let take_theirs = Callback::new(move |()| load_page(&page));
        Some(view! { <Conflict title differences keep_mine take_theirs /> })
    };
    view! {
        {dynamic(move || {
            sending.error.get().map(|error| view! { <ProblemSummary error prefix=PREFIX words=setting_fault /> })
        })}
        {dynamic(conflict)}
    }
}
