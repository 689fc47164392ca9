//! The page's one polite live region: says what has changed to those who do not see it.

use super::dynamic;
use leptos::prelude::*;

/// Says things through the live region.
#[derive(Debug, Clone, Copy)]
pub struct Announcer(RwSignal<String>);

impl Announcer {
    /// Makes an announcer known to all components.
    pub fn provide() {
        provide_context(Self(RwSignal::new(String::new())));
    }

    /// The page's announcer; silent where none was provided.
    pub fn current() -> Self {
        use_context().unwrap_or_else(|| Self(RwSignal::new(String::new())))
    }

    /// Says `text`, also if it was the last thing said.
    pub fn say(self, text: &str) {
        self.0.update(|said| {
            let repeated = said == text;
            text.clone_into(said);
            if repeated {
                // Only a change is read out, and a no-break space is one that is not heard.
                said.push('\u{a0}');
            }
        });
    }
}

/// Where announcements appear. Stands once in the layout.
#[component]
pub fn LiveRegion() -> impl IntoView {
    let Announcer(text) = Announcer::current();
    view! { <div role="status" class="visually-hidden">{dynamic(move || text.get())}</div> }
}
