//! Who has won a game that is over, and by how much.

use otrera_area::{Filler, Territory, areas};
use otrera_board::{Bits, Position};
use otrera_player::Score;

/// Territories are counted with this patience, each.
const PATIENCE: usize = 100_000;

/// The winner and the moves that he could still make, once the player to move has none. Beyond all patience it may be a few too little.
pub fn final_score(position: &Position) -> Option<Score> {
    if !position.is_over() {
        return None;
    }
    let winner = !position.to_move();
    let own = areas(position).into_iter().map(|area| (area.amazons(winner), area));
    let moves = own.filter(|(amazons, _)| !amazons.is_empty()).map(|(amazons, area)| {
        let territory = Territory::new(area.geometry(), amazons, u128::EMPTY, area.empty());
        i64::from(Filler::new(PATIENCE).moves(&territory).least)
    });
    Some(Score { winner, moves: moves.sum() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use otrera_board::Color;

    /// By hand: Black has no move, and White three behind the burnt square.
    #[test]
    fn moves_left_over() {
        let over: Position = "bxw... b".parse().unwrap();
        let score = final_score(&over).unwrap();
        assert_eq!((score.winner, score.moves), (Color::White, 3));
        assert!(final_score(&over.with_to_move(Color::White)).is_none());
    }
}
