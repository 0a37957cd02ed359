//! Filling a territory: the most moves that its owner can make there.
//!
//! Each move burns one square, so a territory with n empty squares gives at most n moves. Those that
//! are missing are its *defects* (Müller and Tegos, 4); to tell whether there are any is
//! NP-complete, but most territories of a game are filled at the first try.
//!
//! The search asks for 0 defects, then 1, then 2, … Whatever loses more squares than asked for is
//! cut: squares that no amazon is connected to any more, and those that [dead
//! ends](crate::dead_ends) must lose. Each position is tried by [plodding](crate::plodding) before
//! it is searched.
//!
//! *Blockers* guard the territory from outside. The first move of a blocker must shoot back to
//! where she stood; after that she is a normal amazon (Song and Müller, III-A). Every filling of a
//! part of the amazons is one of all (the others stand still, as the empty squares never include
//! theirs), but not the other way round.

use std::convert::Infallible;
use std::fmt;

use otrera_board::{Bits, Color, Geometry, Move, Position};
use otrera_cgt::TempoBounds;
use rustc_hash::FxHashMap;

use crate::area::Area;
use crate::connect::connected_pieces;
use crate::dead_ends::dead_end_defects;
use crate::division::Fill;
use crate::key;
use crate::plodding::plod;

/// A territory to be filled: amazons of one colour, and the squares that they may use.
#[derive(Clone, Copy, Debug)]
pub struct Territory<B: 'static> {
    geometry: &'static Geometry<B>,
    normal: B,
    blockers: B,
    empty: B,
}

impl<B: Bits> Territory<B> {
    /// A territory with these normal amazons, blockers and empty squares.
    pub fn new(geometry: &'static Geometry<B>, normal: B, blockers: B, empty: B) -> Territory<B> {
        Territory { geometry, normal, blockers, empty }
    }

    /// The same with some of its amazons only, the others walls.
    #[must_use]
    pub fn with_amazons(&self, used: B) -> Territory<B> {
        Territory { normal: self.normal & used, blockers: self.blockers & used, ..*self }
    }

    /// How many amazons it has.
    pub fn amazons(&self) -> u32 {
        (self.normal | self.blockers).count()
    }

    /// How many empty squares it has.
    pub fn empty(&self) -> u32 {
        self.empty.count()
    }
}

/// How many moves a territory gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    /// So many for sure, …
    pub least: u32,
    /// … and no more than this.
    pub most: u32,
}

impl Moves {
    /// Is the number known?
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }
}

/// Fills territories and remembers them.
///
/// ```
/// use otrera_area::{Filler, Territory};
/// use otrera_board::{Bits, Color, Position};
///
/// // Whichever way she goes, she has to shoot back: the other square is lost.
/// let position: Position = ".x./xbx".parse()?;
/// let amazons = position.amazons(Color::Black);
/// let territory =
///     Territory::new(position.geometry(), amazons, u128::EMPTY, position.empty());
/// let moves = Filler::new(1_000).moves(&territory);
/// assert!(moves.is_exact());
/// assert_eq!((moves.least, territory.empty()), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Filler<B: 'static> {
    /// By the key of the territory.
    known: FxHashMap<Area<B>, Moves>,
    /// How many positions the search of one territory may look at.
    patience: usize,
    /// How many were looked at in all.
    positions: usize,
}

/// So many territories are remembered before they are forgotten.
const MEMORY: usize = 1 << 18;

impl<B: Bits> Filler<B> {
    /// A filler that looks at so many positions for a territory before it gives up.
    pub fn new(patience: usize) -> Filler<B> {
        Filler { known: FxHashMap::default(), patience, positions: 0 }
    }

    /// How many positions were looked at so far.
    pub(crate) fn positions(&self) -> usize {
        self.positions
    }

    /// The bounds of an area of one colour; nothing for an active one.
    pub(crate) fn bounds(&mut self, area: &Area<B>) -> Option<TempoBounds> {
        let [black, white] = Color::ALL.map(|color| area.amazons(color));
        let mut moves = |amazons| {
            let territory = Territory::new(area.geometry(), amazons, B::EMPTY, area.empty());
            let moves = self.moves(&territory);
            TempoBounds::between(moves.least as i32, moves.most as i32)
        };
        match (black.is_empty(), white.is_empty()) {
            (false, true) => Some(moves(black)),
            (true, false) => Some(-moves(white)),
            _ => None,
        }
    }

