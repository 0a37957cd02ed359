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
        return Some(Loss { game: true, moves, better: before.keeps });
    }
    let [Some(had), Some(has)] = worths else { return None };
    let moves = u32::try_from(had - has).ok().filter(|&moves| moves > 0)?;
    Some(Loss { game: false, moves: Some(moves), better: before.keeps })
}
