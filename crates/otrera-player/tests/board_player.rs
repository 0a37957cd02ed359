//! Players of whole boards: what they claim is true, they are in time, and they repeat themselves.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use otrera_area::random::playout;
use otrera_board::{Bits, Color, Move, Position, Size};
use otrera_player::{
    Allowance, BoardPlayer, Decision, EvaluationKind, SearchKind, Settings, Worth,
};
use otrera_solver::Solver;

fn player(search: SearchKind, endgames: bool) -> BoardPlayer {
    let mut settings = Settings::default();
    (settings.memory, settings.search, settings.endgames) = (8 << 20, search, endgames);
    BoardPlayer::new(settings)
}

fn think(player: &mut BoardPlayer, position: &Position, allowance: Allowance) -> Option<Decision> {
    player.think(position, &allowance, &AtomicBool::new(false), &mut |_| ())
}

/// By nothing but the rules.
fn mover_wins(position: &mut Position<u64>) -> bool {
    let moves: Vec<Move> = position.moves().collect();
    moves.into_iter().any(|mv| {
        position.make(mv);
        let wins = !mover_wins(position);
        position.unmake(mv);
        wins
    })
}

#[test]
fn what_is_called_certain_is_true() {
    let mut rng = Rng::with_seed(5);
    let mut claims = 0;
    for n in 0..1_500 {
        let size = Size::new([4, 5, 4][n % 3], [4, 4, 5][n % 3]).expect("a board");
        let position = playout(&mut rng, size, 5..size.squares());
        if position.empty().count() > 7 || position.is_over() {
            continue;
        }
        let mut narrow = position.narrow().expect("a small board");
        for search in SearchKind::ALL {
            let allowance = Allowance { nodes: Some(3_000), ..Allowance::default() };
            let decision = think(&mut player(search, false), &position, allowance);
            let decision = decision.expect("there are moves");
            let wins = match decision.opinion.worth {
                Worth::Guess(_) => continue,
                Worth::Wins(_) => true,
                Worth::Loses(_) => false,
            };
            claims += 1;
            assert_eq!(wins, mover_wins(&mut narrow), "{position}, {}", search.name());
            if wins {
                narrow.make(decision.mv);
                assert!(!mover_wins(&mut narrow), "{position}, {}", search.name());
                narrow.unmake(decision.mv);
            }
        }
    }
    assert!(claims > 500, "{claims}");
}

/// One player for whole games, with so few moves and so little memory that nodes widen, trees are full, and what is left of them is taken
/// over from move to move. The solver says whether its claims are true.
#[test]
fn claims_hold_in_games_with_tiny_trees() {
    let mut rng = Rng::with_seed(9);
    let size = Size::new(6, 6).expect("a board");
    let mut solver = Solver::<u64>::new(otrera_solver::Settings {
        memory: 64 << 20,
        ..otrera_solver::Settings::default()
    })
    .expect("a solver");
    let mut winner = |position: &Position| {
        let narrow = position.narrow().expect("a small board");
        solver.winner(&narrow, otrera_solver::Limits::default()).expect("there is no limit")
    };
    let mut claims = 0;
    for n in 0..24 {
        let mut settings = Settings::default();
        (settings.memory, settings.endgames, settings.threads) = (1 << 20, false, 1 + n % 2 * 2);
        let tuning = &mut settings.tuning;
        (tuning.looked_at, tuning.kept, tuning.widening) = (3, 2, 0.05);
        let mut player = BoardPlayer::new(settings);
        let mut position = playout(&mut rng, size, 10..11);
        while !position.is_over() {
            let allowance = Allowance { nodes: Some(20_000), ..Allowance::default() };
            let decision = think(&mut player, &position, allowance).expect("there are moves");
            let claim = match decision.opinion.worth {
                Worth::Guess(_) => None,
                Worth::Wins(_) => Some(position.to_move()),
                Worth::Loses(_) => Some(!position.to_move()),
            };
            let after = position.play(decision.mv).expect("a legal move");
            if let Some(claim) = claim {
                claims += 1;
                assert_eq!(claim, winner(&position), "{position}");
                if !after.is_over() {
                    assert_eq!(claim, winner(&after), "{position}: {:?}", decision.mv);
                }
            }
            position = after;
        }
    }
    assert!(claims > 100, "{claims}");
}

/// Nothing of one game is left in the next, endgames included.
#[test]
fn a_player_who_forgets_repeats_himself() {
    let mut rng = Rng::with_seed(12);
    let size = Size::new(6, 6).expect("a board");
    let mut player = player(SearchKind::Tree, true);
    for _ in 0..12 {
        let position = playout(&mut rng, size, 14..22);
        if position.is_over() {
            continue;
        }
        let allowance = Allowance { nodes: Some(3_000), ..Allowance::default() };
        let mut decide = || {
            player.forget();
            let decision = think(&mut player, &position, allowance).expect("there are moves");
            (decision.mv, decision.opinion.worth, decision.opinion.nodes)
        };
        let first = decide();
        for _ in 0..3 {
            assert_eq!(decide(), first, "{position}");
        }
    }
}

