//! How fast positions are evaluated, and what searches make of it.
//!
//! `cargo bench -p otrera-player --bench board`

use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;
use otrera_area::random::playout;
use otrera_board::{Position, Size};
use otrera_player::{
    Allowance, BoardPlayer, Evaluation, Full, Parameters, SearchKind, Settings, Terms, View,
};

fn main() {
    divan::main();
}

/// Positions of random games, from soon after the start to where little is left.
fn positions(side: usize) -> Vec<Position> {
    let mut rng = Rng::with_seed(7);
    let size = Size::new(side, side).expect("a board");
    (0..500).map(|_| playout(&mut rng, size, 4..side * side / 2)).collect()
}

/// All positions at once: the time per item is that of one evaluation.
#[divan::bench(args = [6, 8, 10])]
fn evaluate(bencher: Bencher, side: usize) {
    let positions = positions(side);
    let full = Full::new(positions[0].size(), Parameters::fitted());
    let bencher = bencher.counter(ItemsCount::new(positions.len()));
    if side > 8 {
        let views: Vec<_> = positions.iter().map(View::new).collect();
        bencher.bench(|| views.iter().map(|view| full.estimate(view).moves).sum::<f32>());
    } else {
        let positions: Vec<_> = positions.iter().filter_map(Position::narrow).collect();
        let views: Vec<_> = positions.iter().map(View::new).collect();
        bencher.bench(|| views.iter().map(|view| full.estimate(view).moves).sum::<f32>());
    }
}

/// Without mobility.
#[divan::bench]
fn distances_10x10(bencher: Bencher) {
    let positions = positions(10);
    let views: Vec<_> = positions.iter().map(View::new).collect();
    let bencher = bencher.counter(ItemsCount::new(positions.len()));
    bencher.bench(|| views.iter().map(|view| Terms::of(view).moves).sum::<f32>());
}

/// A move of the player: items are nodes, that is positions evaluated.
#[divan::bench(args = [SearchKind::Tree, SearchKind::AlphaBeta], sample_count = 10)]
fn think_10x10(bencher: Bencher, search: SearchKind) {
    const NODES: u64 = 50_000;
    let mut rng = Rng::with_seed(8);
    let position = playout(&mut rng, Size::new(10, 10).expect("a board"), 16..17);
    let allowance = Allowance { nodes: Some(NODES), ..Allowance::default() };
    bencher
        .counter(ItemsCount::new(NODES as usize))
        .with_inputs(|| {
            let mut settings = Settings::default();
            (settings.search, settings.memory) = (search, 64 << 20);
            BoardPlayer::new(settings)
        })
        .bench_values(|mut player| {
            player.think(&position, &allowance, &AtomicBool::new(false), &mut |_| ())
        });
}
