//! Small areas that were searched, kept in a file for other runs.
//!
//! An area is kept under its picture: the size of its box and two bits a square, the same for all areas that
//! are turned, mirrored or moved, on whatever board. What is kept is bounds, each sound by itself,
//! so that files can be put together: what both know holds.
//!
//! The file is a redb database, which a killed program leaves as it was after the last transaction. Each
//! entry has a checksum of its own: one that does not match is an error, never an answer.
//!
//! Who can write the file can write the checksums, too. So an entry that static bounds contradict is an error
//! as well, and a sample of the entries is searched again when a file is opened or merged. That finds
//! files that are wrong, not a forger: whoever uses a file trusts it.

mod entry;

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;
use otrera_area::Area;
use otrera_board::Bits;
use otrera_cgt::TempoBounds;
use redb::{
    Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition,
};
use rustc_hash::FxHashMap;

use self::entry::{Picture, decode, encode, is_confirmed, is_possible, picture};
use crate::area_cache::PATIENCE;

const AREAS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("areas");
const ABOUT: TableDefinition<'_, &str, u32> = TableDefinition::new("otrera");

/// What the entries mean.
const VERSION: u32 = 1;

/// What is written together.
const MOST_WAITING: usize = 4096;

/// So many areas are searched again when a file is opened.
const SAMPLE: usize = 64;

/// How long something waits to be written.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Why kept areas cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// The file cannot be used.
    #[error("{path}: {error}; give another file")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Box<redb::Error>,
    },
    /// Another program has it open.
    #[error("{0} is in use by another program; wait for its end, or give another file")]
    InUse(PathBuf),
    /// It was cut off.
    #[error("{0} is cut off; give another file, or remove this one")]
    CutOff(PathBuf),
    /// It is a database of something else, or of another version.
    #[error("{0} does not hold areas of this version; give another file, or remove this one")]
    Foreign(PathBuf),
    /// An entry was changed.
    #[error("{0} is damaged: checksum mismatch; remove the file")]
    Damaged(PathBuf),
    /// What it says of an area is not so.
    #[error("{path} is wrong: its bounds of the area {area} contradict the rules; remove the file")]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The area.
        area: String,
    },
}

impl KeptError {
    /// Is what the file says not to be believed? Otherwise it only cannot be read or written.
    pub fn is_damage(&self) -> bool {
        matches!(self, KeptError::Damaged(_) | KeptError::Wrong { .. })
    }
}

/// A file of areas.
pub struct KeptAreas {
    path: PathBuf,
    had_areas: bool,
    database: Database,
    waiting: Mutex<Waiting>,
}

struct Waiting {
    areas: FxHashMap<Picture, TempoBounds>,
    since: Instant,
    /// What went wrong first; damage comes before all else.
    error: Option<KeptError>,
}

impl Waiting {
    fn note(&mut self, error: KeptError) {
        if error.is_damage() || self.error.is_none() {
            self.error = Some(error);
        }
    }
}

impl fmt::Debug for KeptAreas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptAreas").field("path", &self.path).finish_non_exhaustive()
    }
}

impl KeptAreas {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<KeptAreas, KeptError> {
        let is_new = !path.exists();
        let kept = KeptAreas::open_as_it_is(path);
        if kept.is_err() && is_new {
            // Half a file would be in the way of the next try. What cannot be removed says so then.
            let _ = std::fs::remove_file(path);
        }
        kept
    }

    fn open_as_it_is(path: &Path) -> Result<KeptAreas, KeptError> {
        let unusable =
            |error: redb::Error| KeptError::Unusable { path: path.into(), error: Box::new(error) };
        let database = match without_panic(|| Database::create(path)) {
            None => return Err(KeptError::CutOff(path.into())),
            Some(Err(DatabaseError::DatabaseAlreadyOpen)) => {
                return Err(KeptError::InUse(path.into()));
            }
            Some(opened) => opened.map_err(|error| unusable(error.into()))?,
        };
        let mut kept = KeptAreas {
            path: path.into(),
            had_areas: false,
            database,
            waiting: Mutex::new(Waiting {
                areas: FxHashMap::default(),
                since: Instant::now(),
                error: None,
            }),
        };
        if !kept.prepare().map_err(unusable)? {
            return Err(KeptError::Foreign(path.into()));
        }
        kept.had_areas = kept.count()? > 0;
        kept.confirm_sample(SAMPLE)?;
        Ok(kept)
    }

