//! Plays as a proof says, on a real board.

use otrera_board::{Bits, Color, Move, Position};

use crate::check::Checker;
use crate::error::FileError;
use crate::file::ProofFile;
use crate::outcome::Watch;
use crate::record;
use crate::state::{Play, Side, State};

/// Finds the winner's moves in positions that a proof leads to.
pub struct Guide<'a, B: 'static> {
    checker: Checker<'a, B>,
    winner: Color,
}

impl<'a, B: Bits> Guide<'a, B> {
    /// A guide through a proof, with so many bytes for entries. The board must fit into the word.
    pub fn new(proof: &'a ProofFile, memory: usize) -> Guide<'a, B> {
        static UNWATCHED: Watch<'static> = Watch::new(&|_| true);
        Guide { checker: Checker::new(proof, memory, &UNWATCHED), winner: proof.claim.winner }
    }

    /// A move of the winner after which the proof has an answer to every reply. The entry's own move comes
    /// first; where it is a free move, or facts decide, all moves are tried. None if the proof does not
    /// lead here.
    pub fn answer(&mut self, position: &Position<B>) -> Result<Option<Move>, FileError> {
        let state = State::of(position, self.winner);
        let told = self.told(&state)?.flatten();
        for mv in told.into_iter().chain(position.moves()) {
            if self.holds(&state, mv)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The play of the entry for a position, if it has one.
    fn told(&mut self, state: &State<B>) -> Result<Option<Play>, FileError> {
        let state = self.checker.reasoner.reduced(state);
        let Some(key) = record::key(&state) else { return Ok(None) };
        let entry = self.checker.entries.find(&key)?;
        Ok(entry.and_then(|entry| record::decode(state.geometry, &entry)).map(|it| it.1))
    }

    /// Is every reply to a move answered?
    fn holds(&mut self, state: &State<B>, mv: Move) -> Result<bool, FileError> {
        let Some(after) = state.after(Side::Winner, Some(mv)) else { return Ok(false) };
        let after = self.checker.reasoner.reduced(&after);
        Ok(self.checker.fault_of_replies(&after, None)?.is_none())
    }
}
