//! An area: a connected set of unburnt squares with its amazons.

use std::hash::{Hash, Hasher};

use otrera_board::{Bits, Color, Geometry, Move, Position};
use otrera_cgt::{Game, Player, Sum};

use crate::{key, territory};

/// A maximal 8-connected set of unburnt squares that holds an empty square and an
/// amazon. Other such sets are dead: nobody can ever move there.
///
/// As a [`Game`] its moves are those of its amazons, and its representative is its
/// key: the same area wherever it lies, however it is turned or mirrored, whichever
/// colour is which.
#[derive(Clone, Copy, Debug)]
pub struct Area<B: 'static> {
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
}

/// The areas of a position that are not dead.
pub fn areas<B: Bits>(position: &Position<B>) -> Vec<Area<B>> {
    let amazons = Color::ALL.map(|color| position.amazons(color));
    split(position.geometry(), amazons, position.empty()).collect()
}

impl<B: Bits> Area<B> {
    pub(crate) fn new(geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> Area<B> {
        Area { geometry, amazons, empty }
    }

    /// The tables of the board that it lies on.
    pub fn geometry(&self) -> &'static Geometry<B> {
        self.geometry
    }

    /// Its amazons of one colour.
    pub fn amazons(&self, color: Color) -> B {
        self.amazons[color as usize]
    }

    /// Its empty squares.
    pub fn empty(&self) -> B {
        self.empty
    }

    /// All its squares.
    pub fn squares(&self) -> B {
        self.empty | self.amazons[0] | self.amazons[1]
    }

    /// The moves of a colour in it.
    pub fn moves(&self, color: Color) -> impl Iterator<Item = Move> {
        self.position(color).moves()
    }

    /// The areas that a move leaves.
    pub fn after(&self, color: Color, mv: Move) -> Sum<Area<B>> {
        let mut amazons = self.amazons;
        amazons[color as usize] ^= B::of(mv.from) | B::of(mv.to);
        let empty = (self.empty | B::of(mv.from)) & !B::of(mv.to) & !B::of(mv.arrow);
        split(self.geometry, amazons, empty).collect()
    }

    /// The area alone on its board, all other squares burnt.
    pub fn position(&self, to_move: Color) -> Position<B> {
        let burnt = self.geometry.board() & !self.squares();
        let [black, white] = self.amazons;
        Position::new(self.geometry.size(), black, white, burnt, to_move)
            .expect("an area lies on its board")
    }
}

/// Cuts unburnt squares into areas; dead ones are dropped.
fn split<B: Bits>(
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
) -> impl Iterator<Item = Area<B>> {
    let mut open = empty;
    std::iter::from_fn(move || {
        while let Some(seed) = open.first() {
            let squares = flood(geometry, B::of(seed), empty | amazons[0] | amazons[1]);
            open &= !squares;
            let inside = amazons.map(|set| set & squares);
            if !(inside[0] | inside[1]).is_empty() {
                return Some(Area::new(geometry, inside, empty & squares));
            }
        }
        None
    })
}

/// The squares of `ground` that are connected to `seed`.
pub(crate) fn flood<B: Bits>(geometry: &Geometry<B>, seed: B, ground: B) -> B {
    let mut reached = seed;
    loop {
        let next = (reached | geometry.neighbours(reached)) & ground;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The colour of a player: Black is Left.
fn color(player: Player) -> Color {
    match player {
        Player::Left => Color::Black,
        Player::Right => Color::White,
    }
}

impl<B: Bits> Game for Area<B> {
    fn options(&self, player: Player) -> Vec<Sum<Area<B>>> {
        let color = color(player);
        self.moves(color).map(|mv| self.after(color, mv)).collect()
    }

    fn canonical(&self) -> (Area<B>, bool) {
        key::canonical(self)
    }

    fn integer(&self) -> Option<i64> {
        let [black, white] = self.amazons;
        match (black.is_empty(), white.is_empty()) {
            (false, true) => Some(territory::most_moves(self.geometry, black, self.empty).into()),
            (true, false) => {
                Some(-i64::from(territory::most_moves(self.geometry, white, self.empty)))
            }
            _ => None,
        }
    }
}

impl<B: Bits> PartialEq for Area<B> {
    fn eq(&self, other: &Area<B>) -> bool {
        self.empty == other.empty
            && self.amazons == other.amazons
            && self.geometry.size() == other.geometry.size()
    }
}

impl<B: Bits> Eq for Area<B> {}

impl<B: Bits> Hash for Area<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.empty.hash(state);
        self.amazons.hash(state);
        self.geometry.size().hash(state);
    }
}