    /// Searches so many areas of the file again, drawn at random.
    fn confirm_sample(&self, count: usize) -> Result<(), KeptError> {
        let entries = || -> Result<Vec<(Picture, Vec<u8>)>, redb::Error> {
            let table = self.database.begin_read()?.open_table(AREAS)?;
            let mut rng = Rng::new();
            let mut entries = Vec::new();
            for _ in 0..count {
                // The entry that follows a random picture, or the first.
                let start: [u8; 6] =
                    [rng.u8(1..9), rng.u8(1..9), rng.u8(..), rng.u8(..), rng.u8(..), 0];
                let entry = match table.range(&start[..]..)?.next() {
                    Some(entry) => Some(entry),
                    None => table.iter()?.next(),
                };
                if let Some(entry) = entry {
                    let (picture, bytes) = entry?;
                    entries.push((Picture::from_slice(picture.value()), bytes.value().to_vec()));
                }
            }
            entries.sort_unstable();
            entries.dedup();
            Ok(entries)
        };
        for (picture, bytes) in entries().map_err(|error| self.unusable(error))? {
            let bounds = self.believed(&picture, &bytes)?;
            self.confirm(&picture, bounds)?;
        }
        Ok(())
    }

    /// The bounds that an entry says, unless they cannot be true.
    fn believed(&self, picture: &[u8], bytes: &[u8]) -> Result<TempoBounds, KeptError> {
        let bounds = decode(picture, bytes).ok_or_else(|| KeptError::Damaged(self.path.clone()))?;
        if is_possible(picture, bounds) { Ok(bounds) } else { Err(self.wrong(picture)) }
    }

    /// Searches an area again, and compares.
    fn confirm(&self, picture: &[u8], bounds: TempoBounds) -> Result<(), KeptError> {
        if is_confirmed(picture, bounds, PATIENCE) { Ok(()) } else { Err(self.wrong(picture)) }
    }

    fn wrong(&self, picture: &[u8]) -> KeptError {
        KeptError::Wrong { path: self.path.clone(), area: entry::text(picture) }
    }

    /// Makes the tables of a new file; of an old one, tells whether they are ours.
    fn prepare(&self) -> Result<bool, redb::Error> {
        let transaction = self.database.begin_write()?;
        let tables = transaction.list_tables()?.count();
        let ours = {
            let mut about = transaction.open_table(ABOUT)?;
            let version = about.get("areas")?.map(|version| version.value());
            match (version, tables) {
                (Some(version), _) => version == VERSION,
                (None, 0) => {
                    about.insert("areas", VERSION)?;
                    transaction.open_table(AREAS)?;
                    true
                }
                (None, _) => false,
            }
        };
        match ours {
            true => transaction.commit()?,
            false => transaction.abort()?,
        }
        Ok(ours)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Were there areas in the file when it was opened?
    pub fn had_areas(&self) -> bool {
        self.had_areas
    }

    /// How many areas are in the file.
    pub fn count(&self) -> Result<u64, KeptError> {
        let count = || -> Result<u64, redb::Error> {
            Ok(self.database.begin_read()?.open_table(AREAS)?.len()?)
        };
        count().map_err(|error| self.unusable(error))
    }

    /// What is known of an area.
    pub(crate) fn get<B: Bits>(&self, area: &Area<B>) -> Option<TempoBounds> {
        let (picture, negated) = picture(area);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match waiting.areas.get(&picture) {
            Some(&bounds) => Some(bounds),
            None => self.read(&picture).unwrap_or_else(|error| {
                waiting.note(error);
                None
            }),
        };
        found.map(|bounds| if negated { -bounds } else { bounds })
    }

    /// Keeps what was found of an area.
    pub(crate) fn put<B: Bits>(&self, area: &Area<B>, bounds: TempoBounds) {
        let (picture, negated) = picture(area);
        let bounds = if negated { -bounds } else { bounds };
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.areas.is_empty() {
            waiting.since = Instant::now();
        }
        waiting.areas.insert(picture, bounds);
        if waiting.areas.len() >= MOST_WAITING || waiting.since.elapsed() >= LONGEST_WAIT {
            self.write_waiting(&mut waiting);
        }
    }

    /// Was anything found, since the file was opened, that is not to be believed? Then neither is an answer
    /// that was found with it.
    pub fn is_damaged(&self) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.error.as_ref().is_some_and(KeptError::is_damage)
    }

