//! Comparing forms.

use super::{Form, Forms};
use crate::dyadic::Dyadic;
use crate::game::Player;

impl Forms {
    /// Is a ≤ b?
    pub fn le(&mut self, a: Form, b: Form) -> bool {
        if a == b {
            return true;
        }
        let (of_a, of_b) = (self.node(a), self.node(b));
        match (of_a.number, of_b.number) {
            (Some(x), Some(y)) => return x <= y,
            (None, Some(x)) => return self.le_number(a, x),
            (Some(x), None) => return self.ge_number(b, x),
            (None, None) => {}
        }
        // Sound: each of the four numbers is monotone in the game.
        if of_a.extent.excludes_le(&of_b.extent) {
            return false;
        }
        // Sound: a ≤ n ≤ b for an integer n, or for a number between the two stops.
        if of_a.extent.implies_le(&of_b.extent) {
            return true;
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return known;
        }
        let answer = !self.any_option(a, Player::Left, |forms, option| forms.le(b, option))
            && !self.any_option(b, Player::Right, |forms, option| forms.le(option, a));
        self.order.insert((a, b), answer);
        answer
    }

    /// Is a ≤ x, for a form that is no number? (The module above has the argument.)
    pub(super) fn le_number(&mut self, a: Form, x: Dyadic) -> bool {
        match self.left_stop(a).cmp(&x) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => {
                !self.any_option(a, Player::Left, |forms, option| forms.number_le(x, option))
            }
        }
    }

    /// Is a ≥ x, for a form that is no number?
    pub(super) fn ge_number(&mut self, a: Form, x: Dyadic) -> bool {
        match self.right_stop(a).cmp(&x) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => {
                !self.any_option(a, Player::Right, |forms, option| forms.le_this(option, x))
            }
        }
    }

    /// Is x ≤ a, for any form?
    pub(super) fn number_le(&mut self, x: Dyadic, a: Form) -> bool {
        match self.as_number(a) {
            Some(number) => x <= number,
            None => self.ge_number(a, x),
        }
    }

    /// Is a ≤ x, for any form?
    pub(super) fn le_this(&mut self, a: Form, x: Dyadic) -> bool {
        match self.as_number(a) {
            Some(number) => number <= x,
            None => self.le_number(a, x),
        }
    }

    /// Does any option of a form that is no number fulfil this?
    fn any_option(
        &mut self,
        form: Form,
        player: Player,
        mut fulfils: impl FnMut(&mut Forms, Form) -> bool,
    ) -> bool {
        let count = self.node(form).options[player as usize].len();
        (0..count).any(|n| {
            let option = self.node(form).options[player as usize][n];
            fulfils(self, option)
        })
    }
}
