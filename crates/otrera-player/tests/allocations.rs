//! Evaluations allocate nothing, and a search allocates no more the longer it takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use otrera_area::random::playout;
use otrera_board::{Position, Size};
use otrera_player::{
    Allowance, BoardPlayer, Evaluation, Full, Network, Parameters, SearchKind, Settings, Tiles,
    View,
};

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is done by the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn evaluations_allocate_nothing() {
    let mut rng = Rng::with_seed(3);
    let size = Size::new(10, 10).expect("a board");
    let positions: Vec<Position> = (0..500).map(|_| playout(&mut rng, size, 0..60)).collect();
    let full = Full::new(size, Parameters::fitted());
    let count = allocations(|| {
        for position in &positions {
            std::hint::black_box(full.estimate(&View::new(position)));
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn networks_allocate_nothing() {
    let mut rng = Rng::with_seed(5);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../training/networks/main-1281.otrn");
    let network = Network::from_bytes(&std::fs::read(path).expect("a network")).expect("a network");
    let size = Size::new(10, 10).expect("a board");
    let positions: Vec<Position> = (0..3).map(|_| playout(&mut rng, size, 0..60)).collect();
    for tiles in Tiles::ALL {
        let mut scratch = network.scratch_with(size, 4, tiles);
        let count = allocations(|| {
            for answer in network.evaluate(&mut scratch, &positions) {
                std::hint::black_box(answer.win());
            }
        });
        assert_eq!(count, 0);
    }
}

#[test]
fn long_searches_allocate_as_little_as_short_ones() {
    let mut rng = Rng::with_seed(4);
    let size = Size::new(10, 10).expect("a board");
    // Where bounds are asked in vain and where they divide the board.
    let positions = [20, 45].map(|moves| playout(&mut rng, size, moves..moves + 1));
    for (position, search) in positions.iter().flat_map(|it| SearchKind::ALL.map(|kind| (it, kind)))
    {
        let count = |nodes| {
            let mut settings = Settings::default();
            (settings.memory, settings.search, settings.endgames) = (32 << 20, search, false);
            let mut player = BoardPlayer::new(settings);
            let allowance = Allowance { nodes: Some(nodes), ..Allowance::default() };
            allocations(|| {
                player.think(position, &allowance, &AtomicBool::new(false), &mut |_| ());
            })
        };
        // Tables that are made once for all.
        count(1_000);
        let [short, long] = [20_000, 200_000].map(count);
        assert_eq!(short, long, "{position}, {}", search.name());
    }
}
