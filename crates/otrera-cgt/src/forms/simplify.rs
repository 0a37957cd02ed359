//! From any options to the canonical form.

use super::{Extent, Form, Forms, Node};
use crate::dyadic::Dyadic;
use crate::game::Player;
use crate::limit::Exhausted;

/// A game with canonical options that is not canonical itself yet, and no number.
struct Draft {
    options: [Vec<Form>; 2],
    extent: Extent,
}

impl Forms {
    /// The canonical form of the game with these options.
    pub fn game(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form, Exhausted> {
        let mut options = [left, right];
        loop {
            self.check_limit()?;
            for side in &mut options {
                side.sort_unstable();
                side.dedup();
            }
            if let Some(number) = self.number_between(&options)? {
                return self.checked_number(number);
            }
            for player in Player::BOTH {
                self.remove_dominated(&mut options[player as usize], player)?;
            }
            let extent = self.extent(&options);
            let draft = Draft { options, extent };
            match self.bypass_reversible(&draft)? {
                Some(bypassed) => options = bypassed,
                None => return self.keep(draft),
            }
        }
    }

    /// The number that the game is, if it is one: the simplest x that no left option
    /// reaches from below and no right option from above (the simplicity rule).
    fn number_between(&mut self, options: &[Vec<Form>; 2]) -> Result<Option<Dyadic>, Exhausted> {
        let [left, right] = options;
        let lower = left.iter().map(|&option| self.right_stop(option)).max();
        let upper = right.iter().map(|&option| self.left_stop(option)).min();
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower > upper
        {
            return Ok(None);
        }
        // An option with a lesser stop is beyond the end in any case.
        let lower = match lower {
            None => None,
            Some(end) => {
                let near = left.iter().filter(|&&option| self.right_stop(option) == end);
                let near: Vec<Form> = near.copied().collect();
                let reached = any(near, |option| self.number_le(end, option))?;
                Some((end, !reached))
            }
        };
        let upper = match upper {
            None => None,
            Some(end) => {
                let near = right.iter().filter(|&&option| self.left_stop(option) == end);
                let near: Vec<Form> = near.copied().collect();
                let reached = any(near, |option| self.le_this(option, end))?;
                Some((end, !reached))
            }
        };
        Ok(match (lower, upper) {
            (Some((a, closed)), Some((b, also))) if a == b && !(closed && also) => None,
            _ => Some(Dyadic::simplest_between(lower, upper)),
        })
    }

    /// Removes options that another one of the same player is at least as good as.
    fn remove_dominated(
        &mut self,
        options: &mut Vec<Form>,
        player: Player,
    ) -> Result<(), Exhausted> {
        let mut kept: Vec<Form> = Vec::with_capacity(options.len());
        'options: for &option in options.iter() {
            for &other in &kept {
                if self.is_no_better(option, other, player)? {
                    continue 'options;
                }
            }
            let mut n = 0;
            while n < kept.len() {
                match self.is_no_better(kept[n], option, player)? {
                    true => drop(kept.remove(n)),
                    false => n += 1,
                }
            }
            kept.push(option);
        }
        *options = kept;
        Ok(())
    }

    /// Is an option of a player no better for him than another?
    pub fn is_no_better(
        &mut self,
        option: Form,
        other: Form,
        player: Player,
    ) -> Result<bool, Exhausted> {
        match player {
            Player::Left => self.try_le(option, other),
            Player::Right => self.try_le(other, option),
        }
    }

