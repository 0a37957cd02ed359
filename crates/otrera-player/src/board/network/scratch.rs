//! Room for evaluations.

use otrera_board::Size;

use super::convolution::Domain;
use super::grid::Grid;
use super::heads::Room;
use super::vector::Vector;

/// How boards are cut for the convolutions. Answers are the same but for rounding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Tiles {
    /// Tiles of 2×2 squares: four multiplications for a square of the board, and weights that stay near.
    Small,
    /// Tiles of 5×5 squares: as few as two multiplications, but three times as many weights to be fetched for every batch.
    Large,
}

impl Tiles {
    /// Both.
    pub const ALL: [Tiles; 2] = [Tiles::Small, Tiles::Large];

    /// Squares along a side.
    pub(super) fn side(self) -> usize {
        match self {
            Tiles::Small => 2,
            Tiles::Large => 5,
        }
    }

    /// Values of a tile where its convolution is a product.
    pub(super) fn values(self) -> usize {
        (self.side() + 2).pow(2)
    }

    /// Which take less time for so many boards at a time.
    pub(super) fn quicker(size: Size, boards: usize) -> Tiles {
        // What it costs to fetch the weights, in tiles: measured.
        const FETCH: usize = 26;
        let cost = |tiles: &Tiles| {
            let count = Grid::new(size, tiles.side()).count();
            tiles.values() * (boards * count + FETCH)
        };
        Tiles::ALL.into_iter().min_by_key(cost).unwrap_or(Tiles::Small)
    }
}

/// Room for evaluations of boards of one size, so many at a time. Made by [`Network::scratch`](super::Network::scratch); every thread
/// needs its own.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) grid: Grid,
    pub(super) tiles: Tiles,
    pub(super) batch: usize,
    /// Vectors of a square within the tower.
    pub(super) channels: usize,
    pub(super) planes: Vec<Vector>,
    pub(super) x: Vec<Vector>,
    pub(super) y: Vec<Vector>,
    pub(super) pooled: Vec<Vector>,
    pub(super) biases: Vec<Vector>,
    pub(super) domain: Domain,
    pub(super) room: Room,
}

impl Scratch {
    /// The boards that it is for.
    pub fn size(&self) -> Size {
        self.grid.size
    }

    /// How many positions can be evaluated at a time.
    pub fn batch(&self) -> usize {
        self.batch
    }
}
