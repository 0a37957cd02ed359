//! How campaigns on a server stand, asked by whoever can reach it.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use futures_util::future::try_join_all;
use futures_util::{StreamExt, TryStreamExt};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::charter::Charter;
use crate::error::ClusterError;
use crate::link::{Link, PATIENCE};
use crate::message::Alive;
use crate::place::{CHARTER, OVER, Place, STATE};
use crate::worker::BETWEEN_SIGNS;

/// What a coordinator tells of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct State {
    /// Jobs in the ledger, …
    pub jobs: u64,
    /// … and their expansions.
    pub nodes: u64,
    /// Positions in the ledger, …
    pub positions: usize,
    /// … and those that are settled.
    pub settled: usize,
    /// Jobs that were handed out and have not come back.
    pub under_way: usize,
    /// How long this run goes on, …
    pub seconds: f64,
    /// … how many jobs it counts in a second …
    pub jobs_per_second: f64,
    /// … and how many of their expansions.
    pub nodes_per_second: f64,
    /// Expansions in this run that are not in the ledger: for proofs, and for results that were not wanted.
    #[serde(default)]
    pub nodes_besides: u64,
    /// Expansions that may be left: low, middle and high guess.
    pub left_nodes: Option<[f64; 3]>,
    /// Positions whose job never came back.
    pub set_aside: Vec<String>,
    /// Workers from whom nothing more is taken, and why.
    pub barred: Vec<Barred>,
}

/// A worker from whom nothing more is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Barred {
    /// Its name.
    pub worker: String,
    /// What it did.
    pub reason: String,
}

/// A campaign on a server.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CampaignStatus {
    /// Its name there.
    pub campaign: String,
    /// Its position.
    pub position: String,
    /// The winner, if it is over.
    pub winner: Option<char>,
    /// Jobs that nobody has begun, …
    pub queued: u64,
    /// … that workers have, …
    pub running: u64,
    /// … and results that the coordinator has not taken yet.
    pub results: u64,
    /// What the coordinator told last, …
    pub state: Option<State>,
    /// … and how many seconds ago.
    pub heard_seconds: Option<f64>,
    /// The workers that were heard within the last minute.
    pub workers: Vec<WorkerStatus>,
}

/// A worker, as whoever listens hears it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WorkerStatus {
    /// What it told last, …
    #[serde(flatten)]
    pub alive: Alive,
    /// … and how many seconds ago.
    pub heard_seconds: f64,
    /// For how long it has been at its job, or without one, as far as somebody has listened.
    pub since_seconds: f64,
    /// Its expansions in a second over the last minute; none if nobody has listened for long enough.
    pub nodes_per_second: Option<f64>,
}

/// Somebody who watches the campaigns on a server, and remembers what was heard of their workers.
#[derive(Debug)]
pub struct Watch<'a> {
    link: &'a Link,
    signs: Subscriber,
    /// By campaign and name.
    heard: BTreeMap<(String, String), Heard>,
}

/// What was heard of a worker.
#[derive(Debug)]
struct Heard {
    last: Alive,
    at: Instant,
    /// Since when its job is the same.
    since: Instant,
    /// What it had done at moments of the last minute.
    nodes: VecDeque<(Instant, u64)>,
}

/// For so long a worker is remembered that is not heard any more, and so far back its rate looks.
const MEMORY: Duration = Duration::from_secs(60);

/// In less time jobs that happen to end make too much of a rate, and those that do not too little.
const LEAST_FOR_A_RATE: Duration = Duration::from_secs(5);

/// So long the workers are listened to: each is heard within this time.
const LISTEN: Duration = BETWEEN_SIGNS.saturating_add(Duration::from_millis(300));

/// All questions together take no longer, or the server has not answered.
const ALL_QUESTIONS: Duration = PATIENCE.saturating_mul(2);

impl Heard {
    fn new(alive: Alive, now: Instant) -> Heard {
        Heard { nodes: [(now, alive.nodes)].into(), last: alive, at: now, since: now }
    }

    fn hear(&mut self, alive: Alive, now: Instant) {
        if alive.jobs < self.last.jobs || alive.nodes < self.last.nodes {
            // It was started anew.
            *self = Heard::new(alive, now);
            return;
        }
        if alive.job != self.last.job {
            self.since = now;
        }
        self.nodes.push_back((now, alive.nodes));
        while self.nodes.front().is_some_and(|&(at, _)| now - at > MEMORY) {
            self.nodes.pop_front();
        }
        (self.last, self.at) = (alive, now);
    }

    fn status(&self, now: Instant) -> WorkerStatus {
        let rate = || {
            let (&(from, before), &(to, after)) = (self.nodes.front()?, self.nodes.back()?);
            (to - from >= LEAST_FOR_A_RATE)
                .then(|| (after - before) as f64 / (to - from).as_secs_f64())
        };
        WorkerStatus {
            alive: self.last.clone(),
            heard_seconds: (now - self.at).as_secs_f64(),
            since_seconds: (now - self.since).as_secs_f64(),
            nodes_per_second: rate(),
        }
    }
}

