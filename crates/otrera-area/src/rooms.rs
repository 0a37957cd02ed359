//! Rooms: areas as puzzles of their own, as in the experiments with temperature discovery search.

use otrera_board::{Bits, Color, Position};

use crate::area::{Area, areas};
use crate::regions::{Region, grown};

/// The box that rooms lie in has sides of at most this.
const SIDE: usize = 4;

/// All rooms of a size: regions inside a 4×4 box, one for all that are equal by shifts, turns and mirror images, with an amazon
/// of each colour on any two of their squares. Which of the two is black does not matter: the lower one is.
///
/// There are 132 of size 4, 690 of size 5 and 3330 of size 6 (Müller, Enzenberger and Schaeffer, experiment 1).
pub fn rooms(size: usize) -> Vec<Area<u64>> {
    let mut regions = vec![Region::SINGLE];
    for _ in 1..size {
        regions = grown(&regions);
        regions.retain(|region| {
            let size = region.geometry().size();
            size.width() <= SIDE && size.height() <= SIDE
        });
    }
    regions.into_iter().flat_map(rooms_of).collect()
}

fn rooms_of(region: Region) -> Vec<Area<u64>> {
    let geometry = region.geometry();
    let burnt = geometry.board() & !region.squares();
    let mut rooms = Vec::new();
    for white in region.squares().squares() {
        for black in region.squares().squares().take_while(|&black| black != white) {
            let sets = [black, white].map(u64::of);
            let position = Position::new(geometry.size(), sets[0], sets[1], burnt, Color::Black)
                .expect("two squares of a region");
            rooms.extend(areas(&position));
        }
    }
    rooms
}
