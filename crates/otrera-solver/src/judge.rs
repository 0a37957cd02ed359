//! Who wins, as far as bounds tell: the verdict of a node.
//!
//! First each player's improved partition of the whole board, its pieces looked up in the endgame tables if there are
//! any, which decides most of what is decided. What stays open goes through its areas: those that the tables know are
//! looked up as a whole, areas whose bounds leave one integer only become free moves, opposite areas cancel, and
//! small ones are looked up in the area cache, where a local search has found all that integers can say of
//! them. If that has told anything new, the bounds of all areas are added, with tempo; and if all areas are
//! small, their sum is searched there.
//!
//! **Sound:** an area with equal lower and upper bound has that integer as its value, G + (−G) = 0,
//! and replacing a summand by an equal one changes no outcome. All else is bounds, each sound by
//! itself.

use otrera_area::tables::Tables;
use otrera_area::{Area, areas_of, color_of, player_of};
use otrera_board::{Bits, Color};
use otrera_cgt::{Game, Player, TempoBounds, TempoSum};
use smallvec::SmallVec;

use crate::area_cache::{AreaCache, is_small};
use crate::bounding::Bounding;
use crate::node::Node;
use crate::rules::Rules;

/// A node with what is known of it at first sight. If a winner is known, the node means nothing.
pub(crate) struct Settled<B: 'static> {
    pub node: Node<B>,
    pub winner: Option<Color>,
}

/// Judges nodes, for one thread.
pub(crate) struct Judge<'a, B: 'static> {
    rules: Rules,
    pub bounding: Bounding<'a, B>,
    cache: Option<&'a mut AreaCache<B>>,
    /// The player whose bounds are found first: who won last.
    favourite: Player,
    /// How many positions were bounded.
    pub evaluations: u64,
}

/// An area that is still open, with its bounds, if they have been found.
struct Term<B: 'static> {
    area: Area<B>,
    bounds: Option<TempoBounds>,
}

