//! Texts that are kept whole: gzip, with a last line that counts the others and has their SHA-256.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use crate::error::CampaignError;

/// No text that is longer than this is unpacked.
const LONGEST: u64 = 1 << 30;

/// The bytes of a file with these lines. The same lines are always the same bytes.
pub(crate) fn pack(lines: &[String]) -> Vec<u8> {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&last_line(lines.len(), &text));
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let done = packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
    done.expect("memory takes what is written to it")
}

/// The lines of a file, the last apart, which must be right.
pub(crate) fn unpack(path: &Path) -> Result<Vec<String>, CampaignError> {
    let io = |error| CampaignError::io(path, error);
    let found = fs::metadata(path).map_err(io)?;
    if !found.is_file() {
        return Err(io(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
    }
    let file = BufReader::new(File::open(path).map_err(io)?);
    let mut packed = GzDecoder::new(file);
    if packed.header().is_none() {
        return Err(CampaignError::Foreign(path.into()));
    }
    let mut text = Vec::new();
    let cut = |_| CampaignError::Cut(path.into());
    packed.by_ref().take(LONGEST + 1).read_to_end(&mut text).map_err(cut)?;
    let whole = text.len() as u64 <= LONGEST;
    let at_the_end = packed.into_inner().fill_buf().is_ok_and(<[u8]>::is_empty);
    let text = String::from_utf8(text).ok().filter(|_| whole && at_the_end);
    let text = text.ok_or_else(|| CampaignError::Foreign(path.into()))?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.pop().unwrap_or_default();
    let before = text.len().saturating_sub(last.len() + 1);
    if last_line(lines.len(), &text[..before]) != format!("{last}\n") || !text.ends_with('\n') {
        let line = lines.len() as u64 + 1;
        return Err(CampaignError::damaged(path, line, "the count or the checksum is wrong"));
    }
    Ok(lines)
}

fn last_line(count: usize, text: &str) -> String {
    format!("end {count} {}\n", hex(&Sha256::digest(text)))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
