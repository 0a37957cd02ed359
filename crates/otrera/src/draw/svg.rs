//! A position as an SVG picture, with coordinates, last move and arrow.

use anstyle::RgbColor;
use otrera_board::{Color, Content, FileName, Move, Position, Size, Square};

use super::palette::{
    self, ASH, BLACK, BURNT, DARK, FRAME, LIGHT, MOVED, OUTLINE, PAPER, PLAIN, SHOT, STEP, TEXT,
    TITLE, WHITE, hex,
};
use super::{escape, put};

/// The side of a square, in pixels.
const SIDE: usize = 48;
/// Room for the coordinates on each side.
const MARGIN: usize = 28;

/// The style sheet of the picture and the tips of its arrows.
fn style() -> String {
    let [paper, light, dark, plain, burnt, ash, moved] =
        [PAPER, LIGHT, DARK, PLAIN, BURNT, ASH, MOVED].map(hex);
    let [black, white, outline, step, shot, frame, text, title] =
        [BLACK, WHITE, OUTLINE, STEP, SHOT, FRAME, TEXT, TITLE].map(hex);
    format!(
        "\
<style>
.paper{{fill:{paper}}}.light{{fill:{light}}}.dark{{fill:{dark}}}.plain{{fill:{plain}}}.burnt{{fill:{burnt}}}
.ash{{stroke:{ash};stroke-width:3;stroke-linecap:round}}.moved{{fill:{moved}}}
.black{{fill:{black};stroke:{outline}}}.white{{fill:{white};stroke:{outline}}}.amazon{{stroke-width:1.6;stroke-linejoin:round}}
.halo{{stroke:{paper};stroke-width:7;fill:none}}.step{{stroke:{step};stroke-width:4;fill:none}}.tip{{fill:{step};stroke:{paper}}}
.shot{{stroke:{shot};stroke-width:3.5;stroke-dasharray:7 4;fill:none}}.head{{fill:{shot};stroke:{paper}}}
.frame{{fill:none;stroke:{frame};stroke-width:1.5}}
text{{font:13px system-ui,sans-serif;fill:{text};text-anchor:middle}}.letter{{font-size:17px}}
.start{{text-anchor:start}}.strong{{font-weight:600;fill:{title}}}.rule{{stroke:{frame}}}
</style>
<defs>
<marker id='tip' viewBox='-1 -1 10 10' refX='6' refY='4' markerWidth='5' markerHeight='5' orient='auto'><path class='tip' d='M0 0L8 4L0 8z'/></marker>
<marker id='head' viewBox='-1 -1 10 10' refX='6' refY='4' markerWidth='6' markerHeight='6' orient='auto'><path class='head' d='M0 0L8 4L0 8z'/></marker>
<g id='crown'><path d='M10 17L16 27L18 12L24 25L30 12L32 27L38 17L34.5 37H13.5z'/><circle cx='10' cy='15' r='2.6'/><circle cx='18' cy='10' r='2.6'/><circle cx='30' cy='10' r='2.6'/><circle cx='38' cy='15' r='2.6'/></g>
</defs>
"
    )
}

/// Elements below a board, from its left edge down.
#[derive(Default)]
pub struct Legend {
    pub elements: String,
    pub width: usize,
    pub height: usize,
}

/// Draws a position. The last move, if given, is shown by two lines: where the
/// amazon went, and (dashed) where her arrow flew.
pub fn draw(position: &Position, last: Option<Move>) -> String {
    draw_picture(position, last, &checkered(position, last), &Legend::default())
}

/// The same with a line of words below it.
pub fn draw_with_words(position: &Position, last: Option<Move>, words: &str) -> String {
    // As wide as a line of this size can get, for whatever font there is.
    const LETTER: usize = 8;
    const HEIGHT: usize = 24;
    let legend = Legend {
        elements: format!("<text class='start strong' x='0' y='8'>{}</text>", escape(words)),
        width: words.chars().count() * LETTER,
        height: HEIGHT,
    };
    draw_picture(position, last, &checkered(position, last), &legend)
}

