//! Mobility of single amazons (Lieberum, 4): α is Σ 2^(1−d) N(b) over the squares b that she reaches with one move and the enemy can
//! reach at all, where d is how many steps away b is and N(b) how many of its neighbours are free. An amazon with α = 0 is enclosed.
//!
//! The paper's formula has 2^(−d), its example 2^(1−d): squares one step away count in full. We follow the example, as the
//! numbers in the text (f(w, 5) and the like) go with it.

use otrera_board::{Bits, Size, Square};

use super::floods::count;
use super::lanes::{Halves, halves};

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

/// Measures α on boards of one size.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// By square, the squares that are one step away, two, and so on.
    rings: Box<[Box<[Halves]>]>,
}

/// Σ N(b) over some squares.
#[inline(always)]
fn sum(neighbours: &[Halves; 4], squares: Halves) -> u32 {
    let [one, two, four, eight] =
        neighbours.map(|plane| count([plane[0] & squares[0], plane[1] & squares[1]]));
    one + 2 * two + 4 * four + 8 * eight
}

impl Surroundings {
    pub(crate) fn new(size: Size) -> Surroundings {
        let far = |a: Square, b: Square| {
            let [files, ranks] =
                [size.file(a).abs_diff(size.file(b)), size.rank(a).abs_diff(size.rank(b))];
            files.max(ranks)
        };
        let ring = |center: Square, steps: usize| {
            let squares = size.iter().filter(|&square| far(center, square) == steps);
            halves(squares.fold(u128::EMPTY, |set, square| set | u128::of(square)))
        };
        let longest = size.width().max(size.height()).max(2);
        let rings = |center| (1..longest).map(|steps| ring(center, steps)).collect();
        Surroundings { rings: size.iter().map(rings).collect() }
    }

    /// α of amazons, if the enemy can reach these squares. What is more than `enough` need not be exact.
    #[inline(always)]
    pub(crate) fn mobilities(
        &self,
        amazons: Halves,
        contested: Halves,
        neighbours: &[Halves; 4],
        slides: impl Fn(Halves) -> Halves,
        enough: f32,
    ) -> Mobilities {
        let mut found = Mobilities::default();
        for half in 0..2 {
            let mut left = amazons[half];
            while left != 0 && found.count < MOST_AMAZONS {
                let square = 64 * half + left.trailing_zeros() as usize;
                let mut here = [0; 2];
                here[half] = left & left.wrapping_neg();
                left &= left - 1;
                found.values[found.count] =
                    self.mobility(square, here, contested, neighbours, &slides, enough);
                found.count += 1;
            }
        }
        found
    }

    #[inline(always)]
    fn mobility(
        &self,
        square: usize,
        amazon: Halves,
        contested: Halves,
        neighbours: &[Halves; 4],
        slides: &impl Fn(Halves) -> Halves,
        enough: f32,
    ) -> f32 {
        let (near, farther) = self.rings[square].split_first().expect("two squares a side");
        let near = [near[0] & contested[0], near[1] & contested[1]];
        // No slide is needed to tell which neighbours are free. What is contested is free.
        let mut value = sum(neighbours, near) as f32;
        if value >= enough {
            return value;
        }
        let reached = slides(amazon);
        let mut left = [reached[0] & contested[0] & !near[0], reached[1] & contested[1] & !near[1]];
        let mut share = 0.5;
        for ring in farther {
            if left == [0; 2] {
                break;
            }
            value += share * sum(neighbours, [left[0] & ring[0], left[1] & ring[1]]) as f32;
            left = [left[0] & !ring[0], left[1] & !ring[1]];
            share *= 0.5;
        }
        value
    }
}
