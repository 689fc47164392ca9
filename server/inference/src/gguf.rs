//! Reads the directory of a GGUF file and hands out tensors as f32.
//!
//! Format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>, versions 2 and 3, little endian. Every offset and
//! size is checked against the file's length before a tensor is handed out. Only the two types that a model folder of
//! ours contains are known: F32 and `Q4_0`.

use std::collections::HashMap;
use std::ops::Range;

use half::f16;

const DEFAULT_ALIGNMENT: u64 = 32;
/// Values of a `Q4_0` block, and its bytes: an f16 scale, then 16 bytes with two values each.
const BLOCK: usize = 32;
const BLOCK_BYTES: usize = 18;

/// How a tensor's values are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    F32,
    Q4,
}

/// Where one tensor lies in the file, and its dimensions, outermost first.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    kind: Kind,
    dimensions: Vec<usize>,
    range: Range<usize>,
}

/// The tensors of a file by name.
#[derive(Debug)]
pub(crate) struct Directory(HashMap<String, Entry>);

impl Directory {
    /// Reads the head of `file`. The error says what is wrong with it.
    pub(crate) fn read(file: &[u8]) -> Result<Self, String> {
        let mut head = Head { file, at: 0 };
        if head.take(4)? != b"GGUF" {
            return Err("it is not a GGUF file".to_owned());
        }
        let version = head.u32()?;
        if !(2..=3).contains(&version) {
            return Err(format!("GGUF version {version} is unknown"));
        }
        let tensors = head.u64()?;
        let entries = head.u64()?;
        let mut alignment = DEFAULT_ALIGNMENT;
        for _ in 0..entries {
            let key = head.string()?;
            let value = head.value()?;
            if key == "general.alignment" {
                alignment =
                    value.filter(|value| value.is_power_of_two()).ok_or("its alignment is not a power of two")?;
            }
        }
        // Not reserved ahead: the count comes from the file, and a lie must not allocate.
        let mut infos = Vec::new();
        for _ in 0..tensors {
            infos.push(head.tensor()?);
        }
        let data = (head.at as u64).checked_next_multiple_of(alignment).ok_or("its alignment is absurd")?;
        infos.into_iter().map(|info| info.locate(data, file.len())).collect::<Result<_, _>>().map(Self)
    }

    /// The tensor `name`, which must have these dimensions, outermost first.
    pub(crate) fn get(&self, name: &str, dimensions: &[usize]) -> Result<&Entry, String> {
        let entry = self.0.get(name).ok_or_else(|| format!("it has no tensor {name}"))?;
        if entry.dimensions == dimensions {
            Ok(entry)
        } else {
            Err(format!("{name} is {:?}, but config.json asks for {dimensions:?}", entry.dimensions))
        }
    }
}

impl Entry {
    /// Appends all values as f32.
    pub(crate) fn values(&self, file: &[u8], out: &mut Vec<f32>) {
        self.kind.decode(file.get(self.range.clone()).unwrap_or_default(), out);
    }

    /// Appends row `index` as f32; false if there is no such row.
    pub(crate) fn row(&self, file: &[u8], index: usize, out: &mut Vec<f32>) -> bool {
        let rows = self.dimensions.first().copied().unwrap_or(1);
        if index >= rows {
            return false;
        }
        let bytes = self.range.len() / rows;
        let start = self.range.start + index * bytes;
        let row = file.get(start..start + bytes);
        row.is_some_and(|row| {
            self.kind.decode(row, out);
            true
        })
    }
}

impl Kind {
    fn from_number(number: u32) -> Result<Self, String> {
        match number {
            0 => Ok(Self::F32),
            2 => Ok(Self::Q4),
            other => Err(format!("tensor type {other} is unknown (F32 and Q4_0 are known)")),
        }
    }

    /// Bytes of a tensor; rows of 4-bit values must fill whole blocks.
    fn size(self, dimensions: &[usize]) -> Option<usize> {
        let values = dimensions.iter().try_fold(1_usize, |product, dimension| product.checked_mul(*dimension))?;
        match self {
            Self::F32 => values.checked_mul(4),
            Self::Q4 => dimensions
                .last()
                .is_some_and(|row| row.is_multiple_of(BLOCK))
                .then(|| (values / BLOCK).checked_mul(BLOCK_BYTES))
                .flatten(),
        }
    }

    fn decode(self, bytes: &[u8], out: &mut Vec<f32>) {
        match self {
            Self::F32 => out.extend(bytes.as_chunks().0.iter().map(|value| f32::from_le_bytes(*value))),
            Self::Q4 => bytes.as_chunks().0.iter().for_each(|block| decode_block(block, out)),
        }
    }
}

/// `value = (nibble - 8) × scale`; the low nibbles are the first half of a block, the high ones the second.
fn decode_block(block: &[u8; BLOCK_BYTES], out: &mut Vec<f32>) {
    let scale = f16::from_le_bytes([block[0], block[1]]).to_f32();
    let value = |nibble: u8| (f32::from(nibble) - 8.0) * scale;
    out.extend(block[2..].iter().map(|byte| value(byte & 15)));
    out.extend(block[2..].iter().map(|byte| value(byte >> 4)));
}

