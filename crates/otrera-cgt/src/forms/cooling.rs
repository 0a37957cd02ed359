//! Cooling and heating (Winning Ways, chapter 6).

use rustc_hash::FxHashMap;

use super::{Form, Forms};
use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::limit::Exhausted;

impl Forms {
    /// The game cooled by t: every move costs t, and what a still smaller tax makes a number, up to an
    /// infinitesimal, is that number.
    ///
    /// > G_t = {G^L_t − t | G^R_t + t}, or the mean of G if t exceeds the temperature of G
    ///
    /// ```
    /// use otrera_cgt::{Dyadic, Forms};
    ///
    /// let mut forms = Forms::new();
    /// let [high, low] = [3, -1].map(|n| forms.integer(n));
    /// let hot = forms.game(vec![high], vec![low])?;
    /// let cooled = forms.cooled(hot, Dyadic::from(2))?;
    /// assert_eq!(forms.text(cooled), "1*");
    /// # Ok::<(), otrera_cgt::Exhausted>(())
    /// ```
    ///
    /// # Panics
    /// If t is negative.
    pub fn cooled(&mut self, form: Form, t: Dyadic) -> Result<Form, Exhausted> {
        assert!(t >= Dyadic::ZERO, "a tax is not negative");
        self.taxed(form, t, true, &mut FxHashMap::default())
    }

    /// The game heated by t: every move gains t, until the game is a number. Its canonical form is meant.
    ///
    /// # Panics
    /// If t is negative.
    pub fn heated(&mut self, form: Form, t: Dyadic) -> Result<Form, Exhausted> {
        assert!(t >= Dyadic::ZERO, "a gain is not negative");
        self.taxed(form, t, false, &mut FxHashMap::default())
    }

    fn taxed(
        &mut self,
        form: Form,
        t: Dyadic,
        cooling: bool,
        known: &mut FxHashMap<Form, Form>,
    ) -> Result<Form, Exhausted> {
        if self.as_number(form).is_some() {
            return Ok(form);
        }
        if let Some(&known) = known.get(&form) {
            return Ok(known);
        }
        self.check_limit()?;
        if cooling {
            let graph = self.thermograph(form);
            if t > graph.temperature() {
                return self.checked_number(graph.mean());
            }
        }
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let gains = (player == Player::Left) != cooling;
            let change = self.checked_number(if gains { t } else { -t })?;
            for option in self.options(form, player) {
                let option = self.taxed(option, t, cooling, known)?;
                options[player as usize].push(self.add(option, change)?);
            }
        }
        let [left, right] = options;
        let taxed = self.game(left, right)?;
        known.insert(form, taxed);
        Ok(taxed)
    }
}
