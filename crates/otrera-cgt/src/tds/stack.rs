//! Coupon stacks: the environment in which a game shows its temperature.

use thiserror::Error;

use crate::dyadic::Dyadic;
use crate::game::Player;

/// A stack of coupons. Either player may take the topmost, which is worth its value to him.
///
/// A *simple* stack has coupons of δ, 2δ, … up to its top, and is empty below. An *extended* one goes on with 0,
/// −δ, … down to −1, then with further coupons of −1, and ends with one of −½, so that taking them in turn brings
/// the same as in the simple stack for every δ = 1 / 2m.
///
/// ```
/// use otrera_cgt::Dyadic;
/// use otrera_cgt::tds::CouponStack;
///
/// let stack = CouponStack::extended(Dyadic::new(17, 3), Dyadic::new(1, 3), 8)?;
/// assert_eq!(stack.coupon(stack.height()), Some(Dyadic::new(17, 3)));
/// // Seventeen coupons above zero: who begins is ahead by nine steps in the end.
/// assert_eq!(stack.share(stack.height()), Dyadic::new(9, 3));
/// assert_eq!(stack.coupon(1), Some(Dyadic::new(-1, 1)));
/// # Ok::<(), otrera_cgt::tds::StackError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CouponStack {
    delta: Dyadic,
    /// Coupons of −½ and −1 at the bottom; none in a simple stack.
    bottom: u64,
    height: u64,
    /// Values are counted in units of 1 / 2^exponent.
    exponent: u32,
}

/// Why there is no such stack.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StackError {
    /// δ is no power of two, or too large or too small.
    #[error("found δ = {0}; expected a power of two from 1 down to 1/{smallest}", smallest = 1u64 << SMALLEST_DELTA)]
    Delta(Dyadic),
    /// The top is no multiple of δ, below the bottom, or far too high.
    #[error("found a stack up to {top}; expected a multiple of δ = {delta} from {from} to {HIGHEST_TOP}", from = if *extended { -1 } else { 0 })]
    Top {
        /// The top asked for.
        top: Dyadic,
        /// The step.
        delta: Dyadic,
        /// May it go below zero?
        extended: bool,
    },
}

/// δ is at least 2 to the minus this.
pub const SMALLEST_DELTA: u32 = 40;

/// No coupon is worth more.
pub const HIGHEST_TOP: i64 = 1 << 16;

/// Evaluations are in sixteenths, so that these are whole units.
const COARSEST_UNIT: u32 = 4;

impl CouponStack {
    /// C(t, δ): coupons from t down to δ.
    pub fn simple(top: Dyadic, delta: Dyadic) -> Result<CouponStack, StackError> {
        CouponStack::new(top, delta, 0)
    }

    /// C₋₁(t, δ): coupons from t down to −1, so many more of −1, and one of −½. These must suffice
    /// for the last never to be taken: two for each move in the game, and two more.
    pub fn extended(top: Dyadic, delta: Dyadic, spare: u32) -> Result<CouponStack, StackError> {
        CouponStack::new(top, delta, u64::from(spare) + 2)
    }

    fn new(top: Dyadic, delta: Dyadic, bottom: u64) -> Result<CouponStack, StackError> {
        if delta.numerator() != 1 || delta.exponent() > SMALLEST_DELTA {
            return Err(StackError::Delta(delta));
        }
        let lowest = if bottom > 0 { Dyadic::MINUS_ONE } else { Dyadic::ZERO };
        let steps = (top - lowest).units(delta.exponent());
        match steps.and_then(|steps| u64::try_from(steps).ok()) {
            Some(steps) if top <= Dyadic::from(HIGHEST_TOP) => {
                let exponent = (delta.exponent() + 1).max(COARSEST_UNIT);
                Ok(CouponStack { delta, bottom, height: bottom + steps, exponent })
            }
            _ => Err(StackError::Top { top, delta, extended: bottom > 0 }),
        }
    }

    /// The step between coupons.
    pub fn delta(&self) -> Dyadic {
        self.delta
    }

    /// How many coupons there are.
    pub fn height(&self) -> u64 {
        self.height
    }

    /// Does it go down to −1?
    pub fn is_extended(&self) -> bool {
        self.bottom > 0
    }

    /// The topmost coupon of the lowest so many.
    pub fn coupon(&self, height: u64) -> Option<Dyadic> {
        (height > 0).then(|| self.number(self.coupon_units(height)))
    }

    /// V(C, Left) of the lowest so many coupons: by how much who begins is ahead when they are taken in turn.
    pub fn share(&self, height: u64) -> Dyadic {
        self.number(self.share_units(height))
    }

