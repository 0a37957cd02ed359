//! `otrera solve`: who wins.

mod answer;
mod args;
mod batch;
mod explain;
mod late_tables;
mod outlook;
mod patience;
pub mod proof;
mod root_moves;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use otrera_area::tables::Tables;
use otrera_board::{Bits, Color, Move, Position};
use otrera_solver::{Effort, Engine, KeptAreas, Limits, Settings, Solver, Stopped};

pub use self::answer::Answer;
use self::args::EngineName;
pub use self::args::SolveArgs;
use self::late_tables::{LateTables, MEMORY_OF_BUILD, may_build};
use self::outlook::Outlook;
use self::patience::Patience;
use self::proof::{Proof, Unwritten};
use self::root_moves::RootMoves;
use crate::input::asked_subject;
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::output::{RanOut, complain, print_json, print_text};
use crate::tables::{self, Stock};
use crate::threads;

/// What is wrong with a proof from alpha-beta.
pub const NO_STRATEGY: &str = "keeps no strategy to write a proof from";

pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    if args.proof.is_some() && matches!(args.engine, EngineName::Ab) {
        bail!("--engine ab {NO_STRATEGY}; use --engine dfpn");
    }
    if args.input.batch.is_some() {
        return batch::run(args);
    }
    let position = asked_subject(&args.input)?.position();
    match position.narrow() {
        Some(position) => run_one(args, &position),
        None => run_one(args, &position),
    }
}

fn run_one<B: Bits>(args: &SolveArgs, position: &Position<B>) -> anyhow::Result<()> {
    interrupt::listen();
    let first = args.first.as_deref().map(|text| first_move(text, position)).transpose()?;
    let proof = match &args.proof {
        Some(path) => Some(
            Proof::new(path, args.checkpoint.as_deref(), args.resume)
                .with_context(|| format!("--proof {}", path.display()))?,
        ),
        None => None,
    };
    let files = Files::open(args)?;
    let ended = match args.root_moves {
        None => answer_position(args, &files, position, first, proof.as_ref()),
        Some(_) => answer_root_moves(args, &files, position),
    };
    // Areas are kept however the search ends.
    let kept = files.finish();
    let ended = ended?;
    kept?;
    match ended {
        Ended { stopped: Some(Stopped::Interrupted), .. } => Err(Interrupted.into()),
        Ended { complete: true, .. } => Ok(()),
        Ended { complete: false, .. } => Err(RanOut.into()),
    }
}

/// How a search ended whose answer was given.
struct Ended {
    stopped: Option<Stopped>,
    /// Is all known, and the proof written?
    complete: bool,
}

/// Says who wins a position, or after its first move, and writes the proof.
fn answer_position<B: Bits>(
    args: &SolveArgs,
    files: &Files,
    position: &Position<B>,
    first: Option<Move>,
    proof: Option<&Proof<'_>>,
) -> anyhow::Result<Ended> {
    let mut solver = new_solver(args, files, memory(args))?;
    let mut patience = Patience::new(args, &mut solver, position.size())?;
    // The limit is for the search and the proof together.
    let limits = limits(args);
    let mut late = files.late_tables(args);
    let mut answer = solve(args, &mut solver, position, first, &mut late, &mut patience)?;
    late.stop(&mut solver);
    answer.trusts = patience.resumed_from().into_iter().chain(files.trusted()).collect();
    // What cannot be written is told after the answer, which is not lost with it.
    let mut unwritten: Vec<_> = patience.finish(&solver).err().into_iter().collect();
    if let (Some(proof), Some(path), Some(winner)) = (proof, &args.proof, answer.found) {
        let spent = answer.nodes - patience.before.expansions;
        let left = limits.expansions.map(|most| most.saturating_sub(spent));
        let limits = Limits { expansions: left, ..limits };
        match proof.write(&mut solver, position, first, winner, limits) {
            Ok(written) => {
                answer.proof = Some(path.display().to_string());
                answer.written = Some(proof::text(path, written));
            }
            Err(Unwritten::Interrupted) => answer.stopped = Some(Stopped::Interrupted),
            Err(Unwritten::RanOut) => {}
            Err(Unwritten::Failed(error)) => unwritten.push(error),
        }
    }
    match args.input.json {
        true => print_json(&answer)?,
        false => print_text(&answer)?,
    }
    if args.explain {
        print_text(&explain::explain(&mut solver, position, &answer))?;
    }
    let proved = args.proof.is_none() || answer.proof.is_some();
    let ended = Ended { stopped: answer.stopped, complete: answer.is_complete() && proved };
    end(ended, &patience, unwritten)
}

