//! Positions that need no search: bounds of their areas tell who wins.

use otrera_area::{Pieces, Stake};
use otrera_board::Bits;

use crate::board::evaluation::View;

/// Says who wins positions of one board by bounds; keeps what it has found out about their pieces.
///
/// **Sound:** a player wins if what he is sure of in one division of the board is enough, whoever else does what ([`Stake`]).
#[derive(Debug)]
pub(crate) struct Decider<B>(Pieces<'static, B>);

impl<B: Bits> Decider<B> {
    /// It knows no endgame tables: a search cannot wait for a disk.
    pub(crate) fn new() -> Decider<B> {
        Decider(Pieces::new(None))
    }

    /// Does the player to move win? Where much is open a look at how far both come answers that bounds will not tell.
    #[inline]
    pub(crate) fn mover_wins(&mut self, view: &View<B>) -> Option<bool> {
        let mut wins = |amazons, moves_first| {
            Stake::new(view.geometry, amazons, view.empty).wins(0, moves_first, &mut self.0)
        };
        match () {
            () if wins([view.own, view.other], true) => Some(true),
            () if wins([view.other, view.own], false) => Some(false),
            () => None,
        }
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
    fn bounds_agree_with_plain_search() {
        let mut decider = Decider::new();
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
            if let Some(wins) = decider.mover_wins(&View::new(&position)) {
                assert_eq!(wins, plain(&mut position), "{position}");
                answers[usize::from(wins)] += 1;
            }
        }
        assert!(answers.iter().all(|&count| count > 1_000), "{answers:?}");
    }
}
