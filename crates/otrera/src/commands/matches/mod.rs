//! `otrera match`: two engines, many games, and which of them is stronger.

mod engine;
mod entrant;
mod even;
mod gtp;
mod log;
mod openings;
mod pace;
mod process;
mod referee;
mod report;
mod statistics;
mod uci;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use otrera_board::{Color, Position};
use sha2::{Digest, Sha256};

pub use self::engine::{Board, Engine, Fault};
pub use self::entrant::Entrant;
use self::entrant::{Protocol, TimeShare};
use self::even::Judge;
use self::log::Log;
pub use self::openings::Openings;
pub use self::pace::{Count, Pace};
use self::referee::{Rules, Table};
use self::report::{Report, Verdict};
use self::statistics::Sprt;
use crate::cli::DialectName;
use crate::input::position_of_text;
use crate::interrupt::{self, Interrupted};
use crate::limits;
use crate::output::{AnswerIsNo, RanOut, print_json, print_text, warn};
use crate::{progress, threads};

#[derive(Args, Debug)]
#[command(after_help = HOW)]
pub struct MatchArgs {
    /// The engine whose wins are counted; see below
    pub first: String,
    /// Its opponent
    pub second: String,
    /// Play N games, or at most N with --sprt [default: 100, or 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: Option<u64>,
    /// Play until it is clear whether the first engine is stronger by A or by B Elo points
    #[arg(long, value_name = "A,B", value_parser = statistics::parse_sprt, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// How often --sprt may accept B where A is true
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = statistics::parse_error)]
    pub alpha: f64,
    /// How often --sprt may accept A where B is true
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = statistics::parse_error)]
    pub beta: f64,
    /// Time per move [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = limits::parse_time)]
    #[arg(conflicts_with_all = ["clock", "depth", "nodes"])]
    pub time: Option<Duration>,
    /// Time per game, and the increment per move, such as 60s+500ms
    #[arg(long, value_name = "TIME", value_parser = limits::parse_clock, conflicts_with_all = ["depth", "nodes"])]
    pub clock: Option<(Duration, Duration)>,
    /// Let engines look N moves ahead, however long it takes
    #[arg(long, value_name = "N", conflicts_with = "nodes")]
    pub depth: Option<u32>,
    /// Let engines look at N positions per move, however long it takes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Which time counts
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub count: Count,
    /// An engine that is late by no more than this does not lose
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = limits::parse_time)]
    pub margin: Duration,
    /// The board, or the position that every game begins from
    #[arg(long, value_name = "POSITION", default_value = "10x10", conflicts_with = "openings")]
    pub board: String,
    /// Begin with N random moves
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=40))]
    pub random_moves: u8,
    /// Random seed for these moves
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "openings")]
    pub seed: u64,
    /// Pass over random openings in which a quick look by the player's network finds one side ahead by more than N moves
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = parse_lead)]
    pub even: Option<f32>,
    /// Begin from the positions or games in this file, one per line, or SGF
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// End a game as soon as bounds prove who wins
    #[arg(long)]
    pub adjudicate: bool,
    /// Play N games at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub concurrency: Option<NonZeroUsize>,
    /// Append each game to this file, and skip those that are in it already: to interrupt and
    /// resume
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Append each game to this file as SGF
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    #[command(flatten)]
    pub first_engine: FirstArgs,
    #[command(flatten)]
    pub second_engine: SecondArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What only concerns the first engine.
#[derive(Args, Debug)]
pub struct FirstArgs {
    /// Set an option of the first engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = entrant::parse_option)]
    pub first_option: Vec<(String, String)>,
    /// Its time, as a factor (2x) or per move (500ms)
    #[arg(long, value_name = "TIME", value_parser = entrant::parse_time_share)]
    pub first_time: Option<TimeShare>,
    /// How moves are written to it
    #[arg(long, value_name = "DIALECT")]
    pub first_dialect: Option<DialectName>,
    /// Its name in reports and records
    #[arg(long, value_name = "NAME")]
    pub first_name: Option<String>,
}

/// The same of the second.
#[derive(Args, Debug)]
pub struct SecondArgs {
    /// Set an option of the second engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = entrant::parse_option)]
    pub second_option: Vec<(String, String)>,
    /// Its time, as a factor (2x) or per move (500ms)
    #[arg(long, value_name = "TIME", value_parser = entrant::parse_time_share)]
    pub second_time: Option<TimeShare>,
    /// How moves are written to it
    #[arg(long, value_name = "DIALECT")]
    pub second_dialect: Option<DialectName>,
    /// Its name in reports and records
    #[arg(long, value_name = "NAME")]
    pub second_name: Option<String>,
}

