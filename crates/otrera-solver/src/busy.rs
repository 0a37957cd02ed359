//! Which nodes are being searched, so that threads spread over the tree.
//!
//! A thread that looks for the cheapest child takes a child that others search as if it cost more: a
//! virtual proof number. The numbers that are remembered stay as they are.

use std::sync::{Mutex, PoisonError};

use otrera_board::Bits;
use rustc_hash::FxHashMap;

use crate::node::Node;
use crate::transpositions::Key;

const SHARDS: usize = 64;

#[derive(Debug)]
pub(crate) struct Busy<B> {
    shards: Vec<Mutex<FxHashMap<Key<B>, u32>>>,
}

impl<B: Bits> Busy<B> {
    pub fn new() -> Busy<B> {
        Busy { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// How many threads search a node.
    pub fn threads(&self, node: &Node<B>) -> u32 {
        let key = Key::of(node);
        self.shard(&key).get(&key).copied().unwrap_or(0)
    }

    pub fn enter(&self, node: &Node<B>) {
        let key = Key::of(node);
        *self.shard(&key).entry(key).or_insert(0) += 1;
    }

    pub fn leave(&self, node: &Node<B>) {
        let key = Key::of(node);
        let mut shard = self.shard(&key);
        match shard.get_mut(&key) {
            Some(threads) if *threads > 1 => *threads -= 1,
            _ => {
                shard.remove(&key);
            }
        }
    }

    fn shard(&self, key: &Key<B>) -> std::sync::MutexGuard<'_, FxHashMap<Key<B>, u32>> {
        let shard = &self.shards[(key.hash() >> 58) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
