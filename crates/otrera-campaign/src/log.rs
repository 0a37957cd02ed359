//! Lines of text that are only ever appended to a file, each with a checksum over itself and all before it.
//!
//! ```text
//! WORDS #0123456789abcdef
//! ```
//!
//! Whoever is killed while writing leaves a last line without its end, which does not count. Anything else
//! that is not as it was written is refused, with the number of the line.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::error::CampaignError;

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// How far a log goes: its lines, and the checksum of them all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extent {
    pub lines: u64,
    pub chain: String,
}

impl Extent {
    /// The next line with its checksum, of which the extent then is.
    fn add(&mut self, text: &str) -> String {
        let digest = Sha256::new().chain_update(&self.chain).chain_update(text).finalize();
        self.chain = digest.iter().take(DIGITS / 2).map(|byte| format!("{byte:02x}")).collect();
        self.lines += 1;
        format!("{text} #{}\n", self.chain)
    }
}

/// A log that was read.
#[derive(Debug)]
pub(crate) struct ReadLog {
    pub extent: Extent,
    /// Bytes that count.
    bytes: u64,
    /// Bytes of a last line that was never finished.
    pub unfinished: u64,
}

/// Reads a log, line by line with their numbers, from 1.
pub(crate) fn read(
    path: &Path,
    mut each: impl FnMut(&Extent, &str) -> Result<(), String>,
) -> Result<ReadLog, CampaignError> {
    let io = |error| CampaignError::io(path, error);
    if !fs::metadata(path).map_err(io)?.is_file() {
        return Err(io(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
    }
    let mut from = BufReader::new(File::open(path).map_err(io)?);
    let mut log = ReadLog { extent: Extent::default(), bytes: 0, unfinished: 0 };
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = from.read_until(b'\n', &mut line).map_err(io)? as u64;
        if length == 0 {
            return Ok(log);
        }
        if line.last() != Some(&b'\n') {
            log.unfinished = length;
            return Ok(log);
        }
        let number = log.extent.lines + 1;
        let damaged = |what: &str| CampaignError::damaged(path, number, what);
        let text = std::str::from_utf8(&line).map_err(|_| damaged("not UTF-8"))?;
        let (text, _) = text.rsplit_once(" #").ok_or_else(|| damaged("checksum missing"))?;
        if log.extent.add(text).as_bytes() != line {
            return Err(damaged("checksum mismatch"));
        }
        log.bytes += length;
        each(&log.extent, text).map_err(|what| damaged(&what))?;
    }
}

/// A log that is written to.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    extent: Extent,
}

impl Log {
    /// Begins a log, which must not be there.
    pub fn create(path: &Path) -> Result<Log, CampaignError> {
        let io = |error| CampaignError::io(path, error);
        let file = File::options().write(true).create_new(true).open(path).map_err(io)?;
        Ok(Log { path: path.into(), file, extent: Extent::default() })
    }

    /// Continues a log that was read. What was never finished is removed.
    pub fn resume(path: &Path, read: &ReadLog) -> Result<Log, CampaignError> {
        let io = |error| CampaignError::io(path, error);
        let mut file = File::options().write(true).open(path).map_err(io)?;
        file.set_len(read.bytes).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Log { path: path.into(), file, extent: read.extent.clone() })
    }

    /// Appends a line; a process that is killed from now on has not lost it.
    pub fn append(&mut self, text: &str) -> Result<(), CampaignError> {
        debug_assert!(!text.contains('\n'));
        let mut extent = self.extent.clone();
        let line = extent.add(text);
        let began = self.file.stream_position();
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            // A part of a line would be in the way of the next. If it cannot be removed, the next error says so.
            if let Ok(began) = began {
                let _ = self.file.set_len(began);
                let _ = self.file.seek(SeekFrom::Start(began));
            }
            return Err(CampaignError::io(&self.path, error));
        }
        self.extent = extent;
        Ok(())
    }

    /// How many lines it has.
    pub fn lines(&self) -> u64 {
        self.extent.lines
    }

    /// Brings all lines to the disk; a machine that is switched off from now on has not lost them.
    pub fn sync(&mut self) -> Result<&Extent, CampaignError> {
        self.file.sync_data().map_err(|error| CampaignError::io(&self.path, error))?;
        Ok(&self.extent)
    }
}

/// Writes a file beside its name and renames it: whoever is killed meanwhile leaves it as it was. Whether it is
/// on the disk then is up to what writes it.
pub(crate) fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".part");
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary).and_then(|mut file| {
        content(&mut file)?;
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        // Only tidiness: the next one is written over it.
        let _ = fs::remove_file(&temporary);
    }
    written
}
