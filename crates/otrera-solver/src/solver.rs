//! Solves positions, one after another, and remembers what it found.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use otrera_area::tables::Tables;
use otrera_board::{Bits, Color, Move, Position, Size};
use rustc_hash::FxHashMap;

use crate::area_cache::AreaCache;
use crate::checkpoint::{self, CheckpointError, Header};
use crate::judge::{Judge, Settled};
use crate::kept_areas::KeptAreas;
use crate::kinds::{Kinds, add_kinds};
use crate::model::Model;
use crate::node::Node;
use crate::rules::Rules;
use crate::strategist::StopsAll;
use crate::transpositions::{Key, Transpositions, finding, node_of};
use crate::worker::{Shared, Worker};
use crate::{alpha_beta, dfpn};

/// How a position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Proof number search.
    #[default]
    Dfpn,
    /// Alpha-beta with iterative deepening.
    AlphaBeta,
}

impl Engine {
    /// Its short name.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Dfpn => "dfpn",
            Engine::AlphaBeta => "ab",
        }
    }
}

/// How a solver works. The answers do not depend on any of it.
///
/// ```
/// use otrera_solver::{Engine, Settings};
///
/// let settings = Settings { memory: 1 << 30, threads: 2, ..Settings::default() };
/// assert_eq!(settings.engine, Engine::Dfpn);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes for all that is remembered.
    pub memory: usize,
    /// How many threads search. With one, searches can be repeated node by node.
    pub threads: usize,
    /// How it searches.
    pub engine: Engine,
    /// The rules it uses.
    pub rules: Rules,
    /// The model that guesses costs.
    pub model: Model,
    /// Endgame tables.
    pub tables: Option<Arc<Tables>>,
    /// A file of small areas that were searched.
    pub kept: Option<Arc<KeptAreas>>,
    /// Whether the kinds of areas that come up are counted.
    pub count_kinds: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            memory: 256 << 20,
            threads: 1,
            engine: Engine::default(),
            rules: Rules::default(),
            model: Model::learned().clone(),
            tables: None,
            kept: None,
            count_kinds: false,
        }
    }
}

/// When a search gives up.
///
/// ```
/// use otrera_board::Position;
/// use otrera_solver::{Limits, Settings, Solver, Stopped};
///
/// let start: Position = "7x7".parse()?;
/// let mut solver: Solver<u64> = Solver::new(Settings { memory: 1 << 20, ..Settings::default() })?;
/// let limits = Limits { expansions: Some(100), ..Limits::default() };
/// assert_eq!(solver.winner(&start.narrow().unwrap(), limits), Err(Stopped::Expansions));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// At this moment.
    pub deadline: Option<Instant>,
    /// After so many expansions.
    pub expansions: Option<u64>,
    /// After so many positions were bounded, or soon after: it is looked at once for each expansion.
    pub evaluations: Option<u64>,
    /// When the table is full, if this is true.
    pub when_full: bool,
    /// When this is set.
    pub interrupted: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// What is left of them when so much was spent.
    #[must_use]
    pub fn after(self, spent: Effort) -> Self {
        Limits {
            expansions: self.expansions.map(|most| most.saturating_sub(spent.expansions)),
            evaluations: self.evaluations.map(|most| most.saturating_sub(spent.evaluations)),
            ..self
        }
    }

    /// Is it time to stop, or was that asked for?
    pub fn are_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Why a search gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The deadline has passed.
    #[error("time ran out")]
    Time,
    /// So many nodes were expanded, or so many positions bounded.
    #[error("node limit reached")]
    Expansions,
    /// The table is full.
    #[error("memory limit reached")]
    Memory,
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The system has no thread to spare.
    #[error("cannot start a thread")]
    NoThread,
}

/// What searches have cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Nodes whose moves were generated.
    pub expansions: u64,
    /// Positions that were bounded.
    pub evaluations: u64,
}

/// A look at a search that goes on.
pub struct Look<'a, B: 'static> {
    shared: &'a Shared<'a, B>,
    before: Effort,
    root: &'a Node<B>,
}

/// What a search looks like while it goes on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What it has cost so far.
    pub effort: Effort,
    /// The longest line so far.
    pub depth: u64,
    /// The share of the table that is in use.
    pub table: f64,
    /// Costs of proving and disproving that the player to move wins; alpha-beta has none.
    pub costs: Option<[f32; 2]>,
    /// The first moves that are not settled.
    pub open: usize,
    /// The first move that is searched.
    pub first: Option<Move>,
}

