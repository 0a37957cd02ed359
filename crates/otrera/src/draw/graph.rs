//! A line segment graph as an SVG picture: points where the squares are, lines through them.

use otrera_board::{Color, Content, Position, Square};

use super::put;

/// The distance of neighbouring points, in pixels.
const STEP: usize = 56;
/// Room around the points.
const MARGIN: usize = 36;

const STYLE: &str = "\
<style>
.paper{fill:#fffdf9}.line{stroke:#5d7fa8;stroke-width:3;fill:none;stroke-linecap:round}.pair{stroke:#b9c7d8;stroke-width:2}
.point{fill:#fffdf9;stroke:#3a3532;stroke-width:2}.black{fill:#262322}.black+.number{fill:#fffdf9}.white{fill:#e9dfc4;stroke-width:4}
text{font:13px system-ui,sans-serif;fill:#5d5346;text-anchor:middle}
</style>
";

/// Draws the unburnt squares as points, and these lines through them; lines of three and more are
/// drawn stronger than pairs. Points bear their numbers.
pub fn draw(position: &Position, lines: &[Vec<Square>], numbers: &[(Square, u8)]) -> String {
    let size = position.size();
    let (width, height) =
        ((size.width() - 1) * STEP + 2 * MARGIN, (size.height() - 1) * STEP + 2 * MARGIN);
    let place = |square: Square| {
        let row = size.height() - 1 - size.rank(square);
        (MARGIN + size.file(square) * STEP, MARGIN + row * STEP)
    };
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img'>\n\
         <title>Line segment graph of {position}</title>\n{STYLE}<rect class='paper' width='{width}' height='{height}' rx='6'/>\n"
    );
    for line in lines {
        if let (Some(&first), Some(&last)) = (line.first(), line.last()) {
            let ((x1, y1), (x2, y2)) = (place(first), place(last));
            let class = if line.len() > 2 { "line" } else { "line pair" };
            put(&mut out, format_args!("<path class='{class}' d='M{x1} {y1}L{x2} {y2}'/>"));
        }
    }
    for &(square, number) in numbers {
        let (x, y) = place(square);
        let class = match position.at(square) {
            Content::Amazon(Color::Black) => "point black",
            Content::Amazon(Color::White) => "point white",
            _ => "point",
        };
        let (middle, below) = (y + 4, y + 30);
        put(
            &mut out,
            format_args!(
                "<circle class='{class}' cx='{x}' cy='{y}' r='13'/><text class='number' x='{x}' y='{middle}'>{number}</text><text x='{x}' y='{below}'>{}</text>",
                size.name(square)
            ),
        );
    }
    out.push_str("</svg>\n");
    out
}