/// Without reuse of its tree a second look at a position finds what the first has found; with it, the second goes on from there.
#[test]
fn a_tree_is_kept_unless_told_otherwise() {
    let start: Position = "6x6".parse().expect("a board");
    let allowance = Allowance { nodes: Some(20_000), ..Allowance::default() };
    for reuse in [false, true] {
        let mut settings = Settings::default();
        (settings.memory, settings.endgames, settings.reuse) = (8 << 20, false, reuse);
        let mut player = BoardPlayer::new(settings);
        let mut look = || think(&mut player, &start, allowance).expect("moves").opinion;
        let (first, second) = (look(), look());
        let same =
            first.line == second.line && first.worth == second.worth && first.nodes == second.nodes;
        assert_eq!(same, !reuse, "{first:?} {second:?}");
    }
}

/// Bounds decide these; the move must win, too, however little time there is to find it.
#[test]
fn a_win_by_bounds_comes_with_a_move_that_wins() {
    let mut rng = Rng::with_seed(6);
    let size = Size::new(6, 4).expect("a board");
    let mut claims = 0;
    for _ in 0..20_000 {
        let [mut black, mut white, mut burnt] = [0u128; 3];
        for square in size.iter() {
            match rng.usize(0..20) {
                0 => black |= u128::of(square),
                1 => white |= u128::of(square),
                2..13 => burnt |= u128::of(square),
                _ => {}
            }
        }
        let position = Position::new(size, black, white, burnt, Color::White).expect("sets apart");
        if position.empty().count() > 7 || position.is_over() {
            continue;
        }
        let allowance = Allowance { nodes: Some(1), ..Allowance::default() };
        let decision = think(&mut player(SearchKind::Tree, false), &position, allowance);
        let decision = decision.expect("there are moves");
        if let Worth::Wins(_) = decision.opinion.worth {
            let mut after = position.narrow().expect("a small board");
            after.make(decision.mv);
            assert!(!mover_wins(&mut after), "{position}");
            claims += 1;
        }
    }
    assert!(claims > 500, "{claims}");
    let position: Position =
        "xwx.xx.../xx..x.xxx/.xxxxxxx./x..xx.x.b w".parse().expect("a position");
    let allowance = Allowance { nodes: Some(1), ..Allowance::default() };
    let decision = think(&mut player(SearchKind::Tree, false), &position, allowance);
    let decision = decision.expect("there are moves");
    // B4-C3xD3 gives the win away.
    assert_eq!(decision.mv.text(position.size()), "B4-C3xB4");
    assert_eq!(decision.opinion.worth, Worth::Wins(None));
}

#[test]
fn a_full_tree_gets_no_deeper() {
    let position: Position = "10x10".parse().expect("a start");
    let mut settings = Settings::default();
    settings.memory = 1 << 20;
    let allowance = Allowance { depth: Some(60), ..Allowance::default() };
    let decision = think(&mut BoardPlayer::new(settings), &position, allowance);
    assert!(decision.expect("there are moves").opinion.depth < 60);
}

/// Nobody waits for an endgame that is looked at without a limit.
#[test]
fn a_look_at_an_endgame_stops_when_told_to() {
    let position: Position = "1x2x1wx2/1xxwxxxbx1/b1xxxx4/1xxxxxx3/3xb2xx1/2x2xx3/xxxxx1xx2/1xx1x1xxbx/x1wxxx1xx1/1x2x3w1 w"
        .parse()
        .expect("a position");
    let mut player = BoardPlayer::new(Settings::default());
    let stop = AtomicBool::new(true);
    let decision = player.think(&position, &Allowance::default(), &stop, &mut |_| ());
    assert!(matches!(decision.expect("there are moves").opinion.worth, Worth::Guess(_)));
}

#[test]
fn moves_are_legal_and_games_end() {
    for search in SearchKind::ALL {
        for evaluation in EvaluationKind::ALL {
            for board in ["4x4", "6x6", "5x7"] {
                let mut position: Position = board.parse().expect("a start");
                let mut settings = Settings::default();
                (settings.memory, settings.search, settings.evaluation) =
                    (4 << 20, search, evaluation);
                let mut player = BoardPlayer::new(settings);
                // One look at a position for a network, a hundred for the others.
                let nodes = Some(if evaluation == EvaluationKind::Network { 15 } else { 1_500 });
                let allowance = Allowance { nodes, ..Allowance::default() };
                while let Some(decision) = think(&mut player, &position, allowance) {
                    position = position.play(decision.mv).expect("a legal move");
                }
                assert!(position.is_over());
            }
        }
    }
}

#[test]
fn limits_by_nodes_and_depth_are_repeated_exactly() {
    let position: Position = "10x10".parse().expect("a start");
    for search in SearchKind::ALL {
        for (nodes, depth) in [(Some(20_000), None), (None, Some(3))] {
            let allowance = Allowance { nodes, depth, ..Allowance::default() };
            let run = || think(&mut player(search, true), &position, allowance).expect("a move");
            let [a, b] = [run(), run()];
            assert_eq!((a.mv, a.opinion.nodes), (b.mv, b.opinion.nodes), "{}", search.name());
            assert_eq!(a.opinion.line, b.opinion.line);
        }
    }
}

