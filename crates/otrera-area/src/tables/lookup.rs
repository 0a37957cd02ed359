//! Looking areas up.
//!
//! From an area to its bounds: the box around it, the shape in the box, the rank of its amazons, the entry
//! and its record. Nothing is allocated, and nothing is believed that its checksum does not cover: an
//! entry in a damaged block is not there.

use std::path::Path;

use otrera_board::{Bits, Color, Geometry};
use otrera_cgt::{Assurance, Player, TempoBounds};

use super::file::{Place, TableError, TableFile};
use super::rank::{Contents, Kind, Layout};
use super::section::{Filled, SectionId, heap_offset};
use super::sets::Family;
use super::shapes::{Catalogue, Frame, Located, Outline};
use super::value::{Thresholds, Value};
use crate::area::{Area, color_of};
use crate::division::{Division, Fill};
use crate::filling::Territory;
use crate::plodding::plod;
use crate::safe_moves::Ground;

/// The tables of a folder.
#[derive(Debug)]
pub struct Tables {
    pub(super) catalogue: Catalogue,
    files: [Option<TableFile>; 3],
    /// By slot.
    sections: Vec<Option<Known>>,
    /// The boxes of each kind, a bit each.
    frames: [u32; Kind::ALL.len()],
    /// The most squares of an entry of each kind.
    most_squares: [u32; Kind::ALL.len()],
}

/// Where to find the entries of a section.
#[derive(Debug)]
struct Known {
    place: Place,
    layout: Layout,
}

/// An entry that was found.
struct Found<'a> {
    file: &'a TableFile,
    known: &'a Known,
    located: Located<'a>,
    /// The number of its record, or a territory's byte.
    entry: u32,
    negated: bool,
}

/// What is known of a territory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filling<B> {
    /// The most moves in it.
    pub moves: u32,
    /// Amazons that suffice for that: as few blockers as possible, then as few as possible. The others
    /// may stand still for ever.
    pub needed: B,
}

impl Tables {
    /// Opens the tables of a folder, all three families.
    pub fn open(folder: &Path) -> Result<Tables, TableError> {
        Tables::open_families(folder, &Family::ALL)
    }

    /// The same with some of the families only.
    pub fn open_families(folder: &Path, families: &[Family]) -> Result<Tables, TableError> {
        let mut files = [const { None }; 3];
        for &family in families {
            let path = folder.join(family.file_name());
            files[family as usize] = Some(TableFile::open(&path, family)?);
        }
        Ok(Tables::of(files))
    }

    fn of(files: [Option<TableFile>; 3]) -> Tables {
        let catalogue = Catalogue::default();
        let mut sections: Vec<Option<Known>> = (0..SectionId::SLOTS).map(|_| None).collect();
        let mut frames = [0; Kind::ALL.len()];
        let mut most_squares = [0; Kind::ALL.len()];
        for place in files.iter().flatten().flat_map(TableFile::places) {
            let SectionId { kind, frame, squares, .. } = place.id;
            frames[kind as usize] |= 1 << frame.number();
            let most = &mut most_squares[kind as usize];
            *most = u32::from(squares).max(*most);
            sections[place.id.own_slot()] =
                Some(Known { place: place.clone(), layout: place.id.layout() });
        }
        Tables { catalogue, files, sections, frames, most_squares }
    }

    /// The same for two only if they have the same files: in hexadecimal digits.
    pub fn digest(&self) -> String {
        let mut all = blake3::Hasher::new();
        for file in &self.files {
            all.update(&file.as_ref().map_or([0; 32], TableFile::hash));
        }
        all.finalize().to_hex().to_string()
    }

    /// The file of a family, if it is in use.
    pub fn file(&self, family: Family) -> Option<&TableFile> {
        self.files[family as usize].as_ref()
    }

    /// Which entries they have.
    pub fn sections(&self) -> impl Iterator<Item = SectionId> {
        self.files.iter().flatten().flat_map(|file| file.contents().map(|stock| stock.id))
    }

    /// The first damage that a look-up has met. What is damaged gives no answers.
    pub fn damage(&self) -> Option<TableError> {
        self.files.iter().flatten().find_map(TableFile::damage)
    }

