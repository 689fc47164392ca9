//! The state of the list in the page's address, so that reloading, going back and sharing a link work.
//!
//! An address is anyone's to write: what is unknown or broken in it is left out, never an error.

use crate::query::{text, word};
use contract::{ListMemories, SortBy, SortOrder};
use leptos_router::params::ParamsMap;

/// What an address asks for.
pub fn read(query: &ParamsMap) -> ListMemories {
    let defaults = ListMemories::default();
    ListMemories {
        tab: word(query, "tab").unwrap_or(defaults.tab),
        kind: word(query, "kind"),
        standing: word(query, "standing"),
        index_state: word(query, "index_state"),
        sensitivity: word(query, "sensitivity"),
        q: text(query, "q"),
        sort: word(query, "sort").unwrap_or(defaults.sort),
        order: word(query, "order").unwrap_or(defaults.order),
        cursor: text(query, "cursor"),
        limit: defaults.limit,
    }
}

/// The address of what is asked for; what is usual is not spelt out.
pub fn write(request: &ListMemories) -> String {
    let defaults = ListMemories::default();
    let mut query = ParamsMap::new();
    let mut put = |name: &'static str, value: Option<&str>| {
        if let Some(value) = value {
            query.insert(name, value.to_owned());
        }
    };
    put("tab", (request.tab != defaults.tab).then(|| request.tab.as_str()));
    put("kind", request.kind.map(contract::Kind::as_str));
    put("standing", request.standing.map(contract::Standing::as_str));
    put("index_state", request.index_state.map(contract::IndexState::as_str));
    put("sensitivity", request.sensitivity.map(contract::Sensitivity::as_str));
    put("q", request.filter().search());
    put("sort", (request.sort != defaults.sort).then(|| request.sort.as_str()));
    put("order", (request.order != defaults.order).then(|| request.order.as_str()));
    put("cursor", request.cursor.as_deref());
    format!("/me{}", query.to_query_string())
}

/// The same list from its beginning.
pub fn from_the_start(request: &ListMemories) -> ListMemories {
    ListMemories { cursor: None, ..request.clone() }
}

/// The same list, ordered by `sort`; the other way round if it was already.
pub fn sorted(request: &ListMemories, sort: SortBy) -> ListMemories {
    let order = match (request.sort == sort, request.order) {
        (true, SortOrder::Ascending) => SortOrder::Descending,
        // Time begins with the latest, names with the first.
        (false, _) if matches!(sort, SortBy::RecordedAt | SortBy::ValidFrom) => SortOrder::Descending,
        _ => SortOrder::Ascending,
    };
    ListMemories { sort, order, cursor: None, ..request.clone() }
}

/// The same tab and order, without filters.
pub fn unfiltered(request: &ListMemories) -> ListMemories {
    let ListMemories { tab, sort, order, .. } = *request;
    ListMemories { tab, sort, order, ..ListMemories::default() }
}

/// Whether anything narrows the list within its tab.
pub fn is_filtered(request: &ListMemories) -> bool {
    let plain = ListMemories { cursor: request.cursor.clone(), ..unfiltered(request) };
    plain != ListMemories { q: request.filter().search().map(str::to_owned), ..request.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{IndexState, Kind, Sensitivity, Standing, Tab};

    fn of(pairs: &[(&'static str, &str)]) -> ListMemories {
        read(&pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
    }

    fn everything() -> ListMemories {
        ListMemories {
            tab: Tab::Service,
            kind: Some(Kind::Rule),
            standing: Some(Standing::History),
            index_state: Some(IndexState::Excluded),
            sensitivity: Some(Sensitivity::Pii),
            q: Some("녹차 & 50%".into()),
            sort: SortBy::ValidFrom,
            order: SortOrder::Ascending,
            cursor: Some("abc".into()),
            ..ListMemories::default()
        }
    }

    #[test]
    fn the_address_holds_the_whole_state() {
        assert_eq!(read(&crate::query::of_address(&write(&everything()))), everything());
        assert_eq!(write(&ListMemories::default()), "/me", "what is usual is not spelt out");
    }

    #[test]
    fn nonsense_falls_back() {
        let nonsense =
            of(&[("tab", "x"), ("kind", ""), ("sort", "'--"), ("order", "up"), ("q", "  "), ("what", "ever")]);
        assert_eq!(nonsense, ListMemories::default());
        assert_eq!(of(&[("kind", "rule")]).kind, Some(Kind::Rule), "any case will do");
    }

    #[test]
    fn sorting_again_turns_round_and_begins_anew() {
        let once = sorted(&everything(), SortBy::Kind);
        assert_eq!((once.sort, once.order, once.cursor.clone()), (SortBy::Kind, SortOrder::Ascending, None));
        assert_eq!(sorted(&once, SortBy::Kind).order, SortOrder::Descending);
    }

    #[test]
    fn a_tab_or_a_page_is_no_filter() {
        assert!(is_filtered(&everything()));
        assert!(!is_filtered(&unfiltered(&everything())));
        assert!(!is_filtered(&ListMemories {
            cursor: Some("a".into()),
            tab: Tab::Personal,
            ..ListMemories::default()
        }));
    }
}
