//! What can go wrong when a model is loaded and when it computes. No error ever carries a text that was to be embedded.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

const REMEDY: &str = "run `make model`, or point GIEOK_MODEL_DIR to a model folder";

/// Why a model folder cannot be used. Each message names the file and says what to do.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file of the folder is absent.
    #[error("{} is missing: {REMEDY}", file.display())]
    Missing {
        /// The file that was looked for.
        file: PathBuf,
    },
    /// A file is there but cannot be read.
    #[error("cannot read {}: {source}; check its permissions, or {REMEDY}", file.display())]
    Unreadable {
        /// The file in question.
        file: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// A file is truncated, damaged or not of the format its name promises.
    #[error("{} is damaged ({reason}): delete its folder and {REMEDY}", file.display())]
    Malformed {
        /// The file in question.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The files are sound but do not fit each other, or describe a model that this crate cannot run.
    #[error("{} does not fit ({reason}): {REMEDY}", file.display())]
    Unsupported {
        /// The file in question.
        file: PathBuf,
        /// What does not fit.
        reason: String,
    },
}

impl LoadError {
    pub(crate) fn io(file: &Path, source: io::Error) -> Self {
        let file = file.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::Missing { file },
            _ => Self::Unreadable { file, source },
        }
    }

    /// `reason` is words or a library's error.
    pub(crate) fn malformed(file: &Path, reason: &(impl ToString + ?Sized)) -> Self {
        Self::Malformed { file: file.to_owned(), reason: reason.to_string() }
    }

    pub(crate) fn unsupported(file: &Path, reason: &(impl ToString + ?Sized)) -> Self {
        Self::Unsupported { file: file.to_owned(), reason: reason.to_string() }
    }
}

/// Why texts were not embedded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EmbedError {
    /// The queue is full; try again later.
    #[error("the embedding queue is full")]
    Busy,
    /// The worker's thread has ended.
    #[error("the embedding worker has stopped")]
    Stopped,
    /// The computation itself failed.
    #[error("embedding failed: {0}")]
    Failed(String),
}

impl From<candle_core::Error> for EmbedError {
    fn from(error: candle_core::Error) -> Self {
        Self::Failed(error.to_string())
    }
}
