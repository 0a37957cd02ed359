//! Positions as the search sees them: active areas, and free moves for all the rest.

use std::fmt;

use otrera_board::{Bits, Color, Geometry, Move, Position, Symmetry};

/// What is left of a position, and who is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<B: 'static> {
    pub geometry: &'static Geometry<B>,
    pub amazons: [B; 2],
    pub empty: B,
    /// Free moves: Black's if positive, White's if negative.
    pub free: i32,
    pub mover: Color,
}

impl<B: Bits> Node<B> {
    /// The node of a position, as it stands.
    pub fn of(position: &Position<B>) -> Node<B> {
        Node {
            geometry: position.geometry(),
            amazons: Color::ALL.map(|color| position.amazons(color)),
            empty: position.empty(),
            free: 0,
            mover: position.to_move(),
        }
    }

    /// Calls for everything that the player to move can do, until it returns true: with the move,
    /// if it is not a free one.
    ///
    /// Of moves that a symmetry of the node makes equal, one is enough. While anything else is left, a
    /// free move helps in zugzwangs only; it comes last.
    pub fn any_move(&self, mut visit: impl FnMut(Option<Move>, Node<B>) -> bool) -> bool {
        let size = self.geometry.size();
        let occupied = self.geometry.board() & !self.empty;
        let own = self.amazons[self.mover as usize];
        let next = Node { mover: !self.mover, ..*self };
        let symmetries = self.symmetries();
        let found = self.geometry.any_walk(own, occupied, |from, to, shots| {
            let mut moved = next;
            moved.amazons[self.mover as usize] ^= B::of(from) | B::of(to);
            shots.squares().any(|arrow| {
                let mv = Move { from, to, arrow };
                if symmetries.iter().flatten().any(|symmetry| symmetry.mv(size, mv) < mv) {
                    return false;
                }
                moved.empty = (self.empty | B::of(from)) & !(B::of(to) | B::of(arrow));
                visit(Some(mv), moved)
            })
        });
        if found {
            return true;
        }
        let used = match self.mover {
            Color::Black if self.free > 0 => -1,
            Color::White if self.free < 0 => 1,
            _ => return false,
        };
        visit(None, Node { free: self.free + used, ..next })
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

    /// The symmetries of the board, but for the one that does nothing, that leave the node as it is.
    fn symmetries(&self) -> [Option<Symmetry>; 3] {
        let size = self.geometry.size();
        let sets = [self.amazons[0], self.amazons[1], self.empty];
        MIRRORS.map(|mirror| sets.iter().all(|&set| mirror.keeps(size, set)).then_some(mirror))
    }

    /// The node as a mirror shows it.
    pub fn image(&self, mirror: Symmetry) -> Node<B> {
        let image = |set: B| mirror.set(self.geometry.size(), set);
        Node { amazons: self.amazons.map(image), empty: image(self.empty), ..*self }
    }
}

/// What can be done to any rectangle. Quarter turns, which squares allow as well, are not looked for: no start
/// has one.
pub(crate) const MIRRORS: [Symmetry; 3] = {
    let [_, across, upright, both] = Symmetry::OF_RECTANGLE;
    [across, upright, both]
};

impl<B: Bits> fmt::Display for Node<B> {
    /// The board with what is settled burnt, and the free moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.amazons;
        let size = self.geometry.size();
        let burnt = self.geometry.board() & !(black | white | self.empty);
        match Position::new(size, black, white, burnt, self.mover) {
            Ok(position) => write!(f, "{position} with {} free moves for Black", self.free),
            Err(error) => write!(f, "{error}"),
        }
    }
}

/// The legal moves of a position in sets that its symmetries make equal.
///
/// ```
/// use otrera_board::Position;
/// use otrera_solver::distinct_moves;
///
/// // Each first move of 5×5 has a mirror image.
/// let start: Position = "5x5".parse()?;
/// let sets = distinct_moves(&start);
/// assert_eq!((sets.len(), sets[0].len(), start.moves().count()), (130, 2, 260));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distinct_moves<B: Bits>(position: &Position<B>) -> Vec<Vec<Move>> {
    let node = Node::of(position);
    let symmetries = node.symmetries();
    let mut distinct = Vec::new();
    for mv in position.moves() {
        let mut images: Vec<Move> =
            symmetries.iter().flatten().map(|symmetry| symmetry.mv(position.size(), mv)).collect();
        images.push(mv);
        images.sort();
        images.dedup();
        if images[0] == mv {
            distinct.push(images);
        }
    }
    distinct
}