const HOW: &str = "\
An ENGINE is one of
  otrera                  this program's player
  otrera:endgames=off     the same with other options, and
                          with time=2x twice the time
  uci:\"engine --level 3\"  a program that speaks UCI
  gtp:engine              a program that speaks GTP
  engine                  the same as uci:engine
Each opening is played twice, once with each colour.
A player who cannot move loses. So does an engine that makes
an illegal move, crashes or takes too long.
The exit code is 1 if the first engine lost the match, and
3 if --sprt is undecided.";

pub fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let rules = rules(args)?;
    let openings = openings(args, &rules)?;
    let sprt =
        args.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta });
    let games = games(args, &rules, &openings)?;
    let identity = identity(args, &rules, &openings);
    let log = Log::open(identity.clone(), args.results.as_deref(), args.sgf.as_deref())?;
    interrupt::listen();
    let contest = Contest { rules, openings, sprt, games, identity };
    let (log, ended) = contest.play(log, threads::or_all_cores(args.concurrency));
    if let Err(error) = ended
        && !error.is::<Interrupted>()
    {
        return Err(error);
    }
    if interrupt::is_interrupted() && log.games.range(..games).next().is_none() {
        warn("no game was finished");
        return Err(Interrupted.into());
    }
    let report = contest.report(&log);
    match args.json {
        true => print_json(&report)?,
        false => print_text(&report)?,
    }
    interrupt::check()?;
    match report.verdict() {
        Verdict::NotLost => Ok(()),
        Verdict::Lost => Err(AnswerIsNo.into()),
        Verdict::Open => Err(RanOut.into()),
    }
}

fn rules(args: &MatchArgs) -> anyhow::Result<Rules> {
    let (first, second) = (&args.first_engine, &args.second_engine);
    let mut entrants = [Entrant::read(&args.first)?, Entrant::read(&args.second)?];
    let [one, two] = &mut entrants;
    one.options.clone_from(&first.first_option);
    two.options.clone_from(&second.second_option);
    one.time = first.first_time.unwrap_or(one.time);
    two.time = second.second_time.unwrap_or(two.time);
    one.dialect = first.first_dialect.map_or(one.dialect, |it| it.0);
    two.dialect = second.second_dialect.map_or(two.dialect, |it| it.0);
    one.name = first.first_name.clone().unwrap_or_else(|| one.name.clone());
    two.name = second.second_name.clone().unwrap_or_else(|| two.name.clone());
    if args.count == Count::Cpu {
        one.think_by_processor_time();
        two.think_by_processor_time();
    }
    if one.name == two.name {
        two.name += " (second)";
    }
    let pace = match (args.clock, args.depth, args.nodes) {
        (Some((main, increment)), ..) => Pace::Clock { main, increment },
        (_, Some(depth), _) => Pace::Depth(depth),
        (_, _, Some(nodes)) => Pace::Nodes(nodes),
        _ => Pace::PerMove(args.time.unwrap_or(Duration::from_secs(1))),
    };
    let gtp = entrants.iter().find(|entrant| entrant.protocol == Protocol::Gtp);
    if let (Some(gtp), Pace::Depth(_) | Pace::Nodes(_)) = (gtp, pace) {
        bail!("engine `{}`: GTP has no word for --depth and --nodes; use --time", gtp.name);
    }
    let (count, margin, adjudicate) = (args.count, args.margin, args.adjudicate);
    Ok(Rules { entrants, pace, count, margin, adjudicate })
}

fn parse_lead(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(lead) if (0.1..=100.0).contains(&lead) => Ok(lead),
        _ => Err("expected a number of moves from 0.1 to 100".to_owned()),
    }
}

fn openings(args: &MatchArgs, rules: &Rules) -> anyhow::Result<Openings> {
    let openings = match &args.openings {
        Some(path) => Openings::read(path)?,
        None => {
            let start = position_of_text(&args.board)?;
            if start.is_over() {
                bail!("--board: the game is over; expected a position with a move");
            }
            let plies = usize::from(args.random_moves);
            Openings::Random {
                start,
                plies,
                seed: args.seed,
                judge: args.even.map(Judge::new).map(Box::new),
            }
        }
    };
    let starts: Vec<Position> = match &openings {
        Openings::Random { start, .. } => vec![*start],
        Openings::Listed(list) => list.iter().map(|opening| opening.start).collect(),
    };
    let gtp = rules.entrants.iter().find(|entrant| entrant.protocol == Protocol::Gtp);
    let odd = starts.iter().find(|start| Position::start(start.size()) != Some(**start));
    if let (Some(gtp), Some(odd)) = (gtp, odd) {
        bail!(
            "engine `{}`: GTP has no word for the position {odd}; begin with a board's start, such as 10x10",
            gtp.name
        );
    }
    Ok(openings)
}

