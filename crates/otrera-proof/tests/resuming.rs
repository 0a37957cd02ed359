//! Writing that is interrupted and goes on.

mod common;

use std::fs;

use common::{PlainOracle, accepted};
use otrera_board::{Color, Move, Position};
use otrera_proof::{
    Claim, Draft, LeafLimits, NoAnswer, Oracle, Play, ProofFile, State, Strategy, StrategyError,
};

/// Answers so many questions and is then interrupted.
struct Impatient<'a> {
    oracle: &'a mut PlainOracle,
    left: u32,
}

impl Oracle<u64> for Impatient<'_> {
    fn winning_plays(&mut self, state: &State<u64>) -> Result<Vec<Play>, NoAnswer> {
        self.left = self.left.checked_sub(1).ok_or(NoAnswer::Interrupted)?;
        self.oracle.winning_plays(state)
    }
}

/// However often it is interrupted, the proof ends up with the same entries. What was written after the
/// last save, as by a process that is killed, is dropped.
#[test]
fn interrupted_writing_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let todo = folder.path().join("todo");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    let claim = Claim {
        position: start.widen(),
        winner: Color::Black,
        limits: LeafLimits { lookahead: 0, ..LeafLimits::LARGEST },
        origin: "a test".into(),
    };
    let mut oracle = PlainOracle::default();
    let begin = |draft: &Draft| Strategy::begin(draft, claim.clone(), &start, None, &|| false);
    let draft = Draft::take(&path).unwrap();
    let mut strategy = begin(&draft).unwrap();
    strategy
        .write(&mut [Impatient { oracle: &mut oracle, left: u32::MAX }], &mut |_| Ok(()))
        .unwrap();
    let whole = strategy.finish().unwrap().entries;
    fs::remove_file(&path).unwrap();
    drop(draft);

    let mut draft = Draft::take(&path).unwrap();
    let mut strategy = begin(&draft).unwrap();
    let mut interruptions = 0;
    // A level is done as a whole or not at all, so patience must grow.
    for patience in (1..).map(|n| 3 * n) {
        let mut impatient = [Impatient { oracle: &mut oracle, left: patience }];
        match strategy.write(&mut impatient, &mut |_| Ok(())) {
            Ok(()) => break,
            Err(StrategyError::Interrupted) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
        let mut saved = Vec::new();
        strategy.save(&mut saved).unwrap();
        fs::write(&todo, &saved).unwrap();
        // Some more is written that nobody saves.
        let mut more = [Impatient { oracle: &mut oracle, left: 20 }];
        let _ = strategy.write(&mut more, &mut |_| Ok(()));
        drop((strategy, draft));
        draft = Draft::take(&path).unwrap();
        let saved = fs::File::open(&todo).unwrap();
        strategy = Strategy::resume(&draft, claim.clone(), &start, None, saved).unwrap();
    }
    assert!(interruptions >= 3, "{interruptions}");
    assert_eq!(strategy.finish().unwrap().entries, whole);
    assert!(accepted(&path));
}

/// Answers so many questions and then panics.
struct Failing(PlainOracle, u32);

impl Oracle<u64> for Failing {
    fn winning_plays(&mut self, state: &State<u64>) -> Result<Vec<Play>, NoAnswer> {
        self.1 = self.1.checked_sub(1).expect("a question too many");
        self.0.winning_plays(state)
    }
}

/// An oracle that panics is an error that names the cause, whatever the other threads say then, and what
/// is written can be saved and resumed.
#[test]
fn writing_outlives_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    let claim = || {
        let limits = LeafLimits { lookahead: 0, ..LeafLimits::LARGEST };
        Claim { position: start.widen(), winner: Color::Black, limits, origin: "a test".into() }
    };
    let draft = Draft::take(&path).unwrap();
    let mut strategy = Strategy::begin(&draft, claim(), &start, None, &|| false).unwrap();
    for questions in [0, 1, 5] {
        let mut oracles = [(); 2].map(|()| Failing(PlainOracle::default(), questions));
        let error = strategy.write(&mut oracles, &mut |_| Ok(())).unwrap_err();
        assert!(matches!(error, StrategyError::Panicked(_)), "{error}");
        assert!(error.to_string().contains("a question too many"), "{error}");
        let mut saved = Vec::new();
        strategy.save(&mut saved).unwrap();
        strategy = Strategy::resume(&draft, claim(), &start, None, &saved[..]).unwrap();
    }
    strategy.write(&mut [PlainOracle::default()], &mut |_| Ok(())).unwrap();
    strategy.finish().unwrap();
    assert!(accepted(&path));
}

