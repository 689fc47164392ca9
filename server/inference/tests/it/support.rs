//! What the integration tests and the bench share: the real model's folder, and the same weights in full precision.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use candle_core::quantized::gguf_file::Content;
use candle_core::{Device, Tensor};

/// The folder that `make model` makes, or the one in `GIEOK_MODEL_DIR`.
pub fn model_folder() -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.model/multilingual-e5-small");
    let folder = std::env::var_os("GIEOK_MODEL_DIR").map_or_else(default, PathBuf::from);
    let whole = folder.join("model.gguf").exists();
    assert!(whole, "no model.gguf in {}: run `make model`, or point GIEOK_MODEL_DIR to it", folder.display());
    folder
}

/// A temporary folder with the model of `folder` as safetensors, dequantised by Candle's own reader.
pub fn full_precision(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("temp folder");
    for name in ["config.json", "tokenizer.json"] {
        fs::copy(folder.join(name), copy.path().join(name)).expect("copied");
    }
    let mut file = File::open(folder.join("model.gguf")).expect("model.gguf");
    let content = Content::read(&mut file).expect("Candle reads our GGUF");
    let tensors: HashMap<String, Tensor> = content
        .tensor_infos
        .keys()
        .map(|name| {
            let tensor =
                content.tensor(&mut file, name, &Device::Cpu).and_then(|tensor| tensor.dequantize(&Device::Cpu));
            (hugging_face_name(name), tensor.expect("dequantised"))
        })
        .collect();
    candle_core::safetensors::save(&tensors, copy.path().join("model.safetensors")).expect("saved");
    copy
}

/// From llama.cpp's name of a BERT's tensor to Hugging Face's.
fn hugging_face_name(name: &str) -> String {
    let parts = [
        ("token_embd_norm", "embeddings.LayerNorm"),
        ("token_embd", "embeddings.word_embeddings"),
        ("position_embd", "embeddings.position_embeddings"),
        ("token_types", "embeddings.token_type_embeddings"),
        ("blk.", "encoder.layer."),
        ("attn_q", "attention.self.query"),
        ("attn_k", "attention.self.key"),
        ("attn_v", "attention.self.value"),
        ("attn_output_norm", "attention.output.LayerNorm"),
        ("attn_output", "attention.output.dense"),
        ("layer_output_norm", "output.LayerNorm"),
        ("ffn_up", "intermediate.dense"),
        ("ffn_down", "output.dense"),
    ];
    parts.iter().fold(name.to_owned(), |name, (from, to)| name.replace(from, to))
}
