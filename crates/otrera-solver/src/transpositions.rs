//! The transposition table: what was found about nodes, in a fixed amount of memory, shared by all
//! threads.
//!
//! Entries hold the whole node, so that two nodes are never mistaken for each other: a proof must not
//! rest on a hash. Squares are numbers that mean another place on a board of another width, so the
//! width belongs to the node; the height does not, as walls are the same wherever they come from. Of
//! the four places where a node may lie the least worthwhile is given up.
//!
//! An entry is a row of words, here for boards of up to 64 squares:
//!
//! ```text
//! word 0   squares that are empty or Black's
//! word 1   squares that are empty or White's
//! word 2   bits 0-7 free moves · 8-15 width of the board · 16 Black moves · 17 in use · 18-19 outcome ·
//!          20-27 depth · 32-63 work
//! word 3   two numbers of 32 bits: proof and disproof cost, or the bounds of alpha-beta
//! ```
//!
//! Four entries and a counter are a bucket. Who writes makes the counter odd first and even again at
//! the end; who reads looks at it before and after, and reads again if it was odd or has changed. So
//! reading writes nothing that threads would have to pass to and fro, and what was read was there as
//! a whole. The pages of a table are zero until they are first written: a large one costs nothing
//! before it is used.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

use otrera_board::{Bits, Color, Geometry};

use crate::node::Node;

/// The places where a node may lie.
const PLACES: usize = 4;

/// Proofs count as this many times their work when an entry must go.
const WORTH_OF_A_PROOF: u64 = 4;

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Finding {
    /// Does the player to move win?
    pub outcome: Option<bool>,
    /// What the engine makes of it.
    pub numbers: [f32; 2],
    /// How deep it was searched, for alpha-beta.
    pub depth: u8,
    /// The expansions it has cost.
    pub work: u32,
}

#[derive(Debug)]
pub(crate) struct Transpositions<B> {
    words: Vec<AtomicU64>,
    used: AtomicUsize,
    board: PhantomData<B>,
}

const IN_USE: u64 = 1 << 17;

/// An entry as it lies in memory, for the larger boards.
type Row = [u64; 6];

impl<B: Bits> Transpositions<B> {
    const PLANE: usize = B::CAPACITY / 64;
    const META: usize = 2 * Self::PLANE;
    /// Words of an entry.
    pub const WORDS: usize = 2 * Self::PLANE + 2;
    /// Words of a bucket, with its counter.
    const BUCKET: usize = 1 + PLACES * Self::WORDS;

    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Transpositions<B> {
        let buckets = (bytes / 8 / Self::BUCKET).max(1);
        // Made of zeros that the system has at hand, and not touched, in whatever profile it is built.
        let words = bytemuck::zeroed_vec(buckets * Self::BUCKET);
        Transpositions { words, used: AtomicUsize::new(0), board: PhantomData }
    }

    /// What is known of a node.
    pub fn get(&self, node: &Node<B>) -> Option<Finding> {
        let key = Key::of(node);
        let bucket = self.bucket(&key);
        loop {
            let before = begin_reading(bucket);
            let place = (0..PLACES).find(|&place| key.is(place_of::<B>(bucket, place)));
            let found = place.map(|place| finding::<B>(&row_of(place_of::<B>(bucket, place))));
            if end_reading(bucket, before) {
                return found;
            }
        }
    }

    /// Brings what is known of a node nearer, if anything is: it will soon be asked for.
    pub fn approach(&self, node: &Node<B>) {
        let bucket = self.bucket(&Key::of(node));
        // A bucket reaches over three cache lines.
        for word in [0, 8, Self::BUCKET - 1] {
            std::hint::black_box(bucket[word].load(Ordering::Relaxed));
        }
    }

    /// Remembers what is known of a node. Work is added to what it cost before.
    pub fn put(&self, node: &Node<B>, found: Finding) {
        // No board has so many free moves.
        if i8::try_from(node.free).is_ok() {
            self.store(&Key::of(node), found);
        }
    }

    fn store(&self, key: &Key<B>, found: Finding) {
        let bucket = self.bucket(key);
        let counter = begin_writing(bucket);
        self.store_in(bucket, key, found);
        bucket[0].store(counter + 2, Ordering::Release);
    }

