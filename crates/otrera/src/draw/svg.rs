//! A position as an SVG picture, with coordinates, last move and arrow.

use otrera_board::{Color, Content, FileName, Move, Position, Size, Square};

use super::put;

/// The side of a square, in pixels.
const SIDE: usize = 48;
/// Room for the coordinates on each side.
const MARGIN: usize = 28;

/// The height of a line of text below the board, and how wide a letter is at most.
const LINE: usize = 22;
const LETTER: usize = 7;

/// The style sheet of the picture and the tips of its arrows.
const STYLE: &str = "\
<style>
.paper{fill:#fffdf9}.light{fill:#f2e2c4}.dark{fill:#dfc79f}.burnt{fill:#4a392e}.ash{stroke:#6d5545;stroke-width:3;stroke-linecap:round}
.from{fill:#8fb573;fill-opacity:.55}.to{fill:#8fb573;fill-opacity:.75}
.black{fill:#262322;stroke:#0f0e0d}.white{fill:#fffdf8;stroke:#3a3532}.amazon{stroke-width:1.6;stroke-linejoin:round}
.step{stroke:#3f6f2f;stroke-width:4;stroke-opacity:.75;fill:none}.tip{fill:#3f6f2f}
.shot{stroke:#c2412b;stroke-width:3;stroke-dasharray:6 4;fill:none}.head{fill:#c2412b}
.frame{fill:none;stroke:#8a7356;stroke-width:1.5}
text{font:13px system-ui,sans-serif;fill:#5d5346;text-anchor:middle}.legend{text-anchor:start}
</style>
<defs>
<marker id='tip' viewBox='0 0 8 8' refX='6' refY='4' markerWidth='4' markerHeight='4' orient='auto'><path class='tip' d='M0 0L8 4L0 8z'/></marker>
<marker id='head' viewBox='0 0 8 8' refX='6' refY='4' markerWidth='5' markerHeight='5' orient='auto'><path class='head' d='M0 0L8 4L0 8z'/></marker>
<g id='crown'><path d='M10 17L16 27L18 12L24 25L30 12L32 27L38 17L34.5 37H13.5z'/><circle cx='10' cy='15' r='2.6'/><circle cx='18' cy='10' r='2.6'/><circle cx='30' cy='10' r='2.6'/><circle cx='38' cy='15' r='2.6'/></g>
</defs>
";

/// Draws a position. The last move, if given, is shown by two lines: where the
/// amazon went, and (dashed) where her arrow flew.
pub fn draw(position: &Position, last: Option<Move>) -> String {
    draw_over(position, last, "", &[])
}

/// Draws a position with some elements laid over its squares, under its amazons, and lines of text
/// below the board.
pub fn draw_over(
    position: &Position,
    last: Option<Move>,
    elements: &str,
    legend: &[String],
) -> String {
    let size = position.size();
    let longest = legend.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let below = size.height() * SIDE + 2 * MARGIN;
    let width = (size.width() * SIDE).max(longest * LETTER) + 2 * MARGIN;
    let height = below + legend.len() * LINE;
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img'>\n\
         <title>Amazons, {size}: {position}</title>\n{STYLE}<rect class='paper' width='{width}' height='{height}' rx='6'/>\n"
    );
    for square in size.iter() {
        draw_square(&mut out, position, square);
    }
    out.push_str(elements);
    for (n, line) in legend.iter().enumerate() {
        let y = below + n * LINE + LINE / 2;
        put(&mut out, format_args!("<text class='legend' x='{MARGIN}' y='{y}'>{line}</text>"));
    }
    if let Some(mv) = last {
        for (square, class) in [(mv.from, "from"), (mv.to, "to")] {
            if position.at(square) != Content::Burnt {
                fill(&mut out, size, square, class);
            }
        }
    }
    let (board_width, board_height) = (size.width() * SIDE, size.height() * SIDE);
    put(
        &mut out,
        format_args!(
            "<rect class='frame' x='{MARGIN}' y='{MARGIN}' width='{board_width}' height='{board_height}'/>"
        ),
    );
    draw_coordinates(&mut out, size);
    for square in size.iter() {
        if let Content::Amazon(color) = position.at(square) {
            let (x, y) = corner(size, square);
            let class = if color == Color::Black { "black" } else { "white" };
            put(
                &mut out,
                format_args!("<use href='#crown' class='amazon {class}' x='{x}' y='{y}'/>"),
            );
        }
    }
    if let Some(mv) = last {
        draw_line(&mut out, size, [mv.from, mv.to], "step", "tip", [0.0, 20.0]);
        draw_line(&mut out, size, [mv.to, mv.arrow], "shot", "head", [18.0, 8.0]);
    }
    out.push_str("</svg>\n");
    out
}

fn draw_square(out: &mut String, position: &Position, square: Square) {
    let size = position.size();
    if position.at(square) == Content::Burnt {
        let (x, y) = corner(size, square);
        let (near, far) = (SIDE / 3, SIDE - SIDE / 3);
        fill(out, size, square, "burnt");
        put(
            out,
            format_args!(
                "<path class='ash' d='M{} {}L{} {}M{} {}L{} {}'/>",
                x + near,
                y + near,
                x + far,
                y + far,
                x + near,
                y + far,
                x + far,
                y + near
            ),
        );
        return;
    }
    let dark = (size.file(square) + size.rank(square)) % 2 == 0;
    fill(out, size, square, if dark { "dark" } else { "light" });
}

fn fill(out: &mut String, size: Size, square: Square, class: &str) {
    let (x, y) = corner(size, square);
    put(
        out,
        format_args!("<rect class='{class}' x='{x}' y='{y}' width='{SIDE}' height='{SIDE}'/>"),
    );
}

fn draw_coordinates(out: &mut String, size: Size) {
    let bottom = MARGIN + size.height() * SIDE;
    let right = MARGIN + size.width() * SIDE;
    for file in 0..size.width() {
        let x = MARGIN + file * SIDE + SIDE / 2;
        for y in [MARGIN - 9, bottom + 19] {
            put(out, format_args!("<text x='{x}' y='{y}'>{}</text>", FileName(file)));
        }
    }
    for rank in 0..size.height() {
        let y = bottom - rank * SIDE - SIDE / 2 + 5;
        for x in [MARGIN / 2, right + MARGIN / 2] {
            put(out, format_args!("<text x='{x}' y='{y}'>{}</text>", rank + 1));
        }
    }
}

/// Draws a line between the middles of two squares, cut by so much at each end.
fn draw_line(
    out: &mut String,
    size: Size,
    ends: [Square; 2],
    class: &str,
    marker: &str,
    cuts: [f64; 2],
) {
    let [(x1, y1), (x2, y2)] = ends.map(|square| {
        let (x, y) = corner(size, square);
        ((x + SIDE / 2) as f64, (y + SIDE / 2) as f64)
    });
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let [x1, y1] = [x1 + dx * cuts[0], y1 + dy * cuts[0]];
    let [x2, y2] = [x2 - dx * cuts[1], y2 - dy * cuts[1]];
    put(
        out,
        format_args!(
            "<path class='{class}' d='M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}' marker-end='url(#{marker})'/>"
        ),
    );
}

/// A coloured square with a letter.
pub fn tile(out: &mut String, size: Size, square: Square, color: &str, letter: char) {
    let (x, y) = corner(size, square);
    let (middle, base) = (x + SIDE / 2, y + SIDE / 2 + 6);
    put(
        out,
        format_args!(
            "<rect x='{x}' y='{y}' width='{SIDE}' height='{SIDE}' fill='{color}'/><text x='{middle}' y='{base}' font-size='17'>{letter}</text>"
        ),
    );
}

/// The top left corner of a square.
fn corner(size: Size, square: Square) -> (usize, usize) {
    let row = size.height() - 1 - size.rank(square);
    (MARGIN + size.file(square) * SIDE, MARGIN + row * SIDE)
}
