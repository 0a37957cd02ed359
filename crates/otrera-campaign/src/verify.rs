//! Leaves proved again: solved by a fresh solver, written down as proofs, and accepted by the checker that
//! trusts nobody. Only hashes are kept.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fastrand::Rng;
use otrera_board::Color;
use otrera_proof::{CheckSettings, Outcome, ProofFile, StrategyError, check};
use otrera_solver::{Limits, Settings, Solver, Stopped};

use crate::condensed::Leaf;
use crate::error::CampaignError;
use crate::notes::Notes;
use crate::oracle::write_proof;
use crate::packed::hex;
use crate::successors::Key;

/// How leaves are verified.
pub struct Verify<'a> {
    /// The leaves, best in an order in which neighbours are alike.
    pub leaves: &'a [Leaf],
    /// Verify so many of them only, drawn at random with this seed.
    pub sample: Option<(usize, u64)>,
    /// The solver of each thread; threads and memory are for all together.
    pub settings: &'a Settings,
    /// The most expansions of a leaf.
    pub expansions: Option<u64>,
    /// What was verified before, and is not verified again.
    pub notes: Option<Notes>,
    /// Stops when this is set.
    pub interrupted: &'a AtomicBool,
    /// Told how many leaves are done, of how many.
    pub watch: &'a (dyn Fn(usize, usize) + Sync),
}

/// What was verified.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Verified {
    /// All leaves that there are, …
    pub leaves: usize,
    /// … those that were proved and checked in this run, …
    pub proved: usize,
    /// … and those that notes say were verified before.
    pub from_notes: usize,
    /// Leaves that were not proved within the limit of expansions.
    pub open: Vec<Leaf>,
    /// Expansions in all, …
    pub expansions: u64,
    /// … and of the dearest leaf.
    pub dearest: u64,
    /// Entries of all proofs.
    pub entries: u64,
    /// A leaf that is not as it is said to be, and why.
    pub wrong: Option<(Leaf, Wrong)>,
    /// Was it interrupted?
    pub interrupted: bool,
}

impl Verified {
    /// Was every leaf proved and checked in this run?
    pub fn is_complete(&self) -> bool {
        self.proved == self.leaves && self.wrong.is_none()
    }
}

/// What is wrong with a leaf.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The other player wins.
    #[error("{0} wins")]
    OtherWinner(Color),
    /// The solver contradicts itself, or its proof is rejected.
    #[error("{0}")]
    NoProof(String),
}

/// How a leaf ended.
enum End {
    Proved { expansions: u64, entries: u64, digest: String },
    Open,
    Wrong(Wrong),
    Interrupted,
}

/// How many neighbouring leaves a thread takes at a time: what it remembers of one serves the next.
const AT_A_TIME: usize = 8;

impl Verify<'_> {
    /// Verifies the leaves, on all threads.
    pub fn run(mut self) -> Result<Verified, CampaignError> {
        let notes = self.notes.take();
        let mut done = Verified { leaves: self.leaves.len(), ..Verified::default() };
        let mut wanted: Vec<&Leaf> = self.drawn();
        if let Some(notes) = &notes {
            let all = wanted.len();
            wanted.retain(|leaf| !notes.has(Key::of(&leaf.position), leaf.winner));
            done.from_notes = all - wanted.len();
        }
        let threads = self.settings.threads.clamp(1, wanted.len().max(1));
        let shared = Shared {
            wanted: &wanted,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            done: Mutex::new((done, notes)),
            verify: &self,
        };
        let ends: Vec<Result<(), CampaignError>> = std::thread::scope(|scope| {
            let work = || shared.work(threads);
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        ends.into_iter().collect::<Result<(), _>>()?;
        let (mut done, _) = shared.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.interrupted = self.interrupted.load(Ordering::Relaxed);
        Ok(done)
    }

    /// The leaves that are to be verified, in their order.
    fn drawn(&self) -> Vec<&Leaf> {
        let Some((count, seed)) = self.sample else { return self.leaves.iter().collect() };
        let mut rng = Rng::with_seed(seed);
        let mut drawn = rng.choose_multiple(0..self.leaves.len(), count);
        drawn.sort_unstable();
        drawn.into_iter().map(|n| &self.leaves[n]).collect()
    }
}

/// What all threads share.
struct Shared<'a> {
    verify: &'a Verify<'a>,
    wanted: &'a [&'a Leaf],
    next: AtomicUsize,
    stop: AtomicBool,
    done: Mutex<(Verified, Option<Notes>)>,
}

