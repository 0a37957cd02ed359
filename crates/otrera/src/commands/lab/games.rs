//! `otrera lab games`: games of the solver's model against itself, to measure solvers on.

use clap::Args;
use fastrand::Rng;
use otrera_board::notation::Format;
use otrera_board::{Move, Position, Record, Size};
use otrera_solver::{Settings, Solver};

use super::small_board;
use crate::output::print_verbatim;
use crate::progress;

#[derive(Args, Debug)]
pub struct GamesArgs {
    /// The board
    #[arg(value_name = "WxH", value_parser = small_board)]
    pub board: Size,
    /// Play N games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// How much worse a move may look, in logarithms of odds, to be drawn e times less often.
const LENIENCE: f32 = 0.7;

pub fn run(args: &GamesArgs) -> anyhow::Result<()> {
    let mut rng = Rng::with_seed(args.seed);
    let mut solver: Solver<u64> =
        Solver::new(Settings { memory: 16 << 20, ..Settings::default() })?;
    let bar = progress::bar(args.games, "{pos}/{len} games");
    for _ in 0..args.games {
        let record = play(&mut rng, &mut solver, args.board)?;
        print_verbatim(&format!("{}\n", Format::Sgf.write(&record)?.trim_end()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Plays until nobody can move. Better moves are drawn more often; what bounds decide is played.
fn play(rng: &mut Rng, solver: &mut Solver<u64>, size: Size) -> anyhow::Result<Record> {
    let start = Position::start(size).expect("checked on the command line");
    let mut record = Record::new(start);
    let mut position = start.narrow().expect("checked on the command line");
    while let Some(mv) = draw_move(rng, solver, &position) {
        record.add_move(record.main_end(), mv)?;
        position.make(mv);
    }
    Ok(record)
}

fn draw_move(rng: &mut Rng, solver: &mut Solver<u64>, position: &Position<u64>) -> Option<Move> {
    let mut moves: Vec<(f32, Move)> = Vec::new();
    for mv in position.moves() {
        let mut after = *position;
        after.make(mv);
        // What is decided is far better or worse than any guess.
        moves.push((-solver.odds(&after).clamp(-1e3, 1e3), mv));
    }
    let best = moves.iter().map(|it| it.0).fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = moves.iter().map(|it| ((it.0 - best) / LENIENCE).exp()).collect();
    let mut drawn = rng.f32() * weights.iter().sum::<f32>();
    for (weight, (_, mv)) in weights.iter().zip(&moves) {
        drawn -= weight;
        if drawn <= 0.0 {
            return Some(*mv);
        }
    }
    moves.last().map(|it| it.1)
}
