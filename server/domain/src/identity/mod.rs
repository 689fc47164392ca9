//! Proofs of identity: passwords, secrets of keys, and the limits on guessing either. Calls kernel only.

mod calls;
mod password;
mod secret;
mod throttle;

pub use calls::CallLimits;
pub use password::{PasswordCost, PasswordError, Passwords};
pub use secret::{KEY_PREFIX, PERSONAL_KEY_PREFIX, Secret};
pub use throttle::{LoginLimits, Throttle};
