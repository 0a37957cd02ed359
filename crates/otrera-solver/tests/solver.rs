//! The solver against plain search, and the winners of small boards.

use otrera_area::random;
use otrera_area::soundness::PlainSearch;
use otrera_board::{Bits, Color, Position, Size};
use otrera_solver::{Exhausted, Limit, Solver};

/// Checks the winner and the winning move of a position, with either side to move.
fn check(solver: &mut Solver<u64>, position: &Position<u64>) {
    let mut plain = PlainSearch::default();
    for mover in Color::ALL {
        let position = position.with_to_move(mover);
        let wins = plain.mover_wins(&position);
        let winner = if wins { mover } else { !mover };
        assert_eq!(solver.winner(&position, Limit::default()), Ok(winner), "{position}");
        let found = solver.winning_move(&position, Limit::default()).unwrap();
        assert_eq!(found.is_some(), wins, "{position}");
        if let Some(mv) = found {
            assert!(!plain.mover_wins(&position.play(mv).unwrap()), "{position}");
        }
    }
}

/// Positions out of random games; a small table, so that entries are given up.
#[test]
fn positions_of_games() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut solver = Solver::new(1 << 16);
    let mut positions = 0;
    while positions < 1_000 {
        let (width, height) = [(4, 4), (4, 5), (5, 4), (5, 5)][rng.usize(0..4)];
        let size = Size::new(width, height).unwrap();
        let position = random::playout(&mut rng, size, 0..16).narrow().unwrap();
        if position.empty().count() <= 8 {
            check(&mut solver, &position);
            positions += 1;
        }
    }
}

#[test]
fn blobs() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut solver = Solver::new(1 << 20);
    for _ in 0..1_500 {
        let area = random::blob(&mut rng, 8, 20);
        check(&mut solver, &area.position(Color::Black));
    }
}

fn first_wins(board: &str) -> bool {
    let start: Position = board.parse().unwrap();
    let mut solver = Solver::new(64 << 20);
    solver.winner(&start.narrow().unwrap(), Limit::default()) == Ok(start.to_move())
}

/// Table I of Song and Müller.
#[test]
fn small_boards() {
    assert!(!first_wins("4x4"));
    assert!(first_wins("5x4"));
}

/// Time that is over is told, and nothing is claimed.
#[test]
fn no_time() {
    let start: Position = "6x6".parse().unwrap();
    let limit = Limit { deadline: Some(std::time::Instant::now()), bytes: None };
    let mut solver = Solver::new(1 << 20);
    assert_eq!(solver.winner(&start.narrow().unwrap(), limit), Err(Exhausted::Time));
}
