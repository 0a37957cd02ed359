//! Exact play of endgames against plain search. `otrera lab endgames` goes on with other seeds.

use std::sync::atomic::AtomicBool;

use otrera_area::random;
use otrera_board::{Bits, Size};
use otrera_player::check::{Duels, Endgames, Source, Tally};
use otrera_player::{Allowance, BoardPlayer, Endgame, Settings, Terms, View};

/// So many of a kind have the margin that plain search says, and every move of their lines keeps it.
fn check(source: Source, count: usize, most_empty: u32, seed: u64) -> Tally {
    let mut endgames = Endgames::new(seed);
    let mut endgame = Endgame::new(None);
    let mut tally = Tally::default();
    for _ in 0..count {
        let position = endgames.next(source, most_empty);
        tally.check(&mut endgame, &position).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    tally
}

#[test]
fn margins_of_games_are_those_of_plain_search() {
    let tally = check(Source::Games, 800, 7, 20);
    assert!(tally.right == 800 && tally.glances < 800, "{tally:?}");
}

#[test]
fn margins_of_blobs_are_those_of_plain_search() {
    let tally = check(Source::Blobs, 1500, 6, 21);
    assert!(tally.right == 1500 && tally.glances < 1500, "{tally:?}");
}

#[test]
fn margins_of_sums_are_those_of_plain_search() {
    let tally = check(Source::Sums, 500, 8, 22);
    assert!(tally.right > 450 && tally.glances < 450, "{tally:?}");
}

/// With fewer zugzwangs the sums would prove little: margins would be what can be given away.
#[test]
fn sums_have_zugzwangs() {
    // Two of five squares and five of six, by an independent search: docs/areas.md.
    assert!(Endgames::new(0).zugzwangs() >= 7);
}

/// Games of the player as he is, with a number of nodes that makes them the same each time.
fn duels(seed: u64, nodes: u64) -> Duels {
    let mut settings = Settings::default();
    settings.memory = 16 << 20;
    let allowance = Allowance { nodes: Some(nodes), ..Allowance::default() };
    Duels::new(seed, BoardPlayer::new(settings), allowance)
}

#[test]
fn the_best_margin_is_reached_whoever_plays_against_it() {
    let mut endgames = Endgames::new(23);
    let mut duels = duels(23, 400_000);
    let mut played = 0;
    while played < 100 {
        let position = endgames.next(Source::Sums, 9);
        if duels.margin(&position).unwrap_or_else(|lost| panic!("{lost}")).is_some() {
            played += 1;
        }
    }
}

#[test]
fn what_the_solver_proves_to_be_won_is_won() {
    let mut rng = fastrand::Rng::with_seed(24);
    let mut duels = duels(24, 400_000);
    let mut won = 0;
    while won < 100 {
        let size = Size::new(6, 6).expect("a small board");
        let position = random::playout(&mut rng, size, 10..18);
        let proved = duels.win(&position, 2_000);
        won += i32::from(proved.unwrap_or_else(|lost| panic!("{lost}")));
    }
}

/// Many areas at once, with more that is empty and more that is open than one area could be searched through with.
#[test]
fn sums_that_the_solver_proves_to_be_won_are_won() {
    let mut endgames = Endgames::new(25);
    let mut duels = duels(25, 40_000);
    let mut won = 0;
    while won < 40 {
        let position = endgames.next(Source::Rooms, 99);
        let open = Terms::of(&View::new(&position)).open;
        if position.empty().count() > 30 && open > 6.0 {
            let proved = duels.win(&position, 2_000);
            won += i32::from(proved.unwrap_or_else(|lost| panic!("{lost}")));
        }
    }
}

#[test]
fn who_cannot_move_is_told_nothing() {
    let over = "b.xw w".parse().expect("a position");
    assert_eq!(Endgame::new(None).look_within(&over, 1_000, &AtomicBool::new(false)), None);
}
