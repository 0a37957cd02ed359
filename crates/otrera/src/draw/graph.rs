//! A line segment graph as an SVG picture: points where the squares are, lines through them.

use otrera_board::{Color, Content, Position, Square};

use super::palette::{BLACK, LONG_LINE, OUTLINE, PAIR, PAPER, TEXT, TITLE, WHITE, hex};
use super::put;

/// The distance of neighbouring points, in pixels.
const STEP: usize = 76;
/// Room around the points.
const MARGIN: usize = 40;
/// The radius of a point, which has room for its names: no line can cross them there.
const RADIUS: usize = 19;
/// The height of the legend, and its width.
const LEGEND: [usize; 2] = [62, 260];

fn style() -> String {
    let [paper, line, pair, outline, black, white, text, title] =
        [PAPER, LONG_LINE, PAIR, OUTLINE, BLACK, WHITE, TEXT, TITLE].map(hex);
    format!(
        "\
<style>
.paper{{fill:{paper}}}.line{{stroke:{line};stroke-width:5;fill:none;stroke-linecap:round}}.pair{{stroke:{pair};stroke-width:1.8}}
.point{{fill:{paper};stroke:{outline};stroke-width:1.6}}.black{{fill:{black}}}.white{{fill:{white};stroke-width:5}}
text{{font:11px system-ui,sans-serif;fill:{text};text-anchor:middle}}.number{{font:600 14px system-ui,sans-serif;fill:{title}}}
.on-black{{fill:{paper}}}.legend{{font-size:12px;text-anchor:start}}
</style>
"
    )
}

/// Draws the unburnt squares as points, and these lines through them; lines of three and more are
/// drawn stronger than pairs. Points bear their numbers and the names of their squares.
pub fn draw(position: &Position, lines: &[Vec<Square>], numbers: &[(Square, u8)]) -> String {
    let size = position.size();
    let foot = (size.height() - 1) * STEP + 2 * MARGIN;
    let width = ((size.width() - 1) * STEP + 2 * MARGIN).max(LEGEND[1]);
    let height = foot + LEGEND[0];
    let place = |square: Square| {
        let row = size.height() - 1 - size.rank(square);
        (MARGIN + size.file(square) * STEP, MARGIN + row * STEP)
    };
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img'>\n\
         <title>Line segment graph of {position}</title>\n{}<rect class='paper' width='{width}' height='{height}' rx='6'/>\n",
        style()
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
        let (class, on) = match position.at(square) {
            Content::Amazon(Color::Black) => ("point black", " on-black"),
            Content::Amazon(Color::White) => ("point white", ""),
            _ => ("point", ""),
        };
        let (middle, below) = (y + 1, y + 13);
        put(
            &mut out,
            format_args!(
                "<circle class='{class}' cx='{x}' cy='{y}' r='{RADIUS}'/><text class='number{on}' x='{x}' y='{middle}'>{number}</text><text class='name{on}' x='{x}' y='{below}'>{}</text>",
                size.name(square)
            ),
        );
    }
    draw_legend(&mut out, foot);
    out.push_str("</svg>\n");
    out
}

fn draw_legend(out: &mut String, foot: usize) {
    let rows = [
        ("<path class='line' d='M14 0h30'/>", "a line of three points or more"),
        ("<path class='line pair' d='M14 0h30'/>", "a line of two points"),
        (
            "<circle class='point black' cx='20' r='6'/><circle class='point white' style='stroke-width:3' cx='38' r='6'/>",
            "amazons of Black and White",
        ),
    ];
    for (n, (sample, text)) in rows.iter().enumerate() {
        let y = foot + 8 + 19 * n;
        put(
            out,
            format_args!(
                "<g transform='translate(0 {y})'>{sample}<text class='legend' x='54' y='4'>{text}</text></g>"
            ),
        );
    }
}
