//! The coordinator: hands out the jobs of a campaign and writes what comes back into its log.
//!
//! The ledger, made from the synced log, is the truth; what is on the server may be lost or be there twice.
//! Whatever the coordinator has handed out, it looks after:
//!
//! ```text
//! deal ──► job in a queue ──► worker ──► result in the queue ──► log, synced ──► acknowledged
//!   ▲         │ gone without a result: handed out again               │
//!   └─────────┴──────────────────────────────── ledger ◄──────────────┘
//! ```

mod audit;
mod experience;
mod intake;
mod opening;
mod results;
mod spot_checks;
mod told;
mod under_way;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use otrera_board::{Color, Size};
use otrera_campaign::{End, Estimate, Id, Key, Ledger, Session};
use otrera_solver::Solver;
use rustc_hash::{FxHashMap, FxHashSet};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::charter::{Charter, Terms};
use crate::error::ClusterError;
use crate::link::Link;
use crate::message::Alive;
use crate::place::Place;
use crate::status::Barred;
use crate::worker::BETWEEN_SIGNS;
use experience::Experience;
use under_way::Out;

pub(crate) use told::BETWEEN_STATES;

/// How a campaign is run by workers.
#[derive(Clone, Debug)]
pub struct Coordinator<'a> {
    /// The name of the campaign on the server.
    pub campaign: String,
    /// What workers must be.
    pub terms: Terms,
    /// A job that is silent for so long is given to another worker.
    pub lease: Duration,
    /// A job that was handed out so often without a result is set aside.
    pub tries: u64,
    /// The share of results with a winner that must be proved before they count, from 0 to 1.
    pub spot_check: f64,
    /// At this moment it ends.
    pub deadline: Option<Instant>,
    /// When this is set, too.
    pub interrupted: &'a AtomicBool,
}

/// What somebody who watches a coordinator is told.
#[derive(Debug)]
#[non_exhaustive]
pub enum CoordinatorTold<'a> {
    /// How far it is: the ledger, jobs under way, workers.
    Progress(&'a Ledger, usize, usize),
    /// A job on this position was handed out so often and never came back. The position is expanded instead.
    SetAside(&'a str, u64),
    /// Nothing more is taken from this worker, for this reason.
    Barred(&'a str, &'a str),
    /// Something did not work and is tried again.
    Trouble(&'a str),
}

/// What a run by workers has done.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Coordinated {
    /// Results that counted, …
    pub counted: u64,
    /// … and those that had been counted before or came too late.
    pub not_wanted: u64,
    /// Jobs that were handed out again because the server had lost them.
    pub resubmitted: u64,
    /// Proofs that the checker has accepted.
    pub proofs: u64,
    /// Expansions that are not in the ledger: for proofs, and for results that were not wanted.
    pub nodes_besides: u64,
    /// Positions whose job never came back, by name.
    pub set_aside: Vec<String>,
    /// Workers from whom nothing more was taken, and why.
    pub barred: Vec<Barred>,
}

/// Time in which results are waited for before anything else is looked at.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(50);

/// Messages that are taken together.
const AT_A_TIME: usize = 256;

/// Time between two looks for jobs that the server has lost.
const BETWEEN_AUDITS: Duration = Duration::from_secs(1);

/// Time between two looks for queues of workers who are gone.
const BETWEEN_SWEEPS: Duration = Duration::from_secs(60);

/// A worker that was silent for so long is not counted on.
const SILENCE: Duration = BETWEEN_SIGNS.saturating_mul(4);

impl Coordinator<'_> {
    /// Has jobs done by workers until the campaign is settled or the run is over. The solver only looks at bounds
    /// and guesses. If the campaign is settled already, only the server is told.
    pub fn run(
        &self,
        link: &Link,
        session: &mut Session,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(CoordinatorTold<'_>),
    ) -> Result<(End, Coordinated), ClusterError> {
        let ledger = session.campaign().ledger();
        let charter = Charter {
            terms: self.terms.clone(),
            position: ledger.get(ledger.root()).position.to_string(),
            lease_ms: self.lease.as_millis() as u64,
            tries: self.tries,
        };
        let mut running = Running {
            settings: self,
            link,
            place: Place(self.campaign.clone()),
            charter,
            size: ledger.size(),
            session,
            solver,
            tell,
            out: HashMap::new(),
            workers: HashMap::new(),
            experience: Experience::default(),
            barred: BTreeMap::new(),
            set_aside: Vec::new(),
            unproved: FxHashMap::default(),
            shared: FxHashSet::default(),
            done: Coordinated::default(),
            estimate: None,
            counted_nodes: 0,
            began: Instant::now(),
            server: None,
        };
        let end = link.runtime.block_on(running.go_on())?;
        Ok((end, running.done))
    }
}

/// A coordinator at work.
struct Running<'a> {
    settings: &'a Coordinator<'a>,
    link: &'a Link,
    place: Place,
    charter: Charter,
    size: Size,
    session: &'a mut Session,
    solver: &'a mut Solver<u64>,
    tell: &'a mut dyn FnMut(CoordinatorTold<'_>),
    out: HashMap<Key, Out>,
    /// The workers that are heard, when they were last, and what they said.
    workers: HashMap<String, (Instant, Alive)>,
    experience: Experience,
    /// Workers from whom nothing is taken and why, and positions that were set aside: in this run and before.
    barred: BTreeMap<String, String>,
    set_aside: Vec<String>,
    /// How often a winner of a position was not proved in time.
    unproved: FxHashMap<Key, u32>,
    /// Settled positions that are in the store.
    shared: FxHashSet<Id>,
    done: Coordinated,
    estimate: Option<(Instant, Option<Estimate>)>,
    /// Expansions that were counted in this run.
    counted_nodes: u64,
    began: Instant,
    /// The server, by its number of this start, on which everything was in order last.
    server: Option<String>,
}

