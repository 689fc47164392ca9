//! Turns text into vectors on this machine: a BERT encoder run by Candle, with its tokenizer, behind its own thread.
//!
//! A model is a folder with `config.json`, `tokenizer.json` and either `model.gguf` (4-bit matrices, what `make model`
//! makes) or `model.safetensors` (any BERT or XLM-RoBERTa in full precision). [`Model`] loads one and computes;
//! [`Worker`] puts it behind a bounded queue for async callers.
//!
//! Kept true here: nothing that a file or a text holds makes this crate panic; texts are never logged and never part of
//! an error; control tokens cannot be reached from text. The crate knows nothing of the service around it.

mod batch;
mod config;
mod encoder;
mod error;
mod gguf;
mod identity;
mod mapped;
mod model;
#[cfg(test)]
mod testing;
mod tokenizer;
mod worker;

pub use error::{EmbedError, LoadError};
pub use model::{Model, Role};
pub use worker::Worker;
