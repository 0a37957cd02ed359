//! The fast rules against the slow twin.

mod random;
mod slow_twin;

use otrera_board::{Bits, Color, Move, Position, Square};
use proptest::prelude::*;
use slow_twin::bridge::slow;
use slow_twin::{Point, Triple};

fn triple<B: Bits>(position: &Position<B>, mv: Move) -> Triple {
    let size = position.size();
    let point = |s: Square| -> Point { (size.file(s) as i32, size.rank(s) as i32) };
    (point(mv.from), point(mv.to), point(mv.arrow))
}

/// Everything that the two implementations can say of one position.
fn compare<B: Bits>(position: &Position<B>) {
    let board = slow(position);
    let fast: Vec<Move> = position.moves().collect();
    assert!(fast.is_sorted(), "moves come in order");
    let mut listed: Vec<Triple> = fast.iter().map(|&mv| triple(position, mv)).collect();
    let mut expected = board.moves();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected, "{position}");
    let mut visited = Vec::new();
    let own = position.amazons(position.to_move());
    assert!(!position.geometry().any_move(own, position.occupied(), |mv| {
        visited.push(mv);
        false
    }));
    assert_eq!(visited, fast, "{position}: visited in the same order");
    assert_eq!(position.count_moves(), expected.len() as u64, "{position}");
    assert_eq!(position.is_over(), expected.is_empty(), "{position}");
    assert_eq!(position.hash(), position.hash_from_scratch());
    let mut play = *position;
    for &mv in fast.iter().step_by(1 + fast.len() / 24) {
        assert_eq!(position.check(mv), Ok(()));
        play.make(mv);
        assert_eq!(slow(&play), board.play(triple(position, mv)), "{position}");
        assert_eq!(play.hash(), play.hash_from_scratch(), "{position}");
        play.unmake(mv);
        assert_eq!(play, *position);
        assert_eq!(play.hash(), position.hash());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12_000))]

    /// Random positions: 12 000 of them, over all sizes, in both words where they fit.
    #[test]
    fn fast_equals_slow(position in random::sizes().prop_flat_map(random::positions)) {
        compare(&position);
        if let Some(narrow) = position.narrow() {
            compare(&narrow);
            prop_assert_eq!(narrow.hash(), position.hash());
            prop_assert_eq!(narrow.widen(), position);
        }
    }

    /// The verdict on arbitrary triples: legal exactly if the twin lists them.
    #[test]
    fn illegal_moves_are_refused(
        position in random::sizes().prop_flat_map(random::positions),
        squares in prop::collection::vec((0..128usize, 0..128usize, 0..128usize), 8),
    ) {
        let squares_of_board = position.size().squares();
        let board = slow(&position).moves();
        for (from, to, arrow) in squares {
            let [from, to, arrow] =
                [from, to, arrow].map(|n| random::square(n % (squares_of_board + 1).min(128)));
            let mv = Move { from, to, arrow };
            let on_board = [from, to, arrow].iter().all(|s| s.index() < squares_of_board);
            let legal = on_board && board.contains(&triple(&position, mv));
            prop_assert_eq!(position.check(mv).is_ok(), legal);
            prop_assert_eq!(position.play(mv).is_ok(), legal);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Real games from every standard start, to the end.
    #[test]
    fn fast_equals_slow_in_playouts(
        name in prop::sample::select(vec!["4x4", "5x6", "7x4", "6x6", "8x8", "10x10"]),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 100),
    ) {
        let mut position: Position = name.parse().unwrap();
        for choice in choices {
            compare(&position);
            let moves: Vec<Move> = position.moves().collect();
            if moves.is_empty() {
                return Ok(());
            }
            position = position.play(*choice.get(&moves)).unwrap();
        }
        prop_assert!(false, "no game lasts longer than its board has squares");
    }
}

#[test]
fn an_arrow_may_land_where_the_amazon_stood() {
    let position: Position = "w. w".parse().unwrap();
    let moves: Vec<String> = position.moves().map(|mv| mv.text(position.size())).collect();
    assert_eq!(moves, ["A1-B1xA1"]);
    let after = position.play(position.moves().next().unwrap()).unwrap();
    assert_eq!(after.to_string(), "xw b");
    assert!(after.is_over(), "Black has no amazons");
}

