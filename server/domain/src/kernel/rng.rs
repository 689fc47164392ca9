//! Randomness, injected so that tests can repeat it.

/// A source of random bytes.
pub trait Rng: Send + Sync {
    /// Fills `bytes` with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's source, fit for keys and tokens.
pub struct OsRng;

impl Rng for OsRng {
    /// # Panics
    /// If the operating system has no randomness: nothing safe can be done without it.
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system provides randomness");
    }
}
