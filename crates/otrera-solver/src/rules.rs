//! Which rules the solver uses. All are sound, so the answer is the same without any of them.

use otrera_area::{Rung, Rungs};

/// The rules that can be switched off, to see what each is worth.
///
/// ```
/// use otrera_area::Rung;
/// use otrera_solver::Rules;
///
/// let rules = Rules::without("safe moves").unwrap();
/// // Plodding is made of safe moves and blockers.
/// assert!(!rules.rungs.has(Rung::Plodding) && rules.rungs.has(Rung::Blockers));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The bounds of areas.
    pub rungs: Rungs,
    /// What the player gets who moves first in an area.
    pub first_move: bool,
    /// Areas that are integers leave the board.
    pub integers: bool,
    /// G + (−G) = 0.
    pub cancelling: bool,
    /// Small areas are searched once for all.
    pub area_cache: bool,
    /// Sums of small areas are searched once for all. It needs the area cache.
    pub exact_sums: bool,
    /// The areas of a position that a short search leaves open climb the whole ladder of bounds.
    pub ladder: bool,
    /// First costs from the learned model, instead of equal ones.
    pub model: bool,
    /// A mistake made on purpose.
    #[cfg(feature = "faults")]
    pub fault: Option<crate::Fault>,
}

impl Default for Rules {
    /// All of them.
    fn default() -> Rules {
        Rules {
            rungs: Rungs::ALL,
            first_move: true,
            integers: true,
            cancelling: true,
            area_cache: true,
            exact_sums: true,
            ladder: true,
            model: true,
            #[cfg(feature = "faults")]
            fault: None,
        }
    }
}

impl Rules {
    /// The names of all that can be switched off: rungs that need no tables, then rules.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let rungs = Rung::ALL.into_iter().filter(|rung| rung.is_static() && !rung.needs_tables());
        // Without counting nothing would be left.
        let rungs = rungs.filter(|&rung| rung != Rung::Counting).map(Rung::name);
        rungs.chain([
            "first move",
            "integers",
            "cancelling",
            "area cache",
            "exact sums",
            "ladder",
            "model",
        ])
    }

    /// All but the one with this name: a rule, or a rung with all that contain it.
    pub fn without(name: &str) -> Option<Rules> {
        let mut rules = Rules::default();
        let switch = match name {
            "first move" => &mut rules.first_move,
            "integers" => &mut rules.integers,
            "cancelling" => &mut rules.cancelling,
            "area cache" => &mut rules.area_cache,
            "exact sums" => &mut rules.exact_sums,
            "ladder" => &mut rules.ladder,
            "model" => &mut rules.model,
            other => {
                let rung = Rung::ALL.into_iter().find(|rung| rung.name() == other)?;
                rules.rungs = rules.rungs.without(rung);
                return Some(rules);
            }
        };
        *switch = false;
        Some(rules)
    }
}
