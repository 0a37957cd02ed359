//! The building of a set of tables as a job: threads, files, interruption.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::tables::build::active::{Palette, Worker};
use crate::tables::build::{Done, territory};
use crate::tables::file::{self, TableError, TableFile};
use crate::tables::rank::Kind;
use crate::tables::section::{Section, SectionId};
use crate::tables::sets::{Family, TableSet};
use crate::tables::shapes::{Catalogue, Frame};
use crate::tables::threads::with_threads;

/// How far a build is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What is built now.
    pub section: SectionId,
    /// Work done, in units that take about equally long.
    pub done: u64,
    /// Work in all.
    pub all: u64,
}

/// Why a build stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// It was told to; what was finished is kept.
    #[error("interrupted; what is finished is kept")]
    Interrupted,
    /// A file could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What was built.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Each section with the seconds it took; none if it was there already.
    pub sections: Vec<(SectionId, Option<Duration>)>,
}

/// A set of tables to be built in a folder.
pub struct Build<'a> {
    /// Where to.
    pub folder: &'a Path,
    /// How much.
    pub set: TableSet,
    /// How many threads.
    pub threads: usize,
    /// Build anew what is there.
    pub again: bool,
    /// Told of the progress now and then; false stops the build.
    pub watch: &'a (dyn Fn(Progress) -> bool + Sync),
}

impl Build<'_> {
    /// Builds what is missing. Others who would build here at the same time wait.
    pub fn run(&self) -> Result<Report, BuildError> {
        let _lock = self.lock()?;
        if self.again {
            self.clear()?;
        }
        let set = self.set_at_least();
        let wanted = Family::ALL.map(|family| (family, self.wanted(set, family)));
        if Family::ALL.iter().all(|&family| self.is_whole(set, family)) {
            for (family, sections) in &wanted {
                self.clear_levels(*family, sections)?;
            }
            let there = wanted.into_iter().flat_map(|(_, sections)| sections);
            return Ok(Report { sections: there.map(|id| (id, None)).collect() });
        }
        let catalogue = Catalogue::default();
        let all = wanted.iter().flat_map(|(_, sections)| sections);
        let all = all.map(|id| work(id, &catalogue)).sum();
        let mut site = Site {
            build: self,
            catalogue: &catalogue,
            done: Done::new(),
            finished: 0,
            all,
            report: Report::default(),
        };
        for (family, sections) in &wanted {
            site.family(*family, sections)?;
        }
        Ok(site.report)
    }

    /// Makes the folder, and waits until nobody else builds there.
    fn lock(&self) -> Result<File, BuildError> {
        let failed = |path: &Path, error| TableError::Io { path: path.into(), error };
        std::fs::create_dir_all(self.folder).map_err(|error| failed(self.folder, error))?;
        let path = self.folder.join("lock");
        let file = File::create(&path).map_err(|error| failed(&path, error))?;
        let taken = self.wait_for(&file).map_err(|error| failed(&path, error))?;
        taken.map(|()| file).ok_or(BuildError::Interrupted)
    }

    /// Takes the lock, which is held until the file is closed, by whatever end; nothing if told to stop.
    fn wait_for(&self, lock: &File) -> std::io::Result<Option<()>> {
        const BETWEEN_TRIES: Duration = Duration::from_millis(100);
        let first = self.set.sections(Family::Territories)[0];
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Some(())),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            if !(self.watch)(Progress { section: first, done: 0, all: 1 }) {
                return Ok(None);
            }
            std::thread::sleep(BETWEEN_TRIES);
        }
    }

    /// The set that is asked for, or a larger one if the active areas are of that: what they need of
    /// the other families must be there.
    fn set_at_least(&self) -> TableSet {
        let family = Family::Active;
        let there = TableFile::open(&self.folder.join(family.file_name()), family)
            .ok()
            .and_then(|file| TableSet::ALL.into_iter().rfind(|&it| file.has_all_of(it, family)));
        there.map_or(self.set, |there| there.max(self.set))
    }

    /// The sections of a set, and those that the file has already: a larger set is never made
    /// smaller.
    fn wanted(&self, set: TableSet, family: Family) -> Vec<SectionId> {
        let order = |id: &SectionId| {
            let frame = Frame::all().position(|frame| frame == id.frame);
            (id.kind, frame, id.squares)
        };
        let mut wanted = set.sections(family);
        let file = TableFile::open(&self.folder.join(family.file_name()), family);
        let there = file.iter().flat_map(TableFile::places).map(|place| place.id);
        wanted.extend(there);
        wanted.sort_by_key(|id| (order(id), std::cmp::Reverse(id.most_amazons)));
        wanted.dedup_by_key(|id| order(id));
        wanted
    }

    /// Has a family all that is wanted, undamaged?
    fn is_whole(&self, set: TableSet, family: Family) -> bool {
        let file = TableFile::open(&self.folder.join(family.file_name()), family);
        file.is_ok_and(|file| file.has_all_of(set, family) && file.check().is_ok())
    }

    /// The file of a level while its family is not whole.
    fn level_path(&self, id: &SectionId) -> PathBuf {
        self.folder.join(level_name(id))
    }

    /// Removes what was built.
    fn clear(&self) -> Result<(), TableError> {
        for family in Family::ALL {
            self.clear_levels(family, &[])?;
            for (path, id) in self.levels()? {
                if Family::of(id.kind) == family {
                    remove(path)?;
                }
            }
            remove(self.folder.join(family.file_name()))?;
        }
        Ok(())
    }

    /// Removes the levels of a family that its file has now, and what was not written to its end.
    fn clear_levels(&self, family: Family, written: &[SectionId]) -> Result<(), TableError> {
        for (path, id) in self.levels()? {
            let unfinished = path.extension().is_some_and(|extension| extension == "part");
            let covered = written.iter().any(|other| other.covers(&id));
            if Family::of(id.kind) == family && (unfinished || covered) {
                remove(path)?;
            }
        }
        remove(self.folder.join(family.file_name()).with_extension("table.part"))
    }

    /// The files of single levels, finished or not.
    fn levels(&self) -> Result<Vec<(PathBuf, SectionId)>, TableError> {
        let failed = |error| TableError::Io { path: self.folder.into(), error };
        let mut levels = Vec::new();
        for entry in std::fs::read_dir(self.folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let level = path.file_name().and_then(|name| level_of(name.to_str()?));
            levels.extend(level.filter(|_| path.is_file()).map(|id| (path, id)));
        }
        Ok(levels)
    }
}

