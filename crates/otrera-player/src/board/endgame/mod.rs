//! Exact play of endgames.
//!
//! # Margins
//! Who cannot move loses. The *margin* of the winner is the number of moves that he could then still make in a row, at his best, with the
//! loser's amazons standing still. A player wants to win, and then by the largest margin; if he has to lose, by the smallest.
//!
//! # Why sums
//! Areas do not influence each other, and margins add up over them once the loser is stuck. Three things make sums small; none of them
//! holds for games in general, and each is about margins, not only about winning:
//!
//! 1. **A free move more is a margin of one more, at least.** Let Right have one more. She plays as she would without, until that play
//!    ends. If Left is stuck there, she has one more to spare. If she is stuck, with Left having n moves in a row to come, she uses the
//!    free move, and after it only moves that shoot back to where they came from. Those take squares from Left and give him none, and
//!    each move of his own leaves him one less: in the end he has lost, or is left with n − 1 at most.
//! 2. **A territory is as many free moves as its best filling has.** Only its owner moves there. He can go down by one, or waste
//!    moves, which by 1 is no better.
//! 3. **A free move of Left's and one of Right's cancel.** Each answers the other's with his own, and else plays as without. If that play
//!    ends with him stuck, he uses his own and then plays as in 1; the other has used up his, or lost a move elsewhere.
//!
//! Other numbers do *not* leave the board, and opposite areas do *not* cancel: a zugzwang 0|3 is the number 1, and by its negative it makes
//! 0, but who has to move in it gives up a margin of two (Müller and Tegos, 5.3).
//!
//! # Limits
//! From below a margin is limited by what the winner could give away and still win, by 1; so all bounds of values serve. From above by
//! [surpluses](surplus).

mod atlas;
mod clock;
mod look;
mod range;
mod search;
mod sum;
mod surplus;
mod tighten;
mod winner;
mod word;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use otrera_area::tables::Tables;
use otrera_board::{Move, Position};

use crate::board::opinion::Worth;
use crate::sums::Deadline;

use self::atlas::Atlas;
use self::clock::Clock;
use self::look::worth_of;
use self::search::Search;
use self::winner::Solvers;

/// So many bytes are remembered, if nothing else is said, …
pub(crate) const MEMORY: usize = 448 << 20;
/// … and this part of them by a solver.
const SHARE_OF_SOLVER: usize = 7;

/// A search that knows nothing yet.
fn fresh(tables: Option<Arc<Tables>>, memory: usize) -> Search {
    Search::new(Atlas::new(tables), memory - memory / SHARE_OF_SOLVER)
}

/// Knows what positions are worth whose areas have separated, and the moves that keep it.
#[derive(Debug)]
pub struct Endgame {
    tables: Option<Arc<Tables>>,
    memory: usize,
    search: Search,
    solvers: Solvers,
}

/// What is known of a position for certain.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Known {
    /// What it is worth to the player to move: never a guess.
    pub worth: Worth,
    /// The play that keeps it, as far as it was found; its first move is the one to make.
    pub line: Vec<Move>,
    /// The steps that it took to find this.
    pub steps: u64,
}

impl Endgame {
    /// With endgame tables, or without.
    pub fn new(tables: Option<Arc<Tables>>) -> Endgame {
        Endgame::with_memory(tables, MEMORY)
    }

    /// The same with about so many bytes for all that is remembered; what it finds then depends on them, what is true does not.
    pub fn with_memory(tables: Option<Arc<Tables>>, memory: usize) -> Endgame {
        let search = fresh(tables.clone(), memory);
        Endgame { tables, memory, search, solvers: Solvers::new(memory / SHARE_OF_SOLVER) }
    }

    /// Forgets all that it has found.
    pub(crate) fn forget(&mut self) {
        self.search = fresh(self.tables.clone(), self.memory);
        self.solvers.forget();
    }

    /// What is known of a position for certain, within a time; nothing if that is too little, and where the player to move has no move.
    pub fn look(
        &mut self,
        position: &Position,
        deadline: Deadline,
        stop: &AtomicBool,
    ) -> Option<Known> {
        self.look_at(position, &mut Clock::new(Some(deadline), None, stop))
    }

    /// The same within so many steps of the search, for what has to be repeated exactly.
    pub fn look_within(
        &mut self,
        position: &Position,
        steps: u64,
        stop: &AtomicBool,
    ) -> Option<Known> {
        self.look_at(position, &mut Clock::new(None, Some(steps), stop))
    }

    /// What a position is worth to the player to move, if that can be told without any search; also where he has no move.
    pub fn glance(&mut self, position: &Position) -> Option<Worth> {
        self.forget_if_full();
        let range = match position.narrow() {
            Some(position) => self.range(&position),
            None => self.range(position),
        };
        worth_of(range)
    }

    fn look_at(&mut self, position: &Position, clock: &mut Clock<'_>) -> Option<Known> {
        if position.is_over() {
            return None;
        }
        self.forget_if_full();
        let known = match position.narrow() {
            Some(position) => self.look_closely(&position, clock),
            None => self.look_closely(position, clock),
        };
        known.map(|(worth, line)| Known { worth, line, steps: clock.nodes().max(1) })
    }

    fn forget_if_full(&mut self) {
        if self.search.is_full() {
            self.search = fresh(self.tables.clone(), self.memory);
        }
    }
}
