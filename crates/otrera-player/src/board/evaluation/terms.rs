//! The terms of the evaluation (Lieberum, 3): who is nearer to how many squares, and how much of the game is left.

use otrera_board::Bits;

use super::floods::{self, Judge, KING_CLIP, KingReading, QueenReading, Reading, count};
use super::lanes::Halves;
use super::mobility::Mobilities;
use super::view::View;

/// What is seen of a position, each number from the side of the player to move: positive is good for him.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Terms {
    /// Squares that he is nearer to by moves, less those of his opponent: t₁ but for ties.
    pub moves: f32,
    /// Squares that are as near to both by moves.
    pub move_ties: f32,
    /// Squares that he is nearer to by steps, less those of his opponent: t₂ but for ties.
    pub steps: f32,
    /// Squares that are as near to both by steps.
    pub step_ties: f32,
    /// c₁: twice the difference of Σ 2^(−distance by moves).
    pub closeness: f32,
    /// c₂: Σ of the differences of distances by steps, in sixths, each between −1 and 1.
    pub lead: f32,
    /// w: how much is still open. Zero if and only if no square can be reached by both.
    pub open: f32,
}

impl Terms {
    /// The terms of a position.
    #[inline]
    pub fn of<B: Bits>(view: &View<B>) -> Terms {
        floods::read(view, &Only)
    }

    #[inline]
    pub(crate) fn from_readings(queen: &QueenReading, king: &KingReading) -> Terms {
        let lead = |[own, other]: [Halves; 2]| count(own) as f32 - count(other) as f32;
        let halves = queen.apart.map(|set| count(set) as f32);
        Terms {
            moves: lead(queen.nearer),
            move_ties: count(queen.ties) as f32,
            steps: lead(king.nearer),
            step_ties: count(king.ties) as f32,
            closeness: 2.0 * (queen.closeness[0] - queen.closeness[1]),
            lead: king.lead as f32 / KING_CLIP as f32,
            // 2^(−n) is what is left of one after n halvings.
            open: count(queen.common) as f32
                - halves[0] / 2.0
                - halves[1] / 4.0
                - halves[2] / 8.0
                - halves[3] / 16.0,
        }
    }
}

/// Takes the terms alone.
struct Only;

impl Judge for Only {
    type Judgement = Terms;

    #[inline(always)]
    fn judge(
        &self,
        _: [Halves; 3],
        reading: Reading<impl Fn(Halves) -> Halves, impl Fn(Halves) -> Halves>,
    ) -> Terms {
        Terms::from_readings(&reading.queen, &reading.king)
    }
}

/// All that the full evaluation looks at.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Features {
    /// Distances.
    pub terms: Terms,
    /// α of each amazon of the player to move, and of his opponent.
    pub mobilities: [Mobilities; 2],
}