    /// The answer of the opponent by which an option of a player reverses, if there is one: it leads to
    /// a position that is no worse for the opponent than the game itself.
    pub fn reversal(
        &mut self,
        game: Form,
        option: Form,
        player: Player,
    ) -> Result<Option<Form>, Exhausted> {
        for answer in self.options(option, !player) {
            if self.is_no_better(answer, game, player)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Replaces every option that the opponent can answer by reversing it, to a
    /// position no worse for him than the game itself, by what the player can do
    /// there. `None` if there is no such option.
    fn bypass_reversible(&mut self, draft: &Draft) -> Result<Option<[Vec<Form>; 2]>, Exhausted> {
        let mut changed = false;
        let mut bypassed = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let options = &mut bypassed[player as usize];
            for &option in &draft.options[player as usize] {
                let mut reversal = None;
                for answer in self.options(option, !player) {
                    let reverses = match player {
                        Player::Left => self.le_draft(answer, draft)?,
                        Player::Right => self.ge_draft(answer, draft)?,
                    };
                    if reverses {
                        reversal = Some(answer);
                        break;
                    }
                }
                match reversal {
                    None => options.push(option),
                    Some(answer) => {
                        changed = true;
                        options.extend(self.options(answer, player));
                    }
                }
            }
        }
        Ok(changed.then_some(bypassed))
    }

    /// Is form ≤ draft?
    fn le_draft(&mut self, form: Form, draft: &Draft) -> Result<bool, Exhausted> {
        let extent = self.node(form).extent;
        if extent.excludes_le(&draft.extent) {
            return Ok(false);
        }
        if extent.implies_le(&draft.extent) {
            return Ok(true);
        }
        let [_, right] = &draft.options;
        if any(right.iter().copied(), |option| self.try_le(option, form))? {
            return Ok(false);
        }
        // Of a number, a left option that is at least the draft would be above its stop.
        Ok(self.as_number(form).is_some()
            || !any(self.options(form, Player::Left), |option| self.ge_draft(option, draft))?)
    }

    /// Is form ≥ draft?
    fn ge_draft(&mut self, form: Form, draft: &Draft) -> Result<bool, Exhausted> {
        let extent = self.node(form).extent;
        if draft.extent.excludes_le(&extent) {
            return Ok(false);
        }
        if draft.extent.implies_le(&extent) {
            return Ok(true);
        }
        let [left, _] = &draft.options;
        if any(left.iter().copied(), |option| self.try_le(form, option))? {
            return Ok(false);
        }
        Ok(self.as_number(form).is_some()
            || !any(self.options(form, Player::Right), |option| self.le_draft(option, draft))?)
    }

    /// The extent of a game that is no number, from its options: see
    /// [`crate::thermograph`] for the integers.
    fn extent(&self, options: &[Vec<Form>; 2]) -> Extent {
        let [left, right] =
            options.each_ref().map(|side| side.iter().map(|&f| &self.node(f).extent));
        let missing = "a game that is no number has options for both";
        Extent {
            floor: right.clone().map(|option| option.ceiling).min().expect(missing) - 1,
            ceiling: left.clone().map(|option| option.floor).max().expect(missing) + 1,
            left_stop: left.map(|option| option.right_stop).max().expect(missing),
            right_stop: right.map(|option| option.left_stop).min().expect(missing),
        }
    }

    /// Keeps a canonical form that is no number.
    fn keep(&mut self, draft: Draft) -> Result<Form, Exhausted> {
        let Draft { options, extent } = draft;
        let mut options = options.map(Vec::into_boxed_slice);
        for side in &mut options {
            side.sort_unstable();
        }
        if let Some(&form) = self.others.get(&options) {
            return Ok(form);
        }
        let measure = self.measure(&options, &extent)?;
        let births = options.iter().flatten().map(|&option| self.birthday(option));
        let birthday = births.max().unwrap_or(0).saturating_add(1);
        self.edges += options.iter().map(|side| side.len()).sum::<usize>();
        let key = options.clone();
        let form =
            self.push(Node { number: None, options, extent, negative: None, birthday, measure });
        self.others.insert(key, form);
        Ok(form)
    }

    /// Keeps the game with these options, which the caller knows to be canonical.
    pub(super) fn keep_canonical(&mut self, options: [Vec<Form>; 2]) -> Result<Form, Exhausted> {
        let extent = self.extent(&options);
        self.keep(Draft { options, extent })
    }
}

/// Does any of these fulfil a condition? It may run out before that is known.
fn any(
    forms: impl IntoIterator<Item = Form>,
    mut fulfils: impl FnMut(Form) -> Result<bool, Exhausted>,
) -> Result<bool, Exhausted> {
    for form in forms {
        if fulfils(form)? {
            return Ok(true);
        }
    }
    Ok(false)
}
