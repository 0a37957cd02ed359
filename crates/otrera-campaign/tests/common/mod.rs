//! Campaigns on boards that take a moment.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use otrera_board::{Color, Position};
use otrera_campaign::{Campaign, End, Plan, RunSettings, Session};
use otrera_solver::{Settings, Solver};
use sha2::{Digest, Sha256};

/// Small jobs, so that ledgers are deep even on small boards.
pub const SMALL_JOBS: Plan = Plan { first_budget: 20, expand_after: 100 };

pub static NEVER: AtomicBool = AtomicBool::new(false);

pub fn position(text: &str) -> Position<u64> {
    text.parse::<Position>().unwrap().narrow().unwrap()
}

pub fn settings() -> Settings {
    Settings { memory: 8 << 20, ..Settings::default() }
}

pub fn solver() -> Solver<u64> {
    Solver::new(settings()).unwrap()
}

/// Runs a campaign to its end.
pub fn settle(folder: &Path) -> Color {
    let mut session = Session::open(folder).unwrap();
    match session.run(&mut solver(), RunSettings::default(), &mut |_| {}).unwrap() {
        End::Settled(winner) => winner,
        end => panic!("{end:?}"),
    }
}

/// A settled campaign of a board, in a folder.
pub fn settled(board: &str, folder: &Path) -> Campaign {
    Session::create(folder, &position(board), SMALL_JOBS).unwrap();
    settle(folder);
    Campaign::open(folder).unwrap()
}

/// The lines of a log without their checksums.
pub fn log_lines(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("log")).unwrap();
    text.lines().map(|line| line.rsplit_once(" #").unwrap().0.to_owned()).collect()
}

/// Writes a log with all its checksums, as somebody does who has read how they are made.
pub fn write_log(folder: &Path, lines: &[String]) {
    let (mut text, mut chain) = (String::new(), String::new());
    for line in lines {
        let digest = Sha256::digest(format!("{chain}{line}"));
        chain = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        text += &format!("{line} #{chain}\n");
    }
    fs::write(folder.join("log"), text).unwrap();
    fs::write(folder.join("head"), format!("{} {chain}\n", lines.len())).unwrap();
}
