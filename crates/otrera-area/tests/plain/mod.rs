//! Amazons positions judged by nothing but the rules and definitions: no areas, no
//! forms, no walls. Slow, and meant to be.

use std::rc::Rc;

use otrera_board::{Color, Position};
use otrera_cgt::{Dyadic, Form, Forms, Player};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

pub fn color(player: Player) -> Color {
    match player {
        Player::Left => Color::Black,
        Player::Right => Color::White,
    }
}

/// The positions that a player can move to, on the whole board.
pub fn options(position: &Position, player: Player) -> Vec<Position> {
    let ready = position.with_to_move(color(player));
    ready.moves().map(|mv| ready.play(mv).unwrap()).collect()
}

type Contents = [u128; 3];

pub fn contents(position: &Position) -> Contents {
    [position.amazons(Color::Black), position.amazons(Color::White), position.burnt()]
}

/// Who wins a board plus the *negative* of a form, by trying every move.
#[derive(Default)]
pub struct Difference {
    known: FxHashMap<(Contents, Form, Player), bool>,
}

impl Difference {
    /// Does the player who moves first win?
    pub fn mover_wins(
        &mut self,
        forms: &mut Forms,
        position: &Position,
        form: Form,
        mover: Player,
    ) -> bool {
        let key = (contents(position), form, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let on_board = options(position, mover);
        let wins = on_board.iter().any(|next| !self.mover_wins(forms, next, form, !mover))
            || forms
                .options(form, !mover)
                .into_iter()
                .any(|next| !self.mover_wins(forms, position, next, !mover));
        self.known.insert(key, wins);
        wins
    }
}

/// The walls of positions at single temperatures, from the definition of cooling: no
/// piecewise linear function is ever formed.
#[derive(Default)]
pub struct Cooling {
    walls: FxHashMap<(Contents, Dyadic), (Dyadic, Dyadic)>,
    masts: FxHashMap<Contents, Mast>,
    options: FxHashMap<Contents, Rc<[Vec<Position>; 2]>>,
}

#[derive(Clone, Copy)]
struct Mast {
    temperature: Dyadic,
    mean: Dyadic,
}

impl Cooling {
    /// Left and right wall at a temperature.
    pub fn walls(&mut self, position: &Position, t: Dyadic) -> (Dyadic, Dyadic) {
        let key = (contents(position), t);
        if let Some(&known) = self.walls.get(&key) {
            return known;
        }
        let mast = self.mast(position);
        let walls = match t >= mast.temperature {
            true => (mast.mean, mast.mean),
            false => match self.scaffolds(position, t) {
                (Some(left), Some(right)) => (left, right),
                _ => unreachable!("a game without moves for both is an integer"),
            },
        };
        self.walls.insert(key, walls);
        walls
    }

    /// max R_t(G^L) − t and min L_t(G^R) + t.
    fn scaffolds(&mut self, position: &Position, t: Dyadic) -> (Option<Dyadic>, Option<Dyadic>) {
        let both = || Rc::new(Player::BOTH.map(|player| options(position, player)));
        let listed = self.options.entry(contents(position)).or_insert_with(both);
        let [left, right] = &*Rc::clone(listed);
        let left = left.iter().map(|next| self.walls(next, t).1 - t).max();
        let right = right.iter().map(|next| self.walls(next, t).0 + t).min();
        (left, right)
    }

    /// Temperature and mean: where the scaffolds meet, found by bisection over the
    /// dyadic numbers.
    fn mast(&mut self, position: &Position) -> Mast {
        if let Some(&known) = self.masts.get(&contents(position)) {
            return known;
        }
        let foot = Dyadic::MINUS_ONE;
        let mast = match self.scaffolds(position, foot) {
            (Some(left), Some(right)) if left > right => {
                // 64 units apart, so that halving meets every dyadic number in between.
                let (mut low, mut high) = (foot, Dyadic::from(63));
                loop {
                    let t = (low + high).half();
                    let (left, right) = self.scaffolds(position, t);
                    match left.cmp(&right) {
                        std::cmp::Ordering::Greater => low = t,
                        std::cmp::Ordering::Less => high = t,
                        std::cmp::Ordering::Equal => {
                            break Mast { temperature: t, mean: left.unwrap() };
                        }
                    }
                }
            }
            // The simplest integer that no player can improve on.
            (left, right) => {
                let fits = |n: &i64| {
                    left.is_none_or(|left| left <= (*n).into())
                        && right.is_none_or(|right| Dyadic::from(*n) <= right)
                };
                let integer = (0..64).flat_map(|n| [n, -n]).find(fits).unwrap();
                Mast { temperature: foot, mean: integer.into() }
            }
        };
        self.masts.insert(contents(position), mast);
        mast
    }
}

/// Random areas of up to nine squares with one or two amazons a side.
pub fn small_areas() -> impl Strategy<Value = Position> {
    areas_up_to(9)
}

/// Random areas of up to so many squares: connected blobs in a 4×4 box.
pub fn areas_up_to(most: usize) -> impl Strategy<Value = Position> {
    let growth = prop::collection::vec((any::<prop::sample::Index>(), 0..8usize), 40);
    let amazons = prop::collection::vec(any::<prop::sample::Index>(), 4);
    (2..=most, growth, amazons, 1..=2usize, 1..=2usize).prop_map(
        |(squares, growth, seats, black, white)| {
            const STEPS: [(i32, i32); 8] =
                [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
            let mut blob = vec![(1, 1)];
            for (place, direction) in growth {
                let (x, y) = *place.get(&blob);
                let (dx, dy) = STEPS[direction];
                let next = (x + dx, y + dy);
                let inside = (0..4).contains(&next.0) && (0..4).contains(&next.1);
                if blob.len() < squares && inside && !blob.contains(&next) {
                    blob.push(next);
                }
            }
            let mut letters = [['x'; 4]; 4];
            for &(x, y) in &blob {
                letters[y as usize][x as usize] = '.';
            }
            let colours = ['b', 'w', 'b', 'w'];
            let wanted = [true, true, black == 2, white == 2];
            for ((seat, letter), wanted) in seats.iter().zip(colours).zip(wanted) {
                let (x, y) = *seat.get(&blob);
                if wanted && letters[y as usize][x as usize] == '.' {
                    letters[y as usize][x as usize] = letter;
                }
            }
            let rows: Vec<String> = letters.iter().map(|row| row.iter().collect()).collect();
            rows.join("/").parse().unwrap()
        },
    )
}
