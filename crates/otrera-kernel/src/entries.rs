//! The entries of a proof, wherever they come from.

use std::sync::{Arc, Mutex, PoisonError};

use otrera_board::{Bits, Geometry};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::record::{key, length};
use crate::state::State;

/// Where the entries of a proof come from, in blocks. None of what it says is trusted: entries that it gives
/// are checked, and one that it withholds is missing.
pub trait EntrySource: Sync {
    /// Why entries cannot be had.
    type Error: Send;

    /// How many blocks there are.
    fn blocks(&self) -> usize;

    /// The block with the greatest key that is not greater than this one.
    fn block_of(&self, key: &[u8]) -> Option<usize>;

    /// The bytes of the entries of a block, one after another, in the order of their keys.
    fn block(&self, block: usize) -> Result<Vec<u8>, Self::Error>;

    /// The error that a block is not what it was.
    fn changed(&self, block: usize) -> Self::Error;
}

/// Reads the entries of a proof when they are needed, and forgets all when the memory is full. What is read
/// again must be what it was: its SHA-256 is remembered.
pub struct Entries<'a, B: 'static, S> {
    geometry: &'static Geometry<B>,
    source: &'a S,
    blocks: usize,
    memory: usize,
    read: FxHashMap<usize, Arc<Vec<u8>>>,
    bytes: usize,
    digests: Arc<Mutex<FxHashMap<usize, [u8; 32]>>>,
}

impl<'a, B: Bits, S: EntrySource> Entries<'a, B, S> {
    /// The entries of a proof on this board, with so many bytes of memory, but at least two blocks.
    pub fn new(geometry: &'static Geometry<B>, source: &'a S, memory: usize) -> Self {
        let (blocks, read, digests) = (source.blocks(), FxHashMap::default(), Arc::default());
        Entries { geometry, source, blocks, memory, read, bytes: 0, digests }
    }

    /// The same for another thread. What both read must be the same.
    pub(crate) fn for_another(&self) -> Self {
        let (blocks, digests) = (self.blocks, Arc::clone(&self.digests));
        Entries { blocks, digests, ..Entries::new(self.geometry, self.source, self.memory) }
    }

    /// The tables of the board.
    pub fn geometry(&self) -> &'static Geometry<B> {
        self.geometry
    }

    /// How many blocks there are. There are no others, whatever the source may say later.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The bytes of the entries of a block, one after another.
    pub fn block(&mut self, number: usize) -> Result<Arc<Vec<u8>>, S::Error> {
        if let Some(known) = self.read.get(&number) {
            return Ok(Arc::clone(known));
        }
        let records = Arc::new(self.source.block(number)?);
        let digest: [u8; 32] = Sha256::digest(&records[..]).into();
        let mut digests = self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        if *digests.entry(number).or_insert(digest) != digest {
            return Err(self.source.changed(number));
        }
        drop(digests);
        if self.read.len() >= 2 && self.bytes + records.len() > self.memory {
            self.read.clear();
            self.bytes = 0;
        }
        self.bytes += records.len();
        self.read.insert(number, Arc::clone(&records));
        Ok(records)
    }

    /// The bytes of the entry with the board of a state and the most free moves that are not more than it
    /// has: a play that wins with some free moves wins with more, as the winner need not use them.
    pub fn find(&mut self, state: &State<B>) -> Result<Option<Vec<u8>>, S::Error> {
        assert!(std::ptr::eq(state.geometry(), self.geometry), "a proof is of one board");
        let Some(key) = key(state) else { return Ok(None) };
        let number = self.source.block_of(&key).filter(|&number| number < self.blocks);
        let Some(number) = number else { return Ok(None) };
        let (records, length) = (self.block(number)?, length(self.geometry.size()));
        let at = |n: usize| &records[n * length..][..length];
        let (mut low, mut high) = (0, records.len() / length);
        while low < high {
            let middle = (low + high) / 2;
            match at(middle)[..key.len()] <= key[..] {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        // In whatever order they are, this one was compared: it has no more free moves than the state.
        let found = low.checked_sub(1).map(at);
        let board = &key[..key.len() - 1];
        Ok(found.filter(|record| record.starts_with(board)).map(<[u8]>::to_vec))
    }
}
