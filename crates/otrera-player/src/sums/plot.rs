//! Areas as a heuristic search sees them.

use otrera_area::{Area, Filler, Territory};
use otrera_board::{Bits, Color};
use otrera_cgt::{Game, Player, Sum, Term};

/// An area whose territories are filled in a hurry: the number of moves is one that the owner is sure of, and may be short of the
/// best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plot(pub Area<u64>);

/// How many positions of a territory are looked at.
const PATIENCE: usize = 200;

impl Game for Plot {
    fn options(&self, player: Player) -> Vec<Sum<Plot>> {
        let mut options = Vec::new();
        self.each_option(player, &mut |option| options.push(option));
        options
    }

    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Sum<Plot>)) {
        self.0.each_option(player, &mut |areas| {
            let plot =
                |term: &Term<Area<u64>>| Term { game: Plot(term.game), negated: term.negated };
            visit(Sum::new(areas.number(), areas.terms().iter().map(plot)));
        });
    }

    fn canonical(&self) -> (Plot, bool) {
        let (area, negated) = self.0.canonical();
        (Plot(area), negated)
    }

    fn integer(&self) -> Option<i64> {
        let [black, white] = Color::ALL.map(|color| self.0.amazons(color));
        match (black.is_empty(), white.is_empty()) {
            (false, true) => Some(filled(&self.0, black, PATIENCE)),
            (true, false) => Some(-filled(&self.0, white, PATIENCE)),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

/// How many moves amazons have in an area where nobody disturbs them, as far as is found.
pub(crate) fn filled(area: &Area<u64>, amazons: u64, patience: usize) -> i64 {
    let territory = Territory::new(area.geometry(), amazons, 0, area.empty());
    i64::from(Filler::new(patience).moves(&territory).least)
}
