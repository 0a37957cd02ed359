//! Hotstrat against the exact player on a few boards: `cargo run --release --example two_corridors`

use std::error::Error;
use std::time::Duration;

use otrera_board::{Color, Position};
use otrera_player::{Clock, Deadline, Hotstrat, Kind, SumPosition};

fn main() -> Result<(), Box<dyn Error>> {
    let boards: Vec<Position> = vec!["b.....w".parse()?, "b..w".parse()?, "b.".parse()?];
    let mut sum = SumPosition::new(boards, Color::Black)?;
    // By the processor's clock the players think as long on a busy machine as on a quiet one.
    let a_moment = || Deadline::after(Clock::Processor, Duration::from_millis(100));
    for reading in Hotstrat::default().read(&sum, a_moment())? {
        println!("board {}: temperature {}", reading.board + 1, reading.estimate.temperature);
    }
    let mut players = [Kind::Hotstrat, Kind::Exact].map(Kind::player);
    let score = loop {
        if let Some(score) = sum.score() {
            break score;
        }
        let player = &mut players[sum.to_move() as usize];
        let turn = player.choose(&sum, a_moment())?.expect("who cannot move has lost");
        let mv = turn.mv.text(sum.boards()[turn.board].size());
        println!("{} on board {}: {mv}", sum.to_move(), turn.board + 1);
        sum = sum.play(turn)?;
    };
    println!("{} wins with {} left.", score.winner, score.moves);
    Ok(())
}
