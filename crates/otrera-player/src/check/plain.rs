//! Margins by nothing but the rules: every move is tried. Shares no code with what it checks.

use otrera_board::{Bits, Color, Move, Position};
use rustc_hash::FxHashMap;

/// Knows margins by trying every move.
#[derive(Debug, Default)]
pub struct Plain<B: Bits> {
    worths: FxHashMap<Position<B>, i32>,
    alone: FxHashMap<Position<B>, i32>,
}

impl<B: Bits> Plain<B> {
    /// Knows nothing yet.
    pub fn new() -> Plain<B> {
        Plain { worths: FxHashMap::default(), alone: FxHashMap::default() }
    }

    /// The margin of the player to move if he wins; −m − 1 if the other wins with margin m. None if more than so many positions would
    /// have to be remembered.
    pub fn worth(&mut self, position: &Position<B>, most: usize) -> Option<i32> {
        if let Some(&known) = self.worths.get(position) {
            return Some(known);
        }
        if self.worths.len() + self.alone.len() > most {
            return None;
        }
        let mut best = None;
        for mv in position.moves() {
            best = best.max(Some(-self.worth(&after(position, mv), most)? - 1));
        }
        let worth = best.unwrap_or_else(|| -self.alone(position, !position.to_move()) - 1);
        self.worths.insert(*position, worth);
        Some(worth)
    }

    /// The most moves that a player can make in a row.
    pub fn alone(&mut self, position: &Position<B>, player: Color) -> i32 {
        let position = position.with_to_move(player);
        if let Some(&known) = self.alone.get(&position) {
            return known;
        }
        let moves = position.moves();
        let most = moves.map(|mv| 1 + self.alone(&after(&position, mv), player)).max().unwrap_or(0);
        self.alone.insert(position, most);
        most
    }

    /// All moves that keep what a position is worth.
    pub fn best_moves(&mut self, position: &Position<B>, most: usize) -> Option<Vec<Move>> {
        let worth = self.worth(position, most)?;
        let mut best = Vec::new();
        for mv in position.moves() {
            if -self.worth(&after(position, mv), most)? - 1 == worth {
                best.push(mv);
            }
        }
        Some(best)
    }
}

fn after<B: Bits>(position: &Position<B>, mv: Move) -> Position<B> {
    position.play(mv).expect("a legal move")
}
