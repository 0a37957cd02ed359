//! Dead ends of a territory: a lower bound on its defects (Müller and Tegos, 4.1).
//!
//! A *dead end* here is a small set of squares P that hangs on the rest of its territory by one
//! square y, and that cannot be burnt completely unless an amazon ends there. How many squares are
//! lost at least is found by playing P and y alone, with everything outside at its most helpful:
//! any number of amazons may come to y, slide into P along a line that goes on beyond y, shoot from
//! there, leave, and come back, and the outside never runs out of squares. That gives away much, so
//! what is still lost then is lost in truth. Each amazon ends in one place: of disjoint dead ends
//! as many are forgiven as there are amazons, those with the most defects.

use otrera_board::{Bits, Geometry, Square};
use smallvec::SmallVec;

use crate::connect::connected_pieces;
use crate::filling::Territory;

/// The largest dead ends looked at, in squares.
const LARGEST: u32 = 4;

/// A lower bound on the defects of a territory.
pub(crate) fn dead_end_defects<B: Bits>(territory: &Territory<B>) -> u32 {
    let geometry = territory.geometry();
    let [normal, blockers, empty] = territory.contents();
    let amazons = normal | blockers;
    let squares = amazons | empty;
    let mut found: SmallVec<[(u32, B); 8]> = SmallVec::new();
    for neck in squares.squares() {
        let rest = squares & !B::of(neck);
        // Most squares hold nothing together.
        let around = geometry.near(neck) & rest;
        if connected_pieces(geometry, around).nth(1).is_none() {
            continue;
        }
        let pieces: SmallVec<[B; 4]> = connected_pieces(geometry, rest).collect();
        if pieces.len() < 2 {
            continue;
        }
        for piece in pieces {
            if piece.count() <= LARGEST && (piece & amazons).is_empty() {
                let lost = DeadEnd::new(geometry, piece, neck, squares).least_loss(amazons);
                if lost > 0 {
                    found.push((lost, piece));
                }
            }
        }
    }
    // The costliest first, and of these the smallest, as long as they do not overlap.
    found.sort_by_key(|&(lost, piece)| (std::cmp::Reverse(lost), piece.count()));
    let mut taken = B::EMPTY;
    let mut losses: SmallVec<[u32; 8]> = SmallVec::new();
    for (lost, piece) in found {
        if (piece & taken).is_empty() {
            taken |= piece;
            losses.push(lost);
        }
    }
    // Sorted already: the largest are forgiven.
    losses.iter().skip(amazons.count() as usize).sum()
}

/// A small piece and its neck, as numbers from 0; the neck is the last.
struct DeadEnd {
    count: usize,
    /// For each place the lines from it, as the places on them in order, and whether the line goes
    /// on outside after the last.
    lines: SmallVec<[Lines; 5]>,
    neck: Square,
}

/// The lines from a place.
type Lines = SmallVec<[(SmallVec<[u8; 4]>, bool); 8]>;

/// The unburnt places and those with an amazon, as bits.
type State = (u8, u8);