    /// How many moves a territory gives.
    pub fn moves(&mut self, territory: &Territory<B>) -> Moves {
        let plodded = territory.plodded();
        if plodded == territory.empty() {
            return Moves { least: plodded, most: plodded };
        }
        let key = key::of_territory(territory);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.known.len() >= MEMORY {
            self.known.clear();
        }
        let mut search = Search::new(self.patience);
        let moves = search.moves(territory);
        self.positions += search.known.len();
        self.known.insert(key, moves);
        moves
    }

    /// The same with a line of moves that makes the least of them. Should no line be found in time
    /// for what the search has shown to be there, no more is claimed than the line makes.
    pub fn line(&self, territory: &Territory<B>) -> (Moves, Vec<Move>) {
        let mut search = Search::new(self.patience);
        let moves = search.moves(territory);
        let mut line = Vec::new();
        // Looking for the line visits what was known in the search, and may take as long again.
        search.patience = search.patience.saturating_mul(4);
        let defects = territory.empty() - moves.least;
        if moves.is_exact() && search.write_line(territory, defects, &mut line).is_ok() {
            return (moves, line);
        }
        line.clear();
        let least = territory.plod(|mv| line.push(mv));
        (Moves { least, ..moves }, line)
    }
}

impl<B: Bits> Fill<B> for Filler<B> {
    fn moves(
        &mut self,
        geometry: &'static Geometry<B>,
        [normal, blockers]: [B; 2],
        empty: B,
    ) -> u32 {
        let territory = Territory { geometry, normal, blockers, empty };
        self.moves(&territory).least
    }
}

impl<B: Bits> fmt::Display for Territory<B> {
    /// As position text, with Black's amazons; blockers are not told from the others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let burnt = self.geometry.board() & !(self.normal | self.blockers | self.empty);
        let amazons = self.normal | self.blockers;
        match Position::new(self.geometry.size(), amazons, B::EMPTY, burnt, Color::Black) {
            Ok(position) => write!(f, "{position}"),
            Err(error) => write!(f, "{error}"),
        }
    }
}

