//! Mobility of single amazons (Lieberum, 4): α is Σ 2^(1−d) N(b) over the squares b that she reaches with one move and the enemy can
//! reach at all, where d is how many steps away b is and N(b) how many of its neighbours are free. An amazon with α = 0 is enclosed.
//!
//! The paper's formula has 2^(−d), its example 2^(1−d): squares one step away count in full. We follow the example, as the
//! numbers in the text (f(w, 5) and the like) go with it.

use otrera_board::{Bits, Size, Square};

use super::floods::View;

/// More amazons a side than this count as mobile.
pub(crate) const MOST_AMAZONS: usize = 8;

/// α of the amazons of one side.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mobilities {
    values: [f32; MOST_AMAZONS],
    count: usize,
}

impl Mobilities {
    /// α of each amazon, by the number of her square.
    #[inline]
    pub fn values(&self) -> &[f32] {
        &self.values[..self.count]
    }
}

/// How many neighbours of each square are free, as four bit planes.
#[derive(Clone, Copy)]
pub(crate) struct Neighbours<B> {
    planes: [B; 4],
}

impl<B: Bits> Neighbours<B> {
    /// Adds up rows of three, then three rows.
    #[inline]
    pub(crate) fn new(view: &View<B>, files: &Files<B>) -> Neighbours<B> {
        let empty = view.empty;
        let width = files.width;
        let left = empty << 1 & files.not_first;
        let right = empty >> 1 & files.not_last;
        let pair = [left ^ right, left & right];
        let row = [pair[0] ^ empty, pair[1] | pair[0] & empty];
        let board = view.geometry.board();
        let above = row.map(|plane| files.up(plane, width) & board);
        let below = row.map(|plane| files.down(plane, width));
        let carry = above[0] & below[0];
        let either = above[1] ^ below[1];
        let rows = [above[0] ^ below[0], either ^ carry, above[1] & below[1] | either & carry];
        let carry = rows[0] & pair[0];
        let both = rows[1] ^ pair[1];
        let more = rows[1] & pair[1] | both & carry;
        Neighbours { planes: [rows[0] ^ pair[0], both ^ carry, rows[2] ^ more, rows[2] & more] }
    }

    /// Σ N(b) over some squares.
    #[inline]
    fn sum(&self, squares: B) -> u32 {
        let [one, two, four, eight] = self.planes.map(|plane| (plane & squares).count());
        one + 2 * two + 4 * four + 8 * eight
    }
}

/// What depends on the size of the board: its outer files, and the rings around each square.
#[derive(Clone, Debug)]
pub(crate) struct Files<B> {
    width: u32,
    not_first: B,
    not_last: B,
}

impl<B: Bits> Files<B> {
    fn new(size: Size) -> Files<B> {
        let set = |but: usize| {
            let squares = size.iter().filter(|&square| size.file(square) != but);
            squares.fold(B::EMPTY, |set, square| set | B::of(square))
        };
        Files { width: size.width() as u32, not_first: set(0), not_last: set(size.width() - 1) }
    }

    /// A rank up; nothing is there on a board of one rank, whose width may be that of the word.
    #[inline]
    fn up(&self, set: B, width: u32) -> B {
        if width as usize >= B::CAPACITY { B::EMPTY } else { set << width }
    }

    #[inline]
    fn down(&self, set: B, width: u32) -> B {
        if width as usize >= B::CAPACITY { B::EMPTY } else { set >> width }
    }
}

/// Measures α on boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings<B> {
    files: Files<B>,
    /// By square, the squares that are one step away, two, and so on.
    rings: Box<[Box<[B]>]>,
}

impl<B: Bits> Surroundings<B> {
    pub(crate) fn new(size: Size) -> Surroundings<B> {
        let far = |a: Square, b: Square| {
            let [files, ranks] =
                [size.file(a).abs_diff(size.file(b)), size.rank(a).abs_diff(size.rank(b))];
            files.max(ranks)
        };
        let ring = |center: Square, steps: usize| {
            let squares = size.iter().filter(|&square| far(center, square) == steps);
            squares.fold(B::EMPTY, |set, square| set | B::of(square))
        };
        let longest = size.width().max(size.height());
        let rings = |center| (1..longest.max(2)).map(|steps| ring(center, steps)).collect();
        Surroundings { files: Files::new(size), rings: size.iter().map(rings).collect() }
    }

    /// α of both sides' amazons, if these are the squares that each side can reach.
    #[inline]
    pub(crate) fn mobilities(&self, view: &View<B>, reach: [B; 2]) -> [Mobilities; 2] {
        let neighbours = Neighbours::new(view, &self.files);
        [
            self.side(view, &neighbours, view.own, reach[1]),
            self.side(view, &neighbours, view.other, reach[0]),
        ]
    }

    #[inline]
    fn side(
        &self,
        view: &View<B>,
        neighbours: &Neighbours<B>,
        amazons: B,
        contested: B,
    ) -> Mobilities {
        let occupied = view.geometry.board() & !view.empty;
        let mut found = Mobilities::default();
        for (value, square) in found.values.iter_mut().zip(amazons.squares()) {
            let mut left = view.geometry.slides(square, occupied) & contested;
            let mut share = 1.0;
            for &ring in &self.rings[square.index()] {
                if left.is_empty() {
                    break;
                }
                *value += share * neighbours.sum(left & ring) as f32;
                left &= !ring;
                share *= 0.5;
            }
            found.count += 1;
        }
        found
    }
}
