//! What a network says of a position.

use otrera_board::{Move, Size, Square};

use super::super::evaluation::probability;
use super::file::POLICY_PLANES;
use super::vector::{LANES, Vector};

/// What a network says of a position, seen by the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub(super) outcome: f32,
    pub(super) margin: f32,
    pub(super) ownership: &'a [f32],
    pub(super) policy: Policy<'a>,
}

impl<'a> Answer<'a> {
    /// The logarithm of his odds to win.
    pub fn odds(&self) -> f32 {
        self.outcome
    }

    /// The probability that he wins.
    pub fn win(&self) -> f32 {
        probability(self.outcome)
    }

    /// How many moves more than the other he is left with when the sides have separated; half a move is taken off for moving first.
    pub fn margin(&self) -> f32 {
        10.0 * self.margin
    }

    /// For each square, rank by rank from below, the logarithm of the odds that it is his in the end.
    pub fn ownership(&self) -> &'a [f32] {
        self.ownership
    }

    /// Which moves he should look at.
    pub fn policy(&self) -> Policy<'a> {
        self.policy
    }
}

/// What a network says of moves: two numbers add up to the logit of one, that of the amazon's step at the square that she leaves, and that of
/// the arrow at the square where she arrives.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    pub(super) size: Size,
    /// For each square, `stride` vectors.
    pub(super) planes: &'a [Vector],
    pub(super) stride: usize,
}

/// The longest slide that has a plane of its own. Networks are trained on boards of up to eleven files; on longer ones we take the plane of
/// the longest slide for those that are longer still.
const REACH: usize = 10;

impl Policy<'_> {
    /// The logit of a move that is legal in the position.
    #[inline]
    pub fn logit(&self, mv: Move) -> f32 {
        let step = plane(self.size, mv.from, mv.to);
        let arrow = POLICY_PLANES / 2 + plane(self.size, mv.to, mv.arrow);
        self.at(mv.from, step) + self.at(mv.to, arrow)
    }

    #[inline]
    fn at(&self, square: Square, plane: usize) -> f32 {
        self.planes[square.index() * self.stride + plane / LANES].0[plane % LANES]
    }

    /// The probability of each of these moves, which should be all that are legal: the softmax of their logits, divided by a temperature.
    /// Above one it makes them more alike.
    pub fn priors(&self, moves: &[Move], temperature: f32, priors: &mut Vec<f32>) {
        priors.clear();
        priors.extend(moves.iter().map(|&mv| self.logit(mv) / temperature));
        let most = priors.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        priors.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
        let sum: f32 = priors.iter().sum();
        // Wild weights can make anything of a position; then no move is better than another.
        let share = if sum.is_finite() { None } else { Some(1.0 / moves.len() as f32) };
        priors.iter_mut().for_each(|prior| *prior = share.unwrap_or(*prior / sum));
    }
}

/// The plane of a slide: ten for each direction, counted from the east against the clock.
#[inline]
fn plane(size: Size, from: Square, to: Square) -> usize {
    let files = size.file(to) as isize - size.file(from) as isize;
    let ranks = size.rank(to) as isize - size.rank(from) as isize;
    // By the signs of both: south, level, north; in each west, level, east.
    const DIRECTIONS: [[usize; 3]; 3] = [[5, 6, 7], [4, 0, 0], [3, 2, 1]];
    let direction = DIRECTIONS[(ranks.signum() + 1) as usize][(files.signum() + 1) as usize];
    let distance = files.unsigned_abs().max(ranks.unsigned_abs());
    REACH * direction + distance.clamp(1, REACH) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_turn_against_the_clock() {
        let size = Size::new(16, 8).unwrap();
        let square = |file, rank| size.square(file, rank).unwrap();
        let from = square(4, 3);
        for (to, expected) in [
            ((5, 3), 0),
            ((6, 5), 11),
            ((4, 7), 23),
            ((2, 5), 31),
            ((0, 3), 43),
            ((1, 0), 52),
            ((4, 2), 60),
            ((6, 1), 71),
            ((14, 3), 9),
            ((15, 3), 9),
        ] {
            assert_eq!(plane(size, from, square(to.0, to.1)), expected, "{to:?}");
        }
    }
}