struct Info {
    name: String,
    kind: Kind,
    dimensions: Vec<usize>,
    offset: u64,
}

impl Info {
    fn locate(self, data: u64, length: usize) -> Result<(String, Entry), String> {
        let range = || {
            let size = self.kind.size(&self.dimensions)?;
            let start = usize::try_from(data.checked_add(self.offset)?).ok()?;
            let end = start.checked_add(size)?;
            (end <= length).then_some(start..end)
        };
        let range = range().ok_or_else(|| format!("it is too short: {} lies beyond its end", self.name))?;
        Ok((self.name, Entry { kind: self.kind, dimensions: self.dimensions, range }))
    }
}

/// A cursor over the head of the file.
struct Head<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Head<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(length);
        let bytes = end.and_then(|end| self.file.get(self.at..end)).ok_or("it ends in the middle of its head")?;
        self.at += length;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    fn u64(&mut self) -> Result<u64, String> {
        let bytes = self.take(8)?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    fn length(&mut self) -> Result<usize, String> {
        usize::try_from(self.u64()?).map_err(|_| "a length in its head is absurd".to_owned())
    }

    fn string(&mut self) -> Result<String, String> {
        let length = self.length()?;
        let bytes = self.take(length)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| "a name in its head is not UTF-8".to_owned())
    }

    /// Skips one metadata value; returns it if it is an unsigned 32-bit integer.
    fn value(&mut self) -> Result<Option<u64>, String> {
        let kind = self.u32()?;
        match kind {
            4 => self.u32().map(|value| Some(u64::from(value))),
            9 => self.array().map(|()| None),
            kind => self.scalar(kind).map(|()| None),
        }
    }

    fn scalar(&mut self, kind: u32) -> Result<(), String> {
        let length = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            8 => self.length()?,
            10..=12 => 8,
            other => return Err(format!("metadata type {other} is unknown")),
        };
        self.take(length).map(|_| ())
    }

    fn array(&mut self) -> Result<(), String> {
        let kind = self.u32()?;
        let length = self.u64()?;
        for _ in 0..length {
            self.scalar(kind)?;
        }
        Ok(())
    }

    fn tensor(&mut self) -> Result<Info, String> {
        let name = self.string()?;
        let rank = self.u32()?;
        if rank > 4 {
            return Err(format!("{name} has {rank} dimensions"));
        }
        let mut dimensions = (0..rank).map(|_| self.length()).collect::<Result<Vec<_>, _>>()?;
        // GGUF writes the innermost dimension first.
        dimensions.reverse();
        let kind = Kind::from_number(self.u32()?)?;
        Ok(Info { name, kind, dimensions, offset: self.u64()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Vec<u8> {
        [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
    }

    /// One tensor "t" of 2 × 32 values in `Q4_0`, after one metadata entry.
    fn small_file(alignment: u32) -> Vec<u8> {
        let mut file = b"GGUF\x03\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0".to_vec();
        file.extend(string("general.alignment"));
        file.extend([4_u32.to_le_bytes(), alignment.to_le_bytes()].concat());
        file.extend(string("t"));
        file.extend(2_u32.to_le_bytes());
        file.extend([32_u64.to_le_bytes(), 2_u64.to_le_bytes()].concat());
        file.extend(2_u32.to_le_bytes());
        file.extend(0_u64.to_le_bytes());
        file.resize(file.len().next_multiple_of(32), 0);
        for first in [0x80_u8, 0x19] {
            file.extend(f16::from_f32(0.5).to_le_bytes());
            file.extend([&[first][..], &[0x88; 15]].concat());
        }
        file
    }

    #[test]
    fn rows_decode_to_their_values() {
        let file = small_file(32);
        let directory = Directory::read(&file).expect("readable");
        let entry = directory.get("t", &[2, 32]).expect("there");
        let mut row = Vec::new();
        assert!(entry.row(&file, 1, &mut row));
        assert_eq!((row.len(), row[0].to_bits(), row[16].to_bits()), (32, 0.5_f32.to_bits(), (-3.5_f32).to_bits()));
        assert!(!entry.row(&file, 2, &mut row));
        let mut all = Vec::new();
        entry.values(&file, &mut all);
        assert_eq!(all[32..], row);
    }

    #[test]
    fn every_truncation_is_an_error_and_none_panics() {
        let file = small_file(32);
        for length in 0..file.len() {
            assert!(Directory::read(&file[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn every_damaged_byte_is_survived() {
        let file = small_file(32);
        for at in 0..file.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = file.clone();
                damaged[at] = value;
                let _ = Directory::read(&damaged);
            }
        }
    }

    #[test]
    fn an_alignment_of_zero_and_wrong_dimensions_are_refused() {
        assert!(Directory::read(&small_file(0)).is_err());
        let file = small_file(32);
        let directory = Directory::read(&file).expect("readable");
        let error = directory.get("t", &[32, 2]).expect_err("wrong dimensions");
        assert!(error.contains("[2, 32]"), "{error}");
        assert!(directory.get("u", &[2, 32]).is_err());
    }
}
