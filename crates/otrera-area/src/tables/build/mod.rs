//! Building tables: retrograde, by the number of squares.
//!
//! A move burns a square of the shape, so that it leads to shapes with fewer squares only, in the same box
//! or in a smaller one. A level, the shapes of one box with equally many squares, needs the levels
//! below and smaller boxes, and its shapes are independent: threads take them one by one. Blockers
//! become normal amazons, so what has blockers comes after what has none (Song and Müller, III-A).
//!
//! Each level is written to a file of its own when it is done, and read again after an interruption. When
//! all levels of a family are there they are put together.

mod active;
mod job;
mod territory;

use super::plan::Spot;
use super::section::{Filled, Section, SectionId};

pub use job::{Build, BuildError, Progress, Report};

/// The sections that are done, by slot.
#[derive(Debug)]
pub(crate) struct Done {
    sections: Vec<Option<Section>>,
}

impl Done {
    fn new() -> Done {
        Done { sections: (0..SectionId::SLOTS).map(|_| None).collect() }
    }

    fn put(&mut self, section: Section) {
        let slot = section.id.own_slot();
        self.sections[slot] = Some(section);
    }

    fn section(&self, slot: usize) -> &Section {
        self.sections[slot].as_ref().expect("smaller boxes and levels are built first")
    }

    /// The slot and the number of an entry, and whether it is the negative.
    #[inline]
    fn find(&self, spot: &Spot) -> (u32, u32, bool) {
        let slot = SectionId::slot(spot.kind, spot.frame, spot.squares.into());
        let section = self.section(slot);
        let found = section.index(spot.shape, spot.contents());
        let (index, negated) = found.expect("no move adds an amazon");
        (slot as u32, index, negated)
    }

    /// How many moves its owner has in a territory.
    #[inline]
    fn moves(&self, spot: &Spot) -> i32 {
        let (slot, index, _) = self.find(spot);
        let entry = self.section(slot as usize).entry(index).expect("an entry of the section");
        let empty = i32::from(spot.squares) - spot.black.count_ones() as i32;
        empty - i32::from(Filled::from_byte(entry as u8).defects)
    }
}
