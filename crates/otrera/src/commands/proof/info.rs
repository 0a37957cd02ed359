//! `otrera proof info`: what a proof file claims, and how large it is.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use otrera_board::Color;
use otrera_proof::ProofFile;
use serde::Serialize;

use super::open;
use crate::output::{print_json, print_text};
use crate::words::plural;

#[derive(Args, Debug)]
pub struct ProofInfoArgs {
    /// The proof file
    pub file: PathBuf,
    /// Print JSON, one object per line
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Info {
    position: String,
    to_move: char,
    winner: char,
    entries: u64,
    bytes: u64,
    format: u8,
    lookahead: u8,
    territory: u8,
    amazons: u8,
    origin: String,
    digest: String,
    #[serde(skip)]
    colors: [Color; 2],
}

impl Info {
    fn new(proof: &ProofFile) -> Info {
        let claim = proof.claim();
        Info {
            position: claim.position.to_string(),
            to_move: claim.position.to_move().letter(),
            winner: claim.winner.letter(),
            entries: proof.entries(),
            bytes: proof.bytes(),
            format: proof.version(),
            lookahead: claim.limits.lookahead,
            territory: claim.limits.territory,
            amazons: claim.limits.amazons,
            origin: claim.origin.clone(),
            digest: proof.digest().iter().map(|byte| format!("{byte:02x}")).collect(),
            colors: [claim.position.to_move(), claim.winner],
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [to_move, winner] = self.colors;
        writeln!(f, "Claim      {winner} wins {} ({to_move} to move)", self.position)?;
        write!(f, "Size       {} {}", HumanCount(self.entries), plural(self.entries, "entry"))?;
        write!(f, ", {}", HumanBytes(self.bytes))?;
        if self.entries > 0 {
            write!(f, ", {:.1} bytes per entry", self.bytes as f64 / self.entries as f64)?;
        }
        writeln!(f)?;
        writeln!(
            f,
            "Leaves     {} of the winner's moves ahead, areas of one colour of up to {} empty squares \
             and {} amazons",
            self.lookahead, self.territory, self.amazons
        )?;
        writeln!(f, "Format     {}", self.format)?;
        // Whatever a file says, it does not command the terminal.
        writeln!(f, "Origin     {}", self.origin.escape_debug())?;
        writeln!(f, "SHA-256    {}", self.digest)?;
        writeln!(f, "To see whether it is true: otrera check")
    }
}

pub fn run(args: &ProofInfoArgs) -> anyhow::Result<()> {
    let info = Info::new(&open(&args.file)?);
    match args.json {
        true => print_json(&info),
        false => print_text(&info),
    }
}
