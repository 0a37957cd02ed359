//! Turns and mirror images.

mod random;

use otrera_board::{Bits, Move, Position, Size, Square, Symmetry};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// An image is the same game: its moves are the images of the moves, and lead to images.
    #[test]
    fn moves_of_an_image(position in random::sizes().prop_flat_map(random::positions)) {
        let size = position.size();
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&position);
            prop_assert_eq!(symmetry.inverse().position(&image), position);
            let mut moves: Vec<Move> =
                position.moves().map(|mv| symmetry.mv(size, mv)).collect();
            moves.sort();
            prop_assert_eq!(moves, image.moves().collect::<Vec<Move>>());
            if let Some(mv) = position.moves().last() {
                let after = symmetry.position(&position.play(mv).unwrap());
                prop_assert_eq!(image.play(symmetry.mv(size, mv)).unwrap(), after);
            }
            let kept = symmetry.size(size) == size && image.burnt() == position.burnt();
            if symmetry.size(size) == size {
                prop_assert_eq!(symmetry.keeps(size, position.burnt()), kept);
            }
        }
    }
}

/// The eight are different, and those of a board lay it on itself.
#[test]
fn eight_pictures() {
    let mut pictures = Symmetry::ALL.map(|symmetry| {
        let picture: Position = "bw./.../x.. w".parse().unwrap();
        symmetry.position(&picture).to_string()
    });
    pictures.sort();
    assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]), "{pictures:?}");
    assert!(Symmetry::ALL.is_sorted());
    for (width, height, count) in [(3, 3, 8), (5, 4, 4), (1, 7, 4)] {
        let size = Size::new(width, height).unwrap();
        assert_eq!(Symmetry::of(size).len(), count);
        let board = u128::geometry(size).unwrap().board();
        for symmetry in Symmetry::of(size) {
            assert_eq!(symmetry.size(size), size);
            assert!(symmetry.keeps(size, board));
        }
    }
}

/// Squares beyond the first word.
#[test]
fn long_boards() {
    let size = Size::new(128, 1).unwrap();
    let last = Square::new(127).unwrap();
    for (number, expected) in [(0, 127), (1, 0), (2, 127), (4, 127), (5, 0)] {
        assert_eq!(Symmetry::ALL[number].square(size, last).index(), expected);
    }
}
