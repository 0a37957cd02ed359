//! How fine and how high a stack must be.

use crate::dyadic::Dyadic;
use crate::tds::stack::{CouponStack, SMALLEST_DELTA, StackError};

/// How fine and how high a stack must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The step between coupons.
    pub delta: Dyadic,
    /// The topmost coupon.
    pub top: Dyadic,
    /// How many moves the game may last.
    pub moves: u32,
}

impl Grid {
    /// The grid that is fine enough and high enough for every game that lasts at most so many moves, both players'
    /// counted, up to where nobody can move: δ = 2^−h and a top of h − 1 + δ.
    pub fn for_moves(moves: u32) -> Option<Grid> {
        let exponent = moves.max(1);
        (exponent <= SMALLEST_DELTA).then(|| Grid::with_delta(moves, Dyadic::new(1, exponent)))
    }

    /// The same with another δ.
    pub fn with_delta(moves: u32, delta: Dyadic) -> Grid {
        let top = Dyadic::from(i64::from(moves.max(1)) - 1) + delta;
        Grid { delta, top, moves }
    }

    /// Is it fine enough to be exact?
    pub fn is_exact(&self) -> bool {
        self.delta.numerator() == 1 && self.delta.exponent() >= self.moves.max(1)
    }

    /// How far a mean may be off: δ for each move before those that are left when the grid is fine enough. At a crossing of
    /// scaffolds between two taxes the value that the coupons hand down is off by the distance to the nearer
    /// of them, at most δ, and scaffolds are off by what the options are.
    pub fn mean_error(&self) -> Dyadic {
        let moves = self.moves.saturating_sub(self.delta.exponent());
        (0..moves).fold(Dyadic::ZERO, |error, _| error + self.delta)
    }

    /// The extended stack.
    pub fn stack(&self) -> Result<CouponStack, StackError> {
        CouponStack::extended(self.top, self.delta, 2 * self.moves + 2)
    }
}
