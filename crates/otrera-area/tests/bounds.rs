//! Every rung of the ladder against exact values.

use std::sync::atomic::AtomicBool;

use otrera_area::soundness::{PlainSearch, Soundness};
use otrera_area::{Area, Climb, Ladder, Rung, areas, position_bounds, random};
use otrera_board::{Bits, Color, Position, Size};
use otrera_cgt::{Player, TempoBounds};

fn area(text: &str) -> Area<u64> {
    let position: Position = text.parse().unwrap();
    let found = areas(&position.narrow().unwrap());
    assert_eq!(found.len(), 1, "{text}");
    found[0]
}

/// Ten thousand random areas, and a quarter as many sums and territories. `otrera lab bounds` does
/// the same with other seeds, for as long as one likes.
fn check(seed: u64) {
    let mut soundness = Soundness::new(seed, 9, 18);
    while soundness.areas() < 10_000 {
        soundness.step().unwrap();
    }
    assert_eq!(soundness.skipped(), 0);
}

#[test]
fn every_rung_contains_the_value() {
    check(1);
}

#[test]
fn every_rung_contains_the_value_again() {
    check(2);
}

/// More amazons between several pieces than bits tell apart.
#[test]
fn very_many_shared_amazons() {
    let rows = [".bbb.bbb.bb", ".b.b.b.b.b."];
    let text: Vec<&str> = (0..10).map(|n| rows[n % 2]).chain(["w.b.b.b.b.w"]).collect();
    let position: Position = text.join("/").parse().unwrap();
    for area in areas(&position) {
        let bounds = otrera_area::split(&area);
        assert!(bounds.lower() <= bounds.upper());
    }
}

/// By hand: what is said of these areas in the papers, or can be counted.
#[test]
fn bounds_by_hand() {
    let mut ladder = Ladder::new(Default::default());
    let mut ends = |rung, text: &str| {
        let bounds: TempoBounds = ladder.rung(rung, &area(text)).unwrap();
        (bounds.lower(), bounds.upper(), bounds.left_first(), bounds.right_first())
    };
    assert_eq!(ends(Rung::Counting, "b...w"), (-3, 3, -2, 2));
    // ±2: whoever moves first gets two, so it is no less than -3 and no more than 3.
    assert_eq!(ends(Rung::LocalSearch, "b...w"), (-3, 3, 2, -2));
    // A dead amazon in the corner: White fills the rest.
    assert_eq!(ends(Rung::Plodding, "bw../ww.."), (-4, -4, -5, -3));
    // Each has two squares of its own, and none is contested.
    assert_eq!(ends(Rung::Plodding, "..bw.."), (0, 0, -1, 1));
    // One square: whoever moves first takes it.
    assert_eq!(ends(Rung::SafeMoves, "b.w"), (-1, 1, 0, 0));
    // In the corner of a 3x3 board Black has three steps, and one move takes at most two of them.
    let (lower, ..) = ends(Rung::SafeMoves, "b../.../..w");
    assert_eq!(lower, -7 + 2);
    // With two steps in line of each other, C1-B2xA2 takes both.
    let (lower, ..) = ends(Rung::SafeMoves, "bxx/.../..w");
    assert_eq!(lower, -5);
    // Rule 5 of Song and Müller: Black can block A2's only step by D2-C3xB2, but then D1 is free.
    let rule_5 = "xxxx/xx.x/w.xb/xxxw";
    let (_, upper, ..) = ends(Rung::SafeMoves, rule_5);
    assert_eq!(upper, 2 - 2);
}

/// A single move in each of two areas is worth two together: the slides on 5×5.
#[test]
fn two_single_moves() {
    let bounds = |text: &str| {
        let position: Position = text.parse().unwrap();
        position_bounds(&position)
    };
    let one = bounds("b.w");
    assert_eq!((one.lower(), one.upper()), (-1, 1));
    let two = bounds("b.w/xxx/b.w");
    assert_eq!((two.lower(), two.upper()), (0, 0));
    assert_eq!(two.winner(Player::Left), Some(Player::Right));
    let three = bounds("b.w/xxx/b.w/xxx/b.w");
    assert_eq!(three.winner(Player::Left), Some(Player::Left));
    assert_eq!(three.winner(Player::Right), Some(Player::Right));
}

