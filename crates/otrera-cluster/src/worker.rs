//! A worker: takes jobs, does them on a solver that keeps what it remembers, and says what came of them.
//!
//! A job is taken with a lease, which is renewed while it goes on. Whoever dies or sleeps lets it lapse, and
//! the job goes to another. A result is acknowledged by the server before the job is: so a job is in the queue,
//! or its result is, or both. Both is harmless.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use otrera_board::{Color, Position, Size, Symmetry};
use otrera_campaign::Key;
use otrera_solver::{Limits, Solver};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::charter::{BARRED, CHARTER, Charter, LANES, OVER, Place, SETTLED, Terms, lane_name};
use crate::error::ClusterError;
use crate::link::Link;
use crate::message::{Alive, Answer, Job, JobName, Said};
use crate::proofs::{self, Proving};

/// A worker.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Its name, of letters, digits, `-` and `_`; no two have the same.
    pub name: String,
    /// What it is.
    pub terms: Terms,
    /// Serve this campaign only.
    pub campaign: Option<String>,
    /// End when a campaign that was served is over.
    pub once: bool,
    /// End when this is set.
    pub interrupted: &'static AtomicBool,
}

/// What somebody who watches a worker is told.
#[derive(Debug)]
#[non_exhaustive]
pub enum WorkerTold<'a> {
    /// There is nothing to serve.
    Waiting,
    /// It begins to serve this campaign.
    Joined(&'a str),
    /// A job on this position begins.
    Job(&'a str),
    /// So many jobs are done, with so many expansions.
    Done(u64, u64),
    /// The campaign is over.
    Over(&'a str),
    /// Something did not work and is tried again.
    Trouble(&'a str),
}

/// How serving a campaign ended.
enum Served {
    /// It is over, or the server has lost it: whoever looks again sees which.
    Gone,
    Interrupted,
}

/// What comes in while a job goes on.
enum News {
    Settled(Position<u64>, Color, u64),
    Barred(String),
    Over,
}

/// Time between two looks for something to serve, or for a server that does not answer.
const BETWEEN_LOOKS: Duration = Duration::from_millis(300);

/// Time between two looks into empty queues, if nobody says that there is something.
const BETWEEN_POLLS: Duration = Duration::from_secs(1);

/// For so long a job waits for the worker that knows its neighbours.
const STAND_BACK: Duration = Duration::from_millis(40);

/// Time between two signs of life.
pub(crate) const BETWEEN_SIGNS: Duration = Duration::from_secs(1);

impl Worker {
    /// Serves campaigns until it is interrupted, or what it served is over if that is all it was to do.
    pub fn serve(
        &self,
        link: &Link,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(WorkerTold<'_>),
    ) -> Result<(), ClusterError> {
        let mut waiting = false;
        let mut before: Option<String> = None;
        // What was over before we came is none of our business.
        let mut old: Option<Vec<String>> = None;
        while !self.is_interrupted() {
            match link.wait(self.look(link)) {
                Ok(Looked { open: Some((place, charter)), over }) => {
                    (waiting, old) = (false, Some(old.unwrap_or(over)));
                    if let Some(reason) = self.terms.against(&charter.terms) {
                        return Err(ClusterError::Refused { campaign: place.0, reason });
                    }
                    tell(WorkerTold::Joined(&place.0));
                    // What it remembers is about one board.
                    if before.as_ref() != Some(&charter.position) {
                        solver.forget();
                        before = Some(charter.position.clone());
                    }
                    match Serving::begin(self, link, place, charter) {
                        Ok(mut serving) => {
                            if matches!(serving.go_on(solver, tell)?, Served::Interrupted) {
                                return Ok(());
                            }
                        }
                        Err(error) => tell(WorkerTold::Trouble(&error.to_string())),
                    }
                }
                Ok(Looked { open: None, over }) => {
                    let old = old.get_or_insert_with(|| over.clone());
                    if let Some(new) = over.iter().find(|name| !old.contains(name)) {
                        tell(WorkerTold::Over(new));
                        if self.once {
                            return Ok(());
                        }
                        old.push(new.clone());
                    }
                    if !waiting {
                        tell(WorkerTold::Waiting);
                        waiting = true;
                    }
                }
                Err(error) => tell(WorkerTold::Trouble(&error.to_string())),
            }
            link.pause(BETWEEN_LOOKS);
        }
        Ok(())
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Looks for campaigns that are to be served.
    async fn look(&self, link: &Link) -> Result<Looked, ClusterError> {
        let mut looked = Looked { open: None, over: Vec::new() };
        for place in Place::all(link).await? {
            if self.campaign.as_ref().is_some_and(|wanted| *wanted != place.0) {
                continue;
            }
            let store = place.store(link).await?;
            let charter = store.get(CHARTER).await.map_err(ClusterError::nats)?;
            if store.get(OVER).await.map_err(ClusterError::nats)?.is_some() {
                looked.over.push(place.0);
            } else if looked.open.is_none()
                && let Some(charter) = charter
                && let Ok(charter) = serde_json::from_slice(&charter)
            {
                looked.open = Some((place, charter));
            }
        }
        Ok(looked)
    }
}

/// Campaigns on a server.
struct Looked {
    /// The first that is open.
    open: Option<(Place, Charter)>,
    /// The names of those that are over.
    over: Vec<String>,
}

/// What a worker has while it serves a campaign.
struct Serving<'a> {
    worker: &'a Worker,
    link: &'a Link,
    place: Place,
    charter: Charter,
    size: Size,
    lanes: Vec<PullConsumer>,
    /// The lane that it was served from last.
    home: usize,
    /// Has it had nothing to do?
    idle: bool,
    wake: Subscriber,
    news: mpsc::Receiver<News>,
    shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

/// What the threads that pass bytes on look at.
#[derive(Default)]
struct Shared {
    /// The job that goes on.
    job: Mutex<Option<String>>,
    /// Set to end it.
    stop: AtomicBool,
    jobs: AtomicU64,
    nodes: AtomicU64,
}

impl Shared {
    fn job(&self) -> Option<String> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_job(&self, job: Option<String>) {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job;
    }
}

impl<'a> Serving<'a> {
    fn begin(
        worker: &'a Worker,
        link: &'a Link,
        place: Place,
        charter: Charter,
    ) -> Result<Serving<'a>, ClusterError> {
        let size = charter.root()?.size();
        let shared = Arc::new(Shared::default());
        let (sender, news) = mpsc::channel();
        let (lanes, wake, tasks) = link.wait(async {
            let jobs = link.context.get_stream(place.jobs()).await.map_err(ClusterError::nats)?;
            let mut lanes = Vec::new();
            for lane in 0..LANES {
                let found = jobs.get_consumer(&lane_name(lane)).await;
                lanes.push(found.map_err(ClusterError::nats)?);
            }
            let listen = |of: &str| link.client.subscribe(place.subject(of));
            let wake = listen("wake").await.map_err(ClusterError::nats)?;
            let cancel = listen("cancel").await.map_err(ClusterError::nats)?;
            let tasks = vec![
                tokio::spawn(watch(
                    link.context.clone(),
                    place.clone(),
                    size,
                    worker.name.clone(),
                    sender,
                )),
                tokio::spawn(listen_for_cancel(cancel, Arc::clone(&shared))),
                tokio::spawn(listen_for_interrupt(worker.interrupted, Arc::clone(&shared))),
                tokio::spawn(show_signs(
                    link.client.clone(),
                    place.subject("alive"),
                    worker.name.clone(),
                    Arc::clone(&shared),
                )),
            ];
            Ok::<_, ClusterError>((lanes, wake, tasks))
        })?;
        // Workers that come together do not all begin with the same lane.
        let home = fastrand::usize(..lanes.len());
        Ok(Serving {
            worker,
            link,
            place,
            charter,
            size,
            lanes,
            home,
            idle: false,
            wake,
            news,
            shared,
            tasks,
        })
    }

    fn go_on(
        &mut self,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(WorkerTold<'_>),
    ) -> Result<Served, ClusterError> {
        loop {
            while let Ok(news) = self.news.try_recv() {
                match news {
                    News::Settled(position, winner, expansions) => {
                        for symmetry in Symmetry::of(self.size) {
                            solver.assume(&symmetry.position(&position), winner, expansions);
                        }
                    }
                    News::Barred(reason) => {
                        let campaign = self.place.0.clone();
                        return Err(ClusterError::Barred { campaign, reason });
                    }
                    News::Over => return Ok(Served::Gone),
                }
            }
            if self.worker.is_interrupted() {
                return Ok(Served::Interrupted);
            }
            match self.link.wait(self.pull()) {
                Ok(Some(message)) => self.handle(message, solver, tell)?,
                Ok(None) => {
                    let wait = BETWEEN_POLLS.mul_f64(0.5 + fastrand::f64());
                    // Whoever is woken for nothing looks once more.
                    let wake = &mut self.wake;
                    let _ = self.link.wait(async { timeout(wait, wake.next()).await });
                }
                Err(error) => {
                    tell(WorkerTold::Trouble(&error.to_string()));
                    self.link.pause(BETWEEN_LOOKS);
                    if self.link.wait(self.is_lost()) {
                        return Ok(Served::Gone);
                    }
                }
            }
        }
    }

    /// A job, if one is waiting. Whoever has had nothing to do leaves other queues to their own workers for a moment:
    /// those remember what the job needs.
    async fn pull(&mut self) -> Result<Option<Message>, ClusterError> {
        if self.idle
            && let Some(message) = self.pull_from(self.home).await?
        {
            self.idle = false;
            return Ok(Some(message));
        }
        if self.idle {
            sleep(STAND_BACK).await;
        }
        for n in 0..self.lanes.len() {
            let lane = (self.home + n) % self.lanes.len();
            if let Some(message) = self.pull_from(lane).await? {
                (self.home, self.idle) = (lane, false);
                return Ok(Some(message));
            }
        }
        self.idle = true;
        Ok(None)
    }

    async fn pull_from(&self, lane: usize) -> Result<Option<Message>, ClusterError> {
        let fetched = self.lanes[lane].fetch().max_messages(1).messages().await;
        let mut fetched = fetched.map_err(ClusterError::nats)?;
        match timeout(Duration::from_secs(3), fetched.next()).await {
            Ok(Some(Ok(message))) => Ok(Some(message)),
            Ok(None) => Ok(None),
            Ok(Some(Err(error))) => Err(ClusterError::nats(error)),
            Err(late) => Err(ClusterError::nats(late)),
        }
    }

    /// Has the server forgotten the campaign?
    async fn is_lost(&self) -> bool {
        use async_nats::jetstream::context::GetStreamErrorKind;
        let found = self.link.context.get_stream(self.place.jobs()).await;
        found.is_err_and(|error| matches!(error.kind(), GetStreamErrorKind::JetStream(_)))
    }

    fn handle(
        &mut self,
        message: Message,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(WorkerTold<'_>),
    ) -> Result<(), ClusterError> {
        let delivered = message.info().map_or(1, |info| info.delivered.max(1)) as u64;
        let text = std::str::from_utf8(&message.payload).unwrap_or_default();
        let job = Job::parse(text, self.size);
        let (message, acker) = message.split();
        drop(message);
        let acker = Arc::new(acker);
        let Some(job) = job else {
            // Nobody else understands it, either.
            let _ = self.link.wait(acker.ack_with(AckKind::Term));
            return Ok(());
        };
        let name = job.name();
        let said = if delivered > self.charter.tries {
            Some(Said::Crashed(name, delivered - 1))
        } else {
            self.shared.stop.store(false, Ordering::Relaxed);
            self.shared.set_job(Some(name.text(self.size)));
            tell(WorkerTold::Job(&name.key.text(self.size)));
            let lease = Duration::from_millis(self.charter.lease_ms);
            let renewing = Arc::clone(&acker);
            let renewal = self.link.runtime.spawn(async move {
                loop {
                    sleep(lease / 3).await;
                    // A lease that lapses only means that somebody else does it as well.
                    let _ = renewing.ack_with(AckKind::Progress).await;
                }
            });
            let said = self.work(&job, name, solver);
            renewal.abort();
            self.shared.set_job(None);
            said?
        };
        let Some(said) = said else { return Ok(()) };
        let answer =
            Answer { worker: self.worker.name.clone(), terms: self.worker.terms.clone(), said };
        if self.publish(&answer.text(self.size), tell) {
            // Without it the job is done once more, and counts once.
            let _ = self.link.wait(acker.ack());
        }
        let jobs = self.shared.jobs.fetch_add(1, Ordering::Relaxed) + 1;
        tell(WorkerTold::Done(jobs, self.shared.nodes.load(Ordering::Relaxed)));
        Ok(())
    }

    /// Does a job; nothing if there is nothing to say of it.
    fn work(
        &self,
        job: &Job,
        name: JobName,
        solver: &mut Solver<u64>,
    ) -> Result<Option<Said>, ClusterError> {
        let stop = &self.shared.stop;
        match job {
            Job::Settle(task) => {
                #[cfg(feature = "faults")]
                faults::crash_on(&name.key.text(self.size));
                let limits = Limits { interrupted: Some(stop), ..Limits::default() };
                let report = task.report(solver, limits, &mut |_| {})?;
                #[cfg(feature = "faults")]
                let report = faults::lie(report);
                self.shared.nodes.fetch_add(report.work.expansions, Ordering::Relaxed);
                Ok(Some(Said::Report(report)))
            }
            Job::Prove { position, .. } => {
                let folder = tempfile::tempdir()
                    .map_err(|error| ClusterError::io(&std::env::temp_dir(), error))?;
                let file = folder.path().join("job.proof");
                let mut proving = proofs::prove(solver, position, &file, stop);
                if matches!(proving, Proving::Failed(_)) {
                    // It may have been told by others what is wrong: by itself it knows nothing but the rules.
                    solver.forget();
                    proving = proofs::prove(solver, position, &file, stop);
                }
                Ok(match proving {
                    Proving::Written => {
                        let object = format!("{}-{:016x}", self.worker.name, fastrand::u64(..));
                        match self.send(&object, &file) {
                            Ok(()) => Some(Said::Proved(name, object)),
                            Err(_) => None,
                        }
                    }
                    Proving::Failed(why) => Some(Said::Unproved(name, why)),
                    Proving::Interrupted => None,
                })
            }
        }
    }

    fn send(&self, object: &str, file: &Path) -> Result<(), ClusterError> {
        self.link.wait(proofs::send(self.link, &self.place, object, file))
    }

    /// Says something until the server has acknowledged it. No if it was interrupted before.
    fn publish(&self, text: &str, tell: &mut dyn FnMut(WorkerTold<'_>)) -> bool {
        let subject = self.place.subject("results");
        let mut told = false;
        // Whoever is interrupted still tries for a moment: what was done is not to be lost.
        let mut last = None;
        loop {
            let sent = self.link.wait(async {
                let sent = self.link.context.publish(subject.clone(), text.to_owned().into()).await;
                sent.map_err(ClusterError::nats)?.await.map_err(ClusterError::nats)
            });
            let Err(error) = sent else { return true };
            if !told {
                tell(WorkerTold::Trouble(&error.to_string()));
                told = true;
            }
            if self.worker.is_interrupted() {
                let since = *last.get_or_insert_with(Instant::now);
                if since.elapsed() > Duration::from_secs(5) {
                    return false;
                }
            } else if self.link.wait(self.is_lost()) {
                // Nobody waits for it any more.
                return false;
            }
            self.link.pause(BETWEEN_LOOKS.mul_f64(0.5 + fastrand::f64()));
        }
    }
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        let alive = alive(&self.worker.name, &self.shared, true);
        let subject = self.place.subject("alive");
        // Whoever does not hear it notices the silence.
        let _ = self.link.wait(async {
            self.link.client.publish(subject, alive.into()).await.ok()?;
            timeout(BETWEEN_LOOKS, self.link.client.flush()).await.ok()
        });
    }
}

/// Mistakes made on purpose, to see what is left then.
#[cfg(feature = "faults")]
mod faults {
    use otrera_campaign::Report;

    /// Ends the process without a word if the environment names this position.
    pub fn crash_on(position: &str) {
        if std::env::var("OTRERA_CRASH_ON").is_ok_and(|named| named == position) {
            std::process::abort();
        }
    }

    /// Names the other player as winner if the environment asks for it.
    pub fn lie(mut report: Report) -> Report {
        if std::env::var_os("OTRERA_LIE").is_some() {
            report.work.found = report.work.found.map(|winner| !winner);
        }
        report
    }
}

/// Brings settled positions and other news of the store.
async fn watch(
    context: async_nats::jetstream::Context,
    place: Place,
    size: Size,
    name: String,
    to: mpsc::Sender<News>,
) {
    let barred = format!("{BARRED}{name}");
    loop {
        if let Ok(store) = context.get_key_value(place.bucket()).await
            && let Ok(mut entries) = store.watch_with_history(">").await
        {
            while let Some(Ok(entry)) = entries.next().await {
                let value = String::from_utf8_lossy(&entry.value).into_owned();
                let news = match entry.key.as_str() {
                    OVER => Some(News::Over),
                    key if key == barred => Some(News::Barred(value)),
                    key if key.starts_with(SETTLED) => settled(&value, size),
                    _ => None,
                };
                if news.is_some_and(|news| to.send(news).is_err()) {
                    return;
                }
            }
        }
        sleep(BETWEEN_LOOKS).await;
    }
}

/// A settled position as it is in the store.
pub(crate) fn settled_text(position: &str, winner: Color, expansions: u64) -> String {
    format!("{position} {} {expansions}", winner.letter())
}

fn settled(text: &str, size: Size) -> Option<News> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[rows, side, winner, expansions] = &words[..] else { return None };
    let key = Key::parse(&format!("{rows} {side}"), size).ok()?;
    let winner = Color::ALL.into_iter().find(|color| winner == color.letter().to_string())?;
    Some(News::Settled(key.position(size), winner, expansions.parse().ok()?))
}

async fn listen_for_cancel(mut cancel: Subscriber, shared: Arc<Shared>) {
    while let Some(message) = cancel.next().await {
        if shared.job().is_some_and(|job| job.as_bytes() == &message.payload[..]) {
            shared.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Ends a job when the worker is to end: what it has found by then is a result, too.
async fn listen_for_interrupt(interrupted: &'static AtomicBool, shared: Arc<Shared>) {
    loop {
        if interrupted.load(Ordering::Relaxed) {
            shared.stop.store(true, Ordering::Relaxed);
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn show_signs(
    client: async_nats::Client,
    subject: String,
    name: String,
    shared: Arc<Shared>,
) {
    loop {
        // Nobody needs to hear every one of them.
        let _ = client.publish(subject.clone(), alive(&name, &shared, false).into()).await;
        sleep(BETWEEN_SIGNS).await;
    }
}

fn alive(name: &str, shared: &Shared, gone: bool) -> Vec<u8> {
    let alive = Alive {
        worker: name.to_owned(),
        job: shared.job(),
        jobs: shared.jobs.load(Ordering::Relaxed),
        nodes: shared.nodes.load(Ordering::Relaxed),
        gone,
    };
    serde_json::to_vec(&alive).unwrap_or_default()
}
