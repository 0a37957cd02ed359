//! Thermographs as SVG, as textbooks draw them: values grow to the left, temperature
//! upwards, the mast ends in an arrow, and the part below t = 0 is shaded.

use otrera_cgt::{Dyadic, Player, Thermograph};

use super::palette::{
    AXIS, BELOW_ZERO, GRID, HEAT, LEFT_WALL, MAST, PAPER, RIGHT_WALL, TEXT, TITLE, hex,
};
use super::signs::signs;
use super::{escape, put};

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 440.0;
/// Room around the graph: for the title, for the numbers of temperatures, and for the legend.
const TOP: f64 = 64.0;
const SIDE: f64 = 52.0;
const BOTTOM: f64 = 128.0;

/// Boards of a sum stand in rows of about this width, with so much room for a plus.
const BOARDS: f64 = 580.0;
const PLUS: f64 = 34.0;

fn style() -> String {
    let [paper, below, axis, grid, heat, left, right, mast, text, title] =
        [PAPER, BELOW_ZERO, AXIS, GRID, HEAT, LEFT_WALL, RIGHT_WALL, MAST, TEXT, TITLE].map(hex);
    format!(
        "\
<style>
.sheet{{fill:{paper}}}.below{{fill:{below}}}.axis{{stroke:{axis}}}.grid{{stroke:{grid}}}.heat{{fill:{heat}}}
.wall{{fill:none;stroke-width:3;stroke-linejoin:round}}.left{{stroke:{left}}}.right{{stroke:{right};stroke-dasharray:9 4}}.mast{{stroke:{mast}}}
.label{{font:13px system-ui,sans-serif;fill:{text};text-anchor:middle}}.start{{text-anchor:start}}
.name{{font:600 16px system-ui,sans-serif;fill:{title};text-anchor:middle}}.plus{{font:600 28px system-ui,sans-serif;fill:{title};text-anchor:middle}}
</style>
<defs><marker id='up' viewBox='0 0 8 8' refX='4' refY='4' markerWidth='5' markerHeight='5' orient='auto'><path d='M0 0L8 4L0 8z' fill='{mast}'/></marker></defs>
"
    )
}

