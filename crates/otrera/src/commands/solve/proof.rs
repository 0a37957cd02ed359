//! `--proof`: writes down how the winner wins.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use indicatif::{HumanBytes, HumanCount, ProgressBar};
use otrera_board::{Bits, Color, Move, Position};
use otrera_campaign::SolverOracle;
use otrera_proof::{Claim, Draft, Progress, Strategy, StrategyError, Written};
use otrera_solver::{Limits, Solver};

use super::INTERRUPT;
use super::patience::BETWEEN_LINES;
use crate::output::warn;
use crate::progress::{BETWEEN_TICKS, spinner};
use crate::read::ordinary;
use crate::save::{end_of_links, remove_unfinished, save_with};
use crate::words::{counted, plural};

/// What the checker does by itself: whatever it searches it searches at every check, and whatever it
/// does not is in the file. One move ahead finishes nine leaves of ten.
const LEFT_TO_THE_CHECKER: otrera_proof::LeafLimits = otrera_proof::LeafLimits::LARGEST;

const ORIGIN: &str = concat!("otrera ", env!("CARGO_PKG_VERSION"), " solve");

/// What is still to be done is saved so often.
const BETWEEN_SAVES: Duration = Duration::from_secs(30);

/// A proof to be written.
pub struct Proof<'a> {
    /// Its file, behind all links, …
    path: PathBuf,
    /// … and what it is until it is finished. Nobody else writes it meanwhile.
    draft: Draft,
    /// The folder of the checkpoint, if there is one, …
    checkpoint: Option<&'a Path>,
    /// … and whether to go on from what is there.
    resume: bool,
}

/// Why there is no proof.
pub enum Unwritten {
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The limit was reached.
    RanOut,
    /// Something went wrong.
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Unwritten {
    fn from(error: E) -> Unwritten {
        Unwritten::Failed(error.into())
    }
}

impl<'a> Proof<'a> {
    /// A proof in this file. What is in the way of it is told now, before hours are spent on what is to be
    /// written.
    pub fn new(
        path: &Path,
        checkpoint: Option<&'a Path>,
        resume: bool,
    ) -> anyhow::Result<Proof<'a>> {
        let path = match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("it is a folder; name a file"),
            Ok(found) if !found.is_file() => bail!("not a regular file; name another"),
            Ok(_) => fs::canonicalize(path)?,
            Err(_) => end_of_links(path)?,
        };
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("no such folder: {}; create it first", folder.display());
        }
        let draft = Draft::take(&path)?;
        Ok(Proof { path, draft, checkpoint, resume })
    }

    /// Writes the proof of a position that is solved. If a first move is given that wins, the proof
    /// begins with it; if it loses, the position after it is what is proved, and also where the move
    /// would be one of several ways to use up a territory that cancels with the loser's. It ends at the
    /// limits; with a checkpoint it can then be resumed.
    pub fn write<B: Bits>(
        &self,
        solver: &mut Solver<B>,
        position: &Position<B>,
        first: Option<Move>,
        winner: Color,
        limits: Limits<'_>,
    ) -> Result<Written, Unwritten> {
        let (claim, root, first) = claim(position, first, winner)?;
        let todo = self.todo();
        let mut strategy = self.begin(claim, &root, first, todo.as_deref(), limits)?;
        let mut watch = Watch::new(todo.as_deref());
        let written = solver.with_strategists(limits, |strategists| {
            let oracles = strategists.iter_mut().map(|asked| SolverOracle::new(asked, winner));
            let mut oracles: Vec<_> = oracles.collect();
            strategy.write(&mut oracles, &mut |strategy| watch.look(strategy))
        });
        watch.bar.finish_and_clear();
        match written {
            Ok(()) => self.finish(strategy, todo.as_deref()),
            Err(error) => Err(self.give_up(strategy, error, todo.as_deref())),
        }
    }

    /// The file of what is still to be done, if there is a checkpoint.
    fn todo(&self) -> Option<PathBuf> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.checkpoint.map(|folder| folder.join(format!("proof-{name}.todo")))
    }

    /// Begins the file, or resumes it.
    fn begin<B: Bits>(
        &self,
        claim: Claim,
        root: &Position<B>,
        first: Option<Move>,
        todo: Option<&Path>,
        limits: Limits<'_>,
    ) -> Result<Strategy<B>, Unwritten> {
        if let Some(todo) = todo {
            remove_unfinished(todo);
            match ordinary(todo) {
                Ok(_) if !self.resume => {
                    return Err(anyhow!(
                        "unfinished proof {} already exists; add --resume to resume it, or remove it to start over",
                        todo.display()
                    )
                    .into());
                }
                Ok(saved) if self.draft.is_begun()? => {
                    return Ok(Strategy::resume(&self.draft, claim, root, first, saved)
                        .with_context(|| format!("unfinished proof {}", todo.display()))?);
                }
                Ok(_) => warn(&format!(
                    "{} not found; the proof is started over",
                    self.draft.temporary().display()
                )),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(anyhow::Error::from(error)
                        .context(format!("cannot read {}", todo.display()))
                        .into());
                }
            }
        }
        let late = || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let ends = || INTERRUPT.load(Ordering::Relaxed) || late();
        match Strategy::begin(&self.draft, claim, root, first, &ends) {
            Err(StrategyError::Interrupted) => Err(stopped()),
            begun => Ok(begun.with_context(|| self.cannot_write())?),
        }
    }

    /// Ends the file: nothing is to be done any more.
    fn finish<B: Bits>(
        &self,
        strategy: Strategy<B>,
        todo: Option<&Path>,
    ) -> Result<Written, Unwritten> {
        let written = strategy.finish().with_context(|| self.cannot_write())?;
        if let Some(todo) = todo {
            // Only tidiness: the next proof says what is in the way.
            let _ = fs::remove_file(todo);
        }
        Ok(written)
    }

    /// Says why there is no proof, and keeps what can be resumed.
    fn give_up<B: Bits>(
        &self,
        mut strategy: Strategy<B>,
        error: StrategyError,
        todo: Option<&Path>,
    ) -> Unwritten {
        let mut context = self.cannot_write();
        match (&error, todo) {
            // What is written is whole, and the rest is still to be done.
            (StrategyError::Interrupted | StrategyError::Panicked(_), Some(todo)) => {
                if let Err(unsaved) = save(&mut strategy, todo) {
                    return unsaved.into();
                }
                context.push_str("; what is done is kept, and --resume resumes it");
            }
            // What was saved last can still be resumed, when the disk has room again.
            (StrategyError::Io(_), Some(todo)) if todo.exists() => {}
            _ => strategy.abandon(),
        }
        match error {
            StrategyError::Interrupted => stopped(),
            error => anyhow::Error::from(error).context(context).into(),
        }
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}

