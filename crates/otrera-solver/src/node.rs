//! Positions as the search sees them: active areas, and one integer for all the rest.

use std::fmt;

use otrera_board::{Bits, Color, Geometry, Move, Position, Square};

/// What is left of a position, and who is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<B: 'static> {
    pub geometry: &'static Geometry<B>,
    pub amazons: [B; 2],
    pub empty: B,
    /// Free moves: Black's if positive, White's if negative.
    pub number: i32,
    pub mover: Color,
}

impl<B: Bits> Node<B> {
    /// The node of a position, as it stands.
    pub fn of(position: &Position<B>) -> Node<B> {
        Node {
            geometry: position.geometry(),
            amazons: Color::ALL.map(|color| position.amazons(color)),
            empty: position.empty(),
            number: 0,
            mover: position.to_move(),
        }
    }

    /// Calls for everything that the player to move can do, until it returns true: with the move,
    /// if it is not one in the number.
    ///
    /// Of moves that a symmetry of the node makes equal, one is enough. While anything but the number is
    /// left, moving in the number helps in zugzwangs only; it comes last.
    pub fn any_move(&self, mut visit: impl FnMut(Option<Move>, Node<B>) -> bool) -> bool {
        let geometry = self.geometry;
        let occupied = geometry.board() & !self.empty;
        let next = Node { mover: !self.mover, ..*self };
        let symmetries = self.symmetries();
        for from in self.amazons[self.mover as usize].squares() {
            let lifted = occupied ^ B::of(from);
            for to in geometry.slides(from, occupied).squares() {
                let mut moved = next;
                moved.amazons[self.mover as usize] ^= B::of(from) | B::of(to);
                for arrow in geometry.slides(to, lifted).squares() {
                    let mv = Move { from, to, arrow };
                    if symmetries.iter().flatten().any(|symmetry| symmetry.image(self, mv) < mv) {
                        continue;
                    }
                    moved.empty = (self.empty | B::of(from)) & !(B::of(to) | B::of(arrow));
                    if visit(Some(mv), moved) {
                        return true;
                    }
                }
            }
        }
        let used = match self.mover {
            Color::Black if self.number > 0 => -1,
            Color::White if self.number < 0 => 1,
            _ => return false,
        };
        visit(None, Node { number: self.number + used, ..next })
    }

    /// What a move leads to, if it is legal here.
    pub fn after(&self, mv: Move) -> Option<Node<B>> {
        let occupied = self.geometry.board() & !self.empty;
        let own = self.amazons[self.mover as usize];
        let legal = own.has(mv.from)
            && self.geometry.slides(mv.from, occupied).has(mv.to)
            && self.geometry.slides(mv.to, occupied ^ B::of(mv.from)).has(mv.arrow);
        if !legal {
            return None;
        }
        let mut moved = Node { mover: !self.mover, ..*self };
        moved.amazons[self.mover as usize] ^= B::of(mv.from) | B::of(mv.to);
        moved.empty = (self.empty | B::of(mv.from)) & !(B::of(mv.to) | B::of(mv.arrow));
        Some(moved)
    }

    /// The move that leads to a node, as far as what the node still has tells.
    pub fn move_to(&self, after: &Node<B>) -> Option<Move> {
        let color = self.mover as usize;
        let from = (self.amazons[color] & !after.amazons[color]).first()?;
        let to = (after.amazons[color] & !self.amazons[color]).first()?;
        let gone = (self.empty | B::of(from)) & !after.empty & !B::of(to);
        let mut gone = gone.squares();
        match (gone.next(), gone.next()) {
            (Some(arrow), None) => Some(Move { from, to, arrow }),
            // More has gone than the arrow's square: a part of the board was settled.
            _ => None,
        }
    }

    /// The symmetries of the board that leave the node as it is.
    fn symmetries(&self) -> [Option<Symmetry>; 3] {
        Symmetry::ALL.map(|symmetry| {
            let sets = [self.amazons[0], self.amazons[1], self.empty];
            let kept = |set: &B| set.squares().all(|square| set.has(symmetry.of(self, square)));
            sets.iter().all(kept).then_some(symmetry)
        })
    }
}

impl<B: Bits> fmt::Display for Node<B> {
    /// The board with what is settled burnt, and the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.amazons;
        let size = self.geometry.size();
        let burnt = self.geometry.board() & !(black | white | self.empty);
        match Position::new(size, black, white, burnt, self.mover) {
            Ok(position) => write!(f, "{position} with {} free moves for Black", self.number),
            Err(error) => write!(f, "{error}"),
        }
    }
}

/// The legal moves of a position in sets that its symmetries make equal.
pub fn distinct_moves<B: Bits>(position: &Position<B>) -> Vec<Vec<Move>> {
    let node = Node::of(position);
    let symmetries = node.symmetries();
    let mut distinct = Vec::new();
    for mv in position.moves() {
        let mut images: Vec<Move> =
            symmetries.iter().flatten().map(|symmetry| symmetry.image(&node, mv)).collect();
        images.push(mv);
        images.sort();
        images.dedup();
        if images[0] == mv {
            distinct.push(images);
        }
    }
    distinct
}

/// A symmetry of all rectangles but doing nothing: it exchanges left and right, top and bottom, or both.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry {
    across: bool,
    upright: bool,
}

impl Symmetry {
    pub const ALL: [Symmetry; 3] = [
        Symmetry { across: true, upright: false },
        Symmetry { across: false, upright: true },
        Symmetry { across: true, upright: true },
    ];

    fn of<B: Bits>(self, node: &Node<B>, square: Square) -> Square {
        let size = node.geometry.size();
        let (mut file, mut rank) = (size.file(square), size.rank(square));
        if self.across {
            file = size.width() - 1 - file;
        }
        if self.upright {
            rank = size.height() - 1 - rank;
        }
        size.square(file, rank).expect("a mirrored square is on the board")
    }

    /// The node as a mirror shows it.
    pub fn image_of<B: Bits>(self, node: &Node<B>) -> Node<B> {
        let mirrored = |set: B| {
            set.squares().fold(B::EMPTY, |image, square| image | B::of(self.of(node, square)))
        };
        Node { amazons: node.amazons.map(mirrored), empty: mirrored(node.empty), ..*node }
    }

    /// The move as a mirror shows it.
    pub fn image<B: Bits>(self, node: &Node<B>, mv: Move) -> Move {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|square| self.of(node, square));
        Move { from, to, arrow }
    }
}
