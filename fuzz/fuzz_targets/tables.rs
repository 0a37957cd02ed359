//! The table reader: whatever is in a table, opening it, looking areas up and verifying it end with an
//! answer or an error.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use fastrand::Rng;
use libfuzzer_sys::fuzz_target;
use otrera_area::tables::{Build, Family, TableSet, Tables, Verify};
use otrera_area::{Area, Territory, random};
use otrera_board::{Bits, Color};
use otrera_cgt::Player;
use otrera_fuzz::edits::Edit;
use otrera_fuzz::{scratch, table_files};

#[derive(Arbitrary, Debug)]
struct Forgery {
    family: u8,
    head: Vec<Edit>,
    data: Vec<Edit>,
}

struct World {
    folder: PathBuf,
    /// The good files, by family.
    files: Vec<Vec<u8>>,
    areas: Vec<Area<u64>>,
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let folder = scratch::folder("tables");
    let build =
        Build { folder: &folder, set: TableSet::Tiny, threads: 1, again: false, watch: &|_| true };
    build.run().expect("room for the tables");
    let read = |family: &Family| std::fs::read(folder.join(family.file_name())).expect("a table");
    let mut rng = Rng::with_seed(1);
    World {
        files: Family::ALL.iter().map(read).collect(),
        areas: (0..200).map(|_| random::blob::<u64>(&mut rng, 6, 24)).collect(),
        folder,
    }
});

/// How many entries of a table are verified: this is about the reader.
const MOST_VERIFIED: u64 = 500;

fuzz_target!(|forgery: Forgery| {
    let World { folder, files, areas } = &*WORLD;
    let family = usize::from(forgery.family) % files.len();
    let bytes = table_files::forged(&files[family], &forgery.head, &forgery.data);
    let path = folder.join(Family::ALL[family].file_name());
    std::fs::write(&path, bytes).expect("room for the file");
    use_tables(folder, areas);
    std::fs::write(&path, &files[family]).expect("room for the file");
});

fn use_tables(folder: &std::path::Path, areas: &[Area<u64>]) {
    let Ok(tables) = Tables::open(folder) else { return };
    for family in Family::ALL {
        if let Some(file) = tables.file(family) {
            file.contents().for_each(drop);
            // Damage is only an answer, too.
            let _ = file.check();
        }
    }
    for area in areas {
        tables.bounds(area);
        tables.value(area);
        for player in [Player::Left, Player::Right] {
            tables.divided(area, player);
        }
        for color in Color::ALL {
            let amazons = area.amazons(color);
            if !amazons.is_empty() {
                let (first, others) = (amazons & !amazons.without_first(), amazons.without_first());
                let territory = Territory::new(area.geometry(), others, first, area.empty());
                tables.filling(&territory);
            }
        }
    }
    tables.damage();
    let watch = |passed: u64, _| passed < MOST_VERIFIED;
    let verify = Verify { tables: &tables, share: 0.05, seed: 1, threads: 1, watch: &watch };
    // A difference is what it is for.
    let _ = verify.run();
}
