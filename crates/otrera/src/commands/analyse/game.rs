//! The game that is analysed: its positions, and the moves between them.

use anyhow::bail;
use otrera_board::{Color, Move, NodeId, Position, Record, Step};

/// The main line of a record.
pub struct Game {
    /// The position before the first move.
    pub start: Position,
    pub plies: Vec<Ply>,
}

/// A move of the game.
pub struct Ply {
    pub node: NodeId,
    pub player: Color,
    pub mv: Move,
    /// The position that it was made in, and what it led to.
    pub before: Position,
    pub after: Position,
}

impl Game {
    /// Of a record that has moves.
    pub fn new(record: &Record) -> anyhow::Result<Game> {
        let mut plies: Vec<Ply> = Vec::new();
        let mut at = *record.start();
        for node in record.main_line() {
            let after = record.position(node);
            if let Step::Move(mv) = record.step(node) {
                plies.push(Ply { node, player: at.to_move(), mv, before: at, after });
            }
            at = after;
        }
        match plies.first() {
            None => bail!(
                "found a position without moves; expected a game (`otrera solve` finds out who wins a position)"
            ),
            Some(first) => Ok(Game { start: first.before, plies }),
        }
    }

    /// The positions: before the first move, and after each. Where a set-up comes between two moves, the one after it is another.
    pub fn positions(&self) -> Vec<Position> {
        let after = self.plies.iter().map(|ply| ply.after);
        std::iter::once(self.start).chain(after).collect()
    }

    /// Does a set-up come between the move before this one, counted from 0, and this one?
    pub fn is_interrupted_before(&self, ply: usize) -> bool {
        ply > 0 && self.plies[ply].before != self.plies[ply - 1].after
    }
}
