//! Reading and writing values with serde (feature `serde`).
//!
//! Boards and positions are text, in the notation of this crate: `5x6`, `.b.b./b...b/… w`. A square is its
//! number, since its name depends on the board, and a move is its three squares.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::bits::Bits;
use crate::position::Position;
use crate::size::{Size, Square};

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        let index = u8::deserialize(deserializer)?;
        Square::new(index.into())
            .ok_or_else(|| D::Error::custom(format_args!("no board has square number {index}")))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        let text = String::deserialize(deserializer)?;
        let sides = text
            .split_once('x')
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height) = sides.ok_or_else(|| {
            D::Error::custom(format_args!("found `{text}`; expected a board, like 5x6"))
        })?;
        Size::new(width, height).map_err(D::Error::custom)
    }
}

impl<B: Bits> Serialize for Position<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Position<u64> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position<u64>, D::Error> {
        let position = Position::<u128>::deserialize(deserializer)?;
        let too_large =
            || D::Error::custom(format_args!("{} has over 64 squares", position.size()));
        position.narrow().ok_or_else(too_large)
    }
}
