//! Playing sums of simple zugzwangs for the largest margin: the knapsack of Müller and Tegos, 5.3.
//!
//! A simple zugzwang a|b, with integers a < b − 1, becomes a when Black moves in it and b when
//! White does. In a sum of such and of free moves who wins depends on the sum of the values alone.
//! The *margin* is the number of free moves that the winner has left when the loser cannot move,
//! and for that it matters who spoils which zugzwang.
//!
//! With the winner as Black, S the sum of all values and free moves, and k = S, or S − 1 if he is
//! to move, the margin is
//!
//! > k + K + Σ (b − 1) over the zugzwangs worth 0,
//!
//! where K is the largest total gain b − a − 2 of positive zugzwangs whose values v = a + 1 add up
//! to at most k: those he need not touch.
//!
//! **Why.** Call this F. Of Black's moves a free move keeps k and F; moving a positive zugzwang
//! takes it out of the knapsack; the others lower k or lose a term. So F never rises by his moves,
//! and it stays if he uses a free move or, without any, moves a positive zugzwang outside the best
//! choice; there is one, because what he chose fits into k and all of them do not (he has to
//! outlast White's moves, W ≥ 0 of them: k = Σ v − W − 1 then). White's free moves and those in
//! zugzwangs of her own sign keep F; one of value 0 raises k by the b − 1 that F loses; one of
//! Black's raises k by its gain. So F never falls by her moves, and it stays as long as she uses up
//! her own first: after that all of Black's fit into k. In the end only free moves of Black are
//! left, and F = k is their number.

use otrera_board::Color;

/// A zugzwang a|b with integers a < b − 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimpleZugzwang {
    after_black: i32,
    after_white: i32,
}

impl SimpleZugzwang {
    /// a|b; none unless a < b − 1.
    pub fn new(after_black: i32, after_white: i32) -> Option<SimpleZugzwang> {
        let apart = i64::from(after_black) < i64::from(after_white) - 1;
        apart.then_some(SimpleZugzwang { after_black, after_white })
    }

    /// What it becomes when this player moves.
    pub fn after(self, player: Color) -> i32 {
        match player {
            Color::Black => self.after_black,
            Color::White => self.after_white,
        }
    }

    /// The simplest number between a and b.
    pub fn value(self) -> i32 {
        match () {
            () if self.after_black >= 0 => self.after_black + 1,
            () if self.after_white <= 0 => self.after_white - 1,
            () => 0,
        }
    }

    /// What is won by not having to move in it: b − a − 2.
    pub fn gain(self) -> i32 {
        self.after_white - self.after_black - 2
    }

    fn turned(self) -> SimpleZugzwang {
        SimpleZugzwang { after_black: -self.after_white, after_white: -self.after_black }
    }
}

impl std::fmt::Display for SimpleZugzwang {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}|{}", self.after_black, self.after_white)
    }
}

/// A sum of simple zugzwangs and free moves of both players.
///
/// ```
/// use otrera_area::{SimpleZugzwang, ZugzwangSum};
/// use otrera_board::Color;
///
/// // Who has to move in 0|3 loses by it; White has a free move and waits.
/// let zugzwangs = SimpleZugzwang::new(0, 3).into_iter().collect();
/// let sum = ZugzwangSum { zugzwangs, free: [0, 2] };
/// assert_eq!(sum.value(), -1);
/// assert_eq!(sum.ending(Color::Black).winner, Color::White);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ZugzwangSum {
    /// The zugzwangs.
    pub zugzwangs: Vec<SimpleZugzwang>,
    /// The free moves of Black and of White.
    pub free: [u32; 2],
}

/// What a player can do in such a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumMove {
    /// Use up one of his free moves.
    Free,
    /// Move in the zugzwang with this number.
    Zugzwang(usize),
}

/// How a sum ends when both play well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who makes the last move.
    pub winner: Color,
    /// How many moves the winner has left then.
    pub margin: u32,
}

impl ZugzwangSum {
    /// Adds an integer: free moves for Black if it is positive, for White if negative.
    pub fn add_integer(&mut self, integer: i32) {
        let owner = if integer > 0 { Color::Black } else { Color::White };
        self.free[owner as usize] += integer.unsigned_abs();
    }

