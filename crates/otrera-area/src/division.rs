//! How a player divides an area by standing still: the improved partition.
//!
//! As long as our amazons stand, the enemy reaches only the squares that are connected to his
//! amazons by empty squares: his *grounds*. What is left of the empty squares is ours: our *keeps*,
//! the papers' blocker territories. An amazon of ours beside a ground is a wall. She may step into
//! one ground (see [`safe_moves`](crate::safe_moves)) or into one keep, each time shooting back to
//! where she stood, so that the wall stays closed. An amazon in a keep that touches no ground is
//! normal and does as she likes.
//!
//! **Sound:** all that is promised are such steps, fillings of keeps, and standing still. The enemy
//! then has no more moves than his grounds have empty squares. Pieces are independent because each
//! amazon is used in one piece only, so what we are sure of in each may be added. It is a bound for
//! us alone: the enemy's own bound must not count on our staying, and is found by dividing the area
//! in his way.

use otrera_board::{Bits, Geometry, Square};
use otrera_cgt::{Assurance, AssuranceSum};
use smallvec::SmallVec;

use crate::connect::{connected_pieces, flood};
use crate::safe_moves::Ground;

/// How the pieces of a division are judged.
pub(crate) trait Fill<B: Bits> {
    /// How many moves are sure in a keep with these normal amazons and blockers.
    fn moves(&mut self, geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> u32;

    /// What our free amazons beside a ground are sure of there.
    fn assurance(
        &mut self,
        geometry: &'static Geometry<B>,
        ground: &Ground<B>,
        own: B,
        occupied: B,
    ) -> Assurance {
        ground.assurance(geometry, own, occupied)
    }
}

/// A part of the division, with the amazons that can only be used there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<B> {
    /// The enemy's, and our free amazons beside it.
    Ground(Ground<B>, B),
    /// Ours, and our normal amazons and blockers there.
    Keep { empty: B, amazons: [B; 2] },
}

/// The division of an area.
#[derive(Debug)]
pub(crate) struct Division<B: 'static> {
    geometry: &'static Geometry<B>,
    occupied: B,
    pub pieces: SmallVec<[Piece<B>; 8]>,
    /// Our amazons that touch several pieces, and the set of these.
    shared: SmallVec<[(Square, Choices); 4]>,
}

/// A set of pieces, by their numbers.
type Choices = u64;

/// The piece that each shared amazon is used in.
type Way = SmallVec<[u8; 4]>;

/// The best that was found.
#[derive(Debug)]
pub(crate) struct Plan<B> {
    /// What is sure in each piece, and the shared amazons used there.
    pub pieces: SmallVec<[(Assurance, B); 8]>,
}

/// No more amazons are shared than bits tell apart.
const MOST_SHARED: usize = 32;

/// How many ways to use the shared amazons are all tried: four with four choices each.
const MOST_WAYS: usize = 256;

impl<B: Bits> Division<B> {
    /// Divides the empty squares of an area, with our amazons and the enemy's.
    pub fn new(
        geometry: &'static Geometry<B>,
        own: B,
        enemy: B,
        empty: B,
        occupied: B,
    ) -> Division<B> {
        let reach = flood(geometry, enemy, empty | enemy);
        Division::with_reach(geometry, [own, enemy], empty, occupied, reach)
    }

    /// The same where it is known how far the enemy comes.
    pub fn with_reach(
        geometry: &'static Geometry<B>,
        [own, enemy]: [B; 2],
        empty: B,
        occupied: B,
        reach: B,
    ) -> Division<B> {
        let kept = empty & !reach;
        let front = own & geometry.spread(reach);
        let mut pieces: SmallVec<[Piece<B>; 8]> = SmallVec::new();
        let mut squares_of: SmallVec<[B; 8]> = SmallVec::new();
        for squares in connected_pieces(geometry, reach) {
            let ground = Ground { empty: squares & empty, enemy: squares & enemy };
            if !ground.empty.is_empty() {
                pieces.push(Piece::Ground(ground, B::EMPTY));
                squares_of.push(squares);
            }
        }
        if !kept.is_empty() {
            let normal = own & !front;
            for squares in connected_pieces(geometry, kept | normal) {
                let empty = squares & kept;
                if !empty.is_empty() {
                    let amazons = [squares & normal, B::EMPTY];
                    pieces.push(Piece::Keep { empty, amazons });
                    squares_of.push(squares);
                }
            }
        }
        let mut shared = SmallVec::new();
        for amazon in front.squares() {
            let near = geometry.near(amazon);
            let mut touched: Choices = 0;
            // What bits do not tell apart she leaves alone, which is sound.
            for (n, &squares) in squares_of.iter().enumerate().take(Choices::BITS as usize) {
                touched |= Choices::from(!(near & squares).is_empty()) << n;
            }
            match touched.count_ones() {
                0 => {}
                1 => match &mut pieces[touched.trailing_zeros() as usize] {
                    Piece::Ground(_, free) => *free |= B::of(amazon),
                    Piece::Keep { amazons: [_, blockers], .. } => *blockers |= B::of(amazon),
                },
                // With more of them the others are walls, which is sound.
                _ if shared.len() == MOST_SHARED => {}
                _ => shared.push((amazon, touched)),
            }
        }
        Division { geometry, occupied, pieces, shared }
    }

