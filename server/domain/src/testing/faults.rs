//! Faults between the desks and the index's writer. The writer behind them is the real one.

use crate::index::{Apply, Change, IndexError, WriterWrap};
use contract::MemoryId;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

#[derive(Default)]
struct State {
    is_down: bool,
    fails_after: bool,
    is_stuck: bool,
    waiting: usize,
    lost: Vec<MemoryId>,
}

/// The switches of the faults.
#[derive(Default)]
pub struct Faults {
    state: Mutex<State>,
    changed: Condvar,
}

impl Faults {
    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        let done = act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
        done
    }

    /// From now on the index takes no change, or takes changes again.
    pub fn set_down(&self, is_down: bool) {
        self.with(|state| state.is_down = is_down);
    }

    /// From now on the index takes changes and says that it failed, or says what is true again.
    pub fn set_fails_after(&self, fails: bool) {
        self.with(|state| state.fails_after = fails);
    }

    /// From now on changes wait, or go on, those that wait too.
    pub fn set_stuck(&self, is_stuck: bool) {
        self.with(|state| state.is_stuck = is_stuck);
    }

    /// How many changes wait.
    pub fn waiting(&self) -> usize {
        self.with(|state| state.waiting)
    }

    /// The index loses a memory's document with the next change it takes.
    pub fn lose(&self, memory: &MemoryId) {
        self.with(|state| state.lost.push(memory.clone()));
    }

    /// The wrap that puts these faults before a writer.
    pub fn wrap(self: &Arc<Self>) -> WriterWrap {
        let faults = Arc::clone(self);
        WriterWrap::new(move |inner| Box::new(Faulty { inner, faults: Arc::clone(&faults) }))
    }

    /// Waits while stuck; then the documents to lose, and whether to lie about it, or the failure.
    fn pass(&self) -> Result<(Vec<MemoryId>, bool), IndexError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.waiting += 1;
        while state.is_stuck {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        if state.is_down {
            return Err(IndexError::Folder { path: "index".into(), source: std::io::Error::other("a test") });
        }
        Ok((std::mem::take(&mut state.lost), state.fails_after))
    }
}

struct Faulty {
    inner: Box<dyn Apply>,
    faults: Arc<Faults>,
}

impl Apply for Faulty {
    fn apply(&mut self, changes: &[Change]) -> Result<(), IndexError> {
        let (lost, fails_after) = self.faults.pass()?;
        self.inner.apply(changes)?;
        let losses: Vec<Change> = lost.into_iter().map(Change::Remove).collect();
        if !losses.is_empty() {
            self.inner.apply(&losses)?;
        }
        if fails_after { Err(IndexError::Gone) } else { Ok(()) }
    }

    fn purge(&mut self) -> Result<bool, IndexError> {
        self.inner.purge()
    }
}