/// A build under way: what all sections need, and what is done so far.
struct Site<'a> {
    build: &'a Build<'a>,
    catalogue: &'a Catalogue,
    /// The sections that are there: later ones are made of them.
    done: Done,
    /// Work done and in all, as [`Progress`] tells it.
    finished: u64,
    all: u64,
    report: Report,
}

impl Site<'_> {
    /// Builds what is missing of a family, and writes its file if there was anything.
    fn family(&mut self, family: Family, sections: &[SectionId]) -> Result<(), BuildError> {
        let path = self.build.folder.join(family.file_name());
        let file = TableFile::open(&path, family).ok();
        let mut changed = false;
        for id in sections {
            let there = file.as_ref().and_then(|file| section_of(file, id, self.catalogue));
            changed |= there.is_none();
            let section = match there.or_else(|| self.kept_level(family, id)) {
                Some(section) => {
                    self.report.sections.push((*id, None));
                    section
                }
                None => self.build_level(family, id)?,
            };
            self.finished += work(id, self.catalogue);
            self.done.put(section);
        }
        if changed {
            let slots = sections.iter().map(SectionId::own_slot);
            let parts: Vec<&Section> = slots.map(|slot| self.done.section(slot)).collect();
            file::write(&path, family, &parts)?;
        }
        Ok(self.build.clear_levels(family, sections)?)
    }

    /// A section that a build finished whose family it did not.
    fn kept_level(&self, family: Family, id: &SectionId) -> Option<Section> {
        let file = TableFile::open(&self.build.level_path(id), family).ok()?;
        section_of(&file, id, self.catalogue)
    }

    /// Builds a section, and keeps it in a file of its own until its family is whole.
    fn build_level(&mut self, family: Family, id: &SectionId) -> Result<Section, BuildError> {
        let began = Instant::now();
        let Site { build, catalogue, finished, all, .. } = *self;
        let watch =
            |entries| (build.watch)(Progress { section: *id, done: finished + entries, all });
        let level = Level { id: *id, catalogue, done: &self.done, watch: &watch };
        let section = level.build(build.threads)?;
        file::write(&build.level_path(id), family, &[&section])?;
        self.report.sections.push((*id, Some(began.elapsed())));
        Ok(section)
    }
}

/// How the names of the files of single levels begin.
const LEVEL: &str = "level-";

