//! Accounts and sessions as people see them.

use crate::ids::{TenantId, UserId};
use serde::{Deserialize, Serialize};

/// What a person may do. Ordered: each role may do what the ones before it may, in its own room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Sees and rules the memories about oneself.
    User,
    /// Also decides on other people's candidates.
    Reviewer,
    /// Also manages the services and people of the tenant.
    Admin,
    /// Also manages the system.
    Superadmin,
}

impl Role {
    /// Every role, least first.
    pub const ALL: [Self; 4] = [Self::User, Self::Reviewer, Self::Admin, Self::Superadmin];

    /// The role's name on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Reviewer => "reviewer",
            Self::Admin => "admin",
            Self::Superadmin => "superadmin",
        }
    }
}

impl std::str::FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|role| role.as_str() == text)
            .ok_or_else(|| "expected user, reviewer, admin or superadmin".to_owned())
    }
}

/// A part of the site that not everyone may enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The overview of the console.
    Overview,
    /// The queue of candidates.
    Review,
    /// The accounts of the tenant.
    Users,
    /// The audit log.
    Audit,
    /// The chat services and their revisions.
    Services,
    /// The settings of the system.
    Settings,
}

/// The signed-in person, as their own pages show them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionView {
    /// The account.
    pub user_id: UserId,
    /// Its organisation.
    pub tenant_id: TenantId,
    /// The address that the person signs in with.
    pub email: String,
    /// What the person may do.
    pub role: Role,
    /// Where the person may go beside My Page, as the server's policy has it: pages know no roles.
    pub places: Vec<Place>,
}
