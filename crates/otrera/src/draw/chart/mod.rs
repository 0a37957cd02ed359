//! Charts as SVG: lines over a common x axis, the y axis linear or by powers of ten.
//!
//! A chart with one panel names its lines where they end. One with several draws the same axes many
//! times, so that lines which would hide each other can be compared one by one.

mod labels;
mod scale;

use self::labels::{Label, spread};
use self::scale::{Frame, Scale};
use super::palette::{AXIS, BASELINE, GRID, PAPER, SERIES, TEXT, TITLE, hex};
use super::{escape, put};

/// A chart.
pub struct Chart {
    pub title: String,
    /// What the reader must know, in lines below the title.
    pub notes: Vec<String>,
    pub x: String,
    pub y: String,
    /// Powers of ten on the y axis; points at zero or below are left out.
    pub logarithmic: bool,
    pub panels: Vec<Panel>,
}

/// Lines over one pair of axes.
#[derive(Default)]
pub struct Panel {
    pub title: String,
    /// What the title means.
    pub subtitle: String,
    /// What the lines come to, in a few words.
    pub remark: String,
    pub series: Vec<Series>,
}

/// A line of a chart.
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    pub line: Line,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Line {
    Plain,
    /// Figures from elsewhere, or computed from others.
    Dashed,
    /// What the others are compared with.
    Baseline,
}

/// The sheet; room at the left of a panel for numbers, and below and above it.
const WIDTH: f64 = 820.0;
const LEFT: f64 = 88.0;
const BOTTOM: f64 = 22.0;
/// Room for the names of lines, if there is one panel.
const NAMES: f64 = 200.0;
/// Titles of more letters need panels that are wider.
const LONG_TITLE: usize = 16;
/// The height of a line of text.
const TEXT_LINE: f64 = 18.0;

fn style() -> String {
    let [paper, grid, axis, text, title] = [PAPER, GRID, AXIS, TEXT, TITLE].map(hex);
    format!(
        "\
<style>
.sheet{{fill:{paper}}}.grid{{stroke:{grid}}}.axis{{stroke:{axis}}}.leader{{stroke:{axis};fill:none;stroke-width:.8}}
.label{{font:12px system-ui,sans-serif;fill:{text}}}.name{{font:600 16px system-ui,sans-serif;fill:{title}}}
.panel{{font:600 12.5px system-ui,sans-serif;fill:{title}}}.end{{text-anchor:end}}.middle{{text-anchor:middle}}
.line{{fill:none;stroke-width:2;stroke-linejoin:round}}.baseline{{fill:none;stroke-width:4;stroke-linejoin:round}}
</style>
"
    )
}

