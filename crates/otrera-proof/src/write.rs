//! Writing proof files.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use otrera_kernel::Play;
use otrera_kernel::record::{self, FREE_MOVE, key_length};
use sha2::{Digest, Sha256};

use crate::draft::Draft;
use crate::file::{CHECKSUM, Claim, VERSION};

/// How many entries a block has. More would pack a little better and take longer to look one up.
const IN_BLOCK: usize = 4096;

/// Where a proof is written to.
#[derive(Debug)]
enum Target {
    /// A draft, with the name that it gets when it is finished.
    File {
        path: PathBuf,
        temporary: PathBuf,
        file: File,
    },
    Memory(Vec<u8>),
}

/// Writes a proof block by block: into its draft, which gets its name when it is finished, or into memory.
#[derive(Debug)]
pub(crate) struct Writer {
    target: Target,
    digest: Sha256,
    /// What is in the file.
    written: Written,
    /// Entries that do not fill a block yet.
    waiting: Vec<u8>,
    key_length: usize,
    record_length: usize,
}

/// How much of a proof has reached the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Its bytes, …
    pub bytes: u64,
    /// … and its entries.
    pub entries: u64,
}

impl Writer {
    /// Begins a file for a claim; what is in the draft is dropped.
    pub fn create(draft: &Draft, claim: &Claim) -> io::Result<Writer> {
        let mut file = draft.file()?;
        file.rewind()?;
        file.set_len(0)?;
        Writer::begun(Writer::to(file_of(draft, file), claim), claim)
    }

    /// The same in memory.
    pub fn in_memory(claim: &Claim) -> io::Result<Writer> {
        Writer::begun(Writer::to(Target::Memory(Vec::new()), claim), claim)
    }

    /// Writes the header.
    fn begun(mut writer: Writer, claim: &Claim) -> io::Result<Writer> {
        let mut header = claim.header(VERSION).into_bytes();
        let checksum = Sha256::digest(&header);
        header.extend(&checksum[..CHECKSUM]);
        writer.append(&header)?;
        Ok(writer)
    }

    /// Resumes a file that was begun, from where so much of it was written.
    pub fn resume(
        draft: &Draft,
        claim: &Claim,
        written: Written,
        digest: &[u8; 32],
    ) -> io::Result<Writer> {
        let mut file = draft.file()?;
        file.rewind()?;
        let mut sum = Sha256::new();
        let bytes = io::copy(&mut BufReader::new(&file).take(written.bytes), &mut sum)?;
        if bytes < written.bytes || sum.clone().finalize()[..] != digest[..] {
            let what = format!(
                "{} is not what it was; remove it to begin the proof anew",
                draft.temporary().display()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        file.set_len(written.bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Writer { digest: sum, written, ..Writer::to(file_of(draft, file), claim) })
    }

    fn to(target: Target, claim: &Claim) -> Writer {
        let size = claim.position.size();
        Writer {
            target,
            digest: Sha256::new(),
            written: Written::default(),
            waiting: Vec::new(),
            key_length: key_length(size),
            record_length: record::length(size),
        }
    }

    /// Adds an entry. They must come in the order of their keys.
    pub(crate) fn push(&mut self, record: &[u8]) -> io::Result<()> {
        self.waiting.extend_from_slice(record);
        match self.waiting.len() < IN_BLOCK * self.record_length {
            true => Ok(()),
            false => self.flush_block(),
        }
    }

    fn flush_block(&mut self) -> io::Result<()> {
        let records = std::mem::take(&mut self.waiting);
        let length = self.record_length;
        let entries = records.len() / length;
        if entries == 0 {
            return Ok(());
        }
        // Column by column: the bytes of a column are alike.
        let columns: Vec<u8> =
            (0..records.len()).map(|n| records[n % entries * length + n / entries]).collect();
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&columns)?;
        let packed = encoder.finish()?;
        let mut block = Vec::new();
        block.extend((entries as u32).to_le_bytes());
        block.extend((packed.len() as u32).to_le_bytes());
        block.extend(&records[..self.key_length]);
        block.extend(packed);
        let checksum = Sha256::digest(&block);
        block.extend(&checksum[..CHECKSUM]);
        self.append(&block)?;
        self.written.entries += entries as u64;
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.target {
            Target::File { file, .. } => file.write_all(bytes)?,
            Target::Memory(memory) => memory.extend_from_slice(bytes),
        }
        self.digest.update(bytes);
        self.written.bytes += bytes.len() as u64;
        Ok(())
    }

    /// The checksum of what is in the file.
    pub fn digest(&self) -> [u8; 32] {
        self.digest.clone().finalize().into()
    }

    /// Brings all entries so far to the disk, and says how much that is.
    pub fn flush(&mut self) -> io::Result<Written> {
        self.flush_block()?;
        if let Target::File { file, .. } = &self.target {
            file.sync_data()?;
        }
        Ok(self.written)
    }

    /// Removes what was written.
    pub fn abandon(self) {
        if let Target::File { temporary, .. } = &self.target {
            // Only tidiness: whoever looks for the proof finds none.
            let _ = fs::remove_file(temporary);
        }
    }

    /// Ends the file and gives it its name.
    pub fn finish(mut self) -> io::Result<Written> {
        self.end()?;
        if let Target::File { path, temporary, file } = &self.target {
            file.sync_all()?;
            fs::rename(temporary, path)?;
        }
        Ok(self.written)
    }

    /// Ends the file, and returns its bytes.
    pub fn into_bytes(mut self) -> io::Result<Vec<u8>> {
        self.end()?;
        match self.target {
            Target::Memory(memory) => Ok(memory),
            Target::File { path, temporary, file } => {
                file.sync_all()?;
                fs::rename(temporary, &path)?;
                fs::read(path)
            }
        }
    }

    fn end(&mut self) -> io::Result<()> {
        self.flush_block()?;
        let mut end = 0u32.to_le_bytes().to_vec();
        end.extend(self.written.entries.to_le_bytes());
        self.append(&end)?;
        let digest = self.digest();
        self.append(&digest)
    }
}

/// A draft as a target, with its file.
fn file_of(draft: &Draft, file: File) -> Target {
    Target::File { path: draft.path().into(), temporary: draft.temporary().into(), file }
}

/// The bytes of a play.
pub(crate) fn play_bytes(play: Play) -> [u8; 3] {
    play.map_or(FREE_MOVE, |mv| [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8))
}
