//! Checks proofs and says how they begin:
//! `cargo run --release --example second_opinion -- docs/proofs/5x5.proof`

use std::error::Error;
use std::path::PathBuf;

use otrera_proof::{CheckSettings, Guide, Outcome, ProofFile, check};

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        files.push(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/5x4.proof").into());
    }
    for file in files {
        let proof = ProofFile::open(&file)?;
        match check(&proof, CheckSettings::default())? {
            Outcome::Accepted(accepted) => {
                println!("{} wins {}: accepted.", accepted.winner(), accepted.position());
            }
            Outcome::Rejected(why) => println!("{}: rejected: {why}", file.display()),
            _ => println!("{}: not checked to the end.", file.display()),
        }
        let position = proof.claim().position;
        let mut guide = Guide::<u128>::new(&proof, 1 << 20).ok_or("no board for this word")?;
        if position.to_move() == proof.claim().winner
            && let Some(mv) = guide.answer(&position)?
        {
            println!("It begins with {}.", mv.text(position.size()));
        }
    }
    Ok(())
}