    /// The four numbers of an area, exact.
    #[inline]
    pub fn bounds<B: Bits>(&self, area: &Area<B>) -> Option<TempoBounds> {
        let [black, white] = Color::ALL.map(|color| area.amazons(color));
        let moves = |own| self.moves(area.geometry(), [own, B::EMPTY], area.empty());
        match (black.is_empty(), white.is_empty()) {
            (false, true) => Some(TempoBounds::exactly(moves(black)? as i32)),
            (true, false) => Some(TempoBounds::exactly(-(moves(white)? as i32))),
            _ => {
                let sets = [black, B::EMPTY, white];
                let thresholds =
                    self.thresholds(area.geometry(), Kind::Active, sets, area.squares())?;
                Some(thresholds.tempo())
            }
        }
    }

    /// All that is known of an active area.
    pub fn value<B: Bits>(&self, area: &Area<B>) -> Option<Value> {
        let [black, white] = Color::ALL.map(|color| area.amazons(color));
        self.value_with_blockers(area.geometry(), [black, B::EMPTY, white], area.empty())
    }

    /// The same where some of Black's amazons, in sets of normal amazons, blockers and White's amazons,
    /// must shoot back to where they stood when they first move.
    pub fn value_with_blockers<B: Bits>(
        &self,
        geometry: &'static Geometry<B>,
        [normal, blockers, white]: [B; 3],
        empty: B,
    ) -> Option<Value> {
        let kind = if blockers.is_empty() { Kind::Active } else { Kind::ActiveBlockers };
        let black = normal | blockers;
        let found = self.find(geometry, kind, [black, blockers, white], black | white | empty)?;
        let record = found.file.record(&found.known.place, found.entry)?;
        let heap = found.file.heap_value(&found.known.place, heap_offset(&record)?)?;
        let value = Value::decode(&heap)?;
        Some(if found.negated { value.negated() } else { value })
    }

    /// How a territory is filled.
    pub fn filling<B: Bits>(&self, territory: &Territory<B>) -> Option<Filling<B>> {
        let [normal, blockers, empty] = territory.contents();
        let kind = if blockers.is_empty() { Kind::Territory } else { Kind::Blockers };
        let own = normal | blockers;
        let found =
            self.find(territory.geometry(), kind, [own, blockers, B::EMPTY], own | empty)?;
        let Filled { defects, needed } = Filled::from_byte(found.entry as u8);
        let mut places = found.located.places(own);
        let mut sufficient = B::EMPTY;
        for n in 0..own.count() {
            if needed >> n & 1 != 0 {
                sufficient |= B::of(found.located.square(places.trailing_zeros())?);
            }
            places &= places - 1;
        }
        let moves = empty.count().checked_sub(defects.into())?;
        Some(Filling { moves, needed: sufficient })
    }

    /// What a player is sure of by the improved partition, its pieces looked up as far as they are known.
    pub fn divided<B: Bits>(&self, area: &Area<B>, player: Player) -> Assurance {
        let color = color_of(player);
        let (own, enemy) = (area.amazons(color), area.amazons(!color));
        let division = Division::new(area.geometry(), own, enemy, area.empty(), area.occupied());
        division.assurance(&mut TableFill { tables: self, unburnt: area.squares() })
    }

    /// The most squares of an area with amazons of both sides that they may know.
    pub fn most_squares(&self) -> u32 {
        let active = Kind::ALL.iter().filter(|kind| !kind.is_territory());
        active.map(|&kind| self.most_squares[kind as usize]).max().unwrap_or(0)
    }

    /// The most moves in a territory with these normal amazons and blockers.
    #[inline]
    pub(super) fn moves<B: Bits>(
        &self,
        geometry: &'static Geometry<B>,
        [normal, blockers]: [B; 2],
        empty: B,
    ) -> Option<u32> {
        let kind = if blockers.is_empty() { Kind::Territory } else { Kind::Blockers };
        let own = normal | blockers;
        let found = self.find(geometry, kind, [own, blockers, B::EMPTY], own | empty)?;
        empty.count().checked_sub(Filled::from_byte(found.entry as u8).defects.into())
    }

