//! Moves: listing them, counting them without listing, and saying why one is illegal.
//!
//! A move is a triple *from*, *to*, *arrow*. The amazon leaves *from* before she
//! shoots, so the arrow may fly over that square or land on it.
//!
//! # Counting
//! Write M(t) for the number of squares that a queen on the empty square t would
//! reach while the amazon still stands on *from*. When the amazon slides from
//! *from* to t in direction d, she opens exactly one of t's eight rays: the one
//! back towards *from*, which was blocked there and now runs on over *from* and
//! the r(−d) empty squares behind it. So the move has M(t) + 1 + r(−d) arrows, and
//! summed over the line through *from*, with r squares free on one side and s on
//! the other, the extra is r(1 + s) + s(1 + r) = r + s + 2rs.
//!
//! The main part, Σ M(t) over all slides of all amazons, is done for the whole
//! board at once. Let w(t) be the number of amazons that can slide to t; it is
//! at most 8, one a direction, so four bit planes hold it. For each direction,
//! the set of empty squares with at least k empty ones ahead follows from the
//! set for k − 1 by a shift, and its weight under w is a few population counts.

use std::fmt;

use thiserror::Error;

use crate::bits::{Bits, SquareIter};
use crate::color::Color;
use crate::geometry::Geometry;
use crate::position::{Content, Position};
use crate::size::{Size, Square, SquareName};

/// A move: an amazon goes *from* a square *to* another and shoots an *arrow* to a third.
///
/// ```
/// use otrera_board::notation::Dialect;
/// use otrera_board::{Move, Size};
///
/// let size = Size::new(5, 6)?;
/// let mv = Move::parse("b1b4,b4d4", size)?;
/// assert_eq!(mv.text(size), "B1-B4xD4");
/// assert_eq!(mv.text_in(Dialect::Slash, size), "b1-b4/d4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Where the amazon stood.
    pub from: Square,
    /// Where she goes.
    pub to: Square,
    /// Where her arrow lands; may be `from`.
    pub arrow: Square,
}

impl<B: Bits> Position<B> {
    /// All legal moves, by number of the from, to and arrow squares.
    pub fn moves(&self) -> Moves<B> {
        Moves {
            geometry: self.geometry(),
            occupied: self.occupied(),
            lifted: B::EMPTY,
            amazons: self.amazons(self.to_move()).squares(),
            targets: B::EMPTY.squares(),
            arrows: B::EMPTY.squares(),
            from: FIRST,
            to: FIRST,
        }
    }

    /// Has the side to move lost, because none of her amazons can move?
    ///
    /// An amazon with an empty neighbour can go there and shoot back, so this
    /// costs no move generation.
    #[inline]
    pub fn is_over(&self) -> bool {
        let near = self.geometry().neighbours(self.amazons(self.to_move()));
        (near & self.empty()).is_empty()
    }

    /// How many legal moves there are, without listing them (see the module's text).
    pub fn count_moves(&self) -> u64 {
        let geometry = self.geometry();
        let occupied = self.occupied();
        let empty = self.empty();
        let mut weights = [B::EMPTY; 4];
        let mut total: u64 = 0;
        for from in self.amazons(self.to_move()).squares() {
            let mut targets = B::EMPTY;
            for line in geometry.lines(from) {
                let slide = line.slide(occupied);
                let behind = (slide & line.below).count();
                let ahead = (slide & line.above).count();
                total += u64::from(behind + ahead + 2 * behind * ahead);
                targets |= slide;
            }
            let mut carry = targets;
            for plane in &mut weights {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        let planes = weights.iter().rposition(|plane| !plane.is_empty()).map_or(0, |top| top + 1);
        // A loop of known length keeps the planes in registers.
        total
            + match planes {
                0 => 0,
                1 => weighted_runs::<B, 1>(geometry, empty, &weights),
                2 => weighted_runs::<B, 2>(geometry, empty, &weights),
                3 => weighted_runs::<B, 3>(geometry, empty, &weights),
                _ => weighted_runs::<B, 4>(geometry, empty, &weights),
            }
    }

    /// Is this move legal here? If not, the error says why.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let size = self.size();
        self.fault(mv).map_or(Ok(()), |fault| Err(IllegalMove { mv, size, fault }))
    }

    /// The position after a move, or why the move is illegal.
    pub fn play(&self, mv: Move) -> Result<Position<B>, IllegalMove> {
        self.check(mv)?;
        let mut next = *self;
        next.make(mv);
        Ok(next)
    }

    fn fault(&self, mv: Move) -> Option<Fault> {
        let size = self.size();
        for square in [mv.from, mv.to, mv.arrow] {
            if square.index() >= size.squares() {
                return Some(Fault::OffBoard(square.index()));
            }
        }
        match self.at(mv.from) {
            Content::Amazon(color) if color == self.to_move() => {}
            Content::Amazon(_) => return Some(Fault::NotYours(size.name(mv.from), self.to_move())),
            _ => return Some(Fault::NoAmazon(size.name(mv.from))),
        }
        let occupied = self.occupied();
        self.slide_fault("amazon", mv.from, mv.to, occupied)
            .or_else(|| self.slide_fault("arrow", mv.to, mv.arrow, occupied ^ B::of(mv.from)))
    }

    /// What is wrong with a slide of the amazon or the arrow, if anything.
    fn slide_fault(
        &self,
        who: &'static str,
        from: Square,
        to: Square,
        occupied: B,
    ) -> Option<Fault> {
        let size = self.size();
        if self.geometry().slides(from, occupied).has(to) {
            return None;
        }
        let [start, end] = [size.name(from), size.name(to)];
        if from == to {
            return Some(Fault::Stays(who, start));
        }
        let between = |a: usize, b: usize| b as isize - a as isize;
        let dx = between(size.file(from), size.file(to));
        let dy = between(size.rank(from), size.rank(to));
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return Some(Fault::NoLine(who, start, end));
        }
        let step = dy.signum() * size.width() as isize + dx.signum();
        let blocker = (1..=dx.abs().max(dy.abs()))
            .filter_map(|n| Square::new(from.index().checked_add_signed(n * step)?))
            .find(|&square| occupied.has(square))?;
        let what = match self.at(blocker) {
            Content::Burnt => "it is burnt",
            _ => "an amazon stands there",
        };
        Some(Fault::Blocked { who, start, end, at: size.name(blocker), what })
    }
}

