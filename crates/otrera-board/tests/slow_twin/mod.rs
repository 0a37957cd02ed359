//! The rules of Amazons once more, as plainly as they can be said: an array of
//! letters, eight directions, one step at a time. For tests and as the yardstick
//! of benchmarks; it shares nothing with the fast implementation.

pub mod bridge;

/// A square as (file, rank), both from 0, A1 = (0, 0).
pub type Point = (i32, i32);

/// From, to, arrow.
pub type Triple = (Point, Point, Point);

/// A board of letters: `.` empty, `b` and `w` amazons, `x` burnt.
#[derive(Clone, PartialEq, Debug)]
pub struct SlowBoard {
    /// `rows[rank][file]`.
    pub rows: Vec<Vec<char>>,
    /// `b` or `w`.
    pub to_move: char,
}

const DIRECTIONS: [Point; 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl SlowBoard {
    pub fn at(&self, (file, rank): Point) -> Option<char> {
        if file < 0 || rank < 0 {
            return None;
        }
        self.rows.get(rank as usize)?.get(file as usize).copied()
    }

    fn put(&mut self, (file, rank): Point, letter: char) {
        self.rows[rank as usize][file as usize] = letter;
    }

    /// The squares that a queen reaches from here.
    fn reach(&self, start: Point) -> Vec<Point> {
        let mut reached = Vec::new();
        for (dx, dy) in DIRECTIONS {
            let mut here = (start.0 + dx, start.1 + dy);
            while self.at(here) == Some('.') {
                reached.push(here);
                here = (here.0 + dx, here.1 + dy);
            }
        }
        reached
    }

    /// All legal moves, in no particular order.
    pub fn moves(&self) -> Vec<Triple> {
        let mut moves = Vec::new();
        for rank in 0..self.rows.len() as i32 {
            for file in 0..self.rows[0].len() as i32 {
                let from = (file, rank);
                if self.at(from) != Some(self.to_move) {
                    continue;
                }
                for to in self.reach(from) {
                    let mut moved = self.clone();
                    moved.put(from, '.');
                    moved.put(to, self.to_move);
                    for arrow in moved.reach(to) {
                        moves.push((from, to, arrow));
                    }
                }
            }
        }
        moves
    }

    /// The board after a legal move.
    #[allow(dead_code, reason = "the benchmark only counts")]
    pub fn play(&self, (from, to, arrow): Triple) -> SlowBoard {
        let mut next = self.clone();
        next.put(from, '.');
        next.put(to, self.to_move);
        next.put(arrow, 'x');
        next.to_move = if self.to_move == 'w' { 'b' } else { 'w' };
        next
    }
}
