//! Positions: what stands where, and whose turn it is.

use std::fmt;
use std::hash::{Hash, Hasher};

use thiserror::Error;

use crate::bits::Bits;
use crate::color::Color;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::size::{Size, Square};
use crate::zobrist;

/// A position: board, amazons, burnt squares, side to move.
///
/// `Position` with nothing after it holds any board (in 128-bit words); this is
/// what parsers return. [`Position::narrow`] turns it into `Position<u64>` where
/// the board has at most 64 squares, which is about twice as fast. All rules
/// work on both.
///
/// Every value of this type is valid: no two things share a square and nothing
/// lies off the board. Any number of amazons a side is allowed.
///
/// ```
/// use std::collections::HashSet;
///
/// use otrera_board::{Color, Position};
///
/// let mut position: Position<u64> = "4x4".parse::<Position>()?.narrow().expect("16 squares");
/// assert_eq!(position.to_move(), Color::White);
///
/// // How many different positions are two moves away?
/// let mut found = HashSet::new();
/// for first in position.moves() {
///     position.make(first);
///     for second in position.moves() {
///         found.insert(position.play(second)?);
///     }
///     position.unmake(first);
/// }
/// assert_eq!(found.len(), 3_994);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position<B: 'static = u128> {
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    burnt: B,
    to_move: Color,
    hash: u64,
}

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing: amazons and arrows may pass.
    Empty,
    /// An amazon of this colour.
    Amazon(Color),
    /// An arrow burnt it: closed for the rest of the game.
    Burnt,
}

/// Why some sets of squares do not make a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The word is too short for the board.
    #[error("a board of {0} does not fit in {1} bits")]
    TooLarge(Size, usize),
    /// Something stands outside the board.
    #[error("square number {0} is not on a board of {1}")]
    OffBoard(usize, Size),
    /// Two things are on one square.
    #[error("square {0} of a board of {1} holds two things")]
    Shared(crate::size::SquareName, Size),
}

impl<B: Bits> Position<B> {
    /// The position with these amazons and burnt squares.
    pub fn new(
        size: Size,
        black: B,
        white: B,
        burnt: B,
        to_move: Color,
    ) -> Result<Position<B>, PositionError> {
        let geometry = B::geometry(size).ok_or(PositionError::TooLarge(size, B::CAPACITY))?;
        if let Some(square) = ((black | white | burnt) & !geometry.board()).first() {
            return Err(PositionError::OffBoard(square.index(), size));
        }
        if let Some(square) = (black & white | (black | white) & burnt).first() {
            return Err(PositionError::Shared(size.name(square), size));
        }
        let mut position = Position { geometry, amazons: [black, white], burnt, to_move, hash: 0 };
        position.hash = position.hash_from_scratch();
        Ok(position)
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.geometry.size()
    }

    /// The tables of the board.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry<B> {
        self.geometry
    }

    /// The amazons of one colour.
    #[inline]
    pub fn amazons(&self, color: Color) -> B {
        self.amazons[color as usize]
    }

    /// The burnt squares.
    #[inline]
    pub fn burnt(&self) -> B {
        self.burnt
    }

    /// The squares on which something stands or burns.
    #[inline]
    pub fn occupied(&self) -> B {
        self.amazons[0] | self.amazons[1] | self.burnt
    }

    /// The squares that are free.
    #[inline]
    pub fn empty(&self) -> B {
        self.geometry.board() & !self.occupied()
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// What is on a square. Squares off the board count as burnt.
    pub fn at(&self, square: Square) -> Content {
        let here = |set: B| square.index() < B::CAPACITY && set.has(square);
        match () {
            () if here(self.amazons[0]) => Content::Amazon(Color::Black),
            () if here(self.amazons[1]) => Content::Amazon(Color::White),
            () if here(self.empty()) => Content::Empty,
            () => Content::Burnt,
        }
    }

    /// A 64-bit hash of the whole position, board size included, kept up to date
    /// by [`make`](Self::make) and [`unmake`](Self::unmake). It is the same for
    /// both word widths and in every release. Different positions may share it.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash computed anew from the contents: what [`hash`](Self::hash) must equal.
    pub fn hash_from_scratch(&self) -> u64 {
        let turn = match self.to_move {
            Color::Black => zobrist::turn(),
            Color::White => 0,
        };
        let amazons = Color::ALL.into_iter().flat_map(|color| {
            self.amazons(color).squares().map(move |square| zobrist::amazon(color, square))
        });
        let burnt = self.burnt.squares().map(zobrist::burnt);
        amazons.chain(burnt).fold(zobrist::board(self.size()) ^ turn, |hash, key| hash ^ key)
    }

    /// Plays a move of the side to move, which must be legal here. [`play`](Self::play)
    /// is the twin that checks.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        debug_assert_eq!(self.check(mv), Ok(()));
        self.move_amazon(self.to_move, mv.from, mv.to);
        self.toggle_arrow(mv.arrow);
        self.to_move = !self.to_move;
    }

    /// Takes back the move that was made last, which must be this one.
    #[inline]
    pub fn unmake(&mut self, mv: Move) {
        self.to_move = !self.to_move;
        self.toggle_arrow(mv.arrow);
        self.move_amazon(self.to_move, mv.to, mv.from);
        debug_assert_eq!(self.check(mv), Ok(()));
    }

    #[inline]
    fn move_amazon(&mut self, color: Color, from: Square, to: Square) {
        self.amazons[color as usize] ^= B::of(from) | B::of(to);
        self.hash ^= zobrist::amazon(color, from) ^ zobrist::amazon(color, to) ^ zobrist::turn();
    }

    #[inline]
    fn toggle_arrow(&mut self, arrow: Square) {
        self.burnt ^= B::of(arrow);
        self.hash ^= zobrist::burnt(arrow);
    }

    /// The same position with the colours of all amazons, and the side to move, exchanged.
    pub fn with_colors_swapped(&self) -> Position<B> {
        let [black, white] = self.amazons;
        self.with(white, black, !self.to_move)
    }

    /// The same position with this side to move.
    pub fn with_to_move(&self, color: Color) -> Position<B> {
        let [black, white] = self.amazons;
        self.with(black, white, color)
    }

    fn with(&self, black: B, white: B, to_move: Color) -> Position<B> {
        Position::new(self.size(), black, white, self.burnt, to_move)
            .expect("the same squares are in use")
    }

    /// The same position in the wide word.
    pub fn widen(&self) -> Position {
        self.convert().expect("every board fits in 128 bits")
    }

    /// The same position in the narrow word, if the board has at most 64 squares.
    pub fn narrow(&self) -> Option<Position<u64>> {
        self.convert()
    }

    fn convert<C: Bits>(&self) -> Option<Position<C>> {
        Some(Position {
            geometry: C::geometry(self.size())?,
            amazons: [C::narrow(self.amazons[0].widen())?, C::narrow(self.amazons[1].widen())?],
            burnt: C::narrow(self.burnt.widen())?,
            to_move: self.to_move,
            hash: self.hash,
        })
    }
}

impl<B: Bits> PartialEq for Position<B> {
    /// Contents alone: geometry and hash follow from them.
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size()
            && self.amazons == other.amazons
            && self.burnt == other.burnt
            && self.to_move == other.to_move
    }
}

impl<B: Bits> Eq for Position<B> {}

impl<B: Bits> Hash for Position<B> {
    /// [`Position::hash`], which is the same for equal positions.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl<B: Bits> fmt::Debug for Position<B> {
    /// The position text: the tables behind a position are no help to a reader.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
