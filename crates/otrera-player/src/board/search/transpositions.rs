//! What alpha-beta remembers of positions. Two positions may be mistaken for each other: this is for guesses alone.

use otrera_board::{Move, Square};

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub value: f32,
    pub depth: u8,
    pub bound: Bound,
    mv: [u8; 3],
}

impl Entry {
    pub(crate) fn new(depth: u8, bound: Bound, value: f32, mv: Move) -> Entry {
        let mv = [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8);
        Entry { value, depth, bound, mv }
    }

    pub(crate) fn mv(&self) -> Move {
        let [from, to, arrow] = self.mv.map(|n| Square::new(n.into()).expect("a square"));
        Move { from, to, arrow }
    }
}

/// Entries by hash; the last one that is kept stays.
#[derive(Debug)]
pub(crate) struct Transpositions {
    slots: Vec<(u64, Option<Entry>)>,
}

impl Transpositions {
    /// As many as these bytes hold.
    pub(crate) fn new(bytes: usize) -> Transpositions {
        let slots = (bytes / size_of::<(u64, Option<Entry>)>()).max(1);
        Transpositions { slots: vec![(0, None); slots] }
    }

    fn slot(&self, hash: u64) -> usize {
        (u128::from(hash) * self.slots.len() as u128 >> 64) as usize
    }

    pub(crate) fn look(&self, hash: u64) -> Option<Entry> {
        let (key, entry) = self.slots[self.slot(hash)];
        entry.filter(|_| key == hash)
    }

    pub(crate) fn keep(&mut self, hash: u64, entry: Entry) {
        let slot = self.slot(hash);
        self.slots[slot] = (hash, Some(entry));
    }
}
