//! From what the tower makes of a position to answers.

use otrera_board::Size;

use super::answer::{Answer, Policy};
use super::dense::{Dense, pool};
use super::file::Tensors;
use super::vector::{Vector, padded};

#[derive(Debug)]
pub(super) struct Heads {
    policy_hidden: Dense,
    /// From the whole board to the bias of `policy_hidden`, whose own is part of it.
    policy_pool: Dense,
    policy: Dense,
    value_hidden: Dense,
    value_layer: Dense,
    value: Dense,
    ownership: Vec<Vector>,
    ownership_bias: f32,
}

/// Answers, and room for what leads to them: all boards of a batch, one after the other, without what is off the board.
#[derive(Clone, Debug)]
pub(super) struct Room {
    size: Size,
    /// Vectors of a square's policy, and of a board's value.
    strides: [usize; 2],
    /// What the tower made of all squares.
    pub x: Vec<Vector>,
    pooled: Vec<Vector>,
    policy_bias: Vec<Vector>,
    policy_hidden: Vec<Vector>,
    value_hidden: Vec<Vector>,
    value_pooled: Vec<Vector>,
    value_layer: Vec<Vector>,
    policy: Vec<Vector>,
    value: Vec<Vector>,
    ownership: Vec<f32>,
}

impl Room {
    /// The answers for so many boards.
    pub(super) fn answers(&self, boards: usize) -> impl ExactSizeIterator<Item = Answer<'_>> {
        let squares = self.size.squares();
        let [stride, value_stride] = self.strides;
        (0..boards).map(move |board| {
            let [outcome, margin, ..] = self.value[board * value_stride].0;
            let ownership = &self.ownership[board * squares..][..squares];
            let planes = &self.policy[board * squares * stride..][..squares * stride];
            Answer {
                outcome,
                margin,
                ownership,
                policy: Policy { size: self.size, planes, stride },
            }
        })
    }
}

impl Heads {
    /// Heads on a tower with so many vectors for a square.
    pub(super) fn new(tensors: &Tensors, channels: usize) -> Heads {
        let policy_hidden = Dense::new(&tensors.policy_hidden, channels);
        let mut policy_pool = Dense::of_pool(&tensors.policy_pool, channels);
        policy_pool.add_bias(&tensors.policy_hidden.bias);
        let policy = Dense::new(&tensors.policy, policy_hidden.outputs);
        let value_hidden = Dense::new(&tensors.value_hidden, channels);
        let value_layer = Dense::of_pool(&tensors.value_layer, value_hidden.outputs);
        let value = Dense::new(&tensors.value, value_layer.outputs);
        let ownership = padded(&tensors.ownership.weights, channels);
        let ownership_bias = tensors.ownership.bias[0];
        Heads {
            policy_hidden,
            policy_pool,
            policy,
            value_hidden,
            value_layer,
            value,
            ownership,
            ownership_bias,
        }
    }

    /// Room for so many boards.
    pub(super) fn room(&self, size: Size, boards: usize) -> Room {
        let squares = size.squares();
        let zeros = |count: usize| vec![Vector::ZERO; boards * count];
        let channels = self.ownership.len();
        Room {
            size,
            strides: [self.policy.outputs, self.value.outputs],
            x: zeros(squares * channels),
            pooled: zeros(2 * channels),
            policy_bias: zeros(self.policy_pool.outputs),
            policy_hidden: zeros(squares * self.policy_hidden.outputs),
            value_hidden: zeros(squares * self.value_hidden.outputs),
            value_pooled: zeros(2 * self.value_hidden.outputs),
            value_layer: zeros(self.value_layer.outputs),
            policy: zeros(squares * self.policy.outputs),
            value: zeros(self.value.outputs),
            ownership: vec![0.0; boards * squares],
        }
    }

    /// Answers for as many boards as are asked for, from the room's `x`.
    pub(super) fn run(&self, room: &mut Room, boards: usize) {
        let squares = room.size.squares();
        let channels = self.ownership.len();
        let x = &room.x[..boards * squares * channels];
        let pooled = &mut room.pooled[..boards * 2 * channels];
        pool(x, channels, squares, pooled);

        let policy_bias = &mut room.policy_bias[..boards * self.policy_pool.outputs];
        self.policy_pool.apply(pooled, &self.policy_pool.bias, false, policy_bias);
        let hidden = &mut room.policy_hidden[..boards * squares * self.policy_hidden.outputs];
        self.policy_hidden.apply(x, policy_bias, true, hidden);
        self.policy.apply(hidden, &self.policy.bias, false, &mut room.policy);

        let hidden = &mut room.value_hidden[..boards * squares * self.value_hidden.outputs];
        self.value_hidden.apply(x, &self.value_hidden.bias, true, hidden);
        let pooled = &mut room.value_pooled[..boards * 2 * self.value_hidden.outputs];
        pool(hidden, self.value_hidden.outputs, squares, pooled);
        let layer = &mut room.value_layer[..boards * self.value_layer.outputs];
        self.value_layer.apply(pooled, &self.value_layer.bias, true, layer);
        self.value.apply(layer, &self.value.bias, false, &mut room.value);

        for (owner, square) in room.ownership.iter_mut().zip(x.chunks_exact(channels)) {
            let products = square
                .iter()
                .zip(&self.ownership)
                .map(|(&x, &weight)| x.map2(weight, |a, b| a * b));
            *owner = products.fold(Vector::ZERO, |sum, product| sum + product).sum()
                + self.ownership_bias;
        }
    }
}