/// How many games are played at most.
fn games(args: &MatchArgs, rules: &Rules, openings: &Openings) -> anyhow::Result<u64> {
    let usual = if args.sprt.is_some() { 20_000 } else { 100 };
    // Without time, the same opening gives the same game again.
    let repeats = rules
        .entrants
        .iter()
        .all(|entrant| matches!(rules.pace.of(entrant.time), Pace::Depth(_) | Pace::Nodes(_)));
    let most = match openings {
        Openings::Listed(list) if repeats => 2 * list.len() as u64,
        _ => u64::MAX,
    };
    match args.games {
        Some(games) if games > most => bail!(
            "--games: found {games}; expected at most {most}, two for each opening: with --depth or --nodes the others would be the same games again"
        ),
        games => Ok(games.unwrap_or(usual.min(most))),
    }
}

/// All that the result of a game may depend on, in words.
fn identity(args: &MatchArgs, rules: &Rules, openings: &Openings) -> String {
    let sides = rules.entrants.each_ref().map(|entrant| {
        let options: Vec<String> =
            entrant.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let options = options.join(" ");
        let (pace, dialect) = (rules.pace.of(entrant.time), entrant.dialect.name());
        let files = match entrant.files.is_empty() {
            true => String::new(),
            false => format!(", files {}", entrant.files.join(" ")),
        };
        format!("{} [{options}] {pace}, moves as {dialect}{files}", entrant.text)
    });
    let begin = match openings {
        Openings::Random { start, plies, seed, judge } => {
            let even = judge.as_ref().map(|judge| format!(", even within {}", judge.lead));
            format!("{start}, {plies} random moves, seed {seed}{}", even.unwrap_or_default())
        }
        Openings::Listed(list) => {
            format!("{} openings {}", list.len(), digest(format!("{list:?}").as_bytes()))
        }
    };
    let (count, margin) = (rules.count.name(), rules.margin.as_millis());
    let adjudicated = if args.adjudicate { ", adjudicated" } else { "" };
    let (version, [first, second]) = (env!("CARGO_PKG_VERSION"), sides);
    format!(
        "otrera {version}: {first} against {second}, {count} + {margin} ms, {begin}{adjudicated}"
    )
}

/// A short name for a text.
fn digest(text: &[u8]) -> String {
    short(&Sha256::digest(text))
}

/// The beginning of a checksum, which is enough to tell a few files apart.
fn short(checksum: &[u8]) -> String {
    checksum.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// A match.
struct Contest {
    rules: Rules,
    openings: Openings,
    sprt: Option<Sprt>,
    games: u64,
    identity: String,
}

/// What the tables share.
struct Hall {
    log: Log,
    next: u64,
    /// Is nothing more to be played?
    closed: bool,
}

impl Contest {
    /// Plays what is left, several games at a time, and returns what was played in any case.
    fn play(&self, log: Log, tables: usize) -> (Log, anyhow::Result<()>) {
        let bar = progress::bar(self.games, "{pos}/{len} games · {msg}");
        let hall = Mutex::new(Hall { log, next: 0, closed: false });
        let lock = || hall.lock().unwrap_or_else(PoisonError::into_inner);
        let show = |hall: &Hall| {
            let played = || hall.log.games.range(..self.games);
            let tally = report::tally(played().map(|(_, game)| game));
            let evidence = self.sprt.map(|sprt| sprt.judge(report::in_order(played())));
            bar.set_position(tally.games);
            bar.set_message(report::in_short(&tally, evidence));
            evidence.is_some_and(|evidence| evidence.accepted.is_some())
        };
        {
            let mut hall = lock();
            hall.closed = show(&hall);
            bar.reset_eta();
        }
        let short = digest(self.identity.as_bytes());
        let ended = threads::side_by_side(tables, || {
            let mut table = Table::default();
            loop {
                let number = {
                    let mut hall = lock();
                    while hall.log.games.contains_key(&hall.next) {
                        hall.next += 1;
                    }
                    if hall.closed || hall.next >= self.games {
                        return Ok(());
                    }
                    hall.next += 1;
                    hall.next - 1
                };
                let opening = self.openings.get(number / 2);
                // The first engine is White first, then Black.
                let color = if number % 2 == 0 { Color::White } else { Color::Black };
                let title = format!("match {short}, game {}", number + 1);
                let played = self.rules.play(&mut table, number / 2, &opening, color, &title);
                let mut hall = lock();
                let kept = played.and_then(|game| hall.log.add(number, game));
                if kept.is_err() {
                    hall.closed = true;
                    return kept;
                }
                hall.closed |= show(&hall);
            }
        });
        bar.finish_and_clear();
        let hall = hall.into_inner().unwrap_or_else(PoisonError::into_inner);
        (hall.log, ended)
    }

    fn report(&self, log: &Log) -> Report {
        Report::new(&self.rules, self.sprt, log.games.range(..self.games))
    }
}
