//! How far squares are from both players' amazons, as sets of squares: the evaluation's inner loop.

use otrera_board::Bits;

use super::lanes::{Halves, LONGEST, Ways, halves, neighbours, spread, whole};
use super::view::View;

/// Differences of distances by steps are not told apart from this one on.
pub(crate) const KING_CLIP: u32 = 6;

/// What distances by moves tell of the squares that are free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueenReading {
    /// Squares that are nearer to the player to move, and to the opponent.
    pub nearer: [Halves; 2],
    /// Squares that are as near to both.
    pub ties: Halves,
    /// Σ 2^(−distance) of both.
    pub closeness: [f32; 2],
    /// Squares that both reach.
    pub common: Halves,
    /// Those of them where the distances differ by one move at least, by two, three, four.
    pub apart: [Halves; 4],
}

/// What distances by steps tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingReading {
    pub nearer: [Halves; 2],
    pub ties: Halves,
    /// Σ of the differences of distances, none above [`KING_CLIP`]; positive where the player to move is nearer.
    pub lead: i32,
    /// Squares that each can reach.
    pub reach: [Halves; 2],
}

#[inline(always)]
pub(crate) fn count(set: Halves) -> u32 {
    set[0].count_ones() + set[1].count_ones()
}

#[inline(always)]
fn both(a: Halves, b: Halves, f: impl Fn(u64, u64) -> u64) -> Halves {
    [f(a[0], b[0]), f(a[1], b[1])]
}

#[inline(always)]
fn and(a: Halves, b: Halves) -> Halves {
    both(a, b, |a, b| a & b)
}

#[inline(always)]
fn or(a: Halves, b: Halves) -> Halves {
    both(a, b, |a, b| a | b)
}

#[inline(always)]
fn without(a: Halves, b: Halves) -> Halves {
    both(a, b, |a, b| a & !b)
}

#[inline(always)]
fn differ(a: Halves, b: Halves) -> Halves {
    both(a, b, |a, b| a ^ b)
}

/// All readings of a position, with what slides and neighbours on it are.
pub(crate) struct Reading<S, K> {
    pub queen: QueenReading,
    pub king: KingReading,
    /// All squares that queens on some squares reach, and perhaps these.
    pub slides: S,
    /// All squares that kings on some squares reach, and these.
    pub spread: K,
    /// How many free neighbours each square has, as four bit planes.
    pub neighbours: [Halves; 4],
}

/// What is made of a reading.
pub(crate) trait Judge {
    type Judgement;
    fn judge(
        &self,
        sets: [Halves; 3],
        reading: Reading<impl Fn(Halves) -> Halves, impl Fn(Halves) -> Halves>,
    ) -> Self::Judgement;
}

/// Reads a position, and lets somebody judge what was read.
#[inline]
pub(crate) fn read<B: Bits, J: Judge>(view: &View<B>, judge: &J) -> J::Judgement {
    let size = view.geometry.size();
    let sets = [view.own, view.other, view.empty].map(halves);
    match size.width() {
        _ if size.height() > LONGEST => read_plainly(view, sets, judge),
        10 => read_lanes::<10, J>(sets, judge),
        8 => read_lanes::<8, J>(sets, judge),
        7 => read_lanes::<7, J>(sets, judge),
        6 => read_lanes::<6, J>(sets, judge),
        5 => read_lanes::<5, J>(sets, judge),
        4 => read_lanes::<4, J>(sets, judge),
        _ => read_plainly(view, sets, judge),
    }
}

#[inline(always)]
fn read_lanes<const W: usize, J: Judge>(sets: [Halves; 3], judge: &J) -> J::Judgement {
    let spread = spread::<W>;
    let king = king_reading(sets, spread);
    let ways = Ways::new::<W>(sets[2]);
    let slides = |set| ways.slides(set);
    let queen = queen_reading(sets, king.reach, slides);
    judge.judge(sets, Reading { queen, king, slides, spread, neighbours: neighbours::<W>(sets[2]) })
}

