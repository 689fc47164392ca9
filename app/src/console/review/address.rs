//! The state of the queue in the page's address, so that reloading, going back and sharing a link work.
//!
//! An address is anyone's to write: what is unknown or broken in it is left out, never an error.

use crate::query::{text, word};
use contract::review::ListCandidates;
use leptos_router::params::ParamsMap;

/// The page.
pub const PAGE: &str = "/admin/review";

/// What an address asks for.
pub fn read(query: &ParamsMap) -> ListCandidates {
    let defaults = ListCandidates::default();
    let (min_confidence, max_confidence) = in_order(share(query, "min_confidence"), share(query, "max_confidence"));
    ListCandidates {
        kind: word(query, "kind"),
        service: word(query, "service"),
        sensitivity: word(query, "sensitivity"),
        min_confidence,
        max_confidence,
        time_left: word(query, "time_left"),
        person: text(query, "person"),
        q: text(query, "q"),
        sort: word(query, "sort").unwrap_or(defaults.sort),
        order: word(query, "order").unwrap_or(defaults.order),
        cursor: text(query, "cursor"),
        limit: defaults.limit,
    }
}

/// A number from 0 to 1.
fn share(query: &ParamsMap, name: &str) -> Option<f64> {
    word(query, name).filter(|number| (0.0..=1.0).contains(number))
}

/// A range means the same from either end.
fn in_order(least: Option<f64>, most: Option<f64>) -> (Option<f64>, Option<f64>) {
    match (least, most) {
        (Some(least), Some(most)) if least > most => (Some(most), Some(least)),
        range => range,
    }
}

/// The address of what is asked for; what is usual is not spelt out.
pub fn write(request: &ListCandidates) -> String {
    let defaults = ListCandidates::default();
    let filter = request.filter();
    let mut query = ParamsMap::new();
    let mut put = |name: &'static str, value: Option<String>| {
        if let Some(value) = value {
            query.insert(name, value);
        }
    };
    put("kind", request.kind.map(|kind| kind.as_str().to_owned()));
    put("service", request.service.as_ref().map(|service| service.as_str().to_owned()));
    put("sensitivity", request.sensitivity.map(|it| it.as_str().to_owned()));
    put("min_confidence", request.min_confidence.map(|number| number.to_string()));
    put("max_confidence", request.max_confidence.map(|number| number.to_string()));
    put("time_left", request.time_left.map(|left| left.as_str().to_owned()));
    put("person", filter.person().map(str::to_owned));
    put("q", filter.search().map(str::to_owned));
    put("sort", (request.sort != defaults.sort).then(|| request.sort.as_str().to_owned()));
    put("order", (request.order != defaults.order).then(|| request.order.as_str().to_owned()));
    put("cursor", request.cursor.clone());
    format!("{PAGE}{}", query.to_query_string())
}

/// The same queue from its beginning.
pub fn from_the_start(request: &ListCandidates) -> ListCandidates {
    ListCandidates { cursor: None, ..request.clone() }
}

/// The same order, without filters.
pub fn unfiltered(request: &ListCandidates) -> ListCandidates {
    ListCandidates { sort: request.sort, order: request.order, ..ListCandidates::default() }
}

/// Whether anything narrows the queue.
pub fn is_filtered(request: &ListCandidates) -> bool {
    write(&from_the_start(request)) != write(&unfiltered(request))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::review::{QueueSort, TimeLeft};
    use contract::{Kind, PrefixedId, Sensitivity, ServiceId, SortOrder};

    fn of(pairs: &[(&'static str, &str)]) -> ListCandidates {
        read(&pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
    }

    fn everything() -> ListCandidates {
        ListCandidates {
            kind: Some(Kind::Rule),
            service: Some(ServiceId::from_bytes([7; 16])),
            sensitivity: Some(Sensitivity::Pii),
            min_confidence: Some(0.25),
            max_confidence: Some(0.8),
            time_left: Some(TimeLeft::Day),
            person: Some("mina@example.com".into()),
            q: Some("녹차 & 50%".into()),
            sort: QueueSort::Confidence,
            order: SortOrder::Descending,
            cursor: Some("abc".into()),
            ..ListCandidates::default()
        }
    }

    #[test]
    fn the_address_holds_the_whole_state() {
        assert_eq!(read(&crate::query::of_address(&write(&everything()))), everything());
        assert_eq!(write(&ListCandidates::default()), PAGE, "what is usual is not spelt out");
    }

    #[test]
    fn nonsense_falls_back() {
        let nonsense = of(&[
            ("kind", "x"),
            ("service", "svc_1"),
            ("min_confidence", "NaN"),
            ("max_confidence", "1.7"),
            ("time_left", ""),
            ("sort", "'--"),
            ("person", " "),
            ("what", "ever"),
        ]);
        assert_eq!(nonsense, ListCandidates::default());
        let turned = of(&[("min_confidence", "0.9"), ("max_confidence", "0.1")]);
        assert_eq!((turned.min_confidence, turned.max_confidence), (Some(0.1), Some(0.9)));
    }

    #[test]
    fn an_order_or_a_page_is_no_filter() {
        assert!(is_filtered(&everything()));
        assert!(!is_filtered(&unfiltered(&everything())));
        assert!(!is_filtered(&ListCandidates {
            cursor: Some("a".into()),
            q: Some(" ".into()),
            ..unfiltered(&everything())
        }));
    }
}
