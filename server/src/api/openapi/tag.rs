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
    /// Accounts.
    Users,
    /// The audit log.
    Audit,
    /// How review and index are doing.
    Overview,
    /// The server itself.
    Server,
}

impl Tag {
    /// Every chapter, in order.
    pub const ALL: [Self; 11] = [
        Self::Services,
        Self::Consent,
        Self::Memories,
        Self::Ask,
        Self::Data,
        Self::Access,
        Self::Review,
        Self::Users,
        Self::Audit,
        Self::Overview,
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
            Self::Users => "Users",
            Self::Audit => "Audit",
            Self::Overview => "Overview",
            Self::Server => "Server",
        }
    }

    /// What it is about.
    pub fn text(self) -> &'static str {
        match self {
            Self::Services => "What a chat service does for a person: save, propose, recall.",
            Self::Consent => {
                "Switching one's own memory on and off. While it is off, nothing is stored and nothing recalled."
            }
            Self::Memories => "Seeing, correcting and deleting the memories about oneself.",
            Self::Ask => "What an assistant would recall, and why not the rest.",
            Self::Data => "Everything about oneself: taking it along, deleting it.",
            Self::Access => "The programs and browsers that act for oneself.",
            Self::Review => "The queue of candidates, and the decisions on them. Only people decide.",
            Self::Users => "The accounts of the organisation.",
            Self::Audit => "Who did what, and how it ended: ids and words, never content.",
            Self::Overview => "How review and index are doing, in numbers.",
            Self::Server => "Whether the server works, and this document.",
        }
    }
}
