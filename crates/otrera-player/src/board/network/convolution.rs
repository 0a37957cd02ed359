//! Convolutions of 3 × 3 squares by Winograd's filters.

use super::file::Layer;
use super::grid::Grid;
use super::product::{PANEL, Row, ZERO_ROW, multiply, panel, panels};
use super::vector::{LANES, Vector, padded};
use super::winograd::{Transform, Winograd};

/// A convolution whose kernels are transformed for tiles of M × M.
#[derive(Debug)]
pub(super) struct Convolution<const M: usize, const N: usize> {
    /// Vectors of a square, before and after.
    inputs: usize,
    pub outputs: usize,
    /// Panel by panel, in each all N² values, for each all inputs.
    weights: Vec<Row>,
    pub bias: Vec<Vector>,
}

/// Room for transformed values.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    /// Inputs of all tiles, value by value.
    values: Vec<Vector>,
    /// Products of all tiles with one panel, value by value.
    products: Vec<Row>,
}

impl Domain {
    /// For so many tiles of so many vectors.
    pub(super) fn new(tiles: usize, inputs: usize, values: usize) -> Domain {
        Domain {
            values: vec![Vector::ZERO; value_stride(tiles, inputs) * values],
            products: vec![ZERO_ROW; product_stride(tiles) * values],
        }
    }
}

/// Vectors from one value to the next. A multiple of 4096 bytes would put all values of a tile into the same few lines of the cache; so
/// this is always an odd number of cache lines.
fn value_stride(tiles: usize, inputs: usize) -> usize {
    2 * ((tiles * inputs).div_ceil(2) | 1)
}

/// The same for products; a row has one and a half lines.
fn product_stride(tiles: usize) -> usize {
    2 * (tiles.div_ceil(2) | 1)
}

/// What is to be convolved, and what happens to the sums.
pub(super) struct Task<'a> {
    pub boards: &'a [Vector],
    /// One for each board.
    pub biases: &'a [Vector],
    pub finish: Finish,
    pub out: &'a mut [Vector],
}

#[derive(Clone, Copy)]
pub(super) enum Finish {
    /// Sums replace what was there.
    Replace,
    /// Sums are added to what was there.
    Add,
}

impl<const M: usize, const N: usize> Convolution<M, N>
where
    Winograd: Transform<M, N>,
{
    /// A convolution of boards with so many vectors for a square.
    pub(super) fn new(layer: &Layer, inputs: usize) -> Convolution<M, N> {
        let transform = <Winograd as Transform<M, N>>::KERNEL;
        let count = panels(layer.outputs);
        let mut weights = Vec::with_capacity(count * N * N * inputs * LANES);
        for number in 0..count {
            for (rank, file) in (0..N * N).map(|value| (transform[value / N], transform[value % N]))
            {
                weights.extend(panel(number, inputs, |output, input| {
                    if output >= layer.outputs || input >= layer.inputs {
                        return 0.0;
                    }
                    let kernel = &layer.weights[(output * layer.inputs + input) * 9..][..9];
                    let row = |r: usize| {
                        (0..3).map(|f| file[f] * f64::from(kernel[3 * r + f])).sum::<f64>()
                    };
                    (0..3).map(|r| rank[r] * row(r)).sum::<f64>() as f32
                }));
            }
        }
        let outputs = count * PANEL;
        Convolution { inputs, outputs, weights, bias: padded(&layer.bias, outputs) }
    }

    /// Convolves boards, adds biases, and makes negative sums zero.
    pub(super) fn apply(&self, grid: &Grid, domain: &mut Domain, mut task: Task<'_>) {
        let tiles = grid.count() * (task.boards.len() / (grid.squares() * self.inputs));
        let (stride, product_stride) = (value_stride(tiles, self.inputs), product_stride(tiles));
        self.transform(grid, task.boards, stride, &mut domain.values);
        let length = self.inputs * LANES;
        let mut weights = &self.weights[..];
        for panel in 0..self.outputs / PANEL {
            let values = domain.values.chunks_exact(stride).take(N * N);
            let products = domain.products.chunks_exact_mut(product_stride);
            for (values, products) in values.zip(products) {
                let (now, later) = weights.split_at(length);
                let ahead = &later[..length.min(later.len())];
                multiply_all(&values[..tiles * self.inputs], now, ahead, products);
                weights = later;
            }
            self.finish(grid, panel, &domain.products, product_stride, &mut task);
        }
    }

    /// From inputs of all tiles to values.
    fn transform(&self, grid: &Grid, boards: &[Vector], stride: usize, values: &mut [Vector]) {
        let channels = self.inputs;
        let mut tile = 0;
        // Of one tile, after the first of the two ways. Made once: what is written over need not be cleared each time.
        let mut half = [[Vector::ZERO; N]; N];
        for board in boards.chunks_exact(grid.squares() * channels) {
            for corner in grid.corners() {
                let rows: [&[Vector]; N] = std::array::from_fn(|rank| {
                    &board[(corner + rank * grid.stride()) * channels..][..N * channels]
                });
                for channel in 0..channels {
                    for (half, row) in half.iter_mut().zip(rows) {
                        *half = Winograd::inputs(std::array::from_fn(|file| {
                            row[file * channels + channel]
                        }));
                    }
                    let values = &mut values[tile * channels + channel..];
                    for file in 0..N {
                        let column = Winograd::inputs(std::array::from_fn(|rank| half[rank][file]));
                        for (rank, value) in column.into_iter().enumerate() {
                            values[(rank * N + file) * stride] = value;
                        }
                    }
                }
                tile += 1;
            }
        }
    }

    /// From products of all tiles to the outputs of a panel.
    fn finish(
        &self,
        grid: &Grid,
        panel: usize,
        products: &[Row],
        stride: usize,
        task: &mut Task<'_>,
    ) {
        let channels = self.outputs;
        let [width, height] = [grid.size.width(), grid.size.height()];
        let boards = task.out.chunks_exact_mut(grid.squares() * channels);
        let mut products = products;
        let mut half = [[Vector::ZERO; N]; M];
        for (board, bias) in boards.zip(task.biases.chunks_exact(channels)) {
            for tile in 0..grid.count() {
                let [left, low] = grid.origin(tile);
                for (vector, bias) in bias[panel * PANEL..][..PANEL].iter().enumerate() {
                    for file in 0..N {
                        let column = Winograd::outputs(std::array::from_fn(|rank| {
                            products[(rank * N + file) * stride][vector]
                        }));
                        for (half, value) in half.iter_mut().zip(column) {
                            half[file] = value;
                        }
                    }
                    for (rank, half) in (low..height).zip(&half) {
                        let sums: [Vector; M] = Winograd::outputs(*half);
                        let row = &mut board[grid.place(left, rank) * channels..];
                        for (file, sum) in (0..width - left).zip(sums) {
                            let square = &mut row[file * channels + panel * PANEL + vector];
                            let before = match task.finish {
                                Finish::Replace => *bias,
                                Finish::Add => *square + *bias,
                            };
                            *square = (before + sum).rectified();
                        }
                    }
                }
                products = &products[1..];
            }
        }
    }
}

/// Not made part of its caller: the product needs all registers for itself.
#[inline(never)]
fn multiply_all(values: &[Vector], weights: &[Row], ahead: &[Row], products: &mut [Row]) {
    multiply(values, weights, ahead, |tile, sums| products[tile] = sums);
}
