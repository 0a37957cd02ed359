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

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use otrera_board::{Bits, Geometry, Position};

use crate::error::FileError;
use crate::file::{Entries, ProofFile};
use crate::notes;
use crate::outcome::{Counts, Leaf, Options, Outcome, Watch};
use crate::reason::Reasoner;
use crate::record;
use crate::reject::Fault;
use crate::state::{Play, Side, State};

/// Changed whenever other files are accepted than before: notes of other rules are worth nothing.
pub(crate) const RULES: u32 = 2;

/// Checks a proof.
pub fn check(proof: &ProofFile, options: Options<'_>) -> Result<Outcome, FileError> {
    match proof.claim.position.narrow() {
        Some(position) => check_from(proof, &position, options),
        None => check_from(proof, &proof.claim.position, options),
    }
}

/// What the threads share.
struct Shared<'a, B: 'static> {
    notes: Option<&'a Path>,
    next_block: AtomicUsize,
    /// Blocks from here on do not matter.
    end: AtomicUsize,
    /// How many blocks from the first on are done, and others that are done.
    done: Mutex<(usize, BTreeSet<usize>)>,
    faults: Mutex<BTreeMap<u64, Fault<B>>>,
}

fn check_from<B: Bits>(
    proof: &ProofFile,
    root: &Position<B>,
    options: Options<'_>,
) -> Result<Outcome, FileError> {
    let threads = options.threads.clamp(1, 256);
    let memory = options.memory / (threads + 1);
    let watch = Watch::new(options.go_on);
    let mut checker = Checker::new(proof, memory, &watch);
    if let Some(fault) = checker.fault_of_claim(root)? {
        return checker.reject(root, None, fault);
    }
    let noted = options.notes.map_or(Ok(0), |path| notes::read(path, proof))?;
    let shared = Shared {
        notes: options.notes,
        next_block: AtomicUsize::new(noted),
        end: AtomicUsize::new(proof.blocks.len()),
        done: Mutex::new((noted, BTreeSet::new())),
        faults: Mutex::default(),
    };
    std::thread::scope(|scope| {
        let work = || Checker::new(proof, memory, &watch).work(&shared);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            checker.counts.add(&thread.join().expect("no checker panics")?);
            Ok::<(), FileError>(())
        })
    })?;
    if let Some((&entry, &fault)) = lock(&shared.faults).first_key_value() {
        return checker.reject(root, Some(entry), fault);
    }
    let counts = checker.counts;
    match lock(&shared.done).0 == proof.blocks.len() {
        false => Ok(Outcome::Stopped),
        true if noted == 0 => Ok(Outcome::Accepted(counts)),
        true => {
            let first_checked = proof.blocks.get(noted);
            let from_notes = first_checked.map_or(proof.entries, |block| block.entries_before);
            Ok(Outcome::CheckedInPart { counts, from_notes })
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no checker panics")
}

/// A fault, if one was found.
type Found<B> = Result<Option<Fault<B>>, FileError>;

/// One thread's view of a proof.
pub(crate) struct Checker<'a, B: 'static> {
    pub proof: &'a ProofFile,
    pub entries: Entries<'a>,
    pub reasoner: Reasoner<B>,
    pub geometry: &'static Geometry<B>,
    pub watch: &'a Watch<'a>,
    counts: Counts,
}

impl<'a, B: Bits> Checker<'a, B> {
    pub fn new(proof: &'a ProofFile, memory: usize, watch: &'a Watch<'a>) -> Checker<'a, B> {
        let geometry = B::geometry(proof.claim.position.size()).expect("a word for this board");
        let (entries, reasoner) = (Entries::new(proof, memory), Reasoner::new(proof.claim.limits));
        Checker { proof, entries, reasoner, geometry, watch, counts: Counts::default() }
    }

    /// Checks blocks that nobody else has taken, as long as there are any.
    fn work(mut self, shared: &Shared<'_, B>) -> Result<Counts, FileError> {
        loop {
            let block = shared.next_block.fetch_add(1, Ordering::Relaxed);
            if block >= shared.end.load(Ordering::Relaxed) {
                return Ok(self.counts);
            }
            let numbers = self.proof.blocks[block].entries_before..;
            let records = self.entries.block(block)?;
            for (number, record) in numbers.zip(records.chunks(self.proof.record_length)) {
                if number % 64 == 0 && self.watch.stops(64) {
                    return Ok(self.counts);
                }
                let Some(fault) = self.fault_of_entry(record)? else { continue };
                if !matches!(fault, Fault::Stopped) {
                    // Earlier blocks are checked to their end: the first fault is to be told.
                    shared.end.fetch_min(block, Ordering::Relaxed);
                    lock(&shared.faults).insert(number, fault);
                }
                return Ok(self.counts);
            }
            let mut done = lock(&shared.done);
            let (blocks, others) = &mut *done;
            others.insert(block);
            while others.remove(blocks) {
                *blocks += 1;
            }
            if let Some(path) = shared.notes {
                notes::write(path, self.proof, *blocks)?;
            }
        }
    }

    /// Why the claim rests neither on an entry nor on facts, if so.
    fn fault_of_claim(&mut self, root: &Position<B>) -> Found<B> {
        let winner = self.proof.claim.winner;
        let state = self.reasoner.reduced(&State::of(root, winner));
        if root.to_move() != winner {
            return self.fault_of_replies(&state, None);
        }
        let fault = Fault::Unanswered { play: None, reply: None, state };
        Ok((!self.is_decided(&state)?).then_some(fault))
    }

    /// Why an entry is not closed, if so.
    fn fault_of_entry(&mut self, record: &[u8]) -> Found<B> {
        self.counts.entries += 1;
        let Some((state, play)) = record::decode(self.geometry, record) else {
            return Ok(Some(Fault::Malformed));
        };
        let Some(after) = state.after(Side::Winner, play) else {
            return Ok(Some(Fault::Illegal(state, play)));
        };
        let after = self.reasoner.reduced(&after);
        self.fault_of_replies(&after, Some(play))
    }

    /// The first reply after which nothing decides, if there is one.
    pub fn fault_of_replies(&mut self, state: &State<B>, play: Option<Play>) -> Found<B> {
        let leaf = self.reasoner.wins_second(state);
        if self.counts_as_decided(leaf) {
            return Ok(None);
        }
        let mut found = Ok(None);
        state.any_play(Side::Loser, |reply, next| {
            if self.watch.stops(0) {
                found = Ok(Some(Fault::Stopped));
                return true;
            }
            self.counts.replies += 1;
            let state = self.reasoner.reduced(&next);
            let fault = Fault::Unanswered { play, reply: Some(reply), state };
            found = self.is_decided(&state).map(|decided| (!decided).then_some(fault));
            !matches!(found, Ok(None))
        });
        found
    }

    /// Does a position with the winner to move have an entry, or do facts decide it?
    fn is_decided(&mut self, state: &State<B>) -> Result<bool, FileError> {
        let entry = record::key(state).map(|key| self.entries.find(&key)).transpose()?;
        if entry.flatten().is_some() {
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