/// The squares of a board, with those of the last move marked.
fn checkered(position: &Position, last: Option<Move>) -> String {
    draw_squares(position, |square| {
        let marked = last.is_some_and(|mv| [mv.from, mv.to].contains(&square));
        match marked {
            true => "moved",
            false if (position.size().file(square) + position.size().rank(square)) % 2 == 0 => {
                "dark"
            }
            false => "light",
        }
    })
}

/// Draws a position on plain squares with some elements laid over them, under its amazons.
pub fn draw_map(position: &Position, elements: &str, legend: &Legend) -> String {
    let squares = draw_squares(position, |_| "plain");
    draw_picture(position, None, &(squares + elements), legend)
}

fn draw_picture(position: &Position, last: Option<Move>, squares: &str, legend: &Legend) -> String {
    let size = position.size();
    let (board_width, board_height) = (size.width() * SIDE, size.height() * SIDE);
    let below = board_height + 2 * MARGIN;
    let (width, height) = (board_width.max(legend.width) + 2 * MARGIN, below + legend.height);
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img'>\n\
         <title>Amazons, {size}: {position}</title>\n{}<rect class='paper' width='{width}' height='{height}' rx='6'/>\n{squares}",
        style()
    );
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
    if legend.height > 0 {
        put(
            &mut out,
            format_args!("<g transform='translate({MARGIN} {below})'>\n{}</g>", legend.elements),
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The squares: burnt ones, and others by their class.
fn draw_squares(position: &Position, class: impl Fn(Square) -> &'static str) -> String {
    let mut out = String::new();
    for square in position.size().iter() {
        match position.at(square) {
            Content::Burnt => draw_burnt(&mut out, position.size(), square),
            _ => fill(&mut out, position.size(), square, class(square)),
        }
    }
    out
}

fn draw_burnt(out: &mut String, size: Size, square: Square) {
    let (x, y) = corner(size, square);
    let (near, far) = (SIDE / 3, SIDE - SIDE / 3);
    let ([left, right], [top, bottom]) = ([x + near, x + far], [y + near, y + far]);
    fill(out, size, square, "burnt");
    put(
        out,
        format_args!(
            "<path class='ash' d='M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}'/>"
        ),
    );
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
    let way = format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}");
    put(out, format_args!("<path class='halo' d='{way}'/>"));
    put(out, format_args!("<path class='{class}' d='{way}' marker-end='url(#{marker})'/>"));
}

/// A coloured square with a letter, striped if there is a second colour.
pub fn tile(
    out: &mut String,
    size: Size,
    square: Square,
    ground: RgbColor,
    stripes: Option<RgbColor>,
    letter: char,
) {
    let (x, y) = corner(size, square);
    put(out, format_args!("{}", swatch([x, y], SIDE, ground, stripes)));
    let (middle, base) = (x + SIDE / 2, y + SIDE / 2 + 6);
    let ink = hex(palette::ink_on(ground));
    if stripes.is_some() {
        let ground = hex(ground);
        put(out, format_args!("<circle cx='{middle}' cy='{}' r='11' fill='{ground}'/>", base - 6));
    }
    put(
        out,
        format_args!(
            "<text class='letter' x='{middle}' y='{base}' style='fill:{ink}'>{letter}</text>"
        ),
    );
}

/// A square of a colour, striped if there is a second one.
pub fn swatch(
    [x, y]: [usize; 2],
    side: usize,
    ground: RgbColor,
    stripes: Option<RgbColor>,
) -> String {
    let mut out =
        format!("<rect x='{x}' y='{y}' width='{side}' height='{side}' fill='{}'/>", hex(ground));
    if let Some(stripes) = stripes {
        // Four parallels from the left and upper edge to the upper and left one.
        let way: String = (1..8)
            .map(|n| {
                let far = n * side / 4;
                let (low, high) = (far.min(side), far.saturating_sub(side));
                format!("M{} {}L{} {}", x + high, y + low, x + low, y + high)
            })
            .collect();
        out += &format!("<path stroke='{}' stroke-width='2' d='{way}'/>", hex(stripes));
    }
    out
}

/// The top left corner of a square.
fn corner(size: Size, square: Square) -> (usize, usize) {
    let row = size.height() - 1 - size.rank(square);
    (MARGIN + size.file(square) * SIDE, MARGIN + row * SIDE)
}
