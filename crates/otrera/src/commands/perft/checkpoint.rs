//! Finished first moves on disk, so that a long count can be interrupted.
//!
//! The file is text: the question in its first line, one finished first move with
//! its count on each line below, and a checksum in the last. It is replaced as a
//! whole, at most once a second, so that a crash loses no more than that.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use otrera_board::{Move, Position};

use super::{Counts, lock};
use crate::checkpoint::already_exists;
use crate::output::complain;
use crate::read::whole_file;
use crate::save::save;

const BETWEEN_WRITES: Duration = Duration::from_secs(1);

pub struct Checkpoint {
    path: PathBuf,
    position: Position,
    question: String,
    written: Mutex<Instant>,
}

impl Checkpoint {
    /// The checkpoint in this file, and what is in it. One that is there is resumed from only if that was
    /// asked for.
    pub fn open(
        path: &Path,
        resume: bool,
        position: &Position,
        depth: u32,
    ) -> anyhow::Result<(Checkpoint, Counts)> {
        let checkpoint = Checkpoint {
            path: path.to_owned(),
            position: *position,
            question: format!("otrera perft, depth {depth}, {position}"),
            written: Mutex::new(Instant::now()),
        };
        let finished =
            checkpoint.read().with_context(|| format!("checkpoint {}", path.display()))?;
        if let (Some(_), false) = (&finished, resume) {
            return Err(already_exists(path));
        }
        let finished = finished.unwrap_or_default();
        // What is in the way of it is told now.
        checkpoint.save(&finished)?;
        Ok((checkpoint, finished))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file unless that was done a moment ago. A disk that is full for a
    /// while is no reason to stop counting; the last write tells.
    pub fn save_now_and_then(&self, finished: &Mutex<Counts>) {
        let Ok(mut written) = self.written.try_lock() else { return };
        if written.elapsed() >= BETWEEN_WRITES {
            let finished = lock(finished).clone();
            if let Err(error) = self.save(&finished) {
                complain(&error);
            }
            *written = Instant::now();
        }
    }

    /// Writes the file.
    pub fn save(&self, finished: &Counts) -> anyhow::Result<()> {
        let mut text = format!("{}\n", self.question);
        for (mv, nodes) in finished {
            writeln!(text, "{} {nodes}", mv.text(self.position.size()))?;
        }
        let sum = checksum(&text);
        writeln!(text, "{sum}")?;
        save(&self.path, text.as_bytes())
    }

    /// What is in the file, if it is there.
    fn read(&self) -> anyhow::Result<Option<Counts>> {
        let bytes = match whole_file(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        let question = lines.next().unwrap_or_default();
        if question != self.question {
            // Whatever this file is, a beginning of it is enough.
            let question: String = question.chars().take(200).collect();
            bail!(
                "it belongs to another count\n  found    {question}\n  expected {}\n\
                 Name another file, or remove this one to start over.",
                self.question
            );
        }
        let sum = lines.next_back().unwrap_or_default();
        let body = &text[..text.trim_end().len() - sum.len()];
        if sum != checksum(body) {
            bail!("checksum mismatch; remove it to start over");
        }
        Ok(Some(lines.map(|line| self.read_line(line)).collect::<anyhow::Result<Counts>>()?))
    }

    fn read_line(&self, line: &str) -> anyhow::Result<(Move, u64)> {
        let (mv, nodes) = line.split_once(' ').ok_or_else(|| anyhow!("found no count"))?;
        let mv = Move::parse(mv, self.position.size())?;
        self.position.check(mv)?;
        Ok((mv, nodes.parse().context("expected a count")?))
    }
}

/// The FNV-1a hash of a text: enough against accidents.
fn checksum(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("checksum {hash:016x}")
}
