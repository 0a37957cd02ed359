//! `otrera solve`: who wins.

use std::fmt;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use otrera_board::{Bits, Color, Position};
use otrera_solver::Solver;
use serde::Serialize;

use crate::cli::SolveArgs;
use crate::input::answer_each;
use crate::limits::Limits;
use crate::output::RanOut;

/// The size of the table where none is given.
const TABLE: usize = 256 << 20;

pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let limits = args.limit.unwrap_or_default();
    // Made when the first position needs it; what was found serves the whole batch.
    let mut narrow = None;
    let mut wide = None;
    let mut complete = true;
    answer_each(&args.input, |subject| {
        let position = subject.position();
        let answer = match position.narrow() {
            Some(position) => Answer::new(&position, &mut narrow, limits),
            None => Answer::new(&position, &mut wide, limits),
        };
        complete &= answer.winner.is_some();
        Ok(answer)
    })?;
    if complete { Ok(()) } else { Err(RanOut.into()) }
}

#[derive(Serialize)]
struct Answer {
    position: String,
    to_move: char,
    /// `b` or `w`; null if time ran out.
    winner: Option<char>,
    /// A move that wins, if the player to move wins.
    best_move: Option<String>,
    /// Nodes whose moves were generated, and positions that were bounded.
    nodes: u64,
    evaluations: u64,
    seconds: f64,
    proof: Option<String>,
    method: &'static str,
    #[serde(skip)]
    found: Option<Color>,
    #[serde(skip)]
    mover: Color,
}

impl Answer {
    fn new<B: Bits>(
        position: &Position<B>,
        solver: &mut Option<Solver<B>>,
        limits: Limits,
    ) -> Answer {
        let solver = solver.get_or_insert_with(|| Solver::new(limits.bytes().unwrap_or(TABLE)));
        let began = Instant::now();
        let before = solver.effort();
        let spinner = spinner(position);
        let limit = limits.starting_now();
        let solved = solver.winner(position, limit);
        let best = match solved {
            Ok(winner) if winner == position.to_move() => solver.winning_move(position, limit),
            _ => Ok(None),
        };
        spinner.finish_and_clear();
        let effort = solver.effort();
        let found = solved.ok();
        Answer {
            position: position.to_string(),
            to_move: position.to_move().letter(),
            winner: found.map(Color::letter),
            best_move: best.ok().flatten().map(|mv| mv.text(position.size())),
            nodes: effort.expansions - before.expansions,
            evaluations: effort.evaluations - before.evaluations,
            seconds: began.elapsed().as_secs_f64(),
            proof: None,
            method: "dfpn",
            found,
            mover: position.to_move(),
        }
    }
}

/// A sign of life. How long a proof takes, nobody knows.
fn spinner<B: Bits>(position: &Position<B>) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.set_message(format!("solving {position}"));
    bar.enable_steady_tick(std::time::Duration::from_millis(100));
    bar
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(winner) => writeln!(f, "{} to move: {winner} wins.", self.mover)?,
            None => writeln!(f, "{} to move: open. Time ran out; --limit gives more.", self.mover)?,
        }
        if let Some(best) = &self.best_move {
            writeln!(f, "Best move  {best}")?;
        }
        writeln!(
            f,
            "{} nodes, {} positions bounded, {:.2} s",
            self.nodes, self.evaluations, self.seconds
        )
    }
}
