//! How many areas a second are looked up in endgame tables, from the area to its bounds, on one core; and
//! what reading the files block by block saves.
//!
//! The areas come from random games, as a search meets them: those of a few games again and again, as
//! a search does, and those of many games, which are all over the tables. The bounds are added up and
//! printed, so that nothing is optimised away.
//!
//! `cargo bench -p otrera-area --bench tables [-- FOLDER]`; without a folder the small set is
//! built in a temporary one.

use std::path::{Path, PathBuf};
use std::time::Instant;

use fastrand::Rng;
use otrera_area::tables::{Build, Family, TableSet, Tables};
use otrera_area::{Area, areas, random};
use otrera_board::{Position, Size};

fn main() {
    let temporary = tempfile::tempdir().expect("a folder");
    let given = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).map(PathBuf::from);
    let folder = given.unwrap_or_else(|| {
        let folder = temporary.path().to_owned();
        let build = Build {
            folder: &folder,
            set: TableSet::Small,
            threads: 2,
            again: false,
            watch: &|_| true,
        };
        build.run().expect("a build");
        folder
    });
    let tables = Tables::open(&folder).expect("tables");
    measure("few games", &areas_of_games(&tables, 200), &tables);
    measure("many games", &areas_of_games(&tables, 20_000), &tables);
    opening(&folder);
}

/// The areas of random games that the tables know.
fn areas_of_games(tables: &Tables, games: usize) -> Vec<Area<u64>> {
    let mut rng = Rng::with_seed(6);
    let size = Size::new(6, 6).expect("a small board");
    let positions = (0..games).flat_map(|_| {
        let position: Option<Position<u64>> = random::playout(&mut rng, size, 10..28).narrow();
        position.into_iter().flat_map(|position| areas(&position)).collect::<Vec<_>>()
    });
    positions.filter(|area| tables.bounds(area).is_some()).collect()
}

fn measure(name: &str, areas: &[Area<u64>], tables: &Tables) {
    let rounds = (4_000_000 / areas.len()).max(1);
    let (mut best, mut sum) = (f64::INFINITY, 0);
    for _ in 0..5 {
        let start = Instant::now();
        sum = 0;
        for _ in 0..rounds {
            for area in areas {
                sum += tables.bounds(area).map_or(0, |bounds| i64::from(bounds.lower()));
            }
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let looked_up = (rounds * areas.len()) as f64;
    println!(
        "{name}: {} areas, sum {sum}, {:.1} million a second",
        areas.len(),
        looked_up / best / 1e6
    );
}

/// Opening the files, of which blocks are read when they are asked for, against reading and checking all
/// of them.
fn opening(folder: &Path) {
    let seconds = |work: &dyn Fn()| {
        let times = (0..10).map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        });
        times.fold(f64::INFINITY, f64::min)
    };
    let opened = seconds(&|| {
        Tables::open(folder).expect("tables");
    });
    let read = seconds(&|| {
        let tables = Tables::open(folder).expect("tables");
        for family in Family::ALL {
            tables.file(family).expect("all families").check().expect("a sound file");
        }
    });
    println!("opening: {:.2} ms, with all blocks {:.2} ms", 1e3 * opened, 1e3 * read);
}
