//! The areas that came up, each once for all its turns, mirror images and colours, with what is known of it.

use std::sync::Arc;

use otrera_area::tables::Tables;
use otrera_area::{Area, Moves, Rung, Territory};
use otrera_board::{Bits, Color};
use otrera_cgt::{Game, TempoBounds};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clock::{Clock, Halt};
use super::sum::{Outcome, Sum, Term};
use super::word::{Bench, MOST_SEEN, Parcel, Word};

/// What an area is in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A territory that gives so many moves: Black's if positive, White's if negative.
    Free(i32),
    /// Anything else.
    Term(Term),
}

/// What is known of an area, with Black as Left and White as Right.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub parcel: Parcel,
    /// What both are sure of: who wins.
    pub tempo: TempoBounds,
    /// Were these found by search, or was that tried?
    pub is_searched: bool,
    /// Left's surplus, and Right's, at most: see [`surplus`](super::surplus).
    pub surplus: [Surplus; 2],
    /// What Left's moves leave, and Right's.
    options: [Option<Arc<[Outcome]>>; 2],
    /// The moves of Left alone, and of Right alone, the other's amazons being walls.
    alone: [Option<Moves>; 2],
}

/// Bounds on a surplus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Surplus {
    /// If the other need not move now.
    pub waiting: i32,
    /// If the other has to, and can.
    pub moving: i32,
    /// Is there nothing to be gained by looking at the options?
    pub is_settled: bool,
}

/// The areas.
#[derive(Debug)]
pub(super) struct Atlas {
    tables: Option<Arc<Tables>>,
    narrow: Bench<u64>,
    wide: Bench<u128>,
    numbers: FxHashMap<Parcel, u32>,
    entries: Vec<Entry>,
    /// About how many bytes all this takes.
    bytes: usize,
}

impl Atlas {
    pub fn new(tables: Option<Arc<Tables>>) -> Atlas {
        Atlas {
            narrow: Bench::new(tables.as_ref()),
            wide: Bench::new(tables.as_ref()),
            tables,
            numbers: FxHashMap::default(),
            entries: Vec::new(),
            bytes: 0,
        }
    }

    pub fn narrow(&mut self) -> &mut Bench<u64> {
        &mut self.narrow
    }

    pub fn wide(&mut self) -> &mut Bench<u128> {
        &mut self.wide
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What is known of an area.
    pub fn entry(&self, term: Term) -> &Entry {
        &self.entries[term.id()]
    }

    pub fn entry_mut(&mut self, term: Term) -> &mut Entry {
        &mut self.entries[term.id()]
    }

    /// How many empty squares an area has.
    pub fn empty(&self, term: Term) -> u32 {
        match self.entry(term).parcel {
            Parcel::Narrow(area) => area.empty().count(),
            Parcel::Wide(area) => area.empty().count(),
        }
    }

    /// A sum of areas as they lie on a board, as a player sees it.
    pub fn sum<B: Word>(&mut self, areas: &[Area<B>], mover: Color) -> Sum {
        let outcome = self.outcome(areas.iter());
        let seen = outcome.negated_if(mover == Color::White);
        Sum::new(seen.terms.into_iter().collect(), seen.free)
    }

    fn outcome<'a, B: Word>(&mut self, areas: impl Iterator<Item = &'a Area<B>>) -> Outcome {
        let mut outcome = Outcome::default();
        for area in areas {
            match self.part(area) {
                Part::Free(moves) => outcome.free += moves,
                Part::Term(term) => outcome.terms.push(term),
            }
        }
        outcome.terms.sort_unstable();
        outcome
    }

    /// What an area is in a sum.
    fn part<B: Word>(&mut self, area: &Area<B>) -> Part {
        if let Some(&part) = B::bench(self).seen.get(area) {
            return part;
        }
        let part = self.new_part(area);
        let seen = &mut B::bench(self).seen;
        if seen.len() >= MOST_SEEN {
            seen.clear();
        }
        seen.insert(*area, part);
        part
    }

