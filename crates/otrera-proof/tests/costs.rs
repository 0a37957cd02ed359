//! What a file may cost: time that its size bounds, and an end whenever one is wanted.

mod common;

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use common::parts::Parts;
use common::{accepted, python_verdicts, threads};
use otrera_board::{Bits, Color, Position};
use otrera_proof::{LeafLimits, Outcome, ProofFile, Reasoner, Side, State, check};

/// One area of 77 amazons and 8 empty squares of which one is lost whatever they do: to try all their moves
/// takes very long.
const CROWD: &str = "xxxxxxxxbbbbbbbb/xxxxxxxxbbbbbbbb/xxxxxxxxbb...bbb/xxxxxxxxbbbbbbbb/xxxxxxxxbbb...bb/\
                     .xxxxxxxbbbbbbbb/xbbbbbbbbbbbbbbb/.xxxxxxxbbbbbbbb";

/// A file without entries.
fn claim(position: &str, winner: &str) -> Parts {
    let limits = "lookahead 1\nterritory 8";
    let header =
        format!("otrera-proof 1\nposition {position}\nwinner {winner}\n{limits}\norigin x\n\n");
    Parts { header, records: Vec::new() }
}

/// A proof of 257 bytes takes no time: areas with more than four amazons are left as they are.
#[test]
fn crowded_areas_stay_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crowd.proof");
    for (winner, wins) in [("b", true), ("w", false)] {
        let bytes = claim(&format!("{CROWD} b"), winner).bytes(&[]);
        assert_eq!(bytes.len(), 257);
        fs::write(&path, bytes).unwrap();
        assert_eq!(accepted(&path), wins);
        assert_eq!(python_verdicts(&[&path])[0].0 == 0, wins);
    }
}

/// Squares and amazons are counted, each by its own limit.
#[test]
fn squares_and_amazons_are_counted() {
    // Areas of 1 to 5 amazons with a square each; and one amazon with nine.
    let rows = "b.xbb.xbbb.xbbbb.xbbbbb.x/25/....b20/.....20 b";
    let closed =
        |text: &str, squares: usize| text.replace(&squares.to_string(), &"x".repeat(squares));
    let position: Position = closed(&closed(rows, 25), 20).parse().unwrap();
    let state = State::of(&position, Color::Black);
    let left = |territory, amazons| {
        let limits = LeafLimits { lookahead: 1, territory, amazons };
        let state = Reasoner::new(position.geometry(), limits).reduced(&state);
        (state.amazons(Side::Winner).count(), state.empty().count(), state.free())
    };
    assert_eq!(left(8, 4), (6, 10, 4));
    assert_eq!(left(8, 3), (10, 11, 3));
    assert_eq!(left(8, 1), (15, 13, 1));
    assert_eq!(left(8, 0), (16, 14, 0));
    assert_eq!(left(1, 4), (6, 10, 4));
    assert_eq!(left(0, 4), (16, 14, 0));
}

/// A check is stopped between any two replies, also where the claim alone has thousands.
#[test]
fn a_check_is_stopped_between_replies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.proof");
    // Black stands around an open board, White is to move and must not be able to win.
    let position = "b..............b/................/................/.......ww......./\
                    .......ww......./................/................/b..............b w";
    fs::write(&path, claim(position, "b").bytes(&[])).unwrap();
    let proof = ProofFile::open(&path).unwrap();
    for patience in [0, 1] {
        let calls = AtomicU64::new(0);
        let go_on = |_| calls.fetch_add(1, Ordering::Relaxed) < patience;
        let mut options = threads(2);
        options.go_on = &go_on;
        let outcome = check(&proof, options).unwrap();
        match patience {
            0 => assert!(matches!(outcome, Outcome::Stopped), "{outcome:?}"),
            // The first reply is enough to reject it.
            _ => assert!(matches!(outcome, Outcome::Rejected(_)), "{outcome:?}"),
        }
        assert_eq!(calls.into_inner(), 1);
    }
    // The same in the midst of an entry: each reply is asked for, not each block.
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/5x4.proof");
    let proof = ProofFile::open(&path).unwrap();
    assert_eq!(proof.entries(), 1);
    let calls = AtomicU64::new(0);
    let go_on = |_| calls.fetch_add(1, Ordering::Relaxed) < 20;
    let mut options = threads(1);
    options.go_on = &go_on;
    assert!(matches!(check(&proof, options).unwrap(), Outcome::Stopped));
    assert_eq!(calls.into_inner(), 21);
}
