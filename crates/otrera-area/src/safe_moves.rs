//! Safe moves: moves in the enemy's ground that he cannot take away.
//!
//! *Ground* is a connected set of squares that the enemy's amazons there may use: r of them are
//! empty, so he has at most r moves. Our *free* amazons stand beside it or in it. All that we
//! promise to do there are steps: to a neighbouring empty square of the ground, with a shot back to
//! where the step began. A step is legal whenever such a square is there, takes it from the enemy and
//! leaves all walls closed.
//!
//! **Lemma.** If we can answer each of his first k moves in the ground by a step, the ground is
//! worth at least −r + 2k to us, provided that 2k ≤ r. (Play it with r − 2k free moves for us, he
//! begins: while he has made fewer than k moves we answer by a step; after k answers he has at most
//! r − 2k moves left, and we have as many. If he stops before, he has lost.)
//!
//! A *single* step, there now but not safe, gives −r + 1 + ∗: both players can take one square by
//! moving first. And if we move first, a step gives −r + 1 at once, and two more if an answer is safe
//! after it.
//!
//! The six rules of the papers are the cases of the first answer: three neighbouring squares cannot be
//! taken by one move; two can if he lands on one and hits the other; one if he lands on it or hits
//! it; and a move that leaves a square beside us gives that square (rules 5 and 6). [`can_take_all`]
//! goes through the cases exactly, without listing his arrows.

use otrera_board::{Bits, Geometry};
use otrera_cgt::Assurance;

/// A connected set of squares that the enemy may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<B> {
    /// Its empty squares.
    pub empty: B,
    /// His amazons in it.
    pub enemy: B,
}

impl<B: Bits> Ground<B> {
    /// By nothing but the number of squares, and whether there is a step.
    pub fn counted(&self, geometry: &Geometry<B>, free: B) -> Assurance {
        let most = self.empty.count() as i32;
        match (geometry.spread(free) & self.empty).is_empty() {
            true => Assurance::at_least(-most),
            false => Assurance::with_star(-most),
        }
    }

    /// What our free amazons are sure of here. `occupied` are all squares that stop a slide.
    pub fn assurance(&self, geometry: &Geometry<B>, free: B, occupied: B) -> Assurance {
        let most = self.empty.count() as i32;
        let steps = geometry.spread(free) & self.empty;
        if steps.is_empty() {
            return Assurance::at_least(-most);
        }
        let prospects = self.prospects(geometry, free);
        let answers = match () {
            () if prospects.two_answers && most >= 4 => 2,
            () if steps.count() >= 3 => 1,
            () if !self.can_take_all(geometry, free, steps, occupied) => 1,
            () => 0,
        };
        let assurance = match answers {
            0 => Assurance::with_star(-most),
            _ => Assurance::at_least(-most + 2 * answers),
        };
        assurance.and_first(-most + if prospects.answer_after_step { 3 } else { 1 })
    }

    /// Can one enemy move leave us without a step, who now have one or two?
    fn can_take_all(&self, geometry: &Geometry<B>, free: B, steps: B, occupied: B) -> bool {
        let beside_us = geometry.spread(free);
        self.enemy.squares().any(|from| {
            let targets = geometry.slides(from, occupied);
            let lifted = occupied ^ B::of(from);
            // Leaving a square beside us gives us that one.
            let opens = beside_us.has(from);
            let mut pair = steps.squares();
            match (pair.next(), pair.next()) {
                // Landing on the only step he shoots back, so what he opens does not help.
                (Some(only), None) => {
                    targets.has(only)
                        || !opens && !(targets & geometry.slides(only, lifted)).is_empty()
                }
                (Some(one), Some(two)) => {
                    !opens
                        && (targets.has(one) && geometry.slides(one, lifted).has(two)
                            || targets.has(two) && geometry.slides(two, lifted).has(one))
                }
                _ => true,
            }
        })
    }

    /// What our next steps leave us with.
    ///
    /// Sound: an enemy move takes at most two squares, where he lands and where he hits. After a
    /// step that leaves three more steps, one is left whatever he does. If three different squares
    /// can be stepped on with five more steps after each, then after his move one of the three is
    /// left, with three of its five. Two answers help only where there are four squares.
    fn prospects(&self, geometry: &Geometry<B>, free: B) -> Prospects {
        let mut found = Prospects { answer_after_step: false, two_answers: false };
        let mut strong = B::EMPTY;
        let few = self.empty.count() < 4;
        for amazon in free.squares() {
            let steps = geometry.near(amazon) & self.empty;
            if steps.is_empty() {
                continue;
            }
            let others = geometry.spread(free ^ B::of(amazon)) & self.empty;
            for step in (steps & !strong).squares() {
                let after = (others & !B::of(step)) | geometry.near(step) & self.empty;
                let count = after.count();
                found.answer_after_step |= count >= 3;
                if count >= 5 {
                    strong |= B::of(step);
                }
            }
            if found.answer_after_step && (few || strong.count() >= 3) {
                break;
            }
        }
        found.two_answers = strong.count() >= 3;
        found
    }
}

/// See [`Ground::prospects`].
struct Prospects {
    /// Is an answer safe after some step?
    answer_after_step: bool,
    /// Are two answers safe?
    two_answers: bool,
}
