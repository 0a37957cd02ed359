//! Thermographs as SVG, as textbooks draw them: values grow to the left, temperature
//! upwards, the mast ends in an arrow, and the part below t = 0 is shaded.

use otrera_cgt::{Dyadic, Player, Thermograph};

use super::put;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 46.0;

const STYLE: &str = "\
<style>
.sheet{fill:#fffdf9}.below{fill:#e8e4da}.axis{stroke:#8a8378;stroke-width:1}.grid{stroke:#d9d3c6;stroke-width:1}
.wall{fill:none;stroke-width:2.5;stroke-linejoin:round}.left{stroke:#262322}.right{stroke:#b0452c}.mast{stroke:#3f5f8a;stroke-width:2.5}
.heat{fill:#3f5f8a;fill-opacity:.10}.label{font:13px system-ui,sans-serif;fill:#5d5346;text-anchor:middle}
.name{font:600 15px system-ui,sans-serif;fill:#3a3532;text-anchor:middle}
</style>
<defs><marker id='up' viewBox='0 0 8 8' refX='4' refY='4' markerWidth='5' markerHeight='5' orient='auto'><path d='M0 0L8 4L0 8z' fill='#3f5f8a'/></marker></defs>
";

/// Draws a thermograph, beside a board if there is one.
pub fn draw(board: Option<&str>, graph: Option<&Thermograph>, title: &str) -> String {
    let (board_width, board_height) = board.map_or((0.0, 0.0), picture_size);
    let (width, height) = (board_width + WIDTH, f64::max(board_height, HEIGHT));
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' role='img'>\n"
    );
    out.push_str(board.unwrap_or_default());
    put(
        &mut out,
        format_args!(
            "<svg x='{board_width}' width='{WIDTH}' height='{HEIGHT}'>\n<title>{title}</title>\n{STYLE}"
        ),
    );
    put(&mut out, format_args!("<rect class='sheet' width='{WIDTH}' height='{HEIGHT}' rx='6'/>"));
    if let Some(graph) = graph {
        draw_graph(&mut out, graph, title);
    }
    out.push_str("</svg>\n</svg>\n");
    out
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
        MARGIN + (self.highest - value) / (self.highest - self.lowest) * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, t: f64) -> f64 {
        HEIGHT - MARGIN - (t + 1.0) / (self.hottest + 1.0) * (HEIGHT - 2.0 * MARGIN)
    }

    fn place(&self, (t, value): (Dyadic, Dyadic)) -> String {
        format!("{:.1} {:.1}", self.x(value.to_f64()), self.y(t.to_f64()))
    }
}

fn draw_graph(out: &mut String, graph: &Thermograph, title: &str) {
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
    draw_axes(out, &scale);
    let corners = Player::BOTH.map(|player| graph.corners(player));
    let outline: Vec<String> = corners[0]
        .iter()
        .chain(corners[1].iter().rev())
        .map(|&corner| scale.place(corner))
        .collect();
    put(out, format_args!("<path class='heat' d='M{}z'/>", outline.join("L")));
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
    let middle = WIDTH / 2.0;
    put(out, format_args!("<text class='name' x='{middle}' y='20'>{title}</text>"));
    put(
        out,
        format_args!(
            "<text class='label' x='{middle}' y='{:.1}'>mean {}, temperature {}</text>",
            HEIGHT - 8.0,
            graph.mean(),
            graph.temperature()
        ),
    );
}

/// Lines and numbers at whole values and temperatures, thinned where there are many.
fn draw_axes(out: &mut String, scale: &Scale) {
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
            format_args!("<text class='label' x='{x:.1}' y='{:.1}'>{value}</text>", floor + 17.0),
        );
    }
    for t in (-1..=scale.hottest as i64).step_by(thin(scale.hottest + 1.0)) {
        let y = scale.y(t as f64);
        let class = if t == 0 { "axis" } else { "grid" };
        put(out, format_args!("<path class='{class}' d='M{left:.1} {y:.1}H{right:.1}'/>"));
        put(
            out,
            format_args!(
                "<text class='label' x='{:.1}' y='{:.1}'>{t}</text>",
                left - 14.0,
                y + 4.0
            ),
        );
    }
    put(
        out,
        format_args!("<text class='label' x='{:.1}' y='{:.1}'>t</text>", left - 14.0, top - 12.0),
    );
}
