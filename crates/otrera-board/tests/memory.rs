//! Reading needs memory in proportion to the text, a small multiple whatever stands in it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::notation::{Format, sgf};

/// Counts the bytes that are allocated, and the most that ever were.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let now = NOW.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(now, Ordering::Relaxed);
}

fn shrink(bytes: usize) {
    NOW.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: everything is done by the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    /// Large blocks are moved by remapping them, so the old and the new one do not count at once.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size.saturating_sub(layout.size()));
        shrink(layout.size().saturating_sub(size));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The counts are those of the whole program: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The most bytes in use while something is done, beyond those before.
fn most_bytes<T>(act: impl FnOnce() -> T) -> (usize, T) {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let done = act();
    (MOST.load(Ordering::Relaxed) - before, done)
}

const LENGTH: usize = 2_000_000;

/// Lists grow by doubling, so up to twice what is in use is allocated, though never touched.
const MULTIPLE: usize = 15;

const START: &str = "(;GM[18]SZ[10]";

#[test]
fn sgf_of_every_kind() {
    let _alone = ALONE.lock();
    let kinds = [
        (START, ";C[]", ")"),
        (START, ";C[a]N[b]", ")"),
        (START, "(;C[])", ")"),
        (START, "(;W[djdegb])", ")"),
        (START, ";PL[B]", ")"),
        (START, ";AA[ea];AE[ea]", ")"),
        (START, "C[]", ")"),
        (START, "RE[-3]", ")"),
        ("(;GM[18]SZ[10]C", "[]", ")"),
        ("(;GM[18]SZ[10]C", "[\\]]", ")"),
        // These are wrong, but that is known at the end only.
        (START, "(;C[]", ""),
        (START, "(;", ""),
        (START, "AB[aa]", ")"),
        ("(;GM[18]SZ[10]AE", "[aa:jj]", ")"),
        (START, ";C[]", ""),
    ];
    for (opening, unit, end) in kinds {
        let text = [opening, &unit.repeat(LENGTH / unit.len()), end].concat();
        let (most, read) = most_bytes(|| sgf::parse(&text));
        assert!(most <= MULTIPLE * text.len(), "{opening}{unit}{end}: {most} bytes");
        let Ok(records) = read else { continue };
        let (most, written) = most_bytes(|| sgf::write(&records[0]));
        let written = written.unwrap();
        assert!(most <= 4 * written.len(), "{opening}{unit}{end} written: {most} bytes");
        let (most, equal) = most_bytes(|| records[0] == sgf::parse(&written).unwrap()[0]);
        assert!(equal && most <= MULTIPLE * written.len(), "{opening}{unit}{end} again");
    }
}

#[test]
fn a_game_of_a_million_nodes() {
    let _alone = ALONE.lock();
    let text = [START, &";C[]".repeat(1_000_000), ")"].concat();
    let (most, read) = most_bytes(|| Format::Sgf.read(&text).unwrap());
    assert_eq!(read[0].node_count(), 1_000_001);
    // Twenty bytes per node and eight per remark, in lists of the next power of two.
    assert!(most < 32 << 20, "{most} bytes");
}

#[test]
fn ggf_of_every_kind() {
    let _alone = ALONE.lock();
    for unit in ["C[]", "RE[-3]", "XYZ[abc\\]]"] {
        for board in [["", "BO[2 *- -O *]"], ["BO[2 *- -O *]", ""]] {
            let middle = unit.repeat(LENGTH / unit.len());
            let text = ["(;GM[Amazons]", board[0], &middle, board[1], ";)"].concat();
            let (most, read) = most_bytes(|| Format::Ggf.read(&text).unwrap());
            assert!(most <= MULTIPLE * text.len(), "{unit}: {most} bytes");
            let (most, written) = most_bytes(|| Format::Ggf.write(&read[0]).unwrap());
            assert!(most <= 4 * written.len(), "{unit} written: {most} bytes");
        }
    }
}
