//! Thermographs in whole numbers, for building tables.
//!
//! A game is kept as two functions of t ≥ −1 that never fall: its right wall R_t, and its left wall with
//! the sign changed, −L_t. Both rise by one a unit of t, or stand; both stand from the temperature
//! on. So a *wall* is the integer at its foot and the corners where it begins or ceases to rise; it
//! rises at first if there is an odd number of them.
//!
//! With E the highest of the right walls that Left can move to and F the highest of the −L_t that Right
//! can, the scaffolds are E − t and t − F (see [`Thermograph`](otrera_cgt::Thermograph)). So the new −L_t is t − E, the
//! new R_t is t − F: what rose stands and what stood rises, up to the temperature, where they meet.
//!
//! **Exact:** corners of a game that lasts at most d moves are multiples of 2^−d, since only where the
//! scaffolds meet is something halved. No game of a table lasts more than 17 moves; the unit here
//! is 2^−18.

use smallvec::SmallVec;

/// The scale: one.
pub(crate) const ONE: i32 = 1 << 18;

/// Where walls begin.
const FOOT: i32 = -ONE;

/// A wall that stands somewhere else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallView<'a> {
    /// The value at t = −1, a multiple of one.
    pub foot: i32,
    /// The value of the mast.
    pub top: i32,
    /// Where it begins or ceases to rise.
    pub corners: &'a [i32],
}

/// A wall of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wall {
    pub foot: i32,
    pub top: i32,
    pub corners: SmallVec<[i32; 8]>,
}

impl<'a> WallView<'a> {
    /// A wall from what is stored of it.
    pub fn new(foot: i32, corners: &'a [i32]) -> WallView<'a> {
        let mut top = foot;
        let (mut from, mut rising) = (FOOT, rises(corners));
        for &corner in corners {
            if rising {
                top += corner - from;
            }
            (from, rising) = (corner, !rising);
        }
        WallView { foot, top, corners }
    }

    /// The wall of the game plus an amount.
    pub fn raised(self, by: i32) -> WallView<'a> {
        WallView { foot: self.foot + by, top: self.top + by, ..self }
    }
}

impl Wall {
    pub fn view(&self) -> WallView<'_> {
        WallView { foot: self.foot, top: self.top, corners: &self.corners }
    }

    /// The wall of an integer.
    fn standing(foot: i32) -> Wall {
        Wall { foot, top: foot, corners: SmallVec::new() }
    }

    /// Sets this to the higher of two walls at every t. Walls are straight between corners; the lower
    /// overtakes the higher only where it rises and the other stands.
    fn set_to_higher(&mut self, a: WallView, b: WallView) {
        self.foot = a.foot.max(b.foot);
        self.top = a.top.max(b.top);
        self.corners.clear();
        let (mut t, mut lead) = (FOOT, a.foot - b.foot);
        let (mut a_rises, mut b_rises) = (rises(a.corners), rises(b.corners));
        let (mut a_open, mut b_open) = (a.corners, b.corners);
        let mut rising = None;
        loop {
            let [next_a, next_b] =
                [a_open, b_open].map(|open| open.first().copied().unwrap_or(i32::MAX));
            let next = next_a.min(next_b);
            let leader_rises = match lead {
                0 => a_rises || b_rises,
                1.. => a_rises,
                _ => b_rises,
            };
            if rising.is_some_and(|before| before != leader_rises) {
                self.corners.push(t);
            }
            rising = Some(leader_rises);
            let overtakes = lead > 0 && b_rises && !a_rises || lead < 0 && a_rises && !b_rises;
            if overtakes && t + lead.abs() < next {
                self.corners.push(t + lead.abs());
                rising = Some(true);
            }
            if next == i32::MAX {
                break;
            }
            lead += (i32::from(a_rises) - i32::from(b_rises)) * (next - t);
            t = next;
            if next_a == next {
                (a_rises, a_open) = (!a_rises, &a_open[1..]);
            }
            if next_b == next {
                (b_rises, b_open) = (!b_rises, &b_open[1..]);
            }
        }
    }

    /// t less this wall, up to a temperature.
    fn reflected(&self, temperature: i32) -> Wall {
        let foot = -self.foot - ONE;
        let mut wall = Wall::standing(foot);
        wall.corners.extend(self.corners.iter().copied().take_while(|&t| t < temperature));
        if rises(&wall.corners) == rises(&self.corners) {
            wall.corners.push(temperature);
        }
        wall.top = WallView::new(foot, &wall.corners).top;
        wall
    }
}

/// Does a wall with these corners rise at first? It stands in the end.
fn rises(corners: &[i32]) -> bool {
    corners.len() % 2 == 1
}

/// The highest of some walls.
#[derive(Debug, Default)]
pub(crate) struct Envelope {
    wall: Wall,
    spare: Wall,
    some: bool,
}

impl Envelope {
    /// Forgets all walls.
    pub fn clear(&mut self) {
        self.some = false;
    }

    /// Adds a wall.
    #[inline]
    pub fn add(&mut self, wall: WallView) {
        if !self.some {
            self.some = true;
            self.set(wall);
        } else if wall.top <= self.wall.foot {
            // Never higher.
        } else if wall.foot >= self.wall.top {
            self.set(wall);
        } else if wall.foot != self.wall.foot || wall.corners != &self.wall.corners[..] {
            self.spare.set_to_higher(self.wall.view(), wall);
            std::mem::swap(&mut self.wall, &mut self.spare);
        }
    }

    fn set(&mut self, wall: WallView) {
        self.wall.foot = wall.foot;
        self.wall.top = wall.top;
        self.wall.corners.clear();
        self.wall.corners.extend_from_slice(wall.corners);
    }
}

/// The walls R_t and −L_t of the game whose options have these envelopes.
pub(crate) fn over(left: &Envelope, right: &Envelope) -> [Wall; 2] {
    let at_least = left.some.then_some(left.wall.foot + ONE);
    let at_most = right.some.then_some(-right.wall.foot - ONE);
    match (at_least, at_most) {
        (Some(lower), Some(upper)) if lower > upper => {
            let temperature = meeting(&left.wall, &right.wall);
            [right.wall.reflected(temperature), left.wall.reflected(temperature)]
        }
        (lower, upper) => {
            // An integer lies between the options: the one nearest to zero.
            let integer = 0.max(lower.unwrap_or(0)).min(upper.unwrap_or(i32::MAX));
            [Wall::standing(integer), Wall::standing(-integer)]
        }
    }
}

/// Where the scaffolds meet: E + F = 2t.
fn meeting(left: &Wall, right: &Wall) -> i32 {
    let (mut t, mut gap) = (FOOT, left.foot + right.foot + 2 * ONE);
    let (mut left_rises, mut right_rises) = (rises(&left.corners), rises(&right.corners));
    let (mut left_open, mut right_open) = (&left.corners[..], &right.corners[..]);
    loop {
        let [next_left, next_right] =
            [left_open, right_open].map(|open| open.first().copied().unwrap_or(i32::MAX));
        let next = next_left.min(next_right);
        let closes_by = 2 - i32::from(left_rises) - i32::from(right_rises);
        let room = next.saturating_sub(t);
        if closes_by > 0 && gap <= room.saturating_mul(closes_by) {
            debug_assert!(gap % closes_by == 0, "finer than the unit");
            return t + gap / closes_by;
        }
        gap -= closes_by * room;
        t = next;
        if next_left == next {
            (left_rises, left_open) = (!left_rises, &left_open[1..]);
        }
        if next_right == next {
            (right_rises, right_open) = (!right_rises, &right_open[1..]);
        }
    }
}
