//! What workers say, and what counts of it.

use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use otrera_campaign::{Report, Taken};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{AT_A_TIME, CoordinatorTold, Running};
use crate::error::ClusterError;
use crate::message::{Answer, JobName, Said};
use crate::place::{BARRED, Place, is_said};
use crate::status::Barred;

impl Running<'_> {
    /// Takes what has come in: into the log, to the disk, and only then off the server.
    pub async fn take_results(
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
            if is_said(message)
                && let Some(worker) = Place::speaker(&message.subject)
                && let Some(answer) = Answer::parse(&message.payload, self.size)
            {
                self.handle(worker, answer).await?;
            }
        }
        self.cancel_unwanted().await?;
        if self.done.counted > before {
            self.session.sync()?;
        }
        for message in &messages {
            // What is not acknowledged comes again, and counts no more.
            let _ = message.ack_with(AckKind::Ack).await;
        }
        Ok(messages.len())
    }

    async fn handle(&mut self, worker: &str, answer: Answer) -> Result<(), ClusterError> {
        let Answer { terms, said } = answer;
        if let Some(reason) = terms.against(&self.settings.terms) {
            self.bar(worker, &reason).await;
        }
        if self.barred.contains_key(worker) {
            let (Said::Report(Report { key, attempt, .. })
            | Said::Proved(JobName { key, attempt }, ..)
            | Said::Unproved(JobName { key, attempt }, ..)
            | Said::Unfinished(JobName { key, attempt }, _)
            | Said::Interrupted(JobName { key, attempt }, _)
            | Said::Crashed(JobName { key, attempt }, _)) = said;
            self.give_again(&key, attempt).await;
            return Ok(());
        }
        match said {
            Said::Report(report) => self.handle_report(worker, report).await,
            Said::Crashed(job, times) => self.set_aside(job, times).await,
            Said::Proved(job, nodes, _)
            | Said::Unproved(job, nodes, _)
            | Said::Unfinished(job, nodes)
            | Said::Interrupted(job, nodes) => {
                let out = self.out.get(&job.key).filter(|out| out.attempt == job.attempt);
                if out.is_none_or(|out| out.held.is_none()) {
                    // It was said before, or nobody has asked.
                    return Ok(());
                }
                self.done.nodes_besides = self.done.nodes_besides.saturating_add(nodes);
                self.hear_of_proof(worker, job, said).await
            }
        }
    }

    async fn handle_report(&mut self, worker: &str, report: Report) -> Result<(), ClusterError> {
        let key = report.key;
        if self.out.get(&key).is_some_and(|out| out.held.is_some()) {
            self.not_wanted(&report);
            return Ok(());
        }
        if self.session.wants(&key, report.attempt) {
            self.experience.add(key, worker.to_owned());
        }
        if report.work.found.is_ok()
            && self.session.wants(&key, report.attempt)
            && fastrand::f64() < self.settings.spot_check
        {
            return self.ask_for_proof(worker.to_owned(), report).await;
        }
        self.count(&report).await
    }

    /// Writes a result into the log.
    pub async fn count(&mut self, report: &Report) -> Result<(), ClusterError> {
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
            Taken::NotWanted => self.not_wanted(report),
        }
        Ok(())
    }

    fn not_wanted(&mut self, report: &Report) {
        self.done.not_wanted += 1;
        let nodes = &mut self.done.nodes_besides;
        *nodes = nodes.saturating_add(report.work.expansions);
    }

    /// Takes nothing more from a worker.
    pub async fn bar(&mut self, worker: &str, reason: &str) {
        if self.barred.insert(worker.to_owned(), reason.to_owned()).is_some() {
            return;
        }
        let barred = Barred { worker: worker.to_owned(), reason: reason.to_owned() };
        self.done.barred.push(barred);
        if let Ok(store) = self.place.store(self.link).await {
            // It goes on for nothing if it does not hear of it.
            let _ = store.put(format!("{BARRED}{worker}"), reason.to_owned().into()).await;
        }
        // Whoever is told may rely on it that the next coordinator knows.
        self.state_changed().await;
        (self.tell)(CoordinatorTold::Barred(worker, reason));
    }

    /// A position whose job never came back is expanded: what follows from it is tried instead.
    async fn set_aside(&mut self, job: JobName, times: u64) -> Result<(), ClusterError> {
        if !self.session.wants(&job.key, job.attempt) {
            return Ok(());
        }
        // If it was to be proved, the work on it was done all the same.
        self.count_without_winner(job).await?;
        self.out.remove(&job.key);
        let name = job.key.text(self.size);
        self.done.set_aside.push(name.clone());
        self.set_aside.push(name.clone());
        self.session.expand(self.solver, &job.key)?;
        self.session.sync()?;
        self.state_changed().await;
        (self.tell)(CoordinatorTold::SetAside(&name, times));
        Ok(())
    }
}
