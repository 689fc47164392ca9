//! Reading a page's address. An address is anyone's to write: what is broken in it is left out, never an error.

use leptos_router::params::ParamsMap;
use std::str::FromStr;

/// The value of `name`, if it is one.
pub fn word<T: FromStr>(query: &ParamsMap, name: &str) -> Option<T> {
    query.get(name)?.parse().ok()
}

/// The text of `name`, if it says anything.
pub fn text(query: &ParamsMap, name: &str) -> Option<String> {
    query.get(name).filter(|value| !value.trim().is_empty())
}

/// What an address asks for, decoded, as a browser's router does.
#[cfg(test)]
pub fn of_address(address: &str) -> ParamsMap {
    let decoded = |text: &str| leptos_router::location::Url::unescape(text);
    let pairs = address.split_once('?').map_or("", |(_, query)| query).split('&');
    pairs.filter_map(|pair| pair.split_once('=')).map(|(name, value)| (decoded(name), decoded(value))).collect()
}
