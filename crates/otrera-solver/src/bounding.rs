//! The bounds of one area that a search can afford at every node: endgame tables where they know it, else the
//! static rungs of the ladder.

use otrera_area::tables::Tables;
use otrera_area::{Area, Pieces, Rung, Stake, Tools, color_of, is_connected};
use otrera_board::Bits;
use otrera_cgt::{Assurance, Player, TempoBounds};
use smallvec::SmallVec;

use crate::area_cache;
use crate::node::Node;
use crate::rules::Rules;

/// Bounds areas by the rules that are in use.
#[derive(Debug)]
pub(crate) struct Bounding<'a, B> {
    rules: Rules,
    tables: Option<&'a Tables>,
    /// The rungs that are tried, whatever others would say being contained in them.
    rungs: SmallVec<[Rung; 2]>,
    /// Larger areas are known to nobody.
    most_squares: u32,
    /// What judges the pieces of improved partitions, if these are in use as they are.
    pieces: Option<Pieces<'a, B>>,
}

impl<'a, B: Bits> Bounding<'a, B> {
    pub fn new(rules: Rules, tables: Option<&'a Tables>) -> Bounding<'a, B> {
        let for_pieces = tables.filter(|_| rules.rungs.has(Rung::TablePieces));
        let tables = tables.filter(|_| rules.rungs.has(Rung::Table));
        let divides = rules.first_move && rules.rungs.has(Rung::Plodding);
        #[cfg(feature = "faults")]
        let divides = divides && rules.fault.is_none();
        Bounding {
            rules,
            tables,
            rungs: rules.rungs.static_tops(tables.is_some()).collect(),
            most_squares: match divides {
                true => tables.map_or(0, Tables::most_squares).max(area_cache::LARGEST),
                false => u32::MAX,
            },
            pieces: divides.then(|| Pieces::new(for_pieces)),
        }
    }

    /// Are improved partitions in use, as they are?
    #[inline]
    pub fn divides(&self) -> bool {
        self.pieces.is_some()
    }

    /// Does a player win a node by an improved partition of the whole?
    #[inline]
    pub fn wins(&mut self, node: &Node<B>, player: Player) -> bool {
        let Some(pieces) = &mut self.pieces else { return false };
        let color = color_of(player);
        let amazons = [color, !color].map(|color| node.amazons[color as usize]);
        let free = if player == Player::Left { node.free } else { -node.free };
        Stake::new(node.geometry, amazons, node.empty).wins(free, node.mover == color, pieces)
    }

    /// Is a node, which improved partitions do not decide, a single area that nothing else knows, either?
    #[inline]
    pub fn is_one_large_area(&self, node: &Node<B>) -> bool {
        let squares = node.amazons[0] | node.amazons[1] | node.empty;
        squares.count() > self.most_squares && is_connected(node.geometry, squares)
    }

    /// May both players' bounds of an area meet? It may say no where they do.
    pub fn may_meet(&self, area: &Area<B>) -> bool {
        let Some(pieces) = &self.pieces else { return true };
        let most = |player| stake(area, player).at_most(false, pieces);
        most(Player::Left) + most(Player::Right) >= 0
    }

    /// Are there endgame tables?
    pub fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// What endgame tables know of an area, which is exact.
    pub fn looked_up(&self, area: &Area<B>) -> Option<TempoBounds> {
        let TempoBounds { left, right } = self.tables?.bounds(area)?;
        Some(TempoBounds { left: self.allowed(left), right: self.allowed(right) })
    }

    /// What a player is sure of in an area by static bounds, with the help of tables for its pieces.
    fn assurance(&mut self, area: &Area<B>, player: Player) -> Assurance {
        if let Some(pieces) = &mut self.pieces {
            return stake(area, player).assurance(pieces);
        }
        let mut tools = Tools { tables: self.tables, workshop: None };
        let mut sure = None;
        for rung in &self.rungs {
            let found = rung.assurance(area, player, &mut tools);
            sure = match (sure, found) {
                (Some(sure), Some(found)) => Some(Assurance::and(sure, found)),
                (sure, found) => sure.or(found),
            };
        }
        let sure = sure.unwrap_or_else(|| Assurance::at_least(-(area.empty().count() as i32)));
        #[cfg(feature = "faults")]
        let sure = self.rules.fault.map_or(sure, |fault| fault.spoil(area, player, sure));
        self.allowed(sure)
    }

    /// The best that is known of an area.
    pub fn bounds(&mut self, area: &Area<B>) -> TempoBounds {
        self.looked_up(area).unwrap_or_else(|| {
            let [left, right] = Player::BOTH.map(|player| self.assurance(area, player));
            TempoBounds { left, right }
        })
    }

    /// What the rules that are in use make of it.
    fn allowed(&self, sure: Assurance) -> Assurance {
        match self.rules.first_move {
            true => sure,
            false => Assurance::at_least(sure.least),
        }
    }
}

/// An area as one player sees it.
fn stake<B: Bits>(area: &Area<B>, player: Player) -> Stake<B> {
    let color = color_of(player);
    let amazons = [color, !color].map(|color| area.amazons(color));
    Stake::new(area.geometry(), amazons, area.empty())
}
