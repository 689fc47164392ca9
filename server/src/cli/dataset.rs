//! Files of memories and questions, one JSON object a line, read as a stream.

use contract::{Kind, Timestamp};
use domain::desks::ImportMemory;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line that is read; a memory has a few KiB at most.
const LINE_MAX_BYTES: u64 = 1024 * 1024;

/// One line of a file.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// A memory.
    Memory(MemoryLine),
    /// A question and the memories that answer it.
    Query(QueryLine),
}

/// A memory as a file gives it.
#[derive(Debug, Deserialize)]
pub struct MemoryLine {
    /// What the file calls it.
    pub id: String,
    subject: String,
    statement: String,
    #[serde(default)]
    kind: Option<Kind>,
    #[serde(default)]
    sensitivity: Option<String>,
    #[serde(default)]
    recorded_at: Option<Timestamp>,
    #[serde(default)]
    source: Vec<String>,
}

/// A question as a file gives it.
#[derive(Debug, Deserialize)]
pub struct QueryLine {
    /// Whose memory is asked.
    pub subject: String,
    /// The question.
    pub query: String,
    /// What the file calls the memories that answer it.
    pub relevant: Vec<String>,
    /// What sort of question it is.
    #[serde(default)]
    pub category: Option<String>,
}

impl MemoryLine {
    /// As the desk takes it. A line that does not say what it is, is a fact.
    pub fn into_import(self) -> ImportMemory {
        ImportMemory {
            subject: self.subject,
            statement: self.statement,
            kind: self.kind.unwrap_or(Kind::Fact),
            sensitivity: self.sensitivity,
            recorded_at: self.recorded_at,
            sources: self.source,
        }
    }
}

/// A line that was read, or why it could not be; never its text.
pub struct Numbered {
    /// Counted from 1.
    pub number: u64,
    /// How many bytes of the file it takes.
    pub bytes: u64,
    /// What it says.
    pub line: Result<Line, String>,
}

/// The next line's size and, unless it is blank, what it says.
struct RawLine {
    bytes: u64,
    line: Option<Result<Line, String>>,
}

/// The lines of a file, blank ones left out.
pub struct Lines {
    reader: BufReader<File>,
    number: u64,
}

impl Lines {
    /// Opens a file; returns its size too.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn open(path: &Path) -> io::Result<(Self, u64)> {
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        Ok((Self { reader: BufReader::new(file), number: 0 }, bytes))
    }

    fn read(&mut self) -> io::Result<Option<RawLine>> {
        let mut text = Vec::new();
        let mut bytes = self.reader.by_ref().take(LINE_MAX_BYTES).read_until(b'\n', &mut text)? as u64;
        if bytes == 0 {
            return Ok(None);
        }
        if bytes == LINE_MAX_BYTES && text.last() != Some(&b'\n') {
            bytes += self.skip_line()?;
            let fault = format!("is longer than {LINE_MAX_BYTES} bytes");
            return Ok(Some(RawLine { bytes, line: Some(Err(fault)) }));
        }
        let is_blank = text.iter().all(u8::is_ascii_whitespace);
        Ok(Some(RawLine { bytes, line: (!is_blank).then(|| parse(&text)) }))
    }

    fn skip_line(&mut self) -> io::Result<u64> {
        self.reader.skip_until(b'\n').map(|bytes| bytes as u64)
    }
}

/// Reads one line. The message gives the place and kind of the fault, without serde's quotes of the text.
fn parse(text: &[u8]) -> Result<Line, String> {
    serde_json::from_slice(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => {
            "is not a memory (type, id, subject, statement) or query (type, subject, query, relevant)".to_owned()
        }
        _ => format!("is not JSON (column {})", error.column()),
    })
}

impl Iterator for Lines {
    type Item = io::Result<Numbered>;

    fn next(&mut self) -> Option<io::Result<Numbered>> {
        loop {
            self.number += 1;
            let number = self.number;
            match self.read().transpose()? {
                Ok(RawLine { line: None, .. }) => {}
                Ok(RawLine { bytes, line: Some(line) }) => return Some(Ok(Numbered { number, bytes, line })),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn good_lines_are_read_and_bad_ones_named_without_their_text() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        let good = r#"{"type":"memory","id":"a","subject":"s","statement":"x","source":["D1:3"]}"#;
        let query = r#"{"type":"query","id":"q","subject":"s","query":"?","relevant":["a"],"category":"c"}"#;
        let long = format!("\"{}\"", "secret".repeat(200_000));
        write!(file, "{good}\n{{\"secret\n{query}\n{{\"type\":\"secret\"}}\n{long}\n{good}").expect("writes");
        let (lines, bytes) = Lines::open(file.path()).expect("opens");
        let read: Vec<Numbered> = lines.map(|line| line.expect("reads")).collect();
        let good: Vec<u64> = read.iter().filter(|line| line.line.is_ok()).map(|line| line.number).collect();
        assert_eq!(good, [1, 3, 6]);
        assert_eq!(read.iter().map(|line| line.bytes).sum::<u64>(), bytes);
        assert!(read.iter().filter_map(|line| line.line.as_ref().err()).all(|message| !message.contains("secret")));
    }
}
