//! Where entries come from is not trusted: whatever a source says, no false claim is accepted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use otrera_board::{Color, Position};
use otrera_kernel::{EntrySource, Fault, LeafLimits, Run, Verdict, check};

/// A false claim: White is to move and has none.
const FALSE: &str = ".bw w";

/// The entry of a board of three squares with a free move: its squares, how many are filled, free moves.
fn entry(squares: u8, filled: u8, free: u8) -> Vec<u8> {
    vec![filled, squares, 128 + free, 255, 255, 255]
}

/// The entry that the false claim needs, and one of the same board that is true: with three free moves.
fn needed(free: u8) -> Vec<u8> {
    entry(0b01_11_10_00, 2, free)
}

/// An empty board with free moves, which is true.
fn harmless() -> Vec<u8> {
    entry(0b01_01_01_00, 0, 1)
}

/// Gives what it is told to: the block that is asked for, and how often a block was read before.
struct Liar<F> {
    blocks: AtomicUsize,
    block_of: usize,
    block: F,
    reads: AtomicUsize,
}

impl<F: Fn(usize, usize) -> Vec<u8> + Sync> EntrySource for Liar<F> {
    type Error = usize;

    fn blocks(&self) -> usize {
        // More and more of them.
        self.blocks.fetch_add(1, Ordering::Relaxed)
    }

    fn block_of(&self, _: &[u8]) -> Option<usize> {
        Some(self.block_of)
    }

    fn block(&self, block: usize) -> Result<Vec<u8>, usize> {
        Ok((self.block)(block, self.reads.fetch_add(1, Ordering::Relaxed)))
    }

    fn changed(&self, block: usize) -> usize {
        block
    }
}

/// What the checker makes of the false claim.
fn verdict(
    blocks: usize,
    block_of: usize,
    block: impl Fn(usize, usize) -> Vec<u8> + Sync,
) -> Result<Verdict, usize> {
    let source = Liar { blocks: blocks.into(), block_of, block, reads: 0.into() };
    let position: Position = FALSE.parse().unwrap();
    let mut run = Run::default();
    (run.threads, run.memory) = (2, 0);
    check(&position, Color::White, LeafLimits::LARGEST, &source, run)
}

/// Is it the claim that is rejected, as no entry serves it?
fn is_unanswered(verdict: Result<Verdict, usize>) -> bool {
    matches!(verdict, Ok(Verdict::Rejected(None, Fault::Unanswered(None))))
}

#[test]
fn an_entry_is_checked_wherever_it_is_found() {
    let rejected = verdict(1, 0, |_, _| needed(0));
    assert!(matches!(rejected, Ok(Verdict::Rejected(Some((0, 0)), Fault::Illegal))));
    // In a block beyond the last, which nobody checks.
    for block_of in [1, 2, 7, usize::MAX] {
        assert!(is_unanswered(verdict(1, block_of, |block, _| match block {
            0 => harmless(),
            _ => needed(0),
        })));
    }
}

#[test]
fn a_block_that_changes_is_noticed() {
    for reads in 1..4 {
        let outcome = verdict(2, 0, |_, read| if read < reads { needed(0) } else { harmless() });
        // As soon as it has changed, or the entry is met.
        assert!(matches!(outcome, Err(0 | 1) | Ok(Verdict::Rejected(Some(_), _))), "{outcome:?}");
    }
}

#[test]
fn an_entry_with_more_free_moves_does_not_do() {
    assert!(is_unanswered(verdict(1, 0, |_, _| needed(3))));
    // Nor in the wrong order.
    assert!(is_unanswered(verdict(1, 0, |_, _| [needed(3), harmless()].concat())));
}

#[test]
fn odd_blocks_are_no_entries() {
    for length in 0..5 {
        assert!(is_unanswered(verdict(1, 0, |_, _| needed(0)[..length].to_vec())));
    }
    // A claim that needs no entry, beside bytes that are none.
    let position: Position = "b..xw. b".parse().unwrap();
    for (bytes, accepted) in [(0, true), (1, false), (6, false), (7, false)] {
        let block = move |_, _| vec![0; bytes];
        let source = Liar { blocks: 1.into(), block_of: 0, block, reads: 0.into() };
        let outcome = check(&position, Color::Black, LeafLimits::LARGEST, &source, Run::default());
        assert_eq!(matches!(outcome, Ok(Verdict::Accepted(_))), accepted, "{bytes}: {outcome:?}");
    }
}

/// What is left out is never accepted, however much is said to be done.
#[test]
fn what_is_left_out_is_not_accepted() {
    let position: Position = FALSE.parse().unwrap();
    for first_block in [1, 2, usize::MAX] {
        let block = |_, _| needed(0);
        let source = Liar { blocks: 1.into(), block_of: 0, block, reads: 0.into() };
        let mut run = Run::default();
        run.first_block = first_block;
        let outcome = check(&position, Color::White, LeafLimits::LARGEST, &source, run);
        assert!(matches!(outcome, Ok(Verdict::CheckedInPart(_))), "{outcome:?}");
    }
}

/// A panic of the source ends the check with that very panic.
#[test]
fn panics_are_passed_on() {
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        verdict(2, 0, |_, read| if read == 0 { needed(0) } else { panic!("the disk is on fire") })
    }));
    let said = *panicked.unwrap_err().downcast::<&str>().unwrap();
    assert_eq!(said, "the disk is on fire");
}

/// Moves taken back that were never made leave no position: nothing is accepted of it. Debug builds refuse
/// such a move itself, so this is for `cargo test --release`.
#[cfg(not(debug_assertions))]
#[test]
fn what_is_no_position_is_rejected() {
    let mut position: Position = "bw. b".parse().unwrap();
    let [from, to, arrow] = [0, 1, 2].map(|n| otrera_board::Square::new(n).unwrap());
    position.unmake(otrera_board::Move { from, to, arrow });
    let nothing = Liar { blocks: 0.into(), block_of: 0, block: |_, _| Vec::new(), reads: 0.into() };
    for winner in Color::ALL {
        let found =
            check(&position, winner, LeafLimits::LARGEST, &nothing, Run::default()).unwrap();
        assert!(matches!(found, Verdict::Rejected(None, Fault::Malformed)), "{found:?}");
    }
}
