//! Compares the network with answers of PyTorch: the largest differences over all positions of a file.
//!
//! `python -m training.vectors --network N.otrn --out vectors.jsonl --positions 112`
//! `cargo run --release --example compare -- N.otrn vectors.jsonl`

use otrera_board::{Move, Position};
use otrera_player::{Network, Tiles};
use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [network, vectors] = &arguments[..] else {
        return Err("expected a network and a file of vectors".into());
    };
    let network = Network::from_bytes(&std::fs::read(network)?)?;
    let vectors = std::fs::read_to_string(vectors)?;
    for tiles in Tiles::ALL {
        let mut worst = [0.0f32; 4];
        let mut count = 0;
        for line in vectors.lines() {
            let line: Value = serde_json::from_str(line)?;
            let position: Position = line["position"].as_str().ok_or("no position")?.parse()?;
            let size = position.size();
            let mut scratch = network.scratch_with(size, 1, tiles);
            let answer = network.evaluate(&mut scratch, &[position]).next().ok_or("no answer")?;
            let mut differ = |which: usize, found: f32, told: &Value| {
                let told = told.as_f64().unwrap_or(f64::NAN) as f32;
                // A difference that is no number counts as infinite.
                let difference = (found - told).abs();
                worst[which] =
                    worst[which].max(if difference.is_nan() { f32::INFINITY } else { difference });
            };
            differ(0, answer.odds(), &line["outcome"]);
            differ(1, answer.margin() / 10.0, &line["margin"]);
            for (square, &found) in answer.ownership().iter().enumerate() {
                differ(2, found, &line["ownership"][square]);
            }
            for (text, told) in line["moves"].as_object().ok_or("no moves")? {
                differ(3, answer.policy().logit(Move::parse(text, size)?), told);
            }
            count += 1;
        }
        let [outcome, margin, ownership, moves] = worst;
        println!(
            "{tiles:?} tiles, {count} positions: outcome {outcome:.1e}, margin {margin:.1e}, ownership {ownership:.1e}, moves {moves:.1e}"
        );
    }
    Ok(())
}
