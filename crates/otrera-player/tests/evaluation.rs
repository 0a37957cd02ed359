//! The evaluation against plain definitions: distances square by square, mobilities neighbour by neighbour.

use std::collections::VecDeque;

use fastrand::Rng;
use otrera_board::{Bits, Color, Position, Size, Square};
use otrera_player::{DistanceMaps, Full, Parameters, Terms, View};

const FAR: u32 = u32::MAX;

/// A board as a table of what is free.
struct Plain {
    size: Size,
    free: Vec<bool>,
}

impl Plain {
    fn new(position: &Position) -> Plain {
        let size = position.size();
        let free = size.iter().map(|square| position.empty().has(square)).collect();
        Plain { size, free }
    }

    /// The free square some steps from another in a direction, if all on the way are free, too.
    fn ray(&self, from: Square, dx: isize, dy: isize) -> impl Iterator<Item = Square> {
        (1..).map_while(move |n| {
            let file = self.size.file(from).checked_add_signed(n * dx)?;
            let rank = self.size.rank(from).checked_add_signed(n * dy)?;
            self.size.square(file, rank).filter(|square| self.free[square.index()])
        })
    }

    fn directions() -> impl Iterator<Item = (isize, isize)> {
        (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&it| it != (0, 0))
    }

    /// Distances from some squares by plain breadth-first search, with moves or with steps.
    fn distances(&self, from: &[Square], steps: bool) -> Vec<u32> {
        let mut found = vec![FAR; self.free.len()];
        let mut waiting: VecDeque<(Square, u32)> = from.iter().map(|&square| (square, 0)).collect();
        while let Some((square, distance)) = waiting.pop_front() {
            for (dx, dy) in Plain::directions() {
                let reach = if steps { 1 } else { usize::MAX };
                for next in self.ray(square, dx, dy).take(reach) {
                    if found[next.index()] == FAR {
                        found[next.index()] = distance + 1;
                        waiting.push_back((next, distance + 1));
                    }
                }
            }
        }
        found
    }

    fn neighbours(&self, square: Square) -> f32 {
        Plain::directions().filter_map(|(dx, dy)| self.ray(square, dx, dy).next()).count() as f32
    }
}

fn squares(position: &Position, color: Color) -> Vec<Square> {
    position.amazons(color).squares().collect()
}

/// The terms by their definitions.
fn plain_terms(position: &Position) -> Terms {
    let plain = Plain::new(position);
    let color = position.to_move();
    let mut terms = Terms::default();
    let [own, other] = [color, !color].map(|color| squares(position, color));
    let distances = |steps| [&own, &other].map(|from| plain.distances(from, steps));
    let [queen, king] = [distances(false), distances(true)];
    for square in position.empty().squares().map(Square::index) {
        let [[a, b], [c, d]] = [&queen, &king].map(|it| [it[0][square], it[1][square]]);
        let sign = |a: u32, b: u32| f32::from(a < b) - f32::from(a > b);
        terms.moves += sign(a, b);
        terms.steps += sign(c, d);
        terms.move_ties += f32::from(a == b && a != FAR);
        terms.step_ties += f32::from(c == d && c != FAR);
        let half = |distance: u32| if distance == FAR { 0.0 } else { 0.5f32.powi(distance as i32) };
        terms.closeness += 2.0 * (half(a) - half(b));
        terms.lead += match (c, d) {
            (FAR, FAR) => 0.0,
            (FAR, _) => -1.0,
            (_, FAR) => 1.0,
            _ => ((f64::from(d) - f64::from(c)) / 6.0).clamp(-1.0, 1.0) as f32,
        };
        if a != FAR && b != FAR {
            // Differences of more than four are not told apart.
            terms.open += half(a.abs_diff(b).min(4));
        }
    }
    terms
}

