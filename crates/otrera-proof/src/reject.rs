//! Says why a proof is rejected: what is wrong, where, and which line of play leads there. Nothing that
//! is accepted depends on this.

use std::fmt;

use otrera_board::{Bits, Color, Position};
use otrera_kernel::{Entries, Fault, Play, Reasoner, Side, State, record};
use rustc_hash::FxHashSet;

use crate::error::FileError;
use crate::file::ProofFile;
use crate::outcome::CheckSettings;

/// Why a proof is rejected.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    let [own, other] = [Side::Winner, Side::Loser].map(|side| state.amazons(side));
    let [black, white] = if winner == Color::Black { [own, other] } else { [other, own] };
    let burnt = state.geometry().board() & !(own | other | state.empty());
    Position::new(state.geometry().size(), black, white, burnt, winner)
        .expect("nothing of a state shares a square")
}

/// Explains what is wrong with an entry, at this place of this block, or with the claim.
pub(crate) fn explain(
    proof: &ProofFile,
    place: Option<(usize, usize)>,
    fault: Fault,
    options: CheckSettings<'_>,
) -> Result<Rejection, FileError> {
    match proof.claim().position.narrow() {
        Some(root) => Explainer::new(proof, root, options).explain(place, fault),
        None => Explainer::new(proof, proof.claim().position, options).explain(place, fault),
    }
}

/// Looks for the line of play that leads to what is wrong.
struct Explainer<'a, B: 'static> {
    proof: &'a ProofFile,
    root: Position<B>,
    entries: Entries<'a, B, ProofFile>,
    reasoner: Reasoner<B>,
    go_on: &'a (dyn Fn(u64) -> bool + Sync),
    stopped: bool,
}

impl<'a, B: Bits> Explainer<'a, B> {
    fn new(
        proof: &'a ProofFile,
        root: Position<B>,
        options: CheckSettings<'a>,
    ) -> Explainer<'a, B> {
        Explainer {
            proof,
            root,
            entries: Entries::new(root.geometry(), proof, options.memory),
            reasoner: Reasoner::new(root.geometry(), proof.claim().limits),
            go_on: options.go_on,
            stopped: false,
        }
    }

    fn explain(
        mut self,
        place: Option<(usize, usize)>,
        fault: Fault,
    ) -> Result<Rejection, FileError> {
        let (size, winner) = (self.root.size(), self.proof.claim().winner);
        let record = place.map(|place| self.record(place)).transpose()?;
        let claimed = State::of(&self.root, winner);
        // The state and the play of the entry; the claim has a state alone.
        let found = match &record {
            Some(record) => record::decode(self.root.geometry(), record)
                .map(|(state, play)| (state, Some(play))),
            None => Some((self.reasoner.reduced(&claimed), None)),
        };
        let mut state = found.map(|(state, _)| state);
        let mut end = Vec::new();
        let play = found.and_then(|(_, play)| play);
        let text = |play| play_text(play, size);
        let reason = match fault {
            Fault::Malformed => "it has something off the board or is miscounted".to_owned(),
            Fault::Illegal => format!("{} cannot be played", text(play.flatten())),
            Fault::Unanswered(None) => "no entry and no fact decides it".to_owned(),
            Fault::Unanswered(Some(reply)) => {
                end.extend(play);
                end.push(reply);
                let mut after = |side, play| {
                    let next = state.and_then(|state| state.after(side, play));
                    state = next.map(|next| self.reasoner.reduced(&next));
                };
                if let Some(play) = play {
                    after(Side::Winner, play);
                }
                after(Side::Loser, reply);
                format!("no entry and no fact answers {}", text(reply))
            }
        };
        let line = match (record, found) {
            (None, _) => Some(Vec::new()),
            (Some(record), Some((target, _))) => self.line_to(record, target)?,
            (Some(_), None) => None,
        };
        Ok(Rejection {
            entry: place.map(|(block, n)| self.proof.entries_before(block) + n as u64),
            reason,
            position: state.map(|state| position_of(&state, winner).to_string()),
            free: state.map_or(0, |state| state.free()),
            line: line.map(|line| line.into_iter().chain(end).map(text).collect()),
        })
    }

    /// The bytes of an entry.
    fn record(&mut self, (block, n): (usize, usize)) -> Result<Vec<u8>, FileError> {
        let length = record::length(self.root.size());
        Ok(self.entries.block(block)?.chunks(length).nth(n).unwrap_or_default().to_vec())
    }

    /// The line from the root to an entry.
    fn line_to(
        &mut self,
        wanted: Vec<u8>,
        target: State<B>,
    ) -> Result<Option<Vec<Play>>, FileError> {
        let winner = self.proof.claim().winner;
        let state = self.reasoner.reduced(&State::of(&self.root, winner));
        let mut search = Search { wanted, target, seen: FxHashSet::default(), line: Vec::new() };
        let found = match self.root.to_move() == winner {
            true => self.leads_to(&state, &mut search)?,
            false => self.replies_lead_to(&state, &mut search)?,
        };
        Ok(found.then_some(search.line))
    }

    /// Does the proof lead from a position with the winner to move to the entry?
    fn leads_to(&mut self, state: &State<B>, search: &mut Search<B>) -> Result<bool, FileError> {
        // Squares that are closed stay closed.
        let open = |state: &State<B>| {
            state.empty() | state.amazons(Side::Winner) | state.amazons(Side::Loser)
        };
        if !(open(&search.target) & !open(state)).is_empty() {
            return Ok(false);
        }
        let Some(entry) = self.entries.find(state)? else { return Ok(false) };
        if entry == search.wanted {
            return Ok(true);
        }
        let decoded = record::decode(self.root.geometry(), &entry);
        let Some((state, play)) = decoded else { return Ok(false) };
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
            self.stopped |= !(self.go_on)(0);
            if self.stopped {
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
