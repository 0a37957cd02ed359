//! Negatives, sums and multiples of forms.

use super::measure::DEEPEST;
use super::{Form, Forms};
use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::limit::Exhausted;

impl Forms {
    /// The negative: the same game with the players' roles exchanged.
    pub fn negative(&mut self, form: Form) -> Form {
        if let Some(known) = self.node(form).negative {
            return known;
        }
        let negative = match self.as_number(form) {
            Some(number) => self.number(-number),
            None => {
                // The negative of a canonical form is canonical.
                let [left, right] = Player::BOTH.map(|player| {
                    let options = self.options(form, player);
                    options.into_iter().map(|option| self.negative(option)).collect()
                });
                self.keep_canonical([right, left]).expect("a negative is as large as its form")
            }
        };
        self.nodes[form.0 as usize].negative = Some(negative);
        self.nodes[negative.0 as usize].negative = Some(form);
        negative
    }

    /// The sum.
    pub fn add(&mut self, a: Form, b: Form) -> Result<Form, Exhausted> {
        match (self.as_number(a), self.as_number(b)) {
            (Some(x), Some(y)) => {
                return self.checked_number(x.checked_add(y).ok_or(Exhausted::Size)?);
            }
            (Some(x), None) => return self.translate(b, x),
            (None, Some(x)) => return self.translate(a, x),
            (None, None) => {}
        }
        if self.negative(a) == b {
            return Ok(self.integer(0));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        if let (Some(x), Some(y)) = (self.small(a), self.small(b)) {
            return self.ups_and_nimber(x.ups + y.ups, x.nimber ^ y.nimber);
        }
        if self.depth(a) + self.depth(b) > DEEPEST {
            return Err(Exhausted::Size);
        }
        let mut sums = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (moved, other) in [(a, b), (b, a)] {
                for option in self.options(moved, player) {
                    sums[player as usize].push(self.add(option, other)?);
                }
            }
        }
        let [left, right] = sums;
        let sum = self.game(left, right)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The sum of a number and a form that is none: the number is added to every
    /// option. (Number translation; the result is canonical if the form is.)
    pub(super) fn translate(&mut self, form: Form, number: Dyadic) -> Result<Form, Exhausted> {
        if number == Dyadic::ZERO {
            return Ok(form);
        }
        let by = self.number(number);
        if let Some(&known) = self.sums.get(&(by, form)) {
            return Ok(known);
        }
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in self.options(form, player) {
                options[player as usize].push(self.add(option, by)?);
            }
        }
        let sum = self.keep_canonical(options)?;
        self.sums.insert((by, form), sum);
        Ok(sum)
    }

    /// So many times the form; of the negative, if the count is negative.
    pub fn multiple(&mut self, form: Form, times: i64) -> Result<Form, Exhausted> {
        let mut sum = self.integer(0);
        let mut power = if times < 0 { self.negative(form) } else { form };
        let mut left = times.unsigned_abs();
        while left > 0 {
            if left & 1 == 1 {
                sum = self.add(sum, power)?;
            }
            left >>= 1;
            if left > 0 {
                power = self.add(power, power)?;
            }
        }
        Ok(sum)
    }
}
