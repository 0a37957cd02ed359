//! The forward pass as `training/FORMAT.md` tells it, in double precision and with nothing but loops. It shares no code with the network.

use std::collections::VecDeque;

use otrera_board::{Content, Move, Position, Size, Square};

use crate::maker::Maker;

/// `[channel][rank][file]`.
type Board = Vec<Vec<Vec<f64>>>;

pub struct Plain {
    pub outcome: f64,
    pub margin: f64,
    /// `[rank][file]`.
    pub ownership: Vec<Vec<f64>>,
    policy: Board,
    size: Size,
}

impl Plain {
    pub fn new(network: &Maker, position: &Position) -> Plain {
        let layers = Layers(network);
        let mut x = relu(layers.convolve("stem", &planes(position)));
        for block in 0..network.blocks {
            let y = relu(layers.convolve(&format!("tower.{block}.first"), &x));
            let mut z = layers.convolve(&format!("tower.{block}.second"), &y);
            if network.pooled.contains(&block) {
                let more = layers.multiply(&format!("tower.{block}.pool"), &pool(&y));
                each(&mut z, |channel, _, _, z| *z += more[channel]);
            }
            each(&mut z, |channel, rank, file, z| *z += x[channel][rank][file]);
            x = relu(z);
        }
        let more = layers.multiply("policy_pool", &pool(&x));
        let mut hidden = layers.mix("policy_hidden", &x);
        each(&mut hidden, |channel, _, _, sum| *sum += more[channel]);
        let policy = layers.mix("policy", &relu(hidden));
        let hidden = pool(&relu(layers.mix("value_hidden", &x)));
        let mut layer = layers.multiply("value_layer", &hidden);
        layer.iter_mut().for_each(|x| *x = x.max(0.0));
        let value = layers.multiply("value", &layer);
        let ownership = layers.mix("ownership", &x).remove(0);
        let size = position.size();
        Plain { outcome: value[0], margin: value[1], ownership, policy, size }
    }

    pub fn logit(&self, mv: Move) -> f64 {
        let at = |square: Square, plane: usize| {
            self.policy[plane][self.size.rank(square)][self.size.file(square)]
        };
        let step = self.slide(mv.from, mv.to);
        let arrow = self.slide(mv.to, mv.arrow);
        at(mv.from, step) + at(mv.to, 80 + arrow)
    }

    /// Found by sliding.
    fn slide(&self, from: Square, to: Square) -> usize {
        for (direction, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
            for distance in 1..=10 {
                if step(self.size, from, files * distance, ranks * distance) == Some(to) {
                    return 10 * direction + distance as usize - 1;
                }
            }
        }
        panic!("no slide")
    }
}

/// East, then against the clock.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

fn step(size: Size, from: Square, files: isize, ranks: isize) -> Option<Square> {
    let file = size.file(from).checked_add_signed(files)?;
    size.square(file, size.rank(from).checked_add_signed(ranks)?)
}

fn planes(position: &Position) -> Board {
    let size = position.size();
    let mut planes = vec![vec![vec![0.0; size.width()]; size.height()]; 11];
    let mine = position.to_move();
    for square in size.iter() {
        let plane = match position.at(square) {
            Content::Amazon(color) => usize::from(color != mine),
            Content::Empty => 2,
            Content::Burnt => continue,
        };
        planes[plane][size.rank(square)][size.file(square)] = 1.0;
    }
    for (side, color) in [mine, !mine].into_iter().enumerate() {
        for (square, distance) in distances(position, Content::Amazon(color)) {
            let plane = 3 + 4 * side + distance.min(4) - 1;
            planes[plane][size.rank(square)][size.file(square)] = 1.0;
        }
    }
    planes
}

fn distances(position: &Position, from: Content) -> Vec<(Square, usize)> {
    let size = position.size();
    let mut found: Vec<(Square, usize)> = Vec::new();
    let amazons = size.iter().filter(|&square| position.at(square) == from);
    let mut waiting: VecDeque<(Square, usize)> = amazons.map(|square| (square, 0)).collect();
    while let Some((square, distance)) = waiting.pop_front() {
        for (files, ranks) in DIRECTIONS {
            let ray = (1..).map_while(|n| step(size, square, n * files, n * ranks));
            for next in ray.take_while(|&next| position.at(next) == Content::Empty) {
                if found.iter().all(|&(known, _)| known != next) {
                    found.push((next, distance + 1));
                    waiting.push_back((next, distance + 1));
                }
            }
        }
    }
    found
}

struct Layers<'a>(&'a Maker);

impl Layers<'_> {
    fn weights(&self, name: &str) -> (Vec<f64>, Vec<f64>) {
        let read =
            |what| self.0.numbers(&format!("{name}.{what}")).iter().map(|&x| x.into()).collect();
        (read("weight"), read("bias"))
    }

    fn convolve(&self, name: &str, x: &Board) -> Board {
        let (weights, bias) = self.weights(name);
        let (inputs, height, width) = (x.len(), x[0].len(), x[0][0].len());
        let mut out = vec![vec![vec![0.0; width]; height]; bias.len()];
        each(&mut out, |output, rank, file, out| {
            *out = bias[output];
            for (input, x) in x.iter().enumerate() {
                for (r, f) in (0..9).map(|k| (k / 3, k % 3)) {
                    let (rank, file) = ((rank + r).wrapping_sub(1), (file + f).wrapping_sub(1));
                    let there = x.get(rank).and_then(|row| row.get(file)).copied().unwrap_or(0.0);
                    *out += weights[((output * inputs + input) * 3 + r) * 3 + f] * there;
                }
            }
        });
        out
    }

    /// A convolution of 1 × 1.
    fn mix(&self, name: &str, x: &Board) -> Board {
        let (weights, bias) = self.weights(name);
        let mut out = vec![vec![vec![0.0; x[0][0].len()]; x[0].len()]; bias.len()];
        each(&mut out, |output, rank, file, out| {
            let products =
                x.iter().zip(&weights[output * x.len()..]).map(|(x, w)| x[rank][file] * w);
            *out = bias[output] + products.sum::<f64>();
        });
        out
    }

    fn multiply(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let (weights, bias) = self.weights(name);
        let rows = weights.chunks(x.len()).zip(bias);
        rows.map(|(row, bias)| bias + row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>()).collect()
    }
}

fn each(board: &mut Board, mut f: impl FnMut(usize, usize, usize, &mut f64)) {
    for (channel, plane) in board.iter_mut().enumerate() {
        for (rank, row) in plane.iter_mut().enumerate() {
            for (file, x) in row.iter_mut().enumerate() {
                f(channel, rank, file, x);
            }
        }
    }
}

fn relu(mut board: Board) -> Board {
    each(&mut board, |_, _, _, x| *x = x.max(0.0));
    board
}

fn pool(board: &Board) -> Vec<f64> {
    let squares = |plane: &Vec<Vec<f64>>| plane.iter().flatten().copied().collect::<Vec<f64>>();
    let means = board.iter().map(squares).map(|all| all.iter().sum::<f64>() / all.len() as f64);
    let maxima = board.iter().map(squares).map(|all| all.into_iter().fold(f64::MIN, f64::max));
    means.chain(maxima).collect()
}