/// α of the amazons of a colour by its definition.
fn plain_mobilities(position: &Position, color: Color) -> Vec<f32> {
    let plain = Plain::new(position);
    let enemy = plain.distances(&squares(position, !color), true);
    let mobility = |&amazon: &Square| {
        let mut sum = 0.0;
        for (dx, dy) in Plain::directions() {
            for (n, square) in plain.ray(amazon, dx, dy).enumerate() {
                if enemy[square.index()] != FAR {
                    sum += 0.5f32.powi(n as i32) * plain.neighbours(square);
                }
            }
        }
        sum
    };
    squares(position, color).iter().map(mobility).collect()
}

/// Anything anywhere: more or less is burnt, from one to four amazons a side.
fn random_position(rng: &mut Rng, size: Size) -> Position {
    let burnt = rng.f32() * 0.7;
    let mut sets = [u128::EMPTY; 3];
    for square in size.iter().filter(|_| rng.f32() < burnt) {
        sets[2] |= u128::of(square);
    }
    for set in 0..2 {
        for _ in 0..rng.usize(1..=4) {
            let square = size.iter().nth(rng.usize(0..size.squares())).expect("a square");
            let taken = sets.iter().any(|set| set.has(square));
            if !taken || sets[set].is_empty() {
                for other in &mut sets {
                    *other &= !u128::of(square);
                }
                sets[set] |= u128::of(square);
            }
        }
    }
    let [black, white, burnt] = sets;
    let color = Color::ALL[rng.usize(0..2)];
    Position::new(size, black, white, burnt, color).expect("nothing is in two places")
}

/// Each square of each map has the distance of a plain search.
fn check_maps(position: &Position) {
    let plain = Plain::new(position);
    let color = position.to_move();
    let from = [color, !color].map(|color| squares(position, color));
    let check = |maps: DistanceMaps| {
        for steps in [false, true] {
            let expected = [&from[0], &from[1]].map(|from| plain.distances(from, steps));
            for square in position.size().iter() {
                let found = if steps { maps.steps(square) } else { maps.moves(square) };
                let expected = [0, 1].map(|side: usize| expected[side][square.index()]);
                let expected = expected.map(|it| Some(it as u8).filter(|_| it != FAR));
                assert_eq!(found, expected, "{position}: {square:?}, by steps: {steps}");
            }
        }
    };
    check(DistanceMaps::of(&View::new(position)));
    if let Some(narrow) = position.narrow() {
        check(DistanceMaps::of(&View::new(&narrow)));
    }
}

#[test]
fn distances_are_those_of_a_plain_search() {
    let mut rng = Rng::with_seed(20);
    let sizes = [
        (10, 10),
        (8, 8),
        (6, 6),
        (7, 7),
        (5, 5),
        (4, 4),
        (10, 12),
        (8, 5),
        (6, 9),
        (5, 7),
        (4, 12),
        (9, 9),
        (3, 4),
        (12, 10),
        (16, 8),
        (1, 9),
        (30, 2),
        (2, 30),
        (128, 1),
    ];
    for n in 0..5_700 {
        let (width, height) = sizes[n % sizes.len()];
        let size = Size::new(width, height).expect("a board");
        let position = random_position(&mut rng, size);
        check_maps(&position);
        let expected = plain_terms(&position);
        let close = |terms: Terms| {
            let pairs = [
                (terms.moves, expected.moves),
                (terms.move_ties, expected.move_ties),
                (terms.steps, expected.steps),
                (terms.step_ties, expected.step_ties),
                (terms.closeness, expected.closeness),
                (terms.lead, expected.lead),
                (terms.open, expected.open),
            ];
            let near = pairs.iter().all(|(a, b)| (a - b).abs() < 1e-3);
            assert!(near, "{position}: found {terms:?}; expected {expected:?}");
        };
        close(Terms::of(&View::new(&position)));
        if let Some(narrow) = position.narrow() {
            close(Terms::of(&View::new(&narrow)));
        }
    }
}

