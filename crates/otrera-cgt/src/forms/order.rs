//! Comparing forms.

use std::cmp::Ordering;

use super::{Form, Forms};
use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::limit::Exhausted;

impl Forms {
    /// Is a ≤ b? This takes as long as it takes; [`try_le`](Forms::try_le) watches the limit.
    pub fn le(&mut self, a: Form, b: Form) -> bool {
        let limit = std::mem::take(&mut self.limit);
        let answer = self.try_le(a, b);
        self.limit = limit;
        answer.expect("without a limit nothing runs out")
    }

    /// Is a ≤ b, if that is found within the limit?
    pub fn try_le(&mut self, a: Form, b: Form) -> Result<bool, Exhausted> {
        if a == b {
            return Ok(true);
        }
        let (of_a, of_b) = (self.node(a), self.node(b));
        match (of_a.number, of_b.number) {
            (Some(x), Some(y)) => return Ok(x <= y),
            (None, Some(x)) => return self.le_number(a, x),
            (Some(x), None) => return self.ge_number(b, x),
            (None, None) => {}
        }
        // Sound: each of the four numbers is monotone in the game.
        if of_a.extent.excludes_le(&of_b.extent) {
            return Ok(false);
        }
        // Sound: a ≤ n ≤ b for an integer n, or for a number between the two stops.
        if of_a.extent.implies_le(&of_b.extent) {
            return Ok(true);
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return Ok(known);
        }
        self.check_limit()?;
        let answer = !self.any_option(a, Player::Left, |forms, option| forms.try_le(b, option))?
            && !self.any_option(b, Player::Right, |forms, option| forms.try_le(option, a))?;
        self.order.insert((a, b), answer);
        Ok(answer)
    }

    /// Is a ≤ x, for a form that is no number? (The module above has the argument.)
    pub(super) fn le_number(&mut self, a: Form, x: Dyadic) -> Result<bool, Exhausted> {
        match self.left_stop(a).cmp(&x) {
            Ordering::Less => Ok(true),
            Ordering::Greater => Ok(false),
            // By the ceiling: see `Extent`.
            Ordering::Equal if x.is_integer() => Ok(self.integer_bounds(a).1 <= x.floor()),
            Ordering::Equal => {
                self.check_limit()?;
                let reached =
                    self.any_option(a, Player::Left, |forms, option| forms.number_le(x, option))?;
                Ok(!reached)
            }
        }
    }

    /// Is a ≥ x, for a form that is no number?
    pub(super) fn ge_number(&mut self, a: Form, x: Dyadic) -> Result<bool, Exhausted> {
        match self.right_stop(a).cmp(&x) {
            Ordering::Greater => Ok(true),
            Ordering::Less => Ok(false),
            Ordering::Equal if x.is_integer() => Ok(self.integer_bounds(a).0 >= x.floor()),
            Ordering::Equal => {
                self.check_limit()?;
                let reached =
                    self.any_option(a, Player::Right, |forms, option| forms.le_this(option, x))?;
                Ok(!reached)
            }
        }
    }

    /// Is x ≤ a, for any form?
    pub(super) fn number_le(&mut self, x: Dyadic, a: Form) -> Result<bool, Exhausted> {
        match self.as_number(a) {
            Some(number) => Ok(x <= number),
            None => self.ge_number(a, x),
        }
    }

    /// Is a ≤ x, for any form?
    pub(super) fn le_this(&mut self, a: Form, x: Dyadic) -> Result<bool, Exhausted> {
        match self.as_number(a) {
            Some(number) => Ok(number <= x),
            None => self.le_number(a, x),
        }
    }

    /// Does any option of a form that is no number fulfil this?
    fn any_option(
        &mut self,
        form: Form,
        player: Player,
        mut fulfils: impl FnMut(&mut Forms, Form) -> Result<bool, Exhausted>,
    ) -> Result<bool, Exhausted> {
        for n in 0..self.node(form).options[player as usize].len() {
            let option = self.node(form).options[player as usize][n];
            if fulfils(self, option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
