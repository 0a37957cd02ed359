//! Tables that are wrong and undamaged: bytes changed at random, and all checksums made right again.
//!
//! Each is refused, reported by a check of all entries, or gives the answers of the table it was made from;
//! and none of them ends a look-up, a check or a build otherwise than they end.

use std::fs;
use std::io::Write;
use std::path::Path;

use fastrand::Rng;
use otrera_board::Bits;
use otrera_cgt::Player;
use tempfile::TempDir;

use super::file::{self, Place, TableFile, reseal};
use super::guarded::Guarded;
use super::lookup::{Filling, Tables};
use super::rank::Kind;
use super::section::{RECORD, Section};
use super::sets::{Family, TableSet};
use super::shapes::Catalogue;
use super::value::{Thresholds, Value};
use super::verify::{Verify, VerifyError};
use super::{Build, Survey};
use crate::area::Area;
use crate::filling::Territory;

/// The tiny set, but for boxes with more squares than this.
fn tables_of_boxes(squares: usize) -> TempDir {
    let whole = tempfile::tempdir().expect("a folder");
    build(whole.path());
    let part = tempfile::tempdir().expect("a folder");
    let catalogue = Catalogue::default();
    for family in Family::ALL {
        let name = family.file_name();
        let tables = TableFile::open(&whole.path().join(&name), family).expect("a table");
        let places = tables.places().iter().filter(|place| place.id.frame.squares() <= squares);
        let sections = places.map(|place| tables.section(place, &catalogue).expect("sound"));
        let sections: Vec<Section> = sections.collect();
        let sections: Vec<&Section> = sections.iter().collect();
        file::write(&part.path().join(&name), family, &sections).expect("a file");
    }
    part
}

fn build(folder: &Path) {
    let build = Build { folder, set: TableSet::Tiny, threads: 2, again: false, watch: &|_| true };
    build.run().expect("a build");
}

/// Every entry, as an area on a board.
fn entries(tables: &Tables) -> Vec<(Kind, Guarded)> {
    let catalogue = Catalogue::default();
    let mut entries = Vec::new();
    for id in tables.sections() {
        let shapes = catalogue.shapes(id.frame);
        for shape in shapes.level(id.squares.into()) {
            let mask = u64::from(shapes.masks[shape as usize]);
            let width = usize::from(id.frame.width);
            let squares: Vec<u64> = mask
                .squares()
                .map(|square| (square.index() % width, square.index() / width))
                .map(|(x, y)| Guarded::geometry().size().square(x, y).map_or(0, u64::of))
                .collect();
            let lay = |places: u32| {
                let taken = squares.iter().enumerate().filter(|(n, _)| places >> n & 1 != 0);
                taken.fold(0, |set, (_, square)| set | square)
            };
            id.layout().each(|contents| {
                let [black, blockers, white] =
                    [contents.black, contents.blockers, contents.white].map(lay);
                let empty = lay(u32::MAX >> (32 - squares.len())) & !(black | white);
                entries.push((id.kind, Guarded { black, blockers, white, empty }));
            });
        }
    }
    entries
}

/// All that a table says of an entry, asked in every way there is.
#[derive(Clone, PartialEq, Debug)]
struct Answers {
    thresholds: [Option<Thresholds>; 2],
    moves: Option<u32>,
    /// Moves, amazons, and blockers among them. Which ones does not matter: several sets may do, and the
    /// check sees to it that this one does.
    filling: Option<[u32; 3]>,
    value: Option<Value>,
}

fn answers(tables: &Tables, kind: Kind, area: &Guarded) -> Answers {
    let geometry = Guarded::geometry();
    let Guarded { black, blockers, white, empty } = *area;
    if kind.is_territory() {
        let territory = Territory::new(geometry, black & !blockers, blockers, empty);
        let moves = tables.moves(geometry, [black & !blockers, blockers], empty);
        let filling = tables.filling(&territory).map(|Filling { moves, needed }| {
            [moves, needed.count_ones(), (needed & blockers).count_ones()]
        });
        return Answers { thresholds: [None; 2], moves, filling, value: None };
    }
    let squares = black | white | empty;
    let own = tables.thresholds(geometry, kind, [black, blockers, white], squares);
    // The negative is the same entry, read the other way round.
    let negative = (kind == Kind::Active)
        .then(|| tables.thresholds(geometry, kind, [white, blockers, black], squares))
        .flatten();
    let value = tables.value_with_blockers(geometry, [black & !blockers, blockers, white], empty);
    if let Some(value) = &value {
        // What is shown of it.
        std::hint::black_box((value.name(), value.bounds(), value.negated()));
    }
    Answers { thresholds: [own, negative], moves: None, filling: None, value }
}

