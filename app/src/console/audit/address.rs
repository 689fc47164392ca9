//! The state of the log's page in its address. Days stand there as days, in UTC, the last one included; an address is
//! anyone's to write, so what is broken in it is left out.

use crate::query::{text, word};
use contract::{AuditEnding, ListAudit, Timestamp};
use leptos_router::params::ParamsMap;
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// What an address asks for.
pub fn read(query: &ParamsMap) -> ListAudit {
    // Ids are pasted, often with a space around.
    let text = |name: &str| text(query, name).map(|value| value.trim().to_owned());
    let day = |name: &str| text(name).and_then(|day| format!("{day}T00:00:00Z").parse::<Timestamp>().ok());
    let from = day("from");
    ListAudit {
        action: text("action"),
        ending: word(query, "ending"),
        actor: text("actor"),
        subject: text("subject"),
        object: text("object"),
        from,
        // A last day before the first is none.
        until: day("until").filter(|until| from.is_none_or(|from| *until >= from)).map(|until| until.plus(DAY)),
        cursor: text("cursor"),
        ..ListAudit::default()
    }
}

/// The first day asked for, as a date field has it.
pub fn first_day(request: &ListAudit) -> Option<String> {
    request.from.map(day)
}

/// The last day asked for.
pub fn last_day(request: &ListAudit) -> Option<String> {
    request.until.map(|until| day(until.minus(DAY)))
}

fn day(moment: Timestamp) -> String {
    moment.to_utc().date().to_string()
}

/// The address of what is asked for.
pub fn write(request: &ListAudit) -> String {
    let mut query = narrowed(request);
    put(&mut query, "from", first_day(request));
    put(&mut query, "until", last_day(request));
    put(&mut query, "cursor", request.cursor.clone());
    format!("/admin/audit{}", query.to_query_string())
}

/// The address of all that match, as a file.
pub fn export(request: &ListAudit) -> String {
    let mut query = narrowed(request);
    put(&mut query, "from", request.from.map(|from| from.to_string()));
    put(&mut query, "until", request.until.map(|until| until.to_string()));
    format!("/api/v1/admin/audit/export{}", query.to_query_string())
}

/// All but the times, which are written in one way for people and in another for programs.
fn narrowed(request: &ListAudit) -> ParamsMap {
    let mut query = ParamsMap::new();
    put(&mut query, "action", request.action.clone());
    put(&mut query, "ending", request.ending.map(AuditEnding::as_str).map(str::to_owned));
    put(&mut query, "actor", request.actor.clone());
    put(&mut query, "subject", request.subject.clone());
    put(&mut query, "object", request.object.clone());
    query
}

fn put(query: &mut ParamsMap, name: &'static str, value: Option<String>) {
    if let Some(value) = value {
        query.insert(name, value);
    }
}

/// The same list from its beginning.
pub fn from_the_start(request: &ListAudit) -> ListAudit {
    ListAudit { cursor: None, ..request.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::AuditAction;

    fn of(pairs: &[(&'static str, &str)]) -> ListAudit {
        read(&pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect())
    }

    #[test]
    fn the_address_holds_the_whole_state() {
        let pairs = [
            ("action", AuditAction::Approve.as_str()),
            ("ending", "not_done"),
            ("actor", "usr_1"),
            ("subject", "usr_2"),
            ("object", "mem_1"),
            ("from", "2026-07-01"),
            ("until", "2026-07-31"),
            ("cursor", "1.2"),
        ];
        let request = of(&pairs);
        assert_eq!(request.until.map(|until| until.to_string()).as_deref(), Some("2026-08-01T00:00:00Z"));
        let address = write(&request);
        assert_eq!(of(&pairs), read(&crate::query::of_address(&address)));
        let export = leptos_router::location::Url::unescape(&export(&request));
        assert!(export.contains("from=2026-07-01T00:00:00Z&until=2026-08-01T00:00:00Z"), "{export}");
        assert_eq!(write(&ListAudit::default()), "/admin/audit");
    }

    #[test]
    fn nonsense_is_left_out() {
        let nonsense = of(&[("ending", "badly"), ("actor", "  "), ("from", "yesterday"), ("until", "2026-13-01")]);
        assert_eq!(nonsense, ListAudit::default());
        let backwards = of(&[("from", "2026-07-02"), ("until", "2026-07-01")]);
        assert!(backwards.from.is_some() && backwards.until.is_none());
        assert!(of(&[("until", "9999-12-31")]).filter().faults().is_empty());
    }
}
