//! The moves in a shape, and which entries they lead to.
//!
//! A move takes the arrow's square from the shape, so that the shapes that are left depend on that
//! square alone: they are looked up once for each.

use otrera_board::{Bits, Geometry, Square};
use smallvec::SmallVec;

use super::rank::{Contents, Kind};
use super::shapes::{Catalogue, Frame, MOST_SQUARES};

/// A shape, with what is left of it after each arrow.
#[derive(Debug)]
pub(crate) struct Plan {
    pub geometry: &'static Geometry<u64>,
    pub mask: u64,
    /// By the square of the arrow.
    pieces: Vec<Pieces>,
    /// The square of each place.
    squares: [Square; MOST_SQUARES],
}

/// A connected piece of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    mask: u64,
    frame: Frame,
    shape: u32,
    squares: u8,
    /// The place of each square of the box in the piece's own shape.
    places: [u8; MOST_SQUARES],
}

/// Most shapes stay whole.
pub(crate) type Pieces = SmallVec<[Piece; 2]>;

/// The amazons of a shape, by squares of its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amazons {
    pub black: u64,
    pub blockers: u64,
    pub white: u64,
}

/// A piece with its amazons, as an entry of some table. Never dead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Spot {
    pub kind: Kind,
    pub frame: Frame,
    pub squares: u8,
    pub shape: u32,
    pub black: u32,
    pub blockers: u32,
    pub white: u32,
    /// The colours are exchanged: a territory of White's.
    pub exchanged: bool,
}

impl Spot {
    pub fn contents(&self) -> Contents {
        Contents { black: self.black, blockers: self.blockers, white: self.white }
    }
}

impl Plan {
    pub fn new(catalogue: &Catalogue, frame: Frame, shape: u32) -> Plan {
        let shapes = catalogue.shapes(frame);
        let geometry = shapes.geometry;
        let mask = u64::from(shapes.masks[shape as usize]);
        let nowhere = Square::new(0).expect("every board has a square");
        let mut squares = [nowhere; MOST_SQUARES];
        mask.squares().zip(&mut squares).for_each(|(square, slot)| *slot = square);
        let mut pieces = vec![SmallVec::new(); frame.squares()];
        for arrow in mask.squares() {
            pieces[arrow.index()] = pieces_of(catalogue, geometry, mask & !u64::of(arrow));
        }
        Plan { geometry, mask, pieces, squares }
    }

    /// Contents by squares instead of places.
    pub fn amazons(&self, contents: Contents) -> Amazons {
        let lay = |places: u32| {
            let places = u64::from(places).squares();
            places.fold(0, |set, place| set | u64::of(self.squares[place.index()]))
        };
        Amazons {
            black: lay(contents.black),
            blockers: lay(contents.blockers),
            white: lay(contents.white),
        }
    }

    /// Calls for each move of Black (or of White) with what it leaves, until told to stop.
    #[inline]
    pub fn each_move(
        &self,
        amazons: Amazons,
        white_moves: bool,
        mut visit: impl FnMut(SmallVec<[Spot; 2]>) -> bool,
    ) {
        let geometry = self.geometry;
        let occupied = geometry.board() & !(self.mask & !(amazons.black | amazons.white));
        let own = if white_moves { amazons.white } else { amazons.black };
        geometry.any_walk(own, occupied, |from, to, shots| {
            let moved = own & !u64::of(from) | u64::of(to);
            let after = match white_moves {
                true => Amazons { white: moved, ..amazons },
                false => {
                    Amazons { black: moved, blockers: amazons.blockers & !u64::of(from), ..amazons }
                }
            };
            let shots = if amazons.blockers.has(from) { u64::of(from) } else { shots };
            shots.squares().any(|arrow| {
                let left = self.pieces[arrow.index()].iter();
                !visit(left.filter_map(|piece| piece.spot(after)).collect())
            })
        });
    }

    /// The pieces that are left where the amazons on some squares stand still for ever.
    pub fn pieces_without(&self, catalogue: &Catalogue, frozen: u64) -> Pieces {
        pieces_of(catalogue, self.geometry, self.mask & !frozen)
    }
}

fn pieces_of(catalogue: &Catalogue, geometry: &'static Geometry<u64>, left: u64) -> Pieces {
    let pieces = crate::connect::connected_pieces(geometry, left);
    // One square alone fits no box, and has no move.
    let located = pieces.filter_map(|mask| Some((mask, catalogue.locate(geometry, mask)?)));
    let pieces = located.map(|(mask, located)| {
        let mut places = [0; MOST_SQUARES];
        for square in mask.squares() {
            places[square.index()] = located.places(u64::of(square)).trailing_zeros() as u8;
        }
        Piece {
            mask,
            frame: located.shapes.frame,
            shape: located.turned.shape,
            squares: mask.count() as u8,
            places,
        }
    });
    pieces.collect()
}

impl Piece {
    /// The piece with its amazons, unless nobody can ever move there.
    #[inline]
    pub fn spot(&self, amazons: Amazons) -> Option<Spot> {
        let [black, blockers, white] =
            [amazons.black, amazons.blockers, amazons.white].map(|set| {
                let mut open = set & self.mask;
                let mut places = 0u32;
                while open != 0 {
                    places |= 1 << self.places[open.trailing_zeros() as usize];
                    open &= open - 1;
                }
                places
            });
        let all = black | white;
        if all == 0 || all.count_ones() == u32::from(self.squares) {
            return None;
        }
        let kind = match (black == 0 || white == 0, blockers != 0) {
            (true, false) => Kind::Territory,
            (true, true) => Kind::Blockers,
            (false, false) => Kind::Active,
            (false, true) => Kind::ActiveBlockers,
        };
        let exchanged = black == 0;
        let [black, white] = if exchanged { [white, black] } else { [black, white] };
        let (frame, squares, shape) = (self.frame, self.squares, self.shape);
        Some(Spot { kind, frame, squares, shape, black, blockers, white, exchanged })
    }
}