impl<B: Bits> Territory<B> {
    pub(crate) fn geometry(&self) -> &'static Geometry<B> {
        self.geometry
    }

    pub(crate) fn contents(&self) -> [B; 3] {
        [self.normal, self.blockers, self.empty]
    }

    /// What is left after some moves; nothing if one of them is not allowed.
    pub fn after(&self, moves: &[Move]) -> Option<Territory<B>> {
        moves.iter().try_fold(*self, |territory, &wanted| {
            let mut found = None;
            let outcome: Result<bool, Infallible> = territory.find_move(|mv, left| {
                if mv == wanted {
                    found = Some(left);
                }
                Ok(mv == wanted)
            });
            outcome.ok().and(found)
        })
    }

    /// A lower bound on its defects, by its dead ends.
    pub fn dead_end_defects(&self) -> u32 {
        dead_end_defects(self)
    }

    /// How many moves plodding makes.
    pub fn plodded(&self) -> u32 {
        self.plod(|_| {})
    }

    fn plod(&self, visit: impl FnMut(Move)) -> u32 {
        plod(self.geometry, [self.normal, self.blockers], self.empty, visit)
    }

    /// Its parts that do not influence each other, some of them perhaps without an amazon.
    fn parts(&self) -> impl Iterator<Item = Territory<B>> + use<B> {
        let whole = *self;
        connected_pieces(self.geometry, self.normal | self.blockers | self.empty).map(
            move |piece| Territory {
                normal: whole.normal & piece,
                blockers: whole.blockers & piece,
                empty: whole.empty & piece,
                ..whole
            },
        )
    }

    fn has_amazon(&self) -> bool {
        !(self.normal | self.blockers).is_empty()
    }

    /// Calls for its moves, those that are likely to waste nothing first, with what they leave,
    /// until one is good enough.
    ///
    /// Not by [`Geometry::any_walk`], which has one order for all: here steps come before longer ways, and a
    /// shot back before others.
    fn find_move<E>(
        &self,
        mut good: impl FnMut(Move, Territory<B>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let occupied = self.geometry.board() & !self.empty;
        let amazons = self.normal | self.blockers;
        for near in [true, false] {
            for from in amazons.squares() {
                let adjacent = self.geometry.near(from);
                let targets = self.geometry.slides(from, occupied);
                let targets = targets & if near { adjacent } else { !adjacent };
                let lifted = occupied ^ B::of(from);
                let guards = self.blockers.has(from);
                for to in targets.squares() {
                    let back = B::of(from);
                    let shots = match guards {
                        true => B::EMPTY,
                        false => self.geometry.slides(to, lifted) & !back,
                    };
                    for arrow in back.squares().chain(shots.squares()) {
                        let left = Territory {
                            normal: self.normal & !B::of(from) | B::of(to),
                            blockers: self.blockers & !B::of(from),
                            empty: (self.empty | B::of(from)) & !(B::of(to) | B::of(arrow)),
                            ..*self
                        };
                        if good(Move { from, to, arrow }, left)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }
}

/// The search of one territory gave up.
#[derive(Clone, Copy, Debug)]
struct GaveUp;

/// The search for the least number of defects of one territory.
struct Search<B> {
    /// Positions, with the fewest defects that they may have and the fewest that are known
    /// to be possible.
    known: FxHashMap<[B; 3], (u32, u32)>,
    patience: usize,
}

impl<B: Bits> Search<B> {
    fn new(patience: usize) -> Search<B> {
        Search { known: FxHashMap::default(), patience }
    }

    fn moves(&mut self, territory: &Territory<B>) -> Moves {
        let empty = territory.empty();
        let plodded = territory.plodded();
        let mut most = empty;
        for defects in 0..=empty - plodded {
            match self.within(territory, defects) {
                Ok(true) => return Moves { least: empty - defects, most: empty - defects },
                Ok(false) => most = empty - defects - 1,
                Err(GaveUp) => break,
            }
        }
        Moves { least: plodded, most: most.max(plodded) }
    }

    /// Can all be filled with so many defects? A territory in parts is the sum of its parts.
    fn within(&mut self, territory: &Territory<B>, mut budget: u32) -> Result<bool, GaveUp> {
        let mut open: smallvec::SmallVec<[Territory<B>; 4]> = smallvec::SmallVec::new();
        for part in territory.parts() {
            if part.has_amazon() {
                if !part.empty.is_empty() {
                    open.push(part);
                }
            } else {
                match budget.checked_sub(part.empty()) {
                    Some(left) => budget = left,
                    None => return Ok(false),
                }
            }
        }
        let (last, others) = match open.split_last() {
            None => return Ok(true),
            Some(split) => split,
        };
        for part in others {
            match self.fewest(part, budget)? {
                Some(defects) => budget -= defects,
                None => return Ok(false),
            }
        }
        self.part_within(last, budget)
    }

    /// The fewest defects of a connected part, if they are within a budget.
    fn fewest(&mut self, part: &Territory<B>, budget: u32) -> Result<Option<u32>, GaveUp> {
        for defects in 0..=budget {
            if self.part_within(part, defects)? {
                return Ok(Some(defects));
            }
        }
        Ok(None)
    }

    fn part_within(&mut self, part: &Territory<B>, budget: u32) -> Result<bool, GaveUp> {
        let key = part.contents();
        let (fewest, possible) = *self.known.entry(key).or_insert_with(|| {
            let possible = part.empty() - part.plodded();
            (if possible == 0 { 0 } else { dead_end_defects(part) }, possible)
        });
        if possible <= budget {
            return Ok(true);
        }
        if fewest > budget {
            return Ok(false);
        }
        if self.known.len() >= self.patience {
            return Err(GaveUp);
        }
        let found = part.find_move(|_, left| self.within(&left, budget))?;
        self.known.insert(key, if found { (fewest, budget) } else { (budget + 1, possible) });
        Ok(found)
    }

    /// Appends moves that fill with so many defects, which must be possible.
    fn write_line(
        &mut self,
        territory: &Territory<B>,
        budget: u32,
        line: &mut Vec<Move>,
    ) -> Result<(), GaveUp> {
        let parts: Vec<Territory<B>> =
            territory.parts().filter(|part| part.has_amazon() && !part.empty.is_empty()).collect();
        for part in parts {
            let budget = self.fewest(&part, budget)?.ok_or(GaveUp)?;
            if part.empty() - part.plodded() <= budget {
                part.plod(|mv| line.push(mv));
                continue;
            }
            let mut chosen = None;
            part.find_move(|mv, left| {
                let good = self.within(&left, budget)?;
                if good {
                    chosen = Some((mv, left));
                }
                Ok(good)
            })?;
            let (mv, left) = chosen.ok_or(GaveUp)?;
            line.push(mv);
            self.write_line(&left, budget, line)?;
        }
        Ok(())
    }
}
