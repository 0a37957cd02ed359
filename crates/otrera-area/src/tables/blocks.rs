//! The data of a table file, block by block: read and checked when first asked for, and kept.
//!
//! What is looked up is what was checked: a block is never read again, so that whatever becomes of
//! the file, no byte is used that its checksum does not cover. A block that cannot be read, or is not
//! what it was when the file was opened, is not there.
//!
//! Mapping the file instead would save the copy, but a mapped file that is cut short ends the program
//! with a bus error, and one that is overwritten changes under a checksum that was right.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What a checksum is of.
pub(super) const BLOCK: usize = 1 << 16;

/// The bytes of a checksum: the first half of a BLAKE3 hash.
pub(super) const CHECKSUM: usize = 16;

/// The blocks of a file.
#[derive(Debug)]
pub(super) struct Blocks {
    file: Mutex<File>,
    /// Where the first block begins in the file.
    start: u64,
    /// How many bytes all blocks have together.
    length: usize,
    checksums: Vec<[u8; CHECKSUM]>,
    /// Each block once it was asked for; nothing if it is damaged.
    blocks: Vec<OnceLock<Option<Box<[u8]>>>>,
}

impl Blocks {
    /// The blocks of a file from a place on, as many as there are checksums.
    pub fn new(file: File, start: u64, length: usize, checksums: Vec<[u8; CHECKSUM]>) -> Blocks {
        let blocks = checksums.iter().map(|_| OnceLock::new()).collect();
        Blocks { file: Mutex::new(file), start, length, checksums, blocks }
    }

    /// How many bytes there are.
    pub fn length(&self) -> usize {
        self.length
    }

    /// So many bytes, if they are there and sound.
    #[inline]
    pub fn bytes<const N: usize>(&self, from: usize) -> Option<[u8; N]> {
        let block = self.block(from / BLOCK)?;
        match block.get(from % BLOCK..).and_then(|rest| rest.first_chunk()) {
            Some(bytes) => Some(*bytes),
            None => self.bytes_across(from),
        }
    }

    /// The same where they do not lie in one block.
    #[cold]
    fn bytes_across<const N: usize>(&self, from: usize) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        for (byte, at) in bytes.iter_mut().zip(from..) {
            *byte = *self.block(at / BLOCK)?.get(at % BLOCK)?;
        }
        Some(bytes)
    }

    /// So many bytes, copied only where they do not lie in one block.
    pub fn slice(&self, from: usize, length: usize) -> Option<Cow<'_, [u8]>> {
        let block = self.block(from / BLOCK)?;
        let start = from % BLOCK;
        match block.get(start..start.checked_add(length)?) {
            Some(bytes) => Some(bytes.into()),
            None => self.copy(from, length).map(Cow::from),
        }
    }

    /// So many bytes, copied. Blocks that nobody has asked for are not kept: what is read whole is
    /// large, and read once.
    pub fn copy(&self, from: usize, length: usize) -> Option<Vec<u8>> {
        let end = from.checked_add(length).filter(|&end| end <= self.length)?;
        let mut bytes = Vec::with_capacity(length);
        while bytes.len() < length {
            let at = from + bytes.len();
            let (number, start) = (at / BLOCK, at % BLOCK);
            let stop = (end - number * BLOCK).min(BLOCK);
            bytes.extend_from_slice(self.peek(number)?.get(start..stop)?);
        }
        Some(bytes)
    }

    /// The first block that is damaged, by a look at all of them.
    pub fn find_damage(&self) -> Option<usize> {
        (0..self.blocks.len()).find(|&number| self.peek(number).is_none())
    }

    /// The first damaged block that was met so far.
    pub fn damage(&self) -> Option<usize> {
        self.blocks.iter().position(|block| matches!(block.get(), Some(None)))
    }

    #[inline]
    fn block(&self, number: usize) -> Option<&[u8]> {
        self.blocks.get(number)?.get_or_init(|| self.read(number)).as_deref()
    }

    /// A block, kept only if it was before.
    fn peek(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        match self.blocks.get(number)?.get() {
            Some(kept) => kept.as_deref().map(Cow::from),
            None => self.read(number).map(|bytes| bytes.into_vec().into()),
        }
    }

    /// Reads and checks a block.
    #[cold]
    fn read(&self, number: usize) -> Option<Box<[u8]>> {
        let from = number * BLOCK;
        let mut bytes = vec![0; self.length.checked_sub(from)?.min(BLOCK)];
        self.read_at(self.start + from as u64, &mut bytes).ok()?;
        let checksum = checksum(&bytes);
        (checksum == *self.checksums.get(number)?).then(|| bytes.into())
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}

/// The checksum of a block.
pub(super) fn checksum(block: &[u8]) -> [u8; CHECKSUM] {
    *blake3::hash(block).as_bytes().first_chunk().expect("half of 32 bytes")
}