/// Moves as they are visited by those who search: the player, the set of squares that stop a slide, and when to
/// stop are up to them.
impl<B: Bits> Geometry<B> {
    /// Calls with every way that one of these amazons can go, by number of the two squares, and all squares
    /// that she can shoot to from there; until it returns true, as this then does.
    ///
    /// `occupied` are all squares that stop a slide, those of the amazons among them.
    #[inline]
    pub fn any_walk(
        &self,
        amazons: B,
        occupied: B,
        mut visit: impl FnMut(Square, Square, B) -> bool,
    ) -> bool {
        for from in amazons.squares() {
            let lifted = occupied ^ B::of(from);
            for to in self.slides(from, occupied).squares() {
                if visit(from, to, self.slides(to, lifted)) {
                    return true;
                }
            }
        }
        false
    }

    /// Calls with every move of these amazons, by number of the from, to and arrow squares, until it returns
    /// true, as this then does.
    ///
    /// ```
    /// use otrera_board::{Color, Position};
    ///
    /// let position: Position = "b.../..w.".parse()?;
    /// let black = position.amazons(Color::Black);
    /// // Can Black burn the corner at the other end?
    /// let corner = position.size().square(3, 0);
    /// let shoots = |mv: otrera_board::Move| Some(mv.arrow) == corner;
    /// assert!(position.geometry().any_move(black, position.occupied(), shoots));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn any_move(&self, amazons: B, occupied: B, mut visit: impl FnMut(Move) -> bool) -> bool {
        self.any_walk(amazons, occupied, |from, to, shots| {
            shots.squares().any(|arrow| visit(Move { from, to, arrow }))
        })
    }
}

/// Σ w(t) M(t) of the module's text, for weights w given by their bit planes.
fn weighted_runs<B: Bits, const PLANES: usize>(
    geometry: &Geometry<B>,
    empty: B,
    weights: &[B; 4],
) -> u64 {
    let mut counts = [0; PLANES];
    for axis in geometry.axes() {
        let (rising, falling) = (empty & axis.can_rise, empty & axis.can_fall);
        let mut ahead = rising & empty >> axis.step;
        let mut behind = falling & empty << axis.step;
        // A run of k + 1 empty squares has one end in each set: they empty together.
        while !ahead.is_empty() {
            for (count, &plane) in counts.iter_mut().zip(weights) {
                *count += (ahead & plane).count() + (behind & plane).count();
            }
            ahead = rising & ahead >> axis.step;
            behind = falling & behind << axis.step;
        }
    }
    counts.iter().enumerate().map(|(bit, &count)| u64::from(count) << bit).sum()
}

const FIRST: Square = match Square::new(0) {
    Some(square) => square,
    None => unreachable!(),
};

/// All legal moves of a position. Made by [`Position::moves`].
///
/// An iterator has to be left and entered again between any two moves, so it cannot be made of
/// [`Geometry::any_move`], which does without and is what searches use. Both have the same order.
#[derive(Clone, Debug)]
pub struct Moves<B: 'static> {
    geometry: &'static Geometry<B>,
    occupied: B,
    /// The amazon that is moving: her square is free while she does.
    lifted: B,
    amazons: SquareIter<B>,
    targets: SquareIter<B>,
    arrows: SquareIter<B>,
    from: Square,
    to: Square,
}

impl<B: Bits> Iterator for Moves<B> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(arrow) = self.arrows.next() {
                return Some(Move { from: self.from, to: self.to, arrow });
            }
            if let Some(to) = self.targets.next() {
                self.to = to;
                let occupied = self.occupied ^ self.lifted;
                self.arrows = self.geometry.slides(to, occupied).squares();
            } else {
                self.from = self.amazons.next()?;
                self.lifted = B::of(self.from);
                self.targets = self.geometry.slides(self.from, self.occupied).squares();
            }
        }
    }
}

/// A move that may not be played, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{} is illegal: {fault}", mv.text(*size))]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    size: Size,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    OffBoard(usize),
    NoAmazon(SquareName),
    NotYours(SquareName, Color),
    Stays(&'static str, SquareName),
    NoLine(&'static str, SquareName, SquareName),
    Blocked {
        who: &'static str,
        start: SquareName,
        end: SquareName,
        at: SquareName,
        what: &'static str,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::OffBoard(index) => write!(f, "square number {index} is off the board"),
            Fault::NoAmazon(at) => write!(f, "there is no amazon on {at}"),
            Fault::NotYours(at, to_move) => {
                write!(f, "the amazon on {at} is {}'s, and {to_move} is to move", !*to_move)
            }
            Fault::Stays(who, at) => write!(f, "the {who} has to leave {at}"),
            Fault::NoLine(who, start, end) => {
                write!(
                    f,
                    "the {who} cannot go from {start} to {end}: they share no row, column or diagonal"
                )
            }
            Fault::Blocked { who, start, end, at, what } if at == end => {
                write!(f, "the {who} cannot go from {start} to {end}: {what}")
            }
            Fault::Blocked { who, start, end, at, what } => {
                write!(f, "the {who}'s way from {start} to {end} is blocked at {at}: {what}")
            }
        }
    }
}
