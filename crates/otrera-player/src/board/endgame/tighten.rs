//! The integers next to the value of a small area, found once for all.

use otrera_cgt::TempoBounds;

use super::clock::{Clock, Halt};
use super::search::Search;
use super::sum::{Sum, Term, Terms};

impl Search {
    /// Finds the integers next to the value of an area by search, once.
    pub fn tighten(&mut self, term: Term, clock: &mut Clock<'_>) -> Result<(), Halt> {
        // Also for itself, while it is searched.
        self.atlas.entry_mut(term).is_searched = true;
        let found = self.raise(term, clock).and_then(|()| self.raise(term.negative(), clock));
        if found.is_err() {
            self.atlas.entry_mut(term).is_searched = false;
        }
        found
    }

    /// Raises the lower bound of a term as far as it goes.
    fn raise(&mut self, term: Term, clock: &mut Clock<'_>) -> Result<(), Halt> {
        loop {
            let tempo = self.atlas.entry(term).tempo;
            let bounds = if term.is_negated() { -tempo } else { tempo };
            let next = bounds.lower() + 1;
            if next > bounds.upper() || bounds.right_first() <= next {
                return Ok(());
            }
            // As Right sees it, who moves first in the area less so many moves.
            let less = Sum::new(Terms::from_elem(term.negative(), 1), next);
            let mut better = bounds;
            match self.reaches(&less, 0, clock)? {
                false => better = better.and(TempoBounds::between(next, bounds.upper())),
                true => better.right = better.right.and_first(-next),
            }
            self.atlas.entry_mut(term).tempo = if term.is_negated() { -better } else { better };
        }
    }
}
