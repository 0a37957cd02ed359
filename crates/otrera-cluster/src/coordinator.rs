//! The coordinator: hands out the jobs of a campaign and writes what comes back into its log.
//!
//! The ledger, made from the synced log, is the truth; what is on the server may be lost or be there twice.
//! Whatever the coordinator has handed out, it looks after:
//!
//! ```text
//! deal ──► job in the queue ──► worker ──► result in the queue ──► log, synced ──► acknowledged
//!   ▲         │ gone without a result: handed out again                 │
//!   └─────────┴──────────────────────────────── ledger ◄────────────────┘
//! ```

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::join_all;
use otrera_board::{Color, Size};
use otrera_campaign::{Dealt, End, Estimate, Id, Key, Ledger, Report, Session, Taken};
use otrera_solver::Solver;
use rustc_hash::FxHashSet;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::charter::{BARRED, CHARTER, Charter, OVER, Place, SETTLED, STATE, TAKER, Terms};
use crate::error::ClusterError;
use crate::link::Link;
use crate::message::{Alive, Answer, Job, JobName, Said};
use crate::proofs;
use crate::status::{Barred, State};
use crate::worker::{BETWEEN_SIGNS, settled_text};

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
    /// Positions whose job never came back, by name.
    pub set_aside: Vec<String>,
    /// Workers from whom nothing more was taken, and why.
    pub barred: Vec<Barred>,
}

/// A job that is under way.
#[derive(Debug)]
struct Out {
    attempt: u64,
    sequence: u64,
    text: String,
    subject: String,
    since: Instant,
    /// How often it was looked for and was not in the queue.
    missed: u32,
    /// Whose claim it is to prove, if it is a spot check.
    held: Option<Held>,
}

/// A result that counts when it is proved.
#[derive(Debug)]
struct Held {
    report: Report,
    worker: String,
}

/// Time in which results are waited for before anything else is looked at.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(50);

/// Results that are written down together.
const AT_A_TIME: usize = 256;

/// Time between two looks for jobs that the server has lost.
const BETWEEN_AUDITS: Duration = Duration::from_secs(1);

/// Time between two accounts of itself; the estimate takes longer, and is made less often.
const BETWEEN_STATES: Duration = Duration::from_secs(2);
const BETWEEN_ESTIMATES: Duration = Duration::from_secs(30);

/// A worker that was silent for so long is not counted on.
const SILENCE: Duration = BETWEEN_SIGNS.saturating_mul(4);

/// When all is settled, results of jobs that were ended are waited for: each time so long, and in all.
const LAST_RESULT: Duration = Duration::from_millis(400);
const LAST_RESULTS: Duration = Duration::from_secs(3);

