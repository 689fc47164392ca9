//! Who is signed in, as the page was rendered. Signing in and out load the page anew, so it never changes under way.

use crate::loaded::Json;
use contract::SessionView;
use leptos::prelude::use_context;
use leptos::server::SharedValue;

/// The signed-in person of the page being shown.
#[derive(Debug, Clone)]
struct CurrentSession(Option<SessionView>);

/// Makes the session known to all components; the server says it, the browser takes it over from the page.
pub fn provide_session() {
    let session = SharedValue::<_, Json>::new_with_encoding(proven_session).into_inner();
    leptos::prelude::provide_context(CurrentSession(session));
}

/// The signed-in person, if there is one.
pub fn use_session() -> Option<SessionView> {
    use_context::<CurrentSession>().and_then(|current| current.0)
}

#[cfg(feature = "ssr")]
fn proven_session() -> Option<SessionView> {
    use crate::server::BrowserSession;
    use std::sync::Arc;
    use_context::<Arc<dyn BrowserSession>>()?.actor().map(|(_, view)| view)
}

#[cfg(not(feature = "ssr"))]
fn proven_session() -> Option<SessionView> {
    None
}
