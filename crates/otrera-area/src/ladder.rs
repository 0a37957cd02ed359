//! The ladder: bounds on an area from ever dearer methods.
//!
//! Each rung is sound by itself; what is known after a rung is the best of all so far. The rung that
//! gave the last improvement is recorded.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use otrera_board::{Bits, Color, Position};
use otrera_cgt::{Bound, Bounds, TempoBounds, TempoSum};

use crate::area::{Area, areas, color_of, player_of};
use crate::partition::{self, Part};
use crate::rung::{Rung, Tools, Workshop, thresholds};
use crate::static_bounds::counting;
use crate::tables::Tables;

/// What is known of an area.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Climb {
    /// Positions looked at to fill one territory.
    pub filling: usize,
    /// Positions bounded to search one area.
    pub local_search: usize,
    /// Areas get their thermograph if their empty squares, and their amazons counted three times, are
    /// no more than this.
    pub exact: u32,
}

impl Climb {
    /// What takes no search: for answers in no time.
    pub const NONE: Climb = Climb { filling: 0, local_search: 0, exact: 0 };

    /// The same with so many positions bounded to search one area.
    #[must_use]
    pub const fn with_local_search(self, local_search: usize) -> Climb {
        Climb { local_search, ..self }
    }
}

impl Default for Climb {
    /// Half a second at most for the opening of a 10×10 game, and far less for most areas.
    fn default() -> Climb {
        Climb { filling: 20_000, local_search: 20_000, exact: 15 }
    }
}

/// Climbs the ladder for one area after another, and remembers what it found.
///
/// ```
/// use otrera_area::{Climb, Ladder, areas};
/// use otrera_board::{Color, Position};
///
/// let position: Position = "b..x..w/xxxxxxx/b.xx..w w".parse()?;
/// let mut ladder = Ladder::new(Climb::default());
/// assert_eq!(ladder.winner(&position), Some(Color::White));
/// for area in areas(&position) {
///     let judgement = ladder.judge(&area);
///     assert_eq!(judgement.tempo.width(), 0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ladder<B: 'static> {
    workshop: Workshop<B>,
    tables: Option<Arc<Tables>>,
}

impl<B: Bits> Ladder<B> {
    /// A ladder that knows nothing yet.
    pub fn new(effort: Climb) -> Ladder<B> {
        Ladder { workshop: Workshop::new(effort), tables: None }
    }

    /// The same, and with endgame tables.
    #[must_use]
    pub fn with_tables(self, tables: Arc<Tables>) -> Ladder<B> {
        Ladder { tables: Some(tables), ..self }
    }

    /// The same, but searches of areas give up once this is set; what they found until then is kept.
    #[must_use]
    pub fn ended_by(mut self, stop: &'static AtomicBool) -> Ladder<B> {
        self.workshop.search = self.workshop.search.ended_by(stop);
        self
    }

    /// The bounds of one rung, by itself.
    pub fn rung(&mut self, rung: Rung, area: &Area<B>) -> Option<TempoBounds> {
        let tables = self.tables.as_deref();
        rung.bounds(area, &mut Tools { tables, workshop: Some(&mut self.workshop) })
    }

    /// Is an area worth so much or more? None if the search for that gives up.
    pub fn at_least(&mut self, area: &Area<B>, x: i32) -> Option<bool> {
        self.workshop.search.at_least(area, x, self.workshop.effort.local_search)
    }

    /// The best that is known of an area.
    pub fn judge(&mut self, area: &Area<B>) -> Judgement {
        let mut tempo = counting(area);
        let mut found = Rung::Counting;
        for rung in climbed(self.tables.is_some()) {
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
            && let Some(graph) = self.workshop.thermograph(area)
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

    /// Bounds on a position: those of its areas, added up.
    pub fn bounds(&mut self, position: &Position<B>) -> TempoBounds {
        areas(position).iter().map(|area| self.judge(area).tempo).collect::<TempoSum>().total()
    }

    /// An area in the parts of the improved partition, to be shown.
    pub fn parts(&mut self, area: &Area<B>, judgement: &Judgement) -> Vec<Part<B>> {
        match Color::ALL.iter().all(|&color| !area.amazons(color).is_empty()) {
            true => partition::parts(area, &mut self.workshop.filler),
            false => vec![partition::territory(area, judgement)],
        }
    }
}

/// The rungs that are climbed: of those that cost the same, one that contains another is enough, and what the
/// thermograph tells is more than integers.
fn climbed(tables: bool) -> impl Iterator<Item = Rung> {
    let is_there = move |rung: &Rung| tables || !rung.needs_tables();
    Rung::ALL.into_iter().filter(is_there).filter(move |&rung| {
        let is_enough =
            |other: &Rung| is_there(other) && other.cost() == rung.cost() && other.contains(rung);
        rung != Rung::Exact && !Rung::ALL.iter().any(is_enough)
    })
}
