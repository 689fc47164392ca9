//! Password hashing with argon2id (RFC 9106), off the async threads and at most two at a time.

use crate::kernel::Rng;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// So many hashes at once: each takes `memory_kib` of memory and a core.
const AT_ONCE: usize = 2;
/// Bytes of salt (RFC 9106, section 3.1 recommends 16).
const SALT_BYTES: usize = 16;

/// What one hash costs. The defaults are m = 46 MiB, t = 2, p = 1 (OWASP's floor is 19 MiB, 2, 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory, in KiB.
    pub memory_kib: u32,
    /// Passes over the memory.
    pub iterations: u32,
    /// Lanes.
    pub parallelism: u32,
}

impl Default for PasswordCost {
    fn default() -> Self {
        Self { memory_kib: 46 * 1024, iterations: 2, parallelism: 1 }
    }
}

/// Why there is no hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The cost is outside of what argon2 allows.
    #[error("argon2 does not allow these parameters: {0}")]
    Cost(String),
    /// Hashing failed.
    #[error("password hashing failed")]
    Failed,
}

/// Hashes and checks passwords at one cost.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    rng: Arc<dyn Rng>,
    slots: Arc<Semaphore>,
    /// Checked in place of an unknown account's hash, so that both take the same time.
    dummy: Arc<str>,
}

impl Passwords {
    /// A hasher at `cost`. Hashes once, for the dummy.
    ///
    /// # Errors
    /// [`PasswordError::Cost`].
    pub fn new(cost: PasswordCost, rng: Arc<dyn Rng>) -> Result<Self, PasswordError> {
        let params = Params::new(cost.memory_kib, cost.iterations, cost.parallelism, None)
            .map_err(|error| PasswordError::Cost(error.to_string()))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let dummy = hash(&argon2, rng.as_ref(), b"")?.into();
        Ok(Self { argon2, rng, slots: Arc::new(Semaphore::new(AT_ONCE)), dummy })
    }

    /// Hashes a password into a PHC string.
    ///
    /// # Errors
    /// [`PasswordError::Failed`].
    pub async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let (argon2, rng, password) = (self.argon2.clone(), Arc::clone(&self.rng), password.to_owned());
        self.off_thread(move || hash(&argon2, rng.as_ref(), password.as_bytes())).await?
    }

    /// Whether the password goes with the PHC string. Without a string, it takes as long and is false.
    ///
    /// # Errors
    /// [`PasswordError::Failed`].
    pub async fn verify(&self, password: &str, stored: Option<&str>) -> Result<bool, PasswordError> {
        let known = stored.is_some();
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        let stored = stored.unwrap_or(&self.dummy).to_owned();
        let matches = self
            .off_thread(move || {
                let parsed = PasswordHash::new(&stored).map_err(|_| PasswordError::Failed)?;
                Ok(argon2.verify_password(password.as_bytes(), &parsed).is_ok())
            })
            .await??;
        Ok(matches && known)
    }

    /// Whether a stored hash was made at a lower cost than today's, and should be made anew at the next sign-in.
    pub fn is_outdated(&self, stored: &str) -> bool {
        let current = PasswordHash::new(stored).ok().and_then(|parsed| Params::try_from(&parsed).ok());
        current.is_none_or(|params| {
            let wanted = self.argon2.params();
            params.m_cost() < wanted.m_cost() || params.t_cost() < wanted.t_cost() || params.p_cost() < wanted.p_cost()
        })
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let _slot = self.slots.acquire().await.map_err(|_| PasswordError::Failed)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| PasswordError::Failed)
    }
}

fn hash(argon2: &Argon2<'_>, rng: &dyn Rng, password: &[u8]) -> Result<String, PasswordError> {
    let mut salt = [0; SALT_BYTES];
    rng.fill(&mut salt);
    let hashed: argon2::password_hash::phc::PasswordHash =
        argon2.hash_password_with_salt(password, &salt).map_err(|_| PasswordError::Failed)?;
    Ok(hashed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::OsRng;

    const CHEAP: PasswordCost = PasswordCost { memory_kib: 64, iterations: 1, parallelism: 1 };

    fn passwords(cost: PasswordCost) -> Passwords {
        Passwords::new(cost, Arc::new(OsRng)).expect("allowed cost")
    }

    #[tokio::test]
    async fn the_right_password_matches_and_no_other() {
        let passwords = passwords(CHEAP);
        let stored = passwords.hash("correct horse").await.expect("hashes");
        assert!(stored.starts_with("$argon2id$v=19$m=64,t=1,p=1$"), "{stored}");
        assert_eq!(passwords.verify("correct horse", Some(&stored)).await, Ok(true));
        assert_eq!(passwords.verify("wrong horse", Some(&stored)).await, Ok(false));
        assert_eq!(passwords.verify("", None).await, Ok(false), "the dummy never matches");
    }

    #[tokio::test]
    async fn a_hash_at_a_lower_cost_is_outdated() {
        let dear = PasswordCost { iterations: 2, ..CHEAP };
        let stored = passwords(CHEAP).hash("x").await.expect("hashes");
        assert!(!passwords(CHEAP).is_outdated(&stored));
        assert!(passwords(dear).is_outdated(&stored));
        let strong = passwords(dear).hash("x").await.expect("hashes");
        assert!(!passwords(CHEAP).is_outdated(&strong), "no hash is made weaker");
    }

    #[test]
    fn an_impossible_cost_is_refused() {
        let none = PasswordCost { memory_kib: 0, iterations: 0, parallelism: 0 };
        assert!(matches!(Passwords::new(none, Arc::new(OsRng)), Err(PasswordError::Cost(_))));
    }
}
