//! The file of kept areas: batches of entries, one behind the other, each with a checksum.
//!
//! ```text
//! "otrera-areas 2" and a newline
//! for each batch: 4 bytes, how many follow before the checksum · the entries · 8 bytes of BLAKE3 over
//! the length and the entries
//! ```
//!
//! Batches are appended whole. A writer that is killed leaves a part of one at the end, which the next
//! one overwrites; anything else that does not fit is damage.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::KeptError;
use super::entry::{Picture, decode, encode};
use otrera_cgt::TempoBounds;

const MAGIC: &[u8] = b"otrera-areas 2\n";

/// Bytes of the length and of the checksum of a batch.
const LENGTH: usize = 4;
const CHECKSUM: usize = 8;

/// A batch is no longer than this.
const LONGEST: usize = 1 << 24;

/// A file that one program has open at a time.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
    /// Where the next batch begins.
    end: u64,
}

impl Log {
    /// Opens a file or makes it, and reads all that is in it.
    pub fn open(
        path: &Path,
        mut each: impl FnMut(Picture, TempoBounds) -> Result<(), KeptError>,
    ) -> Result<Log, KeptError> {
        let unusable = |error: io::Error| KeptError::Unusable { path: path.into(), error };
        let found = path.metadata();
        if found.as_ref().is_ok_and(|found| !found.is_file()) {
            return Err(KeptError::NotAFile(path.into()));
        }
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(KeptError::InUse(path.into())),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let mut log = Log { file: file.try_clone().map_err(unusable)?, end: MAGIC.len() as u64 };
        if file.metadata().map_err(unusable)?.len() == 0 {
            if let Err(error) = file.write_all(MAGIC) {
                // Half a file would be in the way of the next try. What cannot be removed says so then.
                if found.is_err() {
                    let _ = std::fs::remove_file(path);
                }
                return Err(unusable(error));
            }
            return Ok(log);
        }
        let mut from = io::BufReader::new(file);
        if read_most(&mut from, MAGIC.len()).map_err(unusable)? != MAGIC {
            return Err(KeptError::Foreign(path.into()));
        }
        while let Some(batch) = log.next_batch(&mut from, path)? {
            let mut rest = &batch[LENGTH..];
            while !rest.is_empty() {
                let entry = decode(&mut rest);
                let (picture, bounds) = entry.ok_or_else(|| KeptError::Damaged(path.into()))?;
                each(picture, bounds)?;
            }
        }
        Ok(log)
    }

    /// Reads the next batch, with its length; none at the end, or if it was never finished.
    fn next_batch(
        &mut self,
        from: &mut impl Read,
        path: &Path,
    ) -> Result<Option<Vec<u8>>, KeptError> {
        let unusable = |error: io::Error| KeptError::Unusable { path: path.into(), error };
        let mut batch = read_most(from, LENGTH).map_err(unusable)?;
        let Ok(length) = <[u8; LENGTH]>::try_from(&batch[..]) else { return Ok(None) };
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Err(KeptError::Damaged(path.into()));
        }
        batch.extend(read_most(from, length).map_err(unusable)?);
        let sum = read_most(from, CHECKSUM).map_err(unusable)?;
        if sum.len() < CHECKSUM {
            return Ok(None);
        }
        if sum != checksum(&batch) {
            return Err(KeptError::Damaged(path.into()));
        }
        self.end += (batch.len() + CHECKSUM) as u64;
        Ok(Some(batch))
    }

    /// Appends a batch. If that fails, the file is as it was, or ends in a part of a batch.
    pub fn append<'a>(
        &mut self,
        entries: impl Iterator<Item = (&'a Picture, &'a TempoBounds)>,
    ) -> io::Result<()> {
        let mut entries = entries.peekable();
        while entries.peek().is_some() {
            let mut batch = vec![0; LENGTH];
            // Entries are short: a few dozen bytes.
            for (picture, &bounds) in entries.by_ref() {
                encode(picture, bounds, &mut batch);
                if batch.len() > LONGEST / 2 {
                    break;
                }
            }
            let length = (batch.len() - LENGTH) as u32;
            batch[..LENGTH].copy_from_slice(&length.to_le_bytes());
            batch.extend(checksum(&batch));
            self.file.seek(SeekFrom::Start(self.end))?;
            let written = self.file.write_all(&batch).and_then(|()| self.file.sync_data());
            if written.is_err() {
                // Only tidiness: the next batch is written over it.
                let _ = self.file.set_len(self.end);
            }
            written?;
            self.end += batch.len() as u64;
        }
        // What an unfinished batch has left behind the end.
        self.file.set_len(self.end)
    }
}

/// So many bytes, or as many as there are.
fn read_most(from: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn checksum(batch: &[u8]) -> [u8; CHECKSUM] {
    std::array::from_fn(|n| blake3::hash(batch).as_bytes()[n])
}
