use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use otrera_board::*;
use otrera_player::*;

fn eval(p: &Position) -> i32 {
    let me = !p.to_move();
    let mut a = queen_distances(p.geometry(), p.amazons(me), p.empty());
    let mut b = queen_distances(p.geometry(), p.amazons(!me), p.empty());
    let (mut ra, mut rb, mut s) = (0u128, 0u128, 0i32);
    for _ in 0..12 {
        let (x, y) = (a.next().unwrap_or(0), b.next().unwrap_or(0));
        s += 2 * ((x & !rb & !y).count_ones() as i32 - (y & !ra & !x).count_ones() as i32);
        ra |= x; rb |= y;
    }
    s
}

fn game(rng: &mut fastrand::Rng, size: Size) -> Vec<Position> {
    let mut p = Position::start(size).unwrap();
    let mut all = vec![p];
    while !p.is_over() {
        let best = p.moves().map(|mv| { let mut q = p; q.make(mv); (eval(&q) * 4 + rng.i32(0..6), mv) }).max_by_key(|x| x.0).unwrap();
        p.make(best.1);
        all.push(p);
    }
    all
}

#[test]
fn games() {
    let stop = AtomicBool::new(false);
    let ms: u64 = std::env::var("MS").map_or(500, |x| x.parse().unwrap());
    let seeds: u64 = std::env::var("SEEDS").map_or(2, |x| x.parse().unwrap());
    let w: usize = std::env::var("W").map_or(10, |x| x.parse().unwrap());
    for seed in 0..seeds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let all = game(&mut rng, Size::new(w, w).unwrap());
        println!("game {seed}: {} moves", all.len() - 1);
        let mut e = Endgame::new(None);
        let mut misses = 0;
        for (n, p) in all.iter().enumerate().rev() {
            if p.is_over() { continue; }
            let t = Instant::now();
            let g = e.glance(p);
            let tg = t.elapsed();
            let t = Instant::now();
            let k = e.look(p, t + Duration::from_millis(ms), &stop);
            let tl = t.elapsed();
            println!("{n:3} glance {g:?} {tg:.1?}  look {:?} {tl:.1?} {}", k.as_ref().map(|k| (k.worth, k.line.len())), if k.as_ref().is_none() { p.to_string() } else { String::new() });
            if !matches!(k.map(|k| k.worth), Some(Worth::Wins(Some(_)) | Worth::Loses(Some(_)))) { misses += 1; if misses > 6 { break; } }
        }
    }
}
