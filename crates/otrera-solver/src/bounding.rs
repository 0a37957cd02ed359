//! The bounds of one area that a search can afford at every node: endgame tables where they know it, else the
//! static rungs of the ladder.

use otrera_area::tables::Tables;
use otrera_area::{Area, Rung, Tools};
use otrera_board::Bits;
use otrera_cgt::{Assurance, Player, TempoBounds};
use smallvec::SmallVec;

use crate::rules::Rules;

/// Bounds areas by the rules that are in use.
#[derive(Clone, Debug)]
pub(crate) struct Bounding<'a> {
    rules: Rules,
    tables: Option<&'a Tables>,
    /// The rungs that are tried, whatever others would say being contained in them.
    rungs: SmallVec<[Rung; 2]>,
}

impl<'a> Bounding<'a> {
    pub fn new(rules: Rules, tables: Option<&'a Tables>) -> Bounding<'a> {
        let tables = tables.filter(|_| rules.rungs.has(Rung::Table));
        Bounding { rules, tables, rungs: rules.rungs.static_tops(tables.is_some()).collect() }
    }

    /// Is the improved partition in use, as it is?
    pub fn divides(&self) -> bool {
        #[cfg(feature = "faults")]
        if self.rules.fault.is_some() {
            return false;
        }
        self.rules.first_move && self.rules.rungs.has(Rung::Plodding)
    }

    /// Are there endgame tables?
    pub fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// What endgame tables know of an area, which is exact.
    pub fn looked_up<B: Bits>(&self, area: &Area<B>) -> Option<TempoBounds> {
        let TempoBounds { left, right } = self.tables?.bounds(area)?;
        Some(TempoBounds { left: self.allowed(left), right: self.allowed(right) })
    }

    /// What a player is sure of in an area by static bounds, with the help of tables for its pieces.
    pub fn assurance<B: Bits>(&self, area: &Area<B>, player: Player) -> Assurance {
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
    pub fn bounds<B: Bits>(&self, area: &Area<B>) -> TempoBounds {
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