impl<B: Bits> Look<'_, B> {
    /// What the search looks like.
    pub fn progress(&self) -> Progress {
        let view = *self.shared.root.lock().unwrap_or_else(PoisonError::into_inner);
        Progress {
            effort: self.effort(),
            depth: self.shared.depth.load(Ordering::Relaxed),
            table: self.shared.transpositions.fill(),
            costs: view.map(|view| [view.costs.proof, view.costs.disproof]),
            open: view.map_or(0, |view| view.open),
            first: view.and_then(|view| self.root.move_to(&view.child)),
        }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.root.geometry.size()
    }

    /// Writes a checkpoint while the search goes on.
    pub fn save(&self, to: impl Write, time: Duration) -> io::Result<()> {
        let header = Header {
            size: self.root.geometry.size(),
            engine: self.shared.settings.engine,
            effort: self.effort(),
            milliseconds: time.as_millis() as u64,
        };
        checkpoint::write(to, header, self.shared.transpositions)
    }

    fn effort(&self) -> Effort {
        Effort {
            expansions: self.before.expansions + self.shared.expansions.load(Ordering::Relaxed),
            evaluations: self.before.evaluations + self.shared.evaluations.load(Ordering::Relaxed),
        }
    }
}

/// Solves positions, one after another, and remembers what it found.
///
/// `B` is the word that holds a board: `u64` for up to 64 squares, `u128` for all.
///
/// ```
/// use otrera_board::{Color, Position};
/// use otrera_solver::{Limits, Settings, Solver};
///
/// let mut solver = Solver::new(Settings { memory: 1 << 20, ..Settings::default() })?;
/// let position: Position = "b...w w".parse()?;
/// assert_eq!(solver.winner(&position, Limits::default())?, Color::White);
/// let best = solver.winning_move(&position, Limits::default())?.unwrap();
/// assert_eq!(solver.winner(&position.play(best)?, Limits::default())?, Color::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver<B: 'static> {
    pub(crate) settings: Settings,
    pub(crate) transpositions: Transpositions<B>,
    /// One for each thread; the first of them are in use.
    pub(crate) caches: Vec<AreaCache<B>>,
    pub(crate) effort: Effort,
    kinds: Vec<Kinds>,
    /// Positions whose areas have climbed the ladder, and whether that told who wins.
    pub(crate) climbed: FxHashMap<Key<B>, bool>,
}

/// No solver has more threads than this.
pub const MOST_THREADS: usize = 1024;

/// Why there is no solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unaffordable {
    /// The system does not have so many bytes.
    #[error("cannot allocate {} MiB", .0 >> 20)]
    Memory(usize),
    /// There are more threads than [`MOST_THREADS`].
    #[error("{0} threads are more than {MOST_THREADS}")]
    Threads(usize),
}

/// One part in so many of the memory is for the area caches.
const SHARE_OF_CACHES: usize = 8;

/// The bytes for the area caches of all threads.
fn memory_of_caches(settings: &Settings) -> usize {
    if settings.rules.area_cache { settings.memory / SHARE_OF_CACHES } else { 0 }
}

impl<B: Bits> Solver<B> {
    /// A solver that knows nothing yet; an error if the system does not have the memory, or if so many threads
    /// are asked for that no system has them.
    pub fn new(settings: Settings) -> Result<Solver<B>, Unaffordable> {
        if settings.threads > MOST_THREADS {
            return Err(Unaffordable::Threads(settings.threads));
        }
        // Only asked for: pages that are not touched cost nothing.
        if Vec::<u8>::new().try_reserve_exact(settings.memory).is_err() {
            return Err(Unaffordable::Memory(settings.memory));
        }
        let threads = settings.threads.max(1);
        let settings = Settings { threads, ..settings };
        let caches = memory_of_caches(&settings);
        Ok(Solver {
            transpositions: Transpositions::new(settings.memory - caches),
            caches: (0..threads)
                .map(|_| AreaCache::new(caches / threads, settings.kept.clone()))
                .collect(),
            settings,
            effort: Effort::default(),
            kinds: Vec::new(),
            climbed: FxHashMap::default(),
        })
    }

    /// Forgets all that it has found, and keeps its memory: what is given back to the system has to be asked for again.
    pub fn forget(&mut self) {
        self.transpositions.clear();
        let bytes = memory_of_caches(&self.settings) / self.caches.len().max(1);
        for cache in &mut self.caches {
            *cache = AreaCache::new(bytes, self.settings.kept.clone());
        }
        self.effort = Effort::default();
        self.kinds.clear();
        self.climbed.clear();
    }

