//! The state of the list in the page's address. An address is anyone's to write: what is broken in it is left out.

use crate::query::{text, word};
use contract::{AccountState, ListUsers, Role};
use leptos_router::params::ParamsMap;

/// What an address asks for.
pub fn read(query: &ParamsMap) -> ListUsers {
    ListUsers {
        role: word(query, "role"),
        state: word(query, "state"),
        q: text(query, "q"),
        cursor: text(query, "cursor"),
        ..ListUsers::default()
    }
}

/// The address of what is asked for.
pub fn write(request: &ListUsers) -> String {
    let mut query = ParamsMap::new();
    let mut put = |name: &'static str, value: Option<&str>| {
        if let Some(value) = value {
            query.insert(name, value.to_owned());
        }
    };
    put("role", request.role.map(Role::as_str));
    put("state", request.state.map(AccountState::as_str));
    put("q", request.search());
    put("cursor", request.cursor.as_deref());
    format!("/admin/users{}", query.to_query_string())
}

/// The same list from its beginning.
pub fn from_the_start(request: &ListUsers) -> ListUsers {
    ListUsers { cursor: None, ..request.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_holds_the_whole_state_and_no_nonsense() {
        let everything = ListUsers {
            role: Some(Role::Reviewer),
            state: Some(AccountState::Invited),
            q: Some("mina".into()),
            cursor: Some("abc".into()),
            ..ListUsers::default()
        };
        assert_eq!(write(&everything), "/admin/users?role=reviewer&state=invited&q=mina&cursor=abc");
        let of = |pairs: &[(&'static str, &str)]| {
            read(&pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
        };
        let same = of(&[("role", "reviewer"), ("state", "invited"), ("q", "mina"), ("cursor", "abc")]);
        assert_eq!(same, everything);
        assert_eq!(of(&[("role", "king"), ("state", ""), ("q", " "), ("done", "")]), ListUsers::default());
    }
}
