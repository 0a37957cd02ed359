//! Two players of whole boards play each other, each opening with both colours, and each move with so many nodes: the quickest way to see
//! whether a change makes a player stronger. Games are the same whenever they are repeated; the time of the processor tells whether the
//! nodes of both cost the same.
//!
//! `cargo run --release --example duel -- 10x10 20 1 "nodes=20000 curiosity=0.5" "nodes=20000"`

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cpu_time::ThreadTime;
use otrera_board::{Move, Position};
use otrera_player::{Allowance, BoardPlayer, Settings};

type Failure = Box<dyn std::error::Error>;

/// One side: how it plays, with how many nodes, and what that took.
struct Side {
    text: String,
    settings: Settings,
    nodes: u64,
    seconds: f64,
    moves: u32,
}

impl Side {
    fn new(text: &str) -> Result<Side, Failure> {
        let mut settings = Settings::default();
        settings.memory = 64 << 20;
        let mut nodes = 20_000;
        for part in text.split_whitespace() {
            let (name, value) = part.split_once('=').ok_or("expected name=value")?;
            match name {
                "nodes" => nodes = value.parse()?,
                "evaluation" => settings.evaluation = value.parse()?,
                "search" => settings.search = value.parse()?,
                "endgames" => settings.endgames = value.parse()?,
                "curiosity" => settings.tuning.curiosity = value.parse()?,
                "tolerance" => settings.tuning.tolerance = value.parse()?,
                "trust" => settings.tuning.trust = value.parse()?,
                "foresight" => settings.tuning.foresight = value.parse()?,
                "looked-at" => settings.tuning.looked_at = value.parse()?,
                "kept" => settings.tuning.kept = value.parse()?,
                "root" => settings.width.root = value.parse()?,
                "inner" => settings.width.inner = value.parse()?,
                "parameters" => {
                    let table = std::fs::read_to_string(value)?;
                    settings.parameters = Some(Arc::new(table.parse()?));
                }
                _ => return Err(format!("found `{name}`, which is no setting").into()),
            }
        }
        Ok(Side { text: text.to_owned(), settings, nodes, seconds: 0.0, moves: 0 })
    }
}

/// Which side wins if this one begins.
fn play(sides: &mut [Side; 2], opening: Position, first: usize) -> usize {
    let mut position = opening;
    let mut players = sides.each_ref().map(|side| BoardPlayer::new(side.settings.clone()));
    let mut turn = first;
    loop {
        let side = &mut sides[turn];
        let began = ThreadTime::now();
        let allowance = Allowance { nodes: Some(side.nodes), ..Allowance::default() };
        let stop = AtomicBool::new(false);
        let decision = players[turn].think(&position, &allowance, &stop, &mut |_| ());
        side.seconds += began.elapsed().as_secs_f64();
        side.moves += 1;
        let Some(decision) = decision else { return 1 - turn };
        position.make(decision.mv);
        turn = 1 - turn;
    }
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |n: usize, default: &'static str| arguments.get(n).map_or(default, String::as_str);
    let start: Position = given(0, "6x6").parse()?;
    let (pairs, seed): (u64, u64) = (given(1, "1").parse()?, given(2, "1").parse()?);
    let mut sides =
        [Side::new(given(3, "nodes=1000"))?, Side::new(given(4, "nodes=1000 evaluation=t1"))?];
    let mut wins = 0;
    for pair in 0..pairs {
        let mut rng = fastrand::Rng::with_seed(seed * 1_000 + pair);
        let mut opening = start;
        for _ in 0..2 {
            let moves: Vec<Move> = opening.moves().collect();
            opening.make(*rng.choice(&moves).ok_or("the game is over")?);
        }
        wins += [0, 1].into_iter().filter(|&first| play(&mut sides, opening, first) == 0).count();
    }
    let games = 2 * pairs as usize;
    let share = wins as f64 / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!("{wins} of {games} games: {:.1} % ± {:.1}", 100.0 * share, 100.0 * error);
    for side in &sides {
        let each = 1e3 * side.seconds / f64::from(side.moves.max(1));
        println!("  {}: {each:.1} ms a move", side.text);
    }
    Ok(())
}
