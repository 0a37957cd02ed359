//! `otrera perft`: the number of move sequences of a given length.
//!
//! The work is cut at the first moves, which threads take one by one.

mod checkpoint;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clap::Args;
use otrera_board::{Bits, Move, Position};
use serde::{Serialize, Serializer};

use self::checkpoint::Checkpoint;
use crate::cli::{POSITIONS, PositionArgs};
use crate::input::{self, Subject, answer_each};
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::progress;
use crate::threads;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS, allow_missing_positional = true)]
pub struct PerftArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Length of the move sequences, in moves
    #[arg(value_parser = parse_depth)]
    pub depth: u32,
    /// Print the count for each first move
    #[arg(long)]
    pub divide: bool,
    /// Use N threads, at most 1024 [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<NonZeroUsize>,
    /// Save finished first moves to this file, from time to time and when interrupted
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from the checkpoint, if there is one
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

/// Reads how many moves deep to count.
pub fn parse_moves(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("found `{text}`; expected a number of moves"))
}

/// Reads the depth. Where there is just one argument it is taken for this one, so a position may
/// stand here.
fn parse_depth(text: &str) -> Result<u32, String> {
    parse_moves(text).map_err(|wrong| match input::is_a_position(text) {
        true => {
            let position = if text.len() <= 20 && !text.contains(' ') { text } else { "POSITION" };
            format!(
                "found a position and no depth; add how many moves deep to count: \
                 otrera perft {position} 3"
            )
        }
        false => format!("{wrong}: otrera perft POSITION 3"),
    })
}

pub fn run(args: &PerftArgs) -> anyhow::Result<()> {
    // Told after the count, which is not lost with the checkpoint.
    let mut unsaved = None;
    answer_each(&args.input, |subject| Count::new(subject, args, &mut unsaved))?;
    unsaved.map_or(Ok(()), Err)
}

/// The answer.
#[derive(Serialize)]
struct Count {
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// Counts behind the first moves, in the order of their squares.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    divide: Option<Vec<(String, u64)>>,
}

impl Count {
    fn new(
        subject: &Subject,
        args: &PerftArgs,
        unsaved: &mut Option<anyhow::Error>,
    ) -> anyhow::Result<Count> {
        let position = subject.position();
        let started = Instant::now();
        let counts = match (args.depth, position.narrow()) {
            (0, _) => Counts::new(),
            (depth, Some(narrow)) => count_by_move(&narrow, depth, args, unsaved)?,
            (depth, None) => count_by_move(&position, depth, args, unsaved)?,
        };
        let nodes = if args.depth == 0 { 1 } else { counts.values().sum() };
        let named = |(mv, nodes): (Move, u64)| (mv.text(position.size()), nodes);
        Ok(Count {
            position: position.to_string(),
            depth: args.depth,
            nodes,
            seconds: started.elapsed().as_secs_f64(),
            divide: args.divide.then(|| counts.into_iter().map(named).collect()),
        })
    }
}

fn as_map<S: Serializer>(divide: &Option<Vec<(String, u64)>>, out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(divide.iter().flatten().map(|(mv, nodes)| (mv, nodes)))
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (mv, nodes) in self.divide.iter().flatten() {
            writeln!(f, "{mv}: {nodes}")?;
        }
        writeln!(f, "{}", self.nodes)
    }
}

/// Finished first moves with their counts.
type Counts = BTreeMap<Move, u64>;

/// Counts behind each first move, and why they could not be saved.
fn count_by_move<B: Bits>(
    position: &Position<B>,
    depth: u32,
    args: &PerftArgs,
    unsaved: &mut Option<anyhow::Error>,
) -> anyhow::Result<Counts> {
    interrupt::listen();
    let (checkpoint, finished) = match &args.checkpoint {
        None => (None, Counts::new()),
        Some(path) => {
            let (checkpoint, finished) =
                Checkpoint::open(path, args.resume, &position.widen(), depth)?;
            (Some(checkpoint), finished)
        }
    };
    let all: Vec<Move> = position.moves().collect();
    let bar = progress::bar(all.len() as u64, "{pos}/{len} first moves");
    bar.set_position(finished.len() as u64);
    let open: Vec<Move> = all.iter().copied().filter(|mv| !finished.contains_key(mv)).collect();
    let finished = Mutex::new(finished);
    let threads = threads::or_all_cores(args.threads);
    count_behind(position, &open, depth, threads, &INTERRUPT, &|mv, nodes| {
        lock(&finished).insert(mv, nodes);
        bar.inc(1);
        if let Some(checkpoint) = &checkpoint {
            checkpoint.save_now_and_then(&finished);
        }
    });
    bar.finish_and_clear();
    let finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    let saved = checkpoint.as_ref().map_or(Ok(()), |checkpoint| checkpoint.save(&finished));
    if finished.len() == all.len() {
        *unsaved = saved.err();
        return Ok(finished);
    }
    saved?;
    if let Some(checkpoint) = &checkpoint {
        crate::checkpoint::tell(checkpoint.path());
    }
    Err(Interrupted.into())
}

/// How many move sequences of a length there are; none if the flag was set before all were counted.
pub fn count_all(
    position: &Position,
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Option<u64> {
    fn behind<B: Bits>(
        position: &Position<B>,
        depth: u32,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<u64> {
        let moves: Vec<Move> = position.moves().collect();
        let counts = Mutex::new(Vec::new());
        count_behind(position, &moves, depth, threads, stop, &|_, nodes| lock(&counts).push(nodes));
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        (counts.len() == moves.len()).then(|| counts.iter().sum())
    }
    match (depth, position.narrow()) {
        (0, _) => Some(1),
        (_, Some(narrow)) => behind(&narrow, depth, threads, stop),
        (_, None) => behind(position, depth, threads, stop),
    }
}

/// Counts the move sequences behind each of these moves, on several threads, until the flag is set.
fn count_behind<B: Bits>(
    position: &Position<B>,
    moves: &[Move],
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
    counted: &(dyn Fn(Move, u64) + Sync),
) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut after = *position;
            after.make(mv);
            let Some(nodes) = count(&after, depth - 1, stop) else { break };
            counted(mv, nodes);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(moves.len()) {
            scope.spawn(work);
        }
    });
}

/// Sequences of this length take moments on any board, and are counted without a look at the flag.
const MOMENTS: u32 = 2;

/// Counts the move sequences of a position, unless the flag is set first.
fn count<B: Bits>(position: &Position<B>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= MOMENTS {
        return Some(position.perft(depth));
    }
    let mut nodes = 0;
    for mv in position.moves() {
        let mut after = *position;
        after.make(mv);
        nodes += count(&after, depth - 1, stop)?;
    }
    Some(nodes)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