/// Says who wins after each first move.
fn answer_root_moves<B: Bits>(
    args: &SolveArgs,
    files: &Files,
    position: &Position<B>,
) -> anyhow::Result<Ended> {
    let mut solver = new_solver(args, files, memory(args))?;
    let mut patience = Patience::new(args, &mut solver, position.size())?;
    let mut late = files.late_tables(args);
    let mut moves = RootMoves::new(&mut solver, position, limits(args), &mut late, &mut patience);
    moves.trusts = patience.resumed_from().into_iter().chain(files.trusted()).collect();
    let unwritten = patience.finish(&solver).err().into_iter().collect();
    match args.input.json {
        true => print_json(&moves)?,
        false => print_text(&moves)?,
    }
    let ended = Ended { stopped: moves.stopped, complete: moves.stopped.is_none() };
    end(ended, &patience, unwritten)
}

/// After the answer: what could not be written, or where the search can be resumed.
fn end(
    ended: Ended,
    patience: &Patience,
    mut unwritten: Vec<anyhow::Error>,
) -> anyhow::Result<Ended> {
    if let Some(last) = unwritten.pop() {
        unwritten.iter().for_each(complain);
        return Err(last);
    }
    if !ended.complete {
        patience.tell_checkpoint();
    }
    Ok(ended)
}

fn first_move<B: Bits>(text: &str, position: &Position<B>) -> anyhow::Result<Move> {
    let mv = Move::parse(text, position.size()).with_context(|| format!("--first {text}"))?;
    position.check(mv).with_context(|| format!("--first {text}"))?;
    Ok(mv)
}

/// What solvers read besides positions.
struct Files {
    tables: Stock,
    kept: Option<Arc<KeptAreas>>,
}

impl Files {
    fn open(args: &SolveArgs) -> anyhow::Result<Files> {
        let tables = tables::stock(&args.tables)?;
        let kept = match &args.areas {
            Some(path) => Some(Arc::new(KeptAreas::open(path).context("--areas")?)),
            None => None,
        };
        Ok(Files { tables, kept })
    }

    /// The tables that were there when the command began.
    fn tables(&self) -> Option<&Arc<Tables>> {
        match &self.tables {
            Stock::Here(tables) => Some(tables),
            _ => None,
        }
    }

    /// The tables that may come later.
    fn late_tables(&self, args: &SolveArgs) -> LateTables {
        LateTables::new(&self.tables, threads::or_all_cores(args.threads), memory(args))
    }

    /// The files that an answer trusts.
    fn trusted(&self) -> Option<String> {
        self.kept
            .as_ref()
            .filter(|kept| kept.had_areas())
            .map(|kept| kept.path().display().to_string())
    }

    /// Writes what waits, and says what went wrong, which no answer has needed.
    fn finish(&self) -> anyhow::Result<()> {
        tables::tell_damage(self.tables().map(Arc::as_ref));
        self.kept.as_ref().map_or(Ok(()), |kept| kept.flush()).context("--areas")
    }
}

/// The memory for all that is remembered.
fn memory(args: &SolveArgs) -> usize {
    args.limit.unwrap_or_default().bytes.unwrap_or(args.memory)
}

fn new_solver<B: Bits>(
    args: &SolveArgs,
    files: &Files,
    memory: usize,
) -> anyhow::Result<Solver<B>> {
    // What is built beside a search has its part of the memory.
    let building = if may_build(&files.tables, memory) { MEMORY_OF_BUILD } else { 0 };
    let solver = Solver::new(Settings {
        memory: memory - building,
        tables: files.tables().cloned(),
        kept: files.kept.clone(),
        threads: threads::or_all_cores(args.threads),
        engine: match args.engine {
            EngineName::Dfpn => Engine::Dfpn,
            EngineName::Ab => Engine::AlphaBeta,
        },
        ..Settings::default()
    });
    solver.map_err(|error| anyhow!("{error}; use a smaller --memory"))
}

/// The limits of a search that begins now.
fn limits(args: &SolveArgs) -> Limits<'static> {
    let limit = args.limit.unwrap_or_default();
    Limits {
        deadline: limit.time.and_then(|time| Instant::now().checked_add(time)),
        expansions: limit.nodes,
        evaluations: None,
        when_full: limit.bytes.is_some(),
        interrupted: Some(&INTERRUPT),
    }
}

