//! `otrera solve`: who wins.

mod answer;
mod args;
mod explain;
mod patience;
pub mod proof;
mod root_moves;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use otrera_area::tables::Tables;
use otrera_board::{Bits, Color, Move, Position};
use otrera_solver::{Engine, KeptAreas, Limits, Options, Solver, Stopped};

use crate::INTERRUPTED;
use crate::input::{answer_each, asked_subject};
use crate::output::{RanOut, print_json, print_text};
use crate::tables;
use crate::threads;
use answer::Answer;
use args::EngineName;
pub use args::SolveArgs;
use patience::Patience;
use proof::{Proof, Unwritten};
use root_moves::RootMoves;

/// Set when the user presses Ctrl-C.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

pub fn run(args: &SolveArgs) -> anyhow::Result<()> {
    crate::interrupt::at_ctrl_c(&INTERRUPT)?;
    if args.proof.is_some() && matches!(args.engine, EngineName::Ab) {
        bail!("--engine ab keeps no strategy to write a proof from; use --engine dfpn");
    }
    match args.input.batch {
        Some(_) => run_batch(args),
        None => {
            let position = asked_subject(&args.input)?.position();
            match position.narrow() {
                Some(position) => run_one(args, &position),
                None => run_one(args, &position),
            }
        }
    }
}

/// Solves one position after another; what was found serves the whole batch.
fn run_batch(args: &SolveArgs) -> anyhow::Result<()> {
    let files = Files::open(args, true)?;
    let mut solvers = Solvers::default();
    let mut complete = true;
    let answered = answer_each(&args.input, |subject| {
        let answer = solvers.solve(args, &files, &subject.position())?;
        if INTERRUPT.load(Ordering::Relaxed) {
            // What was searched is kept; what cannot be kept was not promised to an interrupted batch.
            let _ = files.finish();
            std::process::exit(INTERRUPTED);
        }
        complete &= answer.is_complete();
        Ok(answer)
    });
    files.finish()?;
    answered?;
    if complete { Ok(()) } else { Err(RanOut.into()) }
}

/// The solvers of a batch: one for boards of up to 64 squares and one for larger ones, made when they are
/// needed. Together they have the memory that was asked for.
#[derive(Default)]
struct Solvers {
    narrow: Option<Solver<u64>>,
    wide: Option<Solver<u128>>,
}

impl Solvers {
    fn solve(
        &mut self,
        args: &SolveArgs,
        files: &Files,
        position: &Position,
    ) -> anyhow::Result<Answer> {
        let mut patience = Patience::without_checkpoint();
        match position.narrow() {
            Some(position) => {
                let solver = next_solver(args, files, &mut self.narrow, &mut self.wide)?;
                solve(args, solver, &position, None, &mut patience)
            }
            None => {
                let solver = next_solver(args, files, &mut self.wide, &mut self.narrow)?;
                solve(args, solver, position, None, &mut patience)
            }
        }
    }
}

/// The solver for the next position of a batch. When the other one comes first, it has all of the memory;
/// from then on each has half, and the other begins anew.
fn next_solver<'a, B: Bits, C: Bits>(
    args: &SolveArgs,
    files: &Files,
    wanted: &'a mut Option<Solver<B>>,
    other: &mut Option<Solver<C>>,
) -> anyhow::Result<&'a mut Solver<B>> {
    let memory = memory(args);
    match wanted {
        Some(solver) => Ok(solver),
        None => {
            let mut share = memory;
            if other.take().is_some() {
                share /= 2;
                *other = Some(new_solver(args, files, memory - share)?);
            }
            Ok(wanted.insert(new_solver(args, files, share)?))
        }
    }
}

