//! Temperature discovery search against thermographs, which are found from the leaves up.

#[path = "../examples/games/domineering.rs"]
mod domineering;
mod trees;

use std::collections::HashSet;

use domineering::Domineering;
use otrera_cgt::tds::{
    CouponStack, Ending, ExactSearch, Grid, LimitedSearch, Patience, PlainSearch, Scorer, State,
    average, best_line, side,
};
use otrera_cgt::{Dyadic, Game, Player, Sum, Thermograph, Thermographer};

/// Numbers that look random, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// A random position on a small board, and how many moves it may last.
fn random_position(dice: &mut Dice, width: usize, height: usize) -> (Domineering, u32) {
    let share = 5 + dice.roll(3);
    let mut cells = 0;
    let mut row = |dice: &mut Dice| -> String {
        let cell = |free: bool| if free { '#' } else { '.' };
        (0..width)
            .map(|_| {
                let free = dice.roll(8) < share;
                cells += u32::from(free);
                cell(free)
            })
            .collect()
    };
    let rows: Vec<String> = (0..height).map(|_| row(dice)).collect();
    (Domineering::drawn(&rows.join("/")), cells / 2)
}

fn found<G: Game>(game: &G, moves: u32) -> (Dyadic, Dyadic) {
    let mut search = ExactSearch::new(moves).unwrap();
    let sum = Sum::from(game.clone());
    let mean = search.mean(&sum).unwrap();
    let temperature = search.temperature(&sum).unwrap();
    let known = search.known(&sum);
    assert_eq!(known.mean, (mean, mean));
    assert!(known.temperature.0 <= temperature && temperature <= known.temperature.1);
    (mean, temperature)
}

fn expected(graph: &Thermograph) -> (Dyadic, Dyadic) {
    (graph.mean(), graph.temperature())
}

#[test]
fn domineering() {
    let mut dice = Dice(1);
    let mut graphs = Thermographer::new();
    let mut search = ExactSearch::new(8).unwrap();
    let mut hot = 0;
    let mut seen = HashSet::new();
    while seen.len() < 500 {
        let (position, _) = random_position(&mut dice, 4, 4);
        if !seen.insert(position.clone()) {
            continue;
        }
        let graph = graphs.thermograph(&position).unwrap();
        let sum = Sum::from(position.clone());
        let found = (search.mean(&sum).unwrap(), search.temperature(&sum).unwrap());
        assert_eq!(found, expected(&graph), "{position:?}");
        hot += u32::from(graph.temperature() > Dyadic::ZERO);
    }
    assert!(hot > 50, "only {hot} hot positions");
}

/// The scores of the plain search are the walls, at every height of the stack and whoever begins; both searches agree.
#[test]
fn scores_are_walls() {
    let mut dice = Dice(2);
    let mut graphs = Thermographer::new();
    for _ in 0..40 {
        let (position, moves) = random_position(&mut dice, 3, 3);
        let sum = Sum::from(position.clone());
        let graph = graphs.thermograph(&position).unwrap();
        let stack = Grid::for_moves(moves).unwrap().stack().unwrap();
        let mut plain = PlainSearch::new(stack);
        let mut exact = ExactSearch::new(moves).unwrap();
        for height in stack.height_at(Dyadic::MINUS_ONE)..=stack.height() {
            for first in Player::BOTH {
                let state = State { height, mover: first, passed: false };
                let score = plain.score(&sum, state).unwrap();
                assert_eq!(exact.score(&sum, state).unwrap(), score, "{position:?} {state:?}");
                let share = match first {
                    Player::Left => stack.share(height),
                    Player::Right => -stack.share(height),
                };
                let wall = graph.wall(first).at(stack.tax(height)) + share;
                assert_eq!(units(wall, &stack), score, "{position:?} {state:?}");
            }
        }
    }
}

fn units(number: Dyadic, stack: &CouponStack) -> i64 {
    let exponent = (stack.delta().exponent() + 1).max(4);
    number.numerator() << (exponent - number.exponent())
}

/// Tree games have options in any form, and numbers that nobody tells of.
#[test]
fn trees_of_any_form() {
    use proptest::prelude::*;
    proptest!(|(tree in trees::trees())| {
        let moves = tree.depth();
        let graph = Thermographer::new().thermograph(&tree).unwrap();
        prop_assert_eq!(found(&tree, moves), expected(&graph));
    });
}

