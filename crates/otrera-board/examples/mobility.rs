//! Two players who always leave the other as few moves as they can:
//! `cargo run --release --example mobility -- 6x6`

use std::error::Error;

use otrera_board::{Color, Content, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1).unwrap_or("5x5".into());
    let mut position: Position = board.parse()?;
    // A move is played on a copy, so that nothing has to be taken back.
    while let Some(mv) = position.moves().min_by_key(|&mv| {
        let after = position.play(mv).expect("a move from the list is legal");
        after.count_moves()
    }) {
        println!("{} {}", position.to_move().letter(), mv.text(position.size()));
        position = position.play(mv)?;
    }
    println!("{position}");
    for color in Color::ALL {
        println!("{color}: {}", position.squares(Content::Amazon(color)));
    }
    println!("burnt: {}", position.squares(Content::Burnt));
    println!("{} cannot move.", position.to_move());
    Ok(())
}
