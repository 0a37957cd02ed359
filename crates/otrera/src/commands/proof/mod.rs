//! `otrera proof`: looking into proofs.

mod browse;
mod info;

use std::path::Path;

use anyhow::{Context, bail};
use clap::Subcommand;
use otrera_proof::ProofFile;

use crate::did_you_mean::no_such_file;

#[derive(Subcommand, Debug)]
pub enum ProofCommand {
    /// Show the claim and the size of a proof
    Info(info::ProofInfoArgs),
    /// Play against a proof: type a move, see the winning answer
    Browse(browse::ProofBrowseArgs),
}

impl ProofCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            ProofCommand::Info(args) => info::run(args),
            ProofCommand::Browse(args) => browse::run(args),
        }
    }
}

/// Opens a proof file.
pub fn open(path: &Path) -> anyhow::Result<ProofFile> {
    open_while(path, &|| true)
}

/// The same, for as long as it is to go on.
pub fn open_while(path: &Path, go_on: &dyn Fn() -> bool) -> anyhow::Result<ProofFile> {
    // It is read here and there, not from beginning to end.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        bail!("{}: not a regular file; save the proof to one first", path.display());
    }
    if !path.exists() {
        bail!(no_such_file(path));
    }
    ProofFile::open_while(path, go_on).with_context(|| path.display().to_string())
}
