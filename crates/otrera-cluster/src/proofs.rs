//! Proofs on the way from a worker to the coordinator, who believes nothing but the checker.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use otrera_board::{Color, Position};
use otrera_campaign::write_proof;
use otrera_proof::{CheckSettings, Outcome, ProofFile, StrategyError, check};
use otrera_solver::{Limits, Solver, Stopped};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use crate::error::ClusterError;
use crate::link::Link;
use crate::place::Place;

/// A larger proof is not taken: it would not fit into memory.
const LARGEST: u64 = 1 << 30;

/// A proof that takes longer on its way is not waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a proof comes out.
pub(crate) enum Proving {
    Written,
    Failed(String),
    /// It takes more expansions than it may.
    Unfinished,
    Interrupted,
}

/// Solves a position and writes its proof.
pub(crate) fn prove(
    solver: &mut Solver<u64>,
    position: &Position<u64>,
    file: &Path,
    budget: u64,
    stop: &AtomicBool,
) -> Proving {
    let before = solver.effort().expansions;
    let limits = Limits { expansions: Some(budget), interrupted: Some(stop), ..Limits::default() };
    let winner = match solver.winner(position, limits) {
        Ok(winner) => winner,
        Err(Stopped::Interrupted) => return Proving::Interrupted,
        Err(_) => return Proving::Unfinished,
    };
    let left = budget.saturating_sub(solver.effort().expansions - before).max(1);
    match write_proof(solver, position, winner, file, Some(left), stop) {
        Ok(_) => Proving::Written,
        Err(StrategyError::Interrupted) if stop.load(Ordering::Relaxed) => Proving::Interrupted,
        Err(StrategyError::Interrupted) => Proving::Unfinished,
        Err(error) => Proving::Failed(error.to_string()),
    }
}

/// Who wins a position, as the checker has accepted it; why there is no such proof otherwise.
pub(crate) fn proved(file: &Path, position: &Position<u64>) -> Result<Color, String> {
    let proof = ProofFile::open(file).map_err(|error| error.to_string())?;
    match check(&proof, CheckSettings::default()).map_err(|error| error.to_string())? {
        Outcome::Accepted(accepted) if accepted.position() == position.widen() => {
            Ok(accepted.winner())
        }
        Outcome::Accepted(_) => Err("it is the proof of another position".to_owned()),
        Outcome::Rejected(why) => Err(format!("the checker rejects it: {why}")),
        _ => Err("it was not checked to its end".to_owned()),
    }
}

/// Puts a file of a worker into the object store; returns its name there, which fits no other file.
pub(crate) async fn send(
    link: &Link,
    place: &Place,
    worker: &str,
    file: &Path,
) -> Result<String, ClusterError> {
    let bytes = std::fs::read(file).map_err(|error| ClusterError::io(file, error))?;
    let name = format!("{worker}-{}", digest(&bytes));
    let store = link.context.get_object_store(place.bucket()).await.map_err(ClusterError::nats)?;
    let sent = timeout(PATIENCE, store.put(name.as_str(), &mut bytes.as_slice())).await;
    sent.map_err(ClusterError::nats)?.map(|_| name).map_err(ClusterError::nats)
}

fn digest(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes a file out of the object store.
pub(crate) async fn fetch(
    link: &Link,
    place: &Place,
    name: &str,
    file: &Path,
) -> Result<(), ClusterError> {
    let store = link.context.get_object_store(place.bucket()).await.map_err(ClusterError::nats)?;
    let object = store.get(name).await.map_err(ClusterError::nats)?;
    let mut bytes = Vec::new();
    let read = timeout(PATIENCE, object.take(LARGEST).read_to_end(&mut bytes)).await;
    read.map_err(ClusterError::nats)?.map_err(ClusterError::nats)?;
    if !name.ends_with(&digest(&bytes)) {
        return Err(ClusterError::Nats(format!("another file has the name of the proof {name}")));
    }
    // What stays on the server is in nobody's way until the campaign is over.
    let _ = store.delete(name).await;
    std::fs::write(file, bytes).map_err(|error| ClusterError::io(file, error))
}
