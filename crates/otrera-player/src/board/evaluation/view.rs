//! A position as the player to move sees it.

use otrera_board::{Bits, Geometry, Position};

/// A position as the player to move sees it. The sides need not have moved in turn, so that half of a move can be looked at, too.
#[derive(Clone, Copy, Debug)]
pub struct View<B: 'static> {
    /// The board.
    pub geometry: &'static Geometry<B>,
    /// Amazons of the player to move.
    pub own: B,
    /// Amazons of the opponent.
    pub other: B,
    /// Squares that are free.
    pub empty: B,
}

impl<B: Bits> View<B> {
    /// A position as the player to move sees it.
    #[inline]
    pub fn new(position: &Position<B>) -> View<B> {
        let color = position.to_move();
        View {
            geometry: position.geometry(),
            own: position.amazons(color),
            other: position.amazons(!color),
            empty: position.empty(),
        }
    }
}
