//! `otrera campaign`: searches that take days.

mod new;
mod run;

use clap::Subcommand;

#[derive(Subcommand, Debug)]
pub enum CampaignCommand {
    /// Begin a campaign in a new folder
    New(new::CampaignNewArgs),
    /// Run a campaign, or resume it, until it is settled
    Run(run::CampaignRunArgs),
}

impl CampaignCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            CampaignCommand::New(args) => new::run(args),
            CampaignCommand::Run(args) => run::run(args),
        }
    }
}