    fn new_part<B: Word>(&mut self, area: &Area<B>) -> Part {
        let [black, white] = Color::ALL.map(|color| area.amazons(color));
        if black.is_empty() || white.is_empty() {
            let moves = self.filled(area, black | white);
            if moves.is_exact() {
                let moves = moves.least as i32;
                return Part::Free(if white.is_empty() { moves } else { -moves });
            }
        }
        let (key, negated) = area.canonical();
        let parcel = B::parcel(key);
        let next = self.entries.len();
        let id = *self.numbers.entry(parcel).or_insert(next as u32) as usize;
        if id == next {
            let entry = match parcel {
                Parcel::Narrow(area) => self.new_entry(&area, parcel),
                Parcel::Wide(area) => self.new_entry(&area, parcel),
            };
            self.bytes += size_of::<Entry>() + 2 * size_of::<(Parcel, u32)>();
            self.entries.push(entry);
        }
        Part::Term(Term::new(id, negated))
    }

    fn new_entry<B: Word>(&mut self, area: &Area<B>, parcel: Parcel) -> Entry {
        let ladder = &mut B::bench(self).ladder;
        let promised = ladder.rung(Rung::Filling, area).expect("a rung without tables");
        let mut tempo = promised;
        for rung in [Rung::TablePieces, Rung::Table] {
            if let Some(bounds) = ladder.rung(rung, area) {
                tempo = tempo.and(bounds);
            }
        }
        let most = |waiting| Surplus { waiting, moving: waiting, is_settled: false };
        let surplus = [most(promised.upper()), most(-promised.lower())];
        Entry {
            parcel,
            tempo,
            is_searched: false,
            surplus,
            options: [None, None],
            alone: [None, None],
        }
    }

    /// How many moves amazons have in an area, if all others stand still.
    fn filled<B: Word>(&mut self, area: &Area<B>, amazons: B) -> Moves {
        let territory = Territory::new(area.geometry(), amazons, B::EMPTY, area.empty());
        if let Some(filling) = self.tables.as_ref().and_then(|tables| tables.filling(&territory)) {
            return Moves { least: filling.moves, most: filling.moves };
        }
        B::bench(self).filler.moves(&territory)
    }

    /// How many moves Left has in a term, if Right's amazons stand still.
    pub fn alone(&mut self, term: Term) -> Moves {
        let side = usize::from(term.is_negated());
        if let Some(known) = self.entry(term).alone[side] {
            return known;
        }
        let color = Color::ALL[side];
        let moves = match self.entry(term).parcel {
            Parcel::Narrow(area) => self.filled(&area, area.amazons(color)),
            Parcel::Wide(area) => self.filled(&area, area.amazons(color)),
        };
        self.entry_mut(term).alone[side] = Some(moves);
        moves
    }

    /// What Left's moves in an area leave of it, or Right's, with the area as it is in the atlas. Each outcome comes once; of those that
    /// differ in free moves alone, the best for who moves (see [`Endgame`](super::Endgame): more free moves are never worse).
    pub fn options(
        &mut self,
        id: usize,
        side: usize,
        clock: &mut Clock<'_>,
    ) -> Result<Arc<[Outcome]>, Halt> {
        if let Some(known) = &self.entries[id].options[side] {
            return Ok(Arc::clone(known));
        }
        let color = Color::ALL[side];
        let found = match self.entries[id].parcel {
            Parcel::Narrow(area) => self.list_options(&area, color, clock)?,
            Parcel::Wide(area) => self.list_options(&area, color, clock)?,
        };
        self.bytes += found.len() * size_of::<Outcome>();
        self.entries[id].options[side] = Some(Arc::clone(&found));
        Ok(found)
    }

    fn list_options<B: Word>(
        &mut self,
        area: &Area<B>,
        color: Color,
        clock: &mut Clock<'_>,
    ) -> Result<Arc<[Outcome]>, Halt> {
        let mut places: FxHashMap<_, usize> = FxHashMap::default();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut seen: FxHashSet<(B, B)> = FxHashSet::default();
        for (mv, left) in area.moves(color) {
            let own = area.amazons(color) ^ (B::of(mv.from) | B::of(mv.to));
            if !seen.insert((own, B::of(mv.arrow))) {
                continue;
            }
            clock.tick()?;
            let outcome = self.outcome(left.terms().iter().map(|term| &term.game));
            let place = places.entry(outcome.terms.clone()).or_insert(outcomes.len());
            match outcomes.get_mut(*place) {
                None => outcomes.push(outcome),
                Some(other) if color == Color::Black => other.free = other.free.max(outcome.free),
                Some(other) => other.free = other.free.min(outcome.free),
            }
        }
        Ok(outcomes.into())
    }
}