/// A game that is written down: Left's and Right's options.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Written {
    Integer(i64),
    Options(Vec<Written>, Vec<Written>),
}

impl Game for Written {
    fn options(&self, player: Player) -> Vec<Sum<Written>> {
        match (self, player) {
            (Written::Options(left, _), Player::Left) => {
                left.iter().cloned().map(Sum::from).collect()
            }
            (Written::Options(_, right), Player::Right) => {
                right.iter().cloned().map(Sum::from).collect()
            }
            (Written::Integer(_), _) => unreachable!("an integer is seen at once"),
        }
    }

    fn integer(&self) -> Option<i64> {
        match self {
            Written::Integer(integer) => Some(*integer),
            Written::Options(..) => None,
        }
    }
}

fn pair(left: Written, right: Written) -> Written {
    Written::Options(vec![left], vec![right])
}

fn switch(left: i64, right: i64) -> Written {
    pair(Written::Integer(left), Written::Integer(right))
}

/// 10|0||0: the paper's example of a game with sente. Left may play in it at any temperature up to 5.
#[test]
fn sente_raises_the_first_estimate() {
    let game = Sum::from(pair(switch(10, 0), Written::Integer(0)));
    let stack = CouponStack::extended(Dyadic::from(8), Dyadic::new(1, 1), 8).unwrap();
    let mut plain = PlainSearch::new(stack);
    let left = side(&mut plain, &game, Player::Left).unwrap();
    let right = side(&mut plain, &game, Player::Right).unwrap();
    // Left's turn comes with a coupon of 5 on top once 5 1/2 is gone, or with 4 1/2 once 5 is.
    assert!([Dyadic::from(5), Dyadic::new(11, 1)].contains(&left.first_estimate), "{left:?}");
    assert_eq!((left.mean, right.mean), (Dyadic::ZERO, Dyadic::ZERO));
    assert_eq!(left.temperature.max(right.temperature), Dyadic::ZERO);
}

/// Simple stacks will do where numbers are seen at once, and zugzwangs need extended ones.
#[test]
fn simple_and_extended_stacks() {
    let delta = Dyadic::new(1, 2);
    let top = Dyadic::from(6);
    let simple = CouponStack::simple(top, delta).unwrap();
    let extended = CouponStack::extended(top, delta, 8).unwrap();
    for game in
        [switch(5, -3), pair(switch(4, 1), switch(0, -2)), pair(switch(10, 2), switch(1, 0))]
    {
        let game = Sum::from(game);
        let [short, long] =
            [simple, extended].map(|stack| average(&mut PlainSearch::new(stack), &game).unwrap());
        assert_eq!((short.mean, short.temperature), (long.mean, long.temperature));
    }
    let zugzwang = Sum::from(switch(-4, 3));
    let found = average(&mut PlainSearch::new(extended), &zugzwang).unwrap();
    assert_eq!((found.mean, found.temperature), (Dyadic::ZERO, Dyadic::MINUS_ONE));
    let line = best_line(&mut PlainSearch::new(extended), &zugzwang, Player::Left, 99).unwrap();
    assert!(!line.is_empty() && line.len() < 99, "two coupons of -1 end the play");
}

/// A limited search that need not stop finds what the plain one does.
#[test]
fn limited_searches_without_a_limit() {
    let mut dice = Dice(3);
    for _ in 0..30 {
        let (position, moves) = random_position(&mut dice, 3, 3);
        let sum = Sum::from(position.clone());
        let delta = Dyadic::new(1, 1);
        let grid = Grid::with_delta(moves, delta);
        let expected = average(&mut PlainSearch::new(grid.stack().unwrap()), &sum).unwrap();
        let mut search = LimitedSearch::new(delta, |_: &Domineering| 0).unwrap();
        let found = search.estimate(&sum, grid.top, Patience::default()).unwrap();
        assert!(found.is_complete);
        assert_eq!(found.mean, expected.mean, "{position:?}");
        assert_eq!(found.temperature, expected.temperature, "{position:?}");
    }
}

