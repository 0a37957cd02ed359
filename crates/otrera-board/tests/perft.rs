//! Published move counts, from a data file that names its source.

use otrera_board::{Bits, Position};

/// Rows beyond this are left to the command line.
const LARGEST_IN_SUITE: u64 = 100_000_000;

/// Rows up to this are also counted leaf by leaf, without bulk counting.
const LARGEST_LEAF_BY_LEAF: u64 = 10_000_000;

fn leaf_by_leaf<B: Bits>(position: &mut Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for mv in position.moves() {
        position.make(mv);
        leaves += leaf_by_leaf(position, depth - 1);
        position.unmake(mv);
    }
    leaves
}

#[test]
fn published_counts() {
    let mut rows = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[board, text, depth, count] = fields.as_slice() else { panic!("bad row: {line}") };
        let position: Position = text.parse().unwrap();
        assert_eq!(board.parse(), Ok(position), "{board} is the standard start");
        let (depth, count) = (depth.parse().unwrap(), count.parse().unwrap());
        if count > LARGEST_IN_SUITE {
            continue;
        }
        rows += 1;
        assert_eq!(position.perft(depth), count, "{line}");
        if let Some(mut narrow) = position.narrow() {
            assert_eq!(narrow.perft(depth), count, "{line}");
            if count <= LARGEST_LEAF_BY_LEAF {
                assert_eq!(leaf_by_leaf(&mut narrow, depth), count, "{line}");
            }
        }
    }
    assert_eq!(rows, 20, "all rows but the largest were counted");
}

#[test]
fn the_end_of_the_game_has_no_sequences() {
    let over: Position = "xx/xw w".parse().unwrap();
    assert_eq!([0, 1, 2, 1000].map(|depth| over.perft(depth)), [1, 0, 0, 0]);
}
