//! Who wins a board, how, and what it takes to find out:
//! `cargo run --release --example opening -- 5x5`

use std::error::Error;
use std::time::{Duration, Instant};

use otrera_board::Position;
use otrera_solver::{Limits, Settings, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1).unwrap_or("4x4".into());
    let start: Position = board.parse()?;
    let start = start.narrow().ok_or("this example is for boards of up to 64 squares")?;
    let mut solver = Solver::new(Settings { memory: 64 << 20, ..Settings::default() })?;
    let deadline = Instant::now() + Duration::from_secs(60);
    let limits = Limits { deadline: Some(deadline), ..Limits::default() };
    let winner = solver.winner(&start, limits)?;
    println!("{board}: {winner} wins, after {} expansions.", solver.effort().expansions);
    match solver.winning_move(&start, limits)? {
        Some(mv) => println!("{} plays {}.", start.to_move(), mv.text(start.size())),
        None => println!("{} has no move that wins.", start.to_move()),
    }
    let line = solver.line(&start, limits);
    let line: Vec<String> = line.iter().map(|mv| mv.text(start.size())).collect();
    println!("A line of play: {}", line.join(" "));
    Ok(())
}
