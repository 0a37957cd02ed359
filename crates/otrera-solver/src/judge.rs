//! Who wins, as far as bounds tell: the verdict of a node.
//!
//! Each area is looked up in the endgame tables, if there are any; what they do not know is bounded by
//! the improved partition. Areas whose bounds leave one integer only go to the number; opposite areas
//! cancel; the bounds of the others are added, with tempo. If that leaves the winner open, small
//! areas are looked up in the area cache, where a local search has found all that integers can say of them; and if all areas
//! are small, their sum is searched there.
//!
//! **Sound:** an area with equal lower and upper bound has that integer as its value, G + (−G) = 0,
//! and replacing a summand by an equal one changes no outcome. All else is bounds, each sound by
//! itself.

use otrera_area::tables::Tables;
use otrera_area::{
    Area, areas_of, blocker_territories, color_of, counting_for, player_of, safe_moves_for, split,
    split_for, split_without_safe_moves_for,
};
use otrera_board::{Bits, Color};
use otrera_cgt::{Assurance, AssuranceSum, Game, Player, TempoBounds, TempoSum};
use smallvec::SmallVec;

use crate::area_cache::{AreaCache, is_small};
use crate::node::Node;
use crate::rungs::Rungs;

/// A node with what is known of it at first sight. If a winner is known, node and bounds mean nothing.
pub(crate) struct Settled<B: 'static> {
    pub node: Node<B>,
    pub bounds: TempoBounds,
    pub winner: Option<Color>,
}

/// Judges nodes, for one thread.
pub(crate) struct Judge<'a, B: 'static> {
    rungs: Rungs,
    tables: Option<&'a Tables>,
    cache: Option<&'a mut AreaCache<B>>,
    /// The player whose bounds are found first: who won last.
    favourite: Player,
    /// How many positions were bounded.
    pub evaluations: u64,
    /// What kinds of areas were seen, by the number of moves from the root; not counted if there is
    /// none.
    pub kinds: Option<Vec<Kinds>>,
    /// The number of moves from the root to the positions that are judged now.
    pub depth: usize,
}

/// How many areas of each kind were seen.
///
/// Areas that are integers leave the board, so that each counts where it arises and not again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// The positions they were seen in.
    pub positions: u64,
    /// Areas of one colour.
    pub territories: u64,
    /// Regions that an amazon walls off in an area of both.
    pub blocker_territories: u64,
    /// Areas of both colours whose static bounds are equal.
    pub integers: u64,
    /// Areas of both colours that a search of their own made narrower.
    pub searched: u64,
    /// Areas of both colours that stay open.
    pub open: u64,
}

impl std::ops::AddAssign for Kinds {
    fn add_assign(&mut self, other: Kinds) {
        self.positions += other.positions;
        self.territories += other.territories;
        self.blocker_territories += other.blocker_territories;
        self.integers += other.integers;
        self.searched += other.searched;
        self.open += other.open;
    }
}

/// Adds what one search or thread counted to what others did.
pub(crate) fn add_kinds(all: &mut Vec<Kinds>, counted: &[Kinds]) {
    if all.len() < counted.len() {
        all.resize(counted.len(), Kinds::default());
    }
    for (sum, &kinds) in all.iter_mut().zip(counted) {
        *sum += kinds;
    }
}

/// Where the bounds of an area come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The improved partition and safe moves.
    Static,
    /// The endgame tables know it.
    Table,
    /// The improved partition, with pieces that the endgame tables know.
    TablePieces,
    /// A search of this area alone.
    AreaCache,
    /// It cancels with its negative elsewhere.
    Cancelled,
}

/// What is said of an area.
#[derive(Clone, Copy, Debug)]
pub struct Explained<B: 'static> {
    /// The area.
    pub area: Area<B>,
    /// Its bounds.
    pub bounds: TempoBounds,
    /// Where they come from.
    pub source: Source,
}

/// Why bounds tell, or do not tell, who wins.
#[derive(Clone, Debug)]
pub struct Explanation<B: 'static> {
    /// The areas that are not dead.
    pub areas: Vec<Explained<B>>,
    /// The bounds of their sum.
    pub bounds: TempoBounds,
    /// Who wins, if they tell.
    pub winner: Option<Color>,
}

/// An area that is still open, with its bounds.
type Term<B> = (Area<B>, TempoBounds);