    /// What we are sure of without any use of shared amazons in more than one piece, at its best:
    /// all ways are tried if there are few, else one amazon after another takes her best.
    pub fn assurance(&self, fill: &mut impl Fill<B>) -> Assurance {
        match self.shared.is_empty() {
            true => self.without_choice(fill),
            false => self.best_of(Evaluation::new(self), fill, |_| false).0,
        }
    }

    /// Is something that we can be sure of enough?
    #[inline]
    pub fn reaches(&self, fill: &mut impl Fill<B>, is_enough: impl Fn(Assurance) -> bool) -> bool {
        if self.shared.is_empty() {
            return is_enough(self.without_choice(fill));
        }
        // No way is better than to use every amazon everywhere.
        let mut most = AssuranceSum::default();
        for piece in 0..self.pieces.len() {
            most.add(self.piece_assurance(piece, self.sharing(piece), fill));
        }
        is_enough(most.total())
            && is_enough(self.best_of(Evaluation::new(self), fill, &is_enough).0)
    }

    /// The same, with how it is reached.
    pub fn best(&self, fill: &mut impl Fill<B>) -> Plan<B> {
        let (_, way) = self.best_of(Evaluation::new(self), fill, |_| false);
        let pieces = (0..self.pieces.len()).map(|piece| {
            let used = self.used(&way, piece);
            (self.piece_assurance(piece, used, fill), used)
        });
        Plan { pieces: pieces.collect() }
    }

    /// What we are sure of where no amazon is shared.
    fn without_choice(&self, fill: &mut impl Fill<B>) -> Assurance {
        let mut sum = AssuranceSum::default();
        for piece in 0..self.pieces.len() {
            sum.add(self.piece_assurance(piece, B::EMPTY, fill));
        }
        sum.total()
    }

    /// The best way to use the shared amazons, or one that is enough. The evaluation has them used everywhere.
    ///
    /// More amazons never make a piece worse, so a piece that is as good without shared amazons as with all of
    /// them has no use for any, and a way that is as good as all of them everywhere ends the search. (If that
    /// were ever not so, a weaker bound would be found, which is sound.)
    fn best_of(
        &self,
        mut evaluation: Evaluation<'_, B>,
        fill: &mut impl Fill<B>,
        is_enough: impl Fn(Assurance) -> bool,
    ) -> (Assurance, Way) {
        let useful = evaluation.useful_pieces(fill);
        let limit = evaluation.assurance(fill);
        let choices: SmallVec<[Choices; 4]> = self
            .shared
            .iter()
            .map(|&(_, choices)| match choices & useful {
                0 => 1 << lowest(choices),
                useful => useful,
            })
            .collect();
        let mut way: Way = choices.iter().map(|&choices| lowest(choices)).collect();
        evaluation.begin(&way);
        let mut best = (evaluation.assurance(fill), way.clone());
        let ways = choices.iter().try_fold(1, |ways: usize, choices| {
            let ways = ways.checked_mul(choices.count_ones() as usize);
            ways.filter(|&ways| ways <= MOST_WAYS)
        });
        match ways {
            Some(ways) => {
                for _ in 1..ways {
                    if best.0 == limit || is_enough(best.0) {
                        break;
                    }
                    // The next way, as one counts.
                    for (amazon, &choices) in choices.iter().enumerate() {
                        let above = choices & (!1 << way[amazon]);
                        let is_last = above == 0;
                        let next = lowest(if is_last { choices } else { above });
                        evaluation.change(amazon, &mut way, next);
                        if !is_last {
                            break;
                        }
                    }
                    keep_better(&mut best, evaluation.assurance(fill), &way);
                }
            }
            None => {
                for (amazon, &choices) in choices.iter().enumerate() {
                    for other in (0..Choices::BITS as u8).filter(|n| choices >> n & 1 != 0) {
                        evaluation.change(amazon, &mut way, other);
                        keep_better(&mut best, evaluation.assurance(fill), &way);
                    }
                    evaluation.change(amazon, &mut way, best.1[amazon]);
                }
            }
        }
        best
    }

    /// The shared amazons that a way uses in a piece.
    fn used(&self, way: &Way, piece: usize) -> B {
        let users = self.shared.iter().zip(way).filter(|&(_, &used)| usize::from(used) == piece);
        users.fold(B::EMPTY, |used, (&(amazon, _), _)| used | B::of(amazon))
    }