    fn store_in(&self, bucket: &[AtomicU64], key: &Key<B>, found: Finding) {
        let mut chosen = 0;
        let mut least = u64::MAX;
        let mut before = 0;
        for place in 0..PLACES {
            let entry = place_of::<B>(bucket, place);
            let meta = entry[Self::META].load(Ordering::Relaxed);
            if key.is(entry) {
                (chosen, before) = (place, meta >> 32);
                // A proof is never given up for a guess about the same node.
                if found.outcome.is_none() && outcome(meta).is_some() {
                    return;
                }
                break;
            }
            if worth(meta) < least {
                (chosen, least) = (place, worth(meta));
            }
        }
        let entry = place_of::<B>(bucket, chosen);
        if entry[Self::META].load(Ordering::Relaxed) & IN_USE == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        let work = (before + u64::from(found.work)).min(u64::from(u32::MAX));
        let outcome = match found.outcome {
            None => 0,
            Some(false) => 1,
            Some(true) => 2,
        };
        for (word, plane) in entry[..Self::META].iter().zip(key.planes) {
            word.store(plane, Ordering::Relaxed);
        }
        let meta = key.meta | outcome << 18 | u64::from(found.depth) << 20 | work << 32;
        entry[Self::META].store(meta, Ordering::Relaxed);
        let [first, second] = found.numbers.map(|number| u64::from(number.to_bits()));
        entry[Self::META + 1].store(first | second << 32, Ordering::Relaxed);
    }

    /// The share of places that are taken.
    pub fn fill(&self) -> f64 {
        let places = self.words.len() / Self::BUCKET * PLACES;
        self.used.load(Ordering::Relaxed) as f64 / places as f64
    }

    /// Calls for every entry.
    pub fn each(&self, geometry: &'static Geometry<B>, mut visit: impl FnMut(Node<B>, Finding)) {
        for rows in self.rows(geometry) {
            for row in rows.chunks_exact(Self::WORDS) {
                visit(node_of(geometry, row), finding::<B>(row));
            }
        }
    }

    /// All entries of a board as they lie in memory, some at a time. Other threads may go on.
    pub fn rows(&self, geometry: &'static Geometry<B>) -> impl Iterator<Item = Vec<u64>> {
        const AT_A_TIME: usize = 4096;
        self.words.chunks(AT_A_TIME * Self::BUCKET).map(move |buckets| {
            let mut rows = Vec::new();
            for bucket in buckets.chunks_exact(Self::BUCKET) {
                let start = rows.len();
                loop {
                    rows.truncate(start);
                    let before = begin_reading(bucket);
                    for place in 0..PLACES {
                        let row = row_of(place_of::<B>(bucket, place));
                        if is_entry_of(geometry, &row[..Self::WORDS]) {
                            rows.extend_from_slice(&row[..Self::WORDS]);
                        }
                    }
                    if end_reading(bucket, before) {
                        break;
                    }
                }
            }
            rows
        })
    }

    /// Takes an entry from elsewhere.
    pub fn put_row(&self, row: &[u64]) {
        let found = finding::<B>(row);
        let mut planes = [0; 4];
        planes[..Self::META].copy_from_slice(&row[..Self::META]);
        let key = Key { planes, meta: row[Self::META] & KEY_BITS, board: PhantomData };
        self.store(&key, found);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.used.get_mut() = 0;
    }

    fn bucket(&self, key: &Key<B>) -> &[AtomicU64] {
        let buckets = self.words.len() / Self::BUCKET;
        let bucket = ((u128::from(key.hash()) * buckets as u128) >> 64) as usize;
        &self.words[bucket * Self::BUCKET..][..Self::BUCKET]
    }
}

/// Waits until nobody writes, and returns the counter.
fn begin_reading(bucket: &[AtomicU64]) -> u64 {
    loop {
        let counter = bucket[0].load(Ordering::Acquire);
        if counter.is_multiple_of(2) {
            return counter;
        }
        std::hint::spin_loop();
    }
}

/// Has nobody written since?
fn end_reading(bucket: &[AtomicU64], before: u64) -> bool {
    fence(Ordering::Acquire);
    bucket[0].load(Ordering::Relaxed) == before
}

/// Waits until nobody else writes, and returns the counter from before.
fn begin_writing(bucket: &[AtomicU64]) -> u64 {
    loop {
        let counter = begin_reading(bucket);
        let taken = bucket[0].compare_exchange_weak(
            counter,
            counter + 1,
            Ordering::Acquire,
            Ordering::Relaxed,
        );
        if taken.is_ok() {
            fence(Ordering::Release);
            return counter;
        }
    }
}

fn place_of<B: Bits>(bucket: &[AtomicU64], place: usize) -> &[AtomicU64] {
    &bucket[1 + place * Transpositions::<B>::WORDS..][..Transpositions::<B>::WORDS]
}

fn row_of(entry: &[AtomicU64]) -> Row {
    let mut row = [0; 6];
    for (to, from) in row.iter_mut().zip(entry) {
        *to = from.load(Ordering::Relaxed);
    }
    row
}

