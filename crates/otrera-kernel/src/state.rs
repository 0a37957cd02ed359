//! Positions as a proof sees them.
//!
//! One player is claimed to win: the *winner*; the other is the *loser*. An area is a connected set
//! of squares that are not burnt. Nobody ever leaves an area or shoots out of it.
//!
//! **Dead areas.** Where there is no amazon or no empty square nobody can ever move. Such areas are
//! taken off the board.
//!
//! **Areas of one colour.** If only one player has amazons in an area, only he ever moves there, at most
//! as often as the longest sequence of moves allows, and exactly so often if he likes, whatever happens
//! elsewhere. The area is as good as that many *free moves*, and is taken off the board if it is
//! small enough to try all sequences. Free moves of both players cancel: who has the
//! answer to each of the other's free moves loses nothing by it. So one number is kept: the
//! winner's free moves less the loser's.

use otrera_board::{Bits, Color, Geometry, Move, Position};

use crate::areas::{Territories, pieces};

/// One of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Who is claimed to win.
    Winner,
    /// The other.
    Loser,
}

/// What a player does: a move, or none for a free move.
pub type Play = Option<Move>;

/// A position as a proof sees it: amazons, empty squares and free moves. Who is to move is known from
/// where it comes up.
#[derive(Clone, Copy, Debug)]
pub struct State<B: 'static> {
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
    free: i32,
}

/// More free moves than any board has squares, and so few that nothing overflows.
const MOST_FREE: u32 = 1 << 16;

impl<B: Bits> State<B> {
    /// The winner's amazons and the loser's, empty squares and free moves; none if something is off the
    /// board, if two things are on one square, or if there are absurdly many free moves.
    pub fn new(
        geometry: &'static Geometry<B>,
        amazons: [B; 2],
        empty: B,
        free: i32,
    ) -> Option<State<B>> {
        let [winners, losers] = amazons;
        let off_board = (winners | losers | empty) & !geometry.board();
        let shared = winners & losers | (winners | losers) & empty;
        let valid = (off_board | shared).is_empty() && free.unsigned_abs() <= MOST_FREE;
        valid.then_some(State { geometry, amazons, empty, free })
    }

    /// The tables of its board.
    pub fn geometry(&self) -> &'static Geometry<B> {
        self.geometry
    }

    /// The amazons of one of the players.
    pub fn amazons(&self, side: Side) -> B {
        self.amazons[side as usize]
    }

    /// The empty squares. All others are closed, or have amazons.
    pub fn empty(&self) -> B {
        self.empty
    }

    /// The winner's free moves; the loser's, if negative.
    pub fn free(&self) -> i32 {
        self.free
    }

    /// A position as it stands, with this winner. Panics if it is none: see [`Position::make`].
    pub fn of(position: &Position<B>, winner: Color) -> State<B> {
        let amazons = [position.amazons(winner), position.amazons(!winner)];
        State::new(position.geometry(), amazons, position.empty(), 0).expect("a valid position")
    }

    /// The same without dead areas and small areas of one colour.
    pub(crate) fn reduced(&self, territories: &mut Territories<B>) -> State<B> {
        let [winners, losers] = self.amazons;
        let mut next = State { amazons: [B::EMPTY; 2], empty: B::EMPTY, ..*self };
        for area in pieces(self.geometry, winners | losers | self.empty) {
            let [own, other, empty] = [winners & area, losers & area, self.empty & area];
            if empty.is_empty() || (own | other).is_empty() {
                continue;
            }
            let one_colour = own.is_empty() || other.is_empty();
            if !(one_colour && territories.takes(own | other, empty)) {
                next.amazons[0] |= own;
                next.amazons[1] |= other;
                next.empty |= empty;
                continue;
            }
            let moves = territories.longest(own | other, empty) as i32;
            next.free += if other.is_empty() { moves } else { -moves };
        }
        next
    }

    /// Calls with all that a player can do and what it leads to, until it returns true. The loops are its own:
    /// of the board's rules no more is trusted than slides and neighbours.
    pub fn any_play(&self, side: Side, mut visit: impl FnMut(Play, State<B>) -> bool) -> bool {
        let occupied = self.geometry.board() & !self.empty;
        for from in self.amazons[side as usize].squares() {
            for to in self.geometry.slides(from, occupied).squares() {
                for arrow in self.geometry.slides(to, occupied ^ B::of(from)).squares() {
                    let mv = Move { from, to, arrow };
                    if visit(Some(mv), self.moved(side, mv)) {
                        return true;
                    }
                }
            }
        }
        self.after(side, None).is_some_and(|next| visit(None, next))
    }

    /// What a play leads to, if the player has it.
    pub fn after(&self, side: Side, play: Play) -> Option<State<B>> {
        let Some(mv) = play else {
            let used = if side == Side::Winner { 1 } else { -1 };
            return (self.free * used > 0).then(|| State { free: self.free - used, ..*self });
        };
        let occupied = self.geometry.board() & !self.empty;
        let legal = [mv.from, mv.to, mv.arrow].map(|square| self.geometry.board().has(square));
        let legal = legal == [true; 3]
            && self.amazons[side as usize].has(mv.from)
            && self.geometry.slides(mv.from, occupied).has(mv.to)
            && self.geometry.slides(mv.to, occupied ^ B::of(mv.from)).has(mv.arrow);
        legal.then(|| self.moved(side, mv))
    }

    fn moved(&self, side: Side, mv: Move) -> State<B> {
        let mut next = *self;
        next.amazons[side as usize] ^= B::of(mv.from) | B::of(mv.to);
        next.empty = (self.empty | B::of(mv.from)) & !(B::of(mv.to) | B::of(mv.arrow));
        next
    }
}