impl Running<'_> {
    async fn go_on(&mut self) -> Result<End, ClusterError> {
        if let Some(winner) = self.winner() {
            // By a run without the server, or one that was killed before it could say so.
            self.close(winner).await?;
            return Ok(End::Settled(winner));
        }
        loop {
            let server = self.link.server();
            let Err(error) = self.open().await else { break };
            if let Some(end) = self.is_over() {
                return Ok(end);
            }
            // A server that was there all the time says the same the next time.
            if server.is_some() && server == self.link.server() {
                return Err(error);
            }
            self.trouble(&error);
            sleep(BETWEEN_AUDITS).await;
        }
        let (sender, mut results) = mpsc::channel(AT_A_TIME);
        let context = self.link.context.clone();
        let taking = tokio::spawn(intake::results(context, self.place.clone(), sender));
        let (sender, mut signs) = mpsc::channel(AT_A_TIME);
        let alive = self.place.said_by("alive", "*");
        let hearing = tokio::spawn(intake::signs(self.link.client.clone(), alive, sender));
        let ended = self.rounds(&mut results, &mut signs).await;
        let end = match ended {
            Ok(End::Settled(winner)) => self.finish(winner, &mut results).await,
            other => other,
        };
        taking.abort();
        hearing.abort();
        self.session.sync()?;
        end
    }

    fn ledger(&self) -> &Ledger {
        self.session.campaign().ledger()
    }

    fn winner(&self) -> Option<Color> {
        self.ledger().get(self.ledger().root()).winner
    }

    /// How it ends, if somebody wants it to.
    fn is_over(&self) -> Option<End> {
        let late = self.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        match self.settings.interrupted.load(Ordering::Relaxed) {
            true => Some(End::Interrupted),
            false => late.then_some(End::Time),
        }
    }

    fn trouble(&mut self, error: &ClusterError) {
        (self.tell)(CoordinatorTold::Trouble(&error.to_string()));
    }

    async fn rounds(
        &mut self,
        results: &mut mpsc::Receiver<Message>,
        signs: &mut mpsc::Receiver<Alive>,
    ) -> Result<End, ClusterError> {
        let mut audited = Instant::now();
        let mut swept = Instant::now();
        let mut stated: Option<Instant> = None;
        loop {
            if let Some(winner) = self.winner() {
                return Ok(End::Settled(winner));
            }
            if let Some(end) = self.is_over() {
                return Ok(end);
            }
            while let Ok(alive) = signs.try_recv() {
                self.hear(alive);
            }
            self.workers.retain(|_, (heard, _)| heard.elapsed() < SILENCE);
            if let Err(error) = self.hand_out().await {
                self.trouble(&error);
                sleep(BETWEEN_ROUNDS).await;
            }
            self.take_results(results, BETWEEN_ROUNDS).await?;
            if audited.elapsed() >= BETWEEN_AUDITS {
                if let Err(error) = self.audit().await {
                    self.trouble(&error);
                }
                audited = Instant::now();
            }
            if swept.elapsed() >= BETWEEN_SWEEPS {
                if let Err(error) = self.sweep().await {
                    self.trouble(&error);
                }
                swept = Instant::now();
            }
            if stated.is_none_or(|at| at.elapsed() >= told::BETWEEN_STATES) {
                if let Err(error) = self.state_itself().await {
                    self.trouble(&error);
                }
                stated = Some(Instant::now());
            }
            let (out, workers) = (self.out.len(), self.workers.len());
            (self.tell)(CoordinatorTold::Progress(self.session.campaign().ledger(), out, workers));
        }
    }

    fn hear(&mut self, alive: Alive) {
        let working = alive.job.as_deref().and_then(|job| self.under_way(job));
        if let Some(out) = working {
            out.heard = Instant::now();
        }
        match alive.gone {
            true => self.workers.remove(&alive.worker),
            false => self.workers.insert(alive.worker.clone(), (Instant::now(), alive)),
        };
    }
}