impl<'a, B: Bits> Judge<'a, B> {
    pub fn new(
        rules: Rules,
        tables: Option<&'a Tables>,
        cache: &'a mut AreaCache<B>,
    ) -> Judge<'a, B> {
        Judge {
            rules,
            bounding: Bounding::new(rules, tables),
            cache: rules.area_cache.then_some(cache),
            favourite: Player::Left,
            evaluations: 0,
        }
    }

    /// Does a player win a node by the improved partition? Much cheaper than settling it, if that is in use.
    pub fn wins(&mut self, raw: &Node<B>, player: Player) -> bool {
        self.evaluations += 1;
        match self.bounding.divides() {
            true => self.bounding.wins(raw, player),
            false => self.settle_open(*raw).winner == Some(color_of(player)),
        }
    }

    /// Turns integers into free moves, drops what is dead or cancels, and adds up the bounds.
    pub fn settle(&mut self, raw: Node<B>) -> Settled<B> {
        self.evaluations += 1;
        if self.bounding.divides() {
            // What one player is sure of often decides; then nothing else need be found.
            for player in [self.favourite, !self.favourite] {
                if self.bounding.wins(&raw, player) {
                    self.favourite = player;
                    return Settled { node: raw, winner: Some(color_of(player)) };
                }
            }
        }
        self.settle_open(raw)
    }

    /// The same where it is known already that one player does not [win](Judge::wins).
    pub fn settle_unless_won(&mut self, raw: Node<B>, player: Player) -> Settled<B> {
        match self.bounding.divides() && self.bounding.wins(&raw, !player) {
            true => Settled { node: raw, winner: Some(color_of(!player)) },
            false => self.settle_open(raw),
        }
    }

    /// The same for a node that the improved partition does not decide.
    fn settle_open(&mut self, raw: Node<B>) -> Settled<B> {
        if self.bounding.is_one_large_area(&raw) {
            return Settled { node: raw, winner: None };
        }
        let areas: SmallVec<[Area<B>; 4]> =
            areas_of(raw.geometry, raw.amazons, raw.empty).collect();
        let is_one = areas.len() == 1;
        let mut free = raw.free;
        let mut terms: SmallVec<[Term<B>; 4]> = SmallVec::new();
        // The improved partition would only say again what it has said of the whole.
        let mut is_news = !self.bounding.divides();
        for area in areas {
            let known = self.bounding.looked_up(&area);
            is_news |= known.is_some();
            // If a single area were an integer, it would have been decided.
            let may_be_integer = is_news || !is_one && self.bounding.may_meet(&area);
            let bounds = known.or_else(|| may_be_integer.then(|| self.bounding.bounds(&area)));
            match bounds {
                Some(bounds) if bounds.width() == 0 && self.rules.integers => {
                    free += bounds.lower()
                }
                _ => terms.push(Term { area, bounds }),
            }
        }
        let before = terms.len();
        if self.rules.cancelling {
            cancel(&mut terms, |term| &term.area);
        }
        is_news |= terms.len() < before;
        for term in &mut terms {
            if let Some(better) = self.cached(&term.area, term.bounds) {
                (term.bounds, is_news) = (Some(better), true);
            }
        }
        terms.retain(|term| {
            let integer = term.bounds.filter(|bounds| bounds.width() == 0 && self.rules.integers);
            free += integer.map_or(0, |bounds| bounds.lower());
            integer.is_none()
        });
        let mut winner = is_news.then(|| self.winner(&mut terms, free, raw.mover)).flatten();
        if winner.is_none() && terms.len() > 1 && self.rules.exact_sums {
            winner = self.sum_winner(&terms, free, raw.mover);
        }
        if let Some(winner) = winner {
            self.favourite = player_of(winner);
        }
        settled(&raw, free, &terms, winner)
    }

    /// Who wins by the bounds of all areas.
    fn winner(&mut self, terms: &mut [Term<B>], free: i32, mover: Color) -> Option<Color> {
        let mut sum = TempoSum::default();
        for term in terms {
            sum.add(*term.bounds.get_or_insert_with(|| self.bounding.bounds(&term.area)));
        }
        sum.add(TempoBounds::exactly(free));
        sum.total().winner(player_of(mover)).map(color_of)
    }

    /// Who wins a sum of small areas, by a search of it alone.
    fn sum_winner(&mut self, terms: &[Term<B>], free: i32, mover: Color) -> Option<Color> {
        let areas = terms.iter().map(|term| term.area);
        self.cache.as_mut()?.winner(areas, free, player_of(mover)).map(color_of)
    }

    /// Better bounds from the cache, if it has any.
    pub fn cached(&mut self, area: &Area<B>, bounds: Option<TempoBounds>) -> Option<TempoBounds> {
        // The tables have said all there is to say of what they know.
        if !is_small(area) || self.bounding.looked_up(area).is_some() {
            return None;
        }
        let found = self.cache.as_mut()?.bounds(area)?;
        let better = bounds.map_or(found, |bounds| bounds.and(found));
        (Some(better) != bounds).then_some(better)
    }
}

/// What is left of a node.
fn settled<B: Bits>(
    raw: &Node<B>,
    free: i32,
    terms: &[Term<B>],
    winner: Option<Color>,
) -> Settled<B> {
    let mut node = Node { amazons: [B::EMPTY; 2], empty: B::EMPTY, free, ..*raw };
    for term in terms {
        node.empty |= term.area.empty();
        for color in Color::ALL {
            node.amazons[color as usize] |= term.area.amazons(color);
        }
    }
    Settled { node, winner }
}

/// Removes pairs of areas that are each other's negative.
pub(crate) fn cancel<T, B: Bits>(terms: &mut SmallVec<[T; 4]>, area: impl Fn(&T) -> &Area<B>) {
    let mut first = 0;
    while first < terms.len() {
        let is_opposite = |n: &usize| opposite(area(&terms[first]), area(&terms[*n]));
        match (first + 1..terms.len()).find(is_opposite) {
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
