//! The rungs of the ladder: every method that bounds an area, in one list.
//!
//! Whoever bounds areas goes through [`Rung::ALL`]: the [`Ladder`](crate::Ladder) that climbs them for one area,
//! the solver that can afford the static ones at every node, and the check of their soundness. A new
//! method is a file of its own and a rung here.

use otrera_board::Bits;
use otrera_cgt::{Assurance, Dyadic, Limit, Player, TempoBounds, Thermograph, Thermographer};

use crate::area::Area;
use crate::filling::Filler;
use crate::ladder::Climb;
use crate::local_search::LocalSearch;
use crate::static_bounds::{
    counting_for, safe_moves_for, split_for, split_with, split_without_safe_moves_for,
};
use crate::tables::Tables;

/// A method to bound an area, the cheap ones first.
///
/// ```
/// use otrera_area::{Rung, Tools, areas};
/// use otrera_board::Position;
///
/// let position: Position = "b../.../..w".parse()?;
/// let area = areas(&position)[0];
/// let mut tools = Tools { tables: None, workshop: None };
/// let mut width = |rung: Rung| rung.bounds(&area, &mut tools).map(|bounds| bounds.width());
/// assert_eq!(width(Rung::Counting), Some(14));
/// assert!(width(Rung::SafeMoves) < width(Rung::Counting));
/// assert_eq!(width(Rung::Table), None); // there are none
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rung {
    /// Nobody has more moves than there are empty squares.
    Counting,
    /// Moves that the enemy cannot take away.
    SafeMoves,
    /// The improved partition, with counting alone where the enemy is.
    Blockers,
    /// The improved partition, its territories filled step by step.
    Plodding,
    /// The same, with pieces that endgame tables know looked up.
    TablePieces,
    /// Endgame tables know the area.
    Table,
    /// The improved partition with the best filling.
    Filling,
    /// Yes/no search for the thresholds.
    LocalSearch,
    /// The thermograph.
    Exact,
}

/// What the dearer rungs need, and remember.
#[derive(Debug)]
pub struct Workshop<B: 'static> {
    pub(crate) effort: Climb,
    pub(crate) filler: Filler<B>,
    pub(crate) search: LocalSearch<B>,
    thermographer: Thermographer<Area<B>>,
}

/// What rungs may use. A rung that needs what is not there has no answer.
#[derive(Debug)]
pub struct Tools<'a, B: 'static> {
    /// Endgame tables.
    pub tables: Option<&'a Tables>,
    /// For rungs that search.
    pub workshop: Option<&'a mut Workshop<B>>,
}

/// What costs more than this is a search.
const DEAREST_STATIC: u32 = 10;

impl Rung {
    /// All rungs, in order.
    pub const ALL: [Rung; 9] = [
        Rung::Counting,
        Rung::SafeMoves,
        Rung::Blockers,
        Rung::Plodding,
        Rung::TablePieces,
        Rung::Table,
        Rung::Filling,
        Rung::LocalSearch,
        Rung::Exact,
    ];

