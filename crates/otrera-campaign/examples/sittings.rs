//! A campaign in sittings, each twice as long as the one before and as if that had been killed:
//! `cargo run --release --example sittings -- 5x5`

use std::error::Error;
use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_campaign::{Condensed, End, Estimate, Plan, RunSettings, Session};
use otrera_solver::{Settings, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1).unwrap_or("4x4".into());
    let start: Position = board.parse()?;
    let start = start.narrow().ok_or("campaigns are for boards of up to 64 squares")?;
    let folder = std::env::temp_dir().join(format!("campaign-{board}-{}", std::process::id()));
    let plan = Plan { first_budget: 100, ..Plan::default() };
    Session::create(&folder, &start, plan)?;
    let mut sitting = Duration::from_millis(100);
    let winner = loop {
        // All that a sitting knows is in the folder.
        let mut session = Session::open(&folder)?;
        let mut solver = Solver::new(Settings { memory: 64 << 20, ..Settings::default() })?;
        let deadline = Some(Instant::now() + sitting);
        sitting *= 2;
        let settings = RunSettings { deadline, ..RunSettings::default() };
        let end = session.run(&mut solver, settings, &mut |_| {})?;
        let ledger = session.campaign().ledger();
        match end {
            End::Settled(winner) => {
                let proof = Condensed::of_ledger(ledger, "an example", 1000);
                let leaves = proof.ok_or("a settled campaign has a proof")?.check()?.len();
                println!("The winner's strategy rests on {leaves} positions.");
                break winner;
            }
            _ => println!(
                "{} of {} positions are settled; left: {:?}",
                ledger.settled(),
                ledger.records().len(),
                Estimate::of(ledger)
            ),
        }
    };
    println!("{board}: {winner} wins.");
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