    /// How it works.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// From now on it uses these endgame tables. What it remembers stays true: tables change what is found,
    /// never who wins.
    pub fn use_tables(&mut self, tables: Arc<Tables>) {
        self.settings.tables = Some(tables);
    }

    /// From now on it searches with so many threads, at most those it was made with and at least one.
    pub fn use_threads(&mut self, threads: usize) {
        self.settings.threads = threads.clamp(1, self.caches.len());
    }

    /// What all searches so far have cost.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The kinds of areas that the last search saw, by the number of moves from its root, if they are
    /// counted.
    pub fn kinds(&self) -> &[Kinds] {
        &self.kinds
    }

    /// The share of the memory for positions that is in use.
    pub fn fill(&self) -> f64 {
        self.transpositions.fill()
    }

    /// Writes a checkpoint. The time is told by who reads it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use otrera_board::{Color, Position};
    /// use otrera_solver::{Limits, Settings, Solver};
    ///
    /// let start = "5x5".parse::<Position>()?.narrow().unwrap();
    /// let settings = Settings { memory: 1 << 20, ..Settings::default() };
    /// let mut solver: Solver<u64> = Solver::new(settings.clone())?;
    /// // Stopped too early, saved, and resumed by another solver.
    /// let few = Limits { expansions: Some(50), ..Limits::default() };
    /// assert!(solver.winner(&start, few).is_err());
    /// let mut saved = Vec::new();
    /// solver.save(&mut saved, start.size(), Duration::from_secs(1))?;
    /// let mut other: Solver<u64> = Solver::new(settings)?;
    /// assert_eq!(other.resume(&saved[..], start.size())?, Duration::from_secs(1));
    /// assert_eq!(other.winner(&start, Limits::default())?, Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, to: impl Write, size: Size, time: Duration) -> io::Result<()> {
        let header = Header {
            size,
            engine: self.settings.engine,
            effort: self.effort,
            milliseconds: time.as_millis() as u64,
        };
        checkpoint::write(to, header, &self.transpositions)
    }

    /// Resumes from a checkpoint of a board of this size; returns the time it had taken. Some of what it
    /// says is searched again. If it cannot be used, the solver knows nothing.
    pub fn resume(&mut self, from: impl Read, size: Size) -> Result<Duration, CheckpointError> {
        let header = self.read_checkpoint(from, size);
        if header.is_err() {
            self.transpositions.clear();
        }
        let Header { effort, milliseconds, .. } = header?;
        self.effort = effort;
        Ok(Duration::from_millis(milliseconds))
    }

    fn read_checkpoint(&self, from: impl Read, size: Size) -> Result<Header, CheckpointError> {
        let Some(geometry) = B::geometry(size) else {
            let found = "more than 64 squares".to_owned();
            return Err(CheckpointError::OtherBoard { found, expected: size });
        };
        let engine = self.settings.engine;
        let (header, sample) = checkpoint::read(from, geometry, engine, &self.transpositions)?;
        for row in &sample.rows {
            let (node, said) = (node_of(geometry, row), finding::<B>(row).outcome);
            if let Some(mover_wins) = self.searched_again(&node)
                && said != Some(mover_wins)
            {
                let mover = node.mover;
                let wins = if mover_wins { "loses" } else { "wins" };
                return Err(CheckpointError::Wrong(format!("{mover}, to move, {wins} {node}")));
            }
        }
        Ok(header)
    }

    /// Does the player to move win? Found out with an empty table, if a short search tells.
    fn searched_again(&self, node: &Node<B>) -> Option<bool> {
        const MOST: [u64; 2] = [200, 5_000];
        const BYTES: usize = 1 << 20;
        let table = Transpositions::new(BYTES);
        let mut cache = AreaCache::new(BYTES, None);
        let shared = Shared::new(&self.settings, &table, MOST);
        let mut worker = Worker::new(&shared, &mut cache);
        let settled = worker.settle(*node);
        if let Some(winner) = settled.winner {
            return Some(winner == node.mover);
        }
        dfpn::solve(&mut worker, &settled.node).ok()
    }

    /// Who wins.
    pub fn winner(&mut self, position: &Position<B>, limits: Limits<'_>) -> Result<Color, Stopped> {
        self.winner_watched(position, limits, &mut |_| {})
    }

    /// Who wins; calls about ten times a second while it searches.
    pub fn winner_watched(
        &mut self,
        position: &Position<B>,
        limits: Limits<'_>,
        watch: &mut dyn FnMut(&Look<'_, B>),
    ) -> Result<Color, Stopped> {
        let settled = self.judge(position);
        if let Some(winner) = settled.winner {
            return Ok(winner);
        }
        let root = settled.node;
        let won = |mover_wins: bool| if mover_wins { root.mover } else { !root.mover };
        if let Some(mover_wins) = self.transpositions.get(&root).and_then(|found| found.outcome) {
            return Ok(won(mover_wins));
        }
        self.kinds.clear();
        self.search_and_climb(position, &root, limits, watch).map(won)
    }

    /// Searches a node that bounds leave open: does the player to move win?
    pub(crate) fn search(
        &mut self,
        root: &Node<B>,
        limits: Limits<'_>,
        watch: &mut dyn FnMut(&Look<'_, B>),
    ) -> Result<bool, Stopped> {
        let most = [limits.expansions, limits.evaluations].map(|most| most.unwrap_or(u64::MAX));
        let shared = Shared::new(&self.settings, &self.transpositions, most);
        let look = Look { shared: &shared, before: self.effort, root };
        let caches = &mut self.caches[..self.settings.threads];
        let found = run(&look, caches, limits, watch);
        add_kinds(
            &mut self.kinds,
            &shared.kinds.into_inner().unwrap_or_else(PoisonError::into_inner),
        );
        self.effort.expansions += shared.expansions.into_inner();
        self.effort.evaluations += shared.evaluations.into_inner();
        found
    }

    /// What bounds tell of a position.
    pub(crate) fn judge(&mut self, position: &Position<B>) -> Settled<B> {
        self.effort.evaluations += 1;
        let rules = self.settings.rules;
        let tables = self.settings.tables.as_deref();
        let settled = Judge::new(rules, tables, &mut self.caches[0]).settle(Node::of(position));
        #[cfg(feature = "faults")]
        let settled = settled.spoilt(rules);
        settled
    }
}

/// Searches the root with all threads, and watches them: does the player to move win?
fn run<B: Bits>(
    look: &Look<'_, B>,
    caches: &mut [AreaCache<B>],
    limits: Limits<'_>,
    watch: &mut dyn FnMut(&Look<'_, B>),
) -> Result<bool, Stopped> {
    let Look { shared, root, .. } = *look;
    const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
    let (sender, results) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        // Who watches may panic too, and the scope waits for the searches.
        let _stops_all = StopsAll(&shared.stop);
        for (n, cache) in caches.iter_mut().enumerate() {
            let sender = sender.clone();
            let work = move || {
                let _stops_all = StopsAll(&shared.stop);
                #[cfg(feature = "faults")]
                crate::faults::panic_in_thread(n);
                let mut worker = Worker::new(shared, cache);
                let found = match shared.settings.engine {
                    Engine::Dfpn => dfpn::solve(&mut worker, root),
                    Engine::AlphaBeta => alpha_beta::solve(&mut worker, root),
                };
                worker.tell();
                worker.tell_kinds();
                // The first answer ends the search for all.
                shared.stop.store(true, Ordering::Relaxed);
                // Nobody listens once an answer is there.
                let _ = sender.send(found);
            };
            let started = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            // Fewer threads do as well, as long as there is one. The calling thread cannot stand in for it: its
            // stack may be too small, and it watches the limits.
            match started {
                Ok(_) => {}
                Err(_) if n == 0 => return Err(Stopped::NoThread),
                Err(_) => break,
            }
        }
        drop(sender);
        let mut stopped = Stopped::Expansions;
        loop {
            let now = Instant::now();
            let wait = limits.deadline.map_or(BETWEEN_LOOKS, |deadline| {
                deadline.saturating_duration_since(now).min(BETWEEN_LOOKS)
            });
            match results.recv_timeout(wait) {
                Ok(Ok(mover_wins)) => return Ok(mover_wins),
                Ok(Err(_)) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return Err(stopped),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => watch(look),
            }
            if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                stopped = Stopped::Time;
                shared.stop.store(true, Ordering::Relaxed);
            }
            if limits.when_full && shared.transpositions.fill() >= FULL {
                stopped = Stopped::Memory;
                shared.stop.store(true, Ordering::Relaxed);
            }
            if limits.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                stopped = Stopped::Interrupted;
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
    })
}

/// A table with so much of it in use is full: what comes next replaces more than it adds.
const FULL: f64 = 0.9;

/// Deep lines on large boards need more than a thread has by default.
const STACK: usize = 64 << 20;
