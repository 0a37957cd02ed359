//! Areas with blockers as games, by nothing but the rules: what tables are checked against.

use otrera_board::{Bits, Geometry, Move, Position, Size, Square, Symmetry};
use otrera_cgt::{Game, Player, Sum};
use smallvec::SmallVec;

use crate::connect::connected_pieces;

/// An area in which some of Black's amazons are blockers: the first move of a blocker must shoot back to
/// where she stood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Guarded {
    pub black: u64,
    /// Those of the black ones that are blockers.
    pub blockers: u64,
    pub white: u64,
    pub empty: u64,
}

/// The side of the board that areas are laid on, larger than any box.
const SIDE: u8 = 8;

/// What a move leaves.
pub(crate) type Left = SmallVec<[Guarded; 2]>;

impl Guarded {
    /// The board that areas are laid on.
    pub fn geometry() -> &'static Geometry<u64> {
        let size = Size::new(SIDE.into(), SIDE.into()).expect("a board");
        u64::geometry(size).expect("64 squares")
    }

    /// The least of its eight pictures, in the corner of the board: the same for areas that are moved,
    /// turned or mirrored.
    pub fn picture(&self) -> Guarded {
        let size = Guarded::geometry().size();
        let picture = |turn: Symmetry| {
            let turned = self.map(|set| turn.set(size, set));
            let all = turned.black | turned.white | turned.empty;
            let lowest = |of: fn(Size, Square) -> usize| {
                all.squares().map(|square| of(size, square)).min().unwrap_or(0)
            };
            let corner = lowest(Size::rank) * size.width() + lowest(Size::file);
            turned.map(|set| set >> corner)
        };
        Symmetry::ALL.map(picture).into_iter().min().expect("eight pictures")
    }

    fn map(&self, change: impl Fn(u64) -> u64) -> Guarded {
        Guarded {
            black: change(self.black),
            blockers: change(self.blockers),
            white: change(self.white),
            empty: change(self.empty),
        }
    }

    /// Calls for each move of a player with what it leaves, without what is dead.
    pub fn each_move(&self, player: Player, mut visit: impl FnMut(Left)) {
        let geometry = Guarded::geometry();
        let occupied = geometry.board() & !self.empty;
        let own = if player == Player::Left { self.black } else { self.white };
        geometry.any_move(own, occupied, |Move { from, to, arrow }| {
            if self.blockers.has(from) && arrow != from {
                return false;
            }
            let moved = own & !u64::of(from) | u64::of(to);
            let mut after = *self;
            match player {
                Player::Left => after.black = moved,
                Player::Right => after.white = moved,
            }
            after.blockers &= !u64::of(from);
            after.empty = (self.empty | u64::of(from)) & !(u64::of(to) | u64::of(arrow));
            visit(after.pieces());
            false
        });
    }

    /// The connected pieces that hold an amazon and an empty square.
    pub fn pieces(&self) -> Left {
        let all = self.black | self.white | self.empty;
        let pieces = connected_pieces(Guarded::geometry(), all);
        let pieces = pieces.map(|piece| self.map(|set| set & piece));
        pieces.filter(|piece| piece.empty != 0 && piece.black | piece.white != 0).collect()
    }

    /// As position text; blockers are named after it.
    pub fn text(&self) -> String {
        let geometry = Guarded::geometry();
        let burnt = geometry.board() & !(self.black | self.white | self.empty);
        let size = geometry.size();
        let position =
            Position::new(size, self.black, self.white, burnt, otrera_board::Color::White);
        let mut text = position.map_or_else(|error| error.to_string(), |it| it.to_string());
        if self.blockers != 0 {
            let names = self.blockers.squares().map(|square| size.name(square).to_string());
            text += &format!(" with blockers {}", names.collect::<Vec<_>>().join(" "));
        }
        text
    }
}

impl Game for Guarded {
    fn options(&self, player: Player) -> Vec<Sum<Guarded>> {
        let mut options = Vec::new();
        self.each_move(player, |left| options.push(left.into_iter().collect()));
        options
    }
}
