//! `otrera lab attack`: looks for a wrong answer, a false proof that is accepted, or a panic, for as long as
//! one likes.

mod proofs;
mod tables;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use otrera_board::Position;
use otrera_solver::check::{Check, Forgeries, Odd, Tally};

use self::proofs::ForgedProofs;
use self::tables::ForgedTables;
use crate::interrupt::{self, Interrupted};
use crate::limits;
use crate::output::{AnswerIsNo, print_text};
use crate::progress;
use crate::tables::TablesArgs;
use crate::words::{counted, plural};

#[derive(Args, Debug)]
pub struct AttackArgs {
    /// Run for this long: 10s, 5m, 8h
    #[arg(long = "for", value_name = "TIME", default_value = "1m", value_parser = limits::parse_time)]
    pub time: Duration,
    /// Random seed [default: the current time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// No step takes longer than this on a machine that does other work as well.
const LONGEST_STEP: Duration = Duration::from_secs(120);

/// Tables are forged once in so many steps.
const BETWEEN_TABLES: u64 = 8;

pub fn run(args: &AttackArgs) -> anyhow::Result<()> {
    interrupt::listen();
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
    });
    let mut attack = Attack::new(args, seed)?;
    let start = Instant::now();
    let bar = progress::bar(args.time.as_secs(), "{msg}");
    while start.elapsed() < args.time && !interrupt::is_interrupted() {
        let began = Instant::now();
        let mut finding = match catch_unwind(AssertUnwindSafe(|| attack.step())) {
            Ok(Ok(())) => None,
            Ok(Err(error)) if error.is::<Interrupted>() => break,
            Ok(Err(error)) => Some(format!("{error:#}")),
            Err(_) => Some("a panic".to_owned()),
        };
        if began.elapsed() > LONGEST_STEP {
            finding.get_or_insert(format!("a step of {:?}", began.elapsed()));
        }
        if let Some(finding) = finding {
            bar.finish_and_clear();
            print_text(&format!(
                "{attack}Found: {finding}\nSeed {seed}, step {}.\n",
                attack.steps
            ))?;
            return Err(AnswerIsNo.into());
        }
        bar.set_position(start.elapsed().as_secs());
        bar.set_message(format!("{}, nothing found", counted(attack.steps, "step")));
    }
    bar.finish_and_clear();
    print_text(&format!(
        "{attack}Nothing found in {}. Seed {seed}.\n",
        counted(attack.steps, "step")
    ))?;
    Ok(interrupt::check()?)
}

struct Attack {
    check: Check,
    forgeries: Forgeries,
    proofs: ForgedProofs,
    tables: ForgedTables,
    steps: u64,
    _folder: tempfile::TempDir,
}

impl Attack {
    fn new(args: &AttackArgs, seed: u64) -> anyhow::Result<Attack> {
        let folder = tempfile::tempdir()?;
        let mut check = Check::new(seed);
        if let Some(tables) = crate::tables::built(&args.tables)? {
            check = check.with_tables(&tables);
        }
        Ok(Attack {
            check,
            forgeries: Forgeries::new(seed, folder.path().to_owned()),
            proofs: ForgedProofs::new(seed, folder.path()),
            tables: ForgedTables::new(seed, folder.path())?,
            steps: 0,
            _folder: folder,
        })
    }

    fn step(&mut self) -> anyhow::Result<()> {
        self.steps += 1;
        let position: Position = self.check.step_odd()?;
        self.check.step()?;
        self.forgeries.checkpoint()?;
        self.forgeries.kept_areas()?;
        self.proofs.attack(&position)?;
        // A check of all entries takes a while.
        if self.steps.is_multiple_of(BETWEEN_TABLES) {
            self.tables.attack()?;
        }
        Ok(())
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [games, blobs, sums] = self.check.checked;
        writeln!(
            f,
            "Right answers in every way for {} of games, {} and {},",
            counted(games, "position"),
            counted(blobs, "blob"),
            counted(sums, "sum")
        )?;
        for (kind, count) in Odd::ALL.iter().zip(self.check.checked_odd) {
            writeln!(f, "{count:>10} {} {}", plural(count, "position"), kind.name())?;
        }
        let tallies = [
            ("checkpoints", self.forgeries.checkpoints),
            ("files of areas", self.forgeries.kept_areas),
            ("tables", self.tables.tally),
        ];
        for (what, Tally { refused, harmless, believed }) in tallies {
            writeln!(
                f,
                "Forged {what}: {refused} refused, {harmless} without effect, {believed} believed"
            )?;
        }
        writeln!(f, "{}", self.proofs)
    }
}