/// What was saved is refused if it is damaged, or belongs to another proof.
#[test]
fn damaged_saves_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    let limits = LeafLimits::LARGEST;
    let claim = |winner| Claim { position: start.widen(), winner, limits, origin: "a test".into() };
    let draft = Draft::take(&path).unwrap();
    let mut strategy =
        Strategy::begin(&draft, claim(Color::Black), &start, None, &|| false).unwrap();
    let mut saved = Vec::new();
    strategy.save(&mut saved).unwrap();
    let resume =
        |saved: &[u8], winner| Strategy::resume(&draft, claim(winner), &start, None, saved);
    assert!(resume(&saved, Color::Black).is_ok());
    let message = |saved: &[u8], winner| resume(saved, winner).err().unwrap().to_string();
    assert!(message(&saved, Color::White).contains("another proof"));
    assert!(message(&saved[..saved.len() - 1], Color::Black).contains("damaged"));
    assert!(message(&[], Color::Black).contains("damaged"));
    let mut flipped = saved.clone();
    flipped[30] ^= 1;
    assert!(message(&flipped, Color::Black).contains("damaged"));
    // The unfinished file is not what it was when its state was saved.
    let mut bytes = fs::read(draft.temporary()).unwrap();
    bytes[20] ^= 1;
    fs::write(draft.temporary(), &bytes).unwrap();
    assert!(message(&saved, Color::Black).contains("is not what it was"));
}

/// A proof can begin with a move that is asked for, in the file even where facts would do.
#[test]
fn proofs_begin_with_a_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.proof");
    let limits = LeafLimits::LARGEST;
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    for (position, first) in [("b.wx..b b", "A1-B1xA1"), ("b..xw b", "A1-B1xA1")] {
        let position = position.parse::<Position>().unwrap().narrow().unwrap();
        let first = Move::parse(first, position.size()).unwrap();
        let claim = Claim {
            position: position.widen(),
            winner: Color::Black,
            limits,
            origin: "a test".into(),
        };
        assert!(Strategy::can_begin_with(&claim, &position, first));
        let draft = Draft::take(&path).unwrap();
        let begun = Strategy::begin(&draft, claim, &position, Some(first), &|| false);
        let mut strategy = begun.unwrap();
        strategy.write(&mut [PlainOracle::default()], &mut |_| Ok(())).unwrap();
        assert_eq!(strategy.finish().unwrap().entries, 1, "{position}");
        assert!(accepted(&path), "{position}");
    }
    // The loser to move begins with nothing.
    let claim =
        Claim { position: start.widen(), winner: Color::Black, limits, origin: "a test".into() };
    let first = start.moves().next().unwrap();
    assert!(!Strategy::can_begin_with(&claim, &start, first));
}

/// One writer at a time: the other is told so, and nothing of the first is touched.
#[test]
fn two_writers_never_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    let claim = Claim {
        position: start.widen(),
        winner: Color::Black,
        limits: LeafLimits::LARGEST,
        origin: "a test".into(),
    };
    let draft = Draft::take(&path).unwrap();
    let refused = || Draft::take(&path).unwrap_err().to_string();
    assert!(refused().contains("another process is writing this proof"));
    let mut strategy = Strategy::begin(&draft, claim, &start, None, &|| false).unwrap();
    assert!(refused().contains("another process is writing this proof"));
    strategy.write(&mut [PlainOracle::default()], &mut |_| Ok(())).unwrap();
    strategy.finish().unwrap();
    assert!(accepted(&path));
    // When the first is done there is room for another, who leaves nothing if he writes nothing.
    let other = Draft::take(&path).unwrap();
    drop(draft);
    assert!(other.temporary().exists() && accepted(&path));
    drop(other);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Many writers at once, in threads: each is refused or writes a whole proof.
#[test]
fn writers_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    let written = std::sync::atomic::AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    let Ok(draft) = Draft::take(&path) else { continue };
                    let claim = Claim {
                        position: start.widen(),
                        winner: Color::Black,
                        limits: LeafLimits::LARGEST,
                        origin: "a test".into(),
                    };
                    let mut strategy =
                        Strategy::begin(&draft, claim, &start, None, &|| false).unwrap();
                    let mut impatient =
                        [Impatient { oracle: &mut PlainOracle::default(), left: 0 }];
                    match strategy.write(&mut impatient, &mut |_| Ok(())) {
                        Err(StrategyError::Interrupted) => {}
                        other => panic!("{other:?}"),
                    }
                    strategy.finish().unwrap();
                    ProofFile::open(&path).unwrap();
                    written.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            });
        }
    });
    assert!(written.into_inner() > 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
