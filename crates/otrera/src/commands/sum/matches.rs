//! `otrera sum match`: table 3 of Müller, Enzenberger and Schaeffer, and other players.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use otrera_board::{Color, Size};
use otrera_cgt::Exhausted;
use otrera_player::{Clock, Contest, Kind, Tally};
use serde::Serialize;

use super::results::{Key, Results};
use crate::interrupt::{self, Interrupted};
use crate::limits;
use crate::output::{print_json, print_text};
use crate::progress;
use crate::width::Table;

#[derive(Args, Debug)]
#[command(after_help = PLAYERS)]
pub struct MatchArgs {
    /// The player whose score is counted, and the opponent; see below
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1)]
    #[arg(default_value = "hotstrat,alpha-beta")]
    pub players: Vec<Kind>,
    /// How many boards
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "2")]
    pub boards: Vec<usize>,
    /// Their sizes
    #[arg(long, value_name = "SIZES", value_delimiter = ',', default_value = "4x4")]
    #[arg(value_parser = board_size)]
    pub sizes: Vec<Size>,
    /// Random positions for each number and size; both colours are played
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub positions: u64,
    /// Time per move
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = limits::parse_time)]
    pub time: Duration,
    /// What the time is measured by
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub clock: ClockName,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Append each game to this file, and play none that is in it already: to interrupt and
    /// resume
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Print JSON, one object per number and size
    #[arg(long)]
    pub json: bool,
}

/// Clocks by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ClockName {
    /// The clock on the wall
    Wall,
    /// Processor time, so that other work on the machine takes nothing from a player
    Processor,
}

impl From<ClockName> for Clock {
    fn from(name: ClockName) -> Clock {
        match name {
            ClockName::Wall => Clock::Wall,
            ClockName::Processor => Clock::Processor,
        }
    }
}

const PLAYERS: &str = "\
Players
  hotstrat     the best move of the hottest area, by
               temperature discovery search
  alpha-beta   search of the whole sum
  thermostrat  by thermographs, if there is time
  exact        a winning move, by canonical forms, if there
               is time
Each board has two amazons and three arrows on random
squares. The score is how many moves the winner has left.";

/// Reads the size of a board that is played on.
pub fn board_size(text: &str) -> Result<Size, String> {
    let wrong = || format!("found `{text}`; expected a board from 3x3 to 8x8, such as 4x4");
    let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (3..=8).contains(side));
    let (Some(width), Some(height)) = (side(width), side(height)) else { return Err(wrong()) };
    Size::new(width, height).map_err(|_| wrong())
}

/// Table 3 for 2, 4 and 6 boards of 4×4, 5×5 and 6×6: mean score, its deviation, wins in per cent.
const TABLE_3: [[(f64, f64, u32); 3]; 3] = [
    [(-1.7, 2.5, 43), (1.2, 5.7, 55), (7.8, 10.2, 67)],
    [(2.3, 4.9, 57), (13.5, 11.5, 69), (41.2, 18.3, 90)],
    [(8.1, 6.2, 72), (32.5, 15.3, 88), (81.2, 26.8, 96)],
];

/// What one number of boards of one size came to.
#[derive(Serialize)]
struct Row {
    players: [&'static str; 2],
    boards: usize,
    size: String,
    milliseconds: u64,
    clock: &'static str,
    seed: u64,
    games: u64,
    wins: u64,
    mean_score: f64,
    /// Of the score.
    deviation: f64,
    /// Half the width of the 95 % interval of the mean score.
    mean_error: f64,
    win_rate: f64,
    /// The 95 % interval.
    win_interval: [f64; 2],
    /// Mean score, deviation and wins in per cent in the paper's table 3, or null.
    paper: Option<(f64, f64, u32)>,
}

/// More would not fit a screen, nor anybody's patience.
pub const MOST_BOARDS: usize = 50;

pub fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let &[first, second] = args.players.as_slice() else {
        bail!("--players: found {}; expected two, such as hotstrat,alpha-beta", args.players.len());
    };
    if let Some(number) = args.boards.iter().find(|number| !(1..=MOST_BOARDS).contains(number)) {
        bail!("--boards: found {number}; expected a number from 1 to {MOST_BOARDS}");
    }
    let mut results = match &args.results {
        Some(path) => Results::open(path)?,
        None => Results::default(),
    };
    interrupt::listen();
    let cells = args.sizes.len() * args.boards.len();
    let bar = progress::bar(2 * args.positions * cells as u64, "{pos}/{len} games");
    let mut rows = Vec::new();
    for &size in &args.sizes {
        for &boards in &args.boards {
            let contest = Contest {
                players: [first, second],
                boards,
                size,
                time: args.time,
                clock: args.clock.into(),
                seed: args.seed,
            };
            let tally = play(&contest, args.positions, &mut results, &bar)?;
            rows.push(Row::new(&contest, &tally));
        }
    }
    bar.finish_and_clear();
    match args.json {
        true => rows.iter().try_for_each(print_json),
        false => print_text(&table(&rows)),
    }
}

