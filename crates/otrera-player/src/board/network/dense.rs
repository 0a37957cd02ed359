//! Layers that look at one square, or at one vector for the whole board.

use super::file::Layer;
use super::product::{PANEL, Row, multiply, panel, panels};
use super::vector::{LANES, Vector, padded};

/// A linear map of every row.
#[derive(Debug)]
pub(super) struct Dense {
    /// Vectors of a row, before and after.
    inputs: usize,
    pub outputs: usize,
    /// Panel by panel.
    weights: Vec<Row>,
    pub bias: Vec<Vector>,
}

impl Dense {
    /// A map of rows of so many vectors.
    pub(super) fn new(layer: &Layer, inputs: usize) -> Dense {
        Dense::with(layer, inputs, |input| (input < layer.inputs).then_some(input))
    }

    /// A map of what [`pool`] makes of so many vectors: where these are filled up with zeros, means and maxima are, too.
    pub(super) fn of_pool(layer: &Layer, vectors: usize) -> Dense {
        let channels = layer.inputs / 2;
        Dense::with(layer, 2 * vectors, |input| {
            let (half, channel) = (input / (vectors * LANES), input % (vectors * LANES));
            (channel < channels).then_some(half * channels + channel)
        })
    }

    /// `source` says which of the layer's inputs is at a place of a row, if any.
    fn with(layer: &Layer, inputs: usize, source: impl Fn(usize) -> Option<usize>) -> Dense {
        let count = panels(layer.outputs);
        let weight = |output, input| match source(input) {
            Some(input) if output < layer.outputs => layer.weights[output * layer.inputs + input],
            _ => 0.0,
        };
        let weights = (0..count).flat_map(|number| panel(number, inputs, &weight)).collect();
        let outputs = count * PANEL;
        Dense { inputs, outputs, weights, bias: padded(&layer.bias, outputs) }
    }

    pub(super) fn add_bias(&mut self, more: &[f32]) {
        for (bias, more) in self.bias.iter_mut().zip(padded(more, self.outputs)) {
            *bias = *bias + more;
        }
    }

    /// Maps rows. Each bias belongs to as many rows as there are, divided by the biases.
    pub(super) fn apply(
        &self,
        rows: &[Vector],
        biases: &[Vector],
        rectify: bool,
        out: &mut [Vector],
    ) {
        let each = (rows.len() / self.inputs) / (biases.len() / self.outputs);
        let groups =
            rows.chunks_exact(each * self.inputs).zip(out.chunks_exact_mut(each * self.outputs));
        for ((rows, out), bias) in groups.zip(biases.chunks_exact(self.outputs)) {
            for (number, weights) in self.weights.chunks_exact(self.inputs * LANES).enumerate() {
                let bias = &bias[number * PANEL..][..PANEL];
                multiply_rows(rows, weights, |row, sums| {
                    let out = &mut out[row * self.outputs + number * PANEL..][..PANEL];
                    for ((out, sum), &bias) in out.iter_mut().zip(sums).zip(bias) {
                        *out = if rectify { (sum + bias).rectified() } else { sum + bias };
                    }
                });
            }
        }
    }
}

/// Not made part of its caller: the product needs all registers for itself.
#[inline(never)]
fn multiply_rows(rows: &[Vector], weights: &[Row], take: impl FnMut(usize, Row)) {
    multiply(rows, weights, &[], take);
}

/// For every board, the means of all channels, then the maxima. No channel is negative, so squares that are zero change no maximum: boards
/// may have such that are off the board.
pub(super) fn pool(boards: &[Vector], channels: usize, squares: usize, out: &mut [Vector]) {
    let each = boards.len() / (out.len() / (2 * channels));
    for (board, out) in boards.chunks_exact(each).zip(out.chunks_exact_mut(2 * channels)) {
        out.fill(Vector::ZERO);
        let (means, maxima) = out.split_at_mut(channels);
        for row in board.chunks_exact(channels) {
            for ((mean, maximum), &x) in means.iter_mut().zip(maxima.iter_mut()).zip(row) {
                *mean = *mean + x;
                *maximum = maximum.max(x);
            }
        }
        for mean in means {
            mean.0 = mean.0.map(|sum| sum / squares as f32);
        }
    }
}
