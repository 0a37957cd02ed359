//! Writes a strategy down: from the claim on, the winner's play wherever facts do not decide.
//!
//! Positions are taken in the order of the file, those with the most empty squares first. Replies
//! to a play leave fewer, so nothing is added behind the writer's back, and what is done can go to the
//! disk at once. Of positions that differ in free moves alone only the one with the fewest is kept:
//! its play wins the others, too.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;

use otrera_board::{Bits, Geometry, Move, Position};
use otrera_kernel::{Play, Reasoner, Side, State, record};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::draft::Draft;
use crate::file::{Claim, VERSION};
use crate::reject::position_of;
use crate::write::{Writer, Written, play_bytes};

/// Somebody who knows how to win. [`Strategy`] has an example.
pub trait Oracle<B: Bits>: Send {
    /// Plays that win with the winner to move, as many as are known, at least one.
    fn winning_plays(&mut self, state: &State<B>) -> Result<Vec<Play>, NoAnswer>;

    /// Should the writing stop?
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// Why an oracle has no play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
    /// It finds that the position is not won: it has contradicted itself.
    #[error("no play wins")]
    Lost,
    /// It does not know. The file then has a hole that the checker notices.
    #[error("no play is known")]
    Unknown,
}

/// Why no proof was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The oracle contradicts itself.
    #[error("the solver contradicts itself: it has no move that wins {0}, which it said is won")]
    Contradiction(String),
    /// The oracle panicked. What is written is whole, and can be saved and resumed.
    #[error("the solver panicked: {0}")]
    Panicked(String),
    /// The board is too large for a proof file.
    #[error("more free moves than a proof file can tell")]
    TooManyFreeMoves,
}

/// Winner's amazons, loser's and empty squares.
type Board<B> = [B; 3];

/// A play, and the replies to it that need a play in turn.
type Answer<B> = (Play, Vec<State<B>>);

/// Positions that need a play, with the fewest free moves they were met with, by empty squares.
#[derive(Debug)]
struct Wanted<B>(BTreeMap<u32, FxHashMap<Board<B>, i32>>);

impl<B: Bits> Wanted<B> {
    fn insert(&mut self, state: &State<B>) {
        let boards = self.0.entry(state.empty().count()).or_default();
        let free = boards.entry(board(state)).or_insert(state.free());
        *free = state.free().min(*free);
    }

    fn has(&self, state: &State<B>) -> bool {
        let boards = self.0.get(&state.empty().count());
        let free = boards.and_then(|boards| boards.get(&board(state)));
        free.is_some_and(|&free| free <= state.free())
    }
}

fn board<B: Bits>(state: &State<B>) -> Board<B> {
    [state.amazons(Side::Winner), state.amazons(Side::Loser), state.empty()]
}

/// The state of a board that was one's before.
fn state<B: Bits>(geometry: &'static Geometry<B>, board: Board<B>, free: i32) -> State<B> {
    let [own, other, empty] = board;
    State::new(geometry, [own, other], empty, free).expect("the board of a state")
}

/// A strategy that is being written down.
///
/// ```
/// use otrera_board::{Color, Position};
/// use otrera_proof::{
///     Claim, Draft, LeafLimits, NoAnswer, CheckSettings, Oracle, Outcome, Play, ProofFile, Side, State, Strategy,
///     check,
/// };
///
/// /// Tries everything, which takes a while on boards that are worth playing on.
/// struct Search;
///
/// fn wins(state: &State<u64>, side: Side) -> bool {
///     let other = if side == Side::Winner { Side::Loser } else { Side::Winner };
///     state.any_play(side, |_, next| !wins(&next, other))
/// }
///
/// impl Oracle<u64> for Search {
///     fn winning_plays(&mut self, state: &State<u64>) -> Result<Vec<Play>, NoAnswer> {
///         let mut plays = Vec::new();
///         state.any_play(Side::Winner, |play, next| {
///             if !wins(&next, Side::Loser) {
///                 plays.push(play);
///             }
///             false
///         });
///         if plays.is_empty() { Err(NoAnswer::Lost) } else { Ok(plays) }
///     }
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("small.proof");
/// let position: Position = "b.../...w b".parse()?;
/// let claim = Claim {
///     position,
///     winner: Color::Black,
///     limits: LeafLimits { lookahead: 0, ..LeafLimits::LARGEST },
///     origin: "an example".into(),
/// };
/// let draft = Draft::take(&path)?;
/// let root = position.narrow().expect("no more than 64 squares");
/// let mut strategy = Strategy::begin(&draft, claim, &root, None, &|| false)?;
/// strategy.write(&mut [Search], &mut |_| Ok(()))?;
/// strategy.finish()?;
/// let outcome = check(&ProofFile::open(&path)?, CheckSettings::default())?;
/// assert!(matches!(outcome, Outcome::Accepted(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Strategy<B: 'static> {
    claim: Claim,
    geometry: &'static Geometry<B>,
    wanted: Wanted<B>,
    /// Positions with as many empty squares as those at the end of the file, the last first.
    level: Vec<(Vec<u8>, State<B>)>,
    writer: Writer,
    entries: u64,
    /// The board of the claim, if there is a play to begin with, and that play.
    first: Option<(Board<B>, Play)>,
}