#[test]
fn a_stopped_player_still_moves() {
    let position: Position = "10x10".parse().expect("a start");
    for search in SearchKind::ALL {
        let decision = player(search, true).think(
            &position,
            &Allowance::default(),
            &AtomicBool::new(true),
            &mut |_| (),
        );
        assert!(position.check(decision.expect("a move").mv).is_ok());
    }
}

/// Who has proved that he wins or loses goes on to find out by how much, as long as he may.
#[test]
fn a_proof_is_not_the_end() {
    let allowance = || Allowance { nodes: Some(400_000), ..Allowance::default() };
    // By plain search in another program, White is left with no move more than she needs.
    let lost: Position = "...x/..ww/.bxx/x..x b".parse().expect("a position");
    let decision = think(&mut player(SearchKind::Tree, true), &lost, allowance()).expect("a move");
    assert_eq!(decision.opinion.worth, Worth::Loses(Some(0)));
    // From a game: the tree proves at once who wins.
    let won =
        "b6x2/4x1x1b1/2xxxxx3/1xxxxxxxx1/1x1x3wxx/x3xxx1xw/xxxxxxxxxx/xxbx1xbxx1/x1ww1xx3/xx3x4 b";
    let won: Position = won.parse().expect("a position");
    let decision = think(&mut player(SearchKind::Tree, true), &won, allowance()).expect("a move");
    assert!(matches!(decision.opinion.worth, Worth::Wins(Some(_))), "{decision:?}");
}

/// Long enough that a busy machine does not fail it: how exactly time is kept is measured elsewhere.
#[test]
fn time_ends_a_search() {
    let position: Position = "10x10".parse().expect("a start");
    for search in SearchKind::ALL {
        let began = Instant::now();
        let allowance = Allowance::per_move(Duration::from_millis(100));
        think(&mut player(search, true), &position, allowance).expect("a move");
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}

/// With all the overhead that was told, too, and in the longest game that there can be: all squares burn, two with each own move.
#[test]
fn a_clock_lasts_for_the_game() {
    for (seconds, overhead) in [(60, 0), (60, 200), (30, 100), (60, 500), (10, 50)] {
        let mut clock = Duration::from_secs(seconds);
        let overhead = Duration::from_millis(overhead);
        for own_moves in (1..=46).rev() {
            let rows: [String; 10] = std::array::from_fn(|row| {
                let row = 10 * row..10 * row + 10;
                let sign = |n| match n {
                    0..4 => 'b',
                    96.. => 'w',
                    n if n < 4 + 2 * own_moves => '.',
                    _ => 'x',
                };
                row.map(sign).collect()
            });
            let position: Position = format!("{} w", rows.join("/")).parse().expect("a position");
            assert_eq!(position.empty().count(), 2 * own_moves as u32);
            let allowance = Allowance { clock: Some(clock), overhead, ..Allowance::default() };
            let time = allowance.time_for(&position).expect("a clock is a limit");
            assert!(time + overhead < clock, "{time:?} of {clock:?}, {own_moves} moves to come");
            clock -= time + overhead;
        }
    }
    let position: Position = "10x10".parse().expect("a start");
    // And a clock that is nearly over leaves next to nothing, not an endless time.
    let allowance = Allowance { clock: Some(Duration::ZERO), ..Allowance::default() };
    assert_eq!(allowance.time_for(&position), Some(Duration::ZERO));
}

/// Whoever can enclose all of the enemy's room does.
#[test]
fn a_winning_move_is_found() {
    // Black to move has one square more than White, and must not waste it.
    let position: Position = "b..xw/xxxx. b".parse().expect("a position");
    for search in SearchKind::ALL {
        let allowance = Allowance { nodes: Some(1_000), ..Allowance::default() };
        let decision = think(&mut player(search, false), &position, allowance).expect("a move");
        assert!(matches!(decision.opinion.worth, Worth::Wins(_)), "{:?}", decision.opinion);
    }
}

#[test]
fn several_threads_find_the_same_forced_win() {
    let mut rng = Rng::with_seed(9);
    let size = Size::new(5, 4).expect("a board");
    let position = loop {
        let position = playout(&mut rng, size, 4..8);
        if (6..9).contains(&position.empty().count()) {
            break position;
        }
    };
    let mut settings = Settings::default();
    (settings.memory, settings.threads, settings.endgames) = (8 << 20, 4, false);
    let decision = think(&mut BoardPlayer::new(settings), &position, Allowance::default());
    let worth = decision.expect("a move").opinion.worth;
    let wins = mover_wins(&mut position.narrow().expect("a small board"));
    assert!(
        matches!((worth, wins), (Worth::Wins(_), true) | (Worth::Loses(_), false)),
        "{worth:?}"
    );
}
