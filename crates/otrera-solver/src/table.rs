//! The transposition table: what was found about nodes, in a fixed amount of memory.
//!
//! Entries hold the whole node, so that two nodes are never mistaken for each other: a proof must not
//! rest on a hash. Of the four places where a node may lie the least worthwhile is given up.

use otrera_board::{Bits, Color};

use crate::evaluation::Costs;
use crate::node::Node;

/// The places where a node may lie.
const PLACES: usize = 4;

/// Proofs count as this many times their work when an entry must go.
const WORTH_OF_A_PROOF: u64 = 4;

#[derive(Clone, Copy, Debug)]
struct Entry<B> {
    amazons: [B; 2],
    empty: B,
    number: i16,
    /// Whether it is Black's move; none if the place is free.
    black_moves: Option<bool>,
    work: u32,
    proof: f32,
    disproof: f32,
}

#[derive(Debug)]
pub(crate) struct Table<B> {
    entries: Vec<Entry<B>>,
}

impl<B: Bits> Table<B> {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table<B> {
        let free = Entry {
            amazons: [B::EMPTY; 2],
            empty: B::EMPTY,
            number: 0,
            black_moves: None,
            work: 0,
            proof: 0.0,
            disproof: 0.0,
        };
        let buckets = (bytes / size_of::<Entry<B>>() / PLACES).max(1);
        Table { entries: vec![free; buckets * PLACES] }
    }

    pub fn get(&self, node: &Node<B>) -> Option<Costs> {
        let start = self.bucket(node);
        let found = self.entries[start..start + PLACES].iter().find(|entry| entry.is(node))?;
        Some(Costs { proof: found.proof.into(), disproof: found.disproof.into() })
    }

    pub fn put(&mut self, node: &Node<B>, costs: Costs, work: u64) {
        let start = self.bucket(node);
        let bucket = &mut self.entries[start..start + PLACES];
        let place = match bucket.iter().position(|entry| entry.is(node)) {
            Some(place) => place,
            None => (0..PLACES).min_by_key(|&place| bucket[place].worth()).unwrap_or(0),
        };
        let before = if bucket[place].is(node) { bucket[place].work } else { 0 };
        let Ok(number) = i16::try_from(node.number) else { return };
        bucket[place] = Entry {
            amazons: node.amazons,
            empty: node.empty,
            number,
            black_moves: Some(node.mover == Color::Black),
            work: before.saturating_add(u32::try_from(work).unwrap_or(u32::MAX)),
            proof: costs.proof as f32,
            disproof: costs.disproof as f32,
        };
    }

    fn bucket(&self, node: &Node<B>) -> usize {
        let mut hash = (node.number as u64) << 1 | u64::from(node.mover == Color::Black);
        for set in [node.amazons[0], node.amazons[1], node.empty] {
            let wide = set.widen();
            for word in [wide as u64, (wide >> 64) as u64] {
                hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                hash ^= hash >> 29;
            }
        }
        let buckets = self.entries.len() / PLACES;
        (((hash as u128 * buckets as u128) >> 64) as usize) * PLACES
    }
}

impl<B: Bits> Entry<B> {
    fn is(&self, node: &Node<B>) -> bool {
        self.black_moves == Some(node.mover == Color::Black)
            && self.amazons == node.amazons
            && self.empty == node.empty
            && i32::from(self.number) == node.number
    }

    /// What it would cost to lose it.
    fn worth(&self) -> u64 {
        match self.black_moves {
            None => 0,
            Some(_) if self.proof == 0.0 || self.disproof == 0.0 => {
                1 + u64::from(self.work) * WORTH_OF_A_PROOF
            }
            Some(_) => 1 + u64::from(self.work),
        }
    }
}
