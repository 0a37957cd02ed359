//! What there is to count in tables.

use rustc_hash::FxHashSet;

use super::lookup::Tables;
use super::section::{Filled, SectionId};
use super::sets::Family;
use super::value::Stored;

/// Counts over sections of one kind and box.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Survey {
    values: FxHashSet<Box<[u8]>>,
    /// Territories of which not all squares can be used.
    pub defective: u64,
    /// The entries if areas that are turned, mirrored or have their colours exchanged were listed apart.
    pub without_symmetry: u64,
}

impl Survey {
    /// How many different values there are: of territories, defects with the amazons that suffice.
    pub fn values(&self) -> u64 {
        self.values.len() as u64
    }

    /// Counts one more section. What is damaged is left out.
    pub fn add(&mut self, tables: &Tables, id: &SectionId) {
        let Some(file) = tables.file(Family::of(id.kind)) else { return };
        let Some(place) = file.places().iter().find(|place| place.id == *id) else { return };
        let shapes = tables.catalogue.shapes(id.frame);
        let pictures = shapes.pictures()[usize::from(id.squares)];
        // An area and its negative are two; an active one without blockers is listed once for both.
        self.without_symmetry += 2 * pictures * u64::from(id.layout().entries);
        let Some(section) = file.section(place, &tables.catalogue) else { return };
        if id.kind.is_territory() {
            for &byte in &section.data {
                self.defective += u64::from(Filled::from_byte(byte).defects > 0);
                self.count(&[byte]);
            }
        }
        let mut rest = &section.heap[..];
        while let Some((_, more)) = Stored::decode(rest) {
            self.count(&rest[..rest.len() - more.len()]);
            rest = more;
        }
    }

    fn count(&mut self, value: &[u8]) {
        if !self.values.contains(value) {
            self.values.insert(value.into());
        }
    }
}
