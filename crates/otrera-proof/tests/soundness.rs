//! Reductions and facts against plain search.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{PlainSearch, PlainStates, endgame};
use fastrand::Rng;
use otrera_board::{Bits, Color, Position};
use otrera_proof::{LeafLimits, Reasoner, Side, State};

const LIMITS: LeafLimits = LeafLimits::LARGEST;

/// Taking areas off the board for free moves changes no outcome, whoever is to move.
#[test]
fn reductions_change_no_outcome() {
    let mut rng = Rng::with_seed(1);
    let mut reduced = 0;
    for _ in 0..5_000 {
        let position = endgame(&mut rng, 7);
        let mut plain = PlainSearch::default();
        let mut states = PlainStates::default();
        for winner in Color::ALL {
            let whole = State::of(&position, winner);
            let state = Reasoner::new(position.geometry(), LIMITS).reduced(&whole);
            reduced += u32::from(state.empty() != whole.empty());
            for side in [Side::Winner, Side::Loser] {
                let mover = if side == Side::Winner { winner } else { !winner };
                let found = plain.winner(&position.with_to_move(mover)) == mover;
                assert_eq!(states.mover_wins(&state, side), found, "{position}, {mover} to move");
            }
        }
    }
    assert!(reduced > 1_000, "{reduced}");
}

/// Whatever facts say is true.
#[test]
fn facts_are_true() {
    let mut rng = Rng::with_seed(2);
    let mut decided = [[0; 3]; 3];
    for _ in 0..8_000 {
        let position = endgame(&mut rng, 8);
        let mut plain = PlainSearch::default();
        for winner in Color::ALL {
            let mut reasoner = Reasoner::new(position.geometry(), LIMITS);
            // Facts hold for states that are not reduced, too.
            let whole = State::of(&position, winner);
            for state in [whole, reasoner.reduced(&whole)] {
                if let Some((ahead, fact)) = reasoner.wins_first(&state) {
                    decided[usize::from(ahead)][fact as usize] += 1;
                    let truth = plain.winner(&position.with_to_move(winner));
                    assert_eq!(truth, winner, "{position}, {winner} first, {fact:?}");
                }
                if let Some((_, fact)) = reasoner.wins_second(&state) {
                    decided[2][fact as usize] += 1;
                    let truth = plain.winner(&position.with_to_move(!winner));
                    assert_eq!(truth, winner, "{position}, {winner} second, {fact:?}");
                }
            }
        }
    }
    // Each fact has been tried often, in each of its three uses.
    assert!(decided.iter().flatten().all(|&count| count > 100), "{decided:?}");
}

fn with_free(state: &State<u64>, free: i32) -> State<u64> {
    let amazons = [Side::Winner, Side::Loser].map(|side| state.amazons(side));
    State::new(state.geometry(), amazons, state.empty(), free).unwrap()
}

/// The same for states with free moves, which positions alone hardly have.
#[test]
fn facts_are_true_with_free_moves() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..4_000 {
        let position = endgame(&mut rng, 6);
        let mut states = PlainStates::default();
        let mut reasoner = Reasoner::new(position.geometry(), LIMITS);
        let whole = with_free(&State::of(&position, Color::Black), rng.i32(-3..=3));
        let state = reasoner.reduced(&whole);
        for side in [Side::Winner, Side::Loser] {
            let one = states.mover_wins(&whole, side);
            assert_eq!(one, states.mover_wins(&state, side), "{position} {}", whole.free());
        }
        if reasoner.wins_first(&state).is_some() {
            assert!(states.mover_wins(&state, Side::Winner), "{position} {}", whole.free());
        }
        if reasoner.wins_second(&state).is_some() {
            assert!(!states.mover_wins(&state, Side::Loser), "{position} {}", whole.free());
        }
        // More free moves never hurt.
        let more = with_free(&state, state.free() + 1);
        let wins = states.mover_wins(&state, Side::Winner);
        assert!(!wins || states.mover_wins(&more, Side::Winner), "{position} {}", whole.free());
    }
}

/// A position that Black is to win, and a reasoner for its board.
fn black(text: &str) -> (Reasoner<u64>, State<u64>) {
    let position = text.parse::<Position>().unwrap().narrow().unwrap();
    (Reasoner::new(position.geometry(), LIMITS), State::of(&position, Color::Black))
}

/// Free moves, plodding and answers where each of them alone decides, worked out by hand.
#[test]
fn small_cases_by_hand() {
    // Black has two moves in her corner, White one: counting.
    let (mut reasoner, state) = black("b..xw.");
    let reduced = reasoner.reduced(&state);
    assert_eq!((reduced.free(), reduced.empty().count()), (1, 0));
    // One square between them: who moves first takes it, so neither is sure of it as second.
    let (mut reasoner, state) = black("b.w");
    assert!(reasoner.wins_first(&state).is_some());
    assert!(reasoner.wins_second(&state).is_none());
    // Two such squares are a pair: the second to move answers.
    let (reasoner, state) = black("b.wxb.w");
    assert!(reasoner.wins_second(&state).is_some());
}

/// What is remembered of one board is false on another of as many squares: a reasoner refuses it.
#[test]
fn reasoners_serve_one_board() {
    let (mut reasoner, _) = black("b./../../../../..");
    let (_, other) = black("b../.../.../...");
    for method in 0..3 {
        let reused = catch_unwind(AssertUnwindSafe(|| match method {
            0 => _ = reasoner.reduced(&other),
            1 => _ = reasoner.wins_first(&other),
            _ => _ = reasoner.wins_second(&other),
        }));
        let said = *reused.unwrap_err().downcast::<&str>().unwrap();
        assert!(said.contains("one board"), "{said}");
    }
}

/// No state has something off the board, two things on a square, or absurdly many free moves.
#[test]
fn states_are_valid() {
    let (_, state) = black("b.w");
    let new = |amazons, empty, free| State::new(state.geometry(), amazons, empty, free);
    assert!(new([1, 4], 2, 0).is_some());
    for (amazons, empty, free) in [
        ([1, 8], 2, 0),
        ([1, 4], 8, 0),
        ([1, 1], 2, 0),
        ([1, 4], 1, 0),
        ([1, 4], 4, 0),
        ([1, 4], 2, i32::MAX),
        ([1, 4], 2, i32::MIN),
    ] {
        assert!(new(amazons, empty, free).is_none(), "{amazons:?} {empty} {free}");
    }
}
