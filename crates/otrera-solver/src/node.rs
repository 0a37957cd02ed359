//! Positions as the search sees them: active areas, and one integer for all the rest.

use otrera_area::{areas_of, color_of, player_of, split};
use otrera_board::{Bits, Color, Geometry, Position};
use otrera_cgt::{TempoBounds, TempoSum};

/// What is left of a position, and who is to move.
///
/// Sound: an area with equal lower and upper bound has that integer as its value, and replacing a
/// summand by an equal one changes no outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<B: 'static> {
    pub geometry: &'static Geometry<B>,
    pub amazons: [B; 2],
    pub empty: B,
    /// Free moves: Black's if positive, White's if negative.
    pub number: i32,
    pub mover: Color,
}

/// A node with what is known of it at first sight.
pub(crate) struct Settled<B: 'static> {
    pub node: Node<B>,
    pub bounds: TempoBounds,
    pub winner: Option<Color>,
}

impl<B: Bits> Node<B> {
    /// The node of a position.
    pub fn of(position: &Position<B>) -> Settled<B> {
        Node {
            geometry: position.geometry(),
            amazons: Color::ALL.map(|color| position.amazons(color)),
            empty: position.empty(),
            number: 0,
            mover: position.to_move(),
        }
        .settled()
    }

    /// Moves integers to the number, drops what is dead, and adds up the bounds.
    pub fn settled(self) -> Settled<B> {
        let mut node = Node { amazons: [B::EMPTY; 2], empty: B::EMPTY, ..self };
        let mut sum = TempoSum::default();
        for area in areas_of(self.geometry, self.amazons, self.empty) {
            let bounds = split(&area);
            if bounds.width() == 0 {
                node.number += bounds.lower();
                continue;
            }
            sum.add(bounds);
            node.empty |= area.empty();
            for color in Color::ALL {
                node.amazons[color as usize] |= area.amazons(color);
            }
        }
        sum.add(TempoBounds::exactly(node.number));
        let bounds = sum.total();
        let winner = bounds.winner(player_of(node.mover)).map(color_of);
        Settled { node, bounds, winner }
    }

    /// Calls for everything that the player to move can do, until it returns true.
    pub fn any_move(&self, mut visit: impl FnMut(Settled<B>) -> bool) -> bool {
        let geometry = self.geometry;
        let occupied = geometry.board() & !self.empty;
        let next = Node { mover: !self.mover, ..*self };
        for from in self.amazons[self.mover as usize].squares() {
            let lifted = occupied ^ B::of(from);
            for to in geometry.slides(from, occupied).squares() {
                let mut moved = next;
                moved.amazons[self.mover as usize] ^= B::of(from) | B::of(to);
                for arrow in geometry.slides(to, lifted).squares() {
                    moved.empty = (self.empty | B::of(from)) & !(B::of(to) | B::of(arrow));
                    if visit(moved.settled()) {
                        return true;
                    }
                }
            }
        }
        // A free move. It is needed in zugzwangs only, and costs next to nothing elsewhere.
        let used = match self.mover {
            Color::Black if self.number > 0 => -1,
            Color::White if self.number < 0 => 1,
            _ => return false,
        };
        visit(Node { number: self.number + used, ..next }.settled())
    }
}
