//! The desk that manages the accounts of a tenant.

use super::Core;
use crate::kernel::Actor;
use contract::{Role, UserId};
use std::sync::Arc;

/// See the module.
#[expect(dead_code, reason = "being built")]
pub struct UsersDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
    pub(super) user: UserId,
    pub(super) role: Role,
}
