//! How boards lie in memory.
//!
//! A board is cut into tiles of M × M squares, from the lower left; those at the far edges may be larger than what is left. Around it lies a
//! ring of squares that are zero, and where tiles stick out, more of them: convolutions read these and nobody writes them.
//! All channels of a square lie together.

use otrera_board::{Bits, Size};

use super::vector::{LANES, Vector};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub size: Size,
    /// Squares along a side of a tile.
    pub tile: usize,
    /// Tiles along files and ranks.
    pub tiles: [usize; 2],
}

impl Grid {
    pub(super) fn new(size: Size, tile: usize) -> Grid {
        Grid { size, tile, tiles: [size.width().div_ceil(tile), size.height().div_ceil(tile)] }
    }

    /// Tiles of a board.
    pub(super) fn count(&self) -> usize {
        self.tiles[0] * self.tiles[1]
    }

    /// Squares from one rank to the next.
    pub(super) fn stride(&self) -> usize {
        self.tiles[0] * self.tile + 2
    }

    /// All squares, with those off the board.
    pub(super) fn squares(&self) -> usize {
        self.stride() * (self.tiles[1] * self.tile + 2)
    }

    /// The place of a square on the board.
    pub(super) fn place(&self, file: usize, rank: usize) -> usize {
        (rank + 1) * self.stride() + file + 1
    }

    /// The first places of all ranks.
    pub(super) fn ranks(self) -> impl Iterator<Item = usize> {
        (0..self.size.height()).map(move |rank| self.place(0, rank))
    }

    /// File and rank of the first square of a tile.
    pub(super) fn origin(&self, tile: usize) -> [usize; 2] {
        [tile % self.tiles[0] * self.tile, tile / self.tiles[0] * self.tile]
    }

    /// For each tile, the place from which its inputs begin: a square to the left of it and below.
    pub(super) fn corners(self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(move |tile| {
            let [file, rank] = self.origin(tile);
            rank * self.stride() + file
        })
    }

    /// Writes sets of squares as channels that are one there and zero elsewhere.
    pub(super) fn write<B: Bits>(&self, sets: &[B], channels: usize, board: &mut [Vector]) {
        for rank in self.ranks() {
            board[rank * channels..][..self.size.width() * channels].fill(Vector::ZERO);
        }
        for (channel, set) in sets.iter().enumerate() {
            for square in set.squares() {
                let place = self.place(self.size.file(square), self.size.rank(square));
                board[place * channels + channel / LANES].0[channel % LANES] = 1.0;
            }
        }
    }
}
