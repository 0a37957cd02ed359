//! Small areas that were searched, kept in a file for other runs.
//!
//! An area is kept under its picture: the size of its box and two bits per square, the same for all areas that
//! are turned, mirrored or moved, on whatever board. What is kept is bounds, each sound by itself,
//! so that files can be put together: what both know holds. All of a file is held in memory.
//!
//! Who can write the file can write its checksums, too. So an entry that static bounds contradict is an error,
//! and a sample of the entries is searched again when a file is opened, and where two files differ when
//! they are merged. That finds files that are wrong, not a forger: whoever uses a file trusts it.

mod entry;
mod log;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;
use otrera_area::Area;
use otrera_board::Bits;
use otrera_cgt::TempoBounds;
use rustc_hash::FxHashMap;

use self::entry::{Picture, is_confirmed, is_possible, picture};
use self::log::Log;
use crate::area_cache::PATIENCE;

/// What is written together.
const MOST_WAITING: usize = 4096;

/// How long something waits to be written.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// So many areas are searched again when a file is opened: all of a small file.
const SAMPLE: usize = 256;

/// Why kept areas cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeptError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// It is a folder, a pipe or a device.
    #[error("{0} is not a regular file; use another name")]
    NotAFile(PathBuf),
    /// Another program has it open.
    #[error("{0} is in use by another program; wait until it ends, or use another file")]
    InUse(PathBuf),
    /// It is something else, or of another version.
    #[error("{0} does not hold areas of this version; use another file, or remove this one")]
    Foreign(PathBuf),
    /// Its bytes were changed.
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

/// A file of areas.
///
/// ```
/// use std::sync::Arc;
/// use otrera_board::Position;
/// use otrera_solver::{KeptAreas, Limits, Settings, Solver};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("areas");
/// let kept = Arc::new(KeptAreas::open(&path)?);
/// let settings = Settings { memory: 1 << 20, kept: Some(kept.clone()), ..Settings::default() };
/// let start: Position = "5x5".parse()?;
/// Solver::<u64>::new(settings)?.winner(&start.narrow().unwrap(), Limits::default())?;
/// kept.flush()?;
/// assert!(kept.count() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct KeptAreas {
    path: PathBuf,
    had_areas: bool,
    inside: Mutex<Inside>,
}

#[derive(Debug)]
struct Inside {
    log: Log,
    areas: FxHashMap<Picture, TempoBounds>,
    /// What is not in the file yet.
    waiting: FxHashMap<Picture, TempoBounds>,
    since: Instant,
    /// What went wrong first.
    error: Option<KeptError>,
}

