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

/// Do these squares hang together?
#[inline]
pub fn is_connected<B: Bits>(geometry: &Geometry<B>, squares: B) -> bool {
    squares.first().is_none_or(|seed| flood(geometry, B::of(seed), squares) == squares)
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