impl Watch<'_> {
    /// Begins to listen.
    pub fn begin(link: &Link) -> Result<Watch<'_>, ClusterError> {
        let signs = link.wait(link.client.subscribe("otrera.*.alive.*"));
        Ok(Watch { link, signs: signs.map_err(ClusterError::nats)?, heard: BTreeMap::new() })
    }

    /// All campaigns on the server, after listening to their workers for a moment.
    pub fn look(&mut self) -> Result<Vec<CampaignStatus>, ClusterError> {
        self.link.wait(async {
            // Only the time is over, as it should.
            let _ = timeout(LISTEN, listen(&mut self.signs, &mut self.heard)).await;
            self.heard.retain(|_, heard| heard.at.elapsed() < MEMORY);
            self.link.check()?;
            let all = async {
                let places = Place::all(self.link).await?;
                let all = places.iter().map(|place| self.status_of(place));
                try_join_all(all).await
            };
            let failed = match timeout(ALL_QUESTIONS, all).await {
                Ok(Ok(all)) => return Ok(all.into_iter().flatten().collect()),
                Ok(Err(ClusterError::Nats(why))) => why,
                Ok(Err(error)) => return Err(error),
                Err(_) => format!("no answer within {} s", ALL_QUESTIONS.as_secs()),
            };
            Err(self.link.unreachable(&failed))
        })
    }

    async fn status_of(&self, place: &Place) -> Result<Option<CampaignStatus>, ClusterError> {
        let link = self.link;
        let store = place.store(link).await?;
        let charter = store.get(CHARTER).await.map_err(ClusterError::nats)?;
        let Some(charter) = charter.and_then(|it| serde_json::from_slice::<Charter>(&it).ok())
        else {
            return Ok(None);
        };
        let over = store.get(OVER).await.map_err(ClusterError::nats)?;
        let state = store.entry(STATE).await.map_err(ClusterError::nats)?;
        let heard_seconds = state.as_ref().map(|entry| {
            (time::OffsetDateTime::now_utc() - entry.created).as_seconds_f64().max(0.0)
        });
        let (mut queued, mut running, mut results) = (0, 0, 0);
        // They are gone when it is over.
        if let Ok(jobs) = link.context.get_stream_no_info(place.jobs()).await {
            let queues: Vec<_> = jobs.consumers().try_collect().await.unwrap_or_default();
            for queue in queues {
                queued += queue.num_pending;
                running += queue.num_ack_pending as u64;
            }
        }
        if let Ok(stream) = link.context.get_stream(place.results()).await {
            results = stream.cached_info().state.messages;
        }
        let now = Instant::now();
        let here = self.heard.iter().filter(|((campaign, _), _)| *campaign == place.0);
        Ok(Some(CampaignStatus {
            campaign: place.0.clone(),
            position: charter.position,
            winner: over.and_then(|winner| winner.first().map(|&letter| letter as char)),
            queued,
            running,
            results,
            state: state.and_then(|entry| serde_json::from_slice(&entry.value).ok()),
            heard_seconds,
            workers: here.map(|(_, heard)| heard.status(now)).collect(),
        }))
    }
}

/// Takes signs of life as they come.
async fn listen(signs: &mut Subscriber, heard: &mut BTreeMap<(String, String), Heard>) {
    while let Some(sign) = signs.next().await {
        let Some(alive) = Alive::heard(&sign) else { continue };
        let campaign = sign.subject.split('.').nth(1).unwrap_or_default().to_owned();
        let name = (campaign, alive.worker.clone());
        if alive.gone {
            heard.remove(&name);
            continue;
        }
        let now = Instant::now();
        match heard.get_mut(&name) {
            Some(worker) => worker.hear(alive, now),
            None => drop(heard.insert(name, Heard::new(alive, now))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive(job: Option<&str>, jobs: u64, nodes: u64) -> Alive {
        let job = job.map(str::to_owned);
        Alive { worker: "one".to_owned(), job, jobs, nodes, gone: false }
    }

    #[test]
    fn what_is_heard_of_a_worker_adds_up() {
        let began = Instant::now();
        let at = |seconds| began + Duration::from_secs(seconds);
        let mut heard = Heard::new(alive(Some("a"), 0, 1000), at(0));
        heard.hear(alive(Some("a"), 0, 1000), at(1));
        heard.hear(alive(Some("b"), 1, 2000), at(2));
        heard.hear(alive(Some("b"), 1, 2000), at(4));
        // Two seconds at this job, and four are too few for a rate.
        let status = heard.status(at(5));
        assert_eq!((status.heard_seconds, status.since_seconds), (1.0, 3.0));
        assert_eq!(status.nodes_per_second, None);
        heard.hear(alive(Some("b"), 1, 6000), at(10));
        let status = heard.status(at(10));
        assert_eq!((status.since_seconds, status.nodes_per_second), (8.0, Some(500.0)));
        // The rate is that of the last minute: from 6000 nodes at 10 s.
        heard.hear(alive(None, 2, 12_000), at(70));
        let status = heard.status(at(71));
        assert_eq!((status.since_seconds, status.nodes_per_second), (1.0, Some(100.0)));
        // Started anew it has done less, and its rate begins anew, too.
        heard.hear(alive(Some("b"), 0, 10), at(80));
        heard.hear(alive(Some("b"), 0, 70), at(86));
        assert_eq!(heard.status(at(86)).nodes_per_second, Some(10.0));
    }
}