/// The bits of the third word that belong to the node: free moves, width, player, and that it is there.
const KEY_BITS: u64 = (1 << 18) - 1;

/// The bits of the third word that mean nothing.
const UNUSED_BITS: u64 = 0xf << 28;

/// A node as it lies in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key<B> {
    planes: [u64; 4],
    meta: u64,
    board: PhantomData<B>,
}

impl<B: Bits> Key<B> {
    /// The key of a node. Numbers are less than the squares of a board, at most 128.
    pub fn of(node: &Node<B>) -> Key<B> {
        let mut planes = [0; 4];
        for (n, amazons) in node.amazons.into_iter().enumerate() {
            let wide = (amazons | node.empty).widen();
            planes[n * Transpositions::<B>::PLANE] = wide as u64;
            if Transpositions::<B>::PLANE == 2 {
                planes[n * 2 + 1] = (wide >> 64) as u64;
            }
        }
        let free = u64::from(node.free as u8);
        let width = (node.geometry.size().width() as u64) << 8;
        let meta = free | width | u64::from(node.mover == Color::Black) << 16 | IN_USE;
        Key { planes, meta, board: PhantomData }
    }

    fn is(&self, entry: &[AtomicU64]) -> bool {
        let word = |n: usize| entry[n].load(Ordering::Relaxed);
        (0..Transpositions::<B>::META).all(|n| word(n) == self.planes[n])
            && word(Transpositions::<B>::META) & KEY_BITS == self.meta
    }

    pub fn hash(&self) -> u64 {
        // Boards of several widths are rarely asked about together: the width is compared, not hashed.
        let free = u64::from(i16::from(self.meta as u8 as i8) as u16);
        let mut hash = free | self.meta & !0xffff;
        for &word in &self.planes[..Transpositions::<B>::META] {
            hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 29;
        }
        hash.wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}

pub(crate) fn node_of<B: Bits>(geometry: &'static Geometry<B>, row: &[u64]) -> Node<B> {
    let plane = |n: usize| {
        let words = &row[n * Transpositions::<B>::PLANE..][..Transpositions::<B>::PLANE];
        let high = words.get(1).copied().unwrap_or(0);
        B::narrow(u128::from(high) << 64 | u128::from(words[0])).unwrap_or(B::EMPTY)
    };
    let [black, white] = [plane(0), plane(1)];
    let empty = black & white;
    let meta = row[Transpositions::<B>::META];
    Node {
        geometry,
        amazons: [black & !empty, white & !empty],
        empty,
        free: i32::from(meta as u8 as i8),
        mover: if meta & 1 << 16 != 0 { Color::Black } else { Color::White },
    }
}

/// Can a row be an entry of this board? Its squares are on the board, its number is no more than there
/// are squares, its outcome is one, and no bit stands for nothing.
pub(crate) fn is_entry_of<B: Bits>(geometry: &'static Geometry<B>, row: &[u64]) -> bool {
    let meta = row[Transpositions::<B>::META];
    let size = geometry.size();
    let board = geometry.board().widen();
    let on_board = |plane: &[u64]| {
        let high = plane.get(1).copied().unwrap_or(0);
        (u128::from(high) << 64 | u128::from(plane[0])) & !board == 0
    };
    meta & IN_USE != 0
        && meta & UNUSED_BITS == 0
        && meta >> 8 & 0xff == size.width() as u64
        && meta >> 18 & 3 != 3
        && usize::from((meta as u8 as i8).unsigned_abs()) <= size.squares()
        && row[..Transpositions::<B>::META].chunks_exact(Transpositions::<B>::PLANE).all(on_board)
}

pub(crate) fn finding<B: Bits>(row: &[u64]) -> Finding {
    let (meta, numbers) = (row[Transpositions::<B>::META], row[Transpositions::<B>::META + 1]);
    Finding {
        outcome: outcome(meta),
        numbers: [numbers as u32, (numbers >> 32) as u32].map(f32::from_bits),
        depth: (meta >> 20) as u8,
        work: (meta >> 32) as u32,
    }
}

fn outcome(meta: u64) -> Option<bool> {
    match meta >> 18 & 3 {
        1 => Some(false),
        2 => Some(true),
        _ => None,
    }
}

/// What it would cost to lose an entry.
fn worth(meta: u64) -> u64 {
    let work = 1 + (meta >> 32);
    match (meta & IN_USE != 0, outcome(meta)) {
        (false, _) => 0,
        (true, None) => work,
        (true, Some(_)) => work * WORTH_OF_A_PROOF,
    }
}
