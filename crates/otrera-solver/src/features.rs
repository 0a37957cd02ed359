//! What a look at a node tells, as numbers: who stands nearer to the squares, who is more mobile,
//! what the bounds leave open.
//!
//! Most features are the mover's less the opponent's. How they work together, and what they mean in
//! which phase of the game, is for the [model](crate::model) to learn.

use otrera_board::{Bits, Color, king_distances, queen_distances};

use crate::judge::Settled;

/// How many features there are.
pub(crate) const FEATURES: usize = 16;

/// Their names, as the model's file has them.
pub(crate) const NAMES: [&str; FEATURES] = [
    "nearer by queen moves",
    "nearer by king moves",
    "closeness by queen moves",
    "squares within reach",
    "middle of the bounds",
    "gain of moving first",
    "loss if the other moves first",
    "number",
    "mobility",
    "logarithms of mobility",
    "amazons that cannot move",
    "amazons",
    "phase",
    "ties",
    "width of the bounds",
    "amazons left",
];

/// What one player has.
#[derive(Default)]
struct Side {
    mobility: f32,
    logarithms: f32,
    stuck: f32,
    amazons: f32,
}

/// The features of a node.
pub(crate) fn features<B: Bits>(settled: &Settled<B>) -> [f32; FEATURES] {
    let node = &settled.node;
    let [own, enemy] = [node.mover, !node.mover].map(|color| node.amazons[color as usize]);
    let [mine, theirs] = [own, enemy].map(|amazons| side(settled, amazons));
    let by_queen = race(
        queen_distances(node.geometry, own, node.empty),
        queen_distances(node.geometry, enemy, node.empty),
        node.empty,
    );
    let by_king = race(
        king_distances(node.geometry, own, node.empty),
        king_distances(node.geometry, enemy, node.empty),
        node.empty,
    );
    let sign = if node.mover == Color::Black { 1.0 } else { -1.0 };
    let bounds = &settled.bounds;
    let (mover, other) = match node.mover {
        Color::Black => (bounds.left, bounds.right),
        Color::White => (bounds.right, bounds.left),
    };
    let number = sign * node.free as f32;
    let middle = sign * (bounds.lower() + bounds.upper()) as f32 / 2.0;
    [
        by_queen.ahead,
        by_king.ahead,
        by_queen.closeness,
        by_king.reach,
        middle - number,
        (mover.first - mover.least) as f32,
        (other.first - other.least) as f32,
        number,
        mine.mobility - theirs.mobility,
        mine.logarithms - theirs.logarithms,
        mine.stuck - theirs.stuck,
        mine.amazons - theirs.amazons,
        (node.empty.count() as f32 - 10.0) / 10.0,
        by_queen.ties,
        bounds.width() as f32,
        mine.amazons + theirs.amazons,
    ]
}

fn side<B: Bits>(settled: &Settled<B>, amazons: B) -> Side {
    let node = &settled.node;
    let occupied = node.geometry.board() & !node.empty;
    let mut side = Side::default();
    for amazon in amazons.squares() {
        let moves = node.geometry.slides(amazon, occupied).count();
        side.mobility += moves as f32;
        side.logarithms += LOGARITHMS[(moves as usize).min(LOGARITHMS.len() - 1)];
        side.stuck += f32::from(u8::from(moves == 0));
        side.amazons += 1.0;
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
struct Race {
    ahead: f32,
    ties: f32,
    /// The sum of 2^(−distance), mine less theirs.
    closeness: f32,
    /// The squares that can be reached at all, mine less theirs.
    reach: f32,
}

fn race<B: Bits>(mine: impl Iterator<Item = B>, theirs: impl Iterator<Item = B>, empty: B) -> Race {
    let (mut mine, mut theirs) = (mine, theirs);
    let mut race = Race { ahead: 0.0, ties: 0.0, closeness: 0.0, reach: 0.0 };
    let mut open = empty;
    let mut weight = 0.5;
    loop {
        let [by_me, by_them] = [mine.next(), theirs.next()].map(|set| set.unwrap_or(B::EMPTY));
        if (by_me | by_them).is_empty() {
            return race;
        }
        race.ahead += (by_me & !by_them & open).count() as f32;
        race.ahead -= (by_them & !by_me & open).count() as f32;
        race.ties += (by_me & by_them & open).count() as f32;
        let more = by_me.count() as f32 - by_them.count() as f32;
        race.closeness += weight * more;
        race.reach += more;
        weight *= 0.5;
        open &= !(by_me | by_them);
    }
}
