//! What a tree search sees of a leaf: the moves worth a thought, and who may win.

use std::fmt::Debug;

use otrera_board::{Bits, Move, Position};

use super::candidates::Candidates;
use super::tree::Tuning;
use crate::board::evaluation::{Evaluation, View, probability};

/// A move of a leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    pub mv: Move,
    /// How likely the player who makes it seems to win.
    pub guess: f32,
    /// How often to think of it, compared with the others.
    pub prior: f32,
}

/// What was seen of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'s> {
    /// Its best moves, best first; none if there are no moves.
    pub moves: &'s [Prospect],
    /// Are these all?
    pub whole: bool,
    /// How likely the player to move seems to win.
    pub value: f32,
    /// How many positions were evaluated.
    pub evaluations: u64,
}

/// Looks at positions.
pub(crate) trait Sight<B: Bits>: Sync {
    /// What one thread needs for it.
    type Scratch: Debug + Send;

    fn scratch(&self) -> Self::Scratch;

    /// How many positions it likes to look at together.
    fn batch(&self) -> usize {
        1
    }

    /// Looks at a position and so many of its moves, or all.
    fn look<'s>(
        &self,
        scratch: &'s mut Self::Scratch,
        position: &Position<B>,
        width: usize,
    ) -> Look<'s>;

    /// Looks at several positions, no more than [`batch`](Sight::batch), each with so many moves, and tells of each with its number.
    fn look_at_all(
        &self,
        scratch: &mut Self::Scratch,
        positions: &[Position<B>],
        widths: &[usize],
        tell: &mut dyn FnMut(usize, Look<'_>),
    ) {
        for (number, (position, &width)) in positions.iter().zip(widths).enumerate() {
            tell(number, self.look(scratch, position, width));
        }
    }
}

/// Evaluates positions and those after their best moves.
#[derive(Debug)]
pub(crate) struct Glance<'e, E> {
    pub evaluation: &'e E,
    pub tuning: Tuning,
}

#[derive(Debug)]
pub(crate) struct GlanceScratch {
    candidates: Candidates,
    moves: Vec<Prospect>,
}

impl<B: Bits, E: Evaluation<B>> Sight<B> for Glance<'_, E> {
    type Scratch = GlanceScratch;

    fn scratch(&self) -> GlanceScratch {
        GlanceScratch { candidates: Candidates::new(), moves: Vec::with_capacity(4096) }
    }

    fn look<'s>(
        &self,
        GlanceScratch { candidates, moves }: &'s mut GlanceScratch,
        position: &Position<B>,
        width: usize,
    ) -> Look<'s> {
        let Tuning { tolerance, foresight, .. } = self.tuning;
        candidates.evaluations = 0;
        let whole = candidates.find(self.evaluation, position, width);
        let list = candidates.list();
        let best = list.first().map_or(f32::NEG_INFINITY, |best| best.odds);
        moves.clear();
        moves.extend(list.iter().map(|candidate| Prospect {
            mv: candidate.mv,
            guess: probability(candidate.odds),
            prior: ((candidate.odds - best) / tolerance).exp(),
        }));
        let itself = self.evaluation.estimate(&View::new(position)).odds();
        let value = foresight * probability(best) + (1.0 - foresight) * probability(itself);
        Look { moves, whole, value, evaluations: candidates.evaluations.max(1) }
    }
}