fn play(
    contest: &Contest,
    positions: u64,
    results: &mut Results,
    bar: &indicatif::ProgressBar,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    for position in 0..positions {
        let start = contest.start(position)?;
        for color in Color::ALL {
            interrupt::check()?;
            let key = Key::new(contest, position, color);
            let game = match results.get(&key) {
                Some(game) => game,
                None => {
                    let game = contest.play(&start, color).map_err(|error| match error {
                        Exhausted::Interrupt => anyhow::Error::from(Interrupted),
                        error => error.into(),
                    })?;
                    results.add(key, game)?;
                    game
                }
            };
            tally.add(game.score, game.won);
            bar.inc(1);
        }
    }
    Ok(tally)
}

impl Row {
    fn new(contest: &Contest, tally: &Tally) -> Row {
        let (low, high) = tally.win_interval();
        Row {
            players: contest.players.map(Kind::name),
            boards: contest.boards,
            size: contest.size.to_string(),
            milliseconds: contest.time.as_millis() as u64,
            clock: contest.clock.name(),
            seed: contest.seed,
            games: tally.games,
            wins: tally.wins,
            mean_score: tally.mean(),
            deviation: tally.deviation(),
            mean_error: tally.mean_error(),
            win_rate: tally.win_rate(),
            win_interval: [low, high],
            paper: published(contest),
        }
    }
}

/// The cell of the paper: its games are others, and its moves took ten seconds.
fn published(contest: &Contest) -> Option<(f64, f64, u32)> {
    let row = [2, 4, 6].iter().position(|&boards| boards == contest.boards)?;
    let (width, height) = (contest.size.width(), contest.size.height());
    let column = [4, 5, 6].iter().position(|&side| (side, side) == (width, height))?;
    (contest.players == [Kind::Hotstrat, Kind::AlphaBeta]).then(|| TABLE_3[row][column])
}

fn table(rows: &[Row]) -> String {
    let heads = [
        "size",
        "boards",
        "games",
        "mean score",
        "deviation",
        "wins",
        "95 %",
        "paper:\nscore",
        "paper:\nwins",
    ];
    let mut table = Table::new(2, heads);
    for row in rows {
        let [low, high] = row.win_interval.map(|share| (100.0 * share).round());
        let paper =
            row.paper.map_or(["-".to_owned(), "-".to_owned()], |(mean, deviation, wins)| {
                [format!("{mean}({deviation})"), format!("{wins}%")]
            });
        let mut cells = vec![row.size.clone(), row.boards.to_string(), row.games.to_string()];
        cells.push(format!("{:.1} ± {:.1}", row.mean_score, row.mean_error));
        cells.push(format!("{:.1}", row.deviation));
        cells.push(format!("{:.0}%", 100.0 * row.win_rate));
        cells.push(format!("{low}-{high}%"));
        cells.extend(paper);
        table.row(cells);
    }
    let [first, second] = rows.first().map_or(["", ""], |row| row.players);
    let time = rows.first().map_or(0, |row| row.milliseconds) as f64 / 1000.0;
    let is_busy = rows.first().is_some_and(|row| row.clock == Clock::Processor.name());
    let clock = if is_busy { " of processor time" } else { "" };
    format!("{first} against {second}, {time} s{clock} a move\n{table}")
}
