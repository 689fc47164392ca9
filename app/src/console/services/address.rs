//! The addresses of the list and of one service. An address is anyone's to write: what is broken in it is left out.

use crate::query::{text, word};
use contract::{ListServices, ServiceId};
use leptos_router::params::ParamsMap;

/// Where the list is.
pub const LIST: &str = "/admin/services";

/// What the address of the list asks for.
pub fn read(query: &ParamsMap) -> ListServices {
    ListServices { cursor: text(query, "cursor"), ..ListServices::default() }
}

/// The address of the list from `cursor` on.
pub fn write(cursor: &str) -> String {
    with(LIST, "cursor", cursor)
}

/// The address of one service.
pub fn of_service(id: &ServiceId) -> String {
    format!("{LIST}/{id}")
}

/// The address of one service with a revision beside the deployed one.
pub fn comparing(id: &ServiceId, revision: u32) -> String {
    with(&of_service(id), "compare", &revision.to_string())
}

/// Which revision the address of a service puts beside the deployed one.
pub fn compared(query: &ParamsMap) -> Option<u32> {
    word(query, "compare")
}

fn with(path: &str, name: &'static str, value: &str) -> String {
    let query: ParamsMap = [(name, value.to_owned())].into_iter().collect();
    format!("{path}{}", query.to_query_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::of_address;
    use contract::PrefixedId;

    #[test]
    fn addresses_read_back_and_hold_no_nonsense() {
        let there = read(&of_address(&write("a b")));
        assert_eq!(there.cursor.as_deref(), Some("a b"));
        assert_eq!(read(&of_address("/admin/services?cursor=")), ListServices::default());
        let id = ServiceId::from_bytes([1; 16]);
        assert_eq!(compared(&of_address(&comparing(&id, 3))), Some(3));
        assert_eq!(compared(&of_address("/admin/services/x?compare=-1")), None);
        assert!(comparing(&id, 3).starts_with(&of_service(&id)));
    }
}
