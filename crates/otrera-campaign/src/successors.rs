//! What follows from the rules alone: positions up to symmetry, and those that a move leads to.

use std::fmt;

use otrera_board::{Bits, Color, Move, Position, Size, Symmetry};

/// One representative of a position and its turns and mirror images, on one board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// How many squares are burnt: a move burns one, so what follows from a position comes after it.
    level: u32,
    /// Burnt squares, Black's amazons, White's.
    sets: [u64; 3],
    to_move: Color,
}

impl Key {
    /// The key of a position.
    pub fn of(position: &Position<u64>) -> Key {
        Key::oriented(position).0
    }

    /// The key, and a symmetry that carries the position to it.
    pub fn oriented(position: &Position<u64>) -> (Key, Symmetry) {
        let size = position.size();
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let sets = [position.burnt(), black, white];
        let images = Symmetry::of(size).iter().map(|&symmetry| {
            let image = sets.map(|set| symmetry.set(size, set));
            (image, symmetry)
        });
        let (sets, symmetry) = images.min().expect("a board is at least its own image");
        let key = Key { level: position.burnt().count(), sets, to_move: position.to_move() };
        (key, symmetry)
    }

    /// The position itself, on the board it came from.
    pub fn position(&self, size: Size) -> Position<u64> {
        let [burnt, black, white] = self.sets;
        Position::new(size, black, white, burnt, self.to_move).expect("it came from a position")
    }

    /// The position as text.
    pub fn text(&self, size: Size) -> String {
        self.position(size).to_string()
    }

    /// Reads what [`text`](Self::text) writes; nothing else is a key of this board.
    pub fn parse(text: &str, size: Size) -> Result<Key, NoKey> {
        let position: Position = text.parse().map_err(|_| NoKey::NoPosition)?;
        let position = position.narrow().filter(|_| position.size() == size);
        let position = position.ok_or(NoKey::OtherBoard(size))?;
        let key = Key::of(&position);
        if key.text(size) == text { Ok(key) } else { Err(NoKey::OtherSpelling(key.text(size))) }
    }
}

/// Why a text is not the key of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoKey {
    /// It is no position.
    #[error("it is no position")]
    NoPosition,
    /// Its board is another one.
    #[error("it is not on the {0} board")]
    OtherBoard(Size),
    /// Another image or spelling stands for it.
    #[error("expected the same position as {0}")]
    OtherSpelling(String),
}

/// What a move leads to.
#[derive(Clone, Copy)]
pub struct Successor {
    /// The first of the moves that lead there.
    pub mv: Move,
    /// The position after it, as it stands.
    pub position: Position<u64>,
    /// Its key.
    pub key: Key,
}

impl fmt::Debug for Successor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.mv.text(self.position.size()), self.position)
    }
}

/// All that the moves of a position lead to, once for all images, in the order of their keys.
pub fn successors(position: &Position<u64>) -> Vec<Successor> {
    let after = |mv: Move| {
        let mut position = *position;
        position.make(mv);
        Successor { mv, position, key: Key::of(&position) }
    };
    let mut all: Vec<Successor> = position.moves().map(after).collect();
    all.sort_by_key(|successor| (successor.key, successor.mv));
    all.dedup_by_key(|successor| successor.key);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(board: &str) -> Position<u64> {
        board.parse::<Position>().unwrap().narrow().unwrap()
    }

    /// 260 first moves of 5×5 are published; each has a mirror image.
    #[test]
    fn first_moves_up_to_symmetry() {
        assert_eq!(successors(&start("5x5")).len(), 130);
        assert_eq!(successors(&start("b.w")).len(), 1);
        assert!(successors(&start("bxw")).is_empty());
    }

    #[test]
    fn images_share_a_key_and_the_text_names_one_of_them() {
        let after = &successors(&start("5x6"))[17].position;
        let key = Key::of(after);
        for &symmetry in Symmetry::of(after.size()) {
            assert_eq!(Key::of(&symmetry.position(after)), key);
        }
        let (_, symmetry) = Key::oriented(after);
        assert_eq!(symmetry.position(after), key.position(after.size()));
        let text = key.text(after.size());
        assert_eq!(Key::parse(&text, after.size()), Ok(key));
        let spelled = symmetry.position(&key.position(after.size())).to_string();
        let mirrored = Symmetry::OF_RECTANGLE[1].position(&key.position(after.size())).to_string();
        assert!(spelled == text || mirrored != text);
        assert!(matches!(Key::parse(&mirrored, after.size()), Err(NoKey::OtherSpelling(_))));
        assert_eq!(Key::parse("b.w w", after.size()), Err(NoKey::OtherBoard(after.size())));
        assert_eq!(Key::parse("nothing", after.size()), Err(NoKey::NoPosition));
    }
}
