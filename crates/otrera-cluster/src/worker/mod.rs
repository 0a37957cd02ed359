//! A worker: takes jobs, does them on a solver that keeps what it remembers, and says what came of them.
//!
//! A job is taken with a lease, which is renewed while it goes on. Whoever dies or sleeps lets it lapse, and
//! the job goes to another. A result is acknowledged by the server before the job is: so a job is in its queue,
//! or its result is, or both. Both is harmless.

mod choice;
mod jobs;
mod news;
mod queues;
mod serving;
mod signs;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use otrera_solver::Solver;

use crate::charter::Terms;
use crate::error::ClusterError;
use crate::link::Link;
use choice::Looked;
use serving::{Served, Serving};

pub(crate) use signs::BETWEEN_SIGNS;

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
    /// There is nothing to serve; but there is this campaign, which would refuse this worker for this reason if its
    /// coordinator were there.
    Waiting(Option<(&'a str, &'a str)>),
    /// It begins to serve this campaign.
    Joined(&'a str),
    /// It leaves this campaign: its coordinator is silent, and that of another is not.
    Left(&'a str),
    /// A job on this position begins.
    Job(&'a str),
    /// So many jobs are done, with so many expansions.
    Done(u64, u64),
    /// The campaign is over.
    Over(&'a str),
    /// Something did not work and is tried again.
    Trouble(&'a str),
}

/// Time between two looks for something to serve, or for a server that does not answer.
const BETWEEN_LOOKS: Duration = Duration::from_millis(300);

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
        let mut served: Option<String> = None;
        // What was over before we came is none of our business.
        let mut old: Option<Vec<String>> = None;
        while !self.is_interrupted() {
            match link.wait(self.look(link)) {
                Ok(Looked { open: Some((place, charter)), over, .. }) => {
                    waiting = false;
                    if let Some(served) = served.take_if(|served| over.contains(served)) {
                        tell(WorkerTold::Over(&served));
                        if self.once {
                            return Ok(());
                        }
                    }
                    // If it was over, it is open again, and its next end is news.
                    old = Some(over.into_iter().filter(|name| *name != place.0).collect());
                    if let Some(reason) = self.terms.against(&charter.terms) {
                        return Err(ClusterError::Refused { campaign: place.0, reason });
                    }
                    let name = place.0.clone();
                    served = Some(name.clone());
                    tell(WorkerTold::Joined(&name));
                    // What it remembers is about one board.
                    if before.as_ref() != Some(&charter.position) {
                        solver.forget();
                        before = Some(charter.position.clone());
                    }
                    let mut serving = match Serving::begin(self, link, place, charter) {
                        Ok(serving) => serving,
                        Err(error) => {
                            tell(WorkerTold::Trouble(&error.to_string()));
                            link.pause(BETWEEN_LOOKS);
                            continue;
                        }
                    };
                    match serving.go_on(solver, tell)? {
                        Served::Interrupted => return Ok(()),
                        Served::Left => tell(WorkerTold::Left(&name)),
                        Served::Gone => {}
                    }
                }
                Ok(Looked { open: None, silent, over }) => {
                    let old = old.get_or_insert_with(|| over.clone());
                    if let Some(new) = over.iter().find(|name| !old.contains(name)) {
                        tell(WorkerTold::Over(new));
                        if self.once {
                            return Ok(());
                        }
                        old.push(new.clone());
                    }
                    if !waiting {
                        let silent = silent.as_ref();
                        let silent = silent.map(|(name, reason)| (&name[..], &reason[..]));
                        tell(WorkerTold::Waiting(silent));
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
}
