//! What unit tests need of the real model. A missing folder is a failure with its remedy.

use std::path::{Path, PathBuf};

/// The folder that `make model` makes, or the one in `GIEOK_MODEL_DIR`.
pub(crate) fn real_model_folder() -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.model/multilingual-e5-small");
    let folder = std::env::var_os("GIEOK_MODEL_DIR").map_or_else(default, PathBuf::from);
    let whole = folder.join("model.gguf").exists();
    assert!(whole, "no model.gguf in {}: run `make model`, or point GIEOK_MODEL_DIR to it", folder.display());
    folder
}
