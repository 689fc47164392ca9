//! Changes to the index: one writer a folder, many changes a commit.

use super::Owner;
use super::analysis::{Words, analyse};
use super::folder::{Index, IndexError};
use super::lease::Apply;
use super::schema::Fields;
use super::vectors::to_stored;
use crate::kernel::Embedding;
use contract::{MemoryId, Scope, Timestamp, Validity};
use tantivy::schema::document::TantivyDocument;
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{IndexWriter, Term};

/// Memory that the writer fills before it writes a segment. Tantivy asks for 15 MB at least.
const BUFFER_BYTES: usize = 20_000_000;

/// A memory as the index holds it.
pub struct Document {
    /// The memory.
    pub memory: MemoryId,
    /// Whose.
    pub owner: Owner,
    /// Where it is in use.
    pub scope: Scope,
    /// When it is true.
    pub validity: Validity,
    /// What it says.
    pub text: String,
    /// Its embedding.
    pub vector: Embedding,
}

/// One change.
pub enum Change {
    /// Puts a document in, in place of any older one of the same memory.
    Put(Document),
    /// Takes a memory's document out.
    Remove(MemoryId),
}

/// The holder of the writer's place.
pub(super) struct Writer {
    index: Index,
    inner: IndexWriter,
}

impl Writer {
    pub(super) fn open(index: &Index) -> Result<Self, IndexError> {
        Ok(Self { index: index.clone(), inner: index.inner.writer_with_num_threads(1, BUFFER_BYTES)? })
    }
}

impl Apply for Writer {
    fn apply(&mut self, changes: &[Change]) -> Result<(), IndexError> {
        if let Err(error) = self.stage(changes) {
            self.inner.rollback()?;
            return Err(error);
        }
        if let Err(error) = self.inner.commit() {
            // Tantivy may have written the new list of segments before it failed.
            self.inner.rollback().map_err(IndexError::Uncertain)?;
            return Err(IndexError::Uncertain(error));
        }
        if let Err(error) = self.index.reload() {
            tracing::warn!(error = &error as &dyn std::error::Error, "a change of the index is seen a moment later");
        }
        Ok(())
    }

    /// Tantivy only marks documents as removed. Merging a segment, even one alone, writes it anew without them.
    fn purge(&mut self) -> Result<bool, IndexError> {
        // The metas keep their files from being collected, so that only ids are kept.
        let ids: Vec<_> = {
            let metas = self.index.inner.searchable_segment_metas()?;
            metas.iter().filter(|meta| meta.num_deleted_docs() > 0).map(tantivy::index::SegmentMeta::id).collect()
        };
        for id in &ids {
            drop(self.inner.merge(&[*id]).wait()?);
        }
        self.index.reload()?;
        self.inner.garbage_collect_files().wait()?;
        Ok(!ids.is_empty())
    }
}

impl Writer {
    fn stage(&mut self, changes: &[Change]) -> Result<(), IndexError> {
        let fields = &self.index.fields;
        for change in changes {
            let (Change::Put(Document { memory, .. }) | Change::Remove(memory)) = change;
            self.inner.delete_term(Term::from_field_text(fields.memory, memory.as_str()));
            if let Change::Put(document) = change {
                self.inner.add_document(build(fields, document))?;
            }
        }
        Ok(())
    }
}

fn build(fields: &Fields, document: &Document) -> TantivyDocument {
    let Words { stems, bigrams } = analyse(&document.text);
    let mut built = TantivyDocument::new();
    built.add_text(fields.memory, document.memory.as_str());
    built.add_text(fields.owner, &document.owner.key);
    built.add_text(fields.scope, document.scope.to_string());
    built.add_i64(fields.valid_from, document.validity.from.micros());
    built.add_i64(fields.valid_to, document.validity.to.map_or(i64::MAX, Timestamp::micros));
    built.add_pre_tokenized_text(fields.stems, routed(&document.owner, &stems));
    built.add_pre_tokenized_text(fields.bigrams, routed(&document.owner, &bigrams));
    built.add_bytes(fields.vector, &to_stored(&document.vector));
    built
}

fn routed(owner: &Owner, words: &[String]) -> PreTokenizedString {
    let token = |(position, word): (usize, &String)| Token { position, text: owner.routed(word), ..Token::default() };
    PreTokenizedString { text: String::new(), tokens: words.iter().enumerate().map(token).collect() }
}
