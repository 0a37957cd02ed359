//! Condensed proofs: the upper part of the winner's strategy, above leaves that a solver proves again.
//!
//! ```text
//! otrera-condensed-proof 1
//! position ROWS SIDE              what is proved: that with this side to move …
//! winner w                        … White wins
//! expansions N                    a solver should prove each leaf again within so many expansions
//! origin WORDS
//! play ROWS SIDE MOVE             the winner is to move, and plays this
//! all ROWS SIDE                   the loser is to move, and whatever he plays is here
//! leaf ROWS SIDE N                not decided here: the campaign took so many expansions to settle it
//! ```
//!
//! Each position stands for all its images and is here once, in the order of keys. A proof is *sound above its
//! leaves* if a walk from its position by the rules, along the winner's move and along all moves of the loser,
//! meets nothing but what is here, and all of that. If all leaves are won by the winner, so is the
//! position.

use std::collections::BTreeMap;
use std::path::Path;

use otrera_board::{Color, Move, Position, Size};
use rustc_hash::FxHashSet;

use crate::error::CampaignError;
use crate::ledger::Ledger;
use crate::packed::{pack, unpack};
use crate::record::Id;
use crate::successors::Key;

/// How the first line reads.
const HEADER: &str = "otrera-condensed-proof 1";

/// What happens at a position of the upper part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// The winner plays this.
    Play(Move),
    /// The loser plays anything.
    All,
    /// It is a leaf that has taken so many expansions.
    Leaf(u64),
}

/// A position that is to be proved, with who wins it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Leaf {
    /// The position.
    pub position: Position<u64>,
    /// Who wins.
    pub winner: Color,
    /// The expansions that it took to find out.
    pub expansions: u64,
}

impl Leaf {
    /// The settled leaves of a ledger, in the order of a walk that goes down first.
    pub fn of_ledger(ledger: &Ledger) -> Vec<Leaf> {
        let leaf = |id: Id| {
            let record = ledger.get(id);
            let position = record.key.position(ledger.size());
            Some(Leaf { position, winner: record.winner?, expansions: record.expansions })
        };
        ledger.settled_leaves().into_iter().filter_map(leaf).collect()
    }

    /// So many expansions should be enough to prove any of these leaves again, if leaves were expanded after
    /// so many.
    pub fn allowance(leaves: &[Leaf], expand_after: u64) -> u64 {
        let dearest = leaves.iter().map(|leaf| leaf.expansions).max();
        ALLOWANCE.saturating_mul(dearest.unwrap_or(0).max(expand_after))
    }
}

/// A condensed proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Condensed {
    pub(crate) root: Position<u64>,
    pub(crate) winner: Color,
    pub(crate) expansions: u64,
    pub(crate) origin: String,
    pub(crate) entries: BTreeMap<Key, Entry>,
}

/// Why a condensed proof is not sound above its leaves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// Play leads to a position of which it says nothing.
    #[error("play leads to {0}, of which the proof says nothing")]
    Hole(String),
    /// A move cannot be played.
    #[error("{0}: {1}")]
    Illegal(String, String),
    /// The wrong player is to move.
    #[error("{0}: the {1} is to move")]
    Turn(String, &'static str),
    /// No play leads there.
    #[error("no play leads to {0}")]
    Unreached(String),
}

/// A solver with an empty memory may take so many times as many expansions for a leaf as one that remembers
/// what led to it.
const ALLOWANCE: u64 = 8;

impl Condensed {
    /// The position that it proves to be won.
    pub fn position(&self) -> &Position<u64> {
        &self.root
    }

    /// Who wins it.
    pub fn winner(&self) -> Color {
        self.winner
    }

