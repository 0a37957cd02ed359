//! x
use otrera_area::*;
use otrera_board::*;
use otrera_cgt::*;
use std::time::Instant;
fn go<B: Bits>(p: &Position<B>) {
    let a = areas(p);
    let t = Instant::now();
    let mut v = Valuer::<Area<B>>::new();
    let f = v.sum(&a.iter().copied().collect()).unwrap();
    let e = t.elapsed();
    let t = Instant::now();
    let mut th = Thermographer::<Area<B>>::new();
    let g = th.sum(&a.iter().copied().collect()).unwrap();
    let e2 = t.elapsed();
    let same = v.forms.thermograph(f) == g;
    println!(
        "{p} form {e:?} areas {} forms {} thermo {e2:?} positions {} same {same} mean {} temp {}",
        v.positions(),
        v.forms.len(),
        th.positions(),
        g.mean(),
        g.temperature()
    );
}
fn main() {
    for a in std::env::args().skip(1) {
        let p: Position = a.parse().unwrap();
        go(&p);
        if let Some(n) = p.narrow() {
            go(&n);
        }
    }
}
