//! The rows of a measurement beside those of an earlier release.

use std::fmt;

use otrera_board::Color;
use serde::{Serialize, Serializer};

use super::record::{Cost, Half, Record};
use crate::output::as_letter;
use crate::width::Table;

/// A position that was measured, or, without a position, the geometric means of all.
#[derive(Serialize)]
pub struct Row {
    pub position: Option<String>,
    pub half: Half,
    #[serde(serialize_with = "as_letter")]
    pub winner: Option<Color>,
    #[serde(flatten)]
    pub now: Figures,
    pub last_release: Recorded,
}

/// What an earlier release has found.
#[derive(Serialize)]
pub struct Recorded {
    #[serde(serialize_with = "as_letter")]
    winner: Option<Color>,
    #[serde(flatten)]
    figures: Figures,
}

/// Costs, or their means.
#[derive(Clone, Copy, Serialize)]
pub struct Figures {
    #[serde(serialize_with = "as_count")]
    nodes: f64,
    #[serde(serialize_with = "as_count")]
    evaluations: f64,
    user_seconds: Option<f64>,
    nodes_per_second: Option<f64>,
    evaluations_per_second: Option<f64>,
    /// Per node, in a part of the search.
    instructions: Option<f64>,
}

/// A count in an answer for a program; a mean of counts is rounded.
fn as_count<S: Serializer>(count: &f64, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u64(count.round() as u64)
}

/// What is less counts as this much: processors' times are not told more finely.
const LEAST_SECONDS: f64 = 0.001;

impl Figures {
    fn new(
        nodes: f64,
        evaluations: f64,
        user_seconds: Option<f64>,
        instructions: Option<f64>,
    ) -> Figures {
        let per_second =
            |count: f64| user_seconds.map(|seconds| count / seconds.max(LEAST_SECONDS));
        Figures {
            nodes,
            evaluations,
            user_seconds,
            nodes_per_second: per_second(nodes),
            evaluations_per_second: per_second(evaluations),
            instructions,
        }
    }

    fn of(cost: &Cost) -> Figures {
        let Cost { nodes, evaluations, user_seconds, instructions } = *cost;
        Figures::new(nodes as f64, evaluations as f64, user_seconds, instructions)
    }

    /// The geometric means; of a figure that is not known everywhere there is none.
    fn means(all: &[Figures]) -> Figures {
        let mean = |least: f64, of: fn(&Figures) -> Option<f64>| {
            let logarithms: Option<f64> =
                all.iter().map(|figures| Some(of(figures)?.max(least).ln())).sum();
            Some((logarithms? / all.len() as f64).exp())
        };
        Figures::new(
            mean(1.0, |it| Some(it.nodes)).unwrap_or(0.0),
            mean(1.0, |it| Some(it.evaluations)).unwrap_or(0.0),
            mean(LEAST_SECONDS, |it| it.user_seconds),
            mean(1.0, |it| it.instructions),
        )
    }

    /// The figures of the table.
    fn columns(self) -> [Option<f64>; 6] {
        let Figures { nodes, evaluations, user_seconds, instructions, .. } = self;
        let rates = [self.nodes_per_second, self.evaluations_per_second];
        [Some(nodes), Some(evaluations), user_seconds, rates[0], rates[1], instructions]
    }
}

impl Row {
    /// A position that was measured.
    pub fn new(record: &Record, winner: Color, cost: &Cost) -> Row {
        Row {
            position: Some(record.text.clone()),
            half: record.half,
            winner: Some(winner),
            now: Figures::of(cost),
            last_release: Recorded {
                winner: Some(record.winner),
                figures: Figures::of(&record.cost),
            },
        }
    }

    /// The means of all, of which there is at least one.
    pub fn means(rows: &[Row]) -> Row {
        let now: Vec<Figures> = rows.iter().map(|row| row.now).collect();
        let last: Vec<Figures> = rows.iter().map(|row| row.last_release.figures).collect();
        Row {
            position: None,
            half: rows[0].half,
            winner: None,
            now: Figures::means(&now),
            last_release: Recorded { winner: None, figures: Figures::means(&last) },
        }
    }

    /// What is wrong with the answer, if it is not that of the earlier release.
    pub fn contradiction(&self) -> Option<String> {
        let (position, found) = (self.position.as_ref()?, self.winner?);
        let recorded = self.last_release.winner.filter(|&recorded| recorded != found)?;
        Some(format!("{position}: {found} wins, but the last release says {recorded}"))
    }
}

/// All rows as a table, their means below.
pub struct Report<'a>(pub &'a [Row]);

/// The digits behind the point of the columns.
const PLACES: [usize; 6] = [0, 0, 2, 0, 0, 0];

/// The last column, which is there if instructions were counted.
const INSTRUCTIONS: usize = 5;

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = [
            "nodes",
            "evaluations",
            "user\nseconds",
            "nodes\nper second",
            "evaluations\nper second",
            "instructions\nper node",
        ];
        let counted = self.0.iter().any(|row| row.now.instructions.is_some());
        let shown = if counted { heads.len() } else { INSTRUCTIONS };
        let mut table =
            Table::new(1, ["position", "winner"].iter().chain(&heads[..shown]).copied())
                .words_in(&[0, 1]);
        let mut row = |name: &str, winner: Option<Color>, cells: [String; 6]| {
            let winner = winner.map_or(String::new(), |winner| winner.letter().to_string());
            table.row([name.to_owned(), winner].into_iter().chain(cells.into_iter().take(shown)));
        };
        for it in self.0 {
            row(it.position.as_deref().unwrap_or_default(), it.winner, cells(it.now));
        }
        let Row { now, last_release: Recorded { figures: last, .. }, .. } = Row::means(self.0);
        row("geometric mean", None, cells(now));
        row("last release", None, cells(last));
        let (now, last) = (now.columns(), last.columns());
        let ratio = |n: usize| Some(now[n]? / last[n]?);
        row("ratio", None, std::array::from_fn(|n| cell(ratio(n), 2)));
        write!(f, "{table}")
    }
}

fn cells(figures: Figures) -> [String; 6] {
    let columns = figures.columns();
    std::array::from_fn(|n| cell(columns[n], PLACES[n]))
}

fn cell(figure: Option<f64>, places: usize) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.places$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_geometric() {
        let cost = |nodes, user_seconds| {
            let instructions = Some(100.0);
            Figures::of(&Cost { nodes, evaluations: 0, user_seconds, instructions })
        };
        let means = Figures::means(&[cost(4, Some(2.0)), cost(9, Some(18.0))]);
        assert!((means.nodes - 6.0).abs() < 1e-9);
        assert!((means.user_seconds.unwrap() - 6.0).abs() < 1e-9);
        assert!((means.nodes_per_second.unwrap() - 1.0).abs() < 1e-9);
        assert!((means.instructions.unwrap() - 100.0).abs() < 1e-9);
        // None of them counts for less than one.
        assert!((means.evaluations - 1.0).abs() < 1e-9);
        assert_eq!(Figures::means(&[cost(4, Some(2.0)), cost(9, None)]).user_seconds, None);
    }
}
