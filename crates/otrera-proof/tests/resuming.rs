//! Writing that is interrupted and goes on.

mod common;

use std::fs;

use common::{PlainOracle, accepted};
use otrera_board::{Color, Move, Position};
use otrera_proof::{Claim, Limits, NoAnswer, Oracle, Play, State, Strategy, StrategyError};

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
        limits: Limits { lookahead: 0, territory: 8 },
        origin: "a test".into(),
    };
    let mut oracle = PlainOracle::default();
    let mut strategy = Strategy::begin(&path, claim.clone(), &start, None).unwrap();
    strategy
        .write(&mut [Impatient { oracle: &mut oracle, left: u32::MAX }], &mut |_| Ok(()))
        .unwrap();
    let whole = strategy.finish().unwrap().entries;
    fs::remove_file(&path).unwrap();

    let mut strategy = Strategy::begin(&path, claim.clone(), &start, None).unwrap();
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
        drop(strategy);
        strategy =
            Strategy::resume(&path, claim.clone(), &start, None, fs::File::open(&todo).unwrap())
                .unwrap();
    }
    assert!(interruptions >= 3, "{interruptions}");
    assert_eq!(strategy.finish().unwrap().entries, whole);
    assert!(accepted(&path));
}

/// What was saved is refused if it is damaged, or belongs to another proof.
#[test]
fn damaged_saves_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let start = "4x4".parse::<Position>().unwrap().narrow().unwrap();
    let limits = Limits { lookahead: 1, territory: 8 };
    let claim = |winner| Claim { position: start.widen(), winner, limits, origin: "a test".into() };
    let mut strategy = Strategy::begin(&path, claim(Color::Black), &start, None).unwrap();
    let mut saved = Vec::new();
    strategy.save(&mut saved).unwrap();
    let resume = |saved: &[u8], winner| Strategy::resume(&path, claim(winner), &start, None, saved);
    assert!(resume(&saved, Color::Black).is_ok());
    let message = |saved: &[u8], winner| resume(saved, winner).err().unwrap().to_string();
    assert!(message(&saved, Color::White).contains("another proof"));
    assert!(message(&saved[..saved.len() - 1], Color::Black).contains("damaged"));
    assert!(message(&[], Color::Black).contains("damaged"));
    let mut flipped = saved.clone();
    flipped[30] ^= 1;
    assert!(message(&flipped, Color::Black).contains("damaged"));
    // The unfinished file is not what it was when its state was saved.
    let unfinished = otrera_proof::unfinished(&path);
    let mut bytes = fs::read(&unfinished).unwrap();
    bytes[20] ^= 1;
    fs::write(&unfinished, &bytes).unwrap();
    assert!(message(&saved, Color::Black).contains("is not what it was"));
    fs::remove_file(&unfinished).unwrap();
    assert_eq!(resume(&saved, Color::Black).err().unwrap().kind(), std::io::ErrorKind::NotFound);
}

/// A proof can begin with a move that is asked for, in the file even where facts would do.
#[test]
fn proofs_begin_with_a_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.proof");
    let limits = Limits { lookahead: 1, territory: 8 };
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
        let mut strategy = Strategy::begin(&path, claim, &position, Some(first)).unwrap();
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
