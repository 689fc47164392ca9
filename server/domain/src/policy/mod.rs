//! Who may do what: one table of actors and actions. Object-level checks (whose memory, which tenant) are part of every
//! query; this table decides whether there is a desk at all.

use crate::kernel::{Actor, Principal};
use contract::{Place, Role, UserId};

/// What an actor may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// See and rule the memories about oneself, and one's consent.
    RuleOwnMemories,
    /// See and end one's own sessions; make and revoke one's own keys.
    RuleOwnAccess,
    /// Save and recall for subjects of the tenant.
    ServeSubjects,
    /// Decide on the candidates about others, and see how the queue is doing.
    Review,
    /// Read the audit log of the tenant.
    ReadAudit,
    /// Manage the accounts of the tenant.
    ManageUsers,
    /// Manage the chat services of the tenant: their revisions and keys, and what they cost.
    ManageServices,
    /// See how the search index is doing, and have it repaired.
    Maintain,
    /// Change the settings of the system.
    ManageSystem,
    /// Manage people, services, keys and tenants; import memories.
    Administer,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 10] = [
        Self::RuleOwnMemories,
        Self::RuleOwnAccess,
        Self::ServeSubjects,
        Self::Review,
        Self::ReadAudit,
        Self::ManageUsers,
        Self::ManageServices,
        Self::Maintain,
        Self::ManageSystem,
        Self::Administer,
    ];
}

impl Action {
    /// The action's name in the audit log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RuleOwnMemories => "rule_own_memories",
            Self::RuleOwnAccess => "rule_own_access",
            Self::ServeSubjects => "serve_subjects",
            Self::Review => "review",
            Self::ReadAudit => "read_audit",
            Self::ManageUsers => "manage_users",
            Self::ManageServices => "manage_services",
            Self::Maintain => "maintain",
            Self::ManageSystem => "manage_system",
            Self::Administer => "administer",
        }
    }
}

/// The parts of the site beside My Page that the actor may enter, in the order in which they are offered.
pub fn places(actor: &Actor) -> Vec<Place> {
    let needed = [
        (Place::Overview, Action::Review),
        (Place::Review, Action::Review),
        (Place::Services, Action::ManageServices),
        (Place::Users, Action::ManageUsers),
        (Place::Audit, Action::ReadAudit),
        (Place::Settings, Action::ManageSystem),
    ];
    needed.into_iter().filter(|(_, action)| authorise(actor, *action).is_ok()).map(|(place, _)| place).collect()
}

/// The actor may not do this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the actor may not do this")]
pub struct Refused;

/// Looks the action up in the table.
///
/// # Errors
/// [`Refused`].
pub fn authorise(actor: &Actor, action: Action) -> Result<(), Refused> {
    let allowed = match (&actor.principal, action) {
        (Principal::Person { .. }, Action::RuleOwnMemories | Action::RuleOwnAccess)
        | (Principal::PersonalKey { .. }, Action::RuleOwnMemories)
        | (Principal::Service { .. }, Action::ServeSubjects)
        | (
            Principal::Operator,
            Action::ReadAudit | Action::ManageServices | Action::Maintain | Action::ManageSystem | Action::Administer,
        ) => true,
        (Principal::Person { role, .. }, Action::Review) => *role >= Role::Reviewer,
        (
            Principal::Person { role, .. },
            Action::ReadAudit | Action::ManageUsers | Action::ManageServices | Action::Maintain | Action::Administer,
        ) => *role >= Role::Admin,
        (Principal::Person { role, .. }, Action::ManageSystem) => *role >= Role::Superadmin,
        _ => false,
    };
    if allowed { Ok(()) } else { Err(Refused) }
}

/// Whether the actor may give an account that role: nobody gives one above one's own.
pub fn may_give(actor: &Actor, role: Role) -> bool {
    match actor.principal {
        Principal::Person { role: own, .. } => role <= own,
        Principal::Operator => true,
        _ => false,
    }
}

/// Whether the actor may change the account of `user`, who has that role: neither one's own nor one above one's own.
pub fn may_change(actor: &Actor, user: &UserId, role: Role) -> bool {
    let is_own = matches!(&actor.principal, Principal::Person { user: own, .. } if own == user);
    !is_own && may_give(actor, role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{KeyId, PrefixedId, ServiceId, TenantId};

    fn actors() -> Vec<(String, Actor)> {
        let tenant = TenantId::default_tenant();
        let person = |role| Principal::Person { user: UserId::from_bytes([1; 16]), role };
        let service = Principal::Service {
            service: ServiceId::from_bytes([2; 16]),
            key: KeyId::from_bytes([3; 16]),
            bound_subject: None,
        };
        let people = Role::ALL.map(|role| (role.as_str().to_owned(), person(role)));
        let personal_key =
            Principal::PersonalKey { user: UserId::from_bytes([1; 16]), key: KeyId::from_bytes([3; 16]) };
        let others = [
            ("personal_key", personal_key),
            ("service", service),
            ("operator", Principal::Operator),
            ("system", Principal::System),
        ]
        .map(|(name, p)| (name.to_owned(), p));
        people
            .into_iter()
            .chain(others)
            .map(|(name, principal)| (name, Actor { tenant: tenant.clone(), principal }))
            .collect()
    }

    #[test]
    fn the_whole_table() {
        let mut allowed = Vec::new();
        for (name, actor) in actors() {
            for action in Action::ALL {
                if authorise(&actor, action).is_ok() {
                    allowed.push(format!("{name} {action:?}"));
                }
            }
        }
        assert_eq!(
            allowed,
            [
                "user RuleOwnMemories",
                "user RuleOwnAccess",
                "reviewer RuleOwnMemories",
                "reviewer RuleOwnAccess",
                "reviewer Review",
                "admin RuleOwnMemories",
                "admin RuleOwnAccess",
                "admin Review",
                "admin ReadAudit",
                "admin ManageUsers",
                "admin ManageServices",
                "admin Maintain",
                "admin Administer",
                "superadmin RuleOwnMemories",
                "superadmin RuleOwnAccess",
                "superadmin Review",
                "superadmin ReadAudit",
                "superadmin ManageUsers",
                "superadmin ManageServices",
                "superadmin Maintain",
                "superadmin ManageSystem",
                "superadmin Administer",
                "personal_key RuleOwnMemories",
                "service ServeSubjects",
                "operator ReadAudit",
                "operator ManageServices",
                "operator Maintain",
                "operator ManageSystem",
                "operator Administer",
            ]
        );
    }

    #[test]
    fn nobody_gives_or_changes_what_is_above_oneself_and_nobody_changes_oneself() {
        let (me, other) = (UserId::from_bytes([1; 16]), UserId::from_bytes([9; 16]));
        for own in Role::ALL {
            let actor = Actor {
                tenant: TenantId::default_tenant(),
                principal: Principal::Person { user: me.clone(), role: own },
            };
            for role in Role::ALL {
                assert_eq!(may_give(&actor, role), role <= own, "{own:?} {role:?}");
                assert_eq!(may_change(&actor, &other, role), role <= own, "{own:?} {role:?}");
                assert!(!may_change(&actor, &me, role), "{own:?} {role:?}");
            }
        }
        for (name, actor) in actors().split_off(Role::ALL.len()) {
            assert_eq!(may_give(&actor, Role::User), name == "operator", "{name}");
        }
    }
}