    /// Its name, for answers.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Counting => "counting",
            Rung::SafeMoves => "safe moves",
            Rung::Blockers => "blockers",
            Rung::Plodding => "plodding",
            Rung::TablePieces => "table pieces",
            Rung::Table => "table",
            Rung::Filling => "filling",
            Rung::LocalSearch => "local search",
            Rung::Exact => "exact value",
        }
    }

    /// About how many times as long it takes as counting.
    pub fn cost(self) -> u32 {
        match self {
            Rung::Counting => 1,
            Rung::SafeMoves => 2,
            Rung::Blockers | Rung::Plodding | Rung::TablePieces => 8,
            Rung::Table => 2,
            Rung::Filling => 100,
            Rung::LocalSearch => 10_000,
            Rung::Exact => 100_000,
        }
    }

    /// Can a search afford it at every node?
    pub fn is_static(self) -> bool {
        self.cost() <= DEAREST_STATIC
    }

    /// Does it need endgame tables?
    pub fn needs_tables(self) -> bool {
        matches!(self, Rung::TablePieces | Rung::Table)
    }

    /// The rungs that it is made of. It is so seldom weaker than any of them that they are not worth trying
    /// beside it.
    fn ingredients(self) -> &'static [Rung] {
        match self {
            Rung::SafeMoves | Rung::Blockers => &[Rung::Counting],
            Rung::Plodding => &[Rung::SafeMoves, Rung::Blockers],
            Rung::TablePieces | Rung::Filling => &[Rung::Plodding],
            _ => &[],
        }
    }

    /// Is another rung a part of it, or of a part of it?
    pub fn contains(self, other: Rung) -> bool {
        self.ingredients().iter().any(|&part| part == other || part.contains(other))
    }

    /// What a player is sure of in an area; none if the rung has no answer.
    pub fn assurance<B: Bits>(
        self,
        area: &Area<B>,
        player: Player,
        tools: &mut Tools<'_, B>,
    ) -> Option<Assurance> {
        Some(match self {
            Rung::Counting => counting_for(area, player),
            Rung::SafeMoves => safe_moves_for(area, player),
            Rung::Blockers => split_without_safe_moves_for(area, player),
            Rung::Plodding => split_for(area, player),
            Rung::TablePieces => tools.tables?.divided(area, player),
            // These find what both are sure of at once.
            Rung::Table | Rung::Filling | Rung::LocalSearch | Rung::Exact => {
                self.bounds(area, tools)?.of(player)
            }
        })
    }

    /// What both are sure of.
    pub fn bounds<B: Bits>(self, area: &Area<B>, tools: &mut Tools<'_, B>) -> Option<TempoBounds> {
        Some(match self {
            Rung::Table => tools.tables?.bounds(area)?,
            Rung::Filling => {
                let filler = &mut tools.workshop.as_deref_mut()?.filler;
                match filler.bounds(area) {
                    Some(bounds) => bounds,
                    None => split_with(area, filler),
                }
            }
            Rung::LocalSearch => {
                let Workshop { search, effort, .. } = tools.workshop.as_deref_mut()?;
                search.bounds(area, effort.local_search)
            }
            Rung::Exact => thresholds(&tools.workshop.as_deref_mut()?.thermograph(area)?),
            _ => {
                let left = self.assurance(area, Player::Left, tools)?;
                TempoBounds { left, right: self.assurance(area, Player::Right, tools)? }
            }
        })
    }
}

/// A thermograph that would need more memory than this is left alone.
const BYTES_OF_A_THERMOGRAPH: usize = 64 << 20;

impl<B: Bits> Workshop<B> {
    /// A workshop that knows nothing yet.
    pub fn new(effort: Climb) -> Workshop<B> {
        Workshop {
            effort,
            filler: Filler::new(effort.filling),
            search: LocalSearch::new(),
            thermographer: Thermographer::new(),
        }
    }

    /// The thermograph of an area, if it is small enough.
    pub(crate) fn thermograph(&mut self, area: &Area<B>) -> Option<Thermograph> {
        let amazons = area.squares().count() - area.empty().count();
        if area.empty().count() + 3 * amazons > self.effort.exact {
            return None;
        }
        let bytes = Some(self.thermographer.bytes() + BYTES_OF_A_THERMOGRAPH);
        self.thermographer.set_limit(Limit { bytes, ..Limit::default() });
        self.thermographer.thermograph(area).ok()
    }
}

/// The integers next to a game, by the foot of its thermograph.
pub fn thresholds(graph: &Thermograph) -> TempoBounds {
    let foot = |player| graph.wall(player).at(Dyadic::MINUS_ONE).floor() as i32;
    TempoBounds::from_thresholds(foot(Player::Right), foot(Player::Left))
}

/// A set of rungs that are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rungs(u16);

impl Rungs {
    /// All of them.
    pub const ALL: Rungs = {
        assert!(Rung::ALL.len() < 16, "a bit for each");
        Rungs((1 << Rung::ALL.len()) - 1)
    };

    /// Is a rung in use?
    pub fn has(self, rung: Rung) -> bool {
        self.0 >> rung as u16 & 1 != 0
    }

    /// The same without one rung and all that contain it.
    #[must_use]
    pub fn without(self, rung: Rung) -> Rungs {
        let gone = Rung::ALL.into_iter().filter(|&other| other == rung || other.contains(rung));
        Rungs(gone.fold(self.0, |rungs, gone| rungs & !(1 << gone as u16)))
    }

    /// The static rungs that are enough to try for an area that no table knows: those that no other of them
    /// contains.
    pub fn static_tops(self, with_tables: bool) -> impl Iterator<Item = Rung> {
        let in_use = move |rung: Rung| {
            self.has(rung)
                && rung.is_static()
                && rung != Rung::Table
                && (with_tables || !rung.needs_tables())
        };
        Rung::ALL.into_iter().filter(move |&rung| {
            let is_enough = |other: &Rung| in_use(*other) && other.contains(rung);
            in_use(rung) && !Rung::ALL.iter().any(is_enough)
        })
    }
}
