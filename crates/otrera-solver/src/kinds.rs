//! Which kinds of areas a search meets, for figure 15 of An Enhanced Solver.

use otrera_area::{areas_of, blocker_territories};
use otrera_board::{Bits, Color};

use crate::judge::Judge;
use crate::node::Node;

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

impl Kinds {
    /// The kinds of the areas of one node.
    pub(crate) fn of<B: Bits>(node: &Node<B>, judge: &mut Judge<'_, B>) -> Kinds {
        let mut seen = Kinds { positions: 1, ..Kinds::default() };
        for area in areas_of(node.geometry, node.amazons, node.empty) {
            if Color::ALL.iter().any(|&color| area.amazons(color).is_empty()) {
                seen.territories += 1;
                continue;
            }
            seen.blocker_territories += blocker_territories(&area) as u64;
            let bounds = judge.bounding.bounds(&area);
            match (bounds.width(), judge.cached(&area, Some(bounds))) {
                (0, _) => seen.integers += 1,
                (_, Some(_)) => seen.searched += 1,
                (_, None) => seen.open += 1,
            }
        }
        seen
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
