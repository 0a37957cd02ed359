//! Why a campaign cannot be read, or does not go on.

use std::io;
use std::path::{Path, PathBuf};

use otrera_solver::{Stopped, Unaffordable};
use thiserror::Error;

/// Why a campaign cannot be read, or does not go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no campaign.
    #[error("{}: no campaign found", .0.display())]
    NotThere(PathBuf),
    /// Something is there already.
    #[error("{}: already exists; name a new folder", .0.display())]
    Exists(PathBuf),
    /// It is something else, or of another version.
    #[error("{}: not a file of this version of otrera", .0.display())]
    Foreign(PathBuf),
    /// It cannot be unpacked to its end.
    #[error("{}: truncated or damaged", .0.display())]
    Cut(PathBuf),
    /// A line is not as it was written, or makes no sense.
    #[error("{}, line {line}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The log has fewer lines than it had.
    #[error("{}: truncated: it had {expected} lines and has {found}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// How many there were.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// Another process runs the campaign.
    #[error("{}: another process is running this campaign; wait for it, or stop it", .0.display())]
    InUse(PathBuf),
    /// The board is too large.
    #[error("the board has {0} squares; campaigns are for boards of at most 64")]
    TooLarge(usize),
    /// It belongs to another board.
    #[error("{}: it belongs to another board", .0.display())]
    OtherBoard(PathBuf),
    /// The solver cannot be made.
    #[error(transparent)]
    Unaffordable(#[from] Unaffordable),
    /// The solver gave up for a reason of its own.
    #[error(transparent)]
    Solver(Stopped),
}

impl CampaignError {
    pub(crate) fn io(path: &Path, error: io::Error) -> CampaignError {
        CampaignError::Io { path: path.into(), error }
    }

    pub(crate) fn damaged(path: &Path, line: u64, what: impl Into<String>) -> CampaignError {
        CampaignError::Damaged { path: path.into(), line, what: what.into() }
    }
}
