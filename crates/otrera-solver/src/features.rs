//! What a look at a node tells, as numbers: who stands nearer to the squares, who is more mobile,
//! what both can reach.
//!
//! Most features are the mover's less the opponent's. How they work together, and what they mean in
//! which phase of the game, is for the [model](crate::model) to learn.

use otrera_board::{Bits, Color, Geometry, Square};

use crate::node::Node;

/// How many features there are.
pub(crate) const FEATURES: usize = 18;

/// Their names, as the model's file has them.
pub(crate) const NAMES: [&str; FEATURES] = [
    "nearer by queen moves",
    "nearer by king moves",
    "closeness by queen moves",
    "squares within reach",
    "steps into what both reach",
    "amazons at what both reach",
    "all steps into what both reach",
    "free moves",
    "mobility",
    "logarithms of mobility",
    "amazons that cannot move",
    "amazons",
    "phase",
    "ties",
    "squares that both reach",
    "amazons left",
    "closeness by king moves",
    "ties by king moves",
];

/// What one player has.
struct Side<B> {
    /// Where his amazons can go.
    targets: B,
    mobility: u32,
    logarithms: f32,
    stuck: u32,
}

/// The features of a node.
pub(crate) fn features<B: Bits>(node: &Node<B>) -> [f32; FEATURES] {
    let geometry = node.geometry;
    let players = [node.mover, !node.mover].map(|color| node.amazons[color as usize]);
    let [mine, theirs] = players.map(|amazons| side(node, amazons));
    let by_queen = race([mine.targets, theirs.targets], node.empty, |front, left| {
        next_by_queen(geometry, node.empty, front, left)
    });
    let steps = players.map(|amazons| geometry.spread(amazons));
    let by_king = race(steps.map(|steps| steps & node.empty), node.empty, |front, left| {
        geometry.spread(front) & left
    });
    let contested = by_king.reached[0] & by_king.reached[1];
    let [my_steps, their_steps] = steps.map(|steps| (steps & contested).count() as f32);
    let beside = geometry.spread(contested);
    let [my_front, their_front] = players.map(|amazons| (amazons & beside).count() as f32);
    let [my_amazons, their_amazons] = players.map(|amazons| amazons.count() as f32);
    let free = if node.mover == Color::Black { node.free } else { -node.free };
    [
        by_queen.ahead as f32,
        by_king.ahead as f32,
        by_queen.closeness(),
        by_king.reach() as f32,
        my_steps - their_steps,
        my_front - their_front,
        my_steps + their_steps,
        free as f32,
        mine.mobility as f32 - theirs.mobility as f32,
        mine.logarithms - theirs.logarithms,
        mine.stuck as f32 - theirs.stuck as f32,
        my_amazons - their_amazons,
        (node.empty.count() as f32 - 10.0) / 10.0,
        by_queen.ties as f32,
        contested.count() as f32,
        my_amazons + their_amazons,
        by_king.closeness(),
        by_king.ties as f32,
    ]
}

fn side<B: Bits>(node: &Node<B>, amazons: B) -> Side<B> {
    let occupied = node.geometry.board() & !node.empty;
    let mut side = Side { targets: B::EMPTY, mobility: 0, logarithms: 0.0, stuck: 0 };
    for amazon in amazons.squares() {
        let targets = node.geometry.slides(amazon, occupied);
        let moves = targets.count();
        side.targets |= targets;
        side.mobility += moves;
        side.logarithms += LOGARITHMS[(moves as usize).min(LOGARITHMS.len() - 1)];
        side.stuck += u32::from(moves == 0);
    }
    side
}

/// ln(1 + n).
const LOGARITHMS: [f32; 28] = [
    0.0, 0.693, 1.099, 1.386, 1.609, 1.792, 1.946, 2.079, 2.197, 2.303, 2.398, 2.485, 2.565, 2.639,
    2.708, 2.773, 2.833, 2.89, 2.944, 2.996, 3.045, 3.091, 3.135, 3.178, 3.219, 3.258, 3.296,
    3.332,
];

/// Who comes first to the empty squares.
struct Race<B> {
    ahead: i32,
    ties: i32,
    /// Their closeness, in units of 2^(−[`FARTHEST`]).
    closeness: i32,
    /// The squares that I can reach at all, and they.
    reached: [B; 2],
}

/// What is farther away has no closeness.
const FARTHEST: u32 = 16;

impl<B: Bits> Race<B> {
    /// The sum of 2^(−distance), mine less theirs.
    fn closeness(&self) -> f32 {
        self.closeness as f32 / (1 << FARTHEST) as f32
    }

    /// The squares that can be reached at all, mine less theirs.
    fn reach(&self) -> i32 {
        let [mine, theirs] = self.reached.map(|reached| reached.count() as i32);
        mine - theirs
    }
}

/// So few squares are looked at one by one.
const FEW: u32 = 4;

/// Those of the squares left, all empty, that queens on the front reach in one move.
#[inline]
fn next_by_queen<B: Bits>(geometry: &Geometry<B>, empty: B, front: B, left: B) -> B {
    if left.count() > FEW {
        return geometry.slides_of_all(front, empty) & left;
    }
    // It is shorter to look back from the few.
    let occupied = geometry.board() & !empty;
    let sees = |&square: &Square| !(geometry.slides(square, occupied) & front).is_empty();
    left.squares().filter(sees).fold(B::EMPTY, |next, square| next | B::of(square))
}

/// From the squares that each player reaches at first, and a way on to those that are left.
#[inline]
fn race<B: Bits>(first: [B; 2], empty: B, next: impl Fn(B, B) -> B) -> Race<B> {
    let mut race = Race { ahead: 0, ties: 0, closeness: 0, reached: [B::EMPTY; 2] };
    let mut fronts = first;
    let mut open = empty;
    let mut weight = 1 << FARTHEST >> 1;
    loop {
        let [mine, theirs] = fronts;
        if (mine | theirs).is_empty() {
            return race;
        }
        let count = |set: B| set.count() as i32;
        race.ahead += count(mine & open & !theirs) - count(theirs & open & !mine);
        race.ties += count(mine & theirs & open);
        race.closeness += weight * (count(mine) - count(theirs));
        weight >>= 1;
        open &= !(mine | theirs);
        for (front, reached) in fronts.iter_mut().zip(&mut race.reached) {
            *reached |= *front;
            let left = empty & !*reached;
            *front =
                if front.is_empty() || left.is_empty() { B::EMPTY } else { next(*front, left) };
        }
    }
}

#[cfg(test)]
mod tests {
    use otrera_area::random;
    use otrera_board::Size;

    use super::*;

    /// Looking back from few squares finds what all slides find.
    #[test]
    fn queens_reach_the_same_squares_either_way() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..2000 {
            let size = Size::new(rng.usize(4..=7), rng.usize(4..=7)).unwrap();
            let position = random::playout(&mut rng, size, 1..12);
            let (geometry, empty) = (position.geometry(), position.empty());
            let front = empty & rng.u128(..);
            let mut left = empty & !front;
            while left.count() > FEW {
                left = left.without_first();
            }
            let expected = geometry.slides_of_all(front, empty) & left;
            assert_eq!(next_by_queen(geometry, empty, front, left), expected, "{position}");
        }
    }
}