/// Verdicts on whole boards out of random games: static bounds and the ladder against plain search.
#[test]
fn verdicts_of_games() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut decided = [0, 0];
    let mut positions = 0;
    while positions < 3_000 {
        let (width, height) = [(4, 4), (4, 5), (5, 4), (5, 5)][rng.usize(0..4)];
        let size = Size::new(width, height).unwrap();
        let position = random::playout(&mut rng, size, 3..17).narrow().unwrap();
        if position.empty().count() > 7 {
            continue;
        }
        positions += 1;
        let wins = PlainSearch::default().mover_wins(&position);
        let mover = if position.to_move() == Color::Black { Player::Left } else { Player::Right };
        let winner = if wins { mover } else { !mover };
        let quick = position_bounds(&position).winner(mover);
        let mut ladder = Ladder::new(Default::default());
        let judged = areas(&position)
            .iter()
            .map(|area| ladder.judge(area).tempo)
            .collect::<otrera_cgt::TempoSum>();
        for (n, verdict) in [quick, judged.total().winner(mover)].into_iter().enumerate() {
            if let Some(verdict) = verdict {
                assert_eq!(verdict, winner, "{position}");
                decided[n] += 1;
            }
        }
    }
    // Bounds that decide nothing would pass this test, too.
    assert!(decided[0] > 1_500 && decided[1] > 2_500, "{decided:?}");
}

/// Somewhere on a board of more than 64 squares an area has the same bounds.
#[test]
fn areas_on_large_boards() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut ladders =
        (Ladder::<u64>::new(Default::default()), Ladder::<u128>::new(Default::default()));
    let large = Size::new(12, 10).unwrap();
    for _ in 0..1_000 {
        let small: Area<u64> = random::blob(&mut rng, 9, 24);
        let size = small.geometry().size();
        let (dx, dy) = (
            rng.usize(0..=large.width() - size.width()),
            rng.usize(0..=large.height() - size.height()),
        );
        let moved = |set: u64| {
            set.squares().fold(0u128, |moved, s| {
                moved | u128::of(large.square(size.file(s) + dx, size.rank(s) + dy).unwrap())
            })
        };
        let [black, white] = Color::ALL.map(|color| moved(small.amazons(color)));
        let board = u128::geometry(large).unwrap().board();
        let burnt = board & !moved(small.squares());
        let position = Position::new(large, black, white, burnt, Color::White).unwrap();
        let found = areas(&position);
        for rung in Rung::ALL.into_iter().filter(|&rung| rung != Rung::Exact) {
            let here = ladders.0.rung(rung, &small);
            assert_eq!(ladders.1.rung(rung, &found[0]), here, "{rung:?} {position}");
        }
    }
}

/// Areas with more amazons than the others have, which take longer to value.
#[test]
fn areas_with_many_amazons() {
    let mut soundness = Soundness::new(3, 7, 24);
    while soundness.areas() < 1_000 {
        soundness.step().unwrap();
    }
}

/// A search that would take forever gives up at once, and says no more than one that may bound nothing.
#[test]
fn searches_can_be_stopped() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let start: Position = "8x8".parse().unwrap();
    let start = start.narrow().unwrap();
    let patience = |search| Ladder::new(Climb::default().with_local_search(search));
    let stopped = patience(usize::MAX).ended_by(&STOP).bounds(&start);
    assert!(stopped.width() > 0);
    assert_eq!(stopped, patience(0).bounds(&start));
}

/// Both words give the same bounds.
#[test]
fn narrow_and_wide_words_agree() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut ladders = (Ladder::new(Default::default()), Ladder::new(Default::default()));
    for _ in 0..300 {
        let position = random::playout(&mut rng, Size::new(6, 6).unwrap(), 4..25);
        let narrow = position.narrow().unwrap();
        assert_eq!(position_bounds(&position), position_bounds(&narrow), "{position}");
        for (wide, narrow) in areas(&position).iter().zip(areas(&narrow)) {
            if narrow.empty().count() < 10 {
                let judged = (ladders.0.judge(wide), ladders.1.judge(&narrow));
                assert_eq!(judged.0.tempo, judged.1.tempo, "{position}");
                assert_eq!(judged.0.bounds, judged.1.bounds, "{position}");
            }
        }
    }
}
