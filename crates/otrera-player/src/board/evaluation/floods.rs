//! How far squares are from both players' amazons, as sets of squares: the evaluation's inner loop.
//!
//! All slides of a set of queens in one direction are a *parallel prefix*: squares that lead on for one, two, four and eight steps are
//! found once for a position, by direction; then any set of queens slides to the end in four shifts, not one for each step. The same
//! sets serve both players and all distances.

use otrera_board::{Bits, Geometry};

/// A position as the player to move sees it. The sides need not have moved in turn, so that half of a move can be looked at, too.
#[derive(Clone, Copy, Debug)]
pub struct View<B: 'static> {
    /// The board.
    pub geometry: &'static Geometry<B>,
    /// Amazons of the player to move.
    pub own: B,
    /// Amazons of the opponent.
    pub other: B,
    /// Squares that are free.
    pub empty: B,
}

impl<B: Bits> View<B> {
    /// A position as the player to move sees it.
    #[inline]
    pub fn new(position: &otrera_board::Position<B>) -> View<B> {
        let color = position.to_move();
        View {
            geometry: position.geometry(),
            own: position.amazons(color),
            other: position.amazons(!color),
            empty: position.empty(),
        }
    }
}

/// Distances of one kind that are no longer told apart: a difference of this many steps is as good as any larger one.
pub(crate) const KING_CLIP: u32 = 6;

/// What distances by moves tell of the squares that are free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueenReading<B> {
    /// Squares that are nearer to the player to move, and to the opponent.
    pub nearer: [B; 2],
    /// Squares that are as near to both.
    pub ties: B,
    /// Σ 2^(−distance) of both.
    pub closeness: [f32; 2],
    /// Squares that both reach, by how much their distances differ at least: one move, two, three, four.
    pub apart: [B; 4],
    /// Squares that both reach.
    pub common: B,
    /// Squares that each can reach.
    pub reach: [B; 2],
}

/// What distances by steps tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingReading<B> {
    pub nearer: [B; 2],
    pub ties: B,
    /// Σ of the differences of distances, none above [`KING_CLIP`]; positive where the player to move is nearer.
    pub lead: i32,
    /// Squares that each can reach.
    pub reach: [B; 2],
}

/// Both readings of a position.
#[inline]
pub(crate) fn read<B: Bits>(view: &View<B>) -> (QueenReading<B>, KingReading<B>) {
    let size = view.geometry.size();
    match (size.width(), size.height()) {
        (10, _) if B::CAPACITY == 128 => read_with(view, &Prefix::<B, 10>::new(view)),
        (8, 1..=8) => read_with(view, &Prefix::<B, 8>::new(view)),
        (7, 1..=8) => read_with(view, &Prefix::<B, 7>::new(view)),
        (6, 1..=8) => read_with(view, &Prefix::<B, 6>::new(view)),
        (5, 1..=8) => read_with(view, &Prefix::<B, 5>::new(view)),
        (4, 1..=8) => read_with(view, &Prefix::<B, 4>::new(view)),
        _ => read_with(view, &Plain { geometry: view.geometry, empty: view.empty }),
    }
}

#[inline(always)]
fn read_with<B: Bits>(
    view: &View<B>,
    slides: &impl Slides<B>,
) -> (QueenReading<B>, KingReading<B>) {
    let king = king_reading(view, slides);
    (queen_reading(view, slides, king.reach), king)
}

/// Ways to slide and to step on a board.
trait Slides<B> {
    /// All squares that queens on these reach, and perhaps some of these.
    fn slide(&self, from: B) -> B;
    /// All squares next to these, and these.
    fn spread(&self, from: B) -> B;
}

/// As the geometry of the board knows, for boards of every size.
struct Plain<B: 'static> {
    geometry: &'static Geometry<B>,
    empty: B,
}

impl<B: Bits> Slides<B> for Plain<B> {
    #[inline]
    fn slide(&self, from: B) -> B {
        self.geometry.slides_of_all(from, self.empty)
    }

    #[inline]
    fn spread(&self, from: B) -> B {
        self.geometry.spread(from)
    }
}

/// Squares by where a slide that arrives there has come from: over one empty square at least (itself), over two, four and eight.
#[derive(Clone, Copy)]
struct Way<B> {
    one: B,
    two: B,
    four: B,
    eight: B,
}

/// The parallel prefix, for boards whose width `W` the compiler knows: of shifts by numbers that are known it makes one or two
/// instructions. Boards are at most 8 high, or 10 wide with words of 128 bits, so that no shift is longer than the word.
struct Prefix<B, const W: u32> {
    /// East, north-west, north, north-east: by shifts to the left.
    rising: [Way<B>; 4],
    /// West, south-east, south, south-west.
    falling: [Way<B>; 4],
    /// All files but the first, and but the last.
    not_first: B,
    not_last: B,
}

impl<B: Bits, const W: u32> Prefix<B, W> {
    /// Only on boards more than eight long a slide can be longer than seven.
    const LONG: bool = W > 8;
    const STEPS: [u32; 4] = [1, W - 1, W, W + 1];

