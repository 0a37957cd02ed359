//! Small areas that were searched, kept in a file for other runs.
//!
//! An area is kept under its picture: the size of its box and two bits a square, the same for all areas that
//! are turned, mirrored or moved, on whatever board. What is kept is bounds, each sound by itself,
//! so that files can be put together: what both know holds.
//!
//! The file is a redb database, which a killed program leaves as it was after the last transaction. Each
//! entry has a checksum of its own: one that does not match is an error, never an answer.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use otrera_area::Area;
use otrera_board::{Bits, Color};
use otrera_cgt::{Assurance, Game, TempoBounds};
use redb::{
    Database, DatabaseError, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    TableDefinition,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

const AREAS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("areas");
const ABOUT: TableDefinition<'_, &str, u32> = TableDefinition::new("otrera");

/// What the entries mean.
const VERSION: u32 = 1;

/// An area as it is kept.
type Picture = SmallVec<[u8; 16]>;

/// What is written together.
const MOST_WAITING: usize = 4096;

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
    #[error("{0} is damaged: an area does not match its checksum; remove the file")]
    Damaged(PathBuf),
}

/// A file of areas.
pub struct KeptAreas {
    path: PathBuf,
    database: Database,
    waiting: Mutex<Waiting>,
}

struct Waiting {
    areas: FxHashMap<Picture, TempoBounds>,
    since: Instant,
    /// What went wrong first.
    error: Option<KeptError>,
}

impl fmt::Debug for KeptAreas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptAreas").field("path", &self.path).finish_non_exhaustive()
    }
}

impl KeptAreas {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<KeptAreas, KeptError> {
        let unusable =
            |error: redb::Error| KeptError::Unusable { path: path.into(), error: Box::new(error) };
        let database = match without_panic(|| Database::create(path)) {
            None => return Err(KeptError::CutOff(path.into())),
            Some(Err(DatabaseError::DatabaseAlreadyOpen)) => {
                return Err(KeptError::InUse(path.into()));
            }
            Some(opened) => opened.map_err(|error| unusable(error.into()))?,
        };
        let kept = KeptAreas {
            path: path.into(),
            database,
            waiting: Mutex::new(Waiting {
                areas: FxHashMap::default(),
                since: Instant::now(),
                error: None,
            }),
        };
        match kept.prepare().map_err(unusable)? {
            true => Ok(kept),
            false => Err(KeptError::Foreign(path.into())),
        }
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
                waiting.error.get_or_insert(error);
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

    /// Writes what waits; tells what went wrong since the file was opened, if anything did.
    pub fn flush(&self) -> Result<(), KeptError> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.write_waiting(&mut waiting);
        waiting.error.take().map_or(Ok(()), Err)
    }

    /// Adds all areas of another file; returns how many were new.
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
            let bounds = decode(&picture, &bytes);
            areas.push((picture, bounds.ok_or_else(|| KeptError::Damaged(other.path.clone()))?));
        }
        self.write(areas)?;
        Ok(self.count()? - before)
    }

    fn write_waiting(&self, waiting: &mut Waiting) {
        let areas = std::mem::take(&mut waiting.areas);
        if !areas.is_empty()
            && let Err(error) = self.write(areas)
        {
            waiting.error.get_or_insert(error);
        }
    }

    fn read(&self, picture: &[u8]) -> Result<Option<TempoBounds>, KeptError> {
        let read = || -> Result<Option<Vec<u8>>, redb::Error> {
            let table = self.database.begin_read()?.open_table(AREAS)?;
            Ok(table.get(picture)?.map(|bytes| bytes.value().to_vec()))
        };
        match read().map_err(|error| self.unusable(error))? {
            None => Ok(None),
            Some(bytes) => {
                let bounds = decode(picture, &bytes);
                Ok(Some(bounds.ok_or_else(|| KeptError::Damaged(self.path.clone()))?))
            }
        }
    }

    /// Writes areas, each with what was known of it before.
    fn write(
        &self,
        areas: impl IntoIterator<Item = (Picture, TempoBounds)>,
    ) -> Result<(), KeptError> {
        let mut damaged = false;
        let write = || -> Result<(), redb::Error> {
            let transaction = self.database.begin_write()?;
            {
                let mut table = transaction.open_table(AREAS)?;
                for (picture, bounds) in areas {
                    let before = table.get(&*picture)?.map(|bytes| decode(&picture, bytes.value()));
                    let known = match before {
                        None => bounds,
                        Some(Some(before)) => before.and(bounds),
                        Some(None) => {
                            damaged = true;
                            break;
                        }
                    };
                    table.insert(&*picture, &encode(&picture, known)[..])?;
                }
            }
            match damaged {
                true => transaction.abort()?,
                false => transaction.commit()?,
            }
            Ok(())
        };
        write().map_err(|error| self.unusable(error))?;
        if damaged { Err(KeptError::Damaged(self.path.clone())) } else { Ok(()) }
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

/// The picture of an area, and whether that shows its negative.
fn picture<B: Bits>(area: &Area<B>) -> (Picture, bool) {
    let (area, negated) = area.canonical();
    let size = area.geometry().size();
    let mut picture: Picture = [size.width() as u8, size.height() as u8].into_iter().collect();
    for (n, square) in size.iter().enumerate() {
        let code = match () {
            () if area.empty().has(square) => 1,
            () if area.amazons(Color::Black).has(square) => 2,
            () if area.amazons(Color::White).has(square) => 3,
            () => 0,
        };
        if n % 4 == 0 {
            picture.push(0);
        }
        *picture.last_mut().expect("a byte was pushed") |= code << (n % 4 * 2);
    }
    (picture, negated)
}

const CHECKSUM: usize = 8;
const NUMBERS: usize = 6;

fn encode(picture: &[u8], bounds: TempoBounds) -> [u8; 2 * NUMBERS + CHECKSUM] {
    let TempoBounds { left, right } = bounds;
    let numbers = [left.least, left.star, left.first, right.least, right.star, right.first];
    let mut bytes = [0; 2 * NUMBERS + CHECKSUM];
    for (place, number) in bytes.chunks_exact_mut(2).zip(numbers) {
        place.copy_from_slice(&(number as i16).to_le_bytes());
    }
    let sum = checksum(picture, &bytes[..2 * NUMBERS]);
    bytes[2 * NUMBERS..].copy_from_slice(&sum);
    bytes
}

fn decode(picture: &[u8], bytes: &[u8]) -> Option<TempoBounds> {
    let (numbers, sum) = bytes.split_at_checked(2 * NUMBERS)?;
    (checksum(picture, numbers)[..] == *sum).then_some(())?;
    let mut numbers =
        numbers.chunks_exact(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]])));
    let mut assurance = || {
        Some(Assurance { least: numbers.next()?, star: numbers.next()?, first: numbers.next()? })
    };
    Some(TempoBounds { left: assurance()?, right: assurance()? })
}

fn checksum(picture: &[u8], numbers: &[u8]) -> [u8; CHECKSUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[picture.len() as u8]).update(picture).update(numbers);
    hasher.finalize().as_bytes()[..CHECKSUM].try_into().expect("8 of 32 bytes")
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
