//! Negatives and sums of forms.

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
                self.keep_canonical([right, left])
            }
        };
        self.nodes[form.0 as usize].negative = Some(negative);
        self.nodes[negative.0 as usize].negative = Some(form);
        negative
    }

    /// The sum.
    pub fn add(&mut self, a: Form, b: Form) -> Result<Form, Exhausted> {
        match (self.as_number(a), self.as_number(b)) {
            (Some(x), Some(y)) => return Ok(self.number(x + y)),
            (Some(x), None) => return Ok(self.translate(b, x)),
            (None, Some(x)) => return Ok(self.translate(a, x)),
            (None, None) => {}
        }
        if self.negative(a) == b {
            return Ok(self.integer(0));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
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
    pub(super) fn translate(&mut self, form: Form, number: Dyadic) -> Form {
        if number == Dyadic::ZERO {
            return form;
        }
        let by = self.number(number);
        if let Some(&known) = self.sums.get(&(by, form)) {
            return known;
        }
        let options = Player::BOTH.map(|player| {
            let options = self.options(form, player);
            options
                .into_iter()
                .map(|option| match self.as_number(option) {
                    Some(x) => self.number(x + number),
                    None => self.translate(option, number),
                })
                .collect()
        });
        let sum = self.keep_canonical(options);
        self.sums.insert((by, form), sum);
        sum
    }
}
