//! The ladder: bounds on an area from ever dearer methods.
//!
//! Each rung is sound by itself; what is known after a rung is the best of all so far. The rung that
//! gave the last improvement is recorded.

use otrera_board::{Bits, Color, Position};
use otrera_cgt::{
    Bound, Bounds, Dyadic, Limit, Player, TempoBounds, TempoSum, Thermograph, Thermographer,
};

use crate::area::{Area, areas, color_of, player_of};
use crate::filling::Filler;
use crate::local_search::LocalSearch;
use crate::partition::{self, Part};
use crate::static_bounds::{counting, safe_moves, split, split_with};

/// A method to bound an area, cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rung {
    /// Nobody has more moves than there are empty squares.
    Counting,
    /// Moves that the enemy cannot take away.
    SafeMoves,
    /// The improved partition, its territories filled step by step.
    Plodding,
    /// The same with the best filling.
    Filling,
    /// Yes/no search for the thresholds.
    LocalSearch,
    /// The thermograph.
    Exact,
}

impl Rung {
    /// All rungs, in order.
    pub const ALL: [Rung; 6] = [
        Rung::Counting,
        Rung::SafeMoves,
        Rung::Plodding,
        Rung::Filling,
        Rung::LocalSearch,
        Rung::Exact,
    ];

    /// Its name, for answers.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Counting => "counting",
            Rung::SafeMoves => "safe moves",
            Rung::Plodding => "plodding",
            Rung::Filling => "filling",
            Rung::LocalSearch => "local search",
            Rung::Exact => "exact value",
        }
    }
}

/// What is known of an area.
#[derive(Clone, Copy, Debug)]
pub struct Judgement {
    /// Integers that know who moves first.
    pub tempo: TempoBounds,
    /// The same as bounds on the value, finer where the value is known.
    pub bounds: Bounds,
    /// The last rung that improved them.
    pub rung: Rung,
}

/// How far up a ladder goes.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions looked at to fill one territory.
    pub filling: usize,
    /// Positions bounded to search one area.
    pub local_search: usize,
    /// Areas get their thermograph if their empty squares, and their amazons counted three times, are
    /// no more than this.
    pub exact: u32,
}

impl Default for Effort {
    /// Half a second at most for the opening of a 10×10 game, and far less for most areas.
    fn default() -> Effort {
        Effort { filling: 20_000, local_search: 20_000, exact: 15 }
    }
}

/// Climbs the ladder for one area after another, and remembers what it found.
#[derive(Debug)]
pub struct Ladder<B: 'static> {
    effort: Effort,
    filler: Filler<B>,
    search: LocalSearch<B>,
    thermographer: Thermographer<Area<B>>,
}

/// A thermograph that would need more memory than this is left alone.
const BYTES_OF_A_THERMOGRAPH: usize = 64 << 20;

impl<B: Bits> Ladder<B> {
    /// A ladder that knows nothing yet.
    pub fn new(effort: Effort) -> Ladder<B> {
        Ladder {
            effort,
            filler: Filler::new(effort.filling),
            search: LocalSearch::new(),
            thermographer: Thermographer::new(),
        }
    }

    /// The bounds of one rung, by itself.
    pub fn rung(&mut self, rung: Rung, area: &Area<B>) -> Option<TempoBounds> {
        Some(match rung {
            Rung::Counting => counting(area),
            Rung::SafeMoves => safe_moves(area),
            Rung::Plodding => split(area),
            Rung::Filling => match self.filler.bounds(area) {
                Some(bounds) => bounds,
                None => split_with(area, &mut self.filler),
            },
            Rung::LocalSearch => self.search.bounds(area, self.effort.local_search),
            Rung::Exact => thresholds(&self.thermograph(area)?),
        })
    }

    /// Is an area worth so much or more? None if the search for that gives up.
    pub fn at_least(&mut self, area: &Area<B>, x: i32) -> Option<bool> {
        self.search.at_least(area, x, self.effort.local_search)
    }

    /// The best that is known of an area.
    pub fn judge(&mut self, area: &Area<B>) -> Judgement {
        let mut tempo = counting(area);
        let mut found = Rung::Counting;
        for rung in [Rung::SafeMoves, Rung::Plodding, Rung::Filling, Rung::LocalSearch] {
            if tempo.width() == 0 {
                break;
            }
            if let Some(bounds) = self.rung(rung, area) {
                let better = tempo.and(bounds);
                if better != tempo {
                    (tempo, found) = (better, rung);
                }
            }
        }
        let mut bounds =
            Bounds::new(Bound::plain(tempo.lower() as i64), Bound::plain(tempo.upper() as i64));
        if tempo.width() > 0
            && let Some(graph) = self.thermograph(area)
        {
            tempo = tempo.and(thresholds(&graph));
            bounds = Bounds::from_thermograph(&graph);
            found = Rung::Exact;
        }
        Judgement { tempo, bounds, rung: found }
    }

    /// Who wins a position, if the best that is known of its areas tells.
    ///
    /// Sound: both kinds of bounds add up, and each names the winner only where any game within it has that
    /// winner.
    pub fn winner(&mut self, position: &Position<B>) -> Option<Color> {
        let mut tempo = TempoSum::default();
        let mut bounds = Bounds::exactly(0);
        for area in areas(position) {
            let judgement = self.judge(&area);
            tempo.add(judgement.tempo);
            bounds = bounds + judgement.bounds;
        }
        let mover = player_of(position.to_move());
        tempo.total().winner(mover).or(bounds.winner(mover)).map(color_of)
    }

    /// An area in the parts of the improved partition, to be shown.
    pub fn parts(&mut self, area: &Area<B>, judgement: &Judgement) -> Vec<Part<B>> {
        match Color::ALL.iter().all(|&color| !area.amazons(color).is_empty()) {
            true => partition::parts(area, &mut self.filler),
            false => vec![partition::territory(area, judgement)],
        }
    }

    fn thermograph(&mut self, area: &Area<B>) -> Option<Thermograph> {
        let amazons = area.squares().count() - area.empty().count();
        if area.empty().count() + 3 * amazons > self.effort.exact {
            return None;
        }
        let bytes = Some(self.thermographer.bytes() + BYTES_OF_A_THERMOGRAPH);
        self.thermographer.set_limit(Limit { deadline: None, bytes });
        self.thermographer.thermograph(area).ok()
    }
}

/// The integers next to a game, by the foot of its thermograph.
pub fn thresholds(graph: &Thermograph) -> TempoBounds {
    let foot = |player| graph.wall(player).at(Dyadic::MINUS_ONE).floor() as i32;
    TempoBounds::from_thresholds(foot(Player::Right), foot(Player::Left))
}
