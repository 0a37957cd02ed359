//! `otrera lsg`: the line segment graph of the unburnt squares of a position.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use otrera_area::LineSegmentGraph;
use otrera_board::{Bits, Color, Content, Position, Square};
use serde::Serialize;

use crate::cli::{POSITIONS, PositionArgs};
use crate::draw::{graph, terminal};
use crate::input::answer_each;
use crate::save::save;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct LsgArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Write an SVG picture of the graph to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

pub fn run(args: &LsgArgs) -> anyhow::Result<()> {
    answer_each(&args.input, |subject| {
        let position = subject.position();
        let answer = Answer::new(&position);
        if let Some(path) = &args.svg {
            let picture = graph::draw(&position, &answer.lines_of_squares, &answer.number_of);
            save(path, picture.as_bytes())?;
        }
        Ok(answer)
    })
}

#[derive(Serialize)]
struct Answer {
    position: String,
    points: usize,
    /// The squares of each line, in order.
    lines: Vec<Vec<String>>,
    black: Vec<String>,
    white: Vec<String>,
    /// The graph under names that all isomorphic graphs share.
    canonical: String,
    /// A short name for it.
    name: String,
    #[serde(skip)]
    lines_of_squares: Vec<Vec<Square>>,
    /// The squares by their numbers in the canonical graph.
    #[serde(skip)]
    number_of: Vec<(Square, u8)>,
    #[serde(skip)]
    drawn: Position,
}

impl Answer {
    fn new(position: &Position) -> Answer {
        let size = position.size();
        let graph = LineSegmentGraph::of_position(position);
        let board = position.geometry().board();
        let squares: Vec<Square> = (board & !position.burnt()).squares().collect();
        let lines_of_squares: Vec<Vec<Square>> = graph
            .lines()
            .map(|line| line.iter().map(|&point| squares[usize::from(point)]).collect())
            .collect();
        let name = |square: &Square| size.name(*square).to_string();
        let of = |color| {
            let standing = |s: &&Square| position.at(**s) == Content::Amazon(color);
            squares.iter().filter(standing).map(name).collect()
        };
        let (canonical, numbers) = graph.canonical_with_names();
        let number_of = squares.iter().copied().zip(numbers.iter().map(|n| n + 1)).collect();
        Answer {
            position: position.to_string(),
            points: graph.len(),
            lines: lines_of_squares.iter().map(|line| line.iter().map(name).collect()).collect(),
            black: of(Color::Black),
            white: of(Color::White),
            name: canonical.short_name(),
            canonical: canonical.to_string(),
            lines_of_squares,
            number_of,
            drawn: *position,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        terminal::draw_numbers(f, &self.drawn, |square| {
            self.number_of.iter().find(|(at, _)| *at == square).map(|(_, number)| *number)
        })?;
        writeln!(f, "Name       {}", self.name)?;
        writeln!(f, "Points     {}", self.points)?;
        let lines: Vec<String> = self.lines.iter().map(|line| line.join("-")).collect();
        writeln!(f, "Lines      {}", lines.join(" "))?;
        writeln!(f, "Canonical  {}", self.canonical)
    }
}