impl KeptAreas {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<KeptAreas, KeptError> {
        let mut areas: FxHashMap<Picture, TempoBounds> = FxHashMap::default();
        let log = Log::open(path, |picture, bounds| {
            let known = areas.get(&picture).map_or(bounds, |before| before.and(bounds));
            if !is_possible(&picture, known) {
                return Err(wrong(path, &picture));
            }
            areas.insert(picture, known);
            Ok(())
        })?;
        for (picture, &bounds) in sample(&areas) {
            confirm(path, picture, bounds)?;
        }
        let (had_areas, waiting) = (!areas.is_empty(), FxHashMap::default());
        let inside = Inside { log, areas, waiting, since: Instant::now(), error: None };
        Ok(KeptAreas { path: path.into(), had_areas, inside: Mutex::new(inside) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Were there areas in the file when it was opened?
    pub fn had_areas(&self) -> bool {
        self.had_areas
    }

    /// How many areas are known.
    pub fn count(&self) -> u64 {
        self.inside().areas.len() as u64
    }

    /// What is known of an area.
    pub(crate) fn get<B: Bits>(&self, area: &Area<B>) -> Option<TempoBounds> {
        let (picture, negated) = picture(area);
        let found = self.inside().areas.get(&picture).copied();
        found.map(|bounds| if negated { -bounds } else { bounds })
    }

    /// Keeps what was found of an area.
    pub(crate) fn put<B: Bits>(&self, area: &Area<B>, bounds: TempoBounds) {
        let (picture, negated) = picture(area);
        let mut inside = self.inside();
        inside.put(picture, if negated { -bounds } else { bounds });
        if inside.waiting.len() >= MOST_WAITING || inside.since.elapsed() >= LONGEST_WAIT {
            self.write_waiting(&mut inside);
        }
    }

    /// Writes what waits; tells what went wrong since the file was opened, if anything did.
    pub fn flush(&self) -> Result<(), KeptError> {
        let mut inside = self.inside();
        self.write_waiting(&mut inside);
        inside.error.take().map_or(Ok(()), Err)
    }

    /// Adds all areas of another file; returns how many were new. Where the files do not say the same of an
    /// area, it is searched again, and nothing is added if one of them is wrong.
    pub fn merge(&self, other: &KeptAreas) -> Result<u64, KeptError> {
        let before = self.count();
        let (mut ours, theirs) = (self.inside(), other.inside());
        for (picture, &bounds) in &theirs.areas {
            let Some(&known) = ours.areas.get(picture) else { continue };
            if known != bounds {
                confirm(&self.path, picture, known)?;
                confirm(&other.path, picture, bounds)?;
            }
            if !known.and(bounds).is_consistent() {
                return Err(wrong(&other.path, picture));
            }
        }
        for (picture, &bounds) in &theirs.areas {
            ours.put(picture.clone(), bounds);
        }
        drop(ours);
        self.flush()?;
        Ok(self.count() - before)
    }

    fn write_waiting(&self, inside: &mut Inside) {
        if let Err(error) = inside.log.append(inside.waiting.iter()) {
            let path = self.path.clone();
            inside.error.get_or_insert(KeptError::Unusable { path, error });
        }
        inside.waiting.clear();
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn put(&mut self, picture: Picture, bounds: TempoBounds) {
        let before = self.areas.get(&picture).copied();
        let known = before.map_or(bounds, |before| before.and(bounds));
        if before == Some(known) {
            return;
        }
        if self.waiting.is_empty() {
            self.since = Instant::now();
        }
        self.areas.insert(picture.clone(), known);
        self.waiting.insert(picture, known);
    }
}

/// All areas, or some of them, drawn at random.
fn sample(areas: &FxHashMap<Picture, TempoBounds>) -> Vec<(&Picture, &TempoBounds)> {
    let mut rng = Rng::new();
    let mut drawn: Vec<_> = areas.iter().take(SAMPLE).collect();
    for (n, area) in areas.iter().enumerate().skip(SAMPLE) {
        // Each is as likely as any other to be among those drawn.
        let place = rng.usize(0..=n);
        if place < SAMPLE {
            drawn[place] = area;
        }
    }
    drawn
}

/// Searches an area again, and compares.
fn confirm(path: &Path, picture: &[u8], bounds: TempoBounds) -> Result<(), KeptError> {
    if is_confirmed(picture, bounds, PATIENCE) { Ok(()) } else { Err(wrong(path, picture)) }
}

fn wrong(path: &Path, picture: &[u8]) -> KeptError {
    KeptError::Wrong { path: path.into(), area: entry::text(picture) }
}

#[cfg(test)]
mod tests {
    use otrera_board::Position;

    use super::*;

    fn area(text: &str) -> Area<u64> {
        let position: Position = text.parse().expect("a position");
        otrera_area::areas(&position.narrow().expect("a small board"))[0]
    }

    fn open(path: &Path) -> KeptAreas {
        KeptAreas::open(path).expect("a file")
    }

    #[test]
    fn areas_are_kept_and_merged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("areas");
        let other_path = folder.path().join("others");
        {
            let kept = open(&path);
            kept.put(&area("b...w"), TempoBounds::between(-3, 3));
            kept.flush().expect("no error");
            kept.put(&area("b../..."), TempoBounds::exactly(5));
            kept.flush().expect("no error");
        }
        {
            let others = open(&other_path);
            others.put(&area("b...w"), TempoBounds::from_thresholds(-3, 3));
            others.put(&area("b.w"), TempoBounds::from_thresholds(-1, 1));
            others.flush().expect("no error");
        }
        let kept = open(&path);
        // Turned, on another board, with the colours exchanged.
        assert_eq!(kept.get(&area("xxx/..x/..x/w.x")), Some(TempoBounds::exactly(-5)));
        assert_eq!(kept.get(&area("b.w")), None);
        let others = open(&other_path);
        assert_eq!(kept.merge(&others).expect("no error"), 1);
        assert_eq!(kept.count(), 3);
        assert_eq!(kept.get(&area("b.w")), Some(TempoBounds::from_thresholds(-1, 1)));
        // What both files know holds.
        assert_eq!(kept.get(&area("w...b")), Some(TempoBounds::from_thresholds(-3, 3)));
        // Who has the file open has it alone.
        assert!(matches!(KeptAreas::open(&path), Err(KeptError::InUse(_))));
        drop(kept);
        assert_eq!(open(&path).count(), 3);
    }

    /// A writer was killed: what it had written before is there, and the next one goes on behind that.
    #[test]
    fn a_file_may_be_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("areas");
        let texts = ["b...w", "b../...", "b.w"];
        let bounds =
            [TempoBounds::between(-3, 3), TempoBounds::exactly(5), TempoBounds::between(-1, 1)];
        for (text, bounds) in texts.into_iter().zip(bounds) {
            let kept = open(&path);
            kept.put(&area(text), bounds);
            kept.flush().expect("no error");
        }
        let whole = std::fs::read(&path).expect("a file");
        let mut counts = Vec::new();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).expect("a file");
            match KeptAreas::open(&path) {
                Err(error) => assert!(cut < 15 && matches!(error, KeptError::Foreign(_)), "{cut}"),
                Ok(kept) => {
                    counts.push(kept.count());
                    kept.put(&area("w.b.."), TempoBounds::between(-3, 3));
                    kept.flush().expect("no error");
                    drop(kept);
                    assert_eq!(open(&path).count(), counts[counts.len() - 1] + 1);
                }
            }
        }
        assert!(counts.is_sorted() && counts.last() == Some(&3));
    }

