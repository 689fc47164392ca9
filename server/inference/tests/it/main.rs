//! The crate from outside, on the real model. A missing model folder is a failure with its remedy, never a skipped test.

mod embedding;
mod loading;
mod support;
mod worker;

use std::sync::OnceLock;

use inference::{Model, Role};

/// The real model, loaded once for all tests that only compute.
fn model() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| Model::load(&support::model_folder()).expect("the real model loads"))
}

fn embed(model: &Model, role: Role, texts: &[&str]) -> Vec<Vec<f32>> {
    model.embed(role, texts).expect("embeds")
}

/// Vectors have length 1, so the dot product is the cosine.
fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}
