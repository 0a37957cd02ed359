//! `otrera campaign proof`: the proof of a settled campaign, in full or condensed.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use otrera_board::Color;
use otrera_campaign::{Campaign, Condensed, teach};
use otrera_solver::Limits;

use super::search::{SearchArgs, new_solver};
use crate::commands::solve::proof::{Proof, Unwritten, text};
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::output::{RanOut, print_text, warn};
use crate::save::save;
use crate::tables;

#[derive(Args, Debug)]
pub struct CampaignProofArgs {
    /// The folder of the campaign
    pub folder: PathBuf,
    /// Write to this file: for `otrera check`, or condensed for `otrera campaign verify`
    pub file: PathBuf,
    /// Write the upper part of the strategy alone, above positions that a solver proves again
    #[arg(long)]
    pub condensed: bool,
    #[command(flatten)]
    pub search: SearchArgs,
}

const ORIGIN: &str = concat!("otrera ", env!("CARGO_PKG_VERSION"), " campaign");

pub fn run(args: &CampaignProofArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let campaign = Campaign::open(&args.folder)?;
    let ledger = campaign.ledger();
    let Some(winner) = ledger.get(ledger.root()).winner else {
        let folder = args.folder.display();
        bail!(
            "{folder}: the campaign is open; run it until it is settled: otrera campaign run {folder}"
        );
    };
    match args.condensed {
        true => write_condensed(args, &campaign),
        false => write_full(args, &campaign, winner),
    }
}

fn write_condensed(args: &CampaignProofArgs, campaign: &Campaign) -> anyhow::Result<()> {
    let after = campaign.plan().expand_after;
    let proof = Condensed::of_ledger(campaign.ledger(), ORIGIN, after);
    let proof = proof.context("the ledger has no strategy for the winner it names")?;
    let leaves = proof.check()?;
    let bytes = proof.bytes();
    save(&args.file, &bytes)?;
    print_text(&format!(
        "{}: {} positions above {} leaves, {}\n",
        args.file.display(),
        HumanCount(proof.upper_positions() as u64),
        HumanCount(leaves.len() as u64),
        HumanBytes(bytes.len() as u64)
    ))
}

fn write_full(args: &CampaignProofArgs, campaign: &Campaign, winner: Color) -> anyhow::Result<()> {
    // What is in the way is told before anything is searched. An unfinished proof is resumed.
    let proof = Proof::new(&args.file, Some(&args.folder), true)
        .with_context(|| args.file.display().to_string())?;
    let tables = args.search.tables_there()?;
    let mut solver = new_solver(args.search.settings(tables.clone()))?;
    if let Err(error) = campaign.resume_memory(&mut solver) {
        warn(&format!("{} cannot be used: {error}", campaign.memory().display()));
    }
    teach(&mut solver, campaign.ledger());
    let root = campaign.ledger().get(campaign.ledger().root()).position;
    let limits = Limits { interrupted: Some(&INTERRUPT), ..Limits::default() };
    let written = proof.write(&mut solver, &root, None, winner, limits);
    tables::tell_damage(tables.as_deref());
    match written {
        Ok(written) => print_text(&format!("{}\n", text(&args.file, written))),
        Err(Unwritten::Interrupted) => Err(Interrupted.into()),
        Err(Unwritten::RanOut) => Err(RanOut.into()),
        Err(Unwritten::Failed(error)) => Err(error.context(format!(
            "no proof was written; `otrera campaign verify {}` finds what is wrong",
            args.folder.display()
        ))),
    }
}