impl DeadEnd {
    fn new<B: Bits>(geometry: &Geometry<B>, piece: B, neck: Square, squares: B) -> DeadEnd {
        let places: SmallVec<[Square; 5]> = piece.squares().chain(std::iter::once(neck)).collect();
        let inside = piece | B::of(neck);
        let size = geometry.size();
        let lines = places.iter().map(|&start| {
            let mut lines = Lines::new();
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let mut line = SmallVec::new();
                let mut goes_on = false;
                for n in 1.. {
                    let file = size.file(start).checked_add_signed(n * dx);
                    let rank = size.rank(start).checked_add_signed(n * dy);
                    let next = file.zip(rank).and_then(|(file, rank)| size.square(file, rank));
                    let Some(next) = next.filter(|&next| squares.has(next)) else { break };
                    if !inside.has(next) {
                        goes_on = true;
                        break;
                    }
                    let place = places.iter().position(|&place| place == next);
                    line.push(place.unwrap_or_default() as u8);
                }
                if !line.is_empty() || goes_on {
                    lines.push((line, goes_on));
                }
            }
            lines
        });
        DeadEnd { count: places.len(), lines: lines.collect(), neck }
    }

    /// How many squares of the piece are left at least when no amazon ends in it.
    fn least_loss<B: Bits>(&self, amazons: B) -> u32 {
        let neck = 1u8 << (self.count - 1);
        let piece = neck - 1;
        let start: State = (piece | neck, if amazons.has(self.neck) { neck } else { 0 });
        let mut seen = [0u32; 32];
        let mut open: SmallVec<[State; 64]> = SmallVec::new();
        let mut least = u32::from(piece.count_ones() as u8);
        let mut visit = |state: State, open: &mut SmallVec<[State; 64]>| {
            let known = &mut seen[usize::from(state.0)];
            if *known & (1 << state.1) == 0 {
                *known |= 1 << state.1;
                open.push(state);
                if state.1 & piece == 0 {
                    least = least.min((state.0 & piece).count_ones());
                }
            }
        };
        visit(start, &mut open);
        while let Some(state) = open.pop() {
            self.each_next(state, |next| visit(next, &mut open));
        }
        least
    }

    /// All that a move can lead to. A move outside that does not concern these places leads to
    /// nothing new.
    fn each_next(&self, (unburnt, amazons): State, mut visit: impl FnMut(State)) {
        let neck = self.count - 1;
        // Amazons here move within, or leave.
        for from in (0..self.count).filter(|&place| amazons & (1 << place) != 0) {
            let others = amazons & !(1 << from);
            let free = unburnt & !others;
            let mut leaves = false;
            for (line, goes_on) in &self.lines[from] {
                let mut open = true;
                for &to in line {
                    if free & (1 << to) == 0 {
                        open = false;
                        break;
                    }
                    let standing = others | 1 << to;
                    self.each_shot(usize::from(to), unburnt, standing, &mut visit);
                }
                leaves |= open && *goes_on;
            }
            if leaves {
                self.each_shot_from_outside(unburnt, others, &mut visit);
            }
        }
        // Amazons outside come to the neck or through it, or shoot.
        if unburnt & !amazons & (1 << neck) != 0 {
            self.each_shot(neck, unburnt, amazons | 1 << neck, &mut visit);
            for to in 0..neck {
                let seen = self.lines[to].iter().any(|(line, goes_on)| {
                    *goes_on && line.iter().all(|&p| unburnt & !amazons & (1 << p) != 0)
                });
                if seen && unburnt & !amazons & (1 << to) != 0 {
                    self.each_shot(to, unburnt, amazons | 1 << to, &mut visit);
                }
            }
        }
        self.each_shot_from_outside(unburnt, amazons, &mut visit);
    }

    /// The arrows of an amazon that has just come to a place.
    fn each_shot(&self, at: usize, unburnt: u8, standing: u8, visit: &mut impl FnMut(State)) {
        let free = unburnt & !standing;
        for (line, goes_on) in &self.lines[at] {
            let mut open = true;
            for &hit in line {
                if free & (1 << hit) == 0 {
                    open = false;
                    break;
                }
                visit((unburnt & !(1 << hit), standing));
            }
            if open && *goes_on {
                visit((unburnt, standing));
            }
        }
    }

    /// The arrows of amazons outside: at the neck, along lines that go on beyond it, or elsewhere.
    fn each_shot_from_outside(&self, unburnt: u8, standing: u8, visit: &mut impl FnMut(State)) {
        let free = unburnt & !standing;
        visit((unburnt, standing));
        for hit in (0..self.count).filter(|&place| free & (1 << place) != 0) {
            let seen = self.lines[hit].iter().any(|(line, goes_on)| {
                *goes_on && line.iter().all(|&place| free & (1 << place) != 0)
            });
            if seen {
                visit((unburnt & !(1 << hit), standing));
            }
        }
    }
}