    /// The sum after a move, which must be possible.
    pub fn after(&self, player: Color, mv: SumMove) -> Option<ZugzwangSum> {
        let mut next = self.clone();
        match mv {
            SumMove::Free => {
                let free = &mut next.free[player as usize];
                *free = free.checked_sub(1)?;
            }
            SumMove::Zugzwang(n) => {
                let left = self.zugzwangs.get(n)?.after(player);
                next.zugzwangs.remove(n);
                next.add_integer(left);
            }
        }
        Some(next)
    }

    /// The sum of all values.
    pub fn value(&self) -> i32 {
        let [black, white] = self.free;
        self.zugzwangs.iter().map(|z| z.value()).sum::<i32>() + black as i32 - white as i32
    }

    /// Who wins by how much when this player moves first.
    pub fn ending(&self, to_move: Color) -> Ending {
        let winner = self.winner(to_move);
        let sum = self.seen_by(winner);
        let slack = sum.slack(winner == to_move);
        let zeros = sum.zugzwangs.iter().filter(|z| z.value() == 0);
        let forced: i32 = zeros.map(|z| z.after_white - 1).sum();
        let kept = sum.knapsack(slack);
        let gains: i32 = kept.iter().map(|&n| sum.zugzwangs[n].gain()).sum();
        Ending { winner, margin: (slack as i32 + gains + forced) as u32 }
    }

    /// A move that keeps the margin: the largest for the winner, the smallest for the loser. None
    /// if there is none.
    pub fn best_move(&self, to_move: Color) -> Option<SumMove> {
        if self.free[to_move as usize] > 0 {
            return Some(SumMove::Free);
        }
        let winner = self.winner(to_move);
        let sum = self.seen_by(winner);
        let zugzwangs = sum.zugzwangs.iter().enumerate();
        if winner == to_move {
            let kept = sum.knapsack(sum.slack(true));
            let mut movable = zugzwangs.filter(|(n, z)| z.value() > 0 && !kept.contains(n));
            return movable.next().map(|(n, _)| SumMove::Zugzwang(n));
        }
        // His own first; then it does not matter.
        let order = zugzwangs.min_by_key(|(_, z)| z.value() >= 0);
        order.map(|(n, _)| SumMove::Zugzwang(n))
    }

    fn winner(&self, to_move: Color) -> Color {
        let value = self.value();
        match value {
            0 => !to_move,
            1.. => Color::Black,
            _ => Color::White,
        }
    }

    /// The sum with the colours such that this player is Black.
    fn seen_by(&self, player: Color) -> ZugzwangSum {
        match player {
            Color::Black => self.clone(),
            Color::White => ZugzwangSum {
                zugzwangs: self.zugzwangs.iter().map(|z| z.turned()).collect(),
                free: [self.free[1], self.free[0]],
            },
        }
    }

    /// The largest k such that Black, who wins, still wins the sum less k.
    fn slack(&self, black_moves: bool) -> usize {
        (self.value() - i32::from(black_moves)) as usize
    }

    /// The positive zugzwangs that Black leaves alone: the largest gain with values of at most
    /// `slack` in all.
    fn knapsack(&self, slack: usize) -> Vec<usize> {
        let items: Vec<usize> =
            (0..self.zugzwangs.len()).filter(|&n| self.zugzwangs[n].value() > 0).collect();
        let weight = |n: usize| self.zugzwangs[n].value() as usize;
        let all: usize = items.iter().map(|&n| weight(n)).sum();
        let room = slack.min(all);
        // The best gain of the first items for each room.
        let mut best = vec![vec![0; room + 1]];
        for &n in &items {
            let before = &best[best.len() - 1];
            let row = (0..=room).map(|room| match room.checked_sub(weight(n)) {
                Some(rest) => before[room].max(before[rest] + self.zugzwangs[n].gain()),
                None => before[room],
            });
            let row = row.collect();
            best.push(row);
        }
        let mut left = room;
        let mut kept = Vec::new();
        for (row, &n) in items.iter().enumerate().rev() {
            if best[row + 1][left] != best[row][left] {
                left -= weight(n);
                kept.push(n);
            }
        }
        kept
    }
}
