//! Moving the focus after something has changed, for those who do not see it change.

use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

/// Puts the focus on an element of the page, if it is there.
pub fn focus<E>(element: NodeRef<E>)
where
    E: ElementType + 'static,
    E::Output: JsCast + Clone + 'static,
{
    if let Some(element) = element.get_untracked() {
        // An element that cannot take the focus leaves it where it is.
        _ = element.unchecked_ref::<HtmlElement>().focus();
    }
}

/// Puts the focus on the element with that id. `false` if there is none.
pub fn focus_id(id: &str) -> bool {
    let Some(element) = document().get_element_by_id(id) else { return false };
    element.unchecked_ref::<HtmlElement>().focus().is_ok()
}