#[test]
fn mobilities_are_as_defined() {
    let mut rng = Rng::with_seed(21);
    for (width, height) in [(10, 10), (8, 8), (6, 6), (9, 5), (3, 14)] {
        let size = Size::new(width, height).expect("a board");
        let full = Full::new(size, Parameters::fitted());
        for _ in 0..400 {
            let position = random_position(&mut rng, size);
            let found = full.features(&View::new(&position)).mobilities;
            let color = position.to_move();
            for (color, found) in [color, !color].into_iter().zip(found) {
                assert_eq!(found.values(), plain_mobilities(&position, color), "{position}");
            }
        }
    }
}

/// Lieberum's Figure 4 is not in the text; its sum is: 7 + 6 + 5 + 3 + 3 + (5 + 4 + 7 + 4)/2 + 5/4 = 35.25. This is a position in which
/// White's amazon has such surroundings.
#[test]
fn the_example_of_the_paper() {
    let position: Position =
        "x..xx.x.x./x..wxxxxx./x....x...x/x...x..x../xx...xx.x./..xx..xx../x..xx..xx./10/.x8/xx.x.xxxb. w"
            .parse()
            .expect("a position");
    let full = Full::new(position.size(), Parameters::fitted());
    let [own, _] = full.features(&View::new(&position)).mobilities;
    assert_eq!(own.values(), [35.25]);
}

/// An amazon that the enemy cannot come near is enclosed, however much room she has.
#[test]
fn an_enclosed_amazon_has_no_mobility() {
    let position: Position = "w..xx/...xx/xxxx./xxxxb".parse().expect("a position");
    let full = Full::new(position.size(), Parameters::fitted());
    let features = full.features(&View::new(&position));
    assert_eq!(features.mobilities.map(|side| side.values().to_vec()), [[0.0], [0.0]]);
    // Nothing is open, so that costs nothing, and the evaluation is the territory.
    assert_eq!(features.terms.open, 0.0);
    assert_eq!(full.mobility(&features), 0.0);
    assert_eq!(full.judge(&features).moves.abs(), 4.0);
}

/// What is good for one is bad for the other, the right to move apart: t and m change their signs with the colours.
#[test]
fn terms_change_their_signs_with_the_colors() {
    let mut rng = Rng::with_seed(22);
    let size = Size::new(10, 10).expect("a board");
    let full = Full::new(size, Parameters::fitted());
    for _ in 0..500 {
        let position = random_position(&mut rng, size);
        let other = position.with_to_move(!position.to_move());
        let [a, b] = [position, other].map(|position| full.features(&View::new(&position)));
        assert_eq!(a.terms.moves, -b.terms.moves);
        assert_eq!(a.terms.steps, -b.terms.steps);
        assert!((a.terms.lead + b.terms.lead).abs() < 1e-3);
        assert!((a.terms.closeness + b.terms.closeness).abs() < 1e-3);
        assert_eq!(a.terms.open, b.terms.open);
        assert!((full.mobility(&a) + full.mobility(&b)).abs() < 1e-3);
    }
}

/// f(w, α) by positions cannot be had for every w and α; the tables say the same.
#[test]
fn maluses_are_as_the_paper_demands() {
    let parameters = Parameters::fitted();
    assert_eq!(parameters.check(), Ok(()));
    let size = Size::new(10, 10).expect("a board");
    let full = Full::new(size, parameters);
    let f = |open: f32, alpha: f32| full.malus(open, alpha);
    for open in (0..=92).map(|n| n as f32) {
        assert!(2.0 * f(open, 5.0) < f(open, 0.0) || f(open, 0.0) == 0.0, "{open}");
        for alpha in (0..60).map(|n| n as f32 / 2.0) {
            assert_eq!(f(0.0, alpha), 0.0);
            assert!(f(open, alpha) >= 0.0);
            assert!(f(open + 1.0, alpha) >= f(open, alpha), "{open} {alpha}");
            assert!(f(open, alpha + 0.5) <= f(open, alpha), "{open} {alpha}");
        }
    }
}
