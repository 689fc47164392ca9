//! The one place that maps files into memory, and so the one place with `unsafe`.
//!
//! A mapped file must not shrink while it is in use. Model folders are made whole in a temporary place and then renamed
//! (`.setup/model.sh`), so a later set-up replaces the files and never truncates the ones that a process has mapped.

use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use candle_core::{DType, Device};
use candle_nn::VarBuilder;
use memmap2::Mmap;

use crate::LoadError;

/// A whole file as bytes, read by the operating system when touched.
pub(crate) struct Mapped {
    path: PathBuf,
    file: File,
    bytes: Mmap,
}

impl Mapped {
    pub(crate) fn open(path: &Path) -> Result<Self, LoadError> {
        let file = File::open(path).map_err(|error| LoadError::io(path, error))?;
        let bytes = map(path, &file)?;
        Ok(Self { path: path.to_owned(), file, bytes })
    }

    /// The same file in a new mapping, so that pages which only loading needed stop counting as this process's memory.
    pub(crate) fn reopen(self) -> Result<Self, LoadError> {
        let Self { path, file, bytes: old } = self;
        let bytes = map(&path, &file)?;
        if bytes.len() != old.len() {
            return Err(LoadError::malformed(&path, "its length changed while it was loaded"));
        }
        Ok(Self { path, file, bytes })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

#[expect(unsafe_code, reason = "mapping a file is unsafe by nature; the module's head says why these files stay put")]
fn map(path: &Path, file: &File) -> Result<Mmap, LoadError> {
    unsafe { Mmap::map(file) }.map_err(|error| LoadError::io(path, error))
}

/// The tensors of a safetensors file, converted to f32 when they are taken.
#[expect(unsafe_code, reason = "Candle maps the file; the module's head says why these files stay put")]
pub(crate) fn safetensors(path: &Path) -> Result<VarBuilder<'static>, LoadError> {
    File::open(path).map_err(|error| LoadError::io(path, error))?;
    unsafe { VarBuilder::from_mmaped_safetensors(&[path], DType::F32, &Device::Cpu) }
        .map_err(|error| LoadError::malformed(path, &error))
}
