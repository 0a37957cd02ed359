//! Exact yes/no search in one area: is it worth x or more?
//!
//! G ≥ x if and only if Left, moving second, wins G − x; G ≤ x likewise for Right. The search plays
//! G and an integer, as a sum of areas that falls apart while it is played. An integer gives its
//! owner free moves, the passes that Song and Müller allow in their local search (IV-A6): nobody is
//! forced to spoil a zugzwang while he has one. Unlike theirs the answers are exact, not up to an
//! infinitesimal.
//!
//! Each answer tightens the four numbers of the area: if G ≥ x is true it is a lower bound, and if
//! it is false then Right, moving first, wins G − x. When the search gives up, what was found until
//! then is kept.

use std::sync::atomic::{AtomicBool, Ordering};

use otrera_board::Bits;
use otrera_cgt::{Game, Player, TempoBounds, TempoSum};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::area::{Area, color_of};
use crate::filling::Filler;
use crate::static_bounds::split_with;

/// Searches areas, and remembers what it found by their keys.
///
/// ```
/// use otrera_area::{LocalSearch, areas};
/// use otrera_board::Position;
///
/// let position: Position = "b...w".parse()?;
/// let corridor = areas(&position)[0];
/// let mut search = LocalSearch::new();
/// assert_eq!(search.at_least(&corridor, -3, 1_000), Some(true));
/// assert_eq!(search.at_least(&corridor, -2, 1_000), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LocalSearch<B: 'static> {
    filler: Filler<B>,
    ids: FxHashMap<Area<B>, Term>,
    keys: FxHashMap<Area<B>, u32>,
    /// The different areas, and what is known of each.
    areas: Vec<(Area<B>, TempoBounds)>,
    /// Does Left win?
    known: FxHashMap<Sum, bool>,
    evaluations: usize,
    most_evaluations: usize,
    stop: Option<&'static AtomicBool>,
}

/// An area by its number, and whether its colours are exchanged.
type Term = (u32, bool);

/// A sum of areas and an integer, with a player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Sum {
    terms: SmallVec<[Term; 4]>,
    integer: i32,
    mover: Player,
}

/// The search gave up.
#[derive(Clone, Copy, Debug)]
struct GaveUp;

/// How many positions are looked at to fill one territory.
const FILLING_PATIENCE: usize = 500;

impl<B: Bits> Default for LocalSearch<B> {
    fn default() -> LocalSearch<B> {
        LocalSearch {
            filler: Filler::new(FILLING_PATIENCE),
            ids: FxHashMap::default(),
            keys: FxHashMap::default(),
            areas: Vec::new(),
            known: FxHashMap::default(),
            evaluations: 0,
            most_evaluations: 0,
            stop: None,
        }
    }
}

impl<B: Bits> LocalSearch<B> {
    /// A search that knows nothing yet.
    pub fn new() -> LocalSearch<B> {
        LocalSearch::default()
    }

    /// The same, but it gives up once this is set.
    #[must_use]
    pub fn ended_by(self, stop: &'static AtomicBool) -> LocalSearch<B> {
        LocalSearch { stop: Some(stop), ..self }
    }

    /// How many areas and sums it remembers.
    pub fn remembered(&self) -> usize {
        self.ids.len() + self.areas.len() + self.known.len()
    }

    /// Is the area worth so much or more? None if more than so many positions would have to be
    /// bounded for that.
    pub fn at_least(&mut self, area: &Area<B>, x: i32, patience: usize) -> Option<bool> {
        self.most_evaluations = self.evaluations.saturating_add(patience);
        let term = self.identify(area);
        self.reaches(term, x).ok()
    }

    /// Who wins a sum of areas and an integer with this player to move? None if more than so many
    /// positions would have to be bounded for that.
    pub fn winner(
        &mut self,
        areas: impl IntoIterator<Item = Area<B>>,
        integer: i32,
        mover: Player,
        patience: usize,
    ) -> Option<Player> {
        self.most_evaluations = self.evaluations.saturating_add(patience);
        let terms = areas.into_iter().map(|area| self.identify(&area)).collect();
        let left_wins = self.left_wins(Sum { terms, integer, mover }).ok()?;
        Some(if left_wins { Player::Left } else { Player::Right })
    }

    /// The best bounds that can be found by bounding so many positions: exact thresholds, if
    /// they suffice.
    pub fn bounds(&mut self, area: &Area<B>, patience: usize) -> TempoBounds {
        let end = self.evaluations.saturating_add(patience);
        let (id, negated) = self.identify(area);
        // Left's threshold, then Right's, who is Left in the negative, with half of the patience each;
        // then whatever is left for Left.
        self.most_evaluations = self.evaluations.saturating_add(patience / 2).min(end);
        let outcome = self.tighten((id, false));
        self.most_evaluations = end;
        let _ = self.tighten((id, true));
        if outcome.is_err() {
            let _ = self.tighten((id, false));
        }
        self.bounds_of((id, negated))
    }

    /// Raises the lower bound of a term as far as it goes.
    fn tighten(&mut self, term: Term) -> Result<(), GaveUp> {
        loop {
            let bounds = self.bounds_of(term);
            let next = bounds.lower() + 1;
            if next > bounds.upper() || bounds.right_first() <= next {
                return Ok(());
            }
            let reached = self.reaches(term, next)?;
            let mut better = bounds;
            match reached {
                true => better = better.and(TempoBounds::between(next, bounds.upper())),
                false => better.right = better.right.and_first(-next),
            }
            let (id, negated) = term;
            self.areas[id as usize].1 = if negated { -better } else { better };
        }
    }

