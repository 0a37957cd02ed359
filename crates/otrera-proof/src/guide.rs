//! Plays as a proof says, on a real board.

use std::io;
use std::time::Instant;

use otrera_board::{Bits, Color, Move, Position};
use otrera_kernel::{Entries, Play, Reasoner, Side, State, record};

use crate::error::FileError;
use crate::file::ProofFile;

/// Finds the winner's moves in positions that a proof leads to.
///
/// ```
/// use otrera_proof::{Guide, ProofFile};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/5x4.proof");
/// let proof = ProofFile::open(path.as_ref())?;
/// let mut guide = Guide::<u64>::new(&proof, 1 << 20).expect("no more than 64 squares");
/// let start = proof.claim().position.narrow().expect("no more than 64 squares");
/// let first = guide.answer(&start)?.expect("White wins");
/// assert!(start.check(first).is_ok());
/// # Ok::<(), otrera_proof::FileError>(())
/// ```
pub struct Guide<'a, B: 'static> {
    entries: Entries<'a, B, ProofFile>,
    reasoner: Reasoner<B>,
    winner: Color,
    deadline: Option<Instant>,
}

impl<'a, B: Bits> Guide<'a, B> {
    /// A guide through a proof, with so many bytes for entries; none if the word is too short for the
    /// board.
    pub fn new(proof: &'a ProofFile, memory: usize) -> Option<Guide<'a, B>> {
        let claim = proof.claim();
        let geometry = B::geometry(claim.position.size())?;
        let entries = Entries::new(geometry, proof, memory);
        Some(Guide {
            entries,
            reasoner: Reasoner::new(geometry, claim.limits),
            winner: claim.winner,
            deadline: None,
        })
    }

    /// The same guide, whose answers end in an error from this moment on: on large boards, and where a file is not what it
    /// says, one may take long.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Guide<'a, B> {
        Guide { deadline: Some(deadline), ..self }
    }

    /// A move of the winner after which the proof has an answer to every reply. The entry's own move comes
    /// first; where it is a free move, or facts decide, all moves are tried. None if the proof does not
    /// lead here.
    pub fn answer(&mut self, position: &Position<B>) -> Result<Option<Move>, FileError> {
        if position.size() != self.entries.geometry().size() {
            return Ok(None);
        }
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
        let state = self.reasoner.reduced(state);
        let entry = self.entries.find(&state)?;
        Ok(entry.and_then(|entry| record::decode(state.geometry(), &entry)).map(|it| it.1))
    }

    /// Is every reply to a move answered, by an entry or by facts?
    fn holds(&mut self, state: &State<B>, mv: Move) -> Result<bool, FileError> {
        let Some(after) = state.after(Side::Winner, Some(mv)) else { return Ok(false) };
        let after = self.reasoner.reduced(&after);
        if self.reasoner.wins_second(&after).is_some() {
            return Ok(true);
        }
        let mut open = Ok(false);
        after.any_play(Side::Loser, |_, next| {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                open = Err(io::Error::from(io::ErrorKind::TimedOut).into());
                return true;
            }
            let next = self.reasoner.reduced(&next);
            let entry = self.entries.find(&next);
            open = entry.map(|it| it.is_none() && self.reasoner.wins_first(&next).is_none());
            !matches!(open, Ok(false))
        });
        open.map(|open| !open)
    }
}
