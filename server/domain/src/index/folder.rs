//! The index's folder: opening it, and starting anew when it is lost, broken, or made for another schema.

use super::schema::{Fields, SCHEMA_VERSION, build};
use super::writer::Writer;
use contract::MemoryId;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tantivy::collector::Count;
use tantivy::directory::error::LockError;
use tantivy::query::TermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{IndexReader, ReloadPolicy, TantivyError, Term};

const FORMAT_FILE: &str = "gieok-index.json";

/// A failure of the index. Its text names files and operations, never content.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Tantivy could not do it.
    #[error("the search index failed: {0}")]
    Engine(#[from] TantivyError),
    /// The folder could not be used.
    #[error("cannot use the index folder {path}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Tantivy failed while it was committing: the change may have come about.
    #[error("the search index failed in the middle of a change")]
    Uncertain(#[source] TantivyError),
    /// Another process has the writer, and did not let go in time.
    #[error("another process writes to the search index")]
    Elsewhere,
    /// It took too long; whether it will happen is not known.
    #[error("the search index took too long")]
    Slow,
    /// A background thread is gone.
    #[error("the index's thread is gone")]
    Gone,
}

impl IndexError {
    /// Whether the index may have changed all the same.
    pub fn leaves_doubt(&self) -> bool {
        matches!(self, Self::Uncertain(_) | Self::Slow | Self::Gone)
    }
}

/// What the documents of the folder were made with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Format {
    schema: u32,
}

/// The open index: any number of readers.
#[derive(Clone)]
pub struct Index {
    pub(super) inner: tantivy::Index,
    pub(super) reader: IndexReader,
    pub(super) fields: Fields,
    pub(super) folder: PathBuf,
}

/// How opening went.
pub struct Opened {
    /// The index.
    pub index: Index,
    /// It starts empty: everything has to be put in again.
    pub is_new: bool,
    format_file: PathBuf,
    format: Format,
}

impl Opened {
    /// Notes what the index was made for. Until then, it is replaced by a new one whenever it is opened.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn confirm(&self) -> io::Result<()> {
        fs::write(&self.format_file, serde_json::to_vec(&self.format)?)
    }
}

impl Index {
    /// Opens the index in `folder`. An index that is not there, does not open, or was made for another schema is replaced by
    /// an empty one: it is a projection, and the store can give it back.
    ///
    /// # Errors
    /// [`IndexError`] if not even an empty one can be made.
    pub fn open(folder: &Path) -> Result<Opened, IndexError> {
        let format = Format { schema: SCHEMA_VERSION };
        let format_file = folder.join(FORMAT_FILE);
        if read_format(folder).as_ref() == Some(&format) {
            match open_existing(folder) {
                Ok(index) => return Ok(Opened { index, is_new: false, format_file, format }),
                Err(error) => {
                    tracing::warn!(error.message = %error, "the search index does not open; building it anew");
                }
            }
        }
        Ok(Opened { index: create(folder)?, is_new: true, format_file, format })
    }

    /// Takes the one writer's place of this folder, or `None` if another process has it.
    ///
    /// # Errors
    /// [`IndexError`] for any other failure.
    pub(super) fn writer(&self) -> Result<Option<Writer>, IndexError> {
        match Writer::open(self) {
            Err(IndexError::Engine(TantivyError::LockFailure(LockError::LockBusy, _))) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Makes what other processes committed visible.
    ///
    /// # Errors
    /// [`IndexError`] if the folder cannot be read.
    pub fn reload(&self) -> Result<(), IndexError> {
        Ok(self.reader.reload()?)
    }

    /// Those of the memories that no document is about. Blocks.
    pub(super) fn missing(&self, memories: Vec<MemoryId>) -> Result<Vec<MemoryId>, IndexError> {
        self.reload()?;
        let searcher = self.reader.searcher();
        let mut missing = Vec::new();
        for memory in memories {
            let query =
                TermQuery::new(Term::from_field_text(self.fields.memory, memory.as_str()), IndexRecordOption::Basic);
            if searcher.search(&query, &Count)? == 0 {
                missing.push(memory);
            }
        }
        Ok(missing)
    }

    /// Whether documents that were removed are still on disk.
    pub fn has_removed_documents(&self) -> bool {
        self.reader.searcher().segment_readers().iter().any(|segment| segment.num_deleted_docs() > 0)
    }

    /// How many documents there are.
    pub fn documents(&self) -> u64 {
        self.reader.searcher().num_docs()
    }
}

fn read_format(folder: &Path) -> Option<Format> {
    serde_json::from_slice(&fs::read(folder.join(FORMAT_FILE)).ok()?).ok()
}

fn open_existing(folder: &Path) -> Result<Index, IndexError> {
    wrap(tantivy::Index::open_in_dir(folder)?, folder)
}

fn create(folder: &Path) -> Result<Index, IndexError> {
    let failed = |source| IndexError::Folder { path: folder.to_owned(), source };
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => fs::create_dir_all(folder).map_err(failed)?,
    }
    wrap(tantivy::Index::create_in_dir(folder, build().0)?, folder)
}

fn wrap(inner: tantivy::Index, folder: &Path) -> Result<Index, IndexError> {
    // Commits of this process are made visible at once; those of others within half a second.
    let reader = inner.reader_builder().reload_policy(ReloadPolicy::OnCommitWithDelay).try_into()?;
    Ok(Index { inner, reader, fields: build().1, folder: folder.to_owned() })
}
