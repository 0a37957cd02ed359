//! Who owns what on a board, and who wins:
//! `cargo run --release --example owners -- "b..xw./xxxx../b.w..x b"`

use std::error::Error;

use otrera_area::{Climb, Ladder, areas};
use otrera_board::{Color, Position, Squares};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("b..xw./xxxx../b.w..x b".into());
    let position: Position = text.parse()?;
    let mut ladder = Ladder::new(Climb::default());
    for area in areas(&position) {
        let squares = Squares::new(position.size(), area.squares());
        let judgement = ladder.judge(&area);
        let there = |&color: &Color| area.amazons(color) != 0;
        let owner = match Color::ALL.iter().filter(|&color| there(color)).collect::<Vec<_>>()[..] {
            [owner] => format!("{owner}'s"),
            _ => "fought over".into(),
        };
        println!("{squares}: {owner}, worth {}", judgement.bounds);
    }
    match ladder.winner(&position) {
        Some(winner) => println!("{winner} wins."),
        None => println!("Bounds alone do not tell who wins: ask a solver."),
    }
    Ok(())
}
