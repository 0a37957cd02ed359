//! Plodding: filling a territory by single steps, each shooting back to where it came from.
//!
//! A quick lower bound on the moves in a territory (Song and Müller, IV-A1; the idea is of Müller's
//! 5×5 solver). A step to a neighbouring square with a shot back is always legal, burns a square
//! that was just left, and leaves every wall closed: it suits blockers, too.

use otrera_board::{Bits, Geometry, Move, Square};

/// Lets these amazons plod through the empty squares, one after another, as long as any are left:
/// first the normal ones, then the blockers. Returns how many moves they make.
pub(crate) fn plod<B: Bits>(
    geometry: &Geometry<B>,
    [normal, blockers]: [B; 2],
    empty: B,
    mut visit: impl FnMut(Move),
) -> u32 {
    let mut left = empty;
    for amazon in normal.squares().chain(blockers.squares()) {
        let mut at = amazon;
        while let Some(to) = next_step(geometry, at, left) {
            visit(Move { from: at, to, arrow: at });
            left ^= B::of(to);
            at = to;
        }
        if left.is_empty() {
            break;
        }
    }
    empty.count() - left.count()
}

/// The neighbouring square from which the fewest lead on: it would be the hardest to come back to.
fn next_step<B: Bits>(geometry: &Geometry<B>, at: Square, left: B) -> Option<Square> {
    let steps = geometry.near(at) & left;
    if steps.count() < 2 {
        return steps.first();
    }
    steps.squares().min_by_key(|&step| (geometry.near(step) & left).count())
}
