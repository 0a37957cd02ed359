//! The checkpoint reader: whatever is in a checkpoint, it is read or refused, and a search that goes on
//! from it does not panic.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use otrera_board::Position;
use otrera_fuzz::checkpoint_files;
use otrera_fuzz::edits::Edit;
use otrera_solver::{Limits, Rules, Settings, Solver};

static POSITION: LazyLock<Position<u64>> = LazyLock::new(|| {
    let start: Position = "4x5".parse().expect("a board with a start");
    start.narrow().expect("a small board")
});

fn solver() -> Solver<u64> {
    // Not the ladder: what is fuzzed is what a search makes of what it reads.
    let rules = Rules { ladder: false, ..Rules::default() };
    let settings = Settings { memory: 1 << 18, rules, ..Settings::default() };
    Solver::new(settings).expect("a little memory")
}

fn search(solver: &mut Solver<u64>, expansions: u64) {
    let limits = Limits { expansions: Some(expansions), ..Limits::default() };
    // Who wins is not asked: poisoned entries may say anything.
    let _ = solver.winner(&POSITION, limits);
}

/// A search that was cut short.
static CHECKPOINT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut solver = solver();
    search(&mut solver, 60);
    let mut bytes = Vec::new();
    solver.save(&mut bytes, POSITION.size(), Duration::from_secs(1)).expect("memory has room");
    bytes
});

fuzz_target!(|edits: Vec<Edit>| {
    let bytes = checkpoint_files::forged(&CHECKPOINT, &edits);
    let mut solver = solver();
    if solver.resume(&bytes[..], POSITION.size()).is_ok() {
        search(&mut solver, 5);
    }
});
