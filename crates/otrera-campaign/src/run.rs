//! Jobs, one after another: "settle this position within this budget", on a solver that keeps what it
//! remembers from job to job.

use std::fs::File;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use otrera_board::{Color, Position, Symmetry};
use otrera_solver::{CheckpointError, Limits, Look, Solver};

use crate::campaign::{Campaign, Plan, Session};
use crate::error::CampaignError;
use crate::event::{Event, Seen};
use crate::ledger::Ledger;
use crate::memory::Memory;
use crate::record::{Id, Value};
use crate::successors::Successor;
use crate::task::Task;
use crate::tree::Costs;

/// How long a run goes on, and what it keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunSettings<'a> {
    /// At this moment.
    pub deadline: Option<Instant>,
    /// When this is set.
    pub interrupted: Option<&'a AtomicBool>,
    /// Whether what the solver remembers is kept in the folder.
    pub keep_memory: bool,
}

impl RunSettings<'_> {
    fn is_over(&self) -> Option<End> {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        match () {
            () if self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) => {
                Some(End::Interrupted)
            }
            () if late => Some(End::Time),
            () => None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The campaign is settled.
    Settled(Color),
    /// The time is over.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// What somebody who watches a run is told.
#[non_exhaustive]
pub enum Told<'a> {
    /// A job begins, at the end of this way through the ledger.
    Job(&'a Ledger, &'a [Id]),
    /// It goes on.
    Look(&'a Look<'a, u64>),
    /// What the solver remembers could not be saved; the campaign goes on.
    Unsaved(io::Error),
}

impl Session {
    /// Tells a solver what is settled, and runs jobs until the campaign is settled or the run is over.
    pub fn run(
        &mut self,
        solver: &mut Solver<u64>,
        settings: RunSettings<'_>,
        watch: &mut dyn FnMut(Told<'_>),
    ) -> Result<End, CampaignError> {
        teach(solver, self.campaign.ledger());
        let mut memory = Memory::new(settings.keep_memory.then(|| self.campaign.memory()));
        let ended = self.run_jobs(solver, settings, &mut memory, watch);
        self.sync()?;
        let size = self.campaign.ledger().size();
        if let Err(error) = memory.save(|file| solver.save(file, size, Duration::ZERO)) {
            watch(Told::Unsaved(error));
        }
        ended
    }

    fn run_jobs(
        &mut self,
        solver: &mut Solver<u64>,
        settings: RunSettings<'_>,
        memory: &mut Memory,
        watch: &mut dyn FnMut(Told<'_>),
    ) -> Result<End, CampaignError> {
        loop {
            let ledger = self.campaign.ledger();
            if let Some(winner) = ledger.get(ledger.root()).winner {
                return Ok(End::Settled(winner));
            }
            if let Some(end) = settings.is_over() {
                return Ok(end);
            }
            let way = ledger.most_promising().expect("the root is open");
            let leaf = *way.last().expect("a way has an end");
            let record = ledger.get(leaf);
            let event = match is_ripe(ledger, leaf, self.campaign.plan()) {
                true => expansion(solver, ledger, leaf),
                false => {
                    watch(Told::Job(ledger, &way));
                    let limits = Limits {
                        deadline: settings.deadline,
                        interrupted: settings.interrupted,
                        ..Limits::default()
                    };
                    let task = Task::of(record, self.campaign.plan());
                    let work = task.work(solver, limits, &mut |look| {
                        let saved = memory.save_if_due(|file| look.save(file, Duration::ZERO));
                        saved.unwrap_or_else(|error| watch(Told::Unsaved(error)));
                        watch(Told::Look(look));
                    })?;
                    Event::Job(record.key, work)
                }
            };
            self.add(&event)?;
            let size = self.campaign.ledger().size();
            let saved = memory.save_if_due(|file| solver.save(file, size, Duration::ZERO));
            saved.unwrap_or_else(|error| watch(Told::Unsaved(error)));
        }
    }
}

/// Is a leaf to be expanded in the ledger? The root is, at once: all first moves compete.
pub(crate) fn is_ripe(ledger: &Ledger, leaf: Id, plan: Plan) -> bool {
    leaf == ledger.root() || ledger.get(leaf).expansions >= plan.expand_after
}

/// Expands a leaf: what follows gets what bounds and memory know, or what the model guesses.
pub(crate) fn expansion(solver: &mut Solver<u64>, ledger: &Ledger, leaf: Id) -> Event {
    let value = |next: Successor| {
        Seen::Value(match ledger.find(&next.key) {
            Some(_) => Value::Met,
            None => value_of(solver, &next.position),
        })
    };
    Event::Expand(ledger.get(leaf).key, ledger.successors(leaf).into_iter().map(value).collect())
}

fn value_of(solver: &mut Solver<u64>, position: &Position<u64>) -> Value {
    let prospect = solver.prospect(position);
    let [proof, disproof] = prospect.costs;
    prospect.winner.map_or(Value::Open(Costs::open(proof, disproof)), Value::Settled)
}

/// Tells a solver all that a ledger has settled, in every image: it finds its way back through the top of
/// the tree without any search.
pub fn teach(solver: &mut Solver<u64>, ledger: &Ledger) {
    for record in ledger.records() {
        let Some(winner) = record.winner else { continue };
        for symmetry in Symmetry::of(record.position.size()) {
            let image = symmetry.position(&record.position);
            solver.assume(&image, winner, record.expansions_below);
        }
    }
}

impl Campaign {
    /// Lets a solver begin with what it remembered when the campaign was last run, if that was kept. If it
    /// cannot be used, the solver knows nothing.
    pub fn resume_memory(&self, solver: &mut Solver<u64>) -> Result<bool, CheckpointError> {
        let path = self.memory();
        if !path.is_file() {
            return Ok(false);
        }
        let file = File::open(path)?;
        solver.resume(file, self.ledger().size()).map(|_| true)
    }
}