    /// Every changed byte is noticed, or was not needed.
    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("areas");
        open(&path).put(&area("b...w"), TempoBounds::between(-3, 3));
        let kept = open(&path);
        kept.put(&area("b...w"), TempoBounds::between(-3, 3));
        kept.flush().expect("no error");
        drop(kept);
        let whole = std::fs::read(&path).expect("a file");
        for n in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[n / 8] ^= 1 << (n % 8);
            std::fs::write(&path, &changed).expect("a file");
            if let Ok(kept) = KeptAreas::open(&path) {
                // A batch that is longer than the file was not finished.
                assert_eq!(kept.count(), 0, "bit {n}");
            }
        }
    }

    /// Entries with right checksums and wrong bounds: those that static bounds contradict, and those
    /// that only a search does.
    #[test]
    fn wrong_bounds_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let right = folder.path().join("right");
        {
            let kept = open(&right);
            kept.put(&area("b...w"), TempoBounds::between(-3, 3));
            kept.flush().expect("no error");
        }
        let wrong = [
            ("b...w", TempoBounds::exactly(7)),
            ("b...w", TempoBounds::between(3, -3)),
            ("b../...", TempoBounds::exactly(4)),
            ("b...w", TempoBounds::exactly(1)),
            ("b.w", TempoBounds::between(0, 1)),
        ];
        for (n, (text, bounds)) in wrong.into_iter().enumerate() {
            let path = folder.path().join(n.to_string());
            {
                let kept = open(&path);
                kept.put(&area(text), bounds);
                kept.flush().expect("its own words");
                if text == "b...w" {
                    let merged = open(&right).merge(&kept);
                    assert!(matches!(merged, Err(KeptError::Wrong { .. })), "{bounds:?}");
                }
            }
            let opened = KeptAreas::open(&path);
            assert!(matches!(opened, Err(KeptError::Wrong { .. })), "{text} {bounds:?}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("areas");
        std::fs::write(&path, "no areas at all").expect("a file");
        assert!(matches!(KeptAreas::open(&path), Err(KeptError::Foreign(_))));
        assert!(matches!(KeptAreas::open(folder.path()), Err(KeptError::NotAFile(_))));
    }
}