fn run_one<B: Bits>(args: &SolveArgs, position: &Position<B>) -> anyhow::Result<()> {
    let first = match &args.first {
        Some(text) => Some(first_move(text, position)?),
        None => None,
    };
    let proof = match &args.proof {
        Some(path) => Some(
            Proof::new(path, args.checkpoint.as_deref(), args.resume)
                .with_context(|| format!("--proof {}", path.display()))?,
        ),
        None => None,
    };
    let files = Files::open(args, needs_search(position, first))?;
    let mut solver = new_solver(args, &files, memory(args))?;
    let mut patience = Patience::new(args, &mut solver, position.size())?;
    let (stopped, complete);
    // What cannot be written is told after the answer, which is not lost with it.
    let mut unwritten;
    match args.root_moves {
        None => {
            // The limit is for the search and the proof together.
            let limits = limits(args);
            let mut answer = solve(args, &mut solver, position, first, &mut patience)?;
            answer.trusts = patience.resumed_from().into_iter().chain(files.trusted()).collect();
            unwritten = patience.finish(&solver).err();
            if let (Some(proof), Some(path), Some(winner)) = (&proof, &args.proof, answer.found) {
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
                    Err(Unwritten::Failed(error)) => {
                        unwritten.get_or_insert(error);
                    }
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
            (stopped, complete) = (answer.stopped, answer.is_complete() && proved);
        }
        Some(_) => {
            let moves = RootMoves::new(&mut solver, position, limits(args), &mut patience);
            unwritten = patience.finish(&solver).err();
            match args.input.json {
                true => print_json(&moves)?,
                false => print_text(&moves)?,
            }
            (stopped, complete) = (moves.stopped, moves.stopped.is_none());
        }
    }
    let kept = files.finish();
    if let Some(error) = unwritten {
        return Err(error);
    }
    kept?;
    if !complete {
        patience.tell_checkpoint();
    }
    // Ends what was begun for the proof, if that was never written to.
    drop(proof);
    match (complete, stopped) {
        (_, Some(Stopped::Interrupted)) => std::process::exit(INTERRUPTED),
        (true, _) => Ok(()),
        (false, _) => Err(RanOut.into()),
    }
}

fn first_move<B: Bits>(text: &str, position: &Position<B>) -> anyhow::Result<Move> {
    let mv = Move::parse(text, position.size()).with_context(|| format!("--first {text}"))?;
    position.check(mv).with_context(|| format!("--first {text}"))?;
    Ok(mv)
}

/// Is there anything that bounds do not tell at once?
fn needs_search<B: Bits>(position: &Position<B>, first: Option<Move>) -> bool {
    let mut searched = *position;
    if let Some(first) = first {
        searched.make(first);
    }
    let mut solver: Solver<B> = Solver::new(Options { memory: 1 << 16, ..Options::default() });
    solver.static_winner(&searched).is_none()
}

/// What solvers read besides positions.
struct Files {
    tables: Option<Arc<Tables>>,
    kept: Option<Arc<KeptAreas>>,
}

impl Files {
    fn open(args: &SolveArgs, searches: bool) -> anyhow::Result<Files> {
        let tables = tables::for_search(&args.tables, &INTERRUPT, || searches)?;
        let kept = match &args.areas {
            Some(path) => Some(Arc::new(KeptAreas::open(path).context("--areas")?)),
            None => None,
        };
        Ok(Files { tables, kept })
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
        tables::tell_damage(self.tables.as_deref());
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
    if Vec::<u8>::new().try_reserve_exact(memory).is_err() {
        bail!("there is no room for {} MiB of memory; ask for less", memory >> 20);
    }
    Ok(Solver::new(Options {
        memory,
        tables: files.tables.clone(),
        kept: files.kept.clone(),
        threads: threads::or_all_cores(args.threads),
        engine: match args.engine {
            EngineName::Dfpn => Engine::Dfpn,
            EngineName::Ab => Engine::AlphaBeta,
        },
        ..Options::default()
    }))
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
    let solved = solver.winner_watched(&searched, limits, &mut |look| {
        known = look.progress().costs;
        patience.look(look);
    });
    let winner = solved.ok();
    let mover_wins = winner == Some(position.to_move());
    let (mut best, mut line) = (first.filter(|_| mover_wins), Vec::new());
    if winner.is_some() {
        line = solver.line(&searched, PATIENCE_FOR_LINES);
        line.splice(0..0, first);
    }
    if mover_wins && best.is_none() {
        best = line.first().copied();
    }
    if mover_wins && best.is_none() {
        match solver.winning_move(position, limits) {
            // Somebody has told the solver what is not so.
            Ok(None) => bail!(
                "the search contradicts itself: it says that {} wins, but no move does; do without \
                 --resume, --areas and --tables",
                position.to_move()
            ),
            found => best = found.ok().flatten(),
        }
    }
    let effort = solver.effort();
    let size = position.size();
    Ok(Answer {
        position: position.to_string(),
        to_move: position.to_move().letter(),
        first: first.map(|mv| mv.text(size)),
        winner: winner.map(Color::letter),
        best_move: best.map(|mv| mv.text(size)),
        line: line.iter().map(|mv| mv.text(size)).collect(),
        nodes: effort.expansions - before.expansions + patience.before.expansions,
        evaluations: effort.evaluations - before.evaluations + patience.before.evaluations,
        seconds: (began.elapsed() + patience.time_before).as_secs_f64(),
        table: solver.fill(),
        threads: threads::or_all_cores(args.threads),
        costs: known,
        proof: None,
        written: None,
        method: solver.options().engine.name(),
        stopped: solved.err(),
        moves: line,
        found: winner,
        mover: position.to_move(),
        trusts: Vec::new(),
    })
}

/// Lines are for people to read: not worth a long search of their own.
const PATIENCE_FOR_LINES: u64 = 1_000_000;
