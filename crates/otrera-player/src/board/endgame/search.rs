//! Searches sums of areas for their margin.
//!
//! The *worth* of a sum to the player to move is his margin if he wins, and if he loses the other's margin m as −m − 1. So worths are in
//! the order in which a player likes them, and a move to a sum that is worth v to the other is worth −v − 1.

use otrera_cgt::{TempoBounds, TempoSum};
use rustc_hash::{FxHashMap, FxHashSet};

use super::atlas::Atlas;
use super::clock::{Clock, Halt};
use super::range::Range;
use super::sum::{Sum, Term, Terms};

/// Searches, and remembers what it found.
#[derive(Debug)]
pub(super) struct Search {
    pub atlas: Atlas,
    known: FxHashMap<Sum, Range>,
    bytes: usize,
    /// Bytes of all that is known of sums; when it is more, all is forgotten.
    most_known: usize,
    /// Bytes of all areas; when it is more, a search ends.
    most_atlas: usize,
}

/// A sum after a move.
struct Child {
    promise: i32,
    sum: Sum,
}

/// Areas with so few empty squares have their bounds searched when they come up.
const FEW_TO_SEARCH: u32 = 7;

/// Areas with so few empty squares have their surplus settled when they are searched.
const FEW: u32 = 6;

/// So many areas are looked at for that.
const FUEL: u32 = 300;

impl Search {
    /// With so many bytes for all that is remembered, two thirds of them for areas.
    pub fn new(atlas: Atlas, memory: usize) -> Search {
        let most_known = memory / 3;
        let most_atlas = memory - most_known;
        Search { atlas, known: FxHashMap::default(), bytes: 0, most_known, most_atlas }
    }

    /// Is there no room for more?
    pub fn is_full(&self) -> bool {
        self.atlas.bytes() > self.most_atlas / 2
    }

    /// What is known of a sum without any search.
    pub fn range(&self, sum: &Sum) -> Range {
        let bounds = self.bounds(sum);
        match self.known.get(sum) {
            Some(&known) => bounds.and(known),
            None => bounds,
        }
    }

    /// By what both are sure of, and by their surpluses.
    ///
    /// Sound: Left, moving first, wins the sum less n moves if it is more than n for him or confused with it; then his margin is n or more,
    /// because a free move less is a margin of one less at least. The same for Right. The other ends are those of
    /// [`surplus`](super::surplus).
    fn bounds(&self, sum: &Sum) -> Range {
        let mut tempo = TempoSum::default();
        tempo.add(TempoBounds::exactly(sum.free));
        let (mut left, mut right) = (sum.free - 1, -sum.free);
        for &term in &sum.terms {
            let entry = self.atlas.entry(term);
            let [ours, theirs] = entry.surplus;
            let (bounds, [ours, theirs]) = match term.is_negated() {
                false => (entry.tempo, [ours, theirs]),
                true => (-entry.tempo, [theirs, ours]),
            };
            tempo.add(bounds);
            left += ours.waiting;
            right += theirs.waiting;
        }
        let tempo = tempo.total();
        let mut range = Range { least: if right < 0 { 0 } else { -right - 1 }, most: left.max(-1) };
        if tempo.left.first >= 0 {
            range.least = range.least.max(tempo.left.first);
        }
        if tempo.right.least >= 0 {
            range.most = range.most.min(-tempo.right.least - 1);
        }
        debug_assert!(range.least <= range.most, "{range:?} of {sum:?}");
        range
    }

    /// Is a sum worth so much or more to the player to move, if that is known already?
    ///
    /// Beside what is known of the sum itself, it is what is known of who wins the sum less so many moves: if he does, it is worth so
    /// much, and if he does not although they are given to him, it is not.
    pub fn knows(&self, sum: &Sum, worth: i32) -> Option<bool> {
        let known = self.range(sum).reaches(worth);
        if known.is_some() || worth == 0 {
            return known;
        }
        let less = self.simplified(&Sum { free: sum.free - worth, ..sum.clone() });
        self.range(&less).reaches(0).filter(|&wins| wins == (worth > 0))
    }

    /// Is a sum worth so much or more to the player to move?
    pub fn reaches(&mut self, sum: &Sum, worth: i32, clock: &mut Clock<'_>) -> Result<bool, Halt> {
        if let Some(known) = self.knows(sum, worth) {
            return Ok(known);
        }
        let simple;
        let sum = match worth {
            0 => {
                simple = self.simplified(sum);
                if let Some(known) = self.range(&simple).reaches(worth) {
                    return Ok(known);
                }
                &simple
            }
            _ => sum,
        };
        let reached = self.search(sum, worth, clock)?;
        self.learn(sum, worth, reached);
        Ok(reached)
    }

    fn learn(&mut self, sum: &Sum, worth: i32, reached: bool) {
        let found = match reached {
            true => Range { least: worth, ..Range::ANY },
            false => Range { most: worth - 1, ..Range::ANY },
        };
        match self.known.get_mut(sum) {
            Some(known) => *known = known.and(found),
            None => {
                if self.bytes > self.most_known {
                    self.known.clear();
                    self.bytes = 0;
                }
                self.bytes += 2 * size_of::<(Sum, Range)>();
                self.known.insert(sum.clone(), found);
            }
        }
    }

    /// A sum that the same player wins: integers have become free moves, and opposites have gone. Its margin may be another.
    fn simplified(&self, sum: &Sum) -> Sum {
        let mut free = sum.free;
        let mut kept = Terms::new();
        for &term in &sum.terms {
            let tempo = self.atlas.entry(term).tempo;
            if tempo.width() == 0 {
                free += if term.is_negated() { -tempo.lower() } else { tempo.lower() };
            } else if let Some(place) = kept.iter().position(|&other| other == term.negative()) {
                kept.swap_remove(place);
            } else {
                kept.push(term);
            }
        }
        Sum::new(kept, free)
    }

