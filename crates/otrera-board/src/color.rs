//! The two players.

use std::fmt;
use std::ops::Not;

/// A player, and the colour of her amazons.
///
/// In the language of combinatorial games Black is Left, whose values are
/// positive, and White is Right. White moves first in a standard game.
///
/// ```
/// use otrera_board::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::ALL.map(Color::letter), ['b', 'w']);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Color {
    /// Black, Left, positive.
    Black,
    /// White, Right, negative; moves first.
    White,
}

impl Color {
    /// Both colours, in the order of their indices.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The letter of the position text: `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'b',
            Color::White => 'w',
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}
