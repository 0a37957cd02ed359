//! The positions of the yardstick, and what an earlier release took for them: rows of a text file.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use otrera_board::{Color, Position};
use serde::Serialize;

use crate::input::position_of_text;
use crate::read;
use crate::words::counted;

/// The positions that come with the program, as `--choose` has printed them.
const OURS: &str = include_str!("positions.tsv");

/// Which positions a change is tried on, and which it is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    /// For trying changes out
    Tuning,
    /// For the last word, once nothing is changed any more
    HeldBack,
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Half::Tuning => "tuning",
            Half::HeldBack => "held-back",
        })
    }
}

/// What solving a position takes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Cost {
    pub nodes: u64,
    pub evaluations: u64,
    /// None where the system does not tell.
    pub user_seconds: Option<f64>,
    /// Per node, in a part of the search; none if they were not counted.
    pub instructions: Option<f64>,
}

/// A position of the yardstick, with what it took when it was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// A board and moves.
    pub text: String,
    pub half: Half,
    pub winner: Color,
    pub cost: Cost,
}

impl Record {
    /// The position that its text leads to.
    pub fn position(&self) -> anyhow::Result<Position<u64>> {
        let position = position_of_text(&self.text)?;
        position.narrow().ok_or_else(|| anyhow!("more than 64 squares: {position}"))
    }
}

/// The names of the columns.
const COLUMNS: [&str; 7] =
    ["position", "half", "winner", "nodes", "evaluations", "user seconds", "instructions per node"];

/// What stands where a number is not known.
const UNKNOWN: &str = "-";

/// The line above the records.
pub fn heading() -> String {
    format!("# {}", COLUMNS.join("\t"))
}

/// One line, which reads back.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { text, half, winner, cost } = self;
        write!(f, "{text}\t{half}\t{}\t{}\t{}", winner.letter(), cost.nodes, cost.evaluations)?;
        for (known, places) in [(cost.user_seconds, 2), (cost.instructions, 0)] {
            match known {
                Some(number) => write!(f, "\t{number:.places$}")?,
                None => write!(f, "\t{UNKNOWN}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<Record> {
        let cells: Vec<&str> = line.split('\t').collect();
        let Ok([text, half, winner, nodes, evaluations, seconds, instructions]) =
            <[&str; 7]>::try_from(cells.as_slice())
        else {
            let found = counted(cells.len() as u64, "column");
            bail!("found {found}; expected {}: {}", COLUMNS.len(), COLUMNS.join(", "));
        };
        let record = Record {
            text: text.to_owned(),
            half: cell(half, "tuning or held-back", |text| Half::from_str(text, false).ok())?,
            winner: cell(winner, "the winner, b or w", |text| match text {
                "b" => Some(Color::Black),
                "w" => Some(Color::White),
                _ => None,
            })?,
            cost: Cost {
                nodes: cell(nodes, "a number of nodes", |text| text.parse().ok())?,
                evaluations: cell(evaluations, "a number of evaluations", |text| {
                    text.parse().ok()
                })?,
                user_seconds: cell(seconds, "user seconds, or -", measured)?,
                instructions: cell(instructions, "instructions per node, or -", measured)?,
            },
        };
        record.position()?;
        Ok(record)
    }
}

fn cell<T>(text: &str, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> anyhow::Result<T> {
    read(text).with_context(|| format!("found `{text}`; expected {expected}"))
}

/// A number that is not negative, or the sign for one that is not known.
#[expect(clippy::option_option, reason = "misread, unknown or known")]
fn measured(text: &str) -> Option<Option<f64>> {
    match text {
        UNKNOWN => Some(None),
        _ => {
            text.parse().ok().filter(|&number: &f64| number.is_finite() && number >= 0.0).map(Some)
        }
    }
}

/// The records that come with the program.
pub fn ours() -> anyhow::Result<Vec<Record>> {
    read_all(OURS, "the positions of this program")
}

/// The records of a file.
pub fn of_file(path: &Path) -> anyhow::Result<Vec<Record>> {
    let bytes = read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
    let name = path.display().to_string();
    read_all(str::from_utf8(&bytes).with_context(|| name.clone())?, &name)
}

/// The records of a text. Blank lines and lines that begin with `#` are skipped.
fn read_all(text: &str, name: &str) -> anyhow::Result<Vec<Record>> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(n, line)| line.parse().with_context(|| format!("{name}, line {}", n + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::choose::{KINDS, LEAST, MOST, candidates};
    use super::*;

    /// Of the promised cost, in the order of the candidates, in turns for both halves. One of 6×5 is still to
    /// be found.
    #[test]
    fn ours_are_chosen_by_the_rule() {
        let records = ours().unwrap();
        let mut rest = &records[..];
        for (kind, found) in KINDS.into_iter().zip([12, 4, 7]) {
            let (own, others) = rest.split_at(found);
            let mut candidates = candidates(kind, 1);
            for (n, record) in own.iter().enumerate() {
                assert!(candidates.any(|text| text == record.text), "{}", record.text);
                assert_eq!(record.half, [Half::Tuning, Half::HeldBack][n % 2], "{}", record.text);
                assert!((LEAST..=MOST).contains(&record.cost.nodes), "{}", record.text);
                assert!(record.cost.evaluations > record.cost.nodes, "{}", record.text);
            }
            rest = others;
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn records_read_back() {
        for record in ours().unwrap() {
            assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
        }
        let unknown = "b.w w\ttuning\tw\t0\t1\t-\t-";
        assert_eq!(unknown.parse::<Record>().unwrap().to_string(), unknown);
    }
}