    /// What is lost by a move elsewhere, with so many coupons left: the difference between beginning and not beginning
    /// in the stack. It is the tax of thermography.
    pub fn tax(&self, height: u64) -> Dyadic {
        self.share(height) + self.share(height)
    }

    /// The same stack with coupons from another top.
    pub fn with_top(&self, top: Dyadic) -> Result<CouponStack, StackError> {
        CouponStack::new(top, self.delta, self.bottom)
    }

    /// How many coupons of the stack are below or at a value; of those of −1, all but the last few.
    pub fn height_at(&self, value: Dyadic) -> u64 {
        let lowest = if self.bottom > 0 { Dyadic::MINUS_ONE } else { Dyadic::ZERO };
        let steps = (value - lowest).units(self.delta.exponent()).unwrap_or(0);
        self.bottom + u64::try_from(steps).unwrap_or(0)
    }

    pub(crate) fn unit(&self) -> i64 {
        1 << self.exponent
    }

    pub(crate) fn delta_units(&self) -> i64 {
        1 << (self.exponent - self.delta.exponent())
    }

    pub(crate) fn coupon_units(&self, height: u64) -> i64 {
        match (self.bottom, height) {
            (0, _) => height as i64 * self.delta_units(),
            (_, 1) => -self.unit() / 2,
            (bottom, _) => height.saturating_sub(bottom) as i64 * self.delta_units() - self.unit(),
        }
    }

    /// By V(C) = top − V(rest), from the bottom up.
    pub(crate) fn share_units(&self, height: u64) -> i64 {
        let above = height.saturating_sub(self.bottom) as i64;
        let steps = (above + 1) / 2 * self.delta_units();
        match (self.bottom, height) {
            (0, _) => steps,
            (_, 0) => 0,
            _ => steps - self.unit() / 2,
        }
    }

    /// V(C, p) in units: positive if Left is ahead.
    pub(crate) fn shared(&self, height: u64, first: Player) -> i64 {
        signed(self.share_units(height), first)
    }

    /// A number in units.
    pub(crate) fn units(&self, number: Dyadic) -> Option<i64> {
        number.units(self.exponent)
    }

    /// Units as a number.
    pub(crate) fn number(&self, units: i64) -> Dyadic {
        Dyadic::new(units, self.exponent)
    }

    /// Is a coupon with so many left one of −1?
    pub(crate) fn is_last_resort(&self, height: u64) -> bool {
        self.bottom > 0 && height > 1 && height <= self.bottom
    }
}

/// A gain of a player as Left sees it.
pub(crate) fn signed(gain: i64, player: Player) -> i64 {
    match player {
        Player::Left => gain,
        Player::Right => -gain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed forms against taking coupons one by one.
    #[test]
    fn shares_follow_from_the_coupons() {
        for exponent in 0..=5 {
            let delta = Dyadic::new(1, exponent);
            let top = Dyadic::from(3) + delta;
            let stacks = [CouponStack::simple(top, delta), CouponStack::extended(top, delta, 5)];
            for stack in stacks.map(Result::unwrap) {
                let mut share = Dyadic::ZERO;
                for height in 1..=stack.height() {
                    share = stack.coupon(height).unwrap() - share;
                    assert_eq!(stack.share(height), share, "{stack:?} {height}");
                }
                assert_eq!(stack.height_at(top), stack.height());
            }
        }
    }

    /// "This construction avoids bias": for δ = 1 / 2m, not for δ = 1.
    #[test]
    fn extension_changes_no_share() {
        for exponent in 0..=5 {
            let delta = Dyadic::new(1, exponent);
            let top = Dyadic::from(2);
            let simple = CouponStack::simple(top, delta).unwrap();
            let extended = CouponStack::extended(top, delta, 3).unwrap();
            let [simple, extended] = [simple, extended].map(|it| it.share(it.height()));
            assert_eq!(simple == extended, exponent > 0);
        }
    }

    #[test]
    fn wrong_stacks() {
        let [zero, third, one] = [Dyadic::ZERO, Dyadic::new(3, 2), Dyadic::ONE];
        for delta in [zero, third, Dyadic::from(2), -one, Dyadic::new(1, 41)] {
            assert_eq!(CouponStack::simple(one, delta), Err(StackError::Delta(delta)));
        }
        assert!(CouponStack::simple(-one, one).is_err());
        assert!(CouponStack::extended(-one, one, 0).is_ok());
        assert!(CouponStack::extended(Dyadic::new(1, 1), one, 0).is_err());
        assert!(CouponStack::simple(Dyadic::from(1 << 17), one).is_err());
    }
}
