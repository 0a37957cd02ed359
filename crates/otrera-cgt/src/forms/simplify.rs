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
            if let Some(number) = self.number_between(&options) {
                return Ok(self.number(number));
            }
            for player in Player::BOTH {
                self.remove_dominated(&mut options[player as usize], player);
            }
            let extent = self.extent(&options);
            let draft = Draft { options, extent };
            match self.bypass_reversible(&draft) {
                Some(bypassed) => options = bypassed,
                None => return Ok(self.keep(draft)),
            }
        }
    }

    /// The number that the game is, if it is one: the simplest x that no left option
    /// reaches from below and no right option from above (the simplicity rule).
    fn number_between(&mut self, options: &[Vec<Form>; 2]) -> Option<Dyadic> {
        let [left, right] = options;
        let lower = left.iter().map(|&option| self.right_stop(option)).max();
        let upper = right.iter().map(|&option| self.left_stop(option)).min();
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower > upper
        {
            return None;
        }
        // An option with a lesser stop is beyond the end in any case.
        let lower = lower.map(|end| {
            let reached = left
                .iter()
                .any(|&option| self.right_stop(option) == end && self.number_le(end, option));
            (end, !reached)
        });
        let upper = upper.map(|end| {
            let reached = right
                .iter()
                .any(|&option| self.left_stop(option) == end && self.le_this(option, end));
            (end, !reached)
        });
        match (lower, upper) {
            (Some((a, closed)), Some((b, also))) if a == b && !(closed && also) => None,
            _ => Some(Dyadic::simplest_between(lower, upper)),
        }
    }

    /// Removes options that another one of the same player is at least as good as.
    fn remove_dominated(&mut self, options: &mut Vec<Form>, player: Player) {
        let mut kept: Vec<Form> = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let worse = |forms: &mut Forms, a: Form, b: Form| match player {
                Player::Left => forms.le(a, b),
                Player::Right => forms.le(b, a),
            };
            if kept.iter().any(|&other| worse(self, option, other)) {
                continue;
            }
            kept.retain(|&other| !worse(self, other, option));
            kept.push(option);
        }
        *options = kept;
    }

    /// Replaces every option that the opponent can answer by reversing it, to a
    /// position no worse for him than the game itself, by what the player can do
    /// there. `None` if there is no such option.
    fn bypass_reversible(&mut self, draft: &Draft) -> Option<[Vec<Form>; 2]> {
        let mut changed = false;
        let bypassed = Player::BOTH.map(|player| {
            let mut options = Vec::new();
            for &option in &draft.options[player as usize] {
                let answers = self.options(option, !player);
                let reversal = answers.into_iter().find(|&answer| match player {
                    Player::Left => self.le_draft(answer, draft),
                    Player::Right => self.ge_draft(answer, draft),
                });
                match reversal {
                    None => options.push(option),
                    Some(answer) => {
                        changed = true;
                        options.extend(self.options(answer, player));
                    }
                }
            }
            options
        });
        changed.then_some(bypassed)
    }

    /// Is form ≤ draft?
    fn le_draft(&mut self, form: Form, draft: &Draft) -> bool {
        let extent = self.node(form).extent;
        if extent.excludes_le(&draft.extent) {
            return false;
        }
        if extent.implies_le(&draft.extent) {
            return true;
        }
        let [_, right] = &draft.options;
        if right.iter().any(|&option| self.le(option, form)) {
            return false;
        }
        // Of a number, a left option that is at least the draft would be above its stop.
        self.as_number(form).is_some()
            || !self
                .options(form, Player::Left)
                .into_iter()
                .any(|option| self.ge_draft(option, draft))
    }

    /// Is form ≥ draft?
    fn ge_draft(&mut self, form: Form, draft: &Draft) -> bool {
        let extent = self.node(form).extent;
        if draft.extent.excludes_le(&extent) {
            return false;
        }
        if draft.extent.implies_le(&extent) {
            return true;
        }
        let [left, _] = &draft.options;
        if left.iter().any(|&option| self.le(form, option)) {
            return false;
        }
        self.as_number(form).is_some()
            || !self
                .options(form, Player::Right)
                .into_iter()
                .any(|option| self.le_draft(option, draft))
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
    fn keep(&mut self, draft: Draft) -> Form {
        let Draft { options, extent } = draft;
        let mut options = options.map(Vec::into_boxed_slice);
        for side in &mut options {
            side.sort_unstable();
        }
        if let Some(&form) = self.others.get(&options) {
            return form;
        }
        let birthday =
            1 + options.iter().flatten().map(|&option| self.birthday(option)).max().unwrap_or(0);
        let key = options.clone();
        let form = self.push(Node { number: None, options, extent, negative: None, birthday });
        self.others.insert(key, form);
        form
    }

    /// Keeps the game with these options, which the caller knows to be canonical.
    pub(super) fn keep_canonical(&mut self, options: [Vec<Form>; 2]) -> Form {
        let extent = self.extent(&options);
        self.keep(Draft { options, extent })
    }
}
