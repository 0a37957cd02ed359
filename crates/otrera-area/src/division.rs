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
    pub pieces: SmallVec<[Piece<B>; 4]>,
    /// Our amazons that touch several pieces, …
    shared: SmallVec<[Square; 4]>,
    /// … and which ones.
    choices: SmallVec<[SmallVec<[u8; 4]>; 4]>,
}

/// The piece that each shared amazon is used in, by its place among her choices.
type Way = SmallVec<[u8; 4]>;

/// The best that was found.
#[derive(Debug)]
pub(crate) struct Plan<B> {
    /// What is sure in each piece, and the shared amazons used there.
    pub pieces: SmallVec<[(Assurance, B); 4]>,
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
        let kept = empty & !reach;
        let front = own & geometry.spread(reach);
        let mut division = Division {
            geometry,
            occupied,
            pieces: SmallVec::new(),
            shared: SmallVec::new(),
            choices: SmallVec::new(),
        };
        let mut around: SmallVec<[B; 4]> = SmallVec::new();
        for squares in connected_pieces(geometry, reach) {
            let ground = Ground { empty: squares & empty, enemy: squares & enemy };
            if !ground.empty.is_empty() {
                division.pieces.push(Piece::Ground(ground, B::EMPTY));
                around.push(geometry.spread(squares));
            }
        }
        if !kept.is_empty() {
            let normal = own & !front;
            for squares in connected_pieces(geometry, kept | normal) {
                let empty = squares & kept;
                if !empty.is_empty() {
                    let amazons = [squares & normal, B::EMPTY];
                    division.pieces.push(Piece::Keep { empty, amazons });
                    around.push(geometry.spread(squares));
                }
            }
        }
        for amazon in front.squares() {
            let touched = (0..around.len()).filter(|&piece| around[piece].has(amazon));
            let touched: SmallVec<[u8; 4]> = touched.map(|piece| piece as u8).collect();
            match touched.as_slice() {
                [] => {}
                &[only] => match &mut division.pieces[usize::from(only)] {
                    Piece::Ground(_, free) => *free |= B::of(amazon),
                    Piece::Keep { amazons: [_, blockers], .. } => *blockers |= B::of(amazon),
                },
                // With more of them the others are walls, which is sound.
                _ if division.shared.len() == MOST_SHARED => {}
                _ => {
                    division.shared.push(amazon);
                    division.choices.push(touched);
                }
            }
        }
        division
    }

    /// What we are sure of without any use of shared amazons in more than one piece, at its best:
    /// all ways are tried if there are few, else one amazon after another takes her best.
    pub fn assurance(&self, fill: &mut impl Fill<B>) -> Assurance {
        self.best_way(fill).0
    }

    /// The same, with how it is reached.
    pub fn best(&self, fill: &mut impl Fill<B>) -> Plan<B> {
        let (_, way) = self.best_way(fill);
        let pieces = (0..self.pieces.len()).map(|piece| {
            let used = self.used(&way, piece);
            (self.piece_assurance(piece, used, fill), used)
        });
        Plan { pieces: pieces.collect() }
    }

    fn best_way(&self, fill: &mut impl Fill<B>) -> (Assurance, Way) {
        let mut way: Way = smallvec::smallvec![0; self.shared.len()];
        let mut evaluation = Evaluation::new(self);
        let mut best = (evaluation.assurance(fill), way.clone());
        let ways = self.choices.iter().try_fold(1, |ways: usize, choices| {
            ways.checked_mul(choices.len()).filter(|&ways| ways <= MOST_WAYS)
        });
        match ways {
            Some(ways) => {
                for _ in 1..ways {
                    // The next way, as one counts.
                    for (amazon, choices) in self.choices.iter().enumerate() {
                        let next = (usize::from(way[amazon]) + 1) % choices.len();
                        evaluation.change(amazon, &mut way, next as u8);
                        if next > 0 {
                            break;
                        }
                    }
                    keep_better(&mut best, evaluation.assurance(fill), &way);
                }
            }
            None => {
                for amazon in 0..way.len() {
                    for other in 0..self.choices[amazon].len() as u8 {
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
        let mut used = B::EMPTY;
        for ((&amazon, choices), &choice) in self.shared.iter().zip(&self.choices).zip(way) {
            if usize::from(choices[usize::from(choice)]) == piece {
                used |= B::of(amazon);
            }
        }
        used
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
    /// Begins with the first choice of each amazon.
    fn new(division: &'a Division<B>) -> Evaluation<'a, B> {
        let mut used: SmallVec<[u32; 8]> = smallvec::smallvec![0; division.pieces.len()];
        for (amazon, choices) in division.choices.iter().enumerate() {
            used[usize::from(choices[0])] |= 1 << amazon;
        }
        let nothing = Assurance::at_least(0);
        Evaluation {
            division,
            used,
            known: [[nothing; 1 << MOST_REMEMBERED]; MOST_PIECES],
            is_known: [0; MOST_PIECES],
        }
    }

    /// Lets an amazon make another choice.
    fn change(&mut self, amazon: usize, way: &mut Way, choice: u8) {
        let choices = &self.division.choices[amazon];
        self.used[usize::from(choices[usize::from(way[amazon])])] &= !(1 << amazon);
        self.used[usize::from(choices[usize::from(choice)])] |= 1 << amazon;
        way[amazon] = choice;
    }

    fn assurance(&mut self, fill: &mut impl Fill<B>) -> Assurance {
        let mut sum = AssuranceSum::default();
        for piece in 0..self.used.len() {
            sum.add(self.piece(piece, fill));
        }
        sum.total()
    }

    fn piece(&mut self, piece: usize, fill: &mut impl Fill<B>) -> Assurance {
        let used = self.used[piece];
        let remembered = piece < MOST_PIECES && used < 1 << MOST_REMEMBERED;
        if remembered && self.is_known[piece] & 1 << used != 0 {
            return self.known[piece][used as usize];
        }
        let mut amazons = B::EMPTY;
        for (n, &amazon) in self.division.shared.iter().enumerate() {
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