/// What is proved, the position it is proved of, and the move that the proof begins with, if any.
fn claim<B: Bits>(
    position: &Position<B>,
    first: Option<Move>,
    winner: Color,
) -> anyhow::Result<(Claim, Position<B>, Option<Move>)> {
    let origin = match first {
        Some(mv) => format!("{ORIGIN} --first {}", mv.text(position.size())),
        None => ORIGIN.to_owned(),
    };
    let claim = Claim { position: position.widen(), winner, limits: LEFT_TO_THE_CHECKER, origin };
    match first {
        Some(mv) if !Strategy::can_begin_with(&claim, position, mv) => {
            let root = position.play(mv).context("--first")?;
            Ok((Claim { position: root.widen(), ..claim }, root, None))
        }
        _ => Ok((claim, *position, first)),
    }
}

/// The bytes of a proof that no file is made of. A look at how far it is may end it by an error.
pub fn in_memory<B: Bits>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    winner: Color,
    limits: Limits<'_>,
    look: &mut dyn FnMut(Progress) -> io::Result<()>,
) -> anyhow::Result<Vec<u8>> {
    let (claim, root, first) = claim(position, None, winner)?;
    let mut strategy = Strategy::begin_in_memory(claim, &root, first, &|| limits.are_over())?;
    solver.with_strategists(limits, |strategists| {
        let oracles = strategists.iter_mut().map(|asked| SolverOracle::new(asked, winner));
        let mut oracles: Vec<_> = oracles.collect();
        strategy.write(&mut oracles, &mut |strategy| look(strategy.progress()))
    })?;
    Ok(strategy.into_bytes()?)
}

/// Shows how far the writing is, and saves what is still to be done now and then.
struct Watch<'a> {
    bar: ProgressBar,
    todo: Option<&'a Path>,
    saved: Instant,
    told: Instant,
}

impl<'a> Watch<'a> {
    fn new(todo: Option<&'a Path>) -> Watch<'a> {
        let bar = spinner();
        bar.enable_steady_tick(BETWEEN_TICKS);
        Watch { bar, todo, saved: Instant::now(), told: Instant::now() }
    }

    fn look<B: Bits>(&mut self, strategy: &mut Strategy<B>) -> io::Result<()> {
        self.tell(strategy.progress());
        if let Some(todo) = self.todo
            && self.saved.elapsed() >= BETWEEN_SAVES
        {
            save(strategy, todo)?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn tell(&mut self, progress: Progress) {
        let message = format!(
            "proof: {} {}, {} waiting, {}",
            HumanCount(progress.entries),
            plural(progress.entries, "position"),
            HumanCount(progress.waiting),
            counted(progress.empty.into(), "empty square")
        );
        if !io::stderr().is_terminal() && self.told.elapsed() >= BETWEEN_LINES {
            warn(&message);
            self.told = Instant::now();
        }
        self.bar.set_message(message);
    }
}

/// Why the writing was stopped.
fn stopped() -> Unwritten {
    if INTERRUPT.load(Ordering::Relaxed) {
        return Unwritten::Interrupted;
    }
    warn("the limit was reached before the proof was finished");
    Unwritten::RanOut
}

fn save<B: Bits>(strategy: &mut Strategy<B>, todo: &Path) -> io::Result<()> {
    save_with(todo, |file| strategy.save(file))
        .map_err(|error| io::Error::other(format!("{error:#}")))
}

/// What was written, in words.
pub fn text(path: &Path, written: Written) -> String {
    format!(
        "{}: {} {}, {}",
        path.display(),
        HumanCount(written.entries),
        plural(written.entries, "position"),
        HumanBytes(written.bytes)
    )
}
