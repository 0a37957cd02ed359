//! The stem and the residual blocks, with kernels transformed for one size of tiles.

use super::convolution::{Convolution, Domain, Finish, Task};
use super::dense::{Dense, pool};
use super::file::{INPUT_PLANES, Tensors};
use super::grid::Grid;
use super::vector::{Vector, vectors};
use super::winograd::{Transform, Winograd};

/// Vectors of a square in what the network sees.
pub(super) const PLANE_VECTORS: usize = vectors(INPUT_PLANES);

#[derive(Debug)]
pub(super) struct Tower<const M: usize, const N: usize> {
    stem: Convolution<M, N>,
    blocks: Vec<Block<M, N>>,
}

#[derive(Debug)]
struct Block<const M: usize, const N: usize> {
    first: Convolution<M, N>,
    second: Convolution<M, N>,
    /// From the middle of the block to the bias of the second convolution, whose own is part of it.
    pool: Option<Dense>,
}

/// What goes through a tower: all boards of a batch, one after the other.
pub(super) struct Stream<'a> {
    pub grid: &'a Grid,
    /// What the network sees.
    pub planes: &'a [Vector],
    /// What comes out.
    pub x: &'a mut [Vector],
    /// Room for the middle of a block.
    pub y: &'a mut [Vector],
    /// Room for means and maxima, and for what is made of them.
    pub pooled: &'a mut [Vector],
    pub biases: &'a mut [Vector],
    pub domain: &'a mut Domain,
}

impl<const M: usize, const N: usize> Tower<M, N>
where
    Winograd: Transform<M, N>,
{
    pub(super) fn new(tensors: &Tensors) -> Tower<M, N> {
        let stem = Convolution::new(&tensors.stem, PLANE_VECTORS);
        let channels = stem.outputs;
        let blocks = tensors.blocks.iter().map(|block| Block {
            first: Convolution::new(&block.first, channels),
            second: Convolution::new(&block.second, channels),
            pool: block.pool.as_ref().map(|layer| {
                let mut dense = Dense::of_pool(layer, channels);
                dense.add_bias(&block.second.bias);
                dense
            }),
        });
        Tower { stem, blocks: blocks.collect() }
    }

    pub(super) fn run(&self, stream: Stream<'_>) {
        let Stream { grid, planes, x, y, pooled, biases, domain } = stream;
        repeat(&self.stem.bias, biases);
        let task = Task { boards: planes, biases, finish: Finish::Replace, out: x };
        self.stem.apply(grid, domain, task);
        for block in &self.blocks {
            repeat(&block.first.bias, biases);
            let task = Task { boards: x, biases, finish: Finish::Replace, out: y };
            block.first.apply(grid, domain, task);
            match &block.pool {
                None => repeat(&block.second.bias, biases),
                Some(dense) => {
                    pool(y, self.stem.outputs, grid.size.squares(), pooled);
                    dense.apply(pooled, &dense.bias, false, biases);
                }
            }
            let task = Task { boards: y, biases, finish: Finish::Add, out: x };
            block.second.apply(grid, domain, task);
        }
    }
}

/// The same bias for all boards.
fn repeat(bias: &[Vector], biases: &mut [Vector]) {
    for each in biases.chunks_exact_mut(bias.len()) {
        each.copy_from_slice(bias);
    }
}
