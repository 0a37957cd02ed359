//! Endgame tables that were changed, checksums repaired: refused, reported by a check of all entries, or
//! without effect.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use fastrand::Rng;
use otrera_area::tables::{Build, Family, TableSet, Tables, Verify, reseal};
use otrera_area::{Area, random};
use otrera_cgt::TempoBounds;
use otrera_solver::check::Tally;

/// Areas that are looked up in each forged set.
const AREAS: usize = 200;

/// A small set of tables, and forgeries of it.
pub struct ForgedTables {
    rng: Rng,
    folder: PathBuf,
    /// The files as they were built.
    whole: Vec<Vec<u8>>,
    /// Areas, with what they say of them.
    known: Vec<(Area<u64>, Option<TempoBounds>)>,
    pub tally: Tally,
}

impl ForgedTables {
    pub fn new(seed: u64, folder: &Path) -> anyhow::Result<ForgedTables> {
        let folder = folder.join("tables");
        let (set, watch) = (TableSet::Tiny, &|_| true);
        Build { folder: &folder, set, threads: 1, again: false, watch }.run()?;
        let whole = Family::ALL.iter().map(|family| fs::read(folder.join(family.file_name())));
        let whole = whole.collect::<Result<_, _>>()?;
        let tables = Tables::open(&folder)?;
        let mut rng = Rng::with_seed(seed);
        let known = (0..AREAS).map(|_| {
            let area = random::blob(&mut rng, 5, 18);
            (area, tables.bounds(&area))
        });
        let known = known.collect();
        Ok(ForgedTables { rng, folder, whole, known, tally: Tally::default() })
    }

    /// Forges one of the files. It is an error if a check of all entries does not notice another answer.
    pub fn attack(&mut self) -> anyhow::Result<()> {
        let n = self.rng.usize(0..Family::ALL.len());
        let path = self.folder.join(Family::ALL[n].file_name());
        let mut bytes = self.whole[n].clone();
        for _ in 0..self.rng.usize(1..=4) {
            let at = self.rng.usize(8..bytes.len());
            bytes[at] = match self.rng.bool() {
                true => self.rng.u8(..),
                false => bytes[at].wrapping_add(1),
            };
        }
        reseal(&mut bytes);
        fs::write(&path, &bytes)?;
        let noticed = self.is_noticed();
        fs::write(&path, &self.whole[n])?;
        match noticed? {
            true => self.tally.refused += 1,
            false => self.tally.harmless += 1,
        }
        Ok(())
    }

    fn is_noticed(&self) -> anyhow::Result<bool> {
        let Ok(tables) = Tables::open(&self.folder) else { return Ok(true) };
        let changed = self.known.iter().find(|(area, known)| tables.bounds(area) != *known);
        let seed = 0;
        let verify = Verify { tables: &tables, share: 1.0, seed, threads: 1, watch: &|_, _| true };
        match (changed, verify.run()) {
            (_, Err(_)) => Ok(true),
            (None, Ok(_)) => Ok(false),
            (Some((area, known)), Ok(_)) => bail!(
                "tables that pass every check say {:?} of {area:?}, not {known:?}",
                tables.bounds(area)
            ),
        }
    }
}