/// Solves a position, or what a first move leads to.
fn solve<B: Bits>(
    args: &SolveArgs,
    solver: &mut Solver<B>,
    position: &Position<B>,
    first: Option<Move>,
    late: &mut LateTables,
    patience: &mut Patience,
) -> anyhow::Result<Answer> {
    let began = Instant::now();
    let before = solver.effort();
    let limits = limits(args);
    let mut searched = *position;
    if let Some(first) = first {
        searched.make(first);
    }
    patience.begin(&searched);
    let mut known = None;
    let search = Limits {
        deadline: search_deadline(args.limit.unwrap_or_default().time, limits.deadline),
        ..limits
    };
    let solved = late.winner(solver, &searched, search, patience, &mut |look| {
        known = look.progress().costs;
    });
    let worth = match args.input.batch {
        Some(_) => (solver.effort() - before).evaluations,
        None => u64::MAX,
    };
    let search = Search { began, before, solved, costs: known };
    let mut answer = conclude(solver, position, first, search, limits, worth)?;
    answer.nodes += patience.before.expansions;
    answer.evaluations += patience.before.evaluations;
    answer.seconds += patience.time_before.as_secs_f64();
    answer.threads = threads::or_all_cores(args.threads);
    Ok(answer)
}

/// A search that has ended.
pub struct Search {
    pub began: Instant,
    /// What the solver had done before.
    pub before: Effort,
    pub solved: Result<Color, Stopped>,
    /// The last proof and disproof number, if it took a while.
    pub costs: Option<[f32; 2]>,
}

/// What is said of a position that was searched, or of what its first move leads to: besides the winner, how, and by how much.
/// Bounds for that are worth so many positions.
pub fn conclude<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    first: Option<Move>,
    search: Search,
    limits: Limits<'_>,
    worth: u64,
) -> anyhow::Result<Answer> {
    let Search { began, before, solved, costs } = search;
    let mut searched = *position;
    if let Some(first) = first {
        searched.make(first);
    }
    let winner = solved.ok();
    let (best, line) = match winner {
        Some(winner) => best_and_line(solver, position, first, winner, limits)?,
        None => (None, Vec::new()),
    };
    let played = &line[line.len().min(first.iter().count())..];
    let outlook = Outlook::new(solver, &searched, winner, played, worth, limits.deadline);
    let effort = solver.effort();
    let size = position.size();
    Ok(Answer {
        position: position.to_string(),
        to_move: position.to_move().letter(),
        first: first.map(|mv| mv.text(size)),
        winner: winner.map(Color::letter),
        best_move: best.map(|mv| mv.text(size)),
        line: line.iter().map(|mv| mv.text(size)).collect(),
        outlook,
        nodes: effort.expansions - before.expansions,
        evaluations: effort.evaluations - before.evaluations,
        seconds: began.elapsed().as_secs_f64(),
        table: solver.fill(),
        threads: solver.settings().threads,
        costs,
        proof: None,
        written: None,
        method: solver.settings().engine.name(),
        stopped: solved.err(),
        moves: line,
        found: winner,
        mover: position.to_move(),
        trusts: Vec::new(),
    })
}

/// When the search ends, so that there is time left to say what is known.
pub fn search_deadline(time: Option<Duration>, deadline: Option<Instant>) -> Option<Instant> {
    const SHARE: u32 = 20;
    const MOST: Duration = Duration::from_secs(1);
    deadline?.checked_sub((time? / SHARE).min(MOST))
}

/// A winning move, if the player to move has one, and a line of play from the position.
fn best_and_line<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    first: Option<Move>,
    winner: Color,
    limits: Limits<'_>,
) -> anyhow::Result<(Option<Move>, Vec<Move>)> {
    let mut searched = *position;
    if let Some(first) = first {
        searched.make(first);
    }
    let before = solver.effort().evaluations;
    let patience =
        |evaluations| Limits { expansions: None, evaluations: Some(evaluations), ..limits };
    let mut line = solver.line(&searched, patience(PATIENCE_FOR_LINES));
    line.splice(0..0, first);
    if winner != position.to_move() {
        return Ok((None, line));
    }
    if let Some(&best) = line.first() {
        return Ok((Some(best), line));
    }
    // Where bounds have told who wins, a search for the move may be far harder than what it is for.
    match solver.winning_move(position, patience(PATIENCE_FOR_LINES.max(before))) {
        // Somebody has told the solver what is not so.
        Ok(None) => bail!(
            "the search contradicts itself: {winner} is said to win, but no move does; try again without \
             --resume, --areas and --tables"
        ),
        found => Ok((found.ok().flatten(), line)),
    }
}

/// Lines are for people to read: not worth a long search of their own.
const PATIENCE_FOR_LINES: u64 = 1_000_000;