impl Shared<'_> {
    /// Takes leaves as long as there are any.
    fn work(&self, threads: usize) -> Result<(), CampaignError> {
        let settings = self.verify.settings;
        let memory = settings.memory / threads;
        let mut solver = Solver::new(Settings { threads: 1, memory, ..settings.clone() })?;
        let temporary = std::env::temp_dir();
        let folder = tempfile::tempdir().map_err(|error| CampaignError::io(&temporary, error))?;
        let file = folder.path().join("leaf.proof");
        while !self.stop.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(AT_A_TIME, Ordering::Relaxed);
            let last = (first + AT_A_TIME).min(self.wanted.len());
            if first >= last {
                break;
            }
            for leaf in &self.wanted[first..last] {
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
                let end = self.prove(&mut solver, leaf, &file).inspect_err(|_| self.stop())?;
                self.tell(leaf, end).inspect_err(|_| self.stop())?;
            }
        }
        Ok(())
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, (Verified, Option<Notes>)> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, leaf: &Leaf, end: End) -> Result<(), CampaignError> {
        let mut guard = self.lock();
        let (done, notes) = &mut *guard;
        match end {
            End::Interrupted => self.stop(),
            End::Open => done.open.push(*leaf),
            End::Wrong(wrong) => {
                self.stop();
                done.wrong.get_or_insert((*leaf, wrong));
            }
            End::Proved { expansions, entries, digest } => {
                done.proved += 1;
                done.expansions += expansions;
                done.dearest = done.dearest.max(expansions);
                done.entries += entries;
                if let Some(notes) = notes {
                    notes.add(Key::of(&leaf.position), leaf.winner, entries, &digest)?;
                }
            }
        }
        let finished = done.proved + done.open.len();
        drop(guard);
        (self.verify.watch)(finished, self.wanted.len());
        Ok(())
    }

    /// Solves a leaf, writes its proof and has it checked.
    fn prove(
        &self,
        solver: &mut Solver<u64>,
        leaf: &Leaf,
        file: &Path,
    ) -> Result<End, CampaignError> {
        let interrupted = self.verify.interrupted;
        let limits = Limits {
            expansions: self.verify.expansions,
            interrupted: Some(interrupted),
            ..Limits::default()
        };
        let before = solver.effort().expansions;
        match solver.winner(&leaf.position, limits) {
            Ok(winner) if winner == leaf.winner => {}
            Ok(winner) => return Ok(End::Wrong(Wrong::OtherWinner(winner))),
            Err(Stopped::Interrupted) => return Ok(End::Interrupted),
            Err(Stopped::Expansions) => return Ok(End::Open),
            Err(stopped) => return Err(CampaignError::Solver(stopped)),
        }
        let expansions = solver.effort().expansions - before;
        match write_proof(solver, &leaf.position, leaf.winner, file, None, interrupted) {
            Ok(_) => {}
            Err(StrategyError::Interrupted) => return Ok(End::Interrupted),
            Err(StrategyError::Io(error)) => return Err(CampaignError::io(file, error)),
            Err(error) => return Ok(End::Wrong(Wrong::NoProof(error.to_string()))),
        }
        let go_on = |_| !interrupted.load(Ordering::Relaxed);
        let mut settings = CheckSettings::default();
        (settings.threads, settings.go_on) = (1, &go_on);
        let unreadable = |error: otrera_proof::FileError| {
            CampaignError::io(file, std::io::Error::other(error.to_string()))
        };
        let proof = ProofFile::open(file).map_err(unreadable)?;
        Ok(match check(&proof, settings).map_err(unreadable)? {
            // What is true is what the checker says, whatever was written.
            Outcome::Accepted(accepted)
                if accepted.position() == leaf.position.widen()
                    && accepted.winner() == leaf.winner =>
            {
                let entries = accepted.counts().entries;
                End::Proved { expansions, entries, digest: hex(&proof.digest()) }
            }
            Outcome::Stopped => End::Interrupted,
            Outcome::Rejected(why) => End::Wrong(Wrong::NoProof(format!("proof rejected: {why}"))),
            _ => End::Wrong(Wrong::NoProof("the proof is of something else".to_owned())),
        })
    }
}
