//! How many positions a network evaluates in a second of one core, beside what the core could do.
//!
//! `cargo bench -p otrera-player --bench network [-- NETWORK [SECONDS]]`
//!
//! The best of many short runs counts, by the processor's clock: what else the machine does then matters little. All kinds of runs take
//! turns, so that they share good times and bad ones.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use fastrand::Rng;
use otrera_area::random::playout;
use otrera_board::{Position, Size};
use otrera_player::check::PlainProduct;
use otrera_player::{Network, Tiles};

struct Run<'a> {
    name: String,
    /// Evaluations of a run.
    count: usize,
    run: Box<dyn FnMut() + 'a>,
    best: Duration,
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|text| text != "--bench").collect();
    let standard = concat!(env!("CARGO_MANIFEST_DIR"), "/../../training/networks/main-1281.otrn");
    let path = arguments.first().map_or(standard, String::as_str);
    let seconds = arguments.get(1).map_or(20, |text| text.parse().expect("a number of seconds"));
    let network = Network::from_bytes(&std::fs::read(path).expect("a file")).expect("a network");
    let size = Size::new(10, 10).expect("a board");
    let mut rng = Rng::with_seed(7);
    let positions: Vec<Position> = (0..16).map(|_| playout(&mut rng, size, 4..50)).collect();

    let mut product = PlainProduct::default();
    const PRODUCTS: usize = 20;
    let multiply = move || (0..PRODUCTS).for_each(|_| product.multiply());
    let mut runs = vec![Run::new(String::new(), 1, multiply)];
    for batch in [1, 4, 8, 16] {
        let positions = &positions[..batch];
        let mut evaluate = |name: String, mut scratch| {
            let network = &network;
            runs.push(Run::new(name, batch, move || {
                network.evaluate(&mut scratch, positions).for_each(|answer| {
                    std::hint::black_box(answer.win());
                });
            }));
        };
        for tiles in Tiles::ALL {
            evaluate(
                format!("{batch:2} at a time, {tiles:?}"),
                network.scratch_with(size, batch, tiles),
            );
        }
        evaluate(format!("{batch:2} at a time"), network.scratch(size, batch));
    }
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        runs.iter_mut().for_each(Run::again);
    }

    let rate = PRODUCTS as f64 * PlainProduct::MULTIPLICATIONS as f64 / runs[0].best.as_secs_f64();
    let multiplications = network.multiplications(size) as f64;
    println!("{} channels, {} blocks, {size}", network.channels(), network.blocks());
    println!("plain product: {:.1} billion multiplications per second", rate / 1e9);
    println!("an evaluation as it is defined: {:.1} million", multiplications / 1e6);
    println!("so many would take all of {:.0} per second", rate / multiplications);
    for run in &runs[1..] {
        let speed = run.count as f64 / run.best.as_secs_f64();
        let ratio = speed * multiplications / rate;
        println!("{:24} {speed:5.0} per second, {ratio:.2} times that", run.name);
    }
}

impl<'a> Run<'a> {
    fn new(name: String, count: usize, run: impl FnMut() + 'a) -> Run<'a> {
        Run { name, count, run: Box::new(run), best: Duration::MAX }
    }

    fn again(&mut self) {
        // Once to bring its weights near again, as they are in a search.
        (self.run)();
        for _ in 0..4 {
            let start = ThreadTime::now();
            (self.run)();
            self.best = self.best.min(start.elapsed());
        }
    }
}
