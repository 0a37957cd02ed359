//! How many positions a second are split into areas and bounded without search, on one core.
//!
//! The positions are those after 8 to 20 moves of random games on 6×6. The bounds are added up and
//! printed, so that nothing is optimised away and two versions can be compared. With a number as
//! argument the list is gone through so many times, for counting instructions: see
//! `scripts/instructions`.
//!
//! `cargo bench -p otrera-area --bench static_bounds [-- ROUNDS]`

use std::time::Instant;

use fastrand::Rng;
use otrera_area::{areas, position_bounds, random};
use otrera_board::{Position, Size};

const POSITIONS: usize = 2_000;
const SEED: u64 = 6;

fn main() {
    let rounds = std::env::args().filter_map(|arg| arg.parse().ok()).next();
    let size = Size::new(6, 6).expect("a small board");
    let mut rng = Rng::with_seed(SEED);
    let positions: Vec<Position<u64>> =
        (0..POSITIONS).filter_map(|_| random::playout(&mut rng, size, 8..21).narrow()).collect();
    if let Some(rounds) = rounds {
        let widths: i64 = (0..rounds).map(|_: usize| total_width(&positions)).sum();
        println!("{} positions bounded, widths {widths}", rounds * positions.len());
        return;
    }
    let active = positions.iter().map(|position| areas(position).len()).sum::<usize>();
    println!("{} positions, {active} areas", positions.len());
    let mut best = f64::INFINITY;
    let mut width = 0;
    for _ in 0..40 {
        let start = Instant::now();
        width = total_width(&positions);
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("widths {width}, {:.0} positions a second", positions.len() as f64 / best);
}

fn total_width(positions: &[Position<u64>]) -> i64 {
    positions.iter().map(|position| i64::from(position_bounds(position).width())).sum()
}
