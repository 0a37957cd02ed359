//! Exact play of endgames against plain search, for as long as one likes; a product to measure networks by.

mod duel;
mod plain;
mod positions;

pub use self::duel::{Duels, Lost};
pub use self::plain::Plain;
pub use self::positions::{Endgames, Source};
pub use crate::board::PlainProduct;

use std::sync::atomic::AtomicBool;

use otrera_board::{Bits, Position};

use crate::board::{Endgame, Worth};

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {what}: found {found}, but plain search says {truth}")]
pub struct Wrong {
    /// Where.
    pub position: String,
    /// What was asked.
    pub what: &'static str,
    /// What was answered.
    pub found: String,
    /// What is true.
    pub truth: String,
}

/// How positions were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Positions whose margin was right.
    pub right: u64,
    /// Positions that glances told all of.
    pub glances: u64,
    /// Positions that were too large for plain search.
    pub skipped: u64,
}

/// Plain search gives up after so many positions.
pub const MOST_POSITIONS: usize = 1_000_000;

/// A look has this many steps.
pub const NODES: u64 = 20_000_000;

impl Worth {
    /// From the margin of the player to move; −m − 1 if the other wins with margin m.
    pub fn of_plain(worth: i32) -> Worth {
        match worth {
            0.. => Worth::Wins(Some(worth as u32)),
            _ => Worth::Loses(Some((-worth - 1) as u32)),
        }
    }

    /// Does it say nothing wrong of a position with this worth?
    fn agrees(self, worth: i32) -> bool {
        match self {
            Worth::Guess(_) => true,
            Worth::Wins(None) => worth >= 0,
            Worth::Loses(None) => worth < 0,
            exact => exact == Worth::of_plain(worth),
        }
    }
}

impl Tally {
    /// Checks what is known of a position by a glance and by a look, and every move of its line.
    pub fn check(&mut self, endgame: &mut Endgame, position: &Position) -> Result<(), Wrong> {
        match position.narrow() {
            Some(narrow) => self.check_in(endgame, &narrow),
            None => self.check_in(endgame, position),
        }
    }

    fn check_in<B: Bits>(
        &mut self,
        endgame: &mut Endgame,
        position: &Position<B>,
    ) -> Result<(), Wrong> {
        let mut plain = Plain::new();
        let Some(worth) = plain.worth(position, MOST_POSITIONS) else {
            self.skipped += 1;
            return Ok(());
        };
        let wrong = |what, found: String, truth: i32| Wrong {
            position: position.to_string(),
            what,
            found,
            truth: format!("{:?}", Worth::of_plain(truth)),
        };
        let glance = endgame.glance(&position.widen());
        if glance.is_some_and(|glance| !glance.agrees(worth)) {
            return Err(wrong("glance", format!("{glance:?}"), worth));
        }
        self.glances += u64::from(glance == Some(Worth::of_plain(worth)));
        let known = endgame.look_within(&position.widen(), NODES, &AtomicBool::new(false));
        let line = match known {
            Some(known) if known.worth == Worth::of_plain(worth) => known.line,
            other => return Err(wrong("look", format!("{other:?}"), worth)),
        };
        let (mut at, mut due) = (*position, worth);
        for mv in line {
            at = at.play(mv).expect("a legal move");
            due = -due - 1;
            if plain.worth(&at, usize::MAX) != Some(due) {
                return Err(wrong("line", mv.text(position.size()), worth));
            }
        }
        self.right += 1;
        Ok(())
    }
}
