//! Endgame tables: what they say, how they are built, and what becomes of damaged ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use otrera_area::soundness::Soundness;
use otrera_area::tables::{
    Build, BuildError, Family, Kind, Progress, TableError, TableFile, TableSet, Tables, VERSION,
    Verify,
};
use otrera_area::{Area, Territory, areas, random};
use otrera_board::{Bits, Color, Position};
use otrera_cgt::TempoBounds;
use tempfile::TempDir;

fn build(folder: &Path, set: TableSet, threads: usize) {
    let build = Build { folder, set, threads, again: false, watch: &|_| true };
    build.run().expect("a build");
}

/// The tiny set, built anew.
fn tiny() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), TableSet::Tiny, 2);
    folder
}

/// The small set, built once and kept between runs.
fn small() -> Arc<Tables> {
    static ONCE: Mutex<()> = Mutex::new(());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("small-{VERSION}"));
    let _guard = ONCE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    build(&folder, TableSet::Small, 2);
    Arc::new(Tables::open(&folder).expect("tables"))
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

fn area(text: &str) -> Area<u64> {
    let position: Position = text.parse().expect("a position");
    let areas = areas(&position.narrow().expect("a small board"));
    assert_eq!(areas.len(), 1, "{text}");
    areas[0]
}

/// Values from the papers and by hand.
#[test]
fn known_areas() {
    let tables = small();
    let name = |text: &str| tables.value(&area(text)).expect("a small area").name();
    // One square each way: ∗. A shared corridor: ±1, ±2.
    assert_eq!(name("b.w"), "*");
    assert_eq!(name("b...w"), "hot, mean 0, temperature 2");
    // Black alone has as many moves as squares.
    let bounds = |text: &str| tables.bounds(&area(text)).expect("a small area");
    assert_eq!(bounds("b..."), TempoBounds::exactly(3));
    assert_eq!(bounds("w.../..x."), TempoBounds::exactly(-6));
}

/// All of the tiny set, and some of the small one, by slower methods.
#[test]
fn slower_methods_agree() {
    let folder = tiny();
    let tables = Tables::open(folder.path()).expect("tables");
    let verify = Verify { tables: &tables, share: 1.0, seed: 0, threads: 2, watch: &|_, _| true };
    let verified = verify.run().expect("no difference");
    assert!(verified.entries.iter().sum::<u64>() > 50_000, "{verified:?}");
    assert!(verified.from_nothing > 200, "{verified:?}");
    let tables = small();
    let seed = fastrand::u64(..);
    let verify = Verify { tables: &tables, share: 0.002, seed, threads: 2, watch: &|_, _| true };
    let verified = verify.run().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert!(verified.entries.iter().sum::<u64>() > 20_000, "{verified:?}");
}

/// What tables say holds for the canonical forms of 20 000 random areas, and is never wider than what
/// static bounds say.
#[test]
fn bounds_contain_the_value() {
    let tables = small();
    let looked_up = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for seed in 1..=2 {
            let (tables, looked_up) = (tables.clone(), &looked_up);
            scope.spawn(move || {
                let mut soundness = Soundness::new(seed, 9, 18);
                while soundness.areas() < 10_000 {
                    soundness
                        .step_of(&tables)
                        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                }
                looked_up.fetch_add(soundness.looked_up, Ordering::Relaxed);
            });
        }
    });
    let looked_up = looked_up.into_inner();
    assert!((4_000..16_000).contains(&looked_up), "{looked_up} of 20 000 areas were in the tables");
}

/// Territories with the amazons that suffice.
#[test]
fn territories_and_who_is_needed() {
    let tables = small();
    let mut rng = Rng::with_seed(11);
    let mut filler = otrera_area::Filler::new(usize::MAX);
    let (mut known, mut spared) = (0, 0);
    while known < 3_000 {
        let territory = random::territory(&mut rng, 9);
        let Some(found) = tables.filling(&territory) else { continue };
        known += 1;
        let moves = filler.moves(&territory);
        assert_eq!((found.moves, found.moves), (moves.least, moves.most), "{territory:?}");
        let left = territory.with_amazons(found.needed);
        assert_eq!(filler.moves(&left).least, found.moves, "{territory:?}: {found:?}");
        spared += u32::from(left.amazons() < territory.amazons());
    }
    assert!(spared > 500, "{spared}");
}

