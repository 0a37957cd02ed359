//! Endgame tables that are not there when a search begins.
//!
//! Most searches end before tables could be built, so they begin without. When one drags on, tables are built
//! beside it, by one of its threads; a search with one thread waits for them, so that its nodes can be
//! counted again. Where the limits end the search before tables would pay, they are not begun.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use otrera_area::tables::{Build, BuildError, TableSet, Tables};
use otrera_board::{Bits, Color, Position};
use otrera_solver::{Limits, Look, Solver, Stopped};

use super::patience::Patience;
use crate::interrupt;
use crate::tables::{self, Stock, advice};

/// A search that has bounded so many positions drags on: a few seconds.
const DRAGS_ON: u64 = 3_000_000;

/// With less time left, tables would not pay: a thread needs most of a minute to build them.
const WORTH_BUILDING: Duration = Duration::from_secs(120);

/// What the build holds at most. The search has so much less.
pub const MEMORY_OF_BUILD: usize = 128 << 20;

/// How often a search looks whether the tables are there.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// The endgame tables of a command that searches, now or later.
pub struct LateTables {
    state: State,
    threads: usize,
    /// Positions bounded without tables.
    spent: u64,
}

enum State {
    /// All searches have the tables, or do without.
    Settled,
    /// They may be built in this folder.
    Missing(PathBuf),
    Building(BuildBeside),
    /// They are there, and some solvers do not know yet.
    Here(Arc<Tables>),
}

/// Why there are no tables after all.
enum NotBuilt {
    Stopped,
    Failed(String),
}

impl LateTables {
    /// The tables of searches with so many threads and so much memory.
    pub fn new(stock: &Stock, threads: usize, memory: usize) -> LateTables {
        let state = match stock {
            Stock::Missing(folder) if may_build(stock, memory) => State::Missing(folder.clone()),
            _ => State::Settled,
        };
        LateTables { state, threads, spent: 0 }
    }

    /// Who wins: as the solver says, which gets its tables on the way.
    pub fn winner<B: Bits>(
        &mut self,
        solver: &mut Solver<B>,
        position: &Position<B>,
        limits: Limits<'_>,
        patience: &mut Patience,
        watch: &mut dyn FnMut(&Look<'_, B>),
    ) -> Result<Color, Stopped> {
        let before = solver.effort();
        loop {
            self.prepare(solver, limits.deadline, patience);
            let start = solver.effort();
            let left = limits.after(start - before);
            let found = solver.winner_watched(position, self.stretch(left), &mut |look| {
                patience.look(look);
                watch(look);
            });
            self.spent += (solver.effort() - start).evaluations;
            let left = limits.after(solver.effort() - before);
            let at_the_end =
                left.expansions == Some(0) || left.evaluations == Some(0) || left.are_over();
            match found {
                Err(Stopped::Expansions | Stopped::Time) if !at_the_end && self.are_coming() => {}
                found => return found,
            }
        }
    }

    /// Builds no longer; the solver has all its threads again.
    pub fn stop<B: Bits>(&mut self, solver: &mut Solver<B>) {
        if let State::Building(_) = self.state {
            self.state = State::Settled;
        }
        solver.use_threads(self.threads);
    }

    /// May tables still come?
    fn are_coming(&self) -> bool {
        matches!(self.state, State::Missing(_) | State::Building(_))
    }

    /// How long to search before the next look.
    fn stretch<'a>(&self, limits: Limits<'a>) -> Limits<'a> {
        match self.state {
            State::Missing(_) => {
                let most = DRAGS_ON.saturating_sub(self.spent).max(1);
                let most = limits.evaluations.map_or(most, |limit| limit.min(most));
                Limits { evaluations: Some(most), ..limits }
            }
            State::Building(_) => {
                let look = Instant::now() + BETWEEN_LOOKS;
                let deadline = limits.deadline.map_or(look, |deadline| deadline.min(look));
                Limits { deadline: Some(deadline), ..limits }
            }
            State::Settled | State::Here(_) => limits,
        }
    }

    /// Begins to build, or takes into use what was built.
    fn prepare<B: Bits>(
        &mut self,
        solver: &mut Solver<B>,
        deadline: Option<Instant>,
        patience: &Patience,
    ) {
        if let State::Missing(folder) = &self.state
            && self.spent >= DRAGS_ON
        {
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            self.state = match left.is_none_or(|left| left >= WORTH_BUILDING) {
                true => {
                    patience.say(&format!(
                        "building endgame tables in {}, beside the search (only this once; --no-tables \
                         does without)",
                        folder.display()
                    ));
                    State::Building(BuildBeside::begin(folder.clone(), deadline))
                }
                false => State::Settled,
            };
        }
        if let State::Building(build) = &mut self.state
            && (self.threads == 1 || build.is_over())
        {
            self.state = match build.finish() {
                Ok(tables) => State::Here(tables),
                Err(NotBuilt::Stopped) => State::Settled,
                Err(NotBuilt::Failed(why)) => {
                    tables::tell_without(&why);
                    State::Settled
                }
            };
        }
        if let State::Here(tables) = &self.state {
            solver.use_tables(Arc::clone(tables));
        }
        let building = matches!(self.state, State::Building(_));
        solver.use_threads(self.threads - usize::from(building));
    }
}

/// May a search with so much memory build tables?
pub fn may_build(stock: &Stock, memory: usize) -> bool {
    matches!(stock, Stock::Missing(_)) && memory >= 2 * MEMORY_OF_BUILD
}

/// Tables that a thread builds.
struct BuildBeside {
    thread: Option<JoinHandle<Result<Arc<Tables>, NotBuilt>>>,
    stop: Arc<AtomicBool>,
}

impl BuildBeside {
    fn begin(folder: PathBuf, deadline: Option<Instant>) -> BuildBeside {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let goes_on = move || {
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            !late && !told.load(Ordering::Relaxed) && !interrupt::is_interrupted()
        };
        let work = move || build(&folder, &goes_on);
        // Without a thread there are no tables.
        let thread = std::thread::Builder::new().spawn(work).ok();
        BuildBeside { thread, stop }
    }

    fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the end.
    fn finish(&mut self) -> Result<Arc<Tables>, NotBuilt> {
        let Some(thread) = self.thread.take() else {
            return Err(NotBuilt::Failed("cannot start a thread".to_owned()));
        };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for BuildBeside {
    /// Nobody needs the tables any more; what is finished is kept for the next search.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // Whatever went wrong, no answer has needed it.
            let _ = thread.join();
        }
    }
}

fn build(folder: &Path, goes_on: &(dyn Fn() -> bool + Sync)) -> Result<Arc<Tables>, NotBuilt> {
    let build =
        Build { folder, set: TableSet::Small, threads: 1, again: false, watch: &|_| goes_on() };
    match build.run() {
        Ok(_) => {}
        Err(BuildError::Interrupted) => return Err(NotBuilt::Stopped),
        Err(BuildError::Table(error)) => return Err(NotBuilt::Failed(advice(&error))),
        Err(error) => return Err(NotBuilt::Failed(error.to_string())),
    }
    let opened = tables::open(folder).map_err(|error| NotBuilt::Failed(error.to_string()))?;
    Ok(Arc::new(opened))
}
