//! Says why a proof is rejected: what is wrong, where, and which line of play leads there. Nothing that
//! is accepted depends on this.

use std::fmt;

use otrera_board::{Bits, Color, Position};
use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::error::FileError;
use crate::outcome::Outcome;
use crate::record;
use crate::state::{Play, Side, State};

/// What is wrong with an entry or the claim.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault<B: 'static> {
    /// The bytes of the entry are no position with a play.
    Malformed,
    /// The winner does not have this play.
    Illegal(State<B>, Play),
    /// Neither an entry nor facts decide a position after a play and a reply, or of the claim.
    Unanswered { play: Option<Play>, reply: Option<Play>, state: State<B> },
    /// None is known, but whoever asked wants no more: nothing is accepted.
    Stopped,
}

/// Why a proof is rejected.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The number of the entry that is wrong, from 0; none if it is the claim itself.
    pub entry: Option<u64>,
    /// What is wrong.
    pub reason: String,
    /// The position, with what is settled taken off the board and the winner to move; none if the entry
    /// has no position.
    pub position: Option<String>,
    /// The winner's free moves there; the loser's, if negative.
    pub free: i32,
    /// The line of play that leads there from the position of the claim; none if no line does, or if the
    /// check was stopped before one was found.
    pub line: Option<Vec<String>>,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            Some(entry) => writeln!(f, "entry {entry}: {}", self.reason)?,
            None => writeln!(f, "the claim: {}", self.reason)?,
        }
        if let Some(position) = &self.position {
            writeln!(f, "position: {position}, {} free moves for the winner", self.free)?;
        }
        match &self.line {
            Some(line) if line.is_empty() => writeln!(f, "line of play: none, it is the claim's"),
            Some(line) => writeln!(f, "line of play: {}", line.join(" ")),
            None => writeln!(f, "line of play: none found"),
        }
    }
}

/// The text of a play.
pub(crate) fn play_text(play: Play, size: otrera_board::Size) -> String {
    play.map_or_else(|| "(free)".to_owned(), |mv| mv.text(size))
}

/// A state as a position with the winner to move.
pub(crate) fn position_of<B: Bits>(state: &State<B>, winner: Color) -> Position<B> {
    let [own, other] = state.amazons;
    let [black, white] = if winner == Color::Black { [own, other] } else { [other, own] };
    let burnt = state.geometry.board() & !(own | other | state.empty);
    Position::new(state.geometry.size(), black, white, burnt, winner)
        .expect("nothing of a state shares a square")
}

impl<B: Bits> Checker<'_, B> {
    pub fn reject(
        &mut self,
        root: &Position<B>,
        entry: Option<u64>,
        fault: Fault<B>,
    ) -> Result<Outcome, FileError> {
        let size = root.size();
        let (state, reason, end) = match fault {
            Fault::Stopped => return Ok(Outcome::Stopped),
            Fault::Malformed => {
                (None, "it has something off the board or is miscounted".to_owned(), Vec::new())
            }
            Fault::Illegal(state, play) => {
                (Some(state), format!("{} cannot be played", play_text(play, size)), Vec::new())
            }
            Fault::Unanswered { play, reply, state } => {
                let reason = match reply {
                    None => "no entry and no fact decides it".to_owned(),
                    Some(reply) => {
                        format!("no entry and no fact answers {}", play_text(reply, size))
                    }
                };
                (Some(state), reason, play.into_iter().chain(reply).collect())
            }
        };
        let line = match (entry, state) {
            (None, _) => Some(Vec::new()),
            (Some(entry), Some(_)) => self.line_to(root, entry)?,
            (Some(_), None) => None,
        };
        let text = |line: Vec<Play>| {
            line.into_iter().chain(end).map(|play| play_text(play, size)).collect()
        };
        let winner = self.proof.claim.winner;
        Ok(Outcome::Rejected(Box::new(Rejection {
            entry,
            reason,
            position: state.map(|state| position_of(&state, winner).to_string()),
            free: state.map_or(0, |state| state.free),
            line: line.map(text),
        })))
    }

    /// The line from the root to an entry.
    fn line_to(&mut self, root: &Position<B>, entry: u64) -> Result<Option<Vec<Play>>, FileError> {
        let block = (0..self.proof.blocks.len())
            .rfind(|&block| self.proof.blocks[block].entries_before <= entry)
            .expect("an entry lies in a block");
        let length = self.proof.record_length;
        let place = (entry - self.proof.blocks[block].entries_before) as usize * length;
        let wanted = self.entries.block(block)?[place..][..length].to_vec();
        let Some((target, _)) = record::decode(self.geometry, &wanted) else { return Ok(None) };
        let winner = self.proof.claim.winner;
        let state = self.reasoner.reduced(&State::of(root, winner));
        let mut search = Search { wanted, target, seen: FxHashSet::default(), line: Vec::new() };
        let found = match root.to_move() == winner {
            true => self.leads_to(&state, &mut search)?,
            false => self.replies_lead_to(&state, &mut search)?,
        };
        Ok(found.then_some(search.line))
    }

    /// Does the proof lead from a position with the winner to move to the entry?
    fn leads_to(&mut self, state: &State<B>, search: &mut Search<B>) -> Result<bool, FileError> {
        // Squares that are closed stay closed.
        let open = |state: &State<B>| state.empty | state.amazons[0] | state.amazons[1];
        if !(open(&search.target) & !open(state)).is_empty() {
            return Ok(false);
        }
        let Some(key) = record::key(state) else { return Ok(false) };
        let Some(entry) = self.entries.find(&key)? else { return Ok(false) };
        if entry == search.wanted {
            return Ok(true);
        }
        let Some((state, play)) = record::decode(self.geometry, &entry) else { return Ok(false) };
        let after = state.after(Side::Winner, play).filter(|_| search.seen.insert(entry));
        let Some(next) = after else { return Ok(false) };
        search.line.push(play);
        let next = self.reasoner.reduced(&next);
        let found = self.replies_lead_to(&next, search)?;
        if !found {
            search.line.pop();
        }
        Ok(found)
    }

    fn replies_lead_to(
        &mut self,
        state: &State<B>,
        search: &mut Search<B>,
    ) -> Result<bool, FileError> {
        let mut found = Ok(false);
        state.any_play(Side::Loser, |reply, next| {
            if self.watch.stops(0) {
                return true;
            }
            search.line.push(reply);
            let next = self.reasoner.reduced(&next);
            found = self.leads_to(&next, search);
            let end = !matches!(found, Ok(false));
            if !end {
                search.line.pop();
            }
            end
        });
        found
    }
}

/// A search for the line to an entry.
struct Search<B: 'static> {
    wanted: Vec<u8>,
    target: State<B>,
    seen: FxHashSet<Vec<u8>>,
    line: Vec<Play>,
}
