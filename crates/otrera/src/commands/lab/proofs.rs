//! `otrera lab proofs`: boards solved, proved and checked, with what each step costs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::HumanCount;
use otrera_board::{Move, Position};
use otrera_proof::{CheckSettings, Counts, Outcome, ProofFile, check};
use otrera_solver::{Limits, Solver, Stopped};
use serde::Serialize;

use crate::commands::solve::proof::{Proof, Unwritten};
use crate::interrupt::{self, INTERRUPT, Interrupted};
use crate::limits;
use crate::output::{print_json, print_text};
use crate::words::plural;

#[derive(Args, Debug)]
pub struct ProofsArgs {
    /// Boards, each with an optional first move: 5x5, 5x6:B1-B4xD4
    #[arg(value_name = "BOARD", default_values = ["4x4", "5x4", "4x5", "5x5"])]
    pub boards: Vec<String>,
    /// Write the proofs to this folder
    #[arg(long, value_name = "DIR", default_value = "proofs")]
    pub folder: PathBuf,
    /// Memory of the solver
    #[arg(long, value_name = "SIZE", value_parser = limits::parse_size)]
    #[arg(default_value = "2G")]
    pub memory: usize,
    /// Print JSON, one object per board
    #[arg(long)]
    pub json: bool,
}

/// A board and its proof.
#[derive(Serialize)]
struct Row {
    board: String,
    winner: char,
    entries: u64,
    bytes: u64,
    solve_seconds: f64,
    write_seconds: f64,
    check_seconds: f64,
    replies: u64,
    leaves: [[u64; 3]; 2],
}

pub fn run(args: &ProofsArgs) -> anyhow::Result<()> {
    // No half proof is left behind.
    interrupt::listen();
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot create folder {}", args.folder.display()))?;
    for board in &args.boards {
        let row = prove(board, args).with_context(|| board.clone())?;
        match args.json {
            true => print_json(&row)?,
            false => print_text(&row)?,
        }
    }
    Ok(())
}

fn prove(board: &str, args: &ProofsArgs) -> anyhow::Result<Row> {
    // A board, or a board and its first move.
    let (name, first) = match board.split_once(':') {
        Some((name, first)) => (name, Some(first)),
        None => (board, None),
    };
    let Some(position) = name.parse::<Position>()?.narrow() else {
        bail!("boards of more than 64 squares are not supported");
    };
    let first = first.map(|text| Move::parse(text, position.size())).transpose()?;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut solver: Solver<u64> = Solver::new(otrera_solver::Settings {
        memory: args.memory,
        threads,
        ..otrera_solver::Settings::default()
    })?;
    let began = Instant::now();
    let searched = first.map_or(Ok(position), |mv| position.play(mv))?;
    let limits = Limits { interrupted: Some(&INTERRUPT), ..Limits::default() };
    let winner = match solver.winner(&searched, limits) {
        Err(Stopped::Interrupted) => return Err(Interrupted.into()),
        winner => winner?,
    };
    let solve_seconds = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let path = args.folder.join(format!("{name}.proof"));
    let proof = Proof::new(&path, None, false)?;
    match proof.write(&mut solver, &position, first, winner, limits) {
        Ok(_) => {}
        Err(Unwritten::Failed(error)) => return Err(error),
        Err(Unwritten::Interrupted) => return Err(Interrupted.into()),
        Err(Unwritten::RanOut) => bail!("the proof ran out of an unlimited time"),
    }
    let write_seconds = began.elapsed().as_secs_f64();
    // The checker has nothing of what the solver found.
    drop(solver);
    let began = Instant::now();
    let (file, counts) = checked(&path, threads)?;
    Ok(Row {
        board: board.to_owned(),
        winner: winner.letter(),
        entries: file.entries(),
        bytes: file.bytes(),
        solve_seconds,
        write_seconds,
        check_seconds: began.elapsed().as_secs_f64(),
        replies: counts.replies,
        leaves: counts.leaves,
    })
}

fn checked(path: &Path, threads: usize) -> anyhow::Result<(ProofFile, Counts)> {
    let file = ProofFile::open(path)?;
    let mut options = CheckSettings::default();
    (options.threads, options.memory) = (threads, 1 << 30);
    options.go_on = &|_| !interrupt::is_interrupted();
    match check(&file, options)? {
        Outcome::Accepted(accepted) => Ok((file, accepted.counts())),
        Outcome::Rejected(why) => bail!("the proof is rejected: {why}"),
        _ => Err(Interrupted.into()),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = if self.winner == 'b' { "second" } else { "first" };
        writeln!(
            f,
            "{:<14}  the {winner} player wins",
            self.board.replacen('x', "×", 1).replace(':', " ")
        )?;
        let each = self.bytes as f64 / self.entries.max(1) as f64;
        writeln!(
            f,
            "  file          {} {}, {} {}, {each:.1} for each",
            HumanCount(self.entries),
            plural(self.entries, "position"),
            HumanCount(self.bytes),
            plural(self.bytes, "byte")
        )?;
        let Row { solve_seconds, write_seconds, check_seconds, .. } = self;
        writeln!(
            f,
            "  seconds       solve {solve_seconds:.1}, write {write_seconds:.1}, check {check_seconds:.1}"
        )?;
        writeln!(f, "  replies       {}", HumanCount(self.replies))?;
        let all: u64 = self.leaves.as_flattened().iter().sum();
        for (name, counts) in ["at once", "a move later"].into_iter().zip(self.leaves) {
            let [counting, plodding, answers] =
                counts.map(|count| 100.0 * count as f64 / all.max(1) as f64);
            writeln!(
                f,
                "  {name:<12}  counting {counting:.1} %, plodding {plodding:.1} %, answers {answers:.1} %"
            )?;
        }
        Ok(())
    }
}
