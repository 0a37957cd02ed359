//! A worker at one campaign.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use otrera_board::{Size, Symmetry};
use otrera_solver::Solver;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::news::{News, watch};
use super::queues::Queues;
use super::signs::{self, Shared};
use super::{BETWEEN_LOOKS, Worker, WorkerTold};
use crate::charter::Charter;
use crate::error::ClusterError;
use crate::link::Link;
use crate::place::Place;

/// How serving a campaign ended.
pub enum Served {
    /// It is over, is run in another way now, or the server has lost it: whoever looks again sees which.
    Gone,
    /// Its coordinator is silent, and that of another is not.
    Left,
    Interrupted,
}

/// A coordinator that says nothing for so long is gone; after as long again it is asked once more whether another is there.
const LONG_SILENCE: Duration = Duration::from_secs(15);

/// What a worker has while it serves a campaign.
pub struct Serving<'a> {
    pub worker: &'a Worker,
    pub link: &'a Link,
    pub place: Place,
    pub charter: Charter,
    pub size: Size,
    pub shared: Arc<Shared>,
    queues: Queues,
    news: mpsc::Receiver<News>,
    /// When its coordinator was heard last, or was missed.
    heard: Instant,
    tasks: Vec<JoinHandle<()>>,
}

impl<'a> Serving<'a> {
    pub fn begin(
        worker: &'a Worker,
        link: &'a Link,
        place: Place,
        charter: Charter,
    ) -> Result<Serving<'a>, ClusterError> {
        let size = charter.root()?.size();
        let shared = Arc::new(Shared::default());
        let (sender, news) = mpsc::channel();
        let (queues, tasks) = link.wait(async {
            let lease = Duration::from_millis(charter.lease_ms);
            let queues = Queues::make(link, &place, &worker.name, lease).await?;
            let cancel = link.client.subscribe(place.subject("cancel")).await;
            let cancel = cancel.map_err(ClusterError::nats)?;
            let (context, client) = (link.context.clone(), link.client.clone());
            let name = || worker.name.clone();
            let shared = || Arc::clone(&shared);
            let alive = place.said_by("alive", &worker.name);
            let tasks = vec![
                tokio::spawn(watch(context, place.clone(), size, name(), sender)),
                tokio::spawn(signs::listen_for_cancel(cancel, shared())),
                tokio::spawn(signs::listen_for_interrupt(worker.interrupted, shared())),
                tokio::spawn(signs::show(client, alive, name(), shared())),
            ];
            Ok::<_, ClusterError>((queues, tasks))
        })?;
        let heard = Instant::now();
        Ok(Serving { worker, link, place, charter, size, shared, queues, news, heard, tasks })
    }

    pub fn go_on(
        &mut self,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(WorkerTold<'_>),
    ) -> Result<Served, ClusterError> {
        loop {
            if let Some(served) = self.hear(solver)? {
                return Ok(served);
            }
            if self.worker.is_interrupted() {
                return Ok(Served::Interrupted);
            }
            match self.link.wait(self.queues.next(self.link)) {
                Ok(Some(message)) => self.handle(message, solver, tell)?,
                Ok(None) => {
                    if self.heard.elapsed() > LONG_SILENCE {
                        let another = self.worker.has_another(self.link, &self.place);
                        match self.link.wait(another) {
                            Ok(true) => return Ok(Served::Left),
                            Ok(false) => {}
                            Err(error) => tell(WorkerTold::Trouble(&error.to_string())),
                        }
                        self.heard = Instant::now();
                    }
                }
                Err(error) => {
                    self.link.pause(BETWEEN_LOOKS);
                    // When all is settled the queues go, which is no trouble.
                    if self.link.wait(self.is_lost()) {
                        return Ok(Served::Gone);
                    }
                    tell(WorkerTold::Trouble(&self.link.explained(error)));
                    self.renew();
                }
            }
        }
    }

    /// Hears the news; how it ends, if it does.
    fn hear(&mut self, solver: &mut Solver<u64>) -> Result<Option<Served>, ClusterError> {
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
                News::Charter(charter) if charter != self.charter => return Ok(Some(Served::Gone)),
                News::Charter(_) => {}
                News::Heard => self.heard = Instant::now(),
                News::Over => return Ok(Some(Served::Gone)),
            }
        }
        Ok(None)
    }

    /// Makes its queue again: a server that was killed may have lost it.
    fn renew(&mut self) {
        let lease = Duration::from_millis(self.charter.lease_ms);
        let made = Queues::make(self.link, &self.place, &self.worker.name, lease);
        // Otherwise the next job is asked for in vain, and it is tried again.
        if let Ok(queues) = self.link.wait(made) {
            self.queues = queues;
        }
    }

    /// Has the server forgotten the campaign?
    pub async fn is_lost(&self) -> bool {
        use async_nats::jetstream::context::GetStreamErrorKind;
        let found = self.link.context.get_stream(self.place.jobs()).await;
        found.is_err_and(|error| matches!(error.kind(), GetStreamErrorKind::JetStream(_)))
    }
}

impl Drop for Serving<'_> {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        let alive = self.shared.alive(&self.worker.name, true);
        let subject = self.place.said_by("alive", &self.worker.name);
        // Whoever does not hear it notices the silence.
        let _ = self.link.wait(async {
            self.link.client.publish(subject, alive.into()).await.ok()?;
            timeout(BETWEEN_LOOKS, self.link.client.flush()).await.ok()
        });
    }
}
