//! Values as text.
//!
//! | text | value |
//! |---|---|
//! | `3`, `-3/4` | numbers |
//! | `*`, `*2` | nimbers |
//! | `^`, `v`, `^3` | up, down, three ups |
//! | `^*`, `v2*3` | sums of these |
//! | `2^*`, `1/2*` | a number before them |
//! | `±2`, `1±3/2` | switches {2\|−2} and {5/2\|−1/2} |
//! | `{1,2*\|0}` | everything else: Left's options, a bar, Right's |
//!
//! Options stand in a fixed order (the player's best mean first, then by
//! temperature, birthday and their own options), so that equal games are written equally whatever
//! the order in which they were made.

use std::cmp::Ordering;

use super::{Form, Forms};
use crate::dyadic::Dyadic;
use crate::game::Player;

impl Forms {
    /// The value in its shortest usual writing.
    pub fn text(&mut self, form: Form) -> String {
        if let Some(number) = self.as_number(form) {
            return number.to_string();
        }
        if let Some(name) = self.infinitesimal_name(form) {
            return name;
        }
        if let Some(name) = self.switch_name(form) {
            return name;
        }
        self.braces(form, Forms::text)
    }

    /// The value in nested braces and numbers alone.
    pub fn plain_text(&mut self, form: Form) -> String {
        match self.as_number(form) {
            Some(number) => number.to_string(),
            None => self.braces(form, Forms::plain_text),
        }
    }

    /// The value with at most about so many numbers and braces: what is too large to
    /// write becomes `…`.
    pub fn short_text(&mut self, form: Form, most: u64) -> String {
        if self.written_size(form) <= most {
            return self.text(form);
        }
        let count =
            Player::BOTH.map(|player| self.options(form, player).len()).iter().sum::<usize>();
        let share = most.saturating_sub(1) / count.max(1) as u64;
        if share == 0 {
            return "…".to_owned();
        }
        let [left, right] = Player::BOTH.map(|player| {
            let options = self.sorted_options(form, player);
            let texts = options.into_iter().map(|option| self.short_text(option, share));
            texts.collect::<Vec<_>>().join(",")
        });
        format!("{{{left}|{right}}}")
    }

    /// How many numbers and braces the value has when it is written out in full.
    pub fn written_size(&mut self, form: Form) -> u64 {
        if self.as_number(form).is_some() {
            return 1;
        }
        if let Some(&known) = self.sizes.get(&form) {
            return known;
        }
        let options = Player::BOTH.map(|player| self.options(form, player)).concat();
        let sizes = options.into_iter().map(|option| self.written_size(option));
        let size = sizes.fold(1, u64::saturating_add);
        self.sizes.insert(form, size);
        size
    }

    fn braces(&mut self, form: Form, text: fn(&mut Forms, Form) -> String) -> String {
        let [left, right] = Player::BOTH.map(|player| {
            let options = self.sorted_options(form, player);
            options.into_iter().map(|option| text(self, option)).collect::<Vec<_>>().join(",")
        });
        format!("{{{left}|{right}}}")
    }

    /// The options of a player in the order in which they are written.
    pub fn sorted_options(&mut self, form: Form, player: Player) -> Vec<Form> {
        if let Some(known) = self.sorted.get(&(form, player)) {
            return known.clone();
        }
        let mut sorted: Vec<Form> = Vec::new();
        for option in self.options(form, player) {
            let place = sorted
                .iter()
                .position(|&other| self.written_order(option, other, player).is_lt())
                .unwrap_or(sorted.len());
            sorted.insert(place, option);
        }
        self.sorted.insert((form, player), sorted.clone());
        sorted
    }

    /// Which of two options of a player is written first. It depends on the forms
    /// alone, not on when they were made, and only equal forms are equal.
    fn written_order(&mut self, a: Form, b: Form, player: Player) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let [of_a, of_b] = [a, b].map(|form| self.thermograph(form));
        let means = match player {
            Player::Left => of_b.mean().cmp(&of_a.mean()),
            Player::Right => of_a.mean().cmp(&of_b.mean()),
        };
        let glance = means
            .then_with(|| of_a.temperature().cmp(&of_b.temperature()))
            .then_with(|| self.birthday(a).cmp(&self.birthday(b)));
        if glance.is_ne() {
            return glance;
        }
        for side in Player::BOTH {
            let [of_a, of_b] = [a, b].map(|form| self.sorted_options(form, side));
            let lengths = of_a.len().cmp(&of_b.len());
            let options = of_a.iter().zip(&of_b).map(|(&x, &y)| self.written_order(x, y, side));
            let first = options.into_iter().find(|order| order.is_ne()).unwrap_or(lengths);
            if first.is_ne() {
                return first;
            }
        }
        Ordering::Equal
    }

    /// The name of a number plus ups plus a nimber, if the form is that.
    fn infinitesimal_name(&mut self, form: Form) -> Option<String> {
        let mean = self.left_stop(form);
        if self.right_stop(form) != mean {
            return None;
        }
        let rest = self.translate(form, -mean).ok()?;
        let small = self.small(rest)?;
        let prefix = if mean == Dyadic::ZERO { String::new() } else { mean.to_string() };
        Some(format!("{prefix}{small}"))
    }

    /// The name of {a|b} with numbers a > b.
    fn switch_name(&mut self, form: Form) -> Option<String> {
        let ends = Player::BOTH.map(|player| match self.options(form, player).as_slice() {
            &[option] => self.as_number(option),
            _ => None,
        });
        let [Some(high), Some(low)] = ends else { return None };
        let (mean, heat) = ((high + low).half(), (high - low).half());
        let prefix = if mean == Dyadic::ZERO { String::new() } else { mean.to_string() };
        Some(format!("{prefix}±{heat}"))
    }
}
