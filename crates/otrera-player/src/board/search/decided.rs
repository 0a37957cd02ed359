//! Positions that need no search.

use otrera_area::Territory;
use otrera_board::{Bits, Geometry};

use crate::board::evaluation::View;

/// Does the player to move win? Answered where burnt squares keep everything of one player's from everything of the other's, and counting
/// is enough: each fills what is his own. He makes at most one move for each empty square there, and at least as many as plodding does;
/// whoever moves first and has no more moves than the other loses.
pub(crate) fn mover_wins<B: Bits>(view: &View<B>) -> Option<bool> {
    let ground = view.empty | view.own | view.other;
    let own = flood(view.geometry, view.own, ground);
    if !(own & view.other).is_empty() {
        return None;
    }
    let other = flood(view.geometry, view.other, ground);
    let territory =
        |amazons, land| Territory::new(view.geometry, amazons, B::EMPTY, land & view.empty);
    let [own, other] = [territory(view.own, own), territory(view.other, other)];
    match () {
        () if own.plodded() > other.empty() => Some(true),
        () if own.empty() <= other.plodded() => Some(false),
        () => None,
    }
}

fn flood<B: Bits>(geometry: &Geometry<B>, from: B, over: B) -> B {
    let mut land = from;
    loop {
        let next = geometry.spread(land) & over;
        if next == land {
            return land;
        }
        land = next;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use otrera_board::{Color, Move, Position, Size};

    use super::*;

    /// By nothing but the rules.
    fn plain(position: &mut Position<u64>) -> bool {
        let moves: Vec<Move> = position.moves().collect();
        moves.into_iter().any(|mv| {
            position.make(mv);
            let wins = !plain(position);
            position.unmake(mv);
            wins
        })
    }

    #[test]
    fn counting_agrees_with_plain_search() {
        let mut rng = Rng::with_seed(17);
        let size = Size::new(6, 3).unwrap();
        let mut answers = [0; 2];
        for _ in 0..60_000 {
            let mut sets = [0u64; 3];
            for square in size.iter() {
                match rng.usize(0..20) {
                    0 => sets[0] |= u64::of(square),
                    1 => sets[1] |= u64::of(square),
                    2..13 => sets[2] |= u64::of(square),
                    _ => {}
                }
            }
            let [black, white, burnt] = sets;
            let mut position = Position::new(size, black, white, burnt, Color::White).unwrap();
            if position.empty().count() > 7 {
                continue;
            }
            if let Some(wins) = mover_wins(&View::new(&position)) {
                assert_eq!(wins, plain(&mut position), "{position}");
                answers[usize::from(wins)] += 1;
            }
        }
        assert!(answers.iter().all(|&count| count > 1_000), "{answers:?}");
    }
}
