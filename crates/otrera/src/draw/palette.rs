//! Every colour of the pictures and of the terminal.
//!
//! Colours that must be told apart differ in lightness, not only in hue, so that a grey print and eyes
//! without one kind of cones tell them apart too; text and lines stand out from what is behind them. The
//! tests below compute it. Where a colour says something, a letter, a dash or a stripe says the same.

use anstyle::RgbColor;
use otrera_area::Kind;
use otrera_board::Color;

/// What pictures are drawn on.
pub const PAPER: RgbColor = RgbColor(255, 253, 249);
/// Titles, and the text that goes with them.
pub const TITLE: RgbColor = RgbColor(42, 38, 35);
pub const TEXT: RgbColor = RgbColor(78, 69, 58);
/// Axes, and lines that help the eye.
pub const AXIS: RgbColor = RgbColor(111, 104, 94);
pub const GRID: RgbColor = RgbColor(221, 215, 204);
/// The part of a thermograph below t = 0.
pub const BELOW_ZERO: RgbColor = RgbColor(236, 232, 223);
/// What lies between its walls, above and below zero.
pub const HEAT: RgbColor = RgbColor(205, 214, 232);

/// The lines of a chart, from dark to light.
pub const SERIES: [RgbColor; 5] = [
    RgbColor(28, 26, 25),
    RgbColor(42, 42, 158),
    RgbColor(160, 20, 90),
    RgbColor(160, 96, 0),
    RgbColor(85, 142, 205),
];
/// The line that others are compared with.
pub const BASELINE: RgbColor = RgbColor(146, 138, 127);

/// The walls of a thermograph and its mast.
pub const LEFT_WALL: RgbColor = SERIES[0];
pub const RIGHT_WALL: RgbColor = SERIES[2];
pub const MAST: RgbColor = SERIES[1];

/// Lines of three points and more in a line segment graph, and of two.
pub const LONG_LINE: RgbColor = SERIES[1];
pub const PAIR: RgbColor = AXIS;

/// The squares of a board, and of one on which the colour of squares means something.
pub const LIGHT: RgbColor = RgbColor(242, 226, 196);
pub const DARK: RgbColor = RgbColor(223, 199, 159);
pub const PLAIN: RgbColor = RgbColor(212, 208, 203);
pub const BURNT: RgbColor = RgbColor(62, 48, 39);
pub const ASH: RgbColor = RgbColor(138, 118, 104);
pub const FRAME: RgbColor = RgbColor(110, 90, 66);
/// Where the last move came from and went to, how, and its arrow.
pub const MOVED: RgbColor = RgbColor(169, 190, 228);
pub const STEP: RgbColor = RgbColor(38, 62, 140);
pub const SHOT: RgbColor = RgbColor(168, 22, 22);
/// Amazons.
pub const BLACK: RgbColor = RgbColor(32, 30, 29);
pub const WHITE: RgbColor = RgbColor(255, 253, 248);
pub const OUTLINE: RgbColor = RgbColor(32, 30, 29);

/// Squares that nobody can reach.
pub const OUT_OF_REACH: RgbColor = RgbColor(150, 146, 142);

/// The ground of a part of an area: the lighter, the more it is White's.
pub fn ground(kind: Kind) -> RgbColor {
    match kind {
        Kind::Territory(Color::Black) => RgbColor(47, 95, 165),
        Kind::BlockerTerritory(Color::Black) => RgbColor(112, 150, 204),
        Kind::Active => RgbColor(224, 160, 68),
        Kind::Territory(Color::White) => RgbColor(227, 215, 168),
        Kind::BlockerTerritory(Color::White) => RgbColor(253, 249, 232),
    }
}

/// The stripes of ground that is somebody's as long as his amazons stand: the colour that it would have
/// without them.
pub fn stripes(kind: Kind) -> Option<RgbColor> {
    match kind {
        Kind::BlockerTerritory(color) => Some(ground(Kind::Territory(color))),
        Kind::Territory(_) | Kind::Active => None,
    }
}

/// Grounds of a board in the terminal, of middling brightness: black and white letters stand out from each.
pub mod terminal {
    use anstyle::{Ansi256Color, RgbColor};

    pub const LIGHT: RgbColor = RgbColor(172, 136, 97);
    pub const DARK: RgbColor = RgbColor(148, 111, 74);
    pub const BURNT: RgbColor = RgbColor(52, 40, 32);
    pub const LAST_MOVE: RgbColor = RgbColor(92, 134, 68);
    pub const BLACK_INK: RgbColor = RgbColor(0, 0, 0);
    pub const WHITE_INK: RgbColor = RgbColor(255, 255, 255);
    pub const FAINT: Ansi256Color = Ansi256Color(180);
}

/// Black or white, whichever stands out from a ground.
pub fn ink_on(ground: RgbColor) -> RgbColor {
    let inks = [terminal::BLACK_INK, terminal::WHITE_INK];
    let [black, white] = inks.map(|ink| contrast(ink, ground));
    if black >= white { inks[0] } else { inks[1] }
}

/// How far two colours stand apart in brightness, from 1 to 21, as WCAG 2.2 defines it.
pub fn contrast(one: RgbColor, other: RgbColor) -> f64 {
    let [one, other] = [one, other].map(|color| {
        let [red, green, blue] = linear(color);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    });
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The light of a colour of sRGB, by IEC 61966-2-1.
fn linear(RgbColor(red, green, blue): RgbColor) -> [f64; 3] {
    [red, green, blue].map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// A colour as it is written in pictures.
pub fn hex(RgbColor(red, green, blue): RgbColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests;
