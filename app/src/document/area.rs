//! Which area of the site a page belongs to. Browsers get one bundle an area, so that nobody loads the code of pages that
//! they do not look at.

use super::pages::{Pages, account_pages, console_pages, memories_pages, review_pages, services_pages};
use leptos_router::RouteDefs;

/// An area whose pages a script takes over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// The list of memories.
    Memories,
    /// Signing in, and what is on one's account.
    Account,
    /// The queue of candidates.
    Review,
    /// Chat services, and the settings of the system.
    Services,
    /// The other pages of the console.
    Console,
}

impl Area {
    const ALL: [Self; 5] = [Self::Memories, Self::Account, Self::Review, Self::Services, Self::Console];

    /// The area of the page at `path`; `None` if the page needs no script, or if there is none.
    pub fn of(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|area| RouteDefs::new(area.pages()).match_route(path).is_some())
    }

    /// What the bundle's name ends with.
    pub fn name(self) -> &'static str {
        match self {
            Self::Memories => "memories",
            Self::Account => "account",
            Self::Review => "review",
            Self::Services => "services",
            Self::Console => "console",
        }
    }

    fn pages(self) -> Pages {
        match self {
            Self::Memories => memories_pages(),
            Self::Account => account_pages(),
            Self::Review => review_pages(),
            Self::Services => services_pages(),
            Self::Console => console_pages(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_belongs_to_one_area_or_needs_no_script() {
        let area = |path: &str| Area::of(path).map(Area::name);
        assert_eq!(area("/me"), Some("memories"));
        for path in ["/login", "/setup", "/welcome", "/me/ask", "/me/keys", "/me/sessions", "/me/data"] {
            assert_eq!(area(path), Some("account"), "{path}");
        }
        assert_eq!(area("/admin/review"), Some("review"));
        for path in ["/admin", "/admin/users", "/admin/audit"] {
            assert_eq!(area(path), Some("console"), "{path}");
        }
        for path in ["/admin/services", "/admin/services/svc_1", "/admin/settings"] {
            assert_eq!(area(path), Some("services"), "{path}");
        }
        for path in
            ["/", "/api/docs", "/me/consent/off", "/me/memories/mem_1", "/me/nowhere", "/nowhere", "/me/ask/more", ""]
        {
            assert_eq!(area(path), None, "{path}");
        }
    }
}