impl Chart {
    /// The chart as a picture.
    pub fn svg(&self) -> String {
        let head = 34.0 + TEXT_LINE * (self.notes.len() as f64 + f64::from(self.has_key()));
        let (frames, height) = self.frames(head);
        let title = escape(&self.title);
        let mut out = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}' role='img'>\n<title>{title}</title>\n{}<rect class='sheet' width='{WIDTH}' height='{height}' rx='6'/>\n",
            style()
        );
        put(&mut out, format_args!("<text class='name' x='16' y='26'>{title}</text>"));
        for (n, note) in self.notes.iter().enumerate() {
            let y = 28.0 + TEXT_LINE * (n as f64 + 1.0);
            put(
                &mut out,
                format_args!("<text class='label' x='16' y='{y}'>{}</text>", escape(note)),
            );
        }
        if self.has_key() {
            self.draw_key(&mut out, 24.0 + TEXT_LINE * (self.notes.len() as f64 + 1.0));
        }
        if let Some(scale) = Scale::of(self) {
            for (panel, frame) in self.panels.iter().zip(frames) {
                self.draw_panel(&mut out, panel, &scale.on(frame));
            }
        }
        self.draw_axis_names(&mut out, head, height);
        out.push_str("</svg>\n");
        out
    }

    /// Lines of several panels are explained once, above them.
    fn has_key(&self) -> bool {
        self.panels.len() > 1
    }

    fn has_subtitles(&self) -> bool {
        self.panels.iter().any(|panel| !panel.subtitle.is_empty())
    }

    /// Where the panels are, and how high the sheet is.
    fn frames(&self, head: f64) -> (Vec<Frame>, f64) {
        let long = self.panels.iter().any(|panel| panel.title.chars().count() > LONG_TITLE);
        let (columns, height) = match self.panels.len() {
            0 | 1 => (1, 330.0),
            2..=3 => (self.panels.len(), 230.0),
            _ if long => (3, 130.0),
            _ => (4, 130.0),
        };
        let names = if self.has_key() { 0.0 } else { NAMES };
        // Only the panels at the left have numbers.
        let gap = if columns > 1 { 22.0 } else { 0.0 };
        let width = (WIDTH - LEFT - names - 16.0 - gap * (columns - 1) as f64) / columns as f64;
        let rows = self.panels.len().div_ceil(columns);
        let above = match (self.has_key(), self.has_subtitles()) {
            (false, _) => 8.0,
            (true, false) => 34.0,
            (true, true) => 48.0,
        };
        let step = height + above + BOTTOM;
        let frame = |n: usize| Frame {
            left: LEFT + (n % columns) as f64 * (width + gap),
            top: head + above + (n / columns) as f64 * step,
            width,
            height,
            is_first: n.is_multiple_of(columns),
        };
        let bottom = head + rows as f64 * step + 30.0;
        ((0..self.panels.len()).map(frame).collect(), bottom)
    }

    fn draw_panel(&self, out: &mut String, panel: &Panel, scale: &Scale) {
        let Frame { left, top, width, .. } = scale.frame;
        if self.has_key() {
            let y = if self.has_subtitles() { top - 22.0 } else { top - 8.0 };
            put(
                out,
                format_args!(
                    "<text class='panel' x='{left:.1}' y='{y:.1}'>{}</text><text class='label end' x='{:.1}' y='{y:.1}'>{}</text>",
                    escape(&panel.title),
                    left + width,
                    escape(&panel.remark)
                ),
            );
            if self.has_subtitles() {
                let subtitle = escape(&panel.subtitle);
                let y = top - 7.0;
                put(
                    out,
                    format_args!("<text class='label' x='{left:.1}' y='{y:.1}'>{subtitle}</text>"),
                );
            }
        }
        scale.draw_grid(out);
        let mut ends = Vec::new();
        for (series, ink) in panel.series.iter().zip(inks(&panel.series)) {
            let points: Vec<(f64, f64)> =
                series.points.iter().filter_map(|&point| scale.place(point)).collect();
            draw_line(out, &points, series.line, ink);
            let name = series.name.clone();
            ends.extend(points.last().map(|&(x, y)| Label { name, x, y, ink, line: series.line }));
        }
        if !self.has_key() {
            let x = left + width + 16.0;
            for (label, y) in spread(ends, top, top + scale.frame.height) {
                put(
                    out,
                    format_args!(
                        "<path class='leader' d='M{:.1} {:.1}L{:.1} {y:.1}'/>",
                        label.x + 5.0,
                        label.y,
                        x - 2.0
                    ),
                );
                draw_sample(out, (x, y), label.line, label.ink, &label.name);
            }
        }
    }

    /// What the lines of all panels are, by those of the first.
    fn draw_key(&self, out: &mut String, y: f64) {
        let Some(panel) = self.panels.first() else { return };
        let mut x = 16.0;
        for (series, ink) in panel.series.iter().zip(inks(&panel.series)) {
            draw_sample(out, (x, y), series.line, ink, &series.name);
            x += 62.0 + 6.6 * series.name.chars().count() as f64;
        }
    }

    fn draw_axis_names(&self, out: &mut String, head: f64, height: f64) {
        let right = if self.has_key() { WIDTH - 16.0 } else { WIDTH - NAMES - 16.0 };
        let (middle, y) = ((LEFT + right) / 2.0, height - 12.0);
        put(
            out,
            format_args!(
                "<text class='label middle' x='{middle:.1}' y='{y:.1}'>{}</text>",
                escape(&self.x)
            ),
        );
        put(
            out,
            format_args!(
                "<text class='label middle' transform='translate(16 {:.1}) rotate(-90)'>{}</text>",
                (head + height - 2.0 * BOTTOM) / 2.0,
                escape(&self.y)
            ),
        );
    }
}

/// The ink of each line: one after the other, and for what they are compared with none of them.
fn inks(series: &[Series]) -> Vec<usize> {
    // Beside what is compared with them the darkest would hardly stand out.
    let mut next = usize::from(series.iter().any(|series| series.line == Line::Baseline));
    let ink = |series: &Series| match series.line {
        Line::Baseline => 0,
        Line::Plain | Line::Dashed => {
            next += 1;
            next - 1
        }
    };
    series.iter().map(ink).collect()
}

fn draw_line(out: &mut String, points: &[(f64, f64)], line: Line, ink: usize) {
    let mut path = String::new();
    for (x, y) in points {
        path += &format!("{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' });
    }
    put(out, format_args!("<path {} d='{path}'/>", stroke(line, ink)));
    if line == Line::Plain {
        let marks: String = points.iter().map(|&place| mark(place, ink)).collect();
        put(out, format_args!("<path fill='{}' d='{marks}'/>", hex(SERIES[ink % SERIES.len()])));
    }
}

/// A piece of a line with its name.
fn draw_sample(out: &mut String, (x, y): (f64, f64), line: Line, ink: usize, name: &str) {
    draw_line(out, &[(x, y), (x + 26.0, y)], line, ink);
    put(
        out,
        format_args!(
            "<text class='label' x='{:.1}' y='{:.1}'>{}</text>",
            x + 34.0,
            y + 4.0,
            escape(name)
        ),
    );
}

fn stroke(line: Line, ink: usize) -> String {
    let color = hex(SERIES[ink % SERIES.len()]);
    match line {
        Line::Plain => format!("class='line' stroke='{color}'"),
        Line::Dashed => format!("class='line' stroke='{color}' stroke-dasharray='7 4'"),
        Line::Baseline => format!("class='baseline' stroke='{}'", hex(BASELINE)),
    }
}

/// Marks of different shapes, which a print without colours tells apart: square, disc, triangle, diamond, and a
/// triangle upside down.
fn mark((x, y): (f64, f64), ink: usize) -> String {
    let r = 3.4;
    match ink % SERIES.len() {
        0 => format!("M{:.1} {:.1}h6v6h-6z", x - 3.0, y - 3.0),
        1 => format!("M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", x - r, d = 2.0 * r),
        2 => format!("M{x:.1} {:.1}l4 7h-8z", y - 4.5),
        3 => format!("M{x:.1} {:.1}l4.4 4.4l-4.4 4.4l-4.4 -4.4z", y - 4.4),
        _ => format!("M{x:.1} {:.1}l4 -7h-8z", y + 4.5),
    }
}
