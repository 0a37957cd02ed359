//! Slides and steps of whole sets, eight directions at a time.
//!
//! All slides of a set of queens in one direction are a *parallel prefix*: the squares that lead on for one, two and four steps are found
//! once for a position, by direction; then any set of queens slides to the end in four shifts, not one for each step. The same sets
//! serve both players and all distances.
//!
//! A set is two words of 64 bits, as shifts of longer words are slow, and each word is kept four times, for the four axes: of such rows
//! compilers make vector instructions. On a board of at most 64 squares the second word is always zero, and nothing is left of it.

use otrera_board::Bits;

/// A set of squares in two words.
pub(super) type Halves = [u64; 2];

#[inline(always)]
pub(super) fn halves<B: Bits>(set: B) -> Halves {
    let wide = set.widen();
    let high = if B::CAPACITY > 64 { (wide >> 64) as u64 } else { 0 };
    [wide as u64, high]
}

#[inline(always)]
pub(super) fn whole<B: Bits>([low, high]: Halves) -> B {
    let high = if B::CAPACITY > 64 { u128::from(high) << 64 } else { 0 };
    B::narrow(u128::from(low) | high).unwrap_or(B::EMPTY)
}

/// The same for four axes: east, north-west, north, north-east, or their opposites.
#[derive(Clone, Copy)]
struct Lanes {
    low: [u64; 4],
    high: [u64; 4],
}

#[inline(always)]
fn each(a: [u64; 4], b: [u64; 4], f: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

impl Lanes {
    #[inline(always)]
    fn of(sets: [Halves; 4]) -> Lanes {
        Lanes { low: sets.map(|set| set[0]), high: sets.map(|set| set[1]) }
    }

    #[inline(always)]
    fn and(&self, other: Lanes) -> Lanes {
        let and = |a, b| a & b;
        Lanes { low: each(self.low, other.low, and), high: each(self.high, other.high, and) }
    }

    #[inline(always)]
    fn or(self, other: Lanes) -> Lanes {
        let or = |a, b| a | b;
        Lanes { low: each(self.low, other.low, or), high: each(self.high, other.high, or) }
    }

    /// All in one set.
    #[inline(always)]
    fn joined(self) -> Halves {
        let Lanes { low, high } = self;
        [low[0] | low[1] | low[2] | low[3], high[0] | high[1] | high[2] | high[3]]
    }
}

/// A board whose width `W` the compiler knows, and shifts with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<const W: usize>;

/// The longest side of boards that this works for: a slide has up to eleven steps, and no shift is longer than a word.
pub(super) const LONGEST: usize = 12;

impl<const W: usize> Layout<W> {
    /// How far a square's number grows by a step along each axis.
    const STEPS: [u64; 4] = {
        assert!(W > 1 && W <= LONGEST);
        [1, W as u64 - 1, W as u64, W as u64 + 1]
    };
    /// All files but the first, and but the last.
    const NOT_FIRST: Halves = Self::all_but(0);
    const NOT_LAST: Halves = Self::all_but(W - 1);

    const fn all_but(file: usize) -> Halves {
        let mut set = [u64::MAX; 2];
        let mut square = file;
        while square < 128 {
            set[square / 64] ^= 1 << (square % 64);
            square += W;
        }
        set
    }

    const SHIFTS: [Shift; 3] = [Self::shift(1), Self::shift(2), Self::shift(4)];

    const fn shift(times: u64) -> Shift {
        let [a, b, c, d] = Self::STEPS;
        let by = [a * times, b * times, c * times, d * times];
        Shift { by, rest: [64 - by[0], 64 - by[1], 64 - by[2], 64 - by[3]] }
    }
}

/// A shift along each axis, and what it leaves of a word.
#[derive(Clone, Copy)]
struct Shift {
    by: [u64; 4],
    rest: [u64; 4],
}

impl Shift {
    #[inline(always)]
    fn up(&self, set: Lanes) -> Lanes {
        let shl = |a: u64, b: u64| a << b;
        let carry = each(set.low, self.rest, |a, b| a >> b);
        Lanes {
            low: each(set.low, self.by, shl),
            high: each(each(set.high, self.by, shl), carry, |a, b| a | b),
        }
    }

    #[inline(always)]
    fn down(&self, set: Lanes) -> Lanes {
        let shr = |a: u64, b: u64| a >> b;
        let carry = each(set.high, self.rest, |a, b| a << b);
        Lanes {
            low: each(each(set.low, self.by, shr), carry, |a, b| a | b),
            high: each(set.high, self.by, shr),
        }
    }
}

/// The ways over the empty squares of a position.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    /// By one step, two, four.
    shifts: &'static [Shift; 3],
    /// Squares where a slide arrives over one empty square at least (itself), over two, over four.
    rising: [Lanes; 3],
    falling: [Lanes; 3],
}

