//! The chapters of the document, in the order in which people come to need them.

/// A chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// What chat services do.
    Services,
    /// A person's consent.
    Consent,
    /// A person's memories.
    Memories,
    /// Asking one's own memory.
    Ask,
    /// All of a person's data at once.
    Data,
    /// Keys and sessions.
    Access,
    /// The queue of candidates.
    Review,
    /// Revisions and keys of chat services.
    Revisions,
    /// Accounts.
    Users,
    /// The audit log.
    Audit,
    /// How review and index are doing.
    Overview,
    /// The settings of the system.
    Settings,
    /// The search index.
    Index,
    /// The server itself.
    Server,
}

impl Tag {
    /// Every chapter, in order.
    pub const ALL: [Self; 14] = [
        Self::Services,
        Self::Consent,
        Self::Memories,
        Self::Ask,
        Self::Data,
        Self::Access,
        Self::Review,
        Self::Revisions,
        Self::Users,
        Self::Audit,
        Self::Overview,
        Self::Settings,
        Self::Index,
        Self::Server,
    ];

    /// Its heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Services => "Services",
            Self::Consent => "My consent",
            Self::Memories => "My memories",
            Self::Ask => "Ask my memory",
            Self::Data => "My data",
            Self::Access => "My keys and sessions",
            Self::Review => "Review",
            Self::Revisions => "Services and revisions",
            Self::Users => "Users",
            Self::Audit => "Audit",
            Self::Overview => "Overview",
            Self::Settings => "Settings",
            Self::Index => "Search index",
            Self::Server => "Server",
        }
    }

    /// What it is about.
    pub fn text(self) -> &'static str {
        match self {
            Self::Services => "What a chat service does for a person: save, propose, recall, bring turns.",
            Self::Consent => {
                "Switching one's own memory on and off. While it is off, nothing is stored and nothing recalled."
            }
            Self::Memories => "Seeing, correcting and deleting the memories about oneself.",
            Self::Ask => "What an assistant would recall, and why not the rest.",
            Self::Data => "Everything about oneself: taking it along, deleting it.",
            Self::Access => "The programs and browsers that act for oneself.",
            Self::Review => "The queue of candidates, and the decisions on them. Only people decide.",
            Self::Revisions => {
                "The chat services of the organisation: what their revisions settle, which one has effect, and their keys."
            }
            Self::Users => "The accounts of the organisation.",
            Self::Audit => "Who did what, and how it ended: ids and words, never content.",
            Self::Overview => "How review and index are doing, in numbers.",
            Self::Settings => "The settings of the whole system. A change takes effect everywhere within a minute.",
            Self::Index => "What the search index holds of what it should, and its repair.",
            Self::Server => "Whether the server works, and this document.",
        }
    }
}
