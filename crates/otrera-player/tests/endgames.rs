//! Exact play of endgames against plain search.

mod plain;

use otrera_area::random;
use otrera_board::{Color, Position, Size};
use otrera_player::{Endgame, Worth};

use plain::Plain;

/// Enough for anything in these tests.
const NODES: u64 = 10_000_000;

/// What a position is worth, as plain search says it.
fn told(worth: i32) -> Worth {
    match worth {
        0.. => Worth::Wins(Some(worth as u32)),
        _ => Worth::Loses(Some((-worth - 1) as u32)),
    }
}

/// Checks what an endgame knows of a position, and its line to the end.
fn check(endgame: &mut Endgame, plain: &mut Plain, position: &Position<u64>) {
    if position.is_over() {
        assert_eq!(endgame.look_within(&position.widen(), NODES), None, "{position}");
        return;
    }
    let worth = plain.worth(position);
    match endgame.glance(&position.widen()) {
        None => {}
        Some(Worth::Wins(None)) => assert!(worth >= 0, "{position}"),
        Some(Worth::Loses(None)) => assert!(worth < 0, "{position}"),
        Some(glance) => assert_eq!(glance, told(worth), "{position}"),
    }
    let known = endgame.look_within(&position.widen(), NODES).expect("a small position");
    assert_eq!(known.worth, told(worth), "{position}");
    let (mut at, mut worth) = (*position, worth);
    for mv in known.line {
        at = at.play(mv).expect("a legal move");
        worth = -worth - 1;
        assert_eq!(plain.worth(&at), worth, "{position}");
    }
}

#[test]
fn margins_of_random_games_are_those_of_plain_search() {
    let mut rng = fastrand::Rng::with_seed(20);
    let mut endgame = Endgame::new(None);
    let mut checked = 0;
    for n in 0.. {
        if checked == 1_500 {
            break;
        }
        let [width, height] = [[4, 4], [5, 4], [6, 4], [4, 5]][n % 4];
        let size = Size::new(width, height).expect("a small board");
        let position = random::playout(&mut rng, size, 7..18);
        if position.empty().count_ones() > 7 {
            continue;
        }
        checked += 1;
        let position = position.narrow().expect("a small board");
        check(&mut endgame, &mut Plain::default(), &position);
    }
}

#[test]
fn margins_of_blobs_are_those_of_plain_search() {
    let mut rng = fastrand::Rng::with_seed(21);
    let mut endgame = Endgame::new(None);
    for n in 0..3_000 {
        let area = random::blob::<u64>(&mut rng, 5, 15);
        let position = area.position(Color::ALL[n % 2]);
        check(&mut endgame, &mut Plain::default(), &position);
    }
}