    #[inline(always)]
    fn new(view: &View<B>) -> Prefix<B, W> {
        let [not_first, not_last] = inner_files::<B, W>();
        let empty = view.empty;
        // Squares that a step in the direction can end on: none comes in over the edge.
        let [rise, fall] = [
            [empty & not_first, empty & not_last, empty, empty & not_first],
            [empty & not_last, empty & not_first, empty, empty & not_last],
        ];
        let mut axis = 0;
        let rising = rise.map(|one| {
            let step = Self::STEPS[axis];
            axis += 1;
            let two = one & one << step;
            let four = two & two << (2 * step);
            let eight = if Self::LONG { four & four << (4 * step) } else { B::EMPTY };
            Way { one, two, four, eight }
        });
        let mut axis = 0;
        let falling = fall.map(|one| {
            let step = Self::STEPS[axis];
            axis += 1;
            let two = one & one >> step;
            let four = two & two >> (2 * step);
            let eight = if Self::LONG { four & four >> (4 * step) } else { B::EMPTY };
            Way { one, two, four, eight }
        });
        Prefix { rising, falling, not_first, not_last }
    }
}

impl<B: Bits, const W: u32> Slides<B> for Prefix<B, W> {
    #[inline(always)]
    fn slide(&self, from: B) -> B {
        let mut all = B::EMPTY;
        for axis in 0..4 {
            let step = Self::STEPS[axis];
            let way = &self.rising[axis];
            let mut run = from | way.one & from << step;
            run |= way.two & run << (2 * step);
            run |= way.four & run << (4 * step);
            if Self::LONG {
                run |= way.eight & run << (8 * step);
            }
            all |= run;
            let way = &self.falling[axis];
            let mut run = from | way.one & from >> step;
            run |= way.two & run >> (2 * step);
            run |= way.four & run >> (4 * step);
            if Self::LONG {
                run |= way.eight & run >> (8 * step);
            }
            all |= run;
        }
        all
    }

    #[inline(always)]
    fn spread(&self, from: B) -> B {
        let row = from | from << 1 & self.not_first | from >> 1 & self.not_last;
        row | row << W | row >> W
    }
}

/// All squares of the word that are not on the first file of a board, and not on the last.
#[inline(always)]
fn inner_files<B: Bits, const W: u32>() -> [B; 2] {
    const { assert!(W > 1) }
    let [not_first, not_last] = const {
        let mut first: u128 = 0;
        let mut square = 0;
        while square < 128 {
            first |= 1 << square;
            square += W;
        }
        [!first, !(first << (W - 1))]
    };
    [truncate(not_first), truncate(not_last)]
}

/// The lower squares of a wide set, as many as the word has.
#[inline(always)]
fn truncate<B: Bits>(set: u128) -> B {
    let mask = if B::CAPACITY >= 128 { u128::MAX } else { (1 << B::CAPACITY) - 1 };
    B::narrow(set & mask).unwrap_or(B::EMPTY)
}

#[inline(always)]
fn king_reading<B: Bits>(view: &View<B>, slides: &impl Slides<B>) -> KingReading<B> {
    let empty = view.empty;
    let mut reach = [B::EMPTY; 2];
    let mut front = [view.own, view.other];
    let mut nearer = [B::EMPTY; 2];
    let mut ties = B::EMPTY;
    // By how much the distances differ so far, as three bit planes.
    let mut planes = [B::EMPTY; 3];
    loop {
        let before = reach;
        for side in 0..2 {
            front[side] = slides.spread(front[side]) & empty & !reach[side];
            reach[side] |= front[side];
        }
        if reach == before {
            break;
        }
        nearer[0] |= front[0] & !reach[1];
        nearer[1] |= front[1] & !reach[0];
        ties |= front[0] & front[1];
        // Stops at six, which is binary 110.
        let mut carry = (reach[0] ^ reach[1]) & !(planes[2] & planes[1]);
        for plane in &mut planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
    let common = reach[0] & reach[1];
    let weigh = |set: B| {
        let shared = set & common;
        let only = set & !common;
        let planes = planes.map(|plane| (plane & shared).count());
        (planes[0] + 2 * planes[1] + 4 * planes[2] + KING_CLIP * only.count()) as i32
    };
    KingReading { nearer, ties, lead: weigh(nearer[0]) - weigh(nearer[1]), reach }
}

#[inline(always)]
fn queen_reading<B: Bits>(
    view: &View<B>,
    slides: &impl Slides<B>,
    reach: [B; 2],
) -> QueenReading<B> {
    let common = reach[0] & reach[1];
    let mut left = reach;
    let mut front = [view.own, view.other];
    let mut nearer = [B::EMPTY; 2];
    let mut ties = B::EMPTY;
    let mut closeness = [0.0; 2];
    let mut apart = [B::EMPTY; 4];
    let mut worth = 0.5;
    while left != [B::EMPTY; 2] {
        for side in 0..2 {
            if left[side].is_empty() {
                front[side] = B::EMPTY;
                continue;
            }
            front[side] = slides.slide(front[side]) & left[side];
            left[side] &= !front[side];
            closeness[side] += worth * front[side].count() as f32;
        }
        // What is left is what was not reached so far.
        nearer[0] |= front[0] & (left[1] | !reach[1]);
        nearer[1] |= front[1] & (left[0] | !reach[0]);
        ties |= front[0] & front[1];
        let differ = (left[0] ^ left[1]) & common;
        apart[3] |= apart[2] & differ;
        apart[2] |= apart[1] & differ;
        apart[1] |= apart[0] & differ;
        apart[0] |= differ;
        worth *= 0.5;
    }
    QueenReading { nearer, ties, closeness, apart, common, reach }
}
