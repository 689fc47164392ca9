//! The stable id of a model, stored beside each vector: two models with one id must give the same vectors.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::LoadError;

/// Files are sampled at this many evenly spaced places, start and end included. Retraining changes every matrix, and
/// converting to another precision changes the length, so samples tell models apart without reading all the bytes.
const SAMPLES: u64 = 256;
const SAMPLE_BYTES: u64 = 4096;

/// `NAME@HASH`, where HASH (12 hexadecimal digits) is taken over the lengths and samples of `files`.
///
/// Reads rather than maps, so that the samples do not stay in memory.
pub(crate) fn model_id(name: &str, files: &[&Path]) -> Result<String, LoadError> {
    let mut hash = Sha256::new();
    for path in files {
        sample(path, &mut hash).map_err(|error| LoadError::io(path, error))?;
    }
    let mut id = format!("{name}@");
    for byte in &hash.finalize()[..6] {
        let _ = write!(id, "{byte:02x}");
    }
    Ok(id)
}

fn sample(path: &Path, hash: &mut Sha256) -> std::io::Result<()> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    hash.update(length.to_le_bytes());
    let last = length.saturating_sub(SAMPLE_BYTES);
    let mut block = Vec::new();
    for index in 0..SAMPLES {
        file.seek(SeekFrom::Start(last / (SAMPLES - 1) * index + last % (SAMPLES - 1) * index / (SAMPLES - 1)))?;
        block.clear();
        file.by_ref().take(SAMPLE_BYTES).read_to_end(&mut block)?;
        hash.update(&block);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_of(content: &[u8]) -> String {
        let folder = tempfile::tempdir().expect("temp folder");
        let path = folder.path().join("weights");
        std::fs::write(&path, content).expect("write");
        model_id("m", &[&path]).expect("id")
    }

    #[test]
    fn the_same_bytes_have_the_same_id_and_other_bytes_another() {
        let weights = vec![7_u8; 3_000_000];
        assert_eq!(id_of(&weights), id_of(&weights));
        let mut last_byte_differs = weights.clone();
        last_byte_differs[2_999_999] = 8;
        assert_ne!(id_of(&weights), id_of(&last_byte_differs));
        assert_ne!(id_of(&weights), id_of(&weights[..2_999_999]));
    }

    #[test]
    fn tiny_and_empty_files_have_ids_too() {
        assert_ne!(id_of(b""), id_of(b"x"));
    }
}
