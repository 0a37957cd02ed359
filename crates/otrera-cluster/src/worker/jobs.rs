//! One job: under a lease, done, and what came of it handed in.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use otrera_solver::{Limits, Solver};
use tokio::time::sleep;

use super::serving::Serving;
use super::{BETWEEN_LOOKS, WorkerTold};
use crate::error::ClusterError;
use crate::message::{Answer, Job, JobName, Said};
use crate::place::is_said;
use crate::proofs::{self, Proving};

/// What became of a proof on its way.
enum Sent {
    /// It is in the store, under this name.
    As(String),
    Refused,
    /// Nobody waits for it any more.
    Pointless,
}

/// So often a proof is sent to a server that does not take it.
const SENDS: usize = 3;

impl Serving<'_> {
    pub fn handle(
        &mut self,
        message: Message,
        solver: &mut Solver<u64>,
        tell: &mut dyn FnMut(WorkerTold<'_>),
    ) -> Result<(), ClusterError> {
        let delivered = message.info().map_or(1, |info| info.delivered.max(1)) as u64;
        let text = std::str::from_utf8(&message.payload).unwrap_or_default();
        let job = Job::parse(text, self.size).filter(|_| is_said(&message));
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
            let said = self.work(&job, name, solver, tell);
            renewal.abort();
            self.shared.set_job(None);
            said?
        };
        let Some(said) = said else { return Ok(()) };
        let answer = Answer { terms: self.worker.terms.clone(), said };
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
        tell: &mut dyn FnMut(WorkerTold<'_>),
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
            Job::Prove { position, budget, .. } => {
                let folder = tempfile::tempdir()
                    .map_err(|error| ClusterError::io(&std::env::temp_dir(), error))?;
                let file = folder.path().join("job.proof");
                let before = solver.effort().expansions;
                let mut proving = proofs::prove(solver, position, &file, *budget, stop);
                if matches!(proving, Proving::Failed(_)) {
                    // It may have been told by others what is wrong: by itself it knows nothing but the rules.
                    solver.forget();
                    proving = proofs::prove(solver, position, &file, *budget, stop);
                }
                let nodes = solver.effort().expansions - before;
                self.shared.nodes.fetch_add(nodes, Ordering::Relaxed);
                Ok(match proving {
                    Proving::Written => match self.send(&file, tell) {
                        Sent::As(object) => Some(Said::Proved(name, nodes, object)),
                        Sent::Refused => Some(Said::Unfinished(name, nodes)),
                        Sent::Pointless => None,
                    },
                    Proving::Failed(why) => Some(Said::Unproved(name, nodes, why)),
                    Proving::Unfinished => Some(Said::Unfinished(name, nodes)),
                    Proving::Interrupted => Some(Said::Interrupted(name, nodes)),
                })
            }
        }
    }

    /// Puts a proof into the object store. A server that does not take it after some tries never will.
    fn send(&self, file: &Path, tell: &mut dyn FnMut(WorkerTold<'_>)) -> Sent {
        for _ in 0..SENDS {
            let name = &self.worker.name;
            let sent = self.link.wait(proofs::send(self.link, &self.place, name, file));
            #[cfg(feature = "faults")]
            let sent = faults::lose(sent, self.link, &self.place);
            let error = match sent {
                Ok(object) => return Sent::As(object),
                Err(error) => error,
            };
            if self.worker.is_interrupted() || self.link.wait(self.is_lost()) {
                return Sent::Pointless;
            }
            let why = self.link.explained(error);
            tell(WorkerTold::Trouble(&format!("the proof cannot be sent: {why}")));
            self.link.pause(BETWEEN_LOOKS);
        }
        Sent::Refused
    }

    /// Says something until the server has acknowledged it. No if it was interrupted before.
    fn publish(&self, text: &str, tell: &mut dyn FnMut(WorkerTold<'_>)) -> bool {
        let subject = self.place.said_by("results", &self.worker.name);
        let mut told = false;
        // Whoever is interrupted still tries for a moment: what was done is not to be lost.
        let mut last = None;
        loop {
            let sent = self.link.wait(async {
                let sent = self.link.context.publish(subject.clone(), text.to_owned().into()).await;
                sent.map_err(ClusterError::nats)?.await.map_err(ClusterError::nats)
            });
            let Err(error) = sent else { return true };
            let is_lost = self.link.wait(self.is_lost());
            if !told && !is_lost {
                tell(WorkerTold::Trouble(&self.link.explained(error)));
                told = true;
            }
            if self.worker.is_interrupted() {
                let since = *last.get_or_insert_with(Instant::now);
                if since.elapsed() > Duration::from_secs(5) {
                    return false;
                }
            } else if is_lost {
                // Nobody waits for it any more.
                return false;
            }
            self.link.pause(BETWEEN_LOOKS.mul_f64(0.5 + fastrand::f64()));
        }
    }
}

/// Mistakes made on purpose, to see what is left then.
#[cfg(feature = "faults")]
mod faults {
    use otrera_board::Color;
    use otrera_campaign::Report;

    use crate::error::ClusterError;
    use crate::link::Link;
    use crate::place::Place;

    /// Ends the process without a word if the environment names this position.
    pub fn crash_on(position: &str) {
        if std::env::var("OTRERA_CRASH_ON").is_ok_and(|named| named == position) {
            std::process::abort();
        }
    }

    /// Loses a proof if the environment asks for it: on its way, or from the store.
    pub fn lose(
        sent: Result<String, ClusterError>,
        link: &Link,
        place: &Place,
    ) -> Result<String, ClusterError> {
        match std::env::var("OTRERA_LOSE_PROOFS").as_deref() {
            Ok("from the store") => link.wait(async {
                let store = link.context.get_object_store(place.bucket()).await;
                let store = store.map_err(ClusterError::nats)?;
                let object = sent?;
                store.delete(&object).await.map_err(ClusterError::nats)?;
                Ok(object)
            }),
            Ok(_) => Err(ClusterError::Nats("the proof is lost".to_owned())),
            Err(_) => sent,
        }
    }

    /// Names the other player as winner if the environment asks for it, or some winner where none was found.
    pub fn lie(mut report: Report) -> Report {
        report.work.found = match std::env::var("OTRERA_LIE").as_deref() {
            Ok("always") => Ok(report.work.found.map_or(Color::White, |winner| !winner)),
            Ok(_) => report.work.found.map(|winner| !winner),
            Err(_) => report.work.found,
        };
        report
    }
}