/// The same files, however many threads build them, and whenever they are interrupted.
#[test]
fn builds_are_byte_equal() {
    let folder = tiny();
    let expected = files(folder.path());
    assert_eq!(expected.len(), Family::ALL.len() + 1, "three tables and the lock");
    let again = Build {
        folder: folder.path(),
        set: TableSet::Tiny,
        threads: 1,
        again: true,
        watch: &|_| true,
    };
    again.run().expect("a build");
    assert!(files(folder.path()) == expected, "one thread builds something else");
    let mut rng = Rng::with_seed(5);
    for _ in 0..10 {
        let folder = tempfile::tempdir().expect("a folder");
        let mut interrupted = 0;
        loop {
            let patience = AtomicU64::new(rng.u64(1..200));
            let build = Build {
                folder: folder.path(),
                set: TableSet::Tiny,
                threads: 2,
                again: false,
                watch: &|_| {
                    patience
                        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                        .is_ok()
                },
            };
            match build.run() {
                Ok(_) => break,
                Err(BuildError::Interrupted) => interrupted += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(interrupted > 0);
        assert!(files(folder.path()) == expected, "after {interrupted} interruptions");
    }
}

/// However many threads are asked for, no more are started than there is work for.
#[test]
fn any_number_of_threads_will_do() {
    let folder = tempfile::tempdir().expect("a folder");
    for threads in [0, 1_000_000, usize::MAX] {
        let set = TableSet::Tiny;
        let build = Build { folder: folder.path(), set, threads, again: true, watch: &|_| true };
        build.run().expect("a build");
        let tables = Tables::open(folder.path()).expect("tables");
        let verify = Verify { tables: &tables, share: 0.01, seed: 0, threads, watch: &|_, _| true };
        verify.run().expect("no difference");
    }
}

/// What is finished when a build is interrupted is not built again.
#[test]
fn finished_levels_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |watch: &(dyn Fn(Progress) -> bool + Sync)| {
        let set = TableSet::Tiny;
        Build { folder: folder.path(), set, threads: 2, again: false, watch }.run()
    };
    let late = |progress: Progress| {
        (progress.section.kind, progress.section.frame.squares()) == (Kind::Active, 9)
            && progress.section.squares == 9
    };
    assert!(matches!(run(&|progress| !late(progress)), Err(BuildError::Interrupted)));
    // Interrupted at once: nothing is gained, and nothing lost.
    assert!(matches!(run(&|_| false), Err(BuildError::Interrupted)));
    let report = run(&|_| true).expect("a build");
    let built = report.sections.iter().filter(|(_, seconds)| seconds.is_some());
    for (id, _) in built {
        let frame = id.frame.to_string();
        let after = id.kind == Kind::ActiveBlockers || (frame.as_str(), id.squares) == ("3x3", 9);
        assert!(after, "{id:?} was built twice");
    }
}

/// A larger set uses what is there of a smaller one, and a smaller one leaves a larger one alone.
#[test]
fn what_is_there_is_used() {
    let folder = tiny();
    let before = files(folder.path());
    // A level that is there is not built again.
    let build = Build {
        folder: folder.path(),
        set: TableSet::Tiny,
        threads: 1,
        again: false,
        watch: &|_| true,
    };
    let report = build.run().expect("a build");
    assert!(report.sections.iter().all(|(_, seconds)| seconds.is_none()));
    assert!(files(folder.path()) == before);
}

/// A smaller set asked for in the folder of a larger one changes nothing, also where something is damaged:
/// that is built again.
#[test]
fn a_smaller_set_leaves_a_larger_one_alone() {
    small();
    let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("small-{VERSION}"));
    let folder = tempfile::tempdir().expect("a folder");
    for family in Family::ALL {
        let name = family.file_name();
        fs::copy(kept.join(&name), folder.path().join(&name)).expect("a copy");
    }
    let path = folder.path().join(Family::Territories.file_name());
    let sound = fs::read(&path).expect("a file");
    assert_eq!(TableSet::of_folder(folder.path()), Some(TableSet::Small));
    for at in [sound.len() - 1, sound.len() / 2, sound.len() / 9] {
        let mut bytes = sound.clone();
        bytes[at] ^= 64;
        replace(&path, &bytes);
        build(folder.path(), TableSet::Tiny, 2);
        assert!(fs::read(&path).expect("a file") == sound, "byte {at}");
    }
    assert_eq!(TableSet::of_folder(folder.path()), Some(TableSet::Small));
    // A whole family is missing that damaged active areas are built from.
    let active = folder.path().join(Family::Active.file_name());
    let sound_active = fs::read(&active).expect("a file");
    let mut bytes = sound_active.clone();
    let near_the_end = bytes.len() - 1;
    bytes[near_the_end] ^= 64;
    replace(&active, &bytes);
    fs::remove_file(&path).expect("a file");
    build(folder.path(), TableSet::Tiny, 2);
    assert!(fs::read(&path).expect("a file") == sound);
    assert!(fs::read(&active).expect("a file") == sound_active);
}

