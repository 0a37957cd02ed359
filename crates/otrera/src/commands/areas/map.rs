//! The colours of a map of areas.

use anstyle::RgbColor;
use otrera_area::Kind;
use otrera_board::Color;

/// Squares that nobody can reach.
pub const NEUTRAL: RgbColor = RgbColor(120, 120, 120);

/// The ground of a part: blue is Black's, ivory is White's, stronger where nobody can come in;
/// amber is contested.
pub fn ground(kind: Kind) -> RgbColor {
    match kind {
        Kind::Territory(Color::Black) => RgbColor(104, 146, 201),
        Kind::BlockerTerritory(Color::Black) => RgbColor(150, 183, 222),
        Kind::Territory(Color::White) => RgbColor(236, 226, 190),
        Kind::BlockerTerritory(Color::White) => RgbColor(247, 243, 226),
        Kind::Active => RgbColor(233, 158, 92),
    }
}

/// A colour as it is written in pictures.
pub fn hex(RgbColor(red, green, blue): RgbColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