    /// A solver should prove each leaf again within so many expansions.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// How many positions its upper part has, leaves not counted.
    pub fn upper_positions(&self) -> usize {
        self.entries.values().filter(|entry| !matches!(entry, Entry::Leaf(_))).count()
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> Vec<u8> {
        let size = self.root.size();
        let mut lines = vec![
            HEADER.to_owned(),
            format!("position {}", self.root),
            format!("winner {}", self.winner.letter()),
            format!("expansions {}", self.expansions),
            format!("origin {}", self.origin),
        ];
        lines.extend(self.entries.iter().map(|(key, entry)| line(key, *entry, size)));
        pack(&lines)
    }

    /// Reads a file. Whether it is sound is another question.
    pub fn open(path: &Path) -> Result<Condensed, CampaignError> {
        let lines = unpack(path)?;
        let foreign = || CampaignError::Foreign(path.into());
        let mut header = lines.iter().take(5).map(String::as_str);
        let mut value = |name: &str| {
            let line = header.next()?;
            if name.is_empty() { Some(line) } else { line.strip_prefix(name)?.strip_prefix(' ') }
        };
        let mut parse = || {
            value("").filter(|&line| line == HEADER)?;
            let text = value("position")?;
            let root =
                text.parse::<Position>().ok()?.narrow().filter(|it| it.to_string() == text)?;
            let letter = value("winner")?;
            let named = |color: &Color| letter == color.letter().to_string();
            let winner = Color::ALL.into_iter().find(named)?;
            let expansions = value("expansions")?.parse().ok()?;
            let origin = value("origin")?.to_owned();
            Some(Condensed { root, winner, expansions, origin, entries: BTreeMap::new() })
        };
        let mut proof = parse().ok_or_else(foreign)?;
        for (n, line) in lines.iter().enumerate().skip(5) {
            proof.add(line).map_err(|what| CampaignError::damaged(path, n as u64 + 1, what))?;
        }
        Ok(proof)
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        let size = self.root.size();
        let words: Vec<&str> = text.split(' ').collect();
        let &[kind, rows, side, ref rest @ ..] = &words[..] else {
            return Err("found no position".to_owned());
        };
        let position = format!("{rows} {side}");
        let key = Key::parse(&position, size).map_err(|why| format!("{position}: {why}"))?;
        let wrong = || format!("found `{text}`; expected `play`, `all` or `leaf` with a position");
        let entry = match (kind, rest) {
            ("play", &[mv]) => Entry::Play(Move::parse(mv, size).map_err(|why| why.to_string())?),
            ("all", []) => Entry::All,
            ("leaf", &[expansions]) => Entry::Leaf(expansions.parse().map_err(|_| wrong())?),
            _ => return Err(wrong()),
        };
        let in_order = self.entries.last_key_value().is_none_or(|(last, _)| *last < key);
        if !in_order || line(&key, entry, size) != text {
            return Err("out of order, or spelled in another way".to_owned());
        }
        self.entries.insert(key, entry);
        Ok(())
    }

    /// Checks by the rules alone that it is sound above its leaves, and returns these, in the order of a walk
    /// that goes down first.
    pub fn check(&self) -> Result<Vec<Leaf>, Flaw> {
        let size = self.root.size();
        let mut seen = FxHashSet::default();
        let mut leaves = Vec::new();
        let mut waiting = vec![Key::of(&self.root)];
        while let Some(key) = waiting.pop() {
            if !seen.insert(key) {
                continue;
            }
            let position = key.position(size);
            let winner_moves = position.to_move() == self.winner;
            match self.entries.get(&key) {
                None => return Err(Flaw::Hole(position.to_string())),
                Some(Entry::Leaf(expansions)) => {
                    let (winner, expansions) = (self.winner, *expansions);
                    leaves.push(Leaf { position, winner, expansions });
                }
                Some(Entry::Play(_)) if !winner_moves => {
                    return Err(Flaw::Turn(position.to_string(), "loser"));
                }
                Some(Entry::All) if winner_moves => {
                    return Err(Flaw::Turn(position.to_string(), "winner"));
                }
                Some(Entry::Play(mv)) => {
                    let after = position.play(*mv);
                    let illegal = |why| Flaw::Illegal(position.to_string(), format!("{why}"));
                    waiting.push(Key::of(&after.map_err(illegal)?));
                }
                Some(Entry::All) => {
                    // Every legal move, one by one: nothing is left to whoever groups them.
                    let moves: Vec<Move> = position.moves().collect();
                    let after = |&mv: &Move| position.play(mv).map(|after| Key::of(&after));
                    waiting.extend(moves.iter().rev().filter_map(|mv| after(mv).ok()));
                }
            }
        }
        match self.entries.keys().find(|key| !seen.contains(key)) {
            Some(key) => Err(Flaw::Unreached(key.text(size))),
            None => Ok(leaves),
        }
    }
}

fn line(key: &Key, entry: Entry, size: Size) -> String {
    let position = key.text(size);
    match entry {
        Entry::Play(mv) => format!("play {position} {}", mv.text(size)),
        Entry::All => format!("all {position}"),
        Entry::Leaf(expansions) => format!("leaf {position} {expansions}"),
    }
}
