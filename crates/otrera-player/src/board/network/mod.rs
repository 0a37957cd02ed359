//! Networks: what they say of positions, from a file that `training/` made.
//!
//! `training/FORMAT.md` describes file and arithmetic. Here is how it is computed on one core, in single precision and without allocations:
//!
//! | file | subject |
//! |---|---|
//! | `file.rs`, `error.rs` | bytes to tensors, and why not |
//! | `features.rs`, `grid.rs` | positions as planes, and how boards lie in memory |
//! | `vector.rs`, `product.rs` | eight numbers at a time; products of matrices |
//! | `winograd.rs`, `convolution.rs` | convolutions with fewer multiplications |
//! | `dense.rs`, `tower.rs`, `heads.rs` | the layers in their order |
//! | `scratch.rs`, `answer.rs` | room for it, and what comes out |

mod answer;
mod built_in;
mod convolution;
mod dense;
mod error;
mod features;
mod file;
mod grid;
mod heads;
mod product;
mod scratch;
mod tower;
mod vector;
mod winograd;

use std::sync::OnceLock;

use otrera_board::{Bits, Position, Size};

pub use self::answer::{Answer, Policy};
pub use self::error::NetworkError;
#[cfg(feature = "testing")]
pub use self::product::PlainProduct;
pub use self::scratch::{Scratch, Tiles};

use self::convolution::Domain;
use self::file::{INPUT_PLANES, Tensors};
use self::grid::Grid;
use self::heads::Heads;
use self::product::{PANEL, panels};
use self::tower::{PLANE_VECTORS, Stream, Tower};
use self::vector::Vector;

/// A network that says who wins, and which moves to look at, on boards of any size.
///
/// ```no_run
/// use otrera_board::Position;
/// use otrera_player::Network;
///
/// let network = Network::from_bytes(&std::fs::read("training/networks/main-1281.otrn")?)?;
/// let position: Position = "10x10".parse()?;
/// let mut scratch = network.scratch(position.size(), 1);
/// let answer = network.evaluate(&mut scratch, &[position]).next().expect("an answer for each position");
/// println!("White wins with a probability of {:.2}.", answer.win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Network {
    tensors: Tensors,
    heads: Heads,
    /// Made when they are first needed: most programs need one of them.
    small: OnceLock<Tower<2, 4>>,
    large: OnceLock<Tower<5, 7>>,
}

impl Network {
    /// Reads a network file.
    pub fn from_bytes(file: &[u8]) -> Result<Network, NetworkError> {
        let tensors = Tensors::read(file)?;
        let heads = Heads::new(&tensors, width(&tensors));
        Ok(Network { tensors, heads, small: OnceLock::new(), large: OnceLock::new() })
    }

    /// What networks see of a position: eleven sets of squares, as `training/FORMAT.md` lists them.
    pub fn planes<B: Bits>(position: &Position<B>) -> [B; INPUT_PLANES] {
        features::planes(position)
    }

    /// Channels of the tower.
    pub fn channels(&self) -> usize {
        self.tensors.channels
    }

    /// Residual blocks of the tower.
    pub fn blocks(&self) -> usize {
        self.tensors.blocks.len()
    }

    /// The checksum at the end of its file, which tells it from all others.
    pub fn checksum(&self) -> [u8; 32] {
        self.tensors.checksum
    }

    /// Multiplications, each with an addition, that an evaluation takes if every convolution is computed as it is defined.
    pub fn multiplications(&self, size: Size) -> u64 {
        let tensors = &self.tensors;
        let tower = tensors.blocks.iter().flat_map(|block| [&block.first, &block.second]);
        let heads =
            [&tensors.policy_hidden, &tensors.policy, &tensors.value_hidden, &tensors.ownership];
        let boards = tower.chain([&tensors.stem]).chain(heads).map(|layer| layer.weights.len());
        let pools = tensors.blocks.iter().filter_map(|block| block.pool.as_ref());
        let others = [&tensors.policy_pool, &tensors.value_layer, &tensors.value];
        let once = pools.chain(others).map(|layer| layer.weights.len());
        (boards.sum::<usize>() * size.squares() + once.sum::<usize>()) as u64
    }

