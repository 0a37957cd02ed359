//! Atomic weights of all-small games: how many ups they are worth (Winning Ways, chapter 8).
//!
//! A game is all small if at every position either both players can move or neither. With the
//! atomic weights of its options, let
//!
//! > A = {aw(G^L) − 2 | aw(G^R) + 2}
//!
//! If A is no integer, it is the atomic weight of G. If it is one, any integer n might be it that has
//! aw(G^L) − 2 ⊲| n ⊲| aw(G^R) + 2, and G is compared with a remote star, a nimber larger than all in G:
//! the atomic weight is the largest such integer if G is above, the smallest if G is below, and zero
//! if they are confused.
//!
//! All remote stars agree. Let no position of G be ∗N or ∗M, N < M, and G + ∗N ≥ 0: then G + ∗N > 0, and
//! Left answers a move to ∗k with k > N by ∗N, one to ∗N by the winning move there is, and any other as in
//! G + ∗N.

use super::{Form, Forms};
use crate::game::Player;
use crate::limit::Exhausted;

impl Forms {
    /// The atomic weight, which is a game itself; none unless the form is all small.
    ///
    /// ```
    /// use otrera_cgt::Forms;
    ///
    /// let mut forms = Forms::new();
    /// let three_ups_star = forms.ups_and_nimber(3, 1)?;
    /// let weight = forms.atomic_weight(three_ups_star)?;
    /// assert_eq!(weight, Some(forms.integer(3)));
    /// # Ok::<(), otrera_cgt::Exhausted>(())
    /// ```
    pub fn atomic_weight(&mut self, form: Form) -> Result<Option<Form>, Exhausted> {
        let zero = self.integer(0);
        if form == zero {
            return Ok(Some(zero));
        }
        if self.as_number(form).is_some() {
            return Ok(None);
        }
        if let Some(&known) = self.weights.get(&form) {
            return Ok(known);
        }
        self.check_limit()?;
        let weight = self.find_weight(form)?;
        self.weights.insert(form, weight);
        Ok(weight)
    }

    fn find_weight(&mut self, form: Form) -> Result<Option<Form>, Exhausted> {
        let mut shifted = [Vec::new(), Vec::new()];
        for (player, shift) in [(Player::Left, -2), (Player::Right, 2)] {
            let shift = self.integer(shift);
            for option in self.options(form, player) {
                let Some(weight) = self.atomic_weight(option)? else { return Ok(None) };
                shifted[player as usize].push(self.add(weight, shift)?);
            }
        }
        let [left, right] = shifted;
        // The integers that may be meant: no left option reaches them, nor a right one from above.
        let least = left.iter().map(|&option| self.integer_bounds(option).0 + 1).max();
        let largest = right.iter().map(|&option| self.integer_bounds(option).1 - 1).min();
        let weight = self.game(left, right)?;
        let integer = self.as_number(weight).is_some_and(|number| number.is_integer());
        if !integer {
            return Ok(Some(weight));
        }
        let remote = self.largest_nimber(form) + 1;
        let remote = self.nimber(remote)?;
        let chosen = match () {
            () if self.try_le(remote, form)? => largest,
            () if self.try_le(form, remote)? => least,
            () => Some(0),
        };
        // An all-small game that is not zero has options for both.
        Ok(chosen.map(|integer| self.integer(integer)))
    }

    /// The largest m such that ∗m is a position of the form.
    fn largest_nimber(&mut self, form: Form) -> u32 {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![form];
        let mut largest = 0;
        while let Some(next) = open.pop() {
            if self.as_number(next).is_some() || !seen.insert(next) {
                continue;
            }
            if let Some(small) = self.small(next).filter(|small| small.ups == 0) {
                largest = largest.max(small.nimber);
                continue;
            }
            open.extend(Player::BOTH.map(|player| self.options(next, player)).concat());
        }
        largest
    }
}
