//! Proofs: those that come with the program, and those that were sent or made, as long as there is room.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::bail;
use otrera_proof::{CheckSettings, FileError, ProofFile, check};
use serde::Serialize;
use serde_json::{Value, json};

use super::engines::Engines;
use super::jobs::Job;
use super::seconds;
use crate::commands::check::Answer;

/// Those that come with the program.
const OWN: [(&str, &[u8]); 5] = [
    ("4x4", include_bytes!("../../../../../docs/proofs/4x4.proof")),
    ("4x5", include_bytes!("../../../../../docs/proofs/4x5.proof")),
    ("5x4", include_bytes!("../../../../../docs/proofs/5x4.proof")),
    ("5x5", include_bytes!("../../../../../docs/proofs/5x5.proof")),
    ("5x6", include_bytes!("../../../../../docs/proofs/5x6.proof")),
];

/// All others together have no more bytes than this, and there are no more than so many.
const MOST_BYTES: usize = 64 << 20;
const MOST: usize = 64;

/// A check takes no longer.
const LONGEST: Duration = Duration::from_secs(seconds::MOST);

/// A proof.
pub struct Proof {
    pub id: String,
    pub name: String,
    pub file: ProofFile,
    pub bytes: Arc<[u8]>,
}

/// What is said of a proof.
#[derive(Serialize)]
pub struct Description {
    id: String,
    name: String,
    position: String,
    to_move: char,
    winner: char,
    entries: u64,
    bytes: u64,
}

impl Proof {
    fn new(id: String, name: String, bytes: Arc<[u8]>) -> Result<Proof, FileError> {
        Ok(Proof { id, name, file: ProofFile::from_bytes(Arc::clone(&bytes))?, bytes })
    }

    pub fn description(&self) -> Description {
        let claim = self.file.claim();
        Description {
            id: self.id.clone(),
            name: self.name.clone(),
            position: claim.position.to_string(),
            to_move: claim.position.to_move().letter(),
            winner: claim.winner.letter(),
            entries: self.file.entries(),
            bytes: self.file.bytes(),
        }
    }
}

pub struct Proofs {
    own: Vec<Arc<Proof>>,
    /// The newest at the end.
    kept: Mutex<VecDeque<Arc<Proof>>>,
}

impl Proofs {
    pub fn new() -> anyhow::Result<Proofs> {
        let own = OWN.iter().map(|&(name, bytes)| {
            Ok(Arc::new(Proof::new(name.to_owned(), name.to_owned(), bytes.into())?))
        });
        Ok(Proofs { own: own.collect::<Result<_, FileError>>()?, kept: Mutex::default() })
    }

    /// Those that come with the program.
    pub fn own(&self) -> Vec<Description> {
        self.own.iter().map(|proof| proof.description()).collect()
    }

    pub fn get(&self, id: &str) -> Option<Arc<Proof>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.own.iter().chain(kept.iter()).find(|proof| proof.id == id).cloned()
    }

    /// Keeps a proof until newer ones take its place; an error if the bytes are none.
    pub fn keep(&self, bytes: Arc<[u8]>) -> Result<Description, FileError> {
        let mut proof = Proof::new(String::new(), String::new(), bytes)?;
        proof.id = proof.file.digest()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let claim = proof.file.claim();
        proof.name = format!("{}, {} wins", claim.position.size(), claim.winner);
        let proof = Arc::new(proof);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.id != proof.id);
        kept.push_back(Arc::clone(&proof));
        let total = |kept: &VecDeque<Arc<Proof>>| -> usize {
            kept.iter().map(|proof| proof.bytes.len()).sum()
        };
        while kept.len() > MOST || total(&kept) > MOST_BYTES {
            kept.pop_front();
        }
        Ok(proof.description())
    }
}

/// `/api/proofs/ID/check`: is it one?
pub fn run_check(proof: &Proof, engines: &Engines, job: &Job) -> anyhow::Result<Value> {
    let _place = engines.place();
    let began = Instant::now();
    let player = engines.settings();
    let all = proof.file.entries().max(1);
    let (done, told) = (AtomicU64::new(0), AtomicU64::new(0));
    let go_on = |more| {
        let done = done.fetch_add(more, Ordering::Relaxed) + more;
        let percent = 100 * done / all;
        if more > 0 && told.fetch_max(percent, Ordering::Relaxed) < percent {
            job.tell("progress", &json!({"share": done as f64 / all as f64}));
        }
        !job.is_stopped() && began.elapsed() < LONGEST
    };
    let mut settings = CheckSettings::default();
    settings.threads = player.threads;
    settings.memory = player.memory;
    settings.go_on = &go_on;
    let outcome = check(&proof.file, settings)?;
    let seconds = began.elapsed().as_secs_f64();
    let answer = Answer::new(&format!("{}.proof", proof.id), &proof.file, outcome, seconds);
    match answer {
        Some(answer) => Ok(serde_json::to_value(answer)?),
        None => bail!("the check was stopped after {} s", LONGEST.as_secs()),
    }
}