    /// Searches a sum that is open.
    fn search(&mut self, sum: &Sum, worth: i32, clock: &mut Clock<'_>) -> Result<bool, Halt> {
        clock.tick()?;
        if self.atlas.bytes() > self.most_atlas {
            return Err(Halt);
        }
        let mut is_new = false;
        for &term in &sum.terms {
            if self.atlas.empty(term) <= FEW_TO_SEARCH && !self.atlas.entry(term).is_searched {
                self.tighten(term, clock)?;
                is_new = true;
            }
        }
        if is_new && let Some(known) = self.range(sum).reaches(worth) {
            return Ok(known);
        }
        if worth != 0 {
            for &term in &sum.terms {
                if self.atlas.empty(term) <= FEW {
                    self.atlas.settle_surplus(term, &mut { FUEL }, clock)?;
                    self.atlas.settle_surplus(term.negative(), &mut { FUEL }, clock)?;
                }
            }
            if let Some(known) = self.range(sum).reaches(worth) {
                return Ok(known);
            }
        }
        let Some(mut children) = self.children(sum, worth, clock)? else {
            return Ok(true);
        };
        children.sort_by_key(|child| -child.promise);
        for child in children {
            if !self.reaches(&child.sum, -worth, clock)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sums after all moves that are open; none if a move is known to do.
    fn children(
        &mut self,
        sum: &Sum,
        worth: i32,
        clock: &mut Clock<'_>,
    ) -> Result<Option<Vec<Child>>, Halt> {
        let mut children = Vec::new();
        let mut seen: FxHashSet<Sum> = FxHashSet::default();
        let mut can_move = false;
        if sum.free > 0 {
            can_move = true;
            if self.consider(sum.after_free_move(), worth, &mut seen, &mut children) {
                return Ok(None);
            }
        }
        for (place, &term) in sum.terms.iter().enumerate() {
            if place > 0 && sum.terms[place - 1] == term {
                continue;
            }
            let side = usize::from(term.is_negated());
            let options = self.atlas.options(term.id(), side, clock)?;
            can_move |= !options.is_empty();
            for option in options.iter() {
                let after = sum.after(place, &option.negated_if(term.is_negated()));
                if self.consider(after, worth, &mut seen, &mut children) {
                    return Ok(None);
                }
            }
        }
        if can_move {
            return Ok(Some(children));
        }
        match self.stuck(sum).reaches(worth) {
            Some(true) => Ok(None),
            Some(false) => Ok(Some(children)),
            None => Err(Halt),
        }
    }

    /// What a sum is worth in which the player to move cannot.
    pub fn stuck(&mut self, sum: &Sum) -> Range {
        let mut range = Range { least: sum.free - 1, most: sum.free - 1 };
        for &term in &sum.terms {
            let moves = self.atlas.alone(term.negative());
            range.least -= moves.most as i32;
            range.most -= moves.least as i32;
        }
        range
    }

    /// Adds a sum after a move unless it is settled; true if the move does.
    fn consider(
        &self,
        after: Sum,
        worth: i32,
        seen: &mut FxHashSet<Sum>,
        children: &mut Vec<Child>,
    ) -> bool {
        match self.range(&after).reaches(-worth) {
            Some(false) => return true,
            Some(true) => {}
            None if seen.contains(&after) => {}
            None => {
                seen.insert(after.clone());
                children.push(Child { promise: -self.outlook(&after), sum: after });
            }
        }
        false
    }

    /// Notes that the player to move wins a sum, or does not.
    pub fn learn_winner(&mut self, sum: &Sum, wins: bool) {
        self.learn(sum, 0, wins);
    }

    /// Who seems to be ahead by how much, four times.
    pub fn outlook(&self, sum: &Sum) -> i32 {
        sum.terms.iter().fold(4 * sum.free, |total, &term| total + self.middle(term))
    }

    fn middle(&self, term: Term) -> i32 {
        let bounds = self.atlas.entry(term).tempo;
        let middle = bounds.lower() + bounds.upper() + bounds.left_first() + bounds.right_first();
        if term.is_negated() { -middle } else { middle }
    }

    /// What a sum is worth to the player to move.
    pub fn worth(&mut self, sum: &Sum, clock: &mut Clock<'_>) -> Result<i32, Halt> {
        let range = self.range(sum);
        if range.is_exact() {
            return Ok(range.least);
        }
        let mut worth = 0;
        let wins = self.reaches(sum, 0, clock)?;
        self.learn(sum, 0, wins);
        if wins {
            // First what he can give away, which leaves much out; then what that left out.
            while self.reaches(&Sum { free: sum.free - worth - 1, ..sum.clone() }, 0, clock)? {
                worth += 1;
                self.learn(sum, worth, true);
            }
            worth = worth.max(self.range(sum).least);
            while self.reaches(sum, worth + 1, clock)? {
                worth += 1;
            }
        } else {
            worth = -1;
            while !self.reaches(&Sum { free: sum.free - worth, ..sum.clone() }, 0, clock)? {
                worth -= 1;
                self.learn(sum, worth + 1, false);
            }
            worth = worth.min(self.range(sum).most);
            while !self.reaches(sum, worth, clock)? {
                worth -= 1;
            }
        }
        self.learn(sum, worth, true);
        self.learn(sum, worth + 1, false);
        Ok(worth)
    }
}
