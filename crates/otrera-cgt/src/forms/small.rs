//! Ups and nimbers: the infinitesimals that have names.
//!
//! Their canonical forms are known (Winning Ways, chapter 3): ∗m is {∗0,…,∗(m−1) | the same}, and
//!
//! > n·↑ + ∗m = {0 | (n−1)·↑ + ∗(m⊕1)} for n ≥ 1, but ↑∗ = {0,∗ | 0},
//!
//! where ⊕ is addition without carrying. So they are recognised, made and added at a glance.

use std::fmt;

use super::{Form, Forms};
use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::limit::Exhausted;

/// Ups (downs, if negative) and a nimber, added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Small {
    /// How many ups.
    pub ups: i64,
    /// The m of ∗m; zero if there is none.
    pub nimber: u32,
}

/// The largest nimber: they need memory with the square of their size.
pub(crate) const LARGEST_NIMBER: u32 = 500;

impl Forms {
    /// The ups and the nimber whose sum a form is, if it is one.
    pub fn small(&mut self, form: Form) -> Option<Small> {
        if let Some(number) = self.as_number(form) {
            return (number == Dyadic::ZERO).then(Small::default);
        }
        if self.left_stop(form) != Dyadic::ZERO || self.right_stop(form) != Dyadic::ZERO {
            return None;
        }
        if let Some(&known) = self.smalls.get(&form) {
            return known;
        }
        let small = self.find_small(form);
        self.smalls.insert(form, small);
        small
    }

    fn find_small(&mut self, form: Form) -> Option<Small> {
        let [left, right] = Player::BOTH.map(|player| self.options(form, player));
        if left == right {
            let nimber = left.len() as u32;
            let below = left.iter().all(|&option| {
                self.small(option).is_some_and(|it| it.ups == 0 && it.nimber < nimber)
            });
            // They differ, so that they are all below it.
            return below.then_some(Small { ups: 0, nimber });
        }
        self.find_ups(&left, &right).or_else(|| {
            let negatives = |forms: &mut Forms, side: &[Form]| -> Vec<Form> {
                side.iter().map(|&option| forms.negative(option)).collect()
            };
            let (left, right) = (negatives(self, &right), negatives(self, &left));
            self.find_ups(&left, &right).map(|small| Small { ups: -small.ups, ..small })
        })
    }

    /// One up or more, from the options.
    fn find_ups(&mut self, left: &[Form], right: &[Form]) -> Option<Small> {
        let zero = self.integer(0);
        let is_star = |small: Option<Small>| small == Some(Small { ups: 0, nimber: 1 });
        match (left, right) {
            (&[a, b], &[c]) if c == zero && [a, b].contains(&zero) => {
                let other = if a == zero { b } else { a };
                is_star(self.small(other)).then_some(Small { ups: 1, nimber: 1 })
            }
            (&[a], &[b]) if a == zero => {
                let before = self.small(b).filter(|before| before.ups >= 0)?;
                Some(Small { ups: before.ups + 1, nimber: before.nimber ^ 1 })
            }
            _ => None,
        }
    }

    /// The nimber ∗m.
    pub fn nimber(&mut self, nimber: u32) -> Result<Form, Exhausted> {
        if nimber > LARGEST_NIMBER {
            return Err(Exhausted::Size);
        }
        let mut below = vec![self.integer(0)];
        for _ in 0..nimber {
            let next = self.keep_canonical([below.clone(), below.clone()])?;
            below.push(next);
        }
        Ok(below[nimber as usize])
    }

    /// So many ups (downs, if negative) plus the nimber ∗m.
    pub fn ups_and_nimber(&mut self, ups: i64, nimber: u32) -> Result<Form, Exhausted> {
        let count = ups.unsigned_abs();
        let zero = self.integer(0);
        let mut star = nimber ^ (count & 1) as u32;
        let mut sum = self.nimber(star)?;
        for n in 1..=count {
            star ^= 1;
            let options = match (n, star) {
                (1, 1) => [vec![zero, self.nimber(1)?], vec![zero]],
                _ => [vec![zero], vec![sum]],
            };
            sum = self.keep_canonical(options)?;
        }
        Ok(if ups < 0 { self.negative(sum) } else { sum })
    }
}

impl fmt::Display for Small {
    /// Arrows, then a star; nothing if it is zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = if self.ups > 0 { "^" } else { "v" };
        match self.ups.unsigned_abs() {
            0 => {}
            1 => f.write_str(arrow)?,
            several => write!(f, "{arrow}{several}")?,
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("*"),
            larger => write!(f, "*{larger}"),
        }
    }
}
