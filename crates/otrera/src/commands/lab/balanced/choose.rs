//! How the positions of the yardstick are chosen: by a rule and a seed, whatever they are like.

use otrera_board::{Position, Symmetry};
use sha2::{Digest, Sha256};

use super::measure::{Measured, Measurer};
use super::record::{Half, Record, heading};
use crate::output::print_verbatim;
use crate::progress;
use crate::words::counted;

/// The fewest and the most nodes that a position may take.
pub const LEAST: u64 = 100_000;
pub const MOST: u64 = 2_000_000;

/// A kind of positions: a board after so many moves, and how many of them are wanted.
#[derive(Clone, Copy)]
pub struct Kind {
    board: &'static str,
    moves: u32,
    pub wanted: usize,
}

/// All kinds; 6×4, the smallest board, one move earlier than 6×5.
pub const KINDS: [Kind; 3] = [
    Kind { board: "5x5", moves: 1, wanted: 12 },
    Kind { board: "6x4", moves: 1, wanted: 4 },
    Kind { board: "6x5", moves: 2, wanted: 8 },
];

/// The positions of a kind as texts, in an order that looks random: by the SHA-256 of the seed, a blank and
/// the text, which any program can find again. Of positions that are the same, or mirror images, there is
/// the first.
pub fn candidates(kind: Kind, seed: u64) -> impl Iterator<Item = String> {
    let start: Position = kind.board.parse().expect("a board with a start");
    let start: Position<u64> = start.narrow().expect("a small board");
    let mut found = vec![(kind.board.to_owned(), start)];
    for _ in 0..kind.moves {
        found = found.iter().flat_map(|(text, position)| after_each_move(text, position)).collect();
    }
    found
        .sort_by_cached_key(|(text, _)| <[u8; 32]>::from(Sha256::digest(format!("{seed} {text}"))));
    let mut seen = std::collections::HashSet::new();
    found
        .into_iter()
        .filter(move |(_, position)| seen.insert(image(position)))
        .map(|(text, _)| text)
}

fn after_each_move(text: &str, position: &Position<u64>) -> Vec<(String, Position<u64>)> {
    let moves = position.moves();
    let after = |mv| {
        let mut position = *position;
        position.make(mv);
        position
    };
    moves.map(|mv| (format!("{text} {}", mv.text(position.size())), after(mv))).collect()
}

/// The same text for all images of a position.
fn image(position: &Position<u64>) -> String {
    let images = Symmetry::of(position.size()).iter();
    images.map(|symmetry| symmetry.position(position).to_string()).min().expect("at least itself")
}

/// Chooses positions, and prints what was tried as it goes: lines to be read back, and remarks.
pub fn run(measurer: &Measurer, seed: u64) -> anyhow::Result<()> {
    let wanted = KINDS.iter().map(|kind| kind.wanted as u64).sum();
    let bar = progress::bar(wanted, "{pos}/{len} positions found, trying {msg}");
    print_verbatim(&format!("{}\n", heading()))?;
    for kind in KINDS {
        let mut halves = [Half::Tuning, Half::HeldBack].into_iter().cycle().take(kind.wanted);
        let mut half = halves.next();
        for text in candidates(kind, seed) {
            let Some(next) = half else { break };
            bar.set_message(text.clone());
            let (line, kept) = tried(measurer, text, next)?;
            print_verbatim(&format!("{line}\n"))?;
            if kept {
                bar.inc(1);
                half = halves.next();
            }
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// What is said of a candidate, and whether it is kept.
fn tried(measurer: &Measurer, text: String, half: Half) -> anyhow::Result<(String, bool)> {
    Ok(match measurer.measure(&text, Some(MOST))? {
        None => (format!("# {text}: more than {}", counted(MOST, "node")), false),
        Some(Measured { cost, .. }) if cost.nodes < LEAST => {
            (format!("# {text}: {}", counted(cost.nodes, "node")), false)
        }
        Some(Measured { winner, cost }) => (Record { text, half, winner, cost }.to_string(), true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counted, ordered and told apart by a program of its own in another language.
    #[test]
    fn candidates_are_those_of_another_program() {
        let found = KINDS.map(|kind| {
            let all: Vec<String> = candidates(kind, 1).collect();
            (all.len(), all[..3].to_vec())
        });
        let expected = [
            (130, ["5x5 A2-C4xC2", "5x5 E2-D2xA5", "5x5 D1-D2xB2"]),
            (128, ["6x4 E1-E2xD1", "6x4 F2-E3xC1", "6x4 E1-D1xC2"]),
            (59145, ["6x5 E1-E3xE1 A4-B4xC5", "6x5 F2-F3xE4 B5-B3xD1", "6x5 B1-C1xA3 A4-D4xB4"]),
        ];
        for ((count, first), (expected_count, expected)) in found.into_iter().zip(expected) {
            assert_eq!(count, expected_count);
            assert_eq!(first, expected);
        }
    }
}
