//! Products of matrices: nearly all of the time of an evaluation.
//!
//! Weights are kept in *panels* of 24 outputs. A block of four rows times a panel has its 4 × 3 sums in twelve registers of AVX, the row of
//! weights in three more, and an input in the last: for every input of four rows, twelve multiply-adds and seven loads.

use super::vector::{LANES, Vector, vectors};

/// A row of a panel: the weights from one input to 24 outputs.
pub(super) type Row = [Vector; PANEL];
pub(super) const PANEL: usize = 3;
pub(super) const ZERO_ROW: Row = [Vector::ZERO; PANEL];

/// How many panels so many outputs take.
pub(super) const fn panels(outputs: usize) -> usize {
    outputs.div_ceil(PANEL * LANES)
}

/// Rows of a matrix at a time.
const BLOCK: usize = 4;

/// A panel of weights from so many vectors of inputs. `weight` says what leads to an output from an input, and is asked for outputs and
/// inputs that fill up panels and vectors, too.
pub(super) fn panel(
    number: usize,
    inputs: usize,
    weight: impl Fn(usize, usize) -> f32,
) -> impl Iterator<Item = Row> {
    (0..inputs * LANES).map(move |input| {
        std::array::from_fn(|vector| {
            let first = (number * PANEL + vector) * LANES;
            Vector(std::array::from_fn(|lane| weight(first + lane, input)))
        })
    })
}

/// Multiplies rows by a panel, and hands over what comes out, row by row.
///
/// `ahead` are the weights that will be needed next. They are looked at in between, one number of a cache line here and there: then they
/// come nearer while we compute, and not all at once when we would have to wait for them.
#[inline(always)]
pub(super) fn multiply(
    matrix: &[Vector],
    weights: &[Row],
    ahead: &[Row],
    mut take: impl FnMut(usize, Row),
) {
    let length = vectors(weights.len());
    let rows = matrix.len() / length;
    // Blocks as even as can be: a single row that is left over would take as long as two.
    let blocks = rows.div_ceil(BLOCK);
    let mut ahead = ahead.chunks(ahead.len().div_ceil(blocks.max(1)).max(1));
    let mut first = 0;
    for block in 1..=blocks {
        touch(ahead.next());
        let last = rows * block / blocks;
        let matrix = &matrix[first * length..last * length];
        let mut hand_over = |sums: &[Row]| {
            for (row, &sums) in (first..last).zip(sums) {
                take(row, sums);
            }
        };
        match last - first {
            1 => hand_over(&multiply_block::<1>(matrix, weights)),
            2 => hand_over(&multiply_block::<2>(matrix, weights)),
            3 => hand_over(&multiply_block::<3>(matrix, weights)),
            _ => hand_over(&multiply_block::<BLOCK>(matrix, weights)),
        }
        first = last;
    }
}

#[inline(always)]
fn touch(rows: Option<&[Row]>) {
    // A row is a cache line and a half: both of its ends are in all lines that it is in.
    let sum: f32 =
        rows.unwrap_or_default().iter().map(|row| row[0].0[0] + row[PANEL - 1].0[0]).sum();
    std::hint::black_box(sum);
}

#[inline(always)]
fn multiply_block<const ROWS: usize>(matrix: &[Vector], weights: &[Row]) -> [Row; ROWS] {
    let (weights, _) = weights.as_chunks::<LANES>();
    let rows: [&[Vector]; ROWS] =
        std::array::from_fn(|row| &matrix[row * weights.len()..][..weights.len()]);
    let mut sums = [ZERO_ROW; ROWS];
    for (step, weights) in weights.iter().enumerate() {
        for (lane, weights) in weights.iter().enumerate() {
            for (sums, row) in sums.iter_mut().zip(rows) {
                let input = row[step].0[lane];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum = sum.plus(input, weight);
                }
            }
        }
    }
    sums
}

/// A plain product of large matrices with the network's own inner loop: how fast this machine multiplies, and so what evaluations can
/// be compared with.
#[cfg(feature = "testing")]
#[derive(Clone, Debug)]
pub struct PlainProduct {
    matrix: Vec<Vector>,
    weights: Vec<Row>,
    products: Vec<Row>,
}

#[cfg(feature = "testing")]
impl Default for PlainProduct {
    /// Matrices with something in them.
    fn default() -> PlainProduct {
        let vector = Vector([0.5; LANES]);
        PlainProduct {
            matrix: vec![vector; Self::ROWS * vectors(Self::INPUTS)],
            weights: vec![[vector; PANEL]; panels(Self::OUTPUTS) * Self::INPUTS],
            products: vec![ZERO_ROW; Self::ROWS],
        }
    }
}

#[cfg(feature = "testing")]
impl PlainProduct {
    /// Rows, inputs and outputs. All of it fits into the nearest caches.
    const ROWS: usize = 96;
    const INPUTS: usize = 96;
    const OUTPUTS: usize = 96;
    /// Multiplications, each with an addition.
    pub const MULTIPLICATIONS: u64 = (Self::ROWS * Self::INPUTS * Self::OUTPUTS) as u64;

    /// Multiplies once.
    #[inline(never)]
    pub fn multiply(&mut self) {
        for weights in self.weights.chunks_exact(Self::INPUTS) {
            multiply(&self.matrix, weights, &[], |row, sums| self.products[row] = sums);
        }
        std::hint::black_box(&self.products);
    }
}
