//! Where something was thrown away, and what would have kept it.

use otrera_board::Move;

use super::exact::Verdicts;
use super::game::Game;

/// What a move of the game threw away, for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// It was the game; if not, it was moves.
    pub game: bool,
    /// So many moves, if both margins are known.
    pub moves: Option<u32>,
    /// It may have been more than so many moves.
    pub at_least: bool,
    /// What would have kept it.
    pub better: Option<Move>,
}

/// What each move threw away.
pub fn losses(game: &Game, verdicts: &Verdicts) -> Vec<Option<Loss>> {
    (0..game.plies.len()).map(|ply| loss(game, verdicts, ply)).collect()
}

fn loss(game: &Game, verdicts: &Verdicts, ply: usize) -> Option<Loss> {
    if game.is_interrupted_before(ply) {
        return None;
    }
    let player = game.plies[ply].player;
    let [before, after] = [verdicts.of[ply]?, verdicts.of[ply + 1]?];
    let worths = [before, after].map(|verdict| verdict.worth_to(player));
    if before.winner == player && after.winner != player {
        // From a margin of m to one of n for the other: m moves to spare, and the n by which it is lost now.
        let moves = match [before.margin, after.margin] {
            [Some(had), Some(has)] => Some(had + has + 1),
            _ => None,
        };
        return Some(Loss { game: true, moves, at_least: false, better: before.keeps });
    }
    let had = worths[0]?;
    let (has, at_least) = match worths[1] {
        Some(has) => (has, false),
        None => (most_left(game, verdicts, ply)?, true),
    };
    let moves = u32::try_from(had - has).ok().filter(|&moves| moves > 0)?;
    Some(Loss { game: false, moves: Some(moves), at_least, better: before.keeps })
}

/// The most that a move can have left its player: what he has after the reply in the game, as no reply leaves him less than the best one.
fn most_left(game: &Game, verdicts: &Verdicts, ply: usize) -> Option<i32> {
    let (mine, reply) = (&game.plies[ply], game.plies.get(ply + 1)?);
    let answered = reply.player != mine.player && !game.is_interrupted_before(ply + 1);
    verdicts.of[ply + 2].filter(|_| answered)?.worth_to(mine.player)
}

#[cfg(test)]
mod tests {
    use otrera_board::{Color, Position, Record};

    use super::super::exact::Verdict;
    use super::*;

    #[test]
    fn what_a_reply_leaves_is_the_most_that_was_left() {
        let start: Position = "b....w... b".parse().unwrap();
        let mut record = Record::new(start);
        for _ in 0..2 {
            let mv = record.position(record.main_end()).moves().next().unwrap();
            record.add_move(record.main_end(), mv).unwrap();
        }
        let game = Game::new(&record).unwrap();
        let wins = |winner, margin| Some(Verdict { winner, margin, keeps: None });
        let (black, white) = (Color::Black, Color::White);
        for (after, lost) in [
            (wins(black, Some(2)), Some((3, true))),
            (wins(black, Some(5)), None),
            (wins(black, Some(6)), None),
            (None, None),
        ] {
            // White's reply may itself be a mistake, so it is nothing that Black lost for certain.
            let of = vec![wins(black, Some(5)), wins(black, None), after];
            let found = losses(&game, &Verdicts { of })[0];
            assert_eq!(found.map(|it| (it.moves.unwrap(), it.at_least)), lost);
        }
        let of = vec![wins(black, Some(5)), wins(white, Some(1)), None];
        let found = losses(&game, &Verdicts { of })[0].unwrap();
        assert_eq!((found.game, found.moves, found.at_least), (true, Some(7), false));
    }
}
