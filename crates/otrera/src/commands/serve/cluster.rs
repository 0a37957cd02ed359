//! Campaigns on a NATS server: one connection for all who look, in a thread of its own, and only while somebody
//! looks. An answer is what was seen last, and never waits for that server but at the beginning.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Response;
use otrera_cluster::{Access, ClusterError, Link, Watch};
use tokio::sync::watch;
use tokio::time::timeout;

use super::body::json;
use super::refusal::Refusal;
use crate::commands::cluster::status::{Figures, Standing};

/// The server is not asked more often.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// Whoever is the first to look waits so long for what comes of it.
const FIRST_LOOK: Duration = Duration::from_secs(6);

/// When nobody has looked for so long, the connection is closed. Browsers let a page that is not in front ask once
/// a minute.
const NOBODY_LOOKS: Duration = Duration::from_secs(150);

pub struct Cluster {
    access: Access,
    address: String,
    looked: Mutex<Looked>,
    seen: watch::Sender<Seen>,
}

/// Who looks.
struct Looked {
    last: Instant,
    /// The thread that asks, if there is one.
    asking: Option<JoinHandle<()>>,
}

/// What was seen.
#[derive(Clone, Default)]
struct Seen {
    /// Whether the thread that asks has learned anything yet.
    is_current: bool,
    figures: Option<Arc<Figures>>,
    error: Option<String>,
}

impl Cluster {
    /// An error if nothing can come of this, whatever the server does.
    pub fn new(access: Access) -> Result<Arc<Cluster>, ClusterError> {
        access.check()?;
        Ok(Arc::new(Cluster {
            address: access.address(),
            access,
            looked: Mutex::new(Looked { last: Instant::now(), asking: None }),
            seen: watch::Sender::default(),
        }))
    }

    /// The address of the server, without the password.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How its campaigns stand, in the words of `otrera cluster status`.
    pub async fn answer(self: &Arc<Cluster>) -> Result<Response<Body>, Refusal> {
        self.look()?;
        let mut seen = self.seen.subscribe();
        let first = seen.wait_for(|seen| seen.is_current);
        let is_late = timeout(FIRST_LOOK, first).await.is_err();
        let Seen { figures, error, .. } = self.seen.borrow().clone();
        let late = is_late.then(|| format!("{}: no answer yet", self.address));
        let error = error.or(late);
        Ok(json(&Standing::new(&self.address, figures.as_deref(), error.as_deref())))
    }

    /// Somebody looks: sees to it that the server is asked.
    fn look(self: &Arc<Cluster>) -> Result<(), Refusal> {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        looked.last = Instant::now();
        if looked.asking.as_ref().is_none_or(JoinHandle::is_finished) {
            self.seen.send_modify(|seen| seen.is_current = false);
            let cluster = Arc::clone(self);
            let asking = thread::Builder::new().name("cluster".to_owned());
            let asking = asking.spawn(move || cluster.ask_on());
            let no_thread = |_| Refusal::busy("no thread to spare", BETWEEN_LOOKS);
            looked.asking = Some(asking.map_err(no_thread)?);
        }
        Ok(())
    }

    /// Asks as long as somebody looks.
    fn ask_on(&self) {
        loop {
            let began = Instant::now();
            match Link::connect(&self.access, "otrera serve") {
                Ok(link) => match self.ask_by(&link) {
                    Ok(()) => return,
                    Err(error) => self.learn(Err(error)),
                },
                Err(error) => self.learn(Err(error)),
            }
            if self.has_nobody_looked() {
                return;
            }
            pause_since(began);
        }
    }

    /// The same over one connection, which comes back by itself when it breaks.
    fn ask_by(&self, link: &Link) -> Result<(), ClusterError> {
        let mut watch = Watch::begin(link)?;
        loop {
            let began = Instant::now();
            let campaigns = watch.look();
            self.learn(campaigns.map(|campaigns| Figures { campaigns, at: Instant::now() }));
            if self.has_nobody_looked() {
                return Ok(());
            }
            pause_since(began);
        }
    }

    /// What is known is kept when the server does not answer.
    fn learn(&self, learned: Result<Figures, ClusterError>) {
        self.seen.send_modify(|seen| {
            seen.is_current = true;
            match learned {
                Ok(figures) => (seen.figures, seen.error) = (Some(Arc::new(figures)), None),
                Err(error) => seen.error = Some(error.to_string()),
            }
        });
    }

    /// Has nobody looked for a while? Then whoever looks next has to have the server asked again.
    fn has_nobody_looked(&self) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let nobody = looked.last.elapsed() > NOBODY_LOOKS;
        if nobody {
            looked.asking = None;
        }
        nobody
    }
}

/// Waits until it may be asked again.
fn pause_since(began: Instant) {
    thread::sleep(BETWEEN_LOOKS.saturating_sub(began.elapsed()));
}
