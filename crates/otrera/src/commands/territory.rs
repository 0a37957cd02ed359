//! `otrera territory`: how many moves a territory gives its owner.

use std::fmt;

use anyhow::{anyhow, bail};
use clap::Args;
use otrera_area::{Filler, Territory, areas};
use otrera_board::{Bits, Color, Move, Position, Size, Square};
use serde::Serialize;

use crate::cli::{POSITIONS, PositionArgs};
use crate::input::answer_each;
use crate::output::RanOut;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct TerritoryArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Amazons that guard the territory: their first move must shoot back to where they stood, for
    /// example A1,B2
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    pub blockers: Vec<String>,
    /// Give up after N positions
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub search: usize,
}

pub fn run(args: &TerritoryArgs) -> anyhow::Result<()> {
    let mut complete = true;
    answer_each(&args.input, |subject| {
        let position = subject.position();
        let answer = match position.narrow() {
            Some(position) => Answer::new(&position, args)?,
            None => Answer::new(&position, args)?,
        };
        complete &= answer.moves.is_some();
        Ok(answer)
    })?;
    if complete { Ok(()) } else { Err(RanOut.into()) }
}

#[derive(Serialize)]
struct Answer {
    position: String,
    owner: char,
    empty: u32,
    moves: Option<u32>,
    defects: Option<u32>,
    /// What is sure if the number of moves was not found.
    least: u32,
    most: u32,
    line: Vec<String>,
    /// The amazons that move in it.
    used: Vec<String>,
    #[serde(skip)]
    color: Color,
}

impl Answer {
    fn new<B: Bits>(position: &Position<B>, args: &TerritoryArgs) -> anyhow::Result<Answer> {
        let size = position.size();
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let (color, amazons) = match (black.is_empty(), white.is_empty()) {
            (false, true) => (Color::Black, black),
            (true, false) => (Color::White, white),
            (true, true) => bail!("no amazon found; a territory has amazons of one colour"),
            (false, false) => bail!(
                "found amazons of both colours; a territory has amazons of one \
                 (`otrera areas` shows the territories of any position)"
            ),
        };
        let blockers = read_blockers(size, amazons, &args.blockers)?;
        // Squares that no amazon is connected to are nobody's.
        let empty = areas(position).iter().fold(B::EMPTY, |set, area| set | area.empty());
        let territory = Territory::new(position.geometry(), amazons & !blockers, blockers, empty);
        let (moves, line) = Filler::new(args.search).line(&territory);
        let exact = moves.is_exact().then_some(moves.least);
        Ok(Answer {
            position: position.to_string(),
            owner: color.letter(),
            empty: territory.empty(),
            moves: exact,
            defects: exact.map(|moves| territory.empty() - moves),
            least: moves.least,
            most: moves.most,
            line: line.iter().map(|mv| mv.text(size)).collect(),
            used: used(amazons, &line).squares().map(|s| size.name(s).to_string()).collect(),
            color,
        })
    }
}

/// The amazons that move, by where they stood first.
fn used<B: Bits>(amazons: B, line: &[Move]) -> B {
    let mut at: Vec<(Square, Square)> = amazons.squares().map(|square| (square, square)).collect();
    let mut used = B::EMPTY;
    for mv in line {
        if let Some((first, now)) = at.iter_mut().find(|(_, now)| *now == mv.from) {
            used |= B::of(*first);
            *now = mv.to;
        }
    }
    used
}

/// The amazons that are named as blockers.
pub fn read_blockers<B: Bits>(size: Size, amazons: B, names: &[String]) -> anyhow::Result<B> {
    names.iter().try_fold(B::EMPTY, |set, name| {
        let name = name.trim();
        let mut squares = size.iter();
        let named = |square: &Square| size.name(*square).to_string().eq_ignore_ascii_case(name);
        let square = squares.find(named).ok_or_else(|| {
            anyhow!("--blockers: found `{name}`; expected a square of the {size} board, such as A1")
        })?;
        match amazons.has(square) {
            true => Ok(set | B::of(square)),
            false => Err(anyhow!("--blockers: no amazon on {}", size.name(square))),
        }
    })
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, text: String| writeln!(f, "{name:<9} {text}");
        line("Owner", self.color.to_string())?;
        line("Empty", self.empty.to_string())?;
        match (self.moves, self.defects) {
            (Some(moves), Some(defects)) => {
                line("Moves", moves.to_string())?;
                line("Defects", defects.to_string())?;
            }
            _ => {
                line(
                    "Moves",
                    format!("{} to {}; a larger --search may tell", self.least, self.most),
                )?;
            }
        }
        line("Line", self.line.join(" "))?;
        line("Used", self.used.join(" "))
    }
}
