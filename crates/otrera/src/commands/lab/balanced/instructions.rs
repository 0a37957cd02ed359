//! Instructions, counted by valgrind: the same number on a busy machine as on an idle one.
//!
//! A whole search would take an hour, so it is this program's own `solve` with two limits that is counted. The
//! difference is what the nodes in between cost, without the start of the program.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::interrupt::{self, Interrupted};
use crate::tables::TablesArgs;

/// The nodes after which counting begins, and those after which it ends.
pub const FROM: u64 = 1_000;
pub const TO: u64 = 6_000;

/// Counts the instructions of searches.
pub struct Counter {
    program: PathBuf,
    /// The tables that they use.
    tables: Vec<OsString>,
}

/// A search that was counted.
struct Run {
    nodes: u64,
    instructions: u64,
}

/// What is read of an answer of `solve --json`.
#[derive(Deserialize)]
struct Answer {
    nodes: u64,
}

impl Counter {
    /// A counter, if valgrind is there.
    pub fn new(args: &TablesArgs) -> anyhow::Result<Counter> {
        let version =
            valgrind().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        match version {
            Ok(status) if status.success() => {}
            _ => bail!(
                "--instructions needs valgrind, which was not found; install it, or leave out --instructions"
            ),
        }
        let mut tables: Vec<OsString> = Vec::new();
        if args.no_tables {
            tables.push("--no-tables".into());
        }
        if let Some(folder) = &args.folder.tables {
            tables.extend(["--tables".into(), folder.into()]);
        }
        Ok(Counter { program: std::env::current_exe()?, tables })
    }

    /// Instructions per node between two limits; none if the position is solved before.
    pub fn per_node(&self, text: &str) -> anyhow::Result<Option<f64>> {
        let [from, to] = [self.count(text, FROM)?, self.count(text, TO)?];
        let nodes = to.nodes.saturating_sub(from.nodes);
        let instructions = to.instructions.saturating_sub(from.instructions);
        Ok((nodes > 0).then(|| instructions as f64 / nodes as f64))
    }

    /// Searches up to so many nodes.
    fn count(&self, text: &str, nodes: u64) -> anyhow::Result<Run> {
        let mut command = valgrind();
        command
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(&self.program)
            .args(["solve", text, "--json", "--threads", "1", "--limit", &format!("{nodes}n")])
            .args(&self.tables)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().context("valgrind")?;
        await_end(&mut child)?;
        // All that it says fits into the pipes.
        let (mut answer, mut told) = (String::new(), String::new());
        child.stdout.take().map_or(Ok(0), |mut out| out.read_to_string(&mut answer))?;
        child.stderr.take().map_or(Ok(0), |mut out| out.read_to_string(&mut told))?;
        let answer: Option<Answer> = serde_json::from_str(&answer).ok();
        match (answer, instructions_in(&told)) {
            (Some(Answer { nodes }), Some(instructions)) => Ok(Run { nodes, instructions }),
            _ => bail!("valgrind counted nothing: {}", told.trim()),
        }
    }
}

fn valgrind() -> Command {
    Command::new("valgrind")
}

/// Waits for a program, and ends it where this one is to end.
fn await_end(child: &mut Child) -> anyhow::Result<()> {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
    while child.try_wait()?.is_none() {
        if interrupt::is_interrupted() {
            // It may have ended by itself meanwhile.
            let _: io::Result<()> = child.kill();
            child.wait()?;
            return Err(Interrupted.into());
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    Ok(())
}

/// The count in what cachegrind says: `==7== I   refs:      1,629,274,659`.
fn instructions_in(told: &str) -> Option<u64> {
    told.lines().find_map(|line| {
        let (name, count) = line.strip_prefix("==")?.split_once("== ")?.1.split_once(':')?;
        name.split_whitespace()
            .eq(["I", "refs"])
            .then(|| count.trim().replace(',', ""))?
            .parse()
            .ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_found() {
        let told = "==6979== Command: otrera solve 5x5\n==6979== \n--6979-- warning: L3 cache found\n\
                    ==6979== I   refs:      1,629,274,659\n";
        assert_eq!(instructions_in(told), Some(1_629_274_659));
        assert_eq!(instructions_in("==7== I refs:        12\n"), Some(12));
        assert_eq!(instructions_in("==7== D refs: 12\nI refs: 3"), None);
    }
}
