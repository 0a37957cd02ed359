//! `otrera campaign import`: a campaign from an exported ledger.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use otrera_board::Position;
use otrera_campaign::{Costs, Import};
use otrera_solver::Settings;

use super::search::new_solver;
use crate::output::print_text;

#[derive(Args, Debug)]
pub struct CampaignImportArgs {
    /// The file that `otrera campaign export` wrote
    pub file: PathBuf,
    /// The folder of the campaign, which must not exist
    pub folder: PathBuf,
}

/// Only guesses are asked for: nothing is remembered.
const MEMORY: usize = 1 << 20;

pub fn run(args: &CampaignImportArgs) -> anyhow::Result<()> {
    let mut solver = new_solver(Settings { memory: MEMORY, ..Settings::default() })?;
    let mut guess = |position: &Position<u64>| {
        // Whatever bounds may know of it: it was open, and stays so until a job finds out.
        let [proof, disproof] = solver.prospect(position).costs;
        Costs::open(proof, disproof)
    };
    let import = Import::read(&args.file, &mut guess)?;
    import.create(&args.folder)?;
    let positions = HumanCount(import.ledger().records().len() as u64);
    print_text(&format!("{}: {positions} positions\n", args.folder.display()))
}
