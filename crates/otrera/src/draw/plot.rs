//! Plots as SVG: lines over a common x axis, the y axis linear or by powers of ten.

use super::put;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 210.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 52.0;

/// Colours that stay apart in print and for most eyes.
const INKS: [&str; 11] = [
    "#262322", "#b0452c", "#3f5f8a", "#5c8644", "#8a5fa0", "#c08a2e", "#2e8f8a", "#a0526f",
    "#6d6a64", "#7fa3d1", "#d48a6a",
];

const STYLE: &str = "\
<style>
.sheet{fill:#fffdf9}.grid{stroke:#d9d3c6;stroke-width:1}.axis{stroke:#8a8378;stroke-width:1}
.label{font:12px system-ui,sans-serif;fill:#5d5346}.name{font:600 15px system-ui,sans-serif;fill:#3a3532}
.line{fill:none;stroke-width:1.8;stroke-linejoin:round}
</style>
";

/// A line of a plot.
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Drawn with dashes: figures from elsewhere.
    pub dashed: bool,
}

/// A plot.
pub struct Plot {
    pub title: String,
    pub x: String,
    pub y: String,
    /// Powers of ten on the y axis; points at zero or below are left out.
    pub logarithmic: bool,
    pub series: Vec<Series>,
}

impl Plot {
    /// The plot as a picture.
    pub fn svg(&self) -> String {
        let mut out = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' role='img'>\n<title>{}</title>\n{STYLE}<rect class='sheet' width='{WIDTH}' height='{HEIGHT}' rx='6'/>\n",
            self.title
        );
        if let Some(scale) = Scale::of(self) {
            self.draw_y_axis(&mut out, &scale);
            self.draw_x_axis(&mut out, &scale);
            self.draw_titles(&mut out);
            for (n, series) in self.series.iter().enumerate() {
                self.draw_series(&mut out, &scale, n, series);
            }
        }
        out.push_str("</svg>\n");
        out
    }

    /// Lines across the plot, with their heights.
    fn draw_y_axis(&self, out: &mut String, scale: &Scale) {
        for tick in ticks(scale.y[0], scale.y[1]) {
            let y = scale.up(tick);
            let text = match self.logarithmic {
                true if tick.fract() != 0.0 => continue,
                true => power_of_ten(tick as i32),
                false => trimmed(tick),
            };
            put(out, format_args!("<path class='grid' d='M{LEFT} {y:.1}H{:.1}'/>", WIDTH - RIGHT));
            put(
                out,
                format_args!(
                    "<text class='label' text-anchor='end' x='{:.1}' y='{:.1}'>{text}</text>",
                    LEFT - 6.0,
                    y + 4.0
                ),
            );
        }
    }

    /// The line below the plot, with whole numbers.
    fn draw_x_axis(&self, out: &mut String, scale: &Scale) {
        let foot = HEIGHT - BOTTOM;
        for tick in ticks(scale.x[0], scale.x[1]).filter(|tick| tick.fract() == 0.0) {
            let x = scale.across(tick);
            put(out, format_args!("<path class='axis' d='M{x:.1} {foot:.1}v4'/>"));
            put(
                out,
                format_args!(
                    "<text class='label' text-anchor='middle' x='{x:.1}' y='{:.1}'>{tick}</text>",
                    foot + 18.0
                ),
            );
        }
        put(out, format_args!("<path class='axis' d='M{LEFT} {foot:.1}H{:.1}'/>", WIDTH - RIGHT));
    }

    /// The title of the plot and the names of its axes.
    fn draw_titles(&self, out: &mut String) {
        put(out, format_args!("<text class='name' x='{LEFT}' y='24'>{}</text>", self.title));
        put(
            out,
            format_args!(
                "<text class='label' text-anchor='middle' x='{:.1}' y='{:.1}'>{}</text>",
                (LEFT + WIDTH - RIGHT) / 2.0,
                HEIGHT - 14.0,
                self.x
            ),
        );
        put(
            out,
            format_args!(
                "<text class='label' text-anchor='middle' transform='translate(16 {:.1}) rotate(-90)'>{}</text>",
                (TOP + HEIGHT - BOTTOM) / 2.0,
                self.y
            ),
        );
    }

    /// A line, and its name beside the plot.
    fn draw_series(&self, out: &mut String, scale: &Scale, n: usize, series: &Series) {
        let ink = INKS[n % INKS.len()];
        let dashes = if series.dashed { " stroke-dasharray='5 4'" } else { "" };
        let mut path = String::new();
        for point in series.points.iter().filter(|point| self.shown(point)) {
            let step = if path.is_empty() { 'M' } else { 'L' };
            let (x, y) = (scale.across(point.0), scale.up(self.height(point.1)));
            path += &format!("{step}{x:.1} {y:.1}");
        }
        put(out, format_args!("<path class='line' stroke='{ink}'{dashes} d='{path}'/>"));
        let y = TOP + 8.0 + 19.0 * n as f64;
        let x = WIDTH - RIGHT + 14.0;
        put(out, format_args!("<path class='line' stroke='{ink}'{dashes} d='M{x} {y}h22'/>"));
        put(
            out,
            format_args!(
                "<text class='label' x='{}' y='{}'>{}</text>",
                x + 28.0,
                y + 4.0,
                series.name
            ),
        );
    }

    fn shown(&self, point: &(f64, f64)) -> bool {
        !self.logarithmic || point.1 > 0.0
    }

    fn height(&self, y: f64) -> f64 {
        if self.logarithmic { y.log10() } else { y }
    }
}

/// From numbers to places on the sheet.
struct Scale {
    x: [f64; 2],
    y: [f64; 2],
}

impl Scale {
    /// The scale that shows all points; none if there are none.
    fn of(plot: &Plot) -> Option<Scale> {
        let points = || {
            plot.series.iter().flat_map(|series| &series.points).filter(|point| plot.shown(point))
        };
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
                [low.min(value), high.max(value)]
            })
        };
        let x = range(&mut points().map(|point| point.0));
        let [low, high] = range(&mut points().map(|point| plot.height(point.1)));
        let y = match plot.logarithmic {
            true => [low.floor(), high.ceil().max(low.floor() + 1.0)],
            false => [low.min(0.0), high.max(low + 1e-9)],
        };
        (x[0] <= x[1]).then_some(Scale { x, y })
    }

    fn across(&self, x: f64) -> f64 {
        let [low, high] = self.x;
        LEFT + (x - low) / (high - low).max(1e-9) * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, y: f64) -> f64 {
        let [low, high] = self.y;
        HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
    }
}

/// At most about ten round numbers in a range.
fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let rough = ((high - low) / 10.0).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(move |n| n as f64 * step).take_while(move |&tick| tick <= high + 1e-9 * step)
}

fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn power_of_ten(exponent: i32) -> String {
    match exponent {
        0..=4 => 10_u64.pow(exponent.unsigned_abs()).to_string(),
        _ => format!("1e{exponent}"),
    }
}