/// Which level a file with this name has, if it is exactly such a name.
fn level_of(name: &str) -> Option<SectionId> {
    let name = name.strip_suffix(".part").unwrap_or(name);
    let parts: Vec<&str> = name.strip_prefix(LEVEL)?.strip_suffix(".table")?.split('-').collect();
    let &[kind, frame, squares, most_amazons] = parts.as_slice() else { return None };
    let id = SectionId {
        kind: *Kind::ALL.get(kind.parse::<usize>().ok()?)?,
        frame: frame.parse().ok()?,
        squares: squares.parse().ok()?,
        most_amazons: most_amazons.parse().ok()?,
    };
    (level_name(&id) == name).then_some(id)
}

fn level_name(id: &SectionId) -> String {
    let SectionId { kind, frame, squares, most_amazons } = id;
    format!("{LEVEL}{}-{frame}-{squares}-{most_amazons}.table", *kind as u8)
}

fn remove(path: PathBuf) -> Result<(), TableError> {
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TableError::Io { path, error })
        }
        _ => Ok(()),
    }
}

/// A section of a file, if it has it and it is sound.
fn section_of(file: &TableFile, id: &SectionId, catalogue: &Catalogue) -> Option<Section> {
    let place = file.places().iter().find(|place| place.id.covers(id))?;
    file.section(place, catalogue).filter(|section| section.flaw(catalogue).is_none())
}

/// What a section costs, roughly: active areas take longer than territories.
fn work(id: &SectionId, catalogue: &Catalogue) -> u64 {
    id.entries(catalogue) * work_of_an_entry(id.kind)
}

fn work_of_an_entry(kind: Kind) -> u64 {
    if kind.is_territory() { 1 } else { 6 }
}

/// A level to be built.
struct Level<'a> {
    id: SectionId,
    catalogue: &'a Catalogue,
    done: &'a Done,
    watch: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Level<'_> {
    fn build(&self, threads: usize) -> Result<Section, BuildError> {
        match self.id.kind.is_territory() {
            true => self.territories(threads),
            false => self.active(threads),
        }
    }

    fn territories(&self, threads: usize) -> Result<Section, BuildError> {
        let layout = self.id.layout();
        let shapes = self.shapes(threads, || {
            |shape| territory::fill(self.done, self.catalogue, self.id.frame, shape, &layout)
        })?;
        let data = shapes.concat();
        Ok(Section::new(self.id, self.catalogue, 1, [data, Vec::new(), Vec::new()]))
    }

    fn active(&self, threads: usize) -> Result<Section, BuildError> {
        let layout = self.id.layout();
        let palette = Mutex::new(Palette::default());
        let shapes = self.shapes(threads, || {
            let mut worker = Worker::new(self.done, self.catalogue);
            let mut shared: Vec<u32> = Vec::new();
            let (layout, palette) = (&layout, &palette);
            move |shape| {
                let mut entries = worker.value_shape(self.id.frame, shape, layout);
                let new = &worker.palette.values[shared.len()..];
                if !new.is_empty() {
                    // Values that are new to this thread get a number that all threads share.
                    let mut palette = palette.lock().unwrap_or_else(PoisonError::into_inner);
                    shared.extend(new.iter().map(|bytes| palette.number(bytes)));
                }
                entries.iter_mut().for_each(|entry| *entry = shared[*entry as usize]);
                entries
            }
        })?;
        let palette = palette.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Section::with_values(self.id, self.catalogue, &shapes, &palette.values))
    }

    /// What is found for each shape of the level, by threads that take one after another, each with a
    /// finder of its own.
    fn shapes<T: Send, F: FnMut(u32) -> T>(
        &self,
        threads: usize,
        finder: impl Fn() -> F + Sync,
    ) -> Result<Vec<T>, BuildError> {
        let level = self.catalogue.shapes(self.id.frame).level(self.id.squares.into());
        let work = u64::from(self.id.layout().entries) * work_of_an_entry(self.id.kind);
        let next = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let found: Mutex<Vec<Option<T>>> = Mutex::new(level.clone().map(|_| None).collect());
        with_threads(threads.min(level.len()), || {
            let mut find = finder();
            while !stopped.load(Ordering::Relaxed) {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(shape) = level.clone().nth(n) else { break };
                if !(self.watch)(n as u64 * work) {
                    stopped.store(true, Ordering::Relaxed);
                    break;
                }
                let result = find(shape);
                found.lock().unwrap_or_else(PoisonError::into_inner)[n] = Some(result);
            }
        });
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.into_iter().collect::<Option<Vec<T>>>().ok_or(BuildError::Interrupted)
    }
}