/// Draws the thermograph of a value, beside the boards that it is the sum of, if there are any. The value is
/// written as answers write it, and the players have these names.
pub fn draw(
    boards: &[String],
    graph: Option<&Thermograph>,
    value: &str,
    names: [&str; 2],
) -> String {
    let (boards, [board_width, board_height]) = lay_out(boards);
    let (width, height) = (board_width + WIDTH, f64::max(board_height, HEIGHT));
    let title = match graph {
        Some(_) => format!("Thermograph of {}", escape(&signs(value))),
        None => format!("No thermograph: {}", escape(value)),
    };
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img'>\n\
         <title>{title}</title>\n{}<rect class='sheet' width='{width}' height='{height}' rx='6'/>\n{boards}",
        style()
    );
    put(&mut out, format_args!("<g transform='translate({board_width} 0)'>"));
    let middle = WIDTH / 2.0;
    put(&mut out, format_args!("<text class='name' x='{middle}' y='28'>{title}</text>"));
    if let Some(graph) = graph {
        draw_graph(&mut out, graph, names);
        draw_legend(&mut out, graph, names);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// Boards in rows, a plus between each two; and how much room they take.
fn lay_out(boards: &[String]) -> (String, [f64; 2]) {
    let mut out = String::new();
    let (mut x, mut y, mut row_height, mut widest) = (0.0, 0.0, 0.0, 0.0);
    for (n, board) in boards.iter().enumerate() {
        let (width, height) = picture_size(board);
        let plus = if n == 0 { 0.0 } else { PLUS };
        if n > 0 && x + plus + width > BOARDS {
            (x, y, row_height) = (0.0, y + row_height, 0.0);
        }
        if n > 0 {
            let (place, middle) = (x + PLUS / 2.0, y + height / 2.0 + 10.0);
            put(&mut out, format_args!("<text class='plus' x='{place}' y='{middle}'>+</text>"));
        }
        put(&mut out, format_args!("<g transform='translate({} {y})'>{board}</g>", x + plus));
        x += plus + width;
        row_height = f64::max(row_height, height);
        widest = f64::max(widest, x);
    }
    (out, [widest, y + row_height])
}

/// Width and height that an SVG picture names in its first line.
fn picture_size(picture: &str) -> (f64, f64) {
    let attribute = |name: &str| {
        let (_, rest) = picture.split_once(&format!(" {name}='"))?;
        rest.split_once('\'')?.0.parse().ok()
    };
    (attribute("width").unwrap_or(0.0), attribute("height").unwrap_or(0.0))
}

/// From values and temperatures to places on the sheet.
struct Scale {
    lowest: f64,
    highest: f64,
    hottest: f64,
}

impl Scale {
    fn of(graph: &Thermograph) -> Scale {
        let foot = Player::BOTH.map(|player| graph.wall(player).at(Dyadic::MINUS_ONE).to_f64());
        let lowest = foot[1].min(graph.mean().to_f64()).floor() - 1.0;
        let highest = foot[0].max(graph.mean().to_f64()).ceil() + 1.0;
        Scale { lowest, highest, hottest: (graph.temperature().to_f64() + 1.0).ceil().max(1.0) }
    }

    /// Values grow to the left.
    fn x(&self, value: f64) -> f64 {
        SIDE + (self.highest - value) / (self.highest - self.lowest) * (WIDTH - 2.0 * SIDE)
    }

    fn y(&self, t: f64) -> f64 {
        HEIGHT - BOTTOM - (t + 1.0) / (self.hottest + 1.0) * (HEIGHT - TOP - BOTTOM)
    }

    fn place(&self, (t, value): (Dyadic, Dyadic)) -> String {
        format!("{:.1} {:.1}", self.x(value.to_f64()), self.y(t.to_f64()))
    }
}

fn draw_graph(out: &mut String, graph: &Thermograph, [left_name, _]: [&str; 2]) {
    let scale = Scale::of(graph);
    let (left, right) = (scale.x(scale.highest), scale.x(scale.lowest));
    let (floor, foot, top) = (scale.y(-1.0), scale.y(0.0), scale.y(scale.hottest));
    put(
        out,
        format_args!(
            "<rect class='below' x='{left:.1}' y='{foot:.1}' width='{:.1}' height='{:.1}'/>",
            right - left,
            floor - foot
        ),
    );
    let corners = Player::BOTH.map(|player| graph.corners(player));
    let outline: Vec<String> = corners[0]
        .iter()
        .chain(corners[1].iter().rev())
        .map(|&corner| scale.place(corner))
        .collect();
    put(out, format_args!("<path class='heat' d='M{}z'/>", outline.join("L")));
    draw_axes(out, &scale, left_name);
    for (class, wall) in [("left", &corners[0]), ("right", &corners[1])] {
        let places: Vec<String> = wall.iter().map(|&corner| scale.place(corner)).collect();
        put(out, format_args!("<path class='wall {class}' d='M{}'/>", places.join("L")));
    }
    let mast = scale.place((graph.temperature(), graph.mean()));
    put(
        out,
        format_args!(
            "<path class='wall mast' d='M{mast}L{:.1} {:.1}' marker-end='url(#up)'/>",
            scale.x(graph.mean().to_f64()),
            top - 8.0
        ),
    );
}

/// What the lines are.
fn draw_legend(out: &mut String, graph: &Thermograph, [black, white]: [&str; 2]) {
    let [mean, temperature] = [graph.mean(), graph.temperature()].map(|n| signs(&n.to_string()));
    let rows = [
        ("left", format!("left wall: what {black} gets by moving first")),
        ("right", format!("right wall: what {black} gets if {white} moves first")),
        ("mast", format!("mast: mean value {mean}, above temperature {temperature}")),
    ];
    for (n, (class, text)) in rows.iter().enumerate() {
        let y = HEIGHT - BOTTOM + 64.0 + 20.0 * n as f64;
        put(
            out,
            format_args!(
                "<path class='wall {class}' d='M{SIDE} {y}h34'/><text class='label start' x='{}' y='{}'>{text}</text>",
                SIDE + 44.0,
                y + 4.0
            ),
        );
    }
}

/// Lines and numbers at whole values and temperatures, thinned where there are many.
fn draw_axes(out: &mut String, scale: &Scale, black: &str) {
    let (left, right) = (scale.x(scale.highest), scale.x(scale.lowest));
    let (floor, top) = (scale.y(-1.0), scale.y(scale.hottest));
    let thin = |count: f64| (count / 10.0).ceil().max(1.0) as usize;
    let values =
        (scale.lowest as i64..=scale.highest as i64).step_by(thin(scale.highest - scale.lowest));
    for value in values {
        let x = scale.x(value as f64);
        put(out, format_args!("<path class='grid' d='M{x:.1} {floor:.1}V{top:.1}'/>"));
        put(
            out,
            format_args!(
                "<text class='label' x='{x:.1}' y='{:.1}'>{}</text>",
                floor + 18.0,
                signs(&value.to_string())
            ),
        );
    }
    for t in (-1..=scale.hottest as i64).step_by(thin(scale.hottest + 1.0)) {
        let y = scale.y(t as f64);
        let class = if t == 0 { "axis" } else { "grid" };
        put(out, format_args!("<path class='{class}' d='M{left:.1} {y:.1}H{right:.1}'/>"));
        put(
            out,
            format_args!(
                "<text class='label' x='{:.1}' y='{:.1}'>{}</text>",
                left - 16.0,
                y + 4.0,
                signs(&t.to_string())
            ),
        );
    }
    let middle = (left + right) / 2.0;
    put(
        out,
        format_args!(
            "<text class='label' x='{middle:.1}' y='{:.1}'>value: the further left, the better for {black}</text>",
            floor + 38.0
        ),
    );
    put(
        out,
        format_args!(
            "<text class='label start' x='{:.1}' y='{:.1}'>temperature</text>",
            left - 40.0,
            top - 12.0
        ),
    );
}
