//! Why a cluster does not work.

use std::io;
use std::path::{Path, PathBuf};

use otrera_campaign::CampaignError;
use thiserror::Error;

/// Why a cluster does not work.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// No server answers, which may be another matter in a moment.
    #[error("{url}: {why}")]
    NoAnswer {
        /// The address.
        url: String,
        /// Why.
        why: String,
    },
    /// There is no such server, or it does not let us in.
    #[error("{url}: {why}")]
    Unreachable {
        /// The address.
        url: String,
        /// Why.
        why: String,
    },
    /// The server has no JetStream for us.
    #[error("{0}: the server has no JetStream; start it with `nats-server -js`")]
    NoJetStream(String),
    /// Something else than was expected came from the server.
    #[error("NATS: {0}")]
    Nats(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// This worker is not like the coordinator.
    #[error("this worker cannot serve campaign {campaign}: {reason}")]
    Refused {
        /// The campaign.
        campaign: String,
        /// In which respect.
        reason: String,
    },
    /// The coordinator takes nothing more from this worker.
    #[error("the coordinator of {campaign} takes nothing more from this worker: {reason}")]
    Barred {
        /// The campaign.
        campaign: String,
        /// What it did.
        reason: String,
    },
    /// The program `nats-server` does not start, or has ended.
    #[error("nats-server: {0}")]
    Server(String),
    /// A server that was started with this folder still runs, perhaps because what has started it was killed.
    #[error("{}: a nats-server that was started with this folder still runs, as process {pid}; use that one, or end it with `kill {pid}`", folder.display())]
    StoreInUse {
        /// The folder.
        folder: PathBuf,
        /// The number of its process.
        pid: String,
    },
    /// The campaign does not go on.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
}

impl ClusterError {
    pub(crate) fn io(path: &Path, error: io::Error) -> ClusterError {
        ClusterError::Io { path: path.into(), error }
    }

    pub(crate) fn nats(error: impl std::fmt::Display) -> ClusterError {
        ClusterError::Nats(error.to_string())
    }
}
