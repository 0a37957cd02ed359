//! The checker.
//!
//! Every entry of a proof says: *with the winner to move here, this play wins*. It is **closed** if
//! the play can be made and each of the loser's replies leads to a position that has an entry, or that
//! [elementary facts](crate::reason) decide for the winner. If every entry is closed, every entry
//! is true: of play and reply one is a move on the board, or the reduction between them closed an
//! empty square, as free moves are left for one player only. So there are fewer empty squares after them,
//! and by induction over their number all that an entry rests on is true. What is left to check is
//! that the claim rests on an entry or on facts, too.
//!
//! So entries are checked one by one, in any order, by any number of threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use otrera_board::{Bits, Color, Position};

use crate::entries::{Entries, EntrySource};
use crate::reason::{Leaf, LeafLimits, Reasoner};
use crate::record;
use crate::state::{Play, Side, State};

/// Changed whenever other files are accepted than before: what was checked by other rules must be checked
/// again.
pub const RULES: u32 = 2;

/// How a proof is checked.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Run<'a> {
    /// How many threads check.
    pub threads: usize,
    /// Bytes for unpacked entries.
    pub memory: usize,
    /// The first block that is checked. If it is not 0, nothing is accepted.
    pub first_block: usize,
    /// Called with the number of entries whenever some more are done, and with 0 between any two
    /// replies; the check stops if it returns false.
    pub go_on: &'a (dyn Fn(u64) -> bool + Sync),
    /// Called with each block that is done, in any order; the check stops if it returns false.
    pub block_done: &'a (dyn Fn(usize) -> bool + Sync),
}

impl Default for Run<'_> {
    /// On all cores, from the first block on.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        Run { threads, memory: 1 << 28, first_block: 0, go_on: &|_| true, block_done: &|_| true }
    }
}

/// What a check has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Entries.
    pub entries: u64,
    /// Replies of the loser.
    pub replies: u64,
    /// Positions that each fact decided: at once, and after a move of the winner.
    pub leaves: [[u64; 3]; 2],
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.entries += other.entries;
        self.replies += other.replies;
        let more = other.leaves.as_flattened();
        self.leaves.as_flattened_mut().iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}

/// The claim is true: every entry was checked in one run. Nothing but [`check`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Accepted {
    position: Position,
    winner: Color,
    counts: Counts,
}

impl Accepted {
    /// The position, with the side to move, …
    pub fn position(&self) -> Position {
        self.position
    }

    /// … and who wins it.
    pub fn winner(&self) -> Color {
        self.winner
    }

    /// What the check has seen.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// The claim is true if the entries are that were not checked. Nothing but [`check`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct CheckedInPart {
    counts: Counts,
}

impl CheckedInPart {
    /// What the check has seen.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// What is wrong with an entry or the claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The bytes of the entry are no position with a play.
    Malformed,
    /// The winner does not have the play of the entry.
    Illegal,
    /// Neither an entry nor facts decide the position after this reply to the play; or that of the claim.
    Unanswered(Option<Play>),
}

/// How a check ended.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// The claim is true.
    Accepted(Accepted),
    /// The claim is true if what was left out is.
    CheckedInPart(CheckedInPart),
    /// Nothing is proved: the first entry that is wrong, as a block and a place in it, or none if it is
    /// the claim; and why.
    Rejected(Option<(usize, usize)>, Fault),
    /// It was stopped.
    Stopped,
}

/// Checks a proof that a player wins a position, with these limits.
pub fn check<S: EntrySource>(
    position: &Position,
    winner: Color,
    limits: LeafLimits,
    source: &S,
    run: Run<'_>,
) -> Result<Verdict, S::Error> {
    // Moves that were made or taken back unchecked may have left no position at all.
    let [black, white] = Color::ALL.map(|color| position.amazons(color));
    let (size, burnt, to_move) = (position.size(), position.burnt(), position.to_move());
    let root = Position::new(size, black, white, burnt, to_move);
    // The same on either word; the short one is faster.
    match root.map(|root| (root.narrow(), root)) {
        Ok((Some(narrow), _)) => check_on(&narrow, winner, limits, source, run),
        Ok((None, root)) => check_on(&root, winner, limits, source, run),
        Err(_) => Ok(Verdict::Rejected(None, Fault::Malformed)),
    }
}

fn check_on<B: Bits, S: EntrySource>(
    root: &Position<B>,
    winner: Color,
    limits: LeafLimits,
    source: &S,
    run: Run<'_>,
) -> Result<Verdict, S::Error> {
    let threads = run.threads.clamp(1, 1024);
    let entries = Entries::new(root.geometry(), source, run.memory / (threads + 1));
    let blocks = entries.blocks();
    let first_block = run.first_block.min(blocks);
    let shared = Shared {
        run,
        stopped: AtomicBool::new(false),
        next_block: AtomicUsize::new(first_block),
        end: AtomicUsize::new(blocks),
        blocks_done: AtomicUsize::new(0),
        fault: Mutex::new(None),
    };
    let mut checker = Checker {
        shared: &shared,
        entries,
        reasoner: Reasoner::new(root.geometry(), limits),
        counts: Counts::default(),
    };
    match checker.flaw_of_claim(root, winner)? {
        Some(Flaw::Stopped) => return Ok(Verdict::Stopped),
        Some(Flaw::Fault(fault)) => return Ok(Verdict::Rejected(None, fault)),
        None => {}
    }
    let mut counts = checker.counts;
    std::thread::scope(|scope| {
        let begin = |_| {
            let entries = checker.entries.for_another();
            let reasoner = Reasoner::new(root.geometry(), limits);
            let other = Checker { shared: &shared, entries, reasoner, counts: Counts::default() };
            scope.spawn(|| other.work())
        };
        let threads: Vec<_> = (0..threads).map(begin).collect();
        threads.into_iter().try_for_each(|thread| {
            counts.add(&thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            Ok(())
        })
    })?;
    let Shared { blocks_done, fault, .. } = shared;
    if let Some((place, fault)) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Ok(Verdict::Rejected(Some(place), fault));
    }
    let position = root.widen();
    Ok(match first_block {
        first if first + blocks_done.into_inner() != blocks => Verdict::Stopped,
        0 => Verdict::Accepted(Accepted { position, winner, counts }),
        _ => Verdict::CheckedInPart(CheckedInPart { counts }),
    })
}

