//! What the tests share: plain search, random endgames, and proofs made from plain search.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod parts;

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use otrera_board::{Bits, Color, Position, Size};
use otrera_proof::{
    CheckSettings, Claim, Draft, LeafLimits, NoAnswer, Oracle, Outcome, Play, ProofFile, Side,
    State, Strategy, check,
};

/// Who wins, by nothing but the rules.
#[derive(Default)]
pub struct PlainSearch(HashMap<(u64, u64, u64, Color), bool>);

impl PlainSearch {
    pub fn winner(&mut self, position: &Position<u64>) -> Color {
        let mover = position.to_move();
        if self.mover_wins(position) { mover } else { !mover }
    }

    fn mover_wins(&mut self, position: &Position<u64>) -> bool {
        let [black, white] = Color::ALL.map(|color| position.amazons(color));
        let key = (black, white, position.burnt(), position.to_move());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = position.moves().any(|mv| {
            let mut after = *position;
            after.make(mv);
            !self.mover_wins(&after)
        });
        self.0.insert(key, wins);
        wins
    }
}

/// Who wins a state, by nothing but its rules: a slow twin of what the checker may assume.
#[derive(Default)]
pub struct PlainStates(HashMap<([u64; 2], u64, i32, bool), bool>);

impl PlainStates {
    /// Does the side to move win?
    pub fn mover_wins(&mut self, state: &State<u64>, side: Side) -> bool {
        let amazons = [Side::Winner, Side::Loser].map(|side| state.amazons(side));
        let key = (amazons, state.empty(), state.free(), side == Side::Winner);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let other = if side == Side::Winner { Side::Loser } else { Side::Winner };
        let mut options = Vec::new();
        state.any_play(side, |_, next| {
            options.push(next);
            false
        });
        let wins = options.iter().any(|next| !self.mover_wins(next, other));
        self.0.insert(key, wins);
        wins
    }
}

/// A random endgame: some amazons of both colours on a small board with so many empty squares at most.
pub fn endgame(rng: &mut Rng, most_empty: u32) -> Position<u64> {
    loop {
        let size = Size::new(rng.usize(2..=5), rng.usize(2..=5)).unwrap();
        let mut sets = [0u64; 3];
        for square in size.iter() {
            let kind = match rng.u8(0..12) {
                0 | 1 => 0,
                2 | 3 => 1,
                4..8 => 2,
                _ => continue,
            };
            sets[kind] |= 1 << square.index();
        }
        let [black, white, burnt] = sets;
        let to_move = if rng.bool() { Color::Black } else { Color::White };
        let position = Position::new(size, black, white, burnt, to_move).unwrap();
        let empty = position.empty().count();
        if black != 0 && white != 0 && (2..=most_empty).contains(&empty) {
            return position;
        }
    }
}

/// Wins by plain search. Where nothing wins, it plays anything: it is to write false proofs, too.
#[derive(Default)]
pub struct PlainOracle(PlainStates);

impl Oracle<u64> for PlainOracle {
    fn winning_plays(&mut self, state: &State<u64>) -> Result<Vec<Play>, NoAnswer> {
        let (mut winning, mut all) = (Vec::new(), Vec::new());
        state.any_play(Side::Winner, |play, next| {
            if !self.0.mover_wins(&next, Side::Loser) {
                winning.push(play);
            }
            all.push(play);
            false
        });
        match (winning.is_empty(), all.is_empty()) {
            (false, _) => Ok(winning),
            (true, false) => Ok(all),
            (true, true) => Err(NoAnswer::Unknown),
        }
    }
}

/// Writes what is claimed to be a proof, by plain search.
pub fn write(path: &Path, position: &Position<u64>, winner: Color, limits: LeafLimits) {
    let claim = Claim { position: position.widen(), winner, limits, origin: "a test".into() };
    let draft = Draft::take(path).unwrap();
    let mut strategy = Strategy::begin(&draft, claim, position, None, &|| false).unwrap();
    strategy.write(&mut [PlainOracle::default()], &mut |_| Ok(())).unwrap();
    strategy.finish().unwrap();
}

/// Checks with so many threads.
pub fn threads(threads: usize) -> CheckSettings<'static> {
    let mut options = CheckSettings::default();
    options.threads = threads;
    options
}

/// Checks a file.
pub fn verdict(path: &Path) -> Result<Outcome, String> {
    let proof = ProofFile::open(path).map_err(|error| error.to_string())?;
    check(&proof, threads(2)).map_err(|error| error.to_string())
}

/// Is a file accepted?
pub fn accepted(path: &Path) -> bool {
    matches!(verdict(path), Ok(Outcome::Accepted(_)))
}

/// What a checker makes of a file: 0 accepted, 1 rejected, 2 no proof file.
pub fn verdict_code(path: &Path) -> usize {
    match verdict(path) {
        Ok(Outcome::Accepted(_)) => 0,
        Ok(Outcome::Rejected(_)) => 1,
        Ok(_) => panic!("nobody stopped it, and there are no notes"),
        Err(_) => 2,
    }
}

/// The same by the checker in Python, with its words. One process does for all files. It comes with the
/// project, not with this crate: where it is not at hand, the checker here is asked once more.
pub fn python_verdicts(paths: &[&Path]) -> Vec<(usize, String)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !project.join("ARCHITECTURE.md").exists() {
        return paths.iter().map(|path| (verdict_code(path), String::new())).collect();
    }
    let script = project.join("scripts/check_proof.py");
    let output = Command::new("python3").arg(script).args(paths).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    let words = ["accepted: ", "rejected: ", "not a proof file: "];
    let said = String::from_utf8(output.stdout).unwrap();
    let code = |line: &str| words.iter().position(|word| line.starts_with(word)).unwrap();
    let verdicts: Vec<_> = said.lines().map(|line| (code(line), line.to_owned())).collect();
    assert_eq!(verdicts.len(), paths.len());
    verdicts
}