    /// Writes what waits; tells what went wrong since the file was opened, if anything did.
    pub fn flush(&self) -> Result<(), KeptError> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.write_waiting(&mut waiting);
        waiting.error.take().map_or(Ok(()), Err)
    }

    /// Adds all areas of another file; returns how many were new. Where the files do not say the same of an
    /// area, it is searched again, and nothing is added if one of them is wrong.
    pub fn merge(&self, other: &KeptAreas) -> Result<u64, KeptError> {
        let before = self.count()?;
        let mut areas = Vec::new();
        let read = || -> Result<Vec<(Picture, Vec<u8>)>, redb::Error> {
            let table = other.database.begin_read()?.open_table(AREAS)?;
            let entries = table.iter()?.map(|entry| {
                let (picture, bytes) = entry?;
                Ok((Picture::from_slice(picture.value()), bytes.value().to_vec()))
            });
            entries.collect()
        };
        for (picture, bytes) in read().map_err(|error| other.unusable(error))? {
            let bounds = other.believed(&picture, &bytes)?;
            if let Some(ours) = self.read(&picture)?.filter(|&ours| ours != bounds) {
                self.confirm(&picture, ours)?;
                other.confirm(&picture, bounds)?;
                if !ours.and(bounds).is_consistent() {
                    return Err(other.wrong(&picture));
                }
            }
            areas.push((picture, bounds));
        }
        self.write(areas)?;
        Ok(self.count()? - before)
    }

    fn write_waiting(&self, waiting: &mut Waiting) {
        let areas = std::mem::take(&mut waiting.areas);
        if !areas.is_empty()
            && let Err(error) = self.write(areas)
        {
            waiting.note(error);
        }
    }

    fn read(&self, picture: &[u8]) -> Result<Option<TempoBounds>, KeptError> {
        let read = || -> Result<Option<Vec<u8>>, redb::Error> {
            let table = self.database.begin_read()?.open_table(AREAS)?;
            Ok(table.get(picture)?.map(|bytes| bytes.value().to_vec()))
        };
        match read().map_err(|error| self.unusable(error))? {
            None => Ok(None),
            Some(bytes) => self.believed(picture, &bytes).map(Some),
        }
    }

    /// Writes areas, each with what was known of it before.
    fn write(
        &self,
        areas: impl IntoIterator<Item = (Picture, TempoBounds)>,
    ) -> Result<(), KeptError> {
        let mut wrong = None;
        let write = || -> Result<(), redb::Error> {
            let transaction = self.database.begin_write()?;
            {
                let mut table = transaction.open_table(AREAS)?;
                for (picture, bounds) in areas {
                    let before = table.get(&*picture)?.map(|bytes| bytes.value().to_vec());
                    let before = before.map(|bytes| self.believed(&picture, &bytes)).transpose();
                    let known = match before {
                        Ok(None) => bounds,
                        Ok(Some(before)) => before.and(bounds),
                        Err(error) => {
                            wrong = Some(error);
                            break;
                        }
                    };
                    if !known.is_consistent() {
                        wrong = Some(self.wrong(&picture));
                        break;
                    }
                    table.insert(&*picture, &encode(&picture, known)[..])?;
                }
            }
            match wrong {
                Some(_) => transaction.abort()?,
                None => transaction.commit()?,
            }
            Ok(())
        };
        write().map_err(|error| self.unusable(error))?;
        wrong.map_or(Ok(()), Err)
    }

    fn unusable(&self, error: redb::Error) -> KeptError {
        KeptError::Unusable { path: self.path.clone(), error: Box::new(error) }
    }
}

/// Nothing if it panics, without a message: redb asserts that a file is as long as its header says.
fn without_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = std::panic::catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    result.ok()
}

#[cfg(test)]
mod tests {
    use otrera_board::Position;

    use super::*;

    fn area(text: &str) -> Area<u64> {
        let position: Position = text.parse().expect("a position");
        otrera_area::areas(&position.narrow().expect("a small board"))[0]
    }

