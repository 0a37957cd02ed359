//! `otrera campaign`: searches that take days.

mod by_workers;
mod export;
mod import;
mod new;
mod proof;
mod run;
pub mod search;
mod status;
mod verify;

use anyhow::anyhow;
use clap::Subcommand;
use otrera_campaign::CampaignError;

#[derive(Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub enum CampaignCommand {
    /// Begin a campaign in a new folder
    New(new::CampaignNewArgs),
    /// Run a campaign, or resume it, until it is settled
    Run(run::CampaignRunArgs),
    /// Show what is settled, what was spent, and what may be left
    Status(status::CampaignStatusArgs),
    /// Write the ledger of a campaign to one file
    Export(export::CampaignExportArgs),
    /// Make a campaign from an exported ledger
    Import(import::CampaignImportArgs),
    /// Prove settled positions again, and check these proofs and all that is built on them
    Verify(verify::CampaignVerifyArgs),
    /// Write the proof of a settled campaign
    Proof(proof::CampaignProofArgs),
}

const EXAMPLES: &str = "\
Examples:
  otrera campaign new 6x5 6x5                          begin
  otrera campaign run 6x5 --for 3h --memory 8G         search for three hours; run it again to resume
  otrera campaign run 6x5 --cluster nats://host:4222   have workers search: otrera cluster --help
  otrera campaign status 6x5 --svg 6x5.svg             what is settled, and at what cost
  otrera campaign export 6x5 6x5.ledger                the ledger as one small file
  otrera campaign proof 6x5 6x5.condensed --condensed  the proof of a settled campaign
  otrera campaign verify 6x5.condensed                 prove its leaves again, and check it";

impl CampaignCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        let done = match self {
            CampaignCommand::New(args) => new::run(args),
            CampaignCommand::Run(args) => run::run(args),
            CampaignCommand::Status(args) => status::run(args),
            CampaignCommand::Export(args) => export::run(args),
            CampaignCommand::Import(args) => import::run(args),
            CampaignCommand::Verify(args) => verify::run(args),
            CampaignCommand::Proof(args) => proof::run(args),
        };
        done.map_err(with_advice)
    }
}

/// What helps where a campaign cannot be read.
fn with_advice(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(CampaignError::NotThere(_)) => anyhow!("{error}; `otrera campaign new` begins one"),
        Some(CampaignError::Damaged { .. } | CampaignError::Truncated { .. }) => {
            anyhow!("{error}; restore the file from a copy, or import an export of the campaign")
        }
        _ => error,
    }
}