/// Where both players have one move after another, the gain from moving first falls by two steps a step, and a search from the
/// first move on finds the temperature whatever it begins with. By hand: ±4 about 1, and {9|5 || −3|−7}, whose options are
/// 7 ± 2 and −5 ± 2.
#[test]
fn crossings() {
    let at = |n: i64| Dyadic::from(n);
    for lie in [-400, 0, 400] {
        let mut search = LimitedSearch::new(Dyadic::new(1, 1), move |_: &Written| lie).unwrap();
        for (game, temperature) in
            [(switch(5, -3), 4), (pair(switch(9, 5), switch(-3, -7)), 6), (switch(2, 2), 0)]
        {
            let sum = Sum::from(game);
            let mut found = None;
            // Deep enough for all coupons down to the last move.
            for depth in 1..=40 {
                let patience = Patience { depth, ..Patience::default() };
                found = search.crossing_at(&sum, at(12), found, patience).ok();
            }
            let found = found.unwrap();
            let mean = if temperature == 0 { 2 } else { 1 };
            assert_eq!((found.temperature, found.mean), (at(temperature), at(mean)), "{lie}");
            assert!(found.is_complete);
        }
    }
    // A tax between two of the steps of 2δ goes to the nearer one.
    let search = LimitedSearch::new(Dyadic::new(1, 2), |_: &Written| 0).unwrap();
    assert_eq!(search.nearest_tax(Dyadic::new(13, 3)), Dyadic::new(3, 1));
    assert_eq!(search.nearest_tax(at(-5)), Dyadic::MINUS_ONE);
}

/// Fail low, fail high and regular, and what searches on other stacks make of the first two.
#[test]
fn endings_of_limited_searches() {
    let game = Sum::from(switch(5, -3));
    let mut search = LimitedSearch::new(Dyadic::new(1, 1), |_: &Written| 0).unwrap();
    let patience = |depth| Patience { depth, ..Patience::default() };
    let at = |n: i64| Dyadic::from(n);
    let low = search.deepen(&game, at(1), Player::Left, patience(9)).unwrap();
    assert_eq!((low.ending, low.is_complete), (Ending::FailLow, true));
    let regular = search.deepen(&game, at(6), Player::Left, patience(20)).unwrap();
    assert_eq!(
        (regular.ending, regular.temperature, regular.mean),
        (Ending::Regular, at(4), at(1))
    );
    let high = search.deepen(&game, at(9), Player::Left, patience(3)).unwrap();
    assert_eq!((high.ending, high.is_complete), (Ending::FailHigh, false));
    // Both are followed by searches that end as they should.
    for lie in [-400, 0, 400] {
        // Guesses that are far off make it begin too low or too high.
        let guess = move |_: &Written| lie;
        let mut search = LimitedSearch::new(Dyadic::new(1, 1), guess).unwrap();
        let hot = Sum::from(pair(switch(9, 5), switch(-3, -7)));
        let found = search.estimate(&hot, at(12), patience(30)).unwrap();
        assert_eq!(
            (found.mean, found.temperature, found.is_complete),
            (at(1), at(6), true),
            "{lie}"
        );
        assert!(found.searches > 2);
    }
}

/// Limits end a search with what is known, or with an error.
#[test]
fn limits() {
    use otrera_cgt::{Exhausted, Limit};
    let position = Sum::from(Domineering::rectangle(4, 4));
    let mut exact = ExactSearch::new(8).unwrap();
    exact.set_limit(Limit::default(), Some(100));
    assert_eq!(exact.mean(&position), Err(Exhausted::Nodes));
    let known = exact.known(&position);
    assert!(known.mean.0 <= Dyadic::ZERO && Dyadic::ZERO <= known.mean.1, "{known:?}");
    exact.set_limit(Limit::default(), None);
    assert_eq!(exact.mean(&position), Ok(Dyadic::ZERO));
    let mut limited = LimitedSearch::new(Dyadic::ONE, |_: &Domineering| 0).unwrap();
    let patience = Patience { nodes: Some(0), ..Patience::default() };
    let found = limited.deepen(&position, Dyadic::ONE, Player::Left, patience);
    assert_eq!(found.map(|it| it.depth), Err(Exhausted::Nodes));
}
