//! Counting the moves of 10×10 positions: bulk counting and listing against the slow
//! twin, in turns within one run, so that a noisy machine disturbs all alike.
//!
//! `cargo bench --bench count_moves`

mod sample;
#[path = "../tests/slow_twin/mod.rs"]
mod slow_twin;

use std::hint::black_box;
use std::time::{Duration, Instant};

use otrera_board::Position;
use slow_twin::SlowBoard;
use slow_twin::bridge::slow;

const ROUNDS: usize = 15;

fn main() {
    for (name, positions) in [
        ("10x10 start", vec!["10x10".parse().expect("a board's name")]),
        ("10x10 random games", sample::positions("10x10")),
    ] {
        compare(name, &positions);
    }
}

/// One way to count the moves of all positions.
struct Way<'a> {
    name: &'static str,
    count: Box<dyn Fn() -> u64 + 'a>,
    /// How often a round repeats it, so that rounds take about as long.
    repeats: u32,
    times: Vec<Duration>,
}

impl<'a> Way<'a> {
    fn new(name: &'static str, repeats: u32, count: impl Fn() -> u64 + 'a) -> Way<'a> {
        Way { name, count: Box::new(count), repeats, times: Vec::new() }
    }
}

fn compare(name: &str, positions: &[Position]) {
    let twins: Vec<SlowBoard> = positions.iter().map(slow).collect();
    let leaves: u64 = positions.iter().map(Position::count_moves).sum();
    let mut ways = [
        Way::new("slow twin", 4, || {
            twins.iter().map(|twin| black_box(twin).moves().len() as u64).sum()
        }),
        Way::new("listing", 20, || {
            positions.iter().map(|p| black_box(p).moves().count() as u64).sum()
        }),
        Way::new("bulk counting", 200, || {
            positions.iter().map(|p| black_box(p).count_moves()).sum()
        }),
    ];
    for _ in 0..ROUNDS {
        for way in &mut ways {
            let started = Instant::now();
            for _ in 0..way.repeats {
                assert_eq!((way.count)(), leaves, "all ways count the same");
            }
            way.times.push(started.elapsed() / way.repeats);
        }
    }
    let medians = ways.map(|mut way| {
        way.times.sort_unstable();
        (way.name, way.times[ROUNDS / 2].as_secs_f64())
    });
    println!("{name}: {} positions, {leaves} moves, median of {ROUNDS} rounds", positions.len());
    for (name, seconds) in medians {
        let rate = leaves as f64 / seconds / 1e6;
        println!("  {name:14} {rate:10.1} million moves/s {:8.1} x", medians[0].1 / seconds);
    }
}
