//! An area: a connected set of unburnt squares with its amazons.

use std::hash::{Hash, Hasher};

use otrera_board::{Bits, Color, Geometry, MAX_SQUARES, Move, Position};
use otrera_cgt::{Game, Player, Sum};

use crate::connect::connected_pieces;
use crate::filling::{Filler, Territory};
use crate::key;

/// A maximal 8-connected set of unburnt squares that holds an empty square and an
/// amazon. Other such sets are dead: nobody can ever move there.
///
/// As a [`Game`] its moves are those of its amazons, and its representative is its
/// key: the same area wherever it lies, however it is turned or mirrored, whichever
/// colour is which.
///
/// ```
/// use otrera_area::areas;
/// use otrera_board::{Bits, Color, Position};
///
/// // Black's territory, a corridor for both, and a square that nobody reaches.
/// let position: Position = "b..xb...wx.".parse()?;
/// let found = areas(&position);
/// assert_eq!(found.len(), 2);
/// assert_eq!(found[1].empty().count(), 3);
/// assert_eq!(found[1].moves(Color::White).len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Area<B: 'static> {
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
}

/// The areas of a position that are not dead.
pub fn areas<B: Bits>(position: &Position<B>) -> Vec<Area<B>> {
    let amazons = Color::ALL.map(|color| position.amazons(color));
    areas_of(position.geometry(), amazons, position.empty()).collect()
}

/// The areas of a board with these amazons and empty squares that are not dead.
pub fn areas_of<B: Bits>(
    geometry: &'static Geometry<B>,
    amazons: [B; 2],
    empty: B,
) -> impl Iterator<Item = Area<B>> {
    connected_pieces(geometry, amazons[0] | amazons[1] | empty)
        .map(move |piece| Area::new(geometry, amazons.map(|set| set & piece), empty & piece))
        .filter(|area| !area.empty.is_empty() && area.squares() != area.empty)
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

    /// All squares of the board that stop a slide in it.
    pub(crate) fn occupied(&self) -> B {
        self.geometry.board() & !self.empty
    }

    /// The area with the colours exchanged, which is its negative.
    pub fn negative(&self) -> Area<B> {
        Area { amazons: [self.amazons[1], self.amazons[0]], ..*self }
    }

    /// The moves of a colour in it, each with the areas that it leaves.
    pub fn moves(&self, color: Color) -> Vec<(Move, Sum<Area<B>>)> {
        let mut moves = Vec::new();
        self.each_move(color, |mv, areas| moves.push((mv, areas)));
        moves
    }

    /// Calls for each move of a colour with the areas that it leaves.
    ///
    /// A move takes one square from the area, that of the arrow, so the pieces it falls into
    /// depend on that square alone. The first, mostly the only one, is found once for each.
    fn each_move(&self, color: Color, mut visit: impl FnMut(Move, Sum<Area<B>>)) {
        let geometry = self.geometry;
        let squares = self.squares();
        let own = self.amazons[color as usize];
        let mut first_pieces = [B::EMPTY; MAX_SQUARES];
        geometry.any_walk(own, self.occupied(), |from, to, shots| {
            let mut amazons = self.amazons;
            amazons[color as usize] ^= B::of(from) | B::of(to);
            let empty = (self.empty | B::of(from)) & !B::of(to);
            for arrow in shots.squares() {
                let left = squares & !B::of(arrow);
                let first = &mut first_pieces[arrow.index()];
                if first.is_empty() {
                    *first = connected_pieces(geometry, left).next().unwrap_or(B::EMPTY);
                }
                let others = connected_pieces(geometry, left & !*first);
                let areas = std::iter::once(*first).chain(others).filter_map(|piece| {
                    let inside = amazons.map(|set| set & piece);
                    let free = empty & piece;
                    let dead = free.is_empty() || (inside[0] | inside[1]).is_empty();
                    (!dead).then(|| Area::new(geometry, inside, free))
                });
                visit(Move { from, to, arrow }, areas.collect());
            }
            false
        });
    }

    /// The area alone on its board, all other squares burnt.
    pub fn position(&self, to_move: Color) -> Position<B> {
        let burnt = self.geometry.board() & !self.squares();
        let [black, white] = self.amazons;
        Position::new(self.geometry.size(), black, white, burnt, to_move)
            .expect("an area lies on its board")
    }
}

/// The colour of a player: Black is Left.
pub fn color_of(player: Player) -> Color {
    match player {
        Player::Left => Color::Black,
        Player::Right => Color::White,
    }
}

/// The player of a colour.
pub fn player_of(color: Color) -> Player {
    match color {
        Color::Black => Player::Left,
        Color::White => Player::Right,
    }
}

impl<B: Bits> Game for Area<B> {
    fn options(&self, player: Player) -> Vec<Sum<Area<B>>> {
        let mut options = Vec::new();
        self.each_option(player, &mut |areas| options.push(areas));
        options
    }

    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Sum<Area<B>>)) {
        self.each_move(color_of(player), |_, areas| visit(areas));
    }

    fn canonical(&self) -> (Area<B>, bool) {
        key::canonical(self)
    }

    fn integer(&self) -> Option<i64> {
        let [black, white] = self.amazons;
        let most = |amazons| {
            let territory = Territory::new(self.geometry, amazons, B::EMPTY, self.empty);
            let moves = Filler::new(PATIENCE).moves(&territory);
            moves.is_exact().then_some(i64::from(moves.least))
        };
        match (black.is_empty(), white.is_empty()) {
            (false, true) => most(black),
            (true, false) => most(white).map(|moves| -moves),
            _ => None,
        }
    }

    /// Never: somewhere an amazon stands beside an empty square.
    fn is_over(&self) -> bool {
        false
    }
}

/// How many positions of a territory are looked at before it is valued like any area: some
/// hundredths of a second.
const PATIENCE: usize = 20_000;

impl<B: Bits> PartialEq for Area<B> {
    fn eq(&self, other: &Area<B>) -> bool {
        self.empty == other.empty
            && self.amazons == other.amazons
            && std::ptr::eq(self.geometry, other.geometry)
    }
}

impl<B: Bits> Eq for Area<B> {}

impl<B: Bits> Hash for Area<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.empty.hash(state);
        self.amazons.hash(state);
        // There is one table a size.
        std::ptr::hash(self.geometry, state);
    }
}
