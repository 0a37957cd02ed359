//! Who wins, and a proof of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use otrera_board::{Bits, Color, Position};
use otrera_proof::StrategyError;
use otrera_solver::{Engine, Limits, Progress, Settings, Solver};
use serde_json::json;

use super::question::{searched, size};
use super::{Error, Stop, Tell, Told};
use crate::commands::solve::{self, NO_STRATEGY, Search, proof};
use crate::limits;
use crate::tables::{self, Stock, TablesArgs, TablesFolder};

/// How to solve.
#[derive(Clone, Debug)]
pub struct Solving {
    /// As `--limit` takes it.
    pub limit: Option<String>,
    /// The memory for what is remembered, as `--memory` takes it.
    pub memory: String,
    /// Threads of the search.
    pub threads: usize,
    /// Alpha-beta instead of df-pn.
    pub alpha_beta: bool,
    /// The folder of endgame tables, if not the user's.
    pub tables: Option<String>,
    /// Do without endgame tables.
    pub no_tables: bool,
    /// Is a proof wanted?
    pub proof: bool,
    /// Is this one of several positions? Bounds on the margin are then worth no more than the search was.
    pub batch: bool,
}

/// So often it is told how a search goes.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

pub(super) fn solve(how: &Solving, tell: &mut impl Tell, stop: Stop) -> Result<(), Error> {
    let limit = how.limit.as_deref().map(searched).transpose()?.unwrap_or_default();
    let settings = settings(how, limit)?;
    let (mut narrow, mut wide) = (None, None);
    while let Some(position) = tell.next() {
        let answer = match position.narrow() {
            Some(narrowed) => {
                let solver = next(&settings, &mut narrow, &mut wide)?;
                answer(how, limit, solver, &narrowed, tell, stop)
            }
            None => {
                let solver = next(&settings, &mut wide, &mut narrow)?;
                answer(how, limit, solver, &position, tell, stop)
            }
        };
        tell.answer(answer);
    }
    Ok(())
}

fn settings(how: &Solving, limit: limits::Limits) -> Result<Settings, Error> {
    if how.alpha_beta && how.proof {
        return Err(Error::new(format!("engine: ab {NO_STRATEGY}; use dfpn")));
    }
    let folder = TablesFolder { tables: how.tables.as_ref().map(Into::into) };
    // Nobody waits for tables: they are used where they are there already. Those of a folder that was named have to be.
    let tables = match tables::stock(&TablesArgs { folder, no_tables: how.no_tables })? {
        Stock::Here(tables) => Some(tables),
        Stock::Missing(folder) if how.tables.is_some() => Some(Arc::new(tables::open(&folder)?)),
        Stock::Missing(_) | Stock::None => None,
    };
    Ok(Settings {
        // As on the command line, a limit that is a size is the size of the memory.
        memory: limit.bytes.unwrap_or(size("memory", &how.memory)?),
        tables,
        threads: how.threads,
        engine: if how.alpha_beta { Engine::AlphaBeta } else { Engine::Dfpn },
        ..Settings::default()
    })
}

/// The solver for the next position. Only one of the two words has the memory.
fn next<'a, B: Bits, C: Bits>(
    settings: &Settings,
    wanted: &'a mut Option<Solver<B>>,
    other: &mut Option<Solver<C>>,
) -> Result<&'a mut Solver<B>, Error> {
    *other = None;
    match wanted {
        Some(solver) => Ok(solver),
        None => {
            let solver = Solver::new(settings.clone());
            let solver =
                solver.map_err(|error| Error::new(format!("{error}; use a smaller memory")))?;
            Ok(wanted.insert(solver))
        }
    }
}

fn answer<B: Bits>(
    how: &Solving,
    limit: limits::Limits,
    solver: &mut Solver<B>,
    position: &Position<B>,
    tell: &mut impl Tell,
    stop: Stop,
) -> Result<Told, Error> {
    let (began, before) = (Instant::now(), solver.effort());
    let limits = Limits {
        deadline: limit.time.and_then(|time| began.checked_add(time)),
        expansions: limit.nodes,
        evaluations: None,
        when_full: limit.bytes.is_some(),
        interrupted: Some(stop),
    };
    let (mut costs, mut told) = (None, None::<Instant>);
    let search = Limits { deadline: solve::search_deadline(limit.time, limits.deadline), ..limits };
    let solved = solver.winner_watched(position, search, &mut |look| {
        if told.is_none_or(|told| told.elapsed() >= BETWEEN_LOOKS) {
            let progress = look.progress();
            costs = progress.costs;
            told = Some(Instant::now());
            tell.progress(searching(&progress, before.expansions, began));
        }
    });
    let worth = match how.batch {
        true => (solver.effort() - before).evaluations,
        false => u64::MAX,
    };
    let search = Search { began, before, solved, costs };
    let answer = solve::conclude(solver, position, None, search, limits, worth)?;
    let proof = match answer.found.filter(|_| how.proof) {
        Some(winner) => prove(solver, position, winner, limits, tell, began)?,
        None => None,
    };
    Ok(Told { proof, ..Told::new(&answer)? })
}

/// The proof, unless a limit was reached before.
fn prove<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    winner: Color,
    limits: Limits<'_>,
    tell: &mut impl Tell,
    began: Instant,
) -> Result<Option<Vec<u8>>, Error> {
    let mut told = began;
    let proof = proof::in_memory(solver, position, winner, limits, &mut |progress| {
        if told.elapsed() >= BETWEEN_LOOKS {
            told = Instant::now();
            let (entries, waiting) = (progress.entries, progress.waiting);
            let seconds = began.elapsed().as_secs_f64();
            let line = json!({"stage": "proof", "entries": entries, "waiting": waiting, "seconds": seconds});
            tell.progress(line.to_string());
        }
        Ok(())
    });
    match proof {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if matches!(error.downcast_ref(), Some(StrategyError::Interrupted)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// How a search goes.
fn searching(progress: &Progress, before: u64, began: Instant) -> String {
    json!({
        "stage": "search",
        "nodes": progress.effort.expansions - before,
        "depth": progress.depth,
        "table": progress.table,
        "costs": progress.costs,
        "open": progress.open,
        "seconds": began.elapsed().as_secs_f64(),
    })
    .to_string()
}
