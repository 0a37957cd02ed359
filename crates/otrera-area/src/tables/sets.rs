//! Which tables there are.

use std::path::Path;

use super::file::TableFile;
use super::rank::Kind;
use super::section::SectionId;
use super::shapes::Frame;

/// The three databases of Song and Müller, a file each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Territories: areas of one colour.
    Territories,
    /// Territories with blockers.
    Blockers,
    /// Active areas, with and without blockers.
    Active,
}

impl Family {
    /// All families, in the order in which they are built.
    pub const ALL: [Family; 3] = [Family::Territories, Family::Blockers, Family::Active];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Family::Territories => "territories",
            Family::Blockers => "blockers",
            Family::Active => "active",
        }
    }

    /// What its entries may be.
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Family::Territories => &[Kind::Territory],
            Family::Blockers => &[Kind::Blockers],
            Family::Active => &[Kind::Active, Kind::ActiveBlockers],
        }
    }

    /// The family of a kind of entries.
    pub fn of(kind: Kind) -> Family {
        match kind {
            Kind::Territory => Family::Territories,
            Kind::Blockers => Family::Blockers,
            Kind::Active | Kind::ActiveBlockers => Family::Active,
        }
    }

    /// The name of its file.
    pub fn file_name(self) -> String {
        format!("{}.table", self.name())
    }
}

/// How much is built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableSet {
    /// Boxes of up to nine squares, in a second: for tests and trials.
    Tiny,
    /// What is built on first use, in seconds.
    Small,
    /// All boxes of the paper, and more.
    Full,
}

impl TableSet {
    /// All of them, smallest first.
    pub const ALL: [TableSet; 3] = [TableSet::Tiny, TableSet::Small, TableSet::Full];

    /// The largest set of which a folder has a whole family.
    pub fn of_folder(folder: &Path) -> Option<TableSet> {
        let file = |&family: &Family| {
            let file = TableFile::open(&folder.join(family.file_name()), family).ok()?;
            Some((family, file))
        };
        let files: Vec<(Family, TableFile)> = Family::ALL.iter().filter_map(file).collect();
        let has =
            |set: &TableSet| files.iter().any(|(family, file)| file.has_all_of(*set, *family));
        TableSet::ALL.into_iter().rfind(has)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TableSet::Tiny => "tiny",
            TableSet::Small => "small",
            TableSet::Full => "full",
        }
    }

    /// The most amazons of one colour in the shapes of a box with so many squares; 0 if they are not in
    /// the set.
    ///
    /// What a section needs is in the set: the same amazons with one square less and in smaller
    /// boxes, territories for active areas, and what has no blockers for what has some.
    fn most_amazons(self, kind: Kind, frame: Frame, squares: u8) -> u8 {
        let small = frame.squares() <= 12;
        match (self, kind, frame.width, frame.height) {
            (TableSet::Tiny, Kind::ActiveBlockers, ..) if frame.squares() <= 6 => 3,
            (TableSet::Tiny, Kind::ActiveBlockers, ..) => 0,
            (TableSet::Tiny, ..) if frame.squares() <= 9 => 4,
            (TableSet::Tiny, ..) => 0,

            (TableSet::Small, Kind::Territory | Kind::Blockers | Kind::Active, ..) if small => 4,
            (TableSet::Small, Kind::Territory, 5, 3) => 4,
            (TableSet::Small, Kind::Blockers, 5, 3) => 3,
            (TableSet::Small, Kind::Territory | Kind::Blockers, ..) if squares <= 8 => 3,
            (TableSet::Small, Kind::Active, 5, 3) if squares <= 8 => 3,
            (TableSet::Small, Kind::Active, 5, 3) => 2,
            (TableSet::Small, Kind::Active, ..) if squares <= 8 => 2,
            (TableSet::Small, Kind::ActiveBlockers, ..) if frame.squares() <= 10 => 3,
            (TableSet::Small, Kind::ActiveBlockers, ..) if small && squares <= 8 => 3,
            (TableSet::Small, Kind::ActiveBlockers, ..) if small => 2,
            (TableSet::Small, Kind::ActiveBlockers, 6, 3) => 0,
            (TableSet::Small, Kind::ActiveBlockers, ..) if squares <= 8 => 2,
            (TableSet::Small, ..) => 0,

            (TableSet::Full, Kind::Territory | Kind::Blockers, ..) => 4,
            (TableSet::Full, Kind::Active, 6, 3) => 2,
            (TableSet::Full, Kind::Active, 4, 4) => 3,
            (TableSet::Full, Kind::Active, ..) => 4,
            (TableSet::Full, Kind::ActiveBlockers, ..) if small => 4,
            (TableSet::Full, Kind::ActiveBlockers, 6, 3) => 0,
            (TableSet::Full, Kind::ActiveBlockers, ..) => 2,
        }
    }

    /// Has it all entries of a section?
    pub(crate) fn has(self, id: &SectionId) -> bool {
        let SectionId { kind, frame, squares, most_amazons } = *id;
        (2..=frame.squares()).contains(&squares.into())
            && (1..=self.most_amazons(kind, frame, squares)).contains(&most_amazons)
    }

    /// The sections of a family, each after those that it needs.
    pub fn sections(self, family: Family) -> Vec<SectionId> {
        let mut sections = Vec::new();
        for &kind in family.kinds() {
            for frame in Frame::all() {
                for squares in 2..=frame.squares() as u8 {
                    let most_amazons = self.most_amazons(kind, frame, squares);
                    let id = SectionId { kind, frame, squares, most_amazons };
                    if most_amazons > 0 {
                        sections.push(id);
                    }
                }
            }
        }
        sections
    }
}
