//! The game as a chart: who was ahead after each move.

use otrera_board::Color;

use super::answer::Answer;
use crate::draw::chart::{Chart, Line, Panel, Series};

/// The chart as a picture.
pub fn svg(answer: &Answer) -> String {
    let moves = || answer.moves.iter().map(|row| (f64::from(row.number), row));
    let guessed = moves().filter_map(|(x, row)| Some((x, f64::from(row.ahead?))));
    let exact = moves().filter_map(|(x, row)| {
        let height = f64::from(row.margin?) + 0.5;
        Some((x, if row.found? == Color::Black { height } else { -height }))
    });
    let series = |name: &str, points, line| Series { name: name.to_owned(), points, line };
    let last = f64::from(answer.moves.last().map_or(1, |row| row.number));
    let mut lines = vec![series("even", vec![(1.0, 0.0), (last, 0.0)], Line::Baseline)];
    lines.push(series("evaluation", guessed.collect(), Line::Dashed));
    lines.push(series("exact", exact.collect(), Line::Plain));
    lines.retain(|line| !line.points.is_empty());
    Chart {
        title: format!("Who is ahead: {}", answer.headline()),
        notes: vec![
            "Black is ahead above the line, White below. Exact: a win by m moves is drawn at m + 1/2.".to_owned(),
        ],
        x: "moves played".to_owned(),
        y: "moves ahead".to_owned(),
        logarithmic: false,
        panels: vec![Panel { series: lines, ..Panel::default() }],
    }
    .svg()
}
