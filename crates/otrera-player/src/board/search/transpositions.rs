//! What alpha-beta remembers of positions. Two positions may be mistaken for each other, so nothing that is certain is kept here: this is
//! for guesses alone.

use otrera_board::{Move, Square};

use super::memory::affordable;

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Entry {
    pub value: f32,
    pub depth: u8,
    pub bound: Bound,
    pub mv: Move,
}

/// Odd, and about 2^64 over the golden ratio: many sums of it differ in all bits.
const SALT: u64 = 0x9E37_79B9_7F4A_7C15;

/// Entries by hash; the last one that is kept stays.
#[derive(Debug)]
pub(crate) struct Transpositions {
    /// Hash and entry. Zeros are no entry, and memory that is all zeros costs nothing until it is used.
    slots: Vec<[u64; 2]>,
    /// Mixed into every hash, and another one after each game: what was kept before is not found again, and need not be cleared.
    salt: u64,
}

impl Transpositions {
    /// As many as these bytes hold, or fewer where there is no memory for them.
    pub(crate) fn new(bytes: usize) -> Transpositions {
        let wanted = (bytes / size_of::<[u64; 2]>()).max(1);
        Transpositions { slots: vec![[0; 2]; affordable::<[u64; 2]>(wanted).max(1)], salt: 0 }
    }

    /// Finds nothing any more.
    pub(crate) fn forget(&mut self) {
        self.salt = self.salt.wrapping_add(SALT);
    }

    /// The hash that an entry is kept under, and its place.
    fn place(&self, hash: u64) -> (u64, usize) {
        let hash = hash ^ self.salt;
        (hash, self.slot(hash))
    }

    fn slot(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    pub(crate) fn look(&self, hash: u64) -> Option<Entry> {
        let (hash, slot) = self.place(hash);
        let [key, word] = self.slots[slot];
        if key == hash { unpack(word) } else { None }
    }

    pub(crate) fn keep(&mut self, hash: u64, entry: Entry) {
        let (hash, slot) = self.place(hash);
        self.slots[slot] = [hash, pack(&entry)];
    }
}

/// Value, depth, three squares of seven bits, bound; never zero.
fn pack(entry: &Entry) -> u64 {
    let [from, to, arrow] =
        [entry.mv.from, entry.mv.to, entry.mv.arrow].map(|square| square.index() as u64);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.value.to_bits())
        | u64::from(entry.depth) << 32
        | from << 40
        | to << 47
        | arrow << 54
        | bound << 61
}

fn unpack(word: u64) -> Option<Entry> {
    let bound = match word >> 61 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let square = |shift: u32| Square::new((word >> shift & 127) as usize);
    let mv = Move { from: square(40)?, to: square(47)?, arrow: square(54)? };
    let value = f32::from_bits(word as u32);
    Some(Entry { value, depth: (word >> 32) as u8, bound, mv })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found() {
        let mut table = Transpositions::new(1 << 10);
        let square = |n| Square::new(n).unwrap();
        let mv = Move { from: square(0), to: square(127), arrow: square(64) };
        for (n, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
            let entry = Entry { value: -1.5, depth: n as u8, bound, mv };
            let hash = 0x1234_5678_9abc_def0 << n;
            assert_eq!(table.look(hash), None);
            table.keep(hash, entry);
            assert_eq!(table.look(hash), Some(entry));
        }
    }
}