    #[test]
    fn areas_are_kept_and_merged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("areas");
        let other_path = folder.path().join("others");
        {
            let kept = KeptAreas::open(&path).expect("a file");
            kept.put(&area("b...w"), TempoBounds::between(-3, 3));
            kept.put(&area("b../..."), TempoBounds::exactly(5));
            kept.flush().expect("no error");
        }
        {
            let others = KeptAreas::open(&other_path).expect("a file");
            others.put(&area("b...w"), TempoBounds::from_thresholds(-3, 3));
            others.put(&area("b.w"), TempoBounds::from_thresholds(-1, 1));
            others.flush().expect("no error");
        }
        let kept = KeptAreas::open(&path).expect("a file");
        // Turned, on another board, with the colours exchanged.
        assert_eq!(kept.get(&area("xxx/..x/..x/w.x")), Some(TempoBounds::exactly(-5)));
        assert_eq!(kept.get(&area("b.w")), None);
        let others = KeptAreas::open(&other_path).expect("a file");
        assert_eq!(kept.merge(&others).expect("no error"), 1);
        assert_eq!(kept.count().expect("no error"), 3);
        assert_eq!(kept.get(&area("b.w")), Some(TempoBounds::from_thresholds(-1, 1)));
        // What both files know holds.
        assert_eq!(kept.get(&area("w...b")), Some(TempoBounds::from_thresholds(-3, 3)));
        // Who has the file open has it alone.
        assert!(matches!(KeptAreas::open(&path), Err(KeptError::InUse(_))));
        drop(kept);
        // Cut off anywhere: an error, or a file in which nothing is left.
        let whole = std::fs::read(&path).expect("a file");
        for cut in [1, 100, 511, 512, 4096, 5000, whole.len() / 3, whole.len() / 2, whole.len() - 1]
        {
            std::fs::write(&path, &whole[..cut]).expect("a file");
            assert!(KeptAreas::open(&path).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn entries_are_checked() {
        let picture = [3, 1, 27];
        let bounds = TempoBounds::from_thresholds(-2, 5);
        let bytes = encode(&picture, bounds);
        assert_eq!(decode(&picture, &bytes), Some(bounds));
        for n in 0..8 * bytes.len() {
            let mut wrong = bytes;
            wrong[n / 8] ^= 1 << (n % 8);
            assert_eq!(decode(&picture, &wrong), None);
        }
        assert_eq!(decode(&[3, 1, 26], &bytes), None);
        assert_eq!(decode(&picture, &bytes[..10]), None);
    }

    /// Entries with right checksums and wrong bounds: those that static bounds contradict, and those
    /// that only a search does.
    #[test]
    fn wrong_bounds_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let right = folder.path().join("right");
        {
            let kept = KeptAreas::open(&right).expect("a file");
            kept.put(&area("b...w"), TempoBounds::between(-3, 3));
            kept.flush().expect("no error");
        }
        let wrong = [
            ("b...w", TempoBounds::exactly(7)),
            ("b../...", TempoBounds::exactly(4)),
            ("b...w", TempoBounds::exactly(1)),
            ("b.w", TempoBounds::between(0, 1)),
        ];
        for (n, (text, bounds)) in wrong.into_iter().enumerate() {
            let path = folder.path().join(n.to_string());
            {
                let kept = KeptAreas::open(&path).expect("a file");
                kept.put(&area(text), bounds);
                kept.flush().expect("its own words");
                let others = KeptAreas::open(&right).expect("a file");
                let merged = others.merge(&kept);
                assert!(merged.is_err_and(|error| error.is_damage()) || text != "b...w", "{text}");
            }
            let opened = KeptAreas::open(&path);
            assert!(matches!(opened, Err(KeptError::Wrong { .. })), "{text} {bounds:?}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("areas");
        std::fs::write(&path, "no database at all, but rather long".repeat(200)).expect("a file");
        assert!(matches!(KeptAreas::open(&path), Err(KeptError::Unusable { .. })));
        let path = folder.path().join("other");
        {
            let database = Database::create(&path).expect("a file");
            let transaction = database.begin_write().expect("no error");
            transaction.open_table(TableDefinition::<u8, u8>::new("cakes")).expect("no error");
            transaction.commit().expect("no error");
        }
        assert!(matches!(KeptAreas::open(&path), Err(KeptError::Foreign(_))));
    }
}