    /// All shared amazons that touch a piece.
    #[inline]
    fn sharing(&self, piece: usize) -> B {
        let bit = 1u64.checked_shl(piece as u32).unwrap_or(0);
        let touching = self.shared.iter().filter(|(_, choices)| choices & bit != 0);
        touching.fold(B::EMPTY, |touching, &(amazon, _)| touching | B::of(amazon))
    }

    /// The empty squares of each of the enemy's grounds.
    pub fn grounds(&self) -> impl Iterator<Item = B> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Ground(ground, _) => Some(ground.empty),
            Piece::Keep { .. } => None,
        })
    }

    /// What the amazons used in a piece are sure of there: its own, and these shared ones.
    fn piece_assurance(&self, piece: usize, shared: B, fill: &mut impl Fill<B>) -> Assurance {
        match &self.pieces[piece] {
            Piece::Ground(ground, free) => {
                fill.assurance(self.geometry, ground, *free | shared, self.occupied)
            }
            &Piece::Keep { empty, amazons: [normal, blockers] } => {
                let moves = fill.moves(self.geometry, [normal, blockers | shared], empty);
                Assurance::at_least(moves as i32)
            }
        }
    }
}

/// The piece of a set with the lowest number.
fn lowest(choices: Choices) -> u8 {
    choices.trailing_zeros() as u8
}

/// Keeps the way with the better least; what a first move gives is the better of both.
fn keep_better(best: &mut (Assurance, Way), assurance: Assurance, way: &Way) {
    let found = (assurance.least, assurance.star);
    if found > (best.0.least, best.0.star) {
        best.1.copy_from_slice(way);
    }
    best.0 = best.0.and(assurance);
}

/// Evaluates ways to use the shared amazons, each piece once for each set of them.
struct Evaluation<'a, B: 'static> {
    division: &'a Division<B>,
    /// The shared amazons used in each piece, by their numbers.
    used: SmallVec<[u32; 8]>,
    known: [[Assurance; 1 << MOST_REMEMBERED]; MOST_PIECES],
    /// Which of these are filled in.
    is_known: [u32; MOST_PIECES],
}

/// What is remembered: so many pieces, with so many shared amazons.
const MOST_PIECES: usize = 6;
const MOST_REMEMBERED: usize = 4;

impl<'a, B: Bits> Evaluation<'a, B> {
    /// Begins with every shared amazon used in all her pieces.
    fn new(division: &'a Division<B>) -> Evaluation<'a, B> {
        let mut used: SmallVec<[u32; 8]> = smallvec::smallvec![0; division.pieces.len()];
        for (amazon, &(_, choices)) in division.shared.iter().enumerate() {
            for (piece, used) in used.iter_mut().enumerate().take(Choices::BITS as usize) {
                *used |= ((choices >> piece & 1) as u32) << amazon;
            }
        }
        let nothing = Assurance::at_least(0);
        Evaluation {
            division,
            used,
            known: [[nothing; 1 << MOST_REMEMBERED]; MOST_PIECES],
            is_known: [0; MOST_PIECES],
        }
    }

    /// The pieces that are better with all shared amazons, which are used everywhere now, than with none.
    fn useful_pieces(&mut self, fill: &mut impl Fill<B>) -> Choices {
        let mut useful = 0;
        for piece in 0..self.used.len().min(Choices::BITS as usize) {
            let all = self.used[piece];
            if all != 0 && self.piece(piece, all, fill) != self.piece(piece, 0, fill) {
                useful |= 1 << piece;
            }
        }
        useful
    }

    /// Goes over to a way.
    fn begin(&mut self, way: &Way) {
        self.used.fill(0);
        for (amazon, &piece) in way.iter().enumerate() {
            self.used[usize::from(piece)] |= 1 << amazon;
        }
    }

    /// Uses an amazon in another piece.
    fn change(&mut self, amazon: usize, way: &mut Way, piece: u8) {
        self.used[usize::from(way[amazon])] &= !(1 << amazon);
        self.used[usize::from(piece)] |= 1 << amazon;
        way[amazon] = piece;
    }

    fn assurance(&mut self, fill: &mut impl Fill<B>) -> Assurance {
        let mut sum = AssuranceSum::default();
        for piece in 0..self.used.len() {
            sum.add(self.piece(piece, self.used[piece], fill));
        }
        sum.total()
    }

    /// What is sure in a piece with these shared amazons.
    fn piece(&mut self, piece: usize, used: u32, fill: &mut impl Fill<B>) -> Assurance {
        let remembered = piece < MOST_PIECES && used < 1 << MOST_REMEMBERED;
        if remembered && self.is_known[piece] & 1 << used != 0 {
            return self.known[piece][used as usize];
        }
        let mut amazons = B::EMPTY;
        for (n, &(amazon, _)) in self.division.shared.iter().enumerate() {
            if used & 1 << n != 0 {
                amazons |= B::of(amazon);
            }
        }
        let found = self.division.piece_assurance(piece, amazons, fill);
        if remembered {
            self.known[piece][used as usize] = found;
            self.is_known[piece] |= 1 << used;
        }
        found
    }
}