/// On boards of every size, with the rules' own slides.
#[inline(never)]
fn read_plainly<B: Bits, J: Judge>(view: &View<B>, sets: [Halves; 3], judge: &J) -> J::Judgement {
    let geometry = view.geometry;
    let spread = |set| halves(geometry.spread(whole::<B>(set)));
    let king = king_reading(sets, spread);
    let slides = |set| halves(geometry.slides_of_all(whole::<B>(set), view.empty));
    let queen = queen_reading(sets, king.reach, slides);
    let mut neighbours = [[0; 2]; 4];
    for square in view.empty.squares() {
        let count = (geometry.near(square) & view.empty).count();
        let here = halves(B::of(square));
        for (_, plane) in neighbours.iter_mut().enumerate().filter(|(bit, _)| count >> bit & 1 == 1)
        {
            *plane = or(*plane, here);
        }
    }
    judge.judge(sets, Reading { queen, king, slides, spread, neighbours })
}

#[inline(always)]
fn king_reading(
    [own, other, empty]: [Halves; 3],
    spread: impl Fn(Halves) -> Halves,
) -> KingReading {
    const NOTHING: Halves = [0; 2];
    let mut reach = [NOTHING; 2];
    let mut front = [own, other];
    let mut nearer = [NOTHING; 2];
    let mut ties = NOTHING;
    // By how much the distances differ so far, as three bit planes.
    let mut planes = [NOTHING; 3];
    loop {
        let before = reach;
        for side in 0..2 {
            front[side] = without(and(spread(front[side]), empty), reach[side]);
            reach[side] = or(reach[side], front[side]);
        }
        if reach == before {
            break;
        }
        nearer[0] = or(nearer[0], without(front[0], reach[1]));
        nearer[1] = or(nearer[1], without(front[1], reach[0]));
        ties = or(ties, and(front[0], front[1]));
        // Stops at six, which is binary 110.
        let mut carry = without(differ(reach[0], reach[1]), and(planes[2], planes[1]));
        for plane in &mut planes {
            (*plane, carry) = (differ(*plane, carry), and(*plane, carry));
        }
    }
    let common = and(reach[0], reach[1]);
    let weigh = |set: Halves| {
        let shared = and(set, common);
        let [one, two, four] = planes.map(|plane| count(and(plane, shared)));
        (one + 2 * two + 4 * four + KING_CLIP * count(without(set, common))) as i32
    };
    KingReading { nearer, ties, lead: weigh(nearer[0]) - weigh(nearer[1]), reach }
}

#[inline(always)]
fn queen_reading(
    [own, other, _]: [Halves; 3],
    reach: [Halves; 2],
    slides: impl Fn(Halves) -> Halves,
) -> QueenReading {
    const NOTHING: Halves = [0; 2];
    let common = and(reach[0], reach[1]);
    let mut left = reach;
    let mut front = [own, other];
    let mut nearer = [NOTHING; 2];
    let mut ties = NOTHING;
    let mut closeness = [0.0; 2];
    let mut apart = [NOTHING; 4];
    let mut worth = 0.5;
    while left != [NOTHING; 2] {
        for side in 0..2 {
            if left[side] == NOTHING {
                front[side] = NOTHING;
                continue;
            }
            front[side] = and(slides(front[side]), left[side]);
            left[side] = without(left[side], front[side]);
            closeness[side] += worth * count(front[side]) as f32;
        }
        // What the other reaches and has not left has been reached.
        nearer[0] = or(nearer[0], without(front[0], without(reach[1], left[1])));
        nearer[1] = or(nearer[1], without(front[1], without(reach[0], left[0])));
        ties = or(ties, and(front[0], front[1]));
        let differ = and(differ(left[0], left[1]), common);
        apart[3] = or(apart[3], and(apart[2], differ));
        apart[2] = or(apart[2], and(apart[1], differ));
        apart[1] = or(apart[1], and(apart[0], differ));
        apart[0] = or(apart[0], differ);
        worth *= 0.5;
    }
    QueenReading { nearer, ties, closeness, common, apart }
}