impl<'a, B: Bits> Judge<'a, B> {
    pub fn new(
        rungs: Rungs,
        tables: Option<&'a Tables>,
        cache: &'a mut AreaCache<B>,
    ) -> Judge<'a, B> {
        Judge {
            rungs,
            tables,
            cache: rungs.area_cache.then_some(cache),
            favourite: Player::Left,
            evaluations: 0,
            kinds: None,
            depth: 0,
        }
    }

    /// Moves integers to the number, drops what is dead or cancels, and adds up the bounds.
    pub fn settle(&mut self, raw: Node<B>) -> Settled<B> {
        let settled = self.settled(raw);
        #[cfg(feature = "faults")]
        if let Some(fault) = self.rungs.fault {
            return fault.spoil_all(settled);
        }
        settled
    }

    fn settled(&mut self, raw: Node<B>) -> Settled<B> {
        self.evaluations += 1;
        if self.kinds.is_some() {
            self.count_kinds(&raw);
        }
        let areas: SmallVec<[Area<B>; 4]> =
            areas_of(raw.geometry, raw.amazons, raw.empty).collect();
        // What one player is sure of often decides; then the other's bounds need not be found.
        let favourite = self.favourite;
        let known: SmallVec<[Option<TempoBounds>; 4]> =
            areas.iter().map(|area| self.looked_up(area)).collect();
        let sure: SmallVec<[Assurance; 4]> = areas
            .iter()
            .zip(&known)
            .map(|(area, known)| match known {
                Some(bounds) => bounds.of(favourite),
                None => self.assurance(area, favourite),
            })
            .collect();
        if let Some(winner) = decided(&sure, raw.number, favourite, player_of(raw.mover)) {
            return Settled {
                node: raw,
                bounds: TempoBounds::exactly(0),
                winner: Some(color_of(winner)),
            };
        }
        let mut number = raw.number;
        let mut terms: SmallVec<[Term<B>; 4]> = SmallVec::new();
        for ((area, known), sure) in areas.into_iter().zip(known).zip(sure) {
            let bounds = known.unwrap_or_else(|| {
                let other = self.assurance(&area, !favourite);
                match favourite {
                    Player::Left => TempoBounds { left: sure, right: other },
                    Player::Right => TempoBounds { left: other, right: sure },
                }
            });
            match bounds.width() {
                0 if self.rungs.numbers => number += bounds.lower(),
                _ => terms.push((area, bounds)),
            }
        }
        let mut settled = self.total(&raw, number, &terms);
        if let Some(winner) = settled.winner {
            self.favourite = player_of(winner);
            return settled;
        }
        let before = terms.len();
        if self.rungs.cancel {
            cancel(&mut terms);
        }
        let mut changed = terms.len() < before;
        for (area, bounds) in &mut terms {
            if let Some(better) = self.cached(area, *bounds) {
                (*bounds, changed) = (better, true);
            }
        }
        if changed {
            terms.retain(|(_, bounds)| {
                let integer = bounds.width() == 0 && self.rungs.numbers;
                if integer {
                    number += bounds.lower();
                }
                !integer
            });
            settled = self.total(&raw, number, &terms);
        }
        if settled.winner.is_none() && terms.len() > 1 && self.rungs.exact_sums {
            settled.winner = self.sum_winner(&terms, number, raw.mover);
        }
        settled
    }

    /// Who wins a sum of small areas, by a search of it alone.
    fn sum_winner(&mut self, terms: &[Term<B>], number: i32, mover: Color) -> Option<Color> {
        let areas = terms.iter().map(|(area, _)| *area);
        self.cache.as_mut()?.winner(areas, number, player_of(mover)).map(color_of)
    }

    fn count_kinds(&mut self, raw: &Node<B>) {
        let mut seen = Kinds { positions: 1, ..Kinds::default() };
        for area in areas_of(raw.geometry, raw.amazons, raw.empty) {
            if Color::ALL.iter().any(|&color| area.amazons(color).is_empty()) {
                seen.territories += 1;
                continue;
            }
            seen.blocker_territories += blocker_territories(&area) as u64;
            let bounds = self.bounds(&area);
            match (bounds.width(), self.cached(&area, bounds)) {
                (0, _) => seen.integers += 1,
                (_, Some(_)) => seen.searched += 1,
                (_, None) => seen.open += 1,
            }
        }
        if let Some(kinds) = &mut self.kinds {
            if kinds.len() <= self.depth {
                kinds.resize(self.depth + 1, Kinds::default());
            }
            kinds[self.depth] += seen;
        }
    }

    /// The bounds of an area by endgame tables, which are exact.
    fn looked_up(&self, area: &Area<B>) -> Option<TempoBounds> {
        let TempoBounds { left, right } = self.tables?.bounds(area)?;
        Some(TempoBounds { left: self.allowed(left), right: self.allowed(right) })
    }

    /// Better bounds from the cache, if it has any.
    fn cached(&mut self, area: &Area<B>, bounds: TempoBounds) -> Option<TempoBounds> {
        // The tables have said all there is to say of what they know.
        if !is_small(area) || self.tables.is_some_and(|tables| tables.bounds(area).is_some()) {
            return None;
        }
        let better = bounds.and(self.cache.as_mut()?.bounds(area)?);
        (better != bounds).then_some(better)
    }

    /// What is said of each area, and what follows.
    pub fn explain(&mut self, raw: Node<B>) -> Explanation<B> {
        let areas = areas_of(raw.geometry, raw.amazons, raw.empty);
        let terms: SmallVec<[Term<B>; 4]> = areas.map(|area| (area, self.bounds(&area))).collect();
        let mut left = terms.clone();
        if self.rungs.cancel {
            cancel(&mut left);
        }
        let mut areas = Vec::new();
        for (area, bounds) in terms {
            let cancelled = !left.iter().any(|(other, _)| *other == area);
            let cached = self.cached(&area, bounds).filter(|_| bounds.width() > 0);
            let source = match () {
                () if cancelled => Source::Cancelled,
                () if self.looked_up(&area).is_some() => Source::Table,
                () if cached.is_some() => Source::AreaCache,
                () if self.tables.is_some() && split(&area) != bounds => Source::TablePieces,
                () => Source::Static,
            };
            areas.push(Explained { area, bounds: cached.unwrap_or(bounds), source });
        }
        let kept = areas.iter().filter(|explained| explained.source != Source::Cancelled);
        let bounds = kept.map(|explained| explained.bounds).collect::<TempoSum>().total();
        let winner = self.settle(raw).winner;
        Explanation { areas, bounds, winner }
    }

    fn bounds(&self, area: &Area<B>) -> TempoBounds {
        self.looked_up(area).unwrap_or_else(|| {
            let [left, right] =
                [Player::Left, Player::Right].map(|player| self.assurance(area, player));
            TempoBounds { left, right }
        })
    }

    /// What a player is sure of in an area by static bounds, with the help of tables for its pieces.
    fn assurance(&self, area: &Area<B>, player: Player) -> Assurance {
        let sure = match (self.rungs.blockers, self.rungs.safe_moves, self.tables) {
            (true, true, Some(tables)) => tables.divided(area, player),
            (true, true, None) => split_for(area, player),
            (true, false, _) => split_without_safe_moves_for(area, player),
            (false, true, _) => safe_moves_for(area, player),
            (false, false, _) => counting_for(area, player),
        };
        #[cfg(feature = "faults")]
        let sure = self.rungs.fault.map_or(sure, |fault| fault.spoil(area, player, sure));
        self.allowed(sure)
    }

    /// What the rules that are in use make of it.
    fn allowed(&self, sure: Assurance) -> Assurance {
        match self.rungs.first_move {
            true => sure,
            false => Assurance::at_least(sure.least),
        }
    }

    fn total(&self, raw: &Node<B>, number: i32, terms: &[Term<B>]) -> Settled<B> {
        let mut node = Node { amazons: [B::EMPTY; 2], empty: B::EMPTY, number, ..*raw };
        let mut sum = TempoSum::default();
        for (area, bounds) in terms {
            sum.add(*bounds);
            node.empty |= area.empty();
            for color in Color::ALL {
                node.amazons[color as usize] |= area.amazons(color);
            }
        }
        sum.add(TempoBounds::exactly(number));
        let bounds = sum.total();
        let winner = bounds.winner(player_of(node.mover)).map(color_of);
        Settled { node, bounds, winner }
    }
}

