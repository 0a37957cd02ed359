//! `otrera areas`: how a position splits, who owns each area, and who is ahead.

mod answer;
mod legend;
pub mod picture;
mod rows;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use otrera_area::{Climb, Judgement, Ladder, Part, areas};
use otrera_board::{Bits, Position};
use otrera_cgt::{Bounds, TempoSum};

pub use self::answer::Answer;
use crate::cli::{POSITIONS, PositionArgs};
use crate::input::answer_each;
use crate::numbers;
use crate::save::save;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct AreasArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Bound at most N positions in the search of each area
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = parse_search)]
    pub search: usize,
    /// Say what the bounds mean, and how each was found
    #[arg(long, conflicts_with_all = ["json", "batch"])]
    pub explain: bool,
    /// Write an SVG map to this file
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub svg: Option<PathBuf>,
}

/// Reads how many positions are bounded at most.
pub fn parse_search(text: &str) -> Result<usize, String> {
    numbers::within(text, 0..=usize::MAX)
}

pub fn run(args: &AreasArgs) -> anyhow::Result<()> {
    // What was found about an area serves the whole batch.
    let mut narrow = Ladder::<u64>::new(effort(args));
    let mut wide = Ladder::<u128>::new(effort(args));
    answer_each(&args.input, |subject| {
        let position = subject.position();
        let split = match position.narrow() {
            Some(position) => Split::new(&mut narrow, &position),
            None => Split::new(&mut wide, &position),
        };
        let answer = Answer::new(&position, split, args.explain);
        if let Some(path) = &args.svg {
            save(path, picture::draw(&answer).as_bytes())?;
        }
        Ok(answer)
    })
}

/// The areas of one position, as far up the ladder as this. Once the flag is set, bounds are not searched for any further.
pub fn of_position(position: &Position, effort: Climb, stop: &'static AtomicBool) -> Answer {
    let split = match position.narrow() {
        Some(position) => Split::new(&mut Ladder::new(effort).ended_by(stop), &position),
        None => Split::new(&mut Ladder::new(effort).ended_by(stop), position),
    };
    Answer::new(position, split, false)
}

fn effort(args: &AreasArgs) -> Climb {
    Climb::default().with_local_search(args.search)
}

/// What was found about an area, in the wide word.
struct Found {
    /// All its squares: what the judgement is about.
    squares: u128,
    judgement: Judgement,
    parts: Vec<Part<u128>>,
}

/// What was found about a position.
struct Split {
    areas: Vec<Found>,
    total: TempoSum,
    bounds: Bounds,
}

impl Split {
    fn new<B: Bits>(ladder: &mut Ladder<B>, position: &Position<B>) -> Split {
        let mut split =
            Split { areas: Vec::new(), total: TempoSum::default(), bounds: Bounds::exactly(0) };
        for area in areas(position) {
            let judgement = ladder.judge(&area);
            let parts = ladder.parts(&area, &judgement).into_iter().map(|part| part.widen());
            split.total.add(judgement.tempo);
            split.bounds = split.bounds + judgement.bounds;
            let squares = area.squares().widen();
            split.areas.push(Found { squares, judgement, parts: parts.collect() });
        }
        split
    }
}
