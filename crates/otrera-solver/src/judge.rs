//! Who wins, as far as bounds tell: the verdict of a node.
//!
//! First each player's improved partition of the whole board, which decides most of what is decided. Then each
//! area is looked up in the endgame tables, if there are any; what they do not know is bounded by the improved
//! partition. Areas whose bounds leave one integer only become free moves; opposite areas
//! cancel; the bounds of the others are added, with tempo. If that leaves the winner open, small
//! areas are looked up in the area cache, where a local search has found all that integers can say of them; and if all areas
//! are small, their sum is searched there.
//!
//! **Sound:** an area with equal lower and upper bound has that integer as its value, G + (−G) = 0,
//! and replacing a summand by an equal one changes no outcome. All else is bounds, each sound by
//! itself.

use otrera_area::tables::Tables;
use otrera_area::{Area, Stake, areas_of, color_of, player_of};
use otrera_board::{Bits, Color};
use otrera_cgt::{Assurance, Game, Player, TempoBounds, TempoSum};
use smallvec::SmallVec;

use crate::area_cache::{AreaCache, is_small};
use crate::bounding::Bounding;
use crate::node::Node;
use crate::rules::Rules;

/// A node with what is known of it at first sight. If a winner is known, node and bounds mean nothing.
pub(crate) struct Settled<B: 'static> {
    pub node: Node<B>,
    pub bounds: TempoBounds,
    pub winner: Option<Color>,
}

/// Judges nodes, for one thread.
pub(crate) struct Judge<'a, B: 'static> {
    rules: Rules,
    pub bounding: Bounding<'a>,
    /// Whether static bounds of the whole board are tried first.
    divides: bool,
    cache: Option<&'a mut AreaCache<B>>,
    /// The player whose bounds are found first: who won last.
    favourite: Player,
    /// How many positions were bounded.
    pub evaluations: u64,
}

/// An area that is still open, with its bounds.
pub(crate) type Term<B> = (Area<B>, TempoBounds);

