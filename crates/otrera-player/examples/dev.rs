//! Dev matches: dev BOARD PAIRS SEED "A settings" "B settings"
use otrera_board::*;
use otrera_player::*;
use std::sync::atomic::AtomicBool;
fn settings(text: &str) -> (Settings, u64) {
    let mut s = Settings::default();
    let mut nodes = 20_000;
    s.memory = 64 << 20;
    for part in text.split_whitespace() {
        let (k, v) = part.split_once('=').unwrap();
        let f = || v.parse::<f32>().unwrap();
        match k {
            "nodes" => nodes = v.parse().unwrap(),
            "eval" => s.evaluation = v.parse().unwrap(),
            "search" => s.search = v.parse().unwrap(),
            "c" => s.tuning.curiosity = f(),
            "t" => s.tuning.tolerance = f(),
            "trust" => s.tuning.trust = f(),
            "fore" => s.tuning.foresight = f(),
            "look" => s.tuning.looked_at = v.parse().unwrap(),
            "kept" => s.tuning.kept = v.parse().unwrap(),
            "wroot" => s.width.root = v.parse().unwrap(),
            "winner" => s.width.inner = v.parse().unwrap(),
            "wlook" => s.width.looked_at = v.parse().unwrap(),
            "par" => {
                s.parameters =
                    Some(std::sync::Arc::new(std::fs::read_to_string(v).unwrap().parse().unwrap()))
            }
            _ => panic!("{k}"),
        }
    }
    (s, nodes)
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let start: Position = a[1].parse().unwrap();
    let pairs: u64 = a[2].parse().unwrap();
    let seed: u64 = a[3].parse().unwrap();
    let sides = [settings(&a[4]), settings(&a[5])];
    let (mut wins, mut games) = (0.0f64, 0);
    let mut cpu = [0.0; 2];
    let mut moves = [0u32; 2];
    let mut depth = [0u32; 2];
    for pair in 0..pairs {
        let mut rng = fastrand::Rng::with_seed(seed * 1000 + pair);
        let mut opening = start;
        for _ in 0..2 {
            let m: Vec<Move> = opening.moves().collect();
            opening.make(m[rng.usize(0..m.len())]);
        }
        for first in 0..2 {
            let mut p = opening;
            let mut players = [0, 1].map(|i| BoardPlayer::new(sides[i].0.clone()));
            let mut turn: usize = first;
            let stop = AtomicBool::new(false);
            let winner = loop {
                let t = cpu_time::ThreadTime::now();
                let al = Allowance { nodes: Some(sides[turn].1), ..Allowance::default() };
                let d = players[turn].think(&p, &al, &stop, &mut |_| ());
                cpu[turn] += t.elapsed().as_secs_f64();
                moves[turn] += 1;
                let Some(d) = d else { break 1 - turn };
                if p.empty().count() > 50 {
                    depth[turn] += d.opinion.depth;
                }
                p.make(d.mv);
                turn = 1 - turn;
            };
            games += 1;
            if winner == 0 {
                wins += 1.0;
            }
        }
    }
    let n = games as f64;
    let r = wins / n;
    println!(
        "{r:.3} ± {:.3} ({wins}/{games})  ms/move {:.1} {:.1}  depth {:?}   A: {}   B: {}",
        (r * (1.0 - r) / n).sqrt(),
        1e3 * cpu[0] / moves[0] as f64,
        1e3 * cpu[1] / moves[1] as f64,
        depth,
        a[4],
        a[5]
    );
}
