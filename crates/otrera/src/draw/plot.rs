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
        let points = || {
            self.series.iter().flat_map(|series| &series.points).filter(|point| self.shown(point))
        };
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let (x_low, x_high) = range(&mut points().map(|point| point.0));
        let (y_low, y_high) = range(&mut points().map(|point| self.height(point.1)));
        if x_low > x_high {
            out.push_str("</svg>\n");
            return out;
        }
        let (y_low, y_high) = match self.logarithmic {
            true => (y_low.floor(), y_high.ceil().max(y_low.floor() + 1.0)),
            false => (y_low.min(0.0), y_high.max(y_low + 1e-9)),
        };
        let across =
            |x: f64| LEFT + (x - x_low) / (x_high - x_low).max(1e-9) * (WIDTH - LEFT - RIGHT);
        let up =
            |y: f64| HEIGHT - BOTTOM - (y - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM);
        for tick in ticks(y_low, y_high) {
            let y = up(tick);
            let text = match self.logarithmic {
                true if tick.fract() != 0.0 => continue,
                true => power_of_ten(tick as i32),
                false => trimmed(tick),
            };
            put(
                &mut out,
                format_args!("<path class='grid' d='M{LEFT} {y:.1}H{:.1}'/>", WIDTH - RIGHT),
            );
            put(
                &mut out,
                format_args!(
                    "<text class='label' text-anchor='end' x='{:.1}' y='{:.1}'>{text}</text>",
                    LEFT - 6.0,
                    y + 4.0
                ),
            );
        }
        for tick in ticks(x_low, x_high).filter(|tick| tick.fract() == 0.0) {
            let x = across(tick);
            put(
                &mut out,
                format_args!("<path class='axis' d='M{x:.1} {:.1}v4'/>", HEIGHT - BOTTOM),
            );
            put(
                &mut out,
                format_args!(
                    "<text class='label' text-anchor='middle' x='{x:.1}' y='{:.1}'>{tick}</text>",
                    HEIGHT - BOTTOM + 18.0
                ),
            );
        }
        put(
            &mut out,
            format_args!(
                "<path class='axis' d='M{LEFT} {:.1}H{:.1}'/>",
                HEIGHT - BOTTOM,
                WIDTH - RIGHT
            ),
        );
        put(&mut out, format_args!("<text class='name' x='{LEFT}' y='24'>{}</text>", self.title));
        put(
            &mut out,
            format_args!(
                "<text class='label' text-anchor='middle' x='{:.1}' y='{:.1}'>{}</text>",
                (LEFT + WIDTH - RIGHT) / 2.0,
                HEIGHT - 14.0,
                self.x
            ),
        );
        put(
            &mut out,
            format_args!(
                "<text class='label' text-anchor='middle' transform='translate(16 {:.1}) rotate(-90)'>{}</text>",
                (TOP + HEIGHT - BOTTOM) / 2.0,
                self.y
            ),
        );
        for (n, series) in self.series.iter().enumerate() {
            let ink = INKS[n % INKS.len()];
            let dashes = if series.dashed { " stroke-dasharray='5 4'" } else { "" };
            let mut path = String::new();
            for point in series.points.iter().filter(|point| self.shown(point)) {
                let step = if path.is_empty() { 'M' } else { 'L' };
                path += &format!("{step}{:.1} {:.1}", across(point.0), up(self.height(point.1)));
            }
            put(&mut out, format_args!("<path class='line' stroke='{ink}'{dashes} d='{path}'/>"));
            let y = TOP + 8.0 + 19.0 * n as f64;
            let x = WIDTH - RIGHT + 14.0;
            put(
                &mut out,
                format_args!("<path class='line' stroke='{ink}'{dashes} d='M{x} {y}h22'/>"),
            );
            put(
                &mut out,
                format_args!(
                    "<text class='label' x='{}' y='{}'>{}</text>",
                    x + 28.0,
                    y + 4.0,
                    series.name
                ),
            );
        }
        out.push_str("</svg>\n");
        out
    }

    fn shown(&self, point: &(f64, f64)) -> bool {
        !self.logarithmic || point.1 > 0.0
    }

    fn height(&self, y: f64) -> f64 {
        if self.logarithmic { y.log10() } else { y }
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
