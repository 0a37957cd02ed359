//! How many more moves one player can get out of an area than the other, whatever else goes on.
//!
//! Values of games do not bound a margin from above: who has nothing else left may have to move where that does harm. So the
//! *surplus* of Left in an area is found by a game of its own: Left may pass, Right may not as long as she has a move. What counts is
//! Left's moves less Right's; when Right cannot move, Left adds all that he can make alone, her amazons standing still.
//!
//! **Sound.** In a sum Right answers where Left has just moved, as this game tells her, if she has a move there; if not, she moves in any
//! other area, as if Left had passed there. So in each area Left's moves less hers, with those he has left when she cannot move at all,
//! come to no more than his surplus. Once she cannot move in an area, Left gets no more there than his moves alone: she only makes
//! moves that shoot back to where they came from, and those take squares from him and give none.
//!
//! A limit without search is what Right is sure of by the improved partition: it promises steps that shoot back, moves in what she guards
//! and standing still, and none of her moves spoils another; to have to make one early does no harm.

use std::sync::Arc;

use super::atlas::{Atlas, Surplus};
use super::clock::{Clock, Halt};
use super::sum::{Outcome, Term};

impl Atlas {
    /// Left's surplus in a term, at most, as far as it is known.
    pub fn surplus(&self, term: Term) -> Surplus {
        self.entry(term).surplus[usize::from(term.is_negated())]
    }

    /// Looks at what the moves in a term lead to, and so on, for a better limit of Left's surplus. Fuel is how many areas may be
    /// looked at.
    pub fn settle_surplus(
        &mut self,
        term: Term,
        fuel: &mut u32,
        clock: &mut Clock<'_>,
    ) -> Result<Surplus, Halt> {
        let known = self.surplus(term);
        if known.is_settled || *fuel == 0 {
            return Ok(known);
        }
        *fuel -= 1;
        let side = usize::from(term.is_negated());
        let left = self.options(term.id(), side, clock)?;
        let right = self.options(term.id(), 1 - side, clock)?;
        let mut moving = i32::MAX;
        for outcome in right.iter() {
            let outcome = outcome.negated_if(term.is_negated());
            let mut total = outcome.free - 1;
            for &part in &outcome.terms {
                total += self.settle_surplus(part, fuel, clock)?.waiting;
            }
            moving = moving.min(total);
        }
        if right.is_empty() {
            moving = self.alone(term).most as i32;
        }
        let mut waiting = moving;
        for outcome in left.iter().filter(|_| !right.is_empty()) {
            let outcome = outcome.negated_if(term.is_negated());
            waiting = waiting.max(1 + self.answered(&outcome, fuel, clock)?);
        }
        // What ran out of fuel is a limit, too, and may be looked at again.
        let found = Surplus {
            waiting: waiting.min(known.waiting),
            moving: moving.min(known.moving),
            is_settled: *fuel > 0,
        };
        self.entry_mut(term).surplus[side] = found;
        Ok(found)
    }

    /// Left's surplus in what his move has left, with Right to answer there.
    fn answered(
        &mut self,
        left: &Outcome,
        fuel: &mut u32,
        clock: &mut Clock<'_>,
    ) -> Result<i32, Halt> {
        let mut total = left.free;
        // What an answer saves: the most of one part, since there is one answer.
        let mut saved = 0;
        let mut can_answer = left.free < 0;
        let mut alone = left.free;
        for &part in &left.terms {
            let surplus = self.settle_surplus(part, fuel, clock)?;
            total += surplus.waiting;
            let side = usize::from(part.is_negated());
            let answers: Arc<[Outcome]> = self.options(part.id(), 1 - side, clock)?;
            match answers.is_empty() {
                true => alone += surplus.waiting.min(self.alone(part).most as i32),
                false => {
                    can_answer = true;
                    saved = saved.max(surplus.waiting - surplus.moving);
                }
            }
        }
        Ok(if can_answer { total - saved } else { alone })
    }
}
