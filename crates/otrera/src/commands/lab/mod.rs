//! `otrera lab`: published tables beside ours, and checks of our own claims.

mod attack;
mod balanced;
mod bounds;
mod endgames;
mod evaluation;
mod fit;
mod fit_evaluation;
mod games;
mod growth;
mod held_out;
mod kinds;
mod movetime;
mod ordering;
mod plain;
mod proofs;
mod rules;
mod solved;
mod tables;
mod tds;
mod tegos;
mod verdicts;

use std::path::Path;

use anyhow::{Context, bail};
use clap::Subcommand;
use otrera_board::{Position, Size};
use serde::de::DeserializeOwned;

use crate::read;

#[derive(Subcommand, Debug)]
pub enum LabCommand {
    /// Tables 1 and 2 of Experiments in Computer Amazons: small regions, defective territories,
    /// their graphs
    Tegos(tegos::TegosArgs),
    /// Check every bound against exact values on random areas, and show how tight each kind is
    Bounds(bounds::BoundsArgs),
    /// Check all variants of the solver against plain search on random positions
    Verdicts(verdicts::VerdictsArgs),
    /// Check exact play of endgames against plain search and against the solver
    Endgames(endgames::EndgamesArgs),
    /// Look for a wrong answer, a false proof that is accepted, or a panic
    Attack(attack::AttackArgs),
    /// Find out who wins a small board by the rules alone, to settle doubts
    Plain(plain::PlainArgs),
    /// Experiments of Temperature Discovery Search: exact rooms, errors by step and by depth, sums
    /// played
    Tds(tds::TdsArgs),
    /// Tables II and III of An Enhanced Solver: positions of games solved by bounds and by search
    Solved(solved::SolvedArgs),
    /// Figure 13 of An Enhanced Solver: both engines on a game, and each rule switched off in turn
    #[command(alias = "rungs")]
    Rules(rules::RulesArgs),
    /// Figure 13 of An Enhanced Solver: what each family of endgame tables saves a search
    Tables(tables::LabTablesArgs),
    /// Figure 15 of An Enhanced Solver: the kinds of areas that a search meets
    Kinds(kinds::KindsArgs),
    /// Measure how the cost of solving grows with the number of empty squares
    Growth(growth::GrowthArgs),
    /// Fit the solver's model to its own finished searches
    Fit(fit::FitArgs),
    /// Figure 5 of An Evaluation Function: territory alone and the full evaluation over a game
    Evaluation(evaluation::EvaluationArgs),
    /// Fit the player's evaluation to games of his own
    FitEvaluation(fit_evaluation::FitEvaluationArgs),
    /// Measure positions that the model was not trained on, with the model and without
    Model(held_out::HeldOutArgs),
    /// Measure positions that are hard because they are balanced, beside the last release
    Balanced(balanced::BalancedArgs),
    /// Let the model play games against itself, and print them as SGF
    Games(games::GamesArgs),
    /// Compare the player's network with the solver's model: which move to try first?
    Ordering(ordering::OrderingArgs),
    /// Measure how exactly an engine keeps to the time of a move
    Movetime(movetime::MovetimeArgs),
    /// Solve boards, write and check their proofs, and measure each step
    Proofs(proofs::ProofsArgs),
}

impl LabCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            LabCommand::Tegos(args) => tegos::run(args),
            LabCommand::Bounds(args) => bounds::run(args),
            LabCommand::Verdicts(args) => verdicts::run(args),
            LabCommand::Endgames(args) => endgames::run(args),
            LabCommand::Attack(args) => attack::run(args),
            LabCommand::Plain(args) => plain::run(args),
            LabCommand::Tds(args) => tds::run(args),
            LabCommand::Solved(args) => solved::run(args),
            LabCommand::Rules(args) => rules::run(args),
            LabCommand::Tables(args) => tables::run(args),
            LabCommand::Kinds(args) => kinds::run(args),
            LabCommand::Growth(args) => growth::run(args),
            LabCommand::Fit(args) => fit::run(args),
            LabCommand::Evaluation(args) => evaluation::run(args),
            LabCommand::FitEvaluation(args) => fit_evaluation::run(args),
            LabCommand::Model(args) => held_out::run(args),
            LabCommand::Balanced(args) => balanced::run(args),
            LabCommand::Games(args) => games::run(args),
            LabCommand::Ordering(args) => ordering::run(args),
            LabCommand::Movetime(args) => movetime::run(args),
            LabCommand::Proofs(args) => proofs::run(args),
        }
    }
}

/// The rows of an experiment that `--json` has printed: one object per line.
fn rows_of_file<R: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<R>> {
    let name = path.display();
    let bytes = read::whole_file(path).map_err(|error| read::cannot_read_file(path, &error))?;
    let text = str::from_utf8(&bytes).with_context(|| format!("{name}"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let rows: Vec<R> = lines
        .map(|(n, line)| {
            serde_json::from_str(line).with_context(|| {
                format!("{name}, line {}: expected a row as --json prints it", n + 1)
            })
        })
        .collect::<anyhow::Result<_>>()?;
    if rows.is_empty() {
        bail!("{name} is empty; expected rows as --json prints them");
    }
    Ok(rows)
}

/// Reads the size of a board that has a standard start and fits into 64 squares.
fn small_board(text: &str) -> Result<Size, String> {
    let start: Result<Position, _> = text.parse();
    match start {
        // A start, and not just any position: rows or a side to move would be dropped.
        Ok(start)
            if Position::start(start.size()) == Some(start) && start.size().squares() <= 64 =>
        {
            Ok(start.size())
        }
        _ => Err(format!("found `{text}`; expected a board with a standard start, 4x4 to 8x8")),
    }
}
