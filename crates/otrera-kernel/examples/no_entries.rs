//! What the checker sees without a proof: `cargo run --release --example no_entries -- "b..xw. b"`

use std::error::Error;
use std::io;

use otrera_board::{Color, Position};
use otrera_kernel::{EntrySource, LeafLimits, Run, Verdict, check};

/// A proof without a single entry.
struct Nothing;

impl EntrySource for Nothing {
    type Error = io::Error;

    fn blocks(&self) -> usize {
        0
    }

    fn block_of(&self, _key: &[u8]) -> Option<usize> {
        None
    }

    fn block(&self, _block: usize) -> io::Result<Vec<u8>> {
        unreachable!("there are no blocks")
    }

    fn changed(&self, _block: usize) -> io::Error {
        unreachable!("there are no blocks")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("b..xw. b".into());
    let position: Position = text.parse()?;
    for winner in Color::ALL {
        let verdict = check(&position, winner, LeafLimits::LARGEST, &Nothing, Run::default())?;
        match verdict {
            Verdict::Accepted(accepted) => println!("{} wins, by facts alone.", accepted.winner()),
            _ => println!("That {winner} wins needs a proof, if it is true."),
        }
    }
    Ok(())
}
