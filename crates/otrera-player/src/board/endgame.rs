//! Exact play of endgames.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use otrera_area::tables::Tables;
use otrera_board::{Move, Position};

use crate::board::opinion::Worth;

/// Knows what positions are worth whose areas have separated, and the moves that keep it.
#[derive(Debug)]
pub struct Endgame {
    tables: Option<Arc<Tables>>,
}

/// What is known of a position for certain.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Known {
    /// What it is worth to the player to move: never a guess.
    pub worth: Worth,
    /// The play that keeps it, as far as it was found; its first move is the one to make.
    pub line: Vec<Move>,
}

impl Endgame {
    /// With endgame tables, or without.
    pub fn new(tables: Option<Arc<Tables>>) -> Endgame {
        Endgame { tables }
    }

    /// What is known of a position for certain, within a time; nothing if that is too little, and where the player to move has no move.
    pub fn look(
        &mut self,
        position: &Position,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Option<Known> {
        let _ = (&self.tables, position, deadline, stop);
        None
    }
}
