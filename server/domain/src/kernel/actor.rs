//! Who acts. An actor is made by a front door from a proof (session, API key, the operator's shell), never from an
//! argument.

use contract::{KeyId, Role, ServiceId, TenantId, UserId};

/// A proven identity, inside one tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The organisation that everything the actor does is confined to.
    pub tenant: TenantId,
    /// Who it is.
    pub principal: Principal,
}

/// The kinds of actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Principal {
    /// A signed-in person.
    Person {
        /// The account.
        user: UserId,
        /// What the account may do.
        role: Role,
    },
    /// A person's own program, by a personal key.
    PersonalKey {
        /// The account.
        user: UserId,
        /// The key it presented.
        key: KeyId,
    },
    /// A chat service, by its API key.
    Service {
        /// The service.
        service: ServiceId,
        /// The key it presented.
        key: KeyId,
        /// The only subject that the key may act for, if it is bound to one.
        bound_subject: Option<UserId>,
    },
    /// Whoever can run the command line on the data folder.
    Operator,
    /// Gieok itself: scheduled work.
    System,
}

impl Actor {
    /// The kind of actor, as the audit log writes it.
    pub fn kind(&self) -> &'static str {
        match self.principal {
            Principal::Person { .. } => "person",
            Principal::PersonalKey { .. } => "personal_key",
            Principal::Service { .. } => "service",
            Principal::Operator => "operator",
            Principal::System => "system",
        }
    }

    /// The id that the audit log writes beside the kind; programs are named by the key they used.
    pub fn id(&self) -> Option<&str> {
        match &self.principal {
            Principal::Person { user, .. } => Some(user.as_str()),
            Principal::PersonalKey { key, .. } | Principal::Service { key, .. } => Some(key.as_str()),
            Principal::Operator | Principal::System => None,
        }
    }
}