/// Who wins by what one player is sure of in each area, if that tells.
fn decided(sure: &[Assurance], number: i32, player: Player, mover: Player) -> Option<Player> {
    let mut sum = AssuranceSum::default();
    sure.iter().for_each(|&area| sum.add(area));
    sum.add(Assurance::at_least(if player == Player::Left { number } else { -number }));
    let total = sum.total();
    let wins = if player == mover { total.first >= 0 } else { total.least >= 0 };
    wins.then_some(player)
}

/// Removes pairs of areas that are each other's negative.
fn cancel<B: Bits>(terms: &mut SmallVec<[Term<B>; 4]>) {
    let mut first = 0;
    while first < terms.len() {
        let partner = (first + 1..terms.len()).find(|&n| opposite(&terms[first].0, &terms[n].0));
        match partner {
            Some(partner) => {
                terms.remove(partner);
                terms.remove(first);
            }
            None => first += 1,
        }
    }
}

/// Is one area the other with the colours exchanged, turned or mirrored at will?
fn opposite<B: Bits>(one: &Area<B>, other: &Area<B>) -> bool {
    let counts = |area: &Area<B>, colors: [Color; 2]| {
        [area.empty(), area.amazons(colors[0]), area.amazons(colors[1])].map(Bits::count)
    };
    let [black, white] = Color::ALL;
    // Counting squares tells most of them apart.
    counts(one, [black, white]) == counts(other, [white, black]) && {
        let (key, swapped) = one.canonical();
        (key, !swapped) == other.canonical() || {
            // An area that is its own negative has one key either way.
            let (other_key, _) = other.canonical();
            key == other_key && one.negative().canonical() == one.canonical()
        }
    }
}