    /// Is the term worth so much or more?
    fn reaches(&mut self, term: Term, x: i32) -> Result<bool, GaveUp> {
        self.left_wins(Sum {
            terms: [term].into_iter().collect(),
            integer: -x,
            mover: Player::Right,
        })
    }

    fn identify(&mut self, area: &Area<B>) -> Term {
        if let Some(&term) = self.ids.get(area) {
            return term;
        }
        let (key, negated) = area.canonical();
        let id = match self.keys.get(&key) {
            Some(&id) => id,
            None => {
                let id = self.areas.len() as u32;
                let before = self.filler.positions();
                let bounds = match self.filler.bounds(&key) {
                    Some(bounds) => bounds,
                    None => split_with(&key, &mut self.filler),
                };
                // Fillings cost as much as other positions do.
                self.evaluations += self.filler.positions() - before;
                self.areas.push((key, bounds));
                self.keys.insert(key, id);
                id
            }
        };
        self.ids.insert(*area, (id, negated));
        (id, negated)
    }

    fn bounds_of(&self, (id, negated): Term) -> TempoBounds {
        let bounds = self.areas[id as usize].1;
        if negated { -bounds } else { bounds }
    }

    /// Moves integers to the integer and cancels opposites; who wins if that is then known.
    fn simplify(&self, sum: &mut Sum) -> Option<bool> {
        let mut kept: SmallVec<[Term; 4]> = SmallVec::new();
        let mut total = TempoSum::default();
        for &term in &sum.terms {
            let bounds = self.bounds_of(term);
            if bounds.width() == 0 {
                sum.integer += bounds.lower();
            } else if let Some(n) = kept.iter().position(|&other| other == (term.0, !term.1)) {
                kept.swap_remove(n);
            } else {
                kept.push(term);
            }
        }
        kept.sort_unstable();
        sum.terms = kept;
        total.add(TempoBounds::exactly(sum.integer));
        sum.terms.iter().for_each(|&term| total.add(self.bounds_of(term)));
        total.total().winner(sum.mover).map(|winner| winner == Player::Left)
    }

    fn left_wins(&mut self, mut sum: Sum) -> Result<bool, GaveUp> {
        if let Some(decided) = self.simplify(&mut sum) {
            return Ok(decided);
        }
        self.search(sum)
    }

    /// Who wins a simplified sum that its bounds leave open.
    fn search(&mut self, sum: Sum) -> Result<bool, GaveUp> {
        if let Some(&known) = self.known.get(&sum) {
            return Ok(known);
        }
        let for_mover = sum.mover == Player::Left;
        let Some(mut children) = self.children(&sum)? else {
            self.known.insert(sum, for_mover);
            return Ok(for_mover);
        };
        children.sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
        let mut wins = !for_mover;
        for (_, child) in children {
            if self.left_wins(child)? == for_mover {
                wins = for_mover;
                break;
            }
        }
        self.known.insert(sum, wins);
        Ok(wins)
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The moves that do not lose at once, each with a promise; None if one wins at once.
    fn children(&mut self, sum: &Sum) -> Result<Option<Vec<(i32, Sum)>>, GaveUp> {
        let mover = sum.mover;
        let mut seen: FxHashSet<Sum> = FxHashSet::default();
        let mut children = Vec::new();
        for (n, &(id, negated)) in sum.terms.iter().enumerate() {
            if sum.terms[..n].contains(&(id, negated)) {
                continue;
            }
            let area = self.areas[id as usize].0;
            let player = if negated { !mover } else { mover };
            let mut others = sum.terms.clone();
            others.remove(n);
            for (_, left) in area.moves(color_of(player)) {
                if self.evaluations >= self.most_evaluations || self.is_stopped() {
                    return Err(GaveUp);
                }
                self.evaluations += 1;
                let mut terms = others.clone();
                for part in left.terms() {
                    let (id, swapped) = self.identify(&part.game);
                    terms.push((id, swapped ^ negated));
                }
                let child = Sum { terms, integer: sum.integer, mover: !mover };
                if self.consider(child, mover, &mut seen, &mut children) {
                    return Ok(None);
                }
            }
        }
        // A free move, for whoever has one.
        let step = match mover {
            Player::Left if sum.integer > 0 => -1,
            Player::Right if sum.integer < 0 => 1,
            _ => return Ok(Some(children)),
        };
        let child = Sum { terms: sum.terms.clone(), integer: sum.integer + step, mover: !mover };
        let wins = self.consider(child, mover, &mut seen, &mut children);
        Ok((!wins).then_some(children))
    }

    /// Adds a child unless it is decided or known already; true if it wins for the mover.
    fn consider(
        &self,
        mut child: Sum,
        mover: Player,
        seen: &mut FxHashSet<Sum>,
        children: &mut Vec<(i32, Sum)>,
    ) -> bool {
        if let Some(left_wins) = self.simplify(&mut child) {
            return left_wins == (mover == Player::Left);
        }
        if seen.insert(child.clone()) {
            let total = child.terms.iter().map(|&term| self.bounds_of(term));
            let middle = total.fold(2 * child.integer, |sum, bounds| {
                sum + bounds.lower() + bounds.upper() + bounds.left_first() + bounds.right_first()
            });
            let promise = if mover == Player::Left { middle } else { -middle };
            children.push((promise, child));
        }
        false
    }
}
