//! The improved partition of an area, to be shown: who owns what, and what each part is sure to be
//! worth.
//!
//! Both players divide the area in their own way (see [`Division`]). Squares that only one of them
//! reaches while the other stands still are his blocker territories; what both reach is contested.
//! The lower bounds of the parts add up to what Black is sure of by his division, the upper bounds
//! to what White is by hers.

use otrera_board::{Bits, Color};
use otrera_cgt::{Bound, Bounds};
use smallvec::SmallVec;

use crate::area::Area;
use crate::connect::flood;
use crate::division::{Division, Piece, Plan};
use crate::filling::Filler;
use crate::ladder::Judgement;
use crate::plodding::plod;
use crate::rung::Rung;

/// What an area or a part of it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Only one colour is there.
    Territory(Color),
    /// Guarded by amazons of one colour who could also move elsewhere.
    BlockerTerritory(Color),
    /// Both colours can move there.
    Active,
}

impl Kind {
    /// Its name, for answers.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Territory(_) => "territory",
            Kind::BlockerTerritory(_) => "blocker territory",
            Kind::Active => "active",
        }
    }

    /// Whose it is.
    pub fn owner(self) -> Option<Color> {
        match self {
            Kind::Territory(color) | Kind::BlockerTerritory(color) => Some(color),
            Kind::Active => None,
        }
    }
}

/// An area or a part of one, with what it is worth.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part<B> {
    /// Its empty squares.
    pub empty: B,
    /// The amazons in it or beside it, and those walled in behind them. A blocker may belong to
    /// several parts; every amazon of an area belongs to one at least.
    pub amazons: B,
    /// What it is.
    pub kind: Kind,
    /// What it is worth. For parts of one area this holds for all of them together.
    pub bounds: Bounds,
    /// How that was found.
    pub rung: Rung,
}

impl<B: Bits> Part<B> {
    /// The same in the wide word.
    pub fn widen(&self) -> Part<u128> {
        let Part { empty, amazons, kind, bounds, rung } = *self;
        Part { empty: empty.widen(), amazons: amazons.widen(), kind, bounds, rung }
    }
}

/// An area of one colour as a single part.
pub(crate) fn territory<B: Bits>(area: &Area<B>, judgement: &Judgement) -> Part<B> {
    let [black, white] = Color::ALL.map(|color| area.amazons(color));
    let owner = if white.is_empty() { Color::Black } else { Color::White };
    Part {
        empty: area.empty(),
        amazons: black | white,
        kind: Kind::Territory(owner),
        bounds: judgement.bounds,
        rung: judgement.rung,
    }
}

/// The parts of an active area.
pub(crate) fn parts<B: Bits>(area: &Area<B>, filler: &mut Filler<B>) -> Vec<Part<B>> {
    let geometry = area.geometry();
    let [black, white] = Color::ALL.map(|color| area.amazons(color));
    let sides = [(black, white), (white, black)].map(|(own, enemy)| {
        let division = Division::new(geometry, own, enemy, area.empty(), area.occupied());
        let plan = division.best(filler);
        (division, plan)
    });
    let mut parts = Vec::new();
    let mut contested = area.empty();
    for (color, (division, plan)) in Color::ALL.into_iter().zip(&sides) {
        for (piece, &(assurance, shared)) in division.pieces.iter().zip(&plan.pieces) {
            if let &Piece::Keep { empty, amazons: [normal, blockers] } = piece {
                contested &= !empty;
                let all = empty.count() as i64;
                let used = [normal, blockers | shared];
                let plodded = plod(geometry, used, empty, |_| {}) as i32;
                let bounds =
                    Bounds::new(Bound::plain(i64::from(assurance.least)), Bound::plain(all));
                parts.push(Part {
                    empty,
                    amazons: amazons_around(area, empty),
                    kind: Kind::BlockerTerritory(color),
                    bounds: if color == Color::Black { bounds } else { -bounds },
                    rung: if plodded >= assurance.least { Rung::Plodding } else { Rung::Filling },
                });
            }
        }
    }
    for squares in contested_parts(area, contested, &sides) {
        let [lower, upper] = sides.each_ref().map(|side| sure_of(side, squares, contested));
        let all = squares.count() as i64;
        let counted = (lower, upper) == (-all, -all);
        parts.push(Part {
            empty: squares,
            amazons: amazons_around(area, squares),
            kind: Kind::Active,
            bounds: Bounds::new(Bound::plain(lower), Bound::plain(-upper)),
            rung: if counted { Rung::Counting } else { Rung::SafeMoves },
        });
    }
    parts
}

/// The amazons beside some squares of an area, and those that touch no empty square and hang
/// together with these: an area is connected, so none is left out of all parts.
fn amazons_around<B: Bits>(area: &Area<B>, squares: B) -> B {
    let geometry = area.geometry();
    let amazons = area.amazons(Color::Black) | area.amazons(Color::White);
    let walled_in = amazons & !geometry.spread(area.empty());
    flood(geometry, amazons & geometry.spread(squares), walled_in)
}

type Side<B> = (Division<B>, Plan<B>);

/// The contested squares in classes: those that lie in one ground of either player are not told apart.
fn contested_parts<B: Bits>(
    area: &Area<B>,
    contested: B,
    sides: &[Side<B>; 2],
) -> SmallVec<[B; 4]> {
    let mut open = contested;
    let mut classes = SmallVec::new();
    while let Some(seed) = open.first() {
        let mut class = flood(area.geometry(), B::of(seed), open);
        loop {
            let mut next = class;
            for ground in sides.iter().flat_map(|(division, _)| division.grounds()) {
                if !(ground & class).is_empty() {
                    next |= ground & contested;
                }
            }
            if next == class {
                break;
            }
            class = next;
        }
        open &= !class;
        classes.push(class);
    }
    classes
}

/// What a player is sure of in a class of contested squares. The squares of the enemy's own in the
/// same grounds are counted as the enemy's territories.
fn sure_of<B: Bits>((division, plan): &Side<B>, class: B, contested: B) -> i64 {
    let grounds =
        division.pieces.iter().zip(&plan.pieces).filter_map(|(piece, found)| match piece {
            Piece::Ground(ground, _) if !(ground.empty & class).is_empty() => {
                Some((ground, found.0))
            }
            _ => None,
        });
    grounds
        .map(|(ground, assurance)| {
            i64::from(assurance.least) + i64::from((ground.empty & !contested).count())
        })
        .sum()
}
