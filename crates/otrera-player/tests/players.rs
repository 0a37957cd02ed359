//! Players of sums: whole games, and moves that are known to be right.

use std::time::Duration;

use otrera_area::areas;
use otrera_board::{Color, Position, Size};
use otrera_cgt::{Dyadic, Player, SumSearch, Valuer};
use otrera_player::{Clock, Contest, Hotstrat, Kind, Score, SumError, SumPosition, Turn};

fn sum(boards: &[&str], to_move: Color) -> SumPosition {
    SumPosition::new(boards.iter().map(|it| it.parse::<Position>().unwrap()), to_move).unwrap()
}

/// Far more than these small sums need.
const A_MOMENT: Duration = Duration::from_secs(20);

fn contest(players: [Kind; 2], boards: usize, side: usize) -> Contest {
    let size = Size::new(side, side).unwrap();
    Contest { players, boards, size, time: A_MOMENT, clock: Clock::Processor, seed: 1 }
}

/// Every player finishes games against every other, and the score is the same seen from both sides.
#[test]
fn all_players_finish_their_games() {
    for first in Kind::ALL {
        for second in Kind::ALL {
            let contest = contest([first, second], 2, 3);
            let start = contest.start(0).unwrap();
            let game = contest.play(&start, Color::Black).unwrap();
            assert!(
                game.moves > 0 && (game.score > 0) <= game.won,
                "{first:?} {second:?} {game:?}"
            );
        }
    }
}

/// Of two corridors the longer is hotter: all players begin there.
#[test]
fn the_hottest_game_comes_first() {
    let start = sum(&["b.w", "b.....w", "b..w"], Color::White);
    for kind in Kind::ALL {
        let turn = kind.player().choose(&start, A_MOMENT.into()).unwrap().unwrap();
        assert_eq!(turn.board, 1, "{kind:?}");
        start.play(turn).unwrap();
    }
}

/// Small areas are read exactly, and the second time as well.
#[test]
fn readings() {
    let start = sum(&["b...w", "b.w"], Color::Black);
    let mut hotstrat = Hotstrat::default();
    for _ in 0..2 {
        let read = hotstrat.read(&start, A_MOMENT.into()).unwrap();
        let found: Vec<_> =
            read.iter().map(|it| (it.estimate.temperature, it.estimate.is_complete)).collect();
        assert_eq!(found, [(Dyadic::from(2), true), (Dyadic::ZERO, true)]);
    }
}

/// Whoever can win a small sum does, against anybody, if he plays exactly.
#[test]
fn the_exact_player_wins_what_is_won() {
    let mut won = 0;
    for number in 0..12 {
        for opponent in [Kind::AlphaBeta, Kind::Hotstrat] {
            let contest = contest([Kind::Exact, opponent], 2, 3);
            let start = contest.start(number).unwrap();
            let mut valuer = Valuer::new();
            let all = start.boards().iter().flat_map(areas);
            let forms: Vec<_> = all.map(|area| valuer.form(&area).unwrap()).collect();
            let outcome = SumSearch::new().outcome(&mut valuer.forms, &forms).unwrap();
            let winner = outcome.winner(Player::Left);
            let color = if winner == Player::Left { Color::Black } else { Color::White };
            let game = contest.play(&start, color).unwrap();
            assert!(game.won, "{number} against {opponent:?}: {game:?}");
            won += 1;
        }
    }
    assert_eq!(won, 24);
}

#[test]
fn scores() {
    // Three moves for Black, one for White.
    let territories = sum(&["b...", "w."], Color::Black);
    assert_eq!(territories.score(), Some(Score { winner: Color::Black, moves: 1 }));
    assert_eq!(
        territories.with_colors_swapped().score(),
        Some(Score { winner: Color::White, moves: 1 })
    );
    let second = sum(&["b...", "w."], Color::White);
    assert_eq!(second.score(), Some(Score { winner: Color::Black, moves: 2 }));
    assert_eq!(second.score().map(|score| score.of(Color::White)), Some(-2));
    assert_eq!(sum(&["b.w"], Color::White).score(), None);
    // Equal territories: who is to move loses, with nothing left for anybody.
    let even = sum(&["b.", "w."], Color::White);
    assert_eq!(even.score(), Some(Score { winner: Color::Black, moves: 0 }));
}

#[test]
fn wrong_sums() {
    let large: Position = "10x10".parse().unwrap();
    assert_eq!(
        SumPosition::new([large], Color::Black),
        Err(SumError::TooLarge { number: 1, squares: 100 })
    );
    assert_eq!(SumPosition::new([], Color::Black), Err(SumError::Empty));
    let mut rng = fastrand::Rng::with_seed(1);
    let tiny = Size::new(2, 2).unwrap();
    assert_eq!(SumPosition::random(&mut rng, 1, tiny), Err(SumError::NoRoom(4)));
    let start = sum(&["b.w"], Color::Black);
    let mv = start.boards()[0].moves().next().unwrap();
    assert_eq!(start.play(Turn { board: 3, mv }), Err(SumError::NoBoard { found: 4, boards: 1 }));
}