#[test]
fn each_reason_for_an_illegal_move() {
    let position: Position = "b..x/w.../.... w".parse().unwrap();
    let why = |text: &str| {
        let mv = Move::parse(text, position.size()).unwrap();
        position.check(mv).unwrap_err().to_string()
    };
    assert_eq!(
        why("A3-B3xC3"),
        "A3-B3xC3 is illegal: the amazon on A3 is Black's, and White is to move"
    );
    assert_eq!(why("B1-B2xC3"), "B1-B2xC3 is illegal: there is no amazon on B1");
    assert_eq!(why("A2-A2xA1"), "A2-A2xA1 is illegal: the amazon has to leave A2");
    assert_eq!(why("A2-A1xA1"), "A2-A1xA1 is illegal: the arrow has to leave A1");
    assert_eq!(
        why("A2-A3xA1"),
        "A2-A3xA1 is illegal: the amazon cannot go from A2 to A3: an amazon stands there"
    );
    assert_eq!(
        why("A2-C1xA1"),
        "A2-C1xA1 is illegal: the amazon cannot go from A2 to C1: they share no row, column or diagonal"
    );
    assert_eq!(
        why("A2-D2xD3"),
        "A2-D2xD3 is illegal: the arrow cannot go from D2 to D3: it is burnt"
    );
    assert_eq!(
        why("A2-A1xA3"),
        "A2-A1xA3 is illegal: the arrow cannot go from A1 to A3: an amazon stands there"
    );
    let split: Position = "wxb. w".parse().unwrap();
    let leap = Move::parse("A1-D1xB1", split.size()).unwrap();
    assert_eq!(
        split.check(leap).unwrap_err().to_string(),
        "A1-D1xB1 is illegal: the amazon's way from A1 to D1 is blocked at B1: it is burnt"
    );
}

#[test]
fn positions_are_checked() {
    let size = otrera_board::Size::new(3, 2).unwrap();
    let new = |black, white, burnt| {
        Position::<u64>::new(size, black, white, burnt, Color::White).map_err(|e| e.to_string())
    };
    assert!(new(0b001, 0b010, 0b100).is_ok());
    assert_eq!(new(1, 1, 0), Err("square A1 of a board of 3x2 holds two things".into()));
    assert_eq!(new(2, 0, 2), Err("square B1 of a board of 3x2 holds two things".into()));
    assert_eq!(new(1 << 6, 0, 0), Err("square number 6 is not on a board of 3x2".into()));
    let large = otrera_board::Size::new(10, 10).unwrap();
    let error = Position::<u64>::new(large, 0, 0, 0, Color::White).unwrap_err();
    assert_eq!(error.to_string(), "a board of 10x10 does not fit in 64 bits");
}

/// One thing on one square: all such positions differ, in each word and from the bare
/// boards, whatever stands where.
#[test]
fn the_hash_tells_contents_apart() {
    let size = otrera_board::Size::new(128, 1).unwrap();
    let mut hashes = vec![];
    for n in 0..128 {
        for sets in [[1u128 << n, 0, 0], [0, 1 << n, 0], [0, 0, 1 << n]] {
            let [black, white, burnt] = sets;
            for to_move in Color::ALL {
                hashes.push(Position::new(size, black, white, burnt, to_move).unwrap().hash());
            }
        }
    }
    for text in ["2/2 w", "2/2 b", ".... w", "1/1/1/1 w"] {
        hashes.push(text.parse::<Position>().unwrap().hash());
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

/// The hash may be written to disk, so it must not change between releases. Expected
/// values from a Python program that follows the description in `zobrist.rs`.
#[test]
fn the_hash_is_the_same_for_ever() {
    let hash = |text: &str| text.parse::<Position>().unwrap().hash();
    assert_eq!(hash("4x4"), 0x45def6a1c39f1941);
    assert_eq!(hash("10x10 b"), 0x01366d660a5902ec);
    assert_eq!(hash("x.b/w.. w"), 0xb2d414278f91e679);
}