/// How far a strategy is written.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Entries that are done.
    pub entries: u64,
    /// Positions that are known to need an entry.
    pub waiting: u64,
    /// The empty squares of those that are at hand.
    pub empty: u32,
}

/// How what is saved begins.
const SAVED: &[u8; 8] = b"OTRTODO1";

/// How many positions are taken at a time.
const AT_A_TIME: usize = 1024;

impl<B: Bits> Strategy<B> {
    /// Can the proof of a claim, whose position this is, begin with this move? A move in an area that
    /// the reduction takes off the board is a free move, if any are left when both players' cancel.
    pub fn can_begin_with(claim: &Claim, root: &Position<B>, first: Move) -> bool {
        let mut reasoner = Reasoner::new(root.geometry(), claim.limits);
        let state = reasoner.reduced(&State::of(root, claim.winner));
        root.to_move() == claim.winner
            && [Some(first), None].iter().any(|&play| state.after(Side::Winner, play).is_some())
    }

    /// Begins the proof of a claim, whose position this is. If there is a first move, it must be one
    /// that wins and [can be begun with](Self::can_begin_with); the proof then has it, even where facts
    /// would do. It ends early if it is `interrupted`.
    pub fn begin(
        draft: &Draft,
        claim: Claim,
        root: &Position<B>,
        first: Option<Move>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Strategy<B>, StrategyError> {
        Strategy::begin_with(Writer::create(draft, &claim)?, claim, root, first, interrupted)
    }

    /// The same in memory, where [`into_bytes`](Self::into_bytes) ends it.
    pub fn begin_in_memory(
        claim: Claim,
        root: &Position<B>,
        first: Option<Move>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Strategy<B>, StrategyError> {
        Strategy::begin_with(Writer::in_memory(&claim)?, claim, root, first, interrupted)
    }

    fn begin_with(
        writer: Writer,
        claim: Claim,
        root: &Position<B>,
        first: Option<Move>,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Strategy<B>, StrategyError> {
        let mut strategy = Strategy::empty(claim, root, first, writer);
        let mut reasoner = Reasoner::new(strategy.geometry, strategy.claim.limits);
        let state = reasoner.reduced(&State::of(root, strategy.claim.winner));
        if root.to_move() != strategy.claim.winner {
            match open_replies(&mut reasoner, &state, None, usize::MAX, interrupted) {
                Ok(open) => open.iter().for_each(|state| strategy.wanted.insert(state)),
                Err(error) => {
                    strategy.abandon();
                    return Err(error);
                }
            }
        } else if first.is_some() || reasoner.wins_first(&state).is_none() {
            strategy.wanted.insert(&state);
        }
        Ok(strategy)
    }

    /// A strategy without any position.
    fn empty(claim: Claim, root: &Position<B>, first: Option<Move>, writer: Writer) -> Strategy<B> {
        let mut reasoner = Reasoner::new(root.geometry(), claim.limits);
        let state = reasoner.reduced(&State::of(root, claim.winner));
        // In an area of one colour it is a free move.
        let play = first.filter(|&mv| state.after(Side::Winner, Some(mv)).is_some());
        Strategy {
            geometry: root.geometry(),
            wanted: Wanted(BTreeMap::new()),
            level: Vec::new(),
            writer,
            entries: 0,
            first: first.map(|_| (board(&state), play)),
            claim,
        }
    }

    /// Writes all entries, asking one oracle per thread; calls `watch` after some of them. If it stops, by
    /// interruption or because an oracle panics, it can be saved and resumed.
    pub fn write(
        &mut self,
        oracles: &mut [impl Oracle<B>],
        watch: &mut dyn FnMut(&mut Strategy<B>) -> io::Result<()>,
    ) -> Result<(), StrategyError> {
        let mut reasoners: Vec<Reasoner<B>> =
            oracles.iter().map(|_| Reasoner::new(self.geometry, self.claim.limits)).collect();
        loop {
            if self.level.is_empty() {
                let Some((_, boards)) = self.wanted.0.pop_last() else { break };
                for (board, free) in boards {
                    let state = state(self.geometry, board, free);
                    let key = record::key(&state).ok_or(StrategyError::TooManyFreeMoves)?;
                    self.level.push((key, state));
                }
                self.level.sort_unstable_by(|a, b| b.0.cmp(&a.0));
            }
            let left = self.level.len().saturating_sub(AT_A_TIME);
            let mut batch = self.level.split_off(left);
            batch.reverse();
            let found = match self.answers(&batch, oracles, &mut reasoners) {
                Ok(found) => found,
                Err(error) => {
                    batch.reverse();
                    self.level.extend(batch);
                    return Err(error);
                }
            };
            for ((mut record, _), answer) in batch.into_iter().zip(found) {
                let Some((play, open)) = answer else { continue };
                record.extend(play_bytes(play));
                self.writer.push(&record)?;
                self.entries += 1;
                open.iter().for_each(|state| self.wanted.insert(state));
            }
            watch(self)?;
        }
        Ok(())
    }

    /// Ends the file, when all is written.
    pub fn finish(self) -> io::Result<Written> {
        self.writer.finish()
    }

    /// Ends the file, when all is written, and returns its bytes.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        self.writer.into_bytes()
    }

    /// Gives it up, and removes what was written.
    pub fn abandon(self) {
        self.writer.abandon();
    }

    /// Brings what is written to the disk, and saves what is still to be done.
    pub fn save(&mut self, mut to: impl Write) -> io::Result<()> {
        let Written { bytes, entries } = self.writer.flush()?;
        let later = self.wanted.0.values().flatten().map(|(&board, &free)| {
            record::key(&state(self.geometry, board, free))
                .ok_or_else(|| io::Error::other("too many free moves"))
        });
        let mut saved = SAVED.to_vec();
        saved.extend(Sha256::digest(self.claim.header(VERSION)));
        saved.extend(self.writer.digest());
        saved.extend(bytes.to_le_bytes());
        saved.extend(entries.to_le_bytes());
        for (key, _) in &self.level {
            saved.extend(key);
        }
        for key in later {
            saved.extend(key?);
        }
        saved.extend(Sha256::digest(&saved));
        to.write_all(&saved)
    }

    /// Resumes a proof that was begun, from what was saved.
    pub fn resume(
        draft: &Draft,
        claim: Claim,
        root: &Position<B>,
        first: Option<Move>,
        mut from: impl Read,
    ) -> io::Result<Strategy<B>> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
        let mut saved = Vec::new();
        from.read_to_end(&mut saved)?;
        let (saved, _) = saved
            .split_last_chunk::<32>()
            .filter(|(saved, checksum)| Sha256::digest(saved)[..] == checksum[..])
            .ok_or_else(|| wrong("it is damaged; remove it to begin the proof anew"))?;
        let mut start = SAVED.to_vec();
        start.extend(Sha256::digest(claim.header(VERSION)));
        let rest = saved
            .strip_prefix(&start[..])
            .ok_or_else(|| wrong("it belongs to another proof; remove it to begin this one"))?;
        let (digest, rest) =
            rest.split_first_chunk::<32>().ok_or_else(|| wrong("it is too short"))?;
        let keys = rest.get(16..).ok_or_else(|| wrong("it is too short"))?;
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|n| rest[at + n]));
        let written = Written { bytes: number(0), entries: number(8) };
        let writer = Writer::resume(draft, &claim, written, digest)?;
        let mut strategy = Strategy::empty(claim, root, first, writer);
        strategy.entries = written.entries;
        for key in keys.chunks(record::key_length(root.size())) {
            let bytes = [key, &play_bytes(None)].concat();
            let decoded = record::decode(strategy.geometry, &bytes);
            let (state, _) = decoded.ok_or_else(|| wrong("it has no position"))?;
            strategy.wanted.insert(&state);
        }
        Ok(strategy)
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let later = self.wanted.0.values().map(FxHashMap::len).sum::<usize>();
        let at_hand = self.level.last().map(|(_, state)| state.empty().count());
        Progress {
            entries: self.entries,
            waiting: (self.level.len() + later) as u64,
            empty: at_hand.or(self.wanted.0.keys().last().copied()).unwrap_or(0),
        }
    }

    /// A play for each position of a batch, and the replies to it that need a play in turn.
    fn answers(
        &self,
        batch: &[(Vec<u8>, State<B>)],
        oracles: &mut [impl Oracle<B>],
        reasoners: &mut [Reasoner<B>],
    ) -> Result<Vec<Option<Answer<B>>>, StrategyError> {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let answers = Mutex::new(Vec::new());
        let failure = Mutex::new(None);
        let panicked = std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for (oracle, reasoner) in oracles.iter_mut().zip(reasoners) {
                let (next, stop, answers, failure) = (&next, &stop, &answers, &failure);
                threads.push(scope.spawn(move || {
                    let _stops_all = StopsAll(stop);
                    while !stop.load(Ordering::Relaxed) {
                        if oracle.is_interrupted() {
                            stop.store(true, Ordering::Relaxed);
                            lock(failure).get_or_insert(StrategyError::Interrupted);
                            break;
                        }
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let Some((_, state)) = batch.get(n) else { break };
                        match self.answer(state, oracle, reasoner) {
                            Ok(answer) => lock(answers).push((n, answer)),
                            Err(error) => {
                                stop.store(true, Ordering::Relaxed);
                                lock(failure).get_or_insert(error);
                            }
                        }
                    }
                }));
            }
            let ends = threads.into_iter().map(ScopedJoinHandle::join);
            // All are waited for; of several panics the first is told.
            ends.filter_map(Result::err).fold(None, |first, panic| first.or(Some(panic)))
        });
        // The others were interrupted by the panic, or fell over what it left behind.
        if let Some(panic) = panicked {
            return Err(StrategyError::Panicked(message(&*panic)));
        }
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.sort_unstable_by_key(|&(n, _)| n);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }

    /// A play for a position: of those that win, the one with the fewest replies that need a play in
    /// turn and have none yet.
    fn answer(
        &self,
        state: &State<B>,
        oracle: &mut impl Oracle<B>,
        reasoner: &mut Reasoner<B>,
    ) -> Result<Option<Answer<B>>, StrategyError> {
        if let Some((_, play)) = self.first.filter(|(root, _)| *root == board(state)) {
            let open = self.replies_to(state, play, usize::MAX, oracle, reasoner)?;
            return Ok(open.map(|open| (play, open)));
        }
        // A play that facts and known positions answer needs nobody's advice, and no more entries.
        let mut closed = Ok(None);
        state.any_play(Side::Winner, |play, next| {
            let next = reasoner.reduced(&next);
            let interrupted = || oracle.is_interrupted();
            let open = open_replies(reasoner, &next, Some(&self.wanted), 1, &interrupted);
            closed = open.map(|open| open.is_empty().then_some((play, open)));
            !matches!(closed, Ok(None))
        });
        if let Some(closed) = closed? {
            return Ok(Some(closed));
        }
        let plays = match oracle.winning_plays(state) {
            Ok(plays) => plays,
            Err(NoAnswer::Interrupted) => return Err(StrategyError::Interrupted),
            Err(NoAnswer::Unknown) => return Ok(None),
            Err(NoAnswer::Lost) => Vec::new(),
        };
        let mut best: Option<Answer<B>> = None;
        for play in plays {
            let most = best.as_ref().map_or(usize::MAX, |(_, open)| open.len());
            let open = self.replies_to(state, play, most, oracle, reasoner)?;
            if let Some(open) = open.filter(|open| open.len() < most) {
                best = Some((play, open));
            }
        }
        best.map(Some).ok_or_else(|| StrategyError::Contradiction(self.text(state)))
    }

    /// The replies to a play that need a play in turn, no more than so many; none if it cannot be played.
    fn replies_to(
        &self,
        state: &State<B>,
        play: Play,
        most: usize,
        oracle: &impl Oracle<B>,
        reasoner: &mut Reasoner<B>,
    ) -> Result<Option<Vec<State<B>>>, StrategyError> {
        let Some(after) = state.after(Side::Winner, play) else { return Ok(None) };
        let next = reasoner.reduced(&after);
        let interrupted = || oracle.is_interrupted();
        open_replies(reasoner, &next, Some(&self.wanted), most, &interrupted).map(Some)
    }

    fn text(&self, state: &State<B>) -> String {
        let position = position_of(state, self.claim.winner);
        format!("{position} with {} free moves", state.free())
    }
}

/// Locks what other threads add to. Whether one of them panicked is told by its end.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells all threads to stop if one of them panics.
struct StopsAll<'a>(&'a AtomicBool);

impl Drop for StopsAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("for reasons of its own").to_owned()
}

/// The replies to a position that facts do not decide and that nobody wants yet; no more than so many.
fn open_replies<B: Bits>(
    reasoner: &mut Reasoner<B>,
    state: &State<B>,
    wanted: Option<&Wanted<B>>,
    most: usize,
    interrupted: &dyn Fn() -> bool,
) -> Result<Vec<State<B>>, StrategyError> {
    let mut open = Vec::new();
    if reasoner.wins_second(state).is_some() {
        return Ok(open);
    }
    let mut stopped = false;
    state.any_play(Side::Loser, |_, next| {
        stopped = interrupted();
        let next = reasoner.reduced(&next);
        let known = wanted.is_some_and(|wanted| wanted.has(&next));
        if !stopped && !known && reasoner.wins_first(&next).is_none() {
            open.push(next);
        }
        stopped || open.len() >= most
    });
    if stopped { Err(StrategyError::Interrupted) } else { Ok(open) }
}