/// Changes some bytes anywhere to others that tables have, or to any.
fn change_bytes(bytes: &mut [u8], rng: &mut Rng) {
    for _ in 0..rng.usize(1..=4) {
        let at = rng.usize(8..bytes.len());
        let other = rng.usize(8..bytes.len());
        match rng.u8(0..6) {
            0 => bytes[at] = rng.u8(..),
            1 => bytes[at] ^= 1 << rng.u8(0..8),
            2 => bytes[at] = bytes[at].wrapping_add(1),
            3 => bytes[at] = bytes[at].wrapping_sub(1),
            4 => bytes[at] = [0, 127, 128, 255][rng.usize(0..4)],
            _ => {
                let length = rng.usize(1..=16).min(bytes.len() - at.max(other));
                bytes.copy_within(other..other + length, at);
            }
        }
    }
}

/// Changes what one section says, so that it still looks like a section more often than not.
fn change_section(bytes: &mut [u8], file: &TableFile, rng: &mut Rng) {
    let places: Vec<&Place> = file.places().iter().filter(|place| place.entries > 0).collect();
    let place = places[rng.usize(0..places.len())];
    let [entries, records, heap] = file.parts(place);
    let near =
        |byte: u8, rng: &mut Rng| byte.wrapping_add([1, 2, 4, 16, 254, 255][rng.usize(0..6)]);
    if records.is_empty() || rng.u8(0..3) == 0 {
        let at = rng.usize(entries);
        bytes[at] = near(bytes[at], rng);
        return;
    }
    let record = records.start + rng.usize(0..records.len() / RECORD) * RECORD;
    let value =
        heap.start + usize::from(u16::from_le_bytes([bytes[record + 4], bytes[record + 5]]));
    match rng.u8(0..4) {
        // What searches read, and nothing else.
        0 => {
            let at = record + rng.usize(0..3);
            bytes[at] = near(bytes[at], rng);
        }
        // The same in both places.
        1 | 2 => {
            let n = rng.usize(0..3);
            bytes[record + n] = near(bytes[record + n], rng);
            bytes[value + n] = bytes[record + n];
        }
        // The walls.
        _ => {
            let at = rng.usize(heap);
            bytes[at] = near(bytes[at], rng);
        }
    }
}

/// What became of mutants.
#[derive(Default, Debug)]
struct Fates {
    refused: u32,
    malformed: u32,
    missing: u32,
    different: u32,
    harmless: u32,
}

/// Looks at one wrong table.
fn judge(folder: &Path, entries: &[(Kind, Guarded)], good: &[Answers], fates: &mut Fates) {
    let Ok(tables) = Tables::open(folder) else {
        fates.refused += 1;
        return;
    };
    let changed = entries.iter().zip(good).find_map(|((kind, area), good)| {
        let found = answers(&tables, *kind, area);
        (found != *good).then(|| format!("{}: {good:?}, not {found:?}", area.text()))
    });
    // As a search does.
    for (_, area) in entries.iter().filter(|(kind, _)| *kind == Kind::Active) {
        let area = Area::new(Guarded::geometry(), [area.black, area.white], area.empty);
        std::hint::black_box(tables.bounds(&area));
        for player in Player::BOTH {
            std::hint::black_box(tables.divided(&area, player));
        }
    }
    tables.sections().for_each(|id| Survey::default().add(&tables, &id));
    let verify = Verify { tables: &tables, share: 1.0, seed: 1, threads: 1, watch: &|_, _| true };
    match verify.run() {
        Ok(_) => {
            assert_eq!(changed, None, "passed");
            fates.harmless += 1;
        }
        Err(VerifyError::Malformed { .. }) => fates.malformed += 1,
        Err(VerifyError::Missing { .. }) => fates.missing += 1,
        Err(VerifyError::Difference { .. }) => fates.different += 1,
        Err(error) => panic!("nothing is damaged or interrupted: {error}"),
    }
}

