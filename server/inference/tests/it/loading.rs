//! Folders that are whole, and every way they are not.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use candle_core::{Device, Tensor};
use inference::{LoadError, Model, Role};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{embed, support};

/// A copy of the real folder that a test may spoil; the weights are linked, not copied.
fn copy() -> TempDir {
    let folder = support::model_folder();
    let copy = tempfile::tempdir().expect("temp folder");
    for name in ["config.json", "tokenizer.json"] {
        fs::copy(folder.join(name), copy.path().join(name)).expect("copied");
    }
    let weights = fs::canonicalize(folder.join("model.gguf")).expect("model.gguf");
    std::os::unix::fs::symlink(weights, copy.path().join("model.gguf")).expect("linked");
    copy
}

fn refusal(folder: &Path) -> LoadError {
    Model::load(folder).err().expect("must be refused")
}

fn assert_names(error: &LoadError, file: &str) {
    let text = error.to_string();
    assert!(text.contains(file) && text.contains("make model") && text.contains("GIEOK_MODEL_DIR"), "{text}");
}

fn change_config(folder: &Path, change: impl FnOnce(&mut Value)) {
    let path = folder.join("config.json");
    let mut config = serde_json::from_slice(&fs::read(&path).expect("readable")).expect("JSON");
    change(&mut config);
    fs::write(path, config.to_string()).expect("written");
}

#[test]
fn the_id_is_stable_and_names_the_model() {
    let folder = support::model_folder();
    let (first, second) = (Model::load(&folder).expect("loads"), Model::load(&folder).expect("loads"));
    assert_eq!(first.id(), second.id());
    assert!(first.id().contains('@'), "{}", first.id());
}

#[test]
fn each_missing_file_is_named() {
    for file in ["config.json", "tokenizer.json", "model.gguf"] {
        let folder = copy();
        fs::remove_file(folder.path().join(file)).expect("removed");
        let error = refusal(folder.path());
        assert!(matches!(error, LoadError::Missing { .. }), "{error}");
        assert_names(&error, file);
    }
}

#[test]
fn truncated_weights_are_refused() {
    let whole = fs::read(support::model_folder().join("model.gguf")).expect("readable");
    let folder = copy();
    let path = folder.path().join("model.gguf");
    for length in [0, 3, 100, 10_000, whole.len() / 2, whole.len() - 100] {
        fs::remove_file(&path).expect("removed");
        fs::write(&path, &whole[..length]).expect("written");
        let error = refusal(folder.path());
        assert!(matches!(error, LoadError::Malformed { .. }), "{length}: {error}");
        assert_names(&error, "model.gguf");
    }
}

#[test]
fn a_truncated_tokenizer_or_configuration_is_refused() {
    for file in ["config.json", "tokenizer.json"] {
        let folder = copy();
        let path = folder.path().join(file);
        let whole = fs::read(&path).expect("readable");
        fs::write(&path, &whole[..whole.len() / 2]).expect("written");
        let error = refusal(folder.path());
        assert!(matches!(error, LoadError::Malformed { .. }), "{error}");
        assert_names(&error, file);
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let wrong = [
        ("hidden_size", json!(768)),
        ("hidden_size", json!(0)),
        ("num_attention_heads", json!(7)),
        ("num_attention_heads", json!(0)),
        ("num_hidden_layers", json!(13)),
        ("intermediate_size", json!(1024)),
        ("vocab_size", json!(250_000)),
        ("max_position_embeddings", json!(1024)),
        ("model_type", json!("xlm-roberta")),
        ("hidden_act", json!("relu")),
    ];
    for (key, value) in wrong {
        let folder = copy();
        change_config(folder.path(), |config| config[key] = value.clone());
        let error = refusal(folder.path());
        assert!(matches!(error, LoadError::Unsupported { .. }), "{key} = {value}: {error}");
    }
}

/// A tiny XLM-RoBERTa in full precision, its tokenizer of a kind that only the `tokenizers` crate reads.
fn tiny_xlm_roberta() -> TempDir {
    const HIDDEN: usize = 8;
    let folder = tempfile::tempdir().expect("temp folder");
    let config = json!({
        "model_type": "xlm-roberta", "hidden_act": "gelu", "hidden_size": HIDDEN, "intermediate_size": 16,
        "layer_norm_eps": 1e-5, "max_position_embeddings": 18, "num_attention_heads": 2, "num_hidden_layers": 1,
        "pad_token_id": 1, "type_vocab_size": 1, "vocab_size": 8, "attention_probs_dropout_prob": 0.1,
        "hidden_dropout_prob": 0.1, "position_embedding_type": "absolute"
    });
    let tokenizer = json!({
        "version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordLevel", "unk_token": "<unk>",
                  "vocab": {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "query:": 4, "sea": 5, "hill": 6}}
    });
    fs::write(folder.path().join("config.json"), config.to_string()).expect("written");
    fs::write(folder.path().join("tokenizer.json"), tokenizer.to_string()).expect("written");
    let mut tensors = HashMap::new();
    let mut add = |name: &str, shape: &[usize]| {
        let tensor = Tensor::rand(-1.0_f32, 1.0, shape, &Device::Cpu).expect("tensor");
        tensors.insert(format!("roberta.{name}"), tensor);
    };
    for (name, rows) in [("word", 8), ("position", 18), ("token_type", 1)] {
        add(&format!("embeddings.{name}_embeddings.weight"), &[rows, HIDDEN]);
    }
    let layer = "encoder.layer.0";
    for (name, rows, columns) in [
        ("attention.self.query", HIDDEN, HIDDEN),
        ("attention.self.key", HIDDEN, HIDDEN),
        ("attention.self.value", HIDDEN, HIDDEN),
        ("attention.output.dense", HIDDEN, HIDDEN),
        ("intermediate.dense", 16, HIDDEN),
        ("output.dense", HIDDEN, 16),
    ] {
        add(&format!("{layer}.{name}.weight"), &[rows, columns]);
        add(&format!("{layer}.{name}.bias"), &[rows]);
    }
    for name in ["embeddings", &format!("{layer}.attention.output"), &format!("{layer}.output")] {
        add(&format!("{name}.LayerNorm.weight"), &[HIDDEN]);
        add(&format!("{name}.LayerNorm.bias"), &[HIDDEN]);
    }
    candle_core::safetensors::save(&tensors, folder.path().join("model.safetensors")).expect("saved");
    folder
}

#[test]
fn an_xlm_roberta_in_full_precision_works_up_to_its_last_position() {
    let folder = tiny_xlm_roberta();
    let model = Model::load(folder.path()).expect("loads");
    let texts = ["sea", "hill", &"sea hill ".repeat(20)];
    let vectors = embed(&model, Role::Query, &texts);
    assert_eq!((vectors.len(), model.dimensions()), (3, 8));
    assert_ne!(vectors[0], vectors[1]);
}

#[test]
fn damaged_full_precision_weights_are_refused() {
    let folder = tiny_xlm_roberta();
    let path = folder.path().join("model.safetensors");
    let whole = fs::read(&path).expect("readable");
    fs::write(&path, &whole[..whole.len() - 10]).expect("written");
    assert!(matches!(refusal(folder.path()), LoadError::Malformed { .. }));
    fs::write(&path, &whole).expect("written");
    change_config(folder.path(), |config| config["hidden_size"] = json!(16));
    assert!(matches!(refusal(folder.path()), LoadError::Unsupported { .. }));
}
