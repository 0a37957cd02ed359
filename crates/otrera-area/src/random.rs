//! Random areas and positions, to check bounds on.

use fastrand::Rng;
use otrera_board::{Bits, Color, Move, Position, Size};

use crate::area::{Area, areas};
use crate::filling::Territory;

/// A connected blob with one to three amazons a side, and at most so many empty squares; these and
/// three times the amazons are no more than a weight.
pub fn blob<B: Bits>(rng: &mut Rng, most_empty: usize, weight: usize) -> Area<B> {
    loop {
        let (width, height) = [(4, 4), (5, 4), (5, 5), (6, 3), (8, 2)][rng.usize(0..5)];
        let size = Size::new(width, height).expect("a small board");
        let geometry = B::geometry(size).expect("a small board");
        let amazons = [rng.usize(1..=3), rng.usize(1..=3)];
        let wanted = rng.usize(2..=most_empty) + amazons[0] + amazons[1];
        let start = size.iter().nth(rng.usize(0..size.squares())).expect("a square of the board");
        let mut squares = B::of(start);
        while (squares.count() as usize) < wanted.min(size.squares()) {
            let rim = geometry.spread(squares) & !squares;
            squares |= B::of(pick(rng, rim));
        }
        let mut empty = squares;
        let mut sets = [B::EMPTY; 2];
        for (set, count) in sets.iter_mut().zip(amazons) {
            for _ in 0..count.min((empty.count() as usize).saturating_sub(1)) {
                let square = B::of(pick(rng, empty));
                *set |= square;
                empty ^= square;
            }
        }
        let burnt = geometry.board() & !squares;
        let position = Position::new(size, sets[0], sets[1], burnt, Color::White)
            .expect("sets of one board that do not meet");
        if let Some(area) =
            areas(&position).into_iter().find(|area| affordable(area, most_empty, weight))
        {
            return area;
        }
    }
}

/// A position of a random game from a standard start, with a number of moves played that lies in
/// this range if the game lasts so long.
pub fn playout(rng: &mut Rng, size: Size, moves: std::ops::Range<usize>) -> Position {
    let mut position = Position::start(size).expect("a size with a start");
    for _ in 0..rng.usize(moves) {
        let legal: Vec<Move> = position.moves().collect();
        if legal.is_empty() {
            break;
        }
        position = position.play(legal[rng.usize(0..legal.len())]).expect("a legal move");
    }
    position
}

/// An active area out of random games on small boards, within the same limits.
pub fn game_area(rng: &mut Rng, most_empty: usize, weight: usize) -> Area<u64> {
    loop {
        let (width, height) = [(4, 4), (4, 5), (5, 4), (5, 5), (6, 5), (6, 6)][rng.usize(0..6)];
        let size = Size::new(width, height).expect("a small board");
        let mut position =
            Position::start(size).expect("a board with a start").narrow().expect("a small board");
        loop {
            let legal: Vec<Move> = position.moves().collect();
            if legal.is_empty() {
                break;
            }
            position = position.play(legal[rng.usize(0..legal.len())]).expect("a legal move");
            let found =
                areas(&position).into_iter().find(|area| affordable(area, most_empty, weight));
            // Later positions of a game come up as well.
            if let Some(area) = found.filter(|_| rng.u8(0..3) == 0) {
                return area;
            }
        }
    }
}

/// A territory with one to three amazons, some of them blockers, and at most so many empty squares.
/// Half of them are blobs, half have many thin arms.
pub fn territory(rng: &mut Rng, most_empty: usize) -> Territory<u64> {
    let size = Size::new(9, 7).expect("a small board");
    let geometry = u64::geometry(size).expect("a small board");
    let amazons = rng.usize(1..=3);
    let thin = rng.bool();
    let wanted = rng.usize(1..=most_empty) + amazons;
    let start = size.iter().nth(rng.usize(0..size.squares())).expect("a square of the board");
    let mut squares = u64::of(start);
    while (squares.count() as usize) < wanted {
        let rim = geometry.spread(squares) & !squares;
        // Twigs: squares that touch one other only.
        let twigs = rim.squares().filter(|&s| (geometry.near(s) & squares).count() == 1);
        let twigs = twigs.fold(0, |set, square| set | u64::of(square));
        squares |= u64::of(pick(rng, if thin && twigs != 0 { twigs } else { rim }));
    }
    let (mut empty, mut sets) = (squares, [0, 0]);
    for _ in 0..amazons {
        let square = u64::of(pick(rng, empty));
        empty ^= square;
        sets[usize::from(rng.u8(0..3) == 0)] |= square;
    }
    Territory::new(geometry, sets[0], sets[1], empty)
}

/// Is this an active area within these limits? Amazons make an area harder to value than empty squares
/// do: they count three times.
fn affordable<B: Bits>(area: &Area<B>, most_empty: usize, weight: usize) -> bool {
    let [black, white] = Color::ALL.map(|color| area.amazons(color).count() as usize);
    let empty = area.empty().count() as usize;
    black > 0 && white > 0 && empty <= most_empty && empty + 3 * (black + white) <= weight
}

fn pick<B: Bits>(rng: &mut Rng, set: B) -> otrera_board::Square {
    let count = set.count() as usize;
    set.squares().nth(rng.usize(0..count)).expect("a set with so many squares")
}
