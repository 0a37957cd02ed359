//! From numbers to places in a panel, and the lines that help to read them back.

use super::Chart;
use crate::draw::put;

/// Where a panel is.
#[derive(Clone, Copy)]
pub struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    /// Whether numbers stand at its left.
    pub is_first: bool,
}

/// The same numbers for all panels of a chart, each with its frame.
#[derive(Clone, Copy)]
pub struct Scale {
    x: [f64; 2],
    /// Exponents if logarithmic.
    y: [f64; 2],
    logarithmic: bool,
    pub frame: Frame,
}

impl Scale {
    /// The scale that shows all points; none if there are none.
    pub fn of(chart: &Chart) -> Option<Scale> {
        let series = || chart.panels.iter().flat_map(|panel| &panel.series);
        let points = || series().flat_map(|series| &series.points);
        let shown = || points().filter(|point| !chart.logarithmic || point.1 > 0.0);
        let height = |y: f64| if chart.logarithmic { y.log10() } else { y };
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
                [low.min(value), high.max(value)]
            })
        };
        let x = range(&mut shown().map(|point| point.0));
        let [low, high] = range(&mut shown().map(|point| height(point.1)));
        let y = match chart.logarithmic {
            true => [low.floor(), high.ceil().max(low.floor() + 1.0)],
            false => [low.min(0.0), (1.04 * high).max(low + 1e-9)],
        };
        let frame = Frame { left: 0.0, top: 0.0, width: 1.0, height: 1.0, is_first: false };
        (x[0] <= x[1]).then_some(Scale { x, y, logarithmic: chart.logarithmic, frame })
    }

    /// The scale in a panel.
    pub fn on(self, frame: Frame) -> Scale {
        Scale { frame, ..self }
    }

    /// The place of a point, if it can be shown.
    pub fn place(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        match self.logarithmic {
            true if y <= 0.0 => None,
            true => Some((self.across(x), self.up(y.log10()))),
            false => Some((self.across(x), self.up(y))),
        }
    }

    fn across(&self, x: f64) -> f64 {
        // A little room on both sides for marks.
        let [low, high] = self.x;
        let share = (x - low) / (high - low).max(1e-9);
        self.frame.left + 8.0 + share * (self.frame.width - 16.0)
    }

    fn up(&self, y: f64) -> f64 {
        let [low, high] = self.y;
        self.frame.top + self.frame.height - (y - low) / (high - low) * self.frame.height
    }

    /// Lines across the panel, the numbers of the y axis at its left and those of the x axis below.
    pub fn draw_grid(&self, out: &mut String) {
        let Frame { left, top, width, height, is_first } = self.frame;
        let foot = top + height;
        for tick in ticks(self.y, (height / 32.0) as usize) {
            let y = self.up(tick);
            let text = match self.logarithmic {
                true if tick.fract() != 0.0 => continue,
                true => power_of_ten(tick as i32),
                false => trimmed(tick),
            };
            put(out, format_args!("<path class='grid' d='M{left:.1} {y:.1}h{width:.1}'/>"));
            if is_first {
                put(
                    out,
                    format_args!(
                        "<text class='label end' x='{:.1}' y='{:.1}'>{text}</text>",
                        left - 6.0,
                        y + 4.0
                    ),
                );
            }
        }
        for tick in ticks(self.x, (width / 40.0) as usize).filter(|tick| tick.fract() == 0.0) {
            let x = self.across(tick);
            put(
                out,
                format_args!(
                    "<path class='axis' d='M{x:.1} {foot:.1}v4'/><text class='label middle' x='{x:.1}' y='{:.1}'>{tick}</text>",
                    foot + 17.0
                ),
            );
        }
        put(out, format_args!("<path class='axis' d='M{left:.1} {foot:.1}h{width:.1}'/>"));
    }
}

/// At most about so many round numbers in a range.
fn ticks([low, high]: [f64; 2], most: usize) -> impl Iterator<Item = f64> {
    let rough = ((high - low) / most.max(2) as f64).max(1e-9);
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

/// A power of ten as it is written, in groups of three digits.
fn power_of_ten(exponent: i32) -> String {
    match exponent {
        0..=9 => {
            let digits = 10_u64.pow(exponent.unsigned_abs()).to_string();
            let (head, tail) = digits.split_at(digits.len() % 3);
            let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group));
            let head = (!head.is_empty()).then(|| head.into());
            head.into_iter().chain(groups).collect::<Vec<_>>().join("\u{202f}")
        }
        _ => format!("1e{exponent}"),
    }
}
