//! Three ways to find the squares that a queen reaches. The library has the fastest
//! one; the others stay here so that the choice can be judged anew.
//!
//! `cargo bench --bench slides`

mod sample;

use divan::Bencher;
use divan::counter::ItemsCount;
use otrera_board::{Bits, Geometry, Position, Size, Square};

fn main() {
    divan::main();
}

const STEPS: [(isize, isize); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The word a board is kept in, and how to get there.
trait Word: Bits {
    const BOARD: &str;
    fn take(position: &Position) -> Position<Self>;
    fn trailing(self) -> u32;
    fn leading(self) -> u32;
}

impl Word for u64 {
    const BOARD: &str = "8x8";
    fn take(position: &Position) -> Position<u64> {
        position.narrow().expect("64 squares")
    }
    fn trailing(self) -> u32 {
        self.trailing_zeros()
    }
    fn leading(self) -> u32 {
        self.leading_zeros()
    }
}

impl Word for u128 {
    const BOARD: &str = "10x10";
    fn take(position: &Position) -> Position<u128> {
        *position
    }
    fn trailing(self) -> u32 {
        self.trailing_zeros()
    }
    fn leading(self) -> u32 {
        self.leading_zeros()
    }
}

/// Asks for the slides from every empty square of every sample position.
fn all_squares<B: Word>(bencher: Bencher<'_, '_>, slides: impl Fn(Square, B) -> B + Sync) {
    let positions: Vec<Position<B>> = sample::positions(B::BOARD).iter().map(B::take).collect();
    let squares: u32 = positions.iter().map(|position| position.empty().count()).sum();
    let geometry = positions[0].geometry();
    for position in &positions {
        for square in position.empty().squares() {
            let expected = geometry.slides(square, position.occupied());
            assert_eq!(slides(square, position.occupied()), expected, "all ways agree");
        }
    }
    bencher.counter(ItemsCount::new(squares)).bench(|| {
        positions.iter().fold(B::EMPTY, |all, position| {
            let occupied = position.occupied();
            position.empty().squares().fold(all, |all, square| all ^ slides(square, occupied))
        })
    });
}

/// The library's way: one subtraction a line.
#[divan::bench(types = [u64, u128])]
fn obstruction_difference<B: Word>(bencher: Bencher) {
    let geometry: &Geometry<B> = B::take(&sample::positions(B::BOARD)[0]).geometry();
    all_squares::<B>(bencher, |square, occupied| geometry.slides(square, occupied));
}

/// Eight rays from tables, each cut behind its first blocker, found by a bit scan.
#[divan::bench(types = [u64, u128])]
fn ray_scan<B: Word>(bencher: Bencher) {
    let size = B::take(&sample::positions(B::BOARD)[0]).size();
    let rays: Vec<[B; 8]> =
        size.iter().map(|square| STEPS.map(|step| ray::<B>(size, square, step))).collect();
    all_squares::<B>(bencher, |square, occupied| {
        let rays_from = &rays[square.index()];
        let mut reached = B::EMPTY;
        for (direction, &ray) in rays_from.iter().enumerate() {
            let blockers = ray & occupied;
            reached |= ray;
            if !blockers.is_empty() {
                let rises = direction < 4;
                let last_bit = B::CAPACITY as u32 - 1;
                let index = if rises { blockers.trailing() } else { last_bit - blockers.leading() };
                let blocker = Square::new(index as usize).expect("a bit of the word");
                reached &= !(rays[blocker.index()][direction] | B::of(blocker));
            }
        }
        reached
    });
}

/// Flooding in eight directions by doubled shifts, without tables.
#[divan::bench(types = [u64, u128])]
fn doubling_flood<B: Word>(bencher: Bencher) {
    let size = B::take(&sample::positions(B::BOARD)[0]).size();
    let can_step = STEPS.map(|(dx, dy)| {
        size.iter()
            .filter(|&square| !ray::<B>(size, square, (-dx, -dy)).is_empty())
            .fold(B::EMPTY, |set, square| set | B::of(square))
    });
    let shifts = STEPS.map(|(dx, dy)| dy * size.width() as isize + dx);
    let shift = |set: B, by: isize| match by > 0 {
        true => set << by as u32,
        false => set >> by.unsigned_abs() as u32,
    };
    all_squares::<B>(bencher, |square, occupied| {
        let mut reached = B::EMPTY;
        for (direction, &by) in shifts.iter().enumerate() {
            let mut open = can_step[direction] & !occupied;
            let mut flood = B::of(square);
            let mut doubled = by;
            // Eight steps in three doublings and two single ones make ten.
            for _ in 0..3 {
                flood |= open & shift(flood, doubled);
                open &= shift(open, doubled);
                doubled *= 2;
            }
            let open = can_step[direction] & !occupied;
            for _ in 0..2 {
                flood |= open & shift(flood, by);
            }
            reached |= flood;
        }
        reached & !B::of(square)
    });
}

fn ray<B: Word>(size: Size, start: Square, (dx, dy): (isize, isize)) -> B {
    let mut set = B::EMPTY;
    for n in 1.. {
        let file = size.file(start).checked_add_signed(n * dx);
        let rank = size.rank(start).checked_add_signed(n * dy);
        match file.zip(rank).and_then(|(file, rank)| size.square(file, rank)) {
            Some(square) => set |= B::of(square),
            None => break,
        }
    }
    set
}