    /// Room to evaluate positions of one size, at most so many at a time (at least one).
    pub fn scratch(&self, size: Size, batch: usize) -> Scratch {
        self.scratch_with(size, batch, Tiles::quicker(size, batch.max(1)))
    }

    /// The same for tiles that one chooses.
    pub fn scratch_with(&self, size: Size, batch: usize, tiles: Tiles) -> Scratch {
        let batch = batch.max(1);
        let grid = Grid::new(size, tiles.side());
        let channels = width(&self.tensors);
        match tiles {
            Tiles::Small => drop(self.small()),
            Tiles::Large => drop(self.large()),
        }
        let zeros = |count: usize| vec![Vector::ZERO; batch * count];
        Scratch {
            grid,
            tiles,
            batch,
            channels,
            planes: zeros(grid.squares() * PLANE_VECTORS),
            x: zeros(grid.squares() * channels),
            y: zeros(grid.squares() * channels),
            pooled: zeros(2 * channels),
            biases: zeros(channels),
            domain: Domain::new(batch * grid.count(), channels.max(PLANE_VECTORS), tiles.values()),
            room: self.heads.room(size, batch),
        }
    }

    /// Does now what the first scratch would have to wait for, some hundredths of a second: under a clock that is a lot.
    pub fn prepare(&self) {
        self.small();
        self.large();
    }

    fn small(&self) -> &Tower<2, 4> {
        self.small.get_or_init(|| Tower::new(&self.tensors))
    }

    fn large(&self) -> &Tower<5, 7> {
        self.large.get_or_init(|| Tower::new(&self.tensors))
    }

    /// What it says of these positions, in their order. It allocates nothing.
    ///
    /// # Panics
    /// If the scratch was made by a network of another width, for another size, or for fewer positions.
    pub fn evaluate<'a, B: Bits>(
        &self,
        scratch: &'a mut Scratch,
        positions: &[Position<B>],
    ) -> impl ExactSizeIterator<Item = Answer<'a>> + use<'a, B> {
        let count = positions.len();
        let Scratch { grid, channels, planes, x, y, room, .. } = scratch;
        assert!(
            count <= scratch.batch,
            "{count} positions at a time; expected at most {}",
            scratch.batch
        );
        assert_eq!(*channels, width(&self.tensors), "the scratch is for another network");
        if count == 0 {
            return room.answers(0);
        }
        let board = grid.squares();
        for (position, planes) in
            positions.iter().zip(planes.chunks_exact_mut(board * PLANE_VECTORS))
        {
            assert_eq!(position.size(), grid.size, "the scratch is for another size");
            grid.write(&features::planes(position), PLANE_VECTORS, planes);
        }
        let stream = Stream {
            grid,
            planes: &planes[..count * board * PLANE_VECTORS],
            x: &mut x[..count * board * *channels],
            y: &mut y[..count * board * *channels],
            pooled: &mut scratch.pooled[..count * 2 * *channels],
            biases: &mut scratch.biases[..count * *channels],
            domain: &mut scratch.domain,
        };
        match scratch.tiles {
            Tiles::Small => self.small().run(stream),
            Tiles::Large => self.large().run(stream),
        }
        let row = grid.size.width() * *channels;
        let mut rows = room.x.chunks_exact_mut(row);
        for board in x.chunks_exact(board * *channels).take(count) {
            for (rank, row) in grid.ranks().zip(&mut rows) {
                row.copy_from_slice(&board[rank * *channels..][..row.len()]);
            }
        }
        self.heads.run(room, count);
        room.answers(count)
    }
}

/// Vectors of a square within the tower.
fn width(tensors: &Tensors) -> usize {
    panels(tensors.channels) * PANEL
}