impl Ways {
    #[inline(always)]
    pub(super) fn new<const W: usize>(empty: Halves) -> Ways {
        let and = |files: Halves| [empty[0] & files[0], empty[1] & files[1]];
        // Squares that a step in the direction can end on: none comes in over the edge.
        let [right, left] = [and(Layout::<W>::NOT_FIRST), and(Layout::<W>::NOT_LAST)];
        let [rising, falling] = [[right, left, empty, right], [left, right, empty, left]]
            .map(|near| [Lanes::of(near); 3]);
        let mut ways = Ways { shifts: &Layout::<W>::SHIFTS, rising, falling };
        ways.lengthen();
        ways
    }

    #[inline(never)]
    fn lengthen(&mut self) {
        let [one, two, _] = self.shifts;
        self.rising[1] = self.rising[0].and(one.up(self.rising[0]));
        self.rising[2] = self.rising[1].and(two.up(self.rising[1]));
        self.falling[1] = self.falling[0].and(one.down(self.falling[0]));
        self.falling[2] = self.falling[1].and(two.down(self.falling[1]));
    }

    /// All squares that queens on these reach, and these.
    #[inline(always)]
    pub(super) fn slides(&self, from: Halves) -> Halves {
        let mut all = Lanes { low: [0; 4], high: [0; 4] };
        self.slide_all(from, &mut all);
        all.joined()
    }

    #[inline(never)]
    fn slide_all(&self, from: Halves, all: &mut Lanes) {
        let [by_one, by_two, by_four] = self.shifts;
        let from = Lanes { low: [from[0]; 4], high: [from[1]; 4] };
        let [one, two, four] = &self.rising;
        let mut up = from.or(one.and(by_one.up(from)));
        up = up.or(two.and(by_two.up(up)));
        up = up.or(four.and(by_four.up(up)));
        up = up.or(four.and(by_four.up(up)));
        let [one, two, four] = &self.falling;
        let mut down = from.or(one.and(by_one.down(from)));
        down = down.or(two.and(by_two.down(down)));
        down = down.or(four.and(by_four.down(down)));
        down = down.or(four.and(by_four.down(down)));
        *all = up.or(down);
    }
}

/// All squares next to these, and these; perhaps some off the board.
#[inline(always)]
pub(super) fn spread<const W: usize>([low, high]: Halves) -> Halves {
    let [not_first, not_last] = [Layout::<W>::NOT_FIRST, Layout::<W>::NOT_LAST];
    let row = [
        low | low << 1 & not_first[0] | (low >> 1 | high << 63) & not_last[0],
        high | (high << 1 | low >> 63) & not_first[1] | high >> 1 & not_last[1],
    ];
    [
        row[0] | row[0] << W | row[0] >> W | row[1] << (64 - W),
        row[1] | row[1] << W | row[0] >> (64 - W) | row[1] >> W,
    ]
}

/// How many neighbours of each square are in a set, as four bit planes: rows of three are added up, then three rows.
#[inline(always)]
pub(super) fn neighbours<const W: usize>(set: Halves) -> [Halves; 4] {
    let [not_first, not_last] = [Layout::<W>::NOT_FIRST, Layout::<W>::NOT_LAST];
    let [low, high] = set;
    let left = [low << 1 & not_first[0], (high << 1 | low >> 63) & not_first[1]];
    let right = [(low >> 1 | high << 63) & not_last[0], high >> 1 & not_last[1]];
    add_rows(set, left, right, |[low, high]| {
        let above = [low << W, high << W | low >> (64 - W)];
        let below = [low >> W | high << (64 - W), high >> W];
        [above, below]
    })
}

/// The same from a set and its neighbours at both sides, with what moves a set a rank up and down.
#[inline(always)]
pub(super) fn add_rows(
    set: Halves,
    left: Halves,
    right: Halves,
    shift: impl Fn(Halves) -> [Halves; 2],
) -> [Halves; 4] {
    let both = |a: Halves, b: Halves, f: fn(u64, u64) -> u64| [f(a[0], b[0]), f(a[1], b[1])];
    let and = |a, b| both(a, b, |a, b| a & b);
    let xor = |a, b| both(a, b, |a, b| a ^ b);
    let or = |a, b| both(a, b, |a, b| a | b);
    let pair = [xor(left, right), and(left, right)];
    let row = [xor(pair[0], set), or(pair[1], and(pair[0], set))];
    let [one, two] = row.map(shift);
    let carry = and(one[0], one[1]);
    let either = xor(two[0], two[1]);
    let rows =
        [xor(one[0], one[1]), xor(either, carry), or(and(two[0], two[1]), and(either, carry))];
    let carry = and(rows[0], pair[0]);
    let either = xor(rows[1], pair[1]);
    let more = or(and(rows[1], pair[1]), and(either, carry));
    [xor(rows[0], pair[0]), xor(either, carry), xor(rows[2], more), and(rows[2], more)]
}
