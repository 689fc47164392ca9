//! The fields of a document.

use tantivy::schema::{
    BytesOptions, FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

/// Raised when documents are built differently: an index of another version is built anew from the store.
pub(super) const SCHEMA_VERSION: u32 = 3;

/// The name of the field for the start of validity.
pub(super) const VALID_FROM: &str = "valid_from";
/// The name of the field for its end.
pub(super) const VALID_TO: &str = "valid_to";

/// The fields of the index.
#[derive(Clone)]
pub(super) struct Fields {
    /// The memory's id: deletes, and the answer.
    pub memory: Field,
    /// The owner's key.
    pub owner: Field,
    /// The scope.
    pub scope: Field,
    /// True from then on, in epoch microseconds.
    pub valid_from: Field,
    /// True until then; the greatest number if open.
    pub valid_to: Field,
    /// Stems, routed by owner.
    pub stems: Field,
    /// Hangul bigrams, routed by owner.
    pub bigrams: Field,
    /// The embedding: its model's tag, then half-precision floats, little endian.
    pub vector: Field,
}

/// The schema and its fields.
pub(super) fn build() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    // Words come already cut; frequencies are needed, positions are not.
    let words = || {
        TextOptions::default().set_indexing_options(
            TextFieldIndexing::default().set_tokenizer("raw").set_index_option(IndexRecordOption::WithFreqs),
        )
    };
    let fields = Fields {
        memory: builder.add_text_field("memory", STRING | STORED),
        owner: builder.add_text_field("owner", STRING),
        scope: builder.add_text_field("scope", STRING),
        valid_from: builder.add_i64_field(VALID_FROM, FAST),
        valid_to: builder.add_i64_field(VALID_TO, FAST),
        stems: builder.add_text_field("stems", words()),
        bigrams: builder.add_text_field("bigrams", words()),
        vector: builder.add_bytes_field("vector", BytesOptions::from(FAST)),
    };
    (builder.build(), fields)
}