fn judge_mutants(squares: usize, mutants: u64) -> Fates {
    let folder = tables_of_boxes(squares);
    let tables = Tables::open(folder.path()).expect("tables");
    let entries = entries(&tables);
    let good: Vec<Answers> =
        entries.iter().map(|(kind, area)| answers(&tables, *kind, area)).collect();
    let mut fates = Fates::default();
    judge(folder.path(), &entries, &good, &mut fates);
    assert_eq!(fates.harmless, 1, "nothing is changed yet");
    for seed in 0..mutants {
        let mut rng = Rng::with_seed(seed);
        // Most of what can be wrong is in the active areas.
        let family = [Family::Territories, Family::Blockers, Family::Active, Family::Active]
            [rng.usize(0..4)];
        let path = folder.path().join(family.file_name());
        let sound = fs::read(&path).expect("a file");
        let mut bytes = sound.clone();
        match rng.u8(0..4) {
            0 => change_bytes(&mut bytes, &mut rng),
            _ => {
                let file = tables.file(family).expect("all families");
                change_section(&mut bytes, file, &mut rng);
            }
        }
        reseal(&mut bytes);
        overwrite(&path, &bytes);
        judge(folder.path(), &entries, &good, &mut fates);
        overwrite(&path, &sound);
    }
    fates
}

/// Writes as many bytes as there are. To cut a file off and write it anew takes far longer on some disks.
fn overwrite(path: &Path, bytes: &[u8]) {
    let mut file = fs::OpenOptions::new().write(true).open(path).expect("a file");
    file.write_all(bytes).expect("a file");
}

#[test]
fn wrong_tables_are_reported() {
    let fates = judge_mutants(4, 3_000);
    let least = fates.refused.min(fates.malformed).min(fates.different).min(fates.harmless);
    assert!(least > 100, "{fates:?}");
    let fates = judge_mutants(6, 200);
    assert!(fates.different > 20, "{fates:?}");
}

/// A table without what its entries lead to.
#[test]
fn missing_entries_are_reported() {
    let folder = tables_of_boxes(4);
    let catalogue = Catalogue::default();
    let path = folder.path().join(Family::Active.file_name());
    let file = TableFile::open(&path, Family::Active).expect("a table");
    let section = |place: &Place| file.section(place, &catalogue).expect("sound");
    let sections: Vec<Section> = file.places().iter().map(section).collect();
    let places: Vec<_> =
        sections.iter().map(|section| (section.id.kind, section.id.squares)).collect();
    let left_out = places.iter().position(|&place| place == (Kind::Active, 3)).expect("some");
    let kept = sections.iter().enumerate().filter(|(n, _)| *n != left_out);
    let kept: Vec<&Section> = kept.map(|(_, section)| section).collect();
    file::write(&path, Family::Active, &kept).expect("a file");
    let tables = Tables::open(folder.path()).expect("tables");
    let verify = Verify { tables: &tables, share: 1.0, seed: 1, threads: 2, watch: &|_, _| true };
    let error = verify.run().expect_err("something is missing");
    assert!(matches!(error, VerifyError::Missing { .. }), "{error}");
}

/// A build takes nothing that cannot be right from the files that it finds.
#[test]
fn builds_do_without_malformed_sections() {
    let whole = tempfile::tempdir().expect("a folder");
    build(whole.path());
    let [territories, active] =
        [Family::Territories, Family::Active].map(|family| whole.path().join(family.file_name()));
    let [sound, sound_active] = [&territories, &active].map(|path| fs::read(path).expect("a file"));
    let mut bytes = sound.clone();
    // Each territory has all its squares as defects, and nobody is needed.
    let file = TableFile::open(&territories, Family::Territories).expect("a table");
    for place in file.places() {
        let [entries, ..] = file.parts(place);
        bytes[entries].fill(15);
    }
    reseal(&mut bytes);
    overwrite(&territories, &bytes);
    fs::remove_file(&active).expect("a file");
    build(whole.path());
    assert!(fs::read(&territories).expect("a file") == sound);
    assert!(fs::read(&active).expect("a file") == sound_active);
}
