//! Sets of squares in one machine word: `u64` for boards of up to 64 squares,
//! `u128` for the larger ones. All rules are written once, over [`Bits`]. A set that knows its board is
//! [`Squares`](crate::Squares).

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};
use std::sync::{Mutex, PoisonError};

use crate::geometry::Geometry;
use crate::size::{Size, Square};

/// A set of squares. Implemented by `u64` and `u128`, and by nothing else.
///
/// To look at squares and print them nobody needs this: see [`Squares`](crate::Squares).
///
/// ```
/// use otrera_board::{Bits, Square};
///
/// let squares = [3, 5].map(|number| Square::new(number).expect("a small number"));
/// let set = squares.into_iter().fold(u64::EMPTY, |set, square| set | u64::of(square));
/// assert_eq!(set.count(), 2);
/// assert!(set.has(squares[1]));
/// assert!(set.squares().eq(squares));
/// ```
pub trait Bits:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many squares fit.
    const CAPACITY: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square, which must be less than [`Self::CAPACITY`].
    fn of(square: Square) -> Self;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// The square with the lowest number.
    fn first(self) -> Option<Square>;
    /// The set of the square with the highest number alone, or of square 0 if the set is empty.
    fn highest_or_zeroth(self) -> Self;
    /// The set without its lowest square; an empty set stays empty.
    fn without_first(self) -> Self;
    /// Difference of the two sets read as integers, modulo the word.
    fn wrapping_sub(self, other: Self) -> Self;
    /// The same set in the wide word.
    fn widen(self) -> u128;
    /// The same set in this word, if it fits.
    fn narrow(wide: u128) -> Option<Self>;
    /// The tables of a board, made at first use; `None` if the board has more
    /// squares than the word.
    fn geometry(size: Size) -> Option<&'static Geometry<Self>>;

    /// Is nothing in the set?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Is this square in the set?
    #[inline]
    fn has(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// The squares of the set, by number.
    #[inline]
    fn squares(self) -> SquareIter<Self> {
        SquareIter(self)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The squares of a set, lowest number first. Made by [`Bits::squares`] and
/// [`Squares::iter`](crate::Squares::iter).
#[derive(Clone, Debug)]
pub struct SquareIter<B>(B);

impl<B: Bits> Iterator for SquareIter<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for SquareIter<B> {}

macro_rules! impl_bits {
    ($word:ty) => {
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn of(square: Square) -> Self {
                1 << square.index()
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Option<Square> {
                if self == 0 {
                    return None;
                }
                Square::new(self.trailing_zeros() as usize)
            }

            #[inline]
            fn highest_or_zeroth(self) -> Self {
                1 << (<$word>::BITS - 1 - (self | 1).leading_zeros())
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn wrapping_sub(self, other: Self) -> Self {
                <$word>::wrapping_sub(self, other)
            }

            #[inline]
            fn widen(self) -> u128 {
                self.into()
            }

            #[inline]
            fn narrow(wide: u128) -> Option<Self> {
                wide.try_into().ok()
            }

            fn geometry(size: Size) -> Option<&'static Geometry<Self>> {
                static MADE: Mutex<BTreeMap<Size, &'static Geometry<$word>>> =
                    Mutex::new(BTreeMap::new());
                if size.squares() > Self::CAPACITY {
                    return None;
                }
                let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
                // Leaked on purpose: there are fewer than 700 sizes, and positions
                // stay plain values that can be copied.
                Some(made.entry(size).or_insert_with(|| Box::leak(Box::new(Geometry::new(size)))))
            }
        }
    };
}

impl_bits!(u64);
impl_bits!(u128);
