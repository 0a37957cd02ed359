//! Margins by nothing but the rules: every move is tried.

use otrera_board::Position;
use rustc_hash::FxHashMap;

/// Remembers positions, and nothing else.
#[derive(Default)]
pub struct Plain {
    worths: FxHashMap<Position<u64>, i32>,
    alone: FxHashMap<Position<u64>, i32>,
}

impl Plain {
    /// The margin of the player to move if he wins; −m − 1 if the other wins with margin m.
    pub fn worth(&mut self, position: &Position<u64>) -> i32 {
        if let Some(&known) = self.worths.get(position) {
            return known;
        }
        let after = position.moves().map(|mv| position.play(mv).expect("a legal move"));
        let best = after.map(|after| -self.worth(&after) - 1).max();
        let worth =
            best.unwrap_or_else(|| -self.alone(&position.with_to_move(!position.to_move())) - 1);
        self.worths.insert(*position, worth);
        worth
    }

    /// The most moves that the player to move can make in a row.
    pub fn alone(&mut self, position: &Position<u64>) -> i32 {
        if let Some(&known) = self.alone.get(position) {
            return known;
        }
        let mover = position.to_move();
        let after = position.moves().map(|mv| position.play(mv).expect("a legal move"));
        let most = after.map(|after| 1 + self.alone(&after.with_to_move(mover))).max();
        let most = most.unwrap_or(0);
        self.alone.insert(*position, most);
        most
    }
}
