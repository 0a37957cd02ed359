//! `otrera campaign export`: the ledger as one file.

use std::path::PathBuf;

use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use otrera_campaign::Campaign;

use crate::output::print_text;
use crate::save::save;

#[derive(Args, Debug)]
pub struct CampaignExportArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// Write to this file: text, compressed with gzip
    pub file: PathBuf,
}

pub fn run(args: &CampaignExportArgs) -> anyhow::Result<()> {
    let campaign = Campaign::open(&args.folder)?;
    let bytes = campaign.export();
    save(&args.file, &bytes)?;
    print_text(&format!(
        "{}: {} positions, {}\n",
        args.file.display(),
        HumanCount(campaign.ledger().records().len() as u64),
        HumanBytes(bytes.len() as u64)
    ))
}
