//! Which squares hang together: floods and connected pieces.

use otrera_board::{Bits, Geometry};

/// The 8-connected pieces of a set of squares.
pub(crate) fn connected_pieces<B: Bits>(
    geometry: &Geometry<B>,
    squares: B,
) -> impl Iterator<Item = B> {
    let mut open = squares;
    std::iter::from_fn(move || {
        let seed = open.first()?;
        let piece = flood(geometry, B::of(seed), open);
        open &= !piece;
        Some(piece)
    })
}

/// The squares of `ground` that are connected to `seed`, with the seed.
#[inline]
pub(crate) fn flood<B: Bits>(geometry: &Geometry<B>, seed: B, ground: B) -> B {
    let mut reached = seed;
    loop {
        let next = geometry.spread(reached) & ground | seed;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