impl Coordinator<'_> {
    /// Has jobs done by workers until the campaign is settled or the run is over. The solver only looks at bounds
    /// and guesses.
    pub fn run(
        &self,
        link: &Link,
        session: &mut Session,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(CoordinatorTold<'_>),
    ) -> Result<(End, Coordinated), ClusterError> {
        let place = Place(self.campaign.clone());
        let size = session.campaign().ledger().size();
        let mut running = Running {
            settings: self,
            link,
            place,
            size,
            session,
            solver,
            tell,
            out: HashMap::new(),
            workers: HashMap::new(),
            barred: HashMap::new(),
            shared: FxHashSet::default(),
            done: Coordinated::default(),
            estimate: None,
            counted_nodes: 0,
            began: Instant::now(),
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
    size: Size,
    session: &'a mut Session,
    solver: &'a mut Solver<u64>,
    tell: &'a mut dyn FnMut(CoordinatorTold<'_>),
    out: HashMap<Key, Out>,
    workers: HashMap<String, (Instant, Alive)>,
    barred: HashMap<String, String>,
    /// Settled positions that are in the store.
    shared: FxHashSet<Id>,
    done: Coordinated,
    estimate: Option<(Instant, Option<Estimate>)>,
    /// Expansions that were counted in this run.
    counted_nodes: u64,
    began: Instant,
}

impl Running<'_> {
    async fn go_on(&mut self) -> Result<End, ClusterError> {
        if let Some(winner) = self.winner() {
            return Ok(End::Settled(winner));
        }
        self.set_up().await?;
        self.adopt().await?;
        self.share_all().await;
        let (sender, mut results) = mpsc::channel(AT_A_TIME);
        let taking = tokio::spawn(take(self.link.context.clone(), self.place.clone(), sender));
        let (sender, mut signs) = mpsc::channel(AT_A_TIME);
        let alive = self.place.subject("alive");
        let hearing = tokio::spawn(hear(self.link.client.clone(), alive, sender));
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

    fn trouble(&mut self, error: &ClusterError) {
        (self.tell)(CoordinatorTold::Trouble(&error.to_string()));
    }

    async fn set_up(&mut self) -> Result<(), ClusterError> {
        self.place.make(self.link, self.settings.lease).await?;
        let ledger = self.ledger();
        let charter = Charter {
            terms: self.settings.terms.clone(),
            position: ledger.get(ledger.root()).position.to_string(),
            lease_ms: self.settings.lease.as_millis() as u64,
            tries: self.settings.tries,
        };
        let charter = serde_json::to_vec(&charter).map_err(ClusterError::nats)?;
        let store = self.place.store(self.link).await?;
        store.put(CHARTER, charter.into()).await.map_err(ClusterError::nats)?;
        Ok(())
    }

    /// Takes over the jobs of an earlier run that are still of use, and removes the others.
    async fn adopt(&mut self) -> Result<(), ClusterError> {
        let jobs = self.link.context.get_stream(self.place.jobs()).await;
        let jobs = jobs.map_err(ClusterError::nats)?;
        let mut left = jobs.cached_info().state.messages;
        let mut next = 1;
        while left > 0 {
            let all = self.place.subject("jobs.*");
            let Ok(message) = jobs.get_first_raw_message_by_subject(all, next).await else { break };
            let sequence = message.sequence;
            (left, next) = (left - 1, sequence + 1);
            let text = String::from_utf8_lossy(&message.payload).into_owned();
            if let Some(Job::Settle(task)) = Job::parse(&text, self.size)
                && self.session.wants(&task.key(), task.attempt)
                && !self.out.contains_key(&task.key())
            {
                let subject = message.subject.to_string();
                let out = Out::new(task.attempt, sequence, text, subject);
                self.out.insert(task.key(), out);
            } else {
                // If it stays, it is done for nothing.
                let _ = jobs.delete_message(sequence).await;
            }
        }
        Ok(())
    }

    async fn rounds(
        &mut self,
        results: &mut mpsc::Receiver<Message>,
        signs: &mut mpsc::Receiver<Alive>,
    ) -> Result<End, ClusterError> {
        let long_ago = Instant::now().checked_sub(BETWEEN_STATES).unwrap_or_else(Instant::now);
        let (mut audited, mut stated) = (Instant::now(), long_ago);
        loop {
            if let Some(winner) = self.winner() {
                return Ok(End::Settled(winner));
            }
            if self.settings.interrupted.load(Ordering::Relaxed) {
                return Ok(End::Interrupted);
            }
            if self.settings.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(End::Time);
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
            if stated.elapsed() >= BETWEEN_STATES {
                if let Err(error) = self.state_itself().await {
                    self.trouble(&error);
                }
                stated = Instant::now();
            }
            let (out, workers) = (self.out.len(), self.workers.len());
            (self.tell)(CoordinatorTold::Progress(self.session.campaign().ledger(), out, workers));
        }
    }

    fn hear(&mut self, alive: Alive) {
        match alive.gone {
            true => self.workers.remove(&alive.worker),
            false => self.workers.insert(alive.worker.clone(), (Instant::now(), alive)),
        };
    }

    /// Hands out as many jobs as the workers need to have one each, and a few to begin with when these are done.
    async fn hand_out(&mut self) -> Result<(), ClusterError> {
        loop {
            let workers = self.workers.len();
            let wanted = (workers + 1 + workers / 2).saturating_sub(self.out.len());
            if wanted == 0 {
                return Ok(());
            }
            let under_way: Vec<Key> = self.out.keys().copied().collect();
            // Whoever would have nothing to do may as well try an alternative.
            let idle = workers.saturating_sub(self.out.len());
            let dealt = self.session.deal(&under_way, wanted, idle);
            if dealt.is_empty() {
                return Ok(());
            }
            let mut sent = Vec::new();
            for dealt in dealt {
                match dealt {
                    Dealt::Task { task, region } => {
                        let subject = self.place.lane(&region, self.size);
                        sent.push((task.key(), task.attempt, task.text(), subject));
                    }
                    Dealt::Expand(key) => {
                        self.session.expand(self.solver, &key)?;
                        if self.winner().is_some() {
                            return Ok(());
                        }
                    }
                }
            }
            let this = &*self;
            let placed = sent.into_iter().map(|(key, attempt, text, subject)| async move {
                (key, attempt, this.send_job(&subject, &text).await, text, subject)
            });
            // What a round has placed counts, also if some of it was not.
            let mut failed = None;
            let placed = join_all(placed).await;
            for (key, attempt, sequence, text, subject) in placed {
                match sequence {
                    Ok(sequence) => {
                        self.out.insert(key, Out::new(attempt, sequence, text, subject));
                    }
                    Err(error) => failed = Some(error),
                }
            }
            self.wake().await;
            if let Some(error) = failed {
                return Err(error);
            }
        }
    }

    /// Puts a job into its queue; returns its place there.
    async fn send_job(&self, subject: &str, text: &str) -> Result<u64, ClusterError> {
        let sent = self.link.context.publish(subject.to_owned(), text.to_owned().into()).await;
        let sent = sent.map_err(ClusterError::nats)?.await.map_err(ClusterError::nats)?;
        Ok(sent.sequence)
    }

    /// Says that there are jobs.
    async fn wake(&self) {
        // Whoever does not hear it looks by himself before long.
        let _ = self.link.client.publish(self.place.subject("wake"), "".into()).await;
    }

    /// Takes what has come in: into the log, to the disk, and only then off the server.
    async fn take_results(
        &mut self,
        results: &mut mpsc::Receiver<Message>,
        wait: Duration,
    ) -> Result<usize, ClusterError> {
        let Ok(Some(first)) = timeout(wait, results.recv()).await else { return Ok(0) };
        let mut messages = vec![first];
        while messages.len() < AT_A_TIME
            && let Ok(message) = results.try_recv()
        {
            messages.push(message);
        }
        let before = self.done.counted;
        for message in &messages {
            if let Some(answer) = Answer::parse(&message.payload, self.size) {
                self.handle(answer).await?;
            }
        }
        if self.done.counted > before {
            self.session.sync()?;
        }
        for message in &messages {
            // What is not acknowledged comes again, and counts no more.
            let _ = message.ack_with(AckKind::Ack).await;
        }
        self.cancel_unwanted().await;
        Ok(messages.len())
    }

    async fn handle(&mut self, answer: Answer) -> Result<(), ClusterError> {
        let Answer { worker, terms, said } = answer;
        if let Some(reason) = terms.against(&self.settings.terms) {
            self.bar(&worker, &reason).await;
        }
        if self.barred.contains_key(&worker) {
            let (Said::Report(Report { key, attempt, .. })
            | Said::Proved(JobName { key, attempt }, _)
            | Said::Unproved(JobName { key, attempt }, _)
            | Said::Crashed(JobName { key, attempt }, _)) = said;
            self.give_again(&key, attempt).await;
            return Ok(());
        }
        match said {
            Said::Report(report) => self.handle_report(worker, report).await,
            Said::Proved(job, object) => self.handle_proof(&worker, job, &object).await,
            Said::Unproved(job, why) => {
                let held = self
                    .out
                    .get(&job.key)
                    .is_some_and(|out| out.attempt == job.attempt && out.held.is_some());
                if held {
                    // Its own solver contradicts it: what it says is worth nothing.
                    self.bar(&worker, &format!("it has no proof of what it found: {why}")).await;
                    self.give_again(&job.key, job.attempt).await;
                }
                Ok(())
            }
            Said::Crashed(job, times) => self.set_aside(job, times),
        }
    }

    async fn handle_report(&mut self, worker: String, report: Report) -> Result<(), ClusterError> {
        let key = report.key;
        if self.out.get(&key).is_some_and(|out| out.held.is_some()) {
            self.done.not_wanted += 1;
            return Ok(());
        }
        if report.work.found.is_ok()
            && self.session.wants(&key, report.attempt)
            && fastrand::f64() < self.settings.spot_check
        {
            let held = Some(Held { report, worker });
            return self.ask_for_proof(key, held).await;
        }
        self.count(&report).await
    }

    /// Writes a result into the log.
    async fn count(&mut self, report: &Report) -> Result<(), ClusterError> {
        match self.session.take(self.solver, report)? {
            Taken::Counted => {
                self.done.counted += 1;
                self.counted_nodes += report.work.expansions;
                if self.out.get(&report.key).is_some_and(|out| out.attempt == report.attempt) {
                    self.out.remove(&report.key);
                }
                let id = self.ledger().find(&report.key);
                self.share(id.into_iter().collect()).await;
            }
            Taken::NotWanted => self.done.not_wanted += 1,
        }
        Ok(())
    }

    /// Has a result proved before it counts.
    async fn ask_for_proof(&mut self, key: Key, held: Option<Held>) -> Result<(), ClusterError> {
        let Some(id) = self.ledger().find(&key) else { return Ok(()) };
        let record = self.ledger().get(id);
        let (position, attempt) = (record.position, record.jobs);
        let text = Job::Prove { position, attempt }.text();
        let subject = self.place.lane(&key, self.size);
        // If it is not placed now, the audit finds it missing.
        let sequence = self.send_job(&subject, &text).await.unwrap_or(0);
        self.out.insert(key, Out { held, ..Out::new(attempt, sequence, text, subject) });
        self.wake().await;
        Ok(())
    }

    async fn handle_proof(
        &mut self,
        prover: &str,
        job: JobName,
        object: &str,
    ) -> Result<(), ClusterError> {
        let Some(out) = self.out.get(&job.key).filter(|out| out.attempt == job.attempt) else {
            return Ok(());
        };
        if out.held.is_none() {
            return Ok(());
        }
        let Some(id) = self.ledger().find(&job.key) else { return Ok(()) };
        let position = self.ledger().get(id).position;
        let folder =
            tempfile::tempdir().map_err(|error| ClusterError::io(&std::env::temp_dir(), error))?;
        let file = folder.path().join("spot-check.proof");
        if let Err(error) = proofs::fetch(self.link, &self.place, object, &file).await {
            self.trouble(&error);
            self.give_again(&job.key, job.attempt).await;
            return Ok(());
        }
        match proofs::proved(&file, &position) {
            Ok(winner) => {
                let held = self.out.remove(&job.key).and_then(|out| out.held);
                let Some(Held { mut report, worker }) = held else { return Ok(()) };
                self.done.proofs += 1;
                if report.work.found != Ok(winner) {
                    self.bar(&worker, "a proof says that the other player wins").await;
                    // What is proved is true, whoever has said otherwise.
                    report.work.found = Ok(winner);
                }
                self.count(&report).await
            }
            Err(why) => {
                self.bar(prover, &format!("its proof is wrong: {why}")).await;
                self.give_again(&job.key, job.attempt).await;
                Ok(())
            }
        }
    }

    /// Takes nothing more from a worker.
    async fn bar(&mut self, worker: &str, reason: &str) {
        if self.barred.insert(worker.to_owned(), reason.to_owned()).is_some() {
            return;
        }
        (self.tell)(CoordinatorTold::Barred(worker, reason));
        let barred = Barred { worker: worker.to_owned(), reason: reason.to_owned() };
        self.done.barred.push(barred);
        if let Ok(store) = self.place.store(self.link).await {
            // It goes on for nothing if it does not hear of it.
            let _ = store.put(format!("{BARRED}{worker}"), reason.to_owned().into()).await;
        }
    }

    /// Hands a job out once more.
    async fn give_again(&mut self, key: &Key, attempt: u64) {
        let Some(out) = self.out.get(key).filter(|out| out.attempt == attempt) else { return };
        let sequence = self.send_job(&out.subject, &out.text).await.unwrap_or(0);
        if let Some(out) = self.out.get_mut(key) {
            (out.sequence, out.missed, out.since) = (sequence, 0, Instant::now());
        }
        self.wake().await;
    }

    /// A position whose job never came back is expanded: what follows from it is tried instead.
    fn set_aside(&mut self, job: JobName, times: u64) -> Result<(), ClusterError> {
        if !self.session.wants(&job.key, job.attempt) {
            return Ok(());
        }
        self.out.remove(&job.key);
        let name = job.key.text(self.size);
        (self.tell)(CoordinatorTold::SetAside(&name, times));
        self.done.set_aside.push(name);
        self.session.expand(self.solver, &job.key)?;
        self.session.sync()?;
        Ok(())
    }

    /// Ends jobs whose results are of no use any more.
    async fn cancel_unwanted(&mut self) {
        let unwanted =
            |(key, out): (&Key, &Out)| (!self.session.wants(key, out.attempt)).then_some(*key);
        let unwanted: Vec<Key> = self.out.iter().filter_map(unwanted).collect();
        for key in unwanted {
            self.cancel(key).await;
        }
    }

    async fn cancel(&mut self, key: Key) {
        let Some(out) = self.out.remove(&key) else { return };
        let name = JobName { key, attempt: out.attempt }.text(self.size);
        // If this is not heard, somebody works for nothing, and no harm is done.
        let _ = self.link.client.publish(self.place.subject("cancel"), name.into()).await;
        if let Ok(jobs) = self.link.context.get_stream_no_info(self.place.jobs()).await {
            let same = jobs.get_raw_message(out.sequence).await;
            if same.is_ok_and(|message| message.payload == out.text.as_bytes()) {
                let _ = jobs.delete_message(out.sequence).await;
            }
        }
    }

    /// Looks for jobs that are under way and neither in the queue nor done: a server that was killed may have
    /// lost some. Their results may be on their way, so they are looked for twice.
    async fn audit(&mut self) -> Result<(), ClusterError> {
        let found = self.link.context.get_stream(self.place.jobs()).await;
        let jobs = match found {
            Ok(jobs) => jobs,
            Err(error) if matches!(error.kind(), GetStreamErrorKind::JetStream(_)) => {
                // The server has lost everything, or has another folder.
                self.set_up().await?;
                self.shared.clear();
                self.share_all().await;
                return Ok(());
            }
            Err(error) => return Err(ClusterError::nats(error)),
        };
        let looked = self.out.iter().filter(|(_, out)| out.since.elapsed() >= BETWEEN_AUDITS);
        let looked = looked.map(|(&key, out)| {
            let jobs = &jobs;
            async move {
                match jobs.get_raw_message(out.sequence).await {
                    Ok(message) => (key, Some(message.payload == out.text.as_bytes())),
                    Err(error) => {
                        let gone = matches!(
                            error.kind(),
                            LastRawMessageErrorKind::NoMessageFound
                                | LastRawMessageErrorKind::JetStream(_)
                        );
                        (key, gone.then_some(false))
                    }
                }
            }
        });
        let looked: Vec<(Key, Option<bool>)> = join_all(looked).await;
        for (key, there) in looked {
            let Some(out) = self.out.get_mut(&key) else { continue };
            out.missed = match there {
                Some(false) => out.missed + 1,
                Some(true) => 0,
                None => out.missed,
            };
            if out.missed > 1 {
                let attempt = out.attempt;
                self.done.resubmitted += 1;
                self.give_again(&key, attempt).await;
            }
        }
        Ok(())
    }

    /// Tells workers what is settled: from these positions on upwards.
    async fn share(&mut self, mut waiting: Vec<Id>) {
        while let Some(id) = waiting.pop() {
            let record = self.ledger().get(id);
            if let Some(winner) = record.winner
                && !self.shared.contains(&id)
            {
                waiting.extend(&record.parents);
                if record.expansions_below > 0 {
                    let position = self.ledger().text(id);
                    let text = settled_text(&position, winner, record.expansions_below);
                    let key = format!("{SETTLED}{}", name_of(&position));
                    let subject = format!("$KV.{}.{key}", self.place.bucket());
                    // It only spares work.
                    let _ = self.link.context.publish(subject, text.into()).await;
                }
                self.shared.insert(id);
            }
        }
    }

    async fn share_all(&mut self) {
        self.share(self.ledger().ids().collect()).await;
    }

    /// Tells whoever asks how far it is.
    async fn state_itself(&mut self) -> Result<(), ClusterError> {
        let due = self.estimate.as_ref().is_none_or(|(at, _)| at.elapsed() >= BETWEEN_ESTIMATES);
        if due {
            self.estimate = Some((Instant::now(), Estimate::of(self.ledger())));
        }
        let seconds = self.began.elapsed().as_secs_f64();
        let state = State {
            jobs: self.ledger().records().iter().map(|record| record.jobs).sum(),
            nodes: self.ledger().now().expansions,
            positions: self.ledger().records().len(),
            settled: self.ledger().settled(),
            under_way: self.out.len(),
            seconds,
            jobs_per_second: self.done.counted as f64 / seconds,
            nodes_per_second: self.counted_nodes as f64 / seconds,
            left_nodes: self
                .estimate
                .as_ref()
                .and_then(|(_, estimate)| *estimate)
                .map(|estimate| [estimate.low, estimate.middle, estimate.high]),
            set_aside: self.done.set_aside.clone(),
            barred: self.done.barred.clone(),
        };
        let state = serde_json::to_vec(&state).map_err(ClusterError::nats)?;
        let store = self.place.store(self.link).await?;
        store.put(STATE, state.into()).await.map_err(ClusterError::nats)?;
        Ok(())
    }

    /// Ends all jobs, counts what they had found by then, and cleans up.
    async fn finish(
        &mut self,
        winner: Color,
        results: &mut mpsc::Receiver<Message>,
    ) -> Result<End, ClusterError> {
        let all: Vec<Key> = self.out.keys().copied().collect();
        for key in all {
            self.cancel(key).await;
        }
        let began = Instant::now();
        while began.elapsed() < LAST_RESULTS && self.take_results(results, LAST_RESULT).await? > 0 {
        }
        let over = async {
            let store = self.place.store(self.link).await?;
            let winner = winner.letter().to_string();
            store.put(OVER, winner.into()).await.map_err(ClusterError::nats)?;
            self.place.clear(self.link).await
        };
        if let Err(error) = over.await {
            // The ledger has it all; what is left on the server is in nobody's way.
            self.trouble(&error);
        }
        Ok(End::Settled(winner))
    }
}

impl Out {
    fn new(attempt: u64, sequence: u64, text: String, subject: String) -> Out {
        Out { attempt, sequence, text, subject, since: Instant::now(), missed: 0, held: None }
    }
}

/// A position as part of a key of the store.
fn name_of(position: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(position).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Passes on results as they come.
async fn take(context: async_nats::jetstream::Context, place: Place, to: mpsc::Sender<Message>) {
    const EXPIRES: Duration = Duration::from_secs(2);
    loop {
        if let Ok(results) = context.get_stream_no_info(place.results()).await
            && let Ok(consumer) = results.get_consumer(TAKER).await
        {
            let consumer: PullConsumer = consumer;
            // After a break nobody answers the old request: then a new one is made.
            while let Ok(mut batch) =
                consumer.batch().max_messages(AT_A_TIME).expires(EXPIRES).messages().await
            {
                let mut broken = false;
                loop {
                    match timeout(EXPIRES * 2, batch.next()).await {
                        Ok(Some(Ok(message))) => {
                            if to.send(message).await.is_err() {
                                return;
                            }
                        }
                        Ok(None) => break,
                        Ok(Some(Err(_))) | Err(_) => {
                            broken = true;
                            break;
                        }
                    }
                }
                if broken {
                    break;
                }
            }
        }
        sleep(BETWEEN_ROUNDS).await;
    }
}

/// Passes on signs of life.
async fn hear(client: async_nats::Client, subject: String, to: mpsc::Sender<Alive>) {
    let Ok(mut signs) = client.subscribe(subject).await else { return };
    while let Some(message) = signs.next().await {
        if let Ok(alive) = serde_json::from_slice(&message.payload)
            && to.send(alive).await.is_err()
        {
            return;
        }
    }
}
