//! What is said of a position: who wins, by which move, and what it cost.

use std::fmt;

use otrera_board::{Color, Move};
use otrera_solver::Stopped;
use serde::Serialize;

use super::outlook::Outlook;
use crate::words::counted;

#[derive(Serialize)]
pub struct Answer {
    pub position: String,
    pub to_move: char,
    /// The first move that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// `b` or `w`; null if a limit was reached.
    pub winner: Option<char>,
    /// A move that wins, if the player to move wins.
    pub best_move: Option<String>,
    /// Play until bounds tell who wins: winning moves, and the replies that were hardest to refute.
    pub line: Vec<String>,
    #[serde(flatten)]
    pub outlook: Outlook,
    /// Nodes whose moves were generated, and positions that were bounded.
    pub nodes: u64,
    pub evaluations: u64,
    pub seconds: f64,
    /// The share of the table that is in use.
    pub table: f64,
    pub threads: usize,
    /// The last proof and disproof number of the root, if it was searched for a while.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<[f32; 2]>,
    /// The file of the proof.
    pub proof: Option<String>,
    pub method: &'static str,
    /// Files of earlier runs that the answer rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trusts: Vec<String>,
    #[serde(skip)]
    pub written: Option<String>,
    #[serde(skip)]
    pub stopped: Option<Stopped>,
    #[serde(skip)]
    pub moves: Vec<Move>,
    #[serde(skip)]
    pub found: Option<Color>,
    #[serde(skip)]
    pub mover: Color,
}

impl Answer {
    pub fn is_complete(&self) -> bool {
        self.winner.is_some()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move", self.mover)?;
        if let Some(first) = &self.first {
            write!(f, ", after {first}")?;
        }
        match self.found {
            Some(winner) => writeln!(f, ": {winner} wins.")?,
            None => {
                let why = self.stopped.map_or_else(String::new, |stopped| format!(" ({stopped})"));
                writeln!(f, ": open{why}.")?;
            }
        }
        match &self.best_move {
            Some(best) => writeln!(f, "Best move  {best}")?,
            None if self.found == Some(self.mover) && self.first.is_none() => {
                writeln!(f, "Best move  not found: bounds tell who wins, a search for it gave up")?;
            }
            None => {}
        }
        if !self.line.is_empty() {
            writeln!(f, "Line       {}", self.line.join(" "))?;
        }
        write!(f, "{}", self.outlook)?;
        if let Some(written) = &self.written {
            writeln!(f, "Proof      {written}")?;
        }
        if !self.trusts.is_empty() {
            writeln!(f, "Trusting   {}", self.trusts.join(", "))?;
        }
        writeln!(
            f,
            "{}, {} bounded, {:.2} s, memory {:.1} % full",
            counted(self.nodes, "node"),
            counted(self.evaluations, "position"),
            self.seconds,
            100.0 * self.table
        )
    }
}
