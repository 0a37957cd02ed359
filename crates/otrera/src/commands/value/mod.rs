//! `otrera value`: what a position is worth as a combinatorial game.

mod answer;
mod best_moves;
mod session;

use std::cell::Cell;
use std::path::PathBuf;

use clap::Args;
use otrera_board::Position;

use self::answer::Value;
use self::session::Session;
use crate::cli::{POSITIONS, PositionArgs};
use crate::draw::{svg, thermograph};
use crate::input::{Subject, answer_each, further_subject};
use crate::limits::{self, Limits};
use crate::output::RanOut;
use crate::save::save;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct ValueArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// More positions: find the value of the sum of all
    #[arg(value_name = "POSITION", conflicts_with = "batch")]
    pub more: Vec<String>,
    /// Write values with braces and numbers only
    #[arg(long)]
    pub plain: bool,
    /// Print the tree of options to this depth
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "2", require_equals = true, conflicts_with_all = ["json", "batch"])]
    pub tree: Option<usize>,
    /// Print only bounds, which every position has
    #[arg(long)]
    pub bounds: bool,
    /// Stop after this time or at this memory size, or at whichever comes first: 10s, 2G, 1m,500M
    #[arg(long, value_name = "LIMIT", value_parser = limits::parse)]
    pub limit: Option<Limits>,
    /// Write an SVG picture of board and thermograph to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

pub fn run(args: &ValueArgs) -> anyhow::Result<()> {
    // Areas that were valued once serve the whole batch.
    let mut narrow = Session::<u64>::new(args);
    let mut wide = Session::<u128>::new(args);
    let complete = Cell::new(true);
    answer_each(&args.input, |subject| {
        let positions = all_positions(subject, args)?;
        let narrowed: Option<Vec<Position<u64>>> = positions.iter().map(Position::narrow).collect();
        let value = match narrowed {
            Some(narrowed) => narrow.value(&narrowed)?,
            None => wide.value(&positions)?,
        };
        if value.ran_out() {
            complete.set(false);
        }
        if let Some(path) = &args.svg {
            save(path, picture(&value, &positions, subject).as_bytes())?;
        }
        Ok(value)
    })?;
    if complete.get() { Ok(()) } else { Err(RanOut.into()) }
}

fn all_positions(first: &Subject, args: &ValueArgs) -> anyhow::Result<Vec<Position>> {
    let mut positions = vec![first.position()];
    for argument in &args.more {
        positions.push(further_subject(argument, &args.input)?.position());
    }
    Ok(positions)
}

/// The boards beside the thermograph.
fn picture(value: &Value, positions: &[Position], subject: &Subject) -> String {
    let last = |n: usize| subject.last_move().filter(|_| n == 0);
    let boards = positions.iter().enumerate().map(|(n, position)| svg::draw(position, last(n)));
    thermograph::draw(&boards.collect::<Vec<_>>(), value.walls(), value.title())
}
