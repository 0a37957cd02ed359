//! Alpha-beta over the whole sum, with the search that Hotstrat uses.

use otrera_cgt::tds::{LimitedSearch, Picked};
use otrera_cgt::{Dyadic, Exhausted};

use super::clock::Deadline;
use super::evaluation::Guess;
use super::player::{MEMORY, SumPlayer, any_move, turn_of, until};
use super::plot::Plot;
use super::sum::{SumPosition, Turn};

/// The search of a sum beside coupons of −1 alone: a coupon stands for a move in one's own territory, and the score for the
/// moves that are left in the end.
#[derive(Debug)]
pub(crate) struct AlphaBeta {
    search: LimitedSearch<Plot, Guess>,
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        let delta = Dyadic::new(1, 1);
        AlphaBeta { search: LimitedSearch::new(delta, Guess::default()).expect("a good δ") }
    }
}

impl SumPlayer for AlphaBeta {
    fn choose(&mut self, sum: &SumPosition, deadline: Deadline) -> Result<Option<Turn>, Exhausted> {
        if self.search.bytes() > MEMORY {
            self.search.forget();
        }
        choose_globally(&mut self.search, sum, deadline)
    }
}

/// The move that a search of the whole sum prefers.
pub(crate) fn choose_globally(
    search: &mut LimitedSearch<Plot, Guess>,
    sum: &SumPosition,
    deadline: Deadline,
) -> Result<Option<Turn>, Exhausted> {
    let games = sum.games();
    let free = sum.free_move();
    let patience = until(deadline);
    let picked =
        search.best_move(&games, Dyadic::MINUS_ONE, sum.mover(), free.is_some(), patience)?;
    let turn = match picked {
        Picked::Move(choice) => turn_of(sum, &games, choice),
        Picked::Coupon => free,
        Picked::Nothing => None,
    };
    Ok(turn.or_else(|| any_move(sum)))
}
