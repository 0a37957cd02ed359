//! The ledger once more, by the rules alone: nothing is believed that was found while it was made.

use crate::ledger::Ledger;
use crate::record::{Id, Record};

/// What is wrong with a ledger.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Inconsistency {
    /// What follows from a position is not what follows by the rules.
    #[error("{0}: what follows is not what the rules say")]
    Children(String),
    /// A winner does not follow from what follows.
    #[error("{0}: the winner does not follow from the moves")]
    Winner(String),
    /// Nothing leads there.
    #[error("{0}: no expanded position leads there")]
    Unreached(String),
}

impl Ledger {
    /// Checks by the rules alone that every position is led to, and that every winner of an expanded position
    /// follows from its moves.
    pub fn audit(&self) -> Result<(), Inconsistency> {
        let mut led_to = vec![false; self.records().len()];
        led_to[0] = true;
        for id in self.ids() {
            let record = self.get(id);
            let Some(children) = &record.children else { continue };
            let text = || self.text(id);
            let mut by_rules: Vec<_> = record.position.moves().collect();
            by_rules.retain(|&mv| {
                let after = record.position.play(mv);
                !after.is_ok_and(|after| {
                    let here = self.find(&crate::Key::of(&after));
                    here.is_some_and(|here| children.contains(&here))
                })
            });
            let all = self.successors(id).len();
            if !by_rules.is_empty() || all != children.len() {
                return Err(Inconsistency::Children(text()));
            }
            if self.follows(record, children) != record.winner {
                return Err(Inconsistency::Winner(text()));
            }
            children.iter().for_each(|child| led_to[child.number()] = true);
        }
        match led_to.iter().position(|led_to| !led_to) {
            Some(n) => {
                let position = self.records()[n].key.text(self.size());
                Err(Inconsistency::Unreached(position))
            }
            None => Ok(()),
        }
    }

    /// Who wins by what follows, if that tells.
    fn follows(&self, record: &Record, children: &[Id]) -> Option<otrera_board::Color> {
        let mover = record.position.to_move();
        let winners = || children.iter().map(|&child| self.get(child).winner);
        if winners().any(|winner| winner == Some(mover)) {
            return Some(mover);
        }
        winners().all(|winner| winner == Some(!mover)).then_some(!mover)
    }
}