/// What the threads share.
struct Shared<'a> {
    run: Run<'a>,
    /// Somebody wants no more: nothing is accepted.
    stopped: AtomicBool,
    /// Each block is taken once.
    next_block: AtomicUsize,
    /// Blocks from here on do not matter.
    end: AtomicUsize,
    /// How many blocks are done, without a flaw.
    blocks_done: AtomicUsize,
    fault: Mutex<Option<((usize, usize), Fault)>>,
}

impl Shared<'_> {
    /// Tells that so many entries are done. Is it to stop?
    fn stops(&self, done: u64) -> bool {
        if !(self.run.go_on)(done) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Why nothing is accepted.
enum Flaw {
    Fault(Fault),
    Stopped,
}

/// One thread's view of a proof.
struct Checker<'a, B: 'static, S> {
    shared: &'a Shared<'a>,
    entries: Entries<'a, B, S>,
    reasoner: Reasoner<B>,
    counts: Counts,
}

impl<B: Bits, S: EntrySource> Checker<'_, B, S> {
    /// Checks blocks that nobody else has taken, as long as there are any.
    fn work(mut self) -> Result<Counts, S::Error> {
        loop {
            let block = self.shared.next_block.fetch_add(1, Ordering::Relaxed);
            if block >= self.shared.end.load(Ordering::Relaxed) {
                return Ok(self.counts);
            }
            let records = self.entries.block(block)?;
            let length = record::length(self.entries.geometry().size());
            for (n, record) in records.chunks(length).enumerate() {
                if n % 64 == 0 && self.shared.stops(64) {
                    return Ok(self.counts);
                }
                let Some(flaw) = self.flaw_of_entry(record)? else { continue };
                if let Flaw::Fault(fault) = flaw {
                    // Earlier blocks are checked to their end: the first fault is to be told.
                    self.shared.end.fetch_min(block, Ordering::Relaxed);
                    let first = self.shared.fault.lock();
                    let mut first = first.unwrap_or_else(PoisonError::into_inner);
                    if first.is_none_or(|(place, _)| (block, n) < place) {
                        *first = Some(((block, n), fault));
                    }
                }
                return Ok(self.counts);
            }
            self.shared.blocks_done.fetch_add(1, Ordering::Relaxed);
            if !(self.shared.run.block_done)(block) {
                self.shared.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Why the claim rests neither on an entry nor on facts, if so.
    fn flaw_of_claim(
        &mut self,
        root: &Position<B>,
        winner: Color,
    ) -> Result<Option<Flaw>, S::Error> {
        let state = self.reasoner.reduced(&State::of(root, winner));
        if root.to_move() != winner {
            return self.flaw_of_replies(&state);
        }
        Ok((!self.is_decided(&state)?).then_some(Flaw::Fault(Fault::Unanswered(None))))
    }

    /// Why an entry is not closed, if so.
    fn flaw_of_entry(&mut self, record: &[u8]) -> Result<Option<Flaw>, S::Error> {
        self.counts.entries += 1;
        let Some((state, play)) = record::decode(self.entries.geometry(), record) else {
            return Ok(Some(Flaw::Fault(Fault::Malformed)));
        };
        let Some(after) = state.after(Side::Winner, play) else {
            return Ok(Some(Flaw::Fault(Fault::Illegal)));
        };
        let after = self.reasoner.reduced(&after);
        self.flaw_of_replies(&after)
    }

    /// The first reply after which nothing decides, if there is one.
    fn flaw_of_replies(&mut self, state: &State<B>) -> Result<Option<Flaw>, S::Error> {
        let leaf = self.reasoner.wins_second(state);
        if self.counts_as_decided(leaf) {
            return Ok(None);
        }
        let mut found = Ok(None);
        state.any_play(Side::Loser, |reply, next| {
            if self.shared.stops(0) {
                found = Ok(Some(Flaw::Stopped));
                return true;
            }
            self.counts.replies += 1;
            let next = self.reasoner.reduced(&next);
            let fault = Flaw::Fault(Fault::Unanswered(Some(reply)));
            found = self.is_decided(&next).map(|decided| (!decided).then_some(fault));
            !matches!(found, Ok(None))
        });
        found
    }

    /// Does a position with the winner to move have an entry, or do facts decide it?
    fn is_decided(&mut self, state: &State<B>) -> Result<bool, S::Error> {
        if self.entries.find(state)?.is_some() {
            return Ok(true);
        }
        let leaf = self.reasoner.wins_first(state);
        Ok(self.counts_as_decided(leaf))
    }

    fn counts_as_decided(&mut self, leaf: Option<Leaf>) -> bool {
        let Some((ahead, fact)) = leaf else { return false };
        self.counts.leaves[usize::from(ahead)][fact as usize] += 1;
        true
    }
}
