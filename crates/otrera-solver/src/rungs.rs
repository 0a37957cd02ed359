//! Which rules the solver uses. All are sound, so the answer is the same without any of them.

/// The rules that can be switched off, to see what each is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rungs {
    /// Moves that the enemy cannot take away.
    pub safe_moves: bool,
    /// The improved partition: amazons that stand still wall off territories.
    pub blockers: bool,
    /// What the player gets who moves first in an area.
    pub first_move: bool,
    /// Areas that are integers leave the board.
    pub numbers: bool,
    /// G + (−G) = 0.
    pub cancel: bool,
    /// Small areas are searched once for all.
    pub area_cache: bool,
    /// Sums of small areas are searched once for all. It needs the area cache.
    pub exact_sums: bool,
    /// The areas of a position that a short search leaves open climb the whole ladder of bounds.
    pub ladder: bool,
    /// First costs from the learned model, instead of equal ones.
    pub model: bool,
    /// Only the best few children count at a time.
    pub widening: bool,
    /// A mistake made on purpose.
    #[cfg(feature = "faults")]
    pub fault: Option<crate::Fault>,
}

impl Default for Rungs {
    /// All of them.
    fn default() -> Rungs {
        Rungs {
            safe_moves: true,
            blockers: true,
            first_move: true,
            numbers: true,
            cancel: true,
            area_cache: true,
            exact_sums: true,
            ladder: true,
            model: true,
            widening: true,
            #[cfg(feature = "faults")]
            fault: None,
        }
    }
}

impl Rungs {
    /// The names of all rungs.
    pub const NAMES: [&str; 10] = [
        "safe moves",
        "blockers",
        "first move",
        "numbers",
        "cancelling",
        "area cache",
        "exact sums",
        "ladder",
        "model",
        "widening",
    ];

    /// All but the one with this name.
    pub fn without(name: &str) -> Option<Rungs> {
        let mut rungs = Rungs::default();
        let switch = match name {
            "safe moves" => &mut rungs.safe_moves,
            "blockers" => &mut rungs.blockers,
            "first move" => &mut rungs.first_move,
            "numbers" => &mut rungs.numbers,
            "cancelling" => &mut rungs.cancel,
            "area cache" => &mut rungs.area_cache,
            "exact sums" => &mut rungs.exact_sums,
            "ladder" => &mut rungs.ladder,
            "model" => &mut rungs.model,
            "widening" => &mut rungs.widening,
            _ => return None,
        };
        *switch = false;
        Some(rungs)
    }
}
