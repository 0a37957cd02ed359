//! Positions for benchmarks: the same in every run.

use otrera_board::{Move, Position};

/// Positions of a few random games on a board, at every fourth move.
pub fn positions(board: &str) -> Vec<Position> {
    let start: Position = board.parse().expect("a board with a standard start");
    let mut seed = 0x5eed_u64;
    let mut found = Vec::new();
    for _ in 0..4 {
        let mut position = start;
        for ply in 0.. {
            if ply % 4 == 0 {
                found.push(position);
            }
            let moves: Vec<Move> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            position.make(moves[(seed >> 33) as usize % moves.len()]);
        }
    }
    found
}
