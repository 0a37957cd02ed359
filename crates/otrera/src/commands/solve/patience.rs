//! Long searches: a line that shows how it goes, and a checkpoint now and then.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{HumanDuration, ProgressBar};
use otrera_board::{Bits, Position, Size};
use otrera_solver::{Effort, Look, Solver};

use super::SolveArgs;
use crate::checkpoint;
use crate::output::{complain, warn};
use crate::progress::{BETWEEN_TICKS, message_columns, spinner};
use crate::read::ordinary;
use crate::save::{remove_unfinished, save_with};
use crate::width::ranked;
use crate::words::counted;

/// Checkpoints are written no more often than this, …
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(5);

/// … and take no more than one part in so many of the time.
const SHARE_OF_TIME: u32 = 20;

/// Where nobody sees the line that moves, one is printed so often.
pub const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The work that is left for a cost of one. Costs are those of the likely case, and of a part of the
/// children at a time: in searches of 6×4 and 5×6, looked at every minute, 12 to 64 times as many nodes
/// were left.
const WORK_OF_COST: f64 = 25.0;

/// Shows how a search goes, and keeps its checkpoint.
pub struct Patience {
    bar: ProgressBar,
    began: Instant,
    /// First moves that are settled and all there are, if these are searched one by one.
    pub settled: Option<(usize, usize)>,
    /// What earlier runs have cost.
    pub before: Effort,
    pub time_before: Duration,
    checkpoint: Option<Checkpoint>,
    /// The effort of this run when the line was last shown.
    shown: (Instant, u64),
    printed: Instant,
}

struct Checkpoint {
    file: PathBuf,
    size: Size,
    /// Was it read?
    resumed: bool,
    written: Instant,
    took: Duration,
}

impl Patience {
    /// Without a checkpoint.
    pub fn without_checkpoint() -> Patience {
        let now = Instant::now();
        Patience {
            bar: spinner(),
            began: now,
            settled: None,
            before: Effort::default(),
            time_before: Duration::ZERO,
            checkpoint: None,
            shown: (now, 0),
            printed: now,
        }
    }

    /// As the command line asks; reads the checkpoint if the search is to go on from it.
    pub fn new<B: Bits>(
        args: &SolveArgs,
        solver: &mut Solver<B>,
        size: Size,
    ) -> anyhow::Result<Patience> {
        let mut patience = Patience::without_checkpoint();
        let Some(folder) = &args.checkpoint else { return Ok(patience) };
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create folder {}", folder.display()))?;
        let file = folder.join(format!("solve-{size}.checkpoint"));
        remove_unfinished(&file);
        let mut resumed = false;
        match ordinary(&file) {
            Ok(found) if args.resume => {
                resumed = true;
                patience.time_before = solver
                    .resume(found, size)
                    .with_context(|| format!("checkpoint {}", file.display()))?;
                patience.before = solver.effort();
            }
            Ok(_) => return Err(checkpoint::already_exists(&file)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        }
        let (written, took) = (Instant::now(), Duration::ZERO);
        patience.checkpoint = Some(Checkpoint { file, size, resumed, written, took });
        Ok(patience)
    }

    /// Begins with a position.
    pub fn begin<B: Bits>(&mut self, position: &Position<B>) {
        self.bar.set_message(format!("solving {position}"));
        self.bar.enable_steady_tick(BETWEEN_TICKS);
    }

    /// Says something once, and shows it for a while.
    pub fn say(&self, text: &str) {
        warn(text);
        self.bar.set_message(text.to_owned());
    }

    /// Shows how the search goes; writes the checkpoint if it is time to.
    pub fn look<B: Bits>(&mut self, look: &Look<'_, B>) {
        let terminal = std::io::stderr().is_terminal();
        if terminal || self.printed.elapsed() >= BETWEEN_LINES {
            match terminal {
                true => {
                    let line = self.line(look, message_columns());
                    self.bar.set_message(line);
                }
                false => {
                    let (line, elapsed) = (self.line(look, usize::MAX), HumanDuration(self.time()));
                    warn(&format!("{elapsed}: {line}"));
                    self.printed = Instant::now();
                }
            }
        }
        let time = self.time();
        if let Some(checkpoint) = &mut self.checkpoint
            && checkpoint.written.elapsed()
                >= BETWEEN_CHECKPOINTS.max(checkpoint.took * SHARE_OF_TIME)
        {
            let began = Instant::now();
            // A disk that is full for a while is no reason to stop; the last write tells.
            if let Err(error) = save_with(&checkpoint.file, |file| look.save(file, time)) {
                complain(&error);
            }
            (checkpoint.written, checkpoint.took) = (Instant::now(), began.elapsed());
        }
    }

    /// Ends: removes the line and writes the checkpoint for the last time.
    pub fn finish<B: Bits>(&mut self, solver: &Solver<B>) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        match &self.checkpoint {
            Some(checkpoint) => {
                save_with(&checkpoint.file, |file| solver.save(file, checkpoint.size, self.time()))
            }
            None => Ok(()),
        }
    }