impl<'a, B: Bits> Judge<'a, B> {
    pub fn new(
        rules: Rules,
        tables: Option<&'a Tables>,
        cache: &'a mut AreaCache<B>,
    ) -> Judge<'a, B> {
        let bounding = Bounding::new(rules, tables);
        Judge {
            rules,
            divides: bounding.divides(),
            bounding,
            cache: rules.area_cache.then_some(cache),
            favourite: Player::Left,
            evaluations: 0,
        }
    }

    /// Does a player win a node by static bounds alone? Much cheaper than settling it.
    pub fn wins(&mut self, raw: &Node<B>, player: Player) -> bool {
        self.evaluations += 1;
        match self.divides {
            true => {
                let view = View::of(raw, player);
                view.is_hopeful() && view.is_won(view.stake.divide().assurance())
            }
            false => self.settle_open(*raw, None).winner == Some(color_of(player)),
        }
    }

    /// Turns integers into free moves, drops what is dead or cancels, and adds up the bounds.
    pub fn settle(&mut self, raw: Node<B>) -> Settled<B> {
        self.evaluations += 1;
        if !self.divides {
            return self.settle_open(raw, None);
        }
        // What one player is sure of on the whole board often decides; then nothing else need be found.
        let views = [self.favourite, !self.favourite].map(|player| View::of(&raw, player));
        let mut sure = [None; 2];
        for (view, sure) in views.iter().zip(&mut sure).filter(|(view, _)| view.is_hopeful()) {
            let found = view.stake.divide().assurance();
            if view.is_won(found) {
                self.favourite = view.player;
                let winner = Some(color_of(view.player));
                return Settled { node: raw, bounds: TempoBounds::exactly(0), winner };
            }
            *sure = Some(found);
        }
        let whole = || {
            let [one, other] =
                [0, 1].map(|n| sure[n].unwrap_or_else(|| views[n].stake.divide().assurance()));
            match views[0].player {
                Player::Left => TempoBounds { left: one, right: other },
                Player::Right => TempoBounds { left: other, right: one },
            }
        };
        self.settle_open(raw, Some(&whole))
    }

    /// The same for a node that static bounds of the whole do not decide; these are at hand where it has just one
    /// area.
    fn settle_open(&mut self, raw: Node<B>, whole: Option<&dyn Fn() -> TempoBounds>) -> Settled<B> {
        let areas: SmallVec<[Area<B>; 4]> =
            areas_of(raw.geometry, raw.amazons, raw.empty).collect();
        let whole = whole.filter(|_| areas.len() == 1 && !self.bounding.has_tables());
        let mut free = raw.free;
        let mut terms: SmallVec<[Term<B>; 4]> = SmallVec::new();
        for area in areas {
            let bounds = whole.map_or_else(|| self.bounding.bounds(&area), |whole| whole());
            match bounds.width() {
                0 if self.rules.integers => free += bounds.lower(),
                _ => terms.push((area, bounds)),
            }
        }
        let mut settled = self.total(&raw, free, &terms);
        if let Some(winner) = settled.winner {
            self.favourite = player_of(winner);
            return settled;
        }
        let before = terms.len();
        if self.rules.cancelling {
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
                let integer = bounds.width() == 0 && self.rules.integers;
                if integer {
                    free += bounds.lower();
                }
                !integer
            });
            settled = self.total(&raw, free, &terms);
        }
        if settled.winner.is_none() && terms.len() > 1 && self.rules.exact_sums {
            settled.winner = self.sum_winner(&terms, free, raw.mover);
        }
        settled
    }

    /// Who wins a sum of small areas, by a search of it alone.
    fn sum_winner(&mut self, terms: &[Term<B>], free: i32, mover: Color) -> Option<Color> {
        let areas = terms.iter().map(|(area, _)| *area);
        self.cache.as_mut()?.winner(areas, free, player_of(mover)).map(color_of)
    }

    /// Better bounds from the cache, if it has any.
    pub fn cached(&mut self, area: &Area<B>, bounds: TempoBounds) -> Option<TempoBounds> {
        // The tables have said all there is to say of what they know.
        if !is_small(area) || self.bounding.looked_up(area).is_some() {
            return None;
        }
        let better = bounds.and(self.cache.as_mut()?.bounds(area)?);
        (better != bounds).then_some(better)
    }

    fn total(&self, raw: &Node<B>, free: i32, terms: &[Term<B>]) -> Settled<B> {
        let mut node = Node { amazons: [B::EMPTY; 2], empty: B::EMPTY, free, ..*raw };
        let mut sum = TempoSum::default();
        for (area, bounds) in terms {
            sum.add(*bounds);
            node.empty |= area.empty();
            for color in Color::ALL {
                node.amazons[color as usize] |= area.amazons(color);
            }
        }
        sum.add(TempoBounds::exactly(free));
        let bounds = sum.total();
        let winner = bounds.winner(player_of(node.mover)).map(color_of);
        Settled { node, bounds, winner }
    }
}

/// A node as one player sees it.
struct View<B: 'static> {
    player: Player,
    stake: Stake<B>,
    /// His free moves; the enemy's, if negative.
    free: i32,
    moves_first: bool,
}

impl<B: Bits> View<B> {
    #[inline]
    fn of(raw: &Node<B>, player: Player) -> View<B> {
        let color = color_of(player);
        let amazons = [color, !color].map(|color| raw.amazons[color as usize]);
        View {
            player,
            stake: Stake::new(raw.geometry, amazons, raw.empty),
            free: if player == Player::Left { raw.free } else { -raw.free },
            moves_first: raw.mover == color,
        }
    }

    /// May he win by static bounds?
    #[inline]
    fn is_hopeful(&self) -> bool {
        self.free + self.stake.at_most() >= 0
    }

    /// Does he win with this sure?
    #[inline]
    fn is_won(&self, sure: Assurance) -> bool {
        self.free + if self.moves_first { sure.first } else { sure.least } >= 0
    }
}

/// Removes pairs of areas that are each other's negative.
pub(crate) fn cancel<B: Bits>(terms: &mut SmallVec<[Term<B>; 4]>) {
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
