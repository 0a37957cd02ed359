//! Why bounds tell, or do not tell, who wins a position.

use otrera_area::{Area, areas_of, split};
use otrera_board::{Bits, Color};
use otrera_cgt::{TempoBounds, TempoSum};
use smallvec::SmallVec;

use crate::judge::{Judge, cancel};
use crate::node::Node;
use crate::rules::Rules;

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
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Explanation<B: 'static> {
    /// The areas that are not dead.
    pub areas: Vec<Explained<B>>,
    /// The bounds of their sum.
    pub bounds: TempoBounds,
    /// Who wins, if they tell.
    pub winner: Option<Color>,
}

impl<B: Bits> Explanation<B> {
    /// What a judge says of each area of a node, and what follows.
    pub(crate) fn of(raw: Node<B>, judge: &mut Judge<'_, B>, rules: Rules) -> Explanation<B> {
        let areas = areas_of(raw.geometry, raw.amazons, raw.empty);
        let terms: SmallVec<[(Area<B>, TempoBounds); 4]> =
            areas.map(|area| (area, judge.bounding.bounds(&area))).collect();
        let mut left = terms.clone();
        if rules.cancelling {
            cancel(&mut left, |(area, _)| area);
        }
        let mut areas = Vec::new();
        for (area, bounds) in terms {
            let cancelled = !left.iter().any(|(other, _)| *other == area);
            let cached = judge.cached(&area, Some(bounds)).filter(|_| bounds.width() > 0);
            let source = match () {
                () if cancelled => Source::Cancelled,
                () if judge.bounding.looked_up(&area).is_some() => Source::Table,
                () if cached.is_some() => Source::AreaCache,
                () if judge.bounding.has_tables() && split(&area) != bounds => Source::TablePieces,
                () => Source::Static,
            };
            areas.push(Explained { area, bounds: cached.unwrap_or(bounds), source });
        }
        let kept = areas.iter().filter(|explained| explained.source != Source::Cancelled);
        let bounds = kept.map(|explained| explained.bounds).collect::<TempoSum>().total();
        let winner = judge.settle(raw).winner;
        Explanation { areas, bounds, winner }
    }
}
