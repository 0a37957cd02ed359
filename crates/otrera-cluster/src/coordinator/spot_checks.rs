//! Results that count when they are proved.

use otrera_campaign::{Report, Task};

use super::Running;
use super::under_way::Out;
use crate::error::ClusterError;
use crate::message::{Job, JobName, Said};
use crate::proofs;

/// A result that counts when it is proved.
#[derive(Debug)]
pub struct Held {
    pub report: Report,
    pub worker: String,
    /// How many proofs were announced and not there.
    missed: u64,
}

/// A proof may take so many times as many expansions as were allowed on its position: whoever writes it may have another
/// memory. Without a limit one wrong winner of a hard position would keep a worker for days.
const TIMES_THE_BUDGET: u64 = 20;

/// If so many proofs of it were announced and not there, it is left unproved.
const MOST_MISSED: u64 = 3;

/// After so many winners that nobody has proved in time the position is expanded.
const MOST_UNPROVED: u32 = 2;

impl Running<'_> {
    /// Has a result proved before it counts.
    pub async fn ask_for_proof(
        &mut self,
        worker: String,
        report: Report,
    ) -> Result<(), ClusterError> {
        let key = report.key;
        let Some(id) = self.ledger().find(&key) else { return Ok(()) };
        let record = self.ledger().get(id);
        let (position, attempt) = (record.position, record.jobs);
        let task = Task::of(record, self.session.campaign().plan());
        let budget = TIMES_THE_BUDGET * (record.expansions_below + task.budget);
        let text = Job::Prove { position, attempt, budget }.text();
        self.out.remove(&key);
        // Who has found it remembers how; the checker does not care who writes the proof.
        let queue = self.queue_for(Some(&worker), &[]);
        // If it is not placed now, the audit finds it missing.
        let sequence = self.place_job(&queue, &text).await.unwrap_or(0);
        let held = Some(Held { report, worker, missed: 0 });
        self.out.insert(key, Out { held, ..Out::new(attempt, sequence, text, queue) });
        Ok(())
    }

    /// Somebody says what became of a proof that was asked for.
    pub async fn hear_of_proof(
        &mut self,
        prover: &str,
        job: JobName,
        said: Said,
    ) -> Result<(), ClusterError> {
        match said {
            Said::Proved(_, _, object) => self.take_proof(prover, job, &object).await,
            Said::Unproved(_, _, why) => {
                // Its own solver contradicts it: what it says is worth nothing.
                self.bar(prover, &format!("it has no proof of what it found: {why}")).await;
                self.give_again(&job.key, job.attempt).await;
                Ok(())
            }
            Said::Interrupted(..) => {
                self.give_again(&job.key, job.attempt).await;
                Ok(())
            }
            _ => self.count_without_winner(job).await,
        }
    }

    /// Nobody has proved in time what somebody has found: only the work counts. Whoever is told to know the winner finds him again
    /// without any work, so after the second time what follows is tried instead.
    pub async fn count_without_winner(&mut self, job: JobName) -> Result<(), ClusterError> {
        let Some(out) = self.out.get_mut(&job.key).filter(|out| out.attempt == job.attempt) else {
            return Ok(());
        };
        let Some(Held { mut report, .. }) = out.held.take() else { return Ok(()) };
        let Some(id) = self.ledger().find(&job.key) else { return Ok(()) };
        report.work.found = Err(self.ledger().get(id).costs);
        self.count(&report).await?;
        let times = self.unproved.entry(job.key).or_default();
        *times += 1;
        if *times >= MOST_UNPROVED {
            self.session.expand(self.solver, &job.key)?;
            self.session.sync()?;
        }
        Ok(())
    }

    async fn take_proof(
        &mut self,
        prover: &str,
        job: JobName,
        object: &str,
    ) -> Result<(), ClusterError> {
        let out = self.out.get_mut(&job.key).filter(|out| out.attempt == job.attempt);
        let Some(held) = out.and_then(|out| out.held.as_mut()) else { return Ok(()) };
        held.missed += 1;
        let missed = held.missed;
        let Some(id) = self.ledger().find(&job.key) else { return Ok(()) };
        let position = self.ledger().get(id).position;
        let folder =
            tempfile::tempdir().map_err(|error| ClusterError::io(&std::env::temp_dir(), error))?;
        let file = folder.path().join("spot-check.proof");
        if let Err(error) = proofs::fetch(self.link, &self.place, object, &file).await {
            self.trouble(&error);
            if missed >= MOST_MISSED {
                return self.count_without_winner(job).await;
            }
            self.give_again(&job.key, job.attempt).await;
            return Ok(());
        }
        match proofs::proved(&file, &position) {
            Ok(winner) => {
                let held = self.out.remove(&job.key).and_then(|out| out.held);
                let Some(Held { mut report, worker, .. }) = held else { return Ok(()) };
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
}
