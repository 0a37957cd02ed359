//! `otrera campaign new`: begins a campaign.

use std::path::PathBuf;

use clap::Args;
use otrera_campaign::{CampaignError, Plan, Session};

use crate::cli::POSITIONS;
use crate::input::position_of_text;
use crate::output::print_text;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct CampaignNewArgs {
    /// Position or board name; see below
    pub position: String,
    /// The folder of the campaign, which must not exist
    pub folder: PathBuf,
    /// Expansions that a position may take before its moves are put into the ledger
    #[arg(long, value_name = "N", default_value_t = Plan::default().expand_after)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub expand_after: u64,
    /// Expansions of the first job on a position
    #[arg(long, value_name = "N", default_value_t = Plan::default().first_budget)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub first_budget: u64,
}

pub fn run(args: &CampaignNewArgs) -> anyhow::Result<()> {
    let position = position_of_text(&args.position)?;
    let Some(root) = position.narrow() else {
        return Err(CampaignError::TooLarge(position.size().squares()).into());
    };
    let plan = Plan { first_budget: args.first_budget, expand_after: args.expand_after };
    Session::create(&args.folder, &root, plan)?;
    let folder = args.folder.display();
    print_text(&format!("{folder}: a new campaign. To run it: otrera campaign run {folder}\n"))
}