/// What is not ours stays, and so do the levels of a larger set that was interrupted.
#[test]
fn other_files_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["level-1-map.json", "notes.table.part", "level-2-5x3-9-07.table"];
    for name in names {
        fs::write(folder.path().join(name), "mine").expect("a file");
    }
    fs::create_dir(folder.path().join("level-1-4x4-9-4.table")).expect("a folder");
    let stop = |progress: Progress| progress.section.frame.squares() <= 10;
    let watch: &(dyn Fn(Progress) -> bool + Sync) = &stop;
    let set = TableSet::Small;
    let started = Build { folder: folder.path(), set, threads: 2, again: false, watch }.run();
    assert!(matches!(started, Err(BuildError::Interrupted)));
    let level = folder.path().join("level-0-5x2-10-4.table");
    assert!(level.is_file());
    build(folder.path(), TableSet::Tiny, 2);
    assert!(level.is_file(), "what a smaller set has not is kept");
    for name in names {
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

/// A byte that is changed anywhere is noticed before a wrong answer is given.
#[test]
fn flipped_bytes_are_noticed() {
    let folder = tiny();
    let good = Tables::open(folder.path()).expect("tables");
    let mut rng = Rng::with_seed(3);
    let mut areas: Vec<(Area<u64>, TempoBounds)> = Vec::new();
    while areas.len() < 300 {
        let area = random::blob(&mut rng, 6, 24);
        areas.extend(good.bounds(&area).map(|bounds| (area, bounds)));
    }
    let mut territories = Vec::new();
    while territories.len() < 300 {
        let territory = random::territory(&mut rng, 6);
        territories.extend(good.filling(&territory).map(|filling| (territory, filling)));
    }
    let values: Vec<_> = areas.iter().map(|(area, _)| good.value(area)).collect();
    drop(good);
    let (mut refused, mut silent) = (0, 0);
    for _ in 0..1_000 {
        let family = Family::ALL[rng.usize(0..3)];
        let path = folder.path().join(family.file_name());
        let sound = fs::read(&path).expect("a file");
        let mut bytes = sound.clone();
        let at = rng.usize(0..bytes.len());
        bytes[at] ^= 1 << rng.u8(0..8);
        // As a rename does: those who have the old one open keep it.
        replace(&path, &bytes);
        match Tables::open(folder.path()) {
            Err(_) => refused += 1,
            Ok(tables) => {
                for ((area, bounds), value) in areas.iter().zip(&values) {
                    match tables.bounds(area) {
                        None => silent += 1,
                        Some(found) => assert_eq!(found, *bounds, "byte {at} of {family:?}"),
                    }
                    assert!(tables.value(area).is_none_or(|found| Some(&found) == value.as_ref()));
                }
                for (territory, filling) in &territories {
                    let found = tables.filling(territory);
                    assert!(found.is_none_or(|found| found == *filling), "byte {at} of {family:?}");
                }
                let file = TableFile::open(&path, family).expect("the head is sound");
                let error = file.check().expect_err("a byte was flipped");
                assert!(matches!(error, TableError::Damaged { .. }), "{error}");
                let verify = Verify {
                    tables: &tables,
                    share: 0.0,
                    seed: 0,
                    threads: 1,
                    watch: &|_, _| true,
                };
                assert!(verify.run().is_err());
            }
        }
        replace(&path, &sound);
    }
    assert!(refused > 10 && silent > 1_000, "{refused} {silent}");
}

fn replace(path: &Path, bytes: &[u8]) {
    let temporary = path.with_extension("new");
    fs::write(&temporary, bytes).expect("a file");
    fs::rename(&temporary, path).expect("a rename");
}

/// Files that are cut off, of another version, of another family or no tables at all.
#[test]
fn other_files_are_refused() {
    let folder = tiny();
    let family = Family::Active;
    let path = folder.path().join(family.file_name());
    let sound = fs::read(&path).expect("a file");
    let open = |bytes: &[u8]| {
        replace(&path, bytes);
        TableFile::open(&path, family).expect_err("not a table").to_string()
    };
    for length in [0, 4, 8, 30, 60, 5_000, sound.len() / 2, sound.len() - 1] {
        let error = open(&sound[..length]);
        assert!(error.contains("active.table"), "{error}");
    }
    let mut longer = sound.clone();
    longer.push(0);
    assert!(open(&longer).contains("trailing data"));
    let mut version = sound.clone();
    version[8] = 99;
    assert!(open(&version).contains("has version 99"));
    assert!(open(b"%PDF-1.4 and so on").contains("is not a table file"));
    replace(&path, &fs::read(folder.path().join(Family::Blockers.file_name())).expect("a file"));
    let error = TableFile::open(&path, family).expect_err("another family").to_string();
    assert!(error.contains("is not a table file") || error.contains("another family"), "{error}");
    assert!(TableFile::open(&folder.path().join("nothing"), family).is_err());
    // A build puts it right.
    build(folder.path(), TableSet::Tiny, 1);
    assert!(fs::read(&path).expect("a file") == sound);
}

/// Areas that no table has.
#[test]
fn what_is_not_there() {
    let folder = tiny();
    let tables = Tables::open(folder.path()).expect("tables");
    assert_eq!(tables.bounds(&area("b......w")), None, "too long");
    assert_eq!(tables.bounds(&area("b..../...../....w")), None, "not in the tiny set");
    assert_eq!(tables.bounds(&area("bbbbb./....w.")), None, "too many amazons");
    // On a board as wide as can be.
    let wide: Position = format!("b...w{}", "x".repeat(123)).parse().expect("128 squares");
    assert!(tables.bounds(&areas(&wide)[0]).is_some());
    let only = Tables::open_families(folder.path(), &[Family::Territories]).expect("tables");
    assert_eq!(only.bounds(&area("b.w")), None);
    assert!(only.bounds(&area("b...")).is_some());
    let normal = area("b...").amazons(Color::Black);
    let geometry = area("b...").geometry();
    let territory = Territory::new(geometry, normal, u64::EMPTY, area("b...").empty());
    assert_eq!(only.filling(&territory).map(|found| found.moves), Some(3));
    let blocked = Territory::new(geometry, u64::EMPTY, normal, area("b...").empty());
    assert_eq!(only.filling(&blocked), None);
}