    /// The checkpoint that was read, if one was.
    pub fn resumed_from(&self) -> Option<String> {
        let checkpoint = self.checkpoint.as_ref().filter(|checkpoint| checkpoint.resumed)?;
        Some(checkpoint.file.display().to_string())
    }

    /// Tells how to resume the search.
    pub fn tell_checkpoint(&self) {
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint::tell(&checkpoint.file);
        }
    }

    fn time(&self) -> Duration {
        self.time_before + self.began.elapsed()
    }

    /// How the search goes, as far as there is room: nodes and the time left before all else.
    fn line<B: Bits>(&mut self, look: &Look<'_, B>, columns: usize) -> String {
        let progress = look.progress();
        let (since, expansions) = self.shown;
        let seconds = since.elapsed().as_secs_f64().max(1e-3);
        let speed = progress.effort.expansions.saturating_sub(expansions) as f64 / seconds;
        if seconds > 2.0 {
            self.shown = (Instant::now(), progress.effort.expansions);
        }
        let size = look.size();
        let first = progress.first.map_or_else(|| "…".to_owned(), |mv| mv.text(size));
        let mut parts = vec![
            (2, first),
            (3, format!("depth {}", progress.depth)),
            (0, counted(progress.effort.expansions, "node")),
            (2, format!("{speed:.0}/s")),
            (3, format!("memory {:.0} % full", 100.0 * progress.table)),
        ];
        if let Some([proof, disproof]) = progress.costs {
            parts.push((5, format!("proof {proof:.1e} disproof {disproof:.1e}")));
            parts.push((4, format!("{} open", counted(progress.open as u64, "reply"))));
        }
        if let Some((settled, all)) = self.settled {
            parts.push((1, format!("{settled} of {} settled", counted(all as u64, "first move"))));
        }
        if let Some(left) = self.time_left(progress.costs, speed) {
            parts.push((1, left));
        }
        ranked(&parts, " · ", columns)
    }

    /// How long it may take, if that can be guessed.
    fn time_left(&self, costs: Option<[f32; 2]>, speed: f64) -> Option<String> {
        if let Some((settled, all)) = self.settled {
            let each = self.began.elapsed().checked_div(settled as u32)?;
            return Some(format!("about {} left", HumanDuration(each * (all - settled) as u32)));
        }
        // Costs are guesses of work: the smaller one is the more likely end.
        let [proof, disproof] = costs.filter(|_| speed > 0.0)?;
        let left = f64::from(proof.min(disproof)) * WORK_OF_COST / speed;
        let left = Duration::try_from_secs_f64(left).ok()?;
        let worth_telling = left < Duration::from_secs(1_000_000);
        worth_telling.then(|| format!("perhaps {} left", HumanDuration(left)))
    }
}
