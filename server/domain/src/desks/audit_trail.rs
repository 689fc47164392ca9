//! The desk that reads the audit log.

use super::Core;
use crate::kernel::Actor;
use std::sync::Arc;

/// See the module.
#[expect(dead_code, reason = "being built")]
pub struct AuditDesk {
    pub(super) core: Arc<Core>,
    pub(super) actor: Actor,
}