    /// The thresholds of an active area with these amazons: Black's, those of them that are blockers,
    /// White's. All that searches read of it.
    #[inline]
    pub(super) fn thresholds<B: Bits>(
        &self,
        geometry: &'static Geometry<B>,
        kind: Kind,
        sets: [B; 3],
        squares: B,
    ) -> Option<Thresholds> {
        let found = self.find(geometry, kind, sets, squares)?;
        let record = found.file.record(&found.known.place, found.entry)?;
        let [lower, upper, stars, ..] = record;
        let thresholds = Thresholds::from_bytes([lower, upper, stars])?;
        Some(if found.negated { thresholds.negated() } else { thresholds })
    }

    /// The entry with these amazons: Black's, those of them that are blockers, White's.
    #[inline]
    fn find<B: Bits>(
        &self,
        geometry: &'static Geometry<B>,
        kind: Kind,
        [black, blockers, white]: [B; 3],
        squares: B,
    ) -> Option<Found<'_>> {
        if squares.count() > self.most_squares[kind as usize] {
            return None;
        }
        let outline = Outline::of(geometry, squares)?;
        let frame: Frame = outline.frame;
        if self.frames[kind as usize] >> frame.number() & 1 == 0 {
            return None;
        }
        let slot = SectionId::slot(kind, frame, squares.count() as usize);
        let known = self.sections[slot].as_ref()?;
        let file = self.files[Family::of(kind) as usize].as_ref()?;
        let located = self.catalogue.locate_in(outline, squares)?;
        let contents = Contents {
            black: located.places(black),
            blockers: if kind.has_blockers() { located.places(blockers) } else { 0 },
            white: if kind.is_territory() { 0 } else { located.places(white) },
        };
        let (rank, negated) = known.layout.index(contents)?;
        let index = located.among_its_level() * known.layout.entries + rank;
        let entry = file.entry(&known.place, index)?;
        Some(Found { file, known, located, entry, negated })
    }
}

/// Judges the pieces of a division by tables.
///
/// In a ground that she stands beside, an amazon of ours is *normal* if all unburnt squares around her are
/// in the ground or hold amazons that are used there: then she leaves no gap. Else she is a
/// blocker: she may go there with a shot back to where she stood, and is normal from then on.
/// Amazons that are used elsewhere are walls.
///
/// **Sound:** walls stand, or move into another piece and shoot back; so do blockers. A normal amazon
/// opens squares only to squares of the ground. So the enemy never leaves the ground, and what we do
/// there is a game of its own in which we have fewer moves than we really have.
pub(crate) struct TableFill<'a, B> {
    pub tables: &'a Tables,
    /// The area's squares.
    pub unburnt: B,
}

impl<B: Bits> TableFill<'_, B> {
    /// Those of our amazons beside a ground that are blockers.
    #[inline]
    pub fn blockers(&self, geometry: &Geometry<B>, ground: &Ground<B>, own: B) -> B {
        own & geometry.spread(self.unburnt & !(ground.empty | ground.enemy | own))
    }
}

impl<B: Bits> Fill<B> for TableFill<'_, B> {
    fn moves(&mut self, geometry: &'static Geometry<B>, amazons: [B; 2], empty: B) -> u32 {
        let plodded = plod(geometry, amazons, empty, |_| {});
        match plodded == empty.count() {
            true => plodded,
            false => self.tables.moves(geometry, amazons, empty).unwrap_or(plodded),
        }
    }

    fn assurance(
        &mut self,
        geometry: &'static Geometry<B>,
        ground: &Ground<B>,
        own: B,
        occupied: B,
    ) -> Assurance {
        let squares = ground.empty | ground.enemy | own;
        let known = if own.is_empty() {
            let moves = self.tables.moves(geometry, [ground.enemy, B::EMPTY], ground.empty);
            moves.map(|moves| Assurance::at_least(-(moves as i32)))
        } else {
            let blockers = self.blockers(geometry, ground, own);
            let kind = if blockers.is_empty() { Kind::Active } else { Kind::ActiveBlockers };
            let sets = [own, blockers, ground.enemy];
            self.tables.thresholds(geometry, kind, sets, squares).map(Thresholds::left)
        };
        known.unwrap_or_else(|| ground.assurance(geometry, own, occupied))
    }
}
