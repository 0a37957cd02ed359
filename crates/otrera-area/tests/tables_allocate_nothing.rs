//! Looking an area up allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fastrand::Rng;
use otrera_area::random;
use otrera_area::tables::{Build, TableSet, Tables};

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

#[test]
fn looking_up_allocates_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = Build {
        folder: folder.path(),
        set: TableSet::Tiny,
        threads: 1,
        again: false,
        watch: &|_| true,
    };
    build.run().expect("a build");
    let tables = Tables::open(folder.path()).expect("tables");
    let mut rng = Rng::with_seed(1);
    let areas: Vec<_> = (0..2_000).map(|_| random::blob::<u64>(&mut rng, 7, 30)).collect();
    // The shapes of a box are listed when it is first met.
    let known = areas.iter().filter(|area| tables.bounds(area).is_some()).count();
    assert!(known > 200, "{known}");
    let before = ALLOCATIONS.get();
    for area in &areas {
        std::hint::black_box(tables.bounds(area));
    }
    assert_eq!(ALLOCATIONS.get() - before, 0);
}
