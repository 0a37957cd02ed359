//! Who wins, by nothing but the rules.

use std::collections::HashMap;

use otrera_board::{Color, Position, Size};

/// Remembers all it found, until that is too much.
#[derive(Default)]
pub struct PlainSearch(HashMap<(Size, [u64; 3], Color), bool>);

const MOST_KNOWN: usize = 4_000_000;

impl PlainSearch {
    /// Who wins a position of a small board.
    pub fn winner(&mut self, position: &Position<u64>) -> Color {
        if self.0.len() > MOST_KNOWN {
            self.0.clear();
        }
        let mover = position.to_move();
        if self.mover_wins(position) { mover } else { !mover }
    }

    fn mover_wins(&mut self, position: &Position<u64>) -> bool {
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let key = (position.size(), [black, white, position.burnt()], position.to_move());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = position.moves().any(|mv| {
            let mut after = *position;
            after.make(mv);
            !self.mover_wins(&after)
        });
        self.0.insert(key, wins);
        wins
    }
}
