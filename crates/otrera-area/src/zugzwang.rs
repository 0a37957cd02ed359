//! Zugzwangs: areas in which each player would rather have the other move first (Müller and Tegos, 5).
//!
//! They are found as the paper does it, by two minimax searches. The players alternate; a player
//! who has no move in the area passes; nobody passes of his own will; it ends when nobody can move.
//! The *score* is the number of Black's moves less White's. The *gain* of a zugzwang is what the
//! player who need not begin wins by it: the score if White begins less the score if Black does.
//! For a|b with integers a and b it is b − a − 2, as in the paper.

use otrera_board::{Bits, Color, Geometry, Move, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::area::Area;
use crate::key;
use crate::line_segments::{CanonicalGraph, LineSegmentGraph};
use crate::regions::Region;

/// An area in which it is bad to move first.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Zugzwang {
    /// The area.
    pub area: Area<u64>,
    /// The score if Black, and if White, begins.
    pub scores: [i32; 2],
    /// Its line segment graph, or that with the colours exchanged, whichever comes first.
    pub graph: CanonicalGraph,
}

impl Zugzwang {
    /// What it is worth to the player who need not begin.
    pub fn gain(&self) -> i32 {
        self.scores[1] - self.scores[0]
    }
}

/// The zugzwangs with at least this gain on a region, with up to so many amazons of each colour,
/// and at least one. Areas that are equal by symmetry or by exchanging the colours are found once.
pub fn on_region(region: Region, most_amazons: u32, least_gain: i32) -> Vec<Zugzwang> {
    let geometry = region.geometry();
    let squares = region.squares();
    let places: Vec<u64> = squares.squares().map(u64::of).collect();
    let mut scores = Scores { geometry, known: FxHashMap::default() };
    let mut seen: FxHashSet<Area<u64>> = FxHashSet::default();
    let mut found = Vec::new();
    each_placement(&places, most_amazons, [0, 0], &mut |amazons| {
        let empty = squares & !(amazons[0] | amazons[1]);
        if amazons.contains(&0) || empty == 0 {
            return;
        }
        let area = Area::new(geometry, amazons, empty);
        if !seen.insert(key::canonical(&area).0) {
            return;
        }
        let both = Color::ALL.map(|first| scores.score(amazons, empty, first));
        let zugzwang = Zugzwang { area, scores: both, graph: graph(&area) };
        if zugzwang.gain() >= least_gain {
            found.push(zugzwang);
        }
    });
    found
}

fn each_placement(places: &[u64], most: u32, amazons: [u64; 2], visit: &mut impl FnMut([u64; 2])) {
    let Some((&place, rest)) = places.split_first() else {
        return visit(amazons);
    };
    each_placement(rest, most, amazons, visit);
    for color in Color::ALL {
        let mut more = amazons;
        more[color as usize] |= place;
        if more[color as usize].count() <= most {
            each_placement(rest, most, more, visit);
        }
    }
}

fn graph(area: &Area<u64>) -> CanonicalGraph {
    let [black, white] = Color::ALL.map(|color| area.amazons(color));
    let of = |amazons| LineSegmentGraph::new(area.geometry(), area.squares(), amazons).canonical();
    of([black, white]).min(of([white, black]))
}

/// Scores by plain minimax.
struct Scores {
    geometry: &'static Geometry<u64>,
    known: FxHashMap<([u64; 2], u64, Color), i32>,
}

impl Scores {
    fn score(&mut self, amazons: [u64; 2], empty: u64, mover: Color) -> i32 {
        if let Some(&known) = self.known.get(&(amazons, empty, mover)) {
            return known;
        }
        let sign = if mover == Color::Black { 1 } else { -1 };
        let [black, white] = amazons;
        let burnt = self.geometry.board() & !(black | white | empty);
        let position = Position::new(self.geometry.size(), black, white, burnt, mover)
            .expect("sets of one board that do not meet");
        let moves: Vec<Move> = position.moves().collect();
        let best = moves.iter().map(|mv| {
            let mut moved = amazons;
            moved[mover as usize] ^= u64::of(mv.from) | u64::of(mv.to);
            let left = (empty | u64::of(mv.from)) & !(u64::of(mv.to) | u64::of(mv.arrow));
            1 + sign * self.score(moved, left, !mover)
        });
        let score = match best.max() {
            Some(best) => sign * best,
            None if position.with_to_move(!mover).moves().next().is_none() => 0,
            None => self.score(amazons, empty, !mover),
        };
        self.known.insert((amazons, empty, mover), score);
        score
    }
}
