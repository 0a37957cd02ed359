//! Values of areas against plain search and against the papers.

mod plain;

use otrera_area::{Area, areas};
use otrera_board::Position;
use otrera_cgt::{
    Bounds, Dyadic, Form, Forms, Game, Outcome, Player, Sum, SumSearch, Term, Thermographer, Valuer,
};
use proptest::prelude::*;

fn sum_of_areas(position: &Position) -> Sum<Area<u128>> {
    areas(position).into_iter().collect()
}

/// I-F of the paper: on a strip with b, s and w empty squares behind Black, between the
/// amazons and behind White, the value is b − w if s = 0 and b − w ± (s − 1) if not.
#[test]
fn strips() {
    let mut valuer = Valuer::new();
    let mut strips = 0;
    for n in 2..=9 {
        for b in 0..=n - 2 {
            for s in 0..=n - 2 - b {
                let w = n - 2 - b - s;
                let dots = |count: usize| ".".repeat(count);
                let text = format!("{}b{}w{}", dots(b), dots(s), dots(w));
                let position: Position = text.parse().unwrap();
                let value = valuer.sum(&sum_of_areas(&position)).unwrap();
                let number = b as i64 - w as i64;
                let prefix = if number == 0 { String::new() } else { number.to_string() };
                let expected = match s {
                    0 => number.to_string(),
                    1 => format!("{prefix}*"),
                    _ => format!("{prefix}±{}", s - 1),
                };
                assert_eq!(valuer.forms.text(value), expected, "{text}");
                strips += 1;
            }
        }
    }
    assert_eq!(strips, 120);
}

/// Twenty temperatures, from the foot to beyond every mast.
fn temperatures() -> impl Iterator<Item = Dyadic> {
    [-16, -15, -13, -12, -9, -8, -5, -4, -1, 0, 1, 4, 7, 8, 12, 16, 24, 37, 64, 100]
        .into_iter()
        .map(|sixteenths| Dyadic::new(sixteenths, 4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_400))]

    /// The canonical form K of a board G: G − K is a win for whoever moves second, found
    /// by trying every move on the board and in K.
    #[test]
    fn a_board_equals_its_form(position in plain::small_areas()) {
        let mut valuer = Valuer::new();
        let form = valuer.sum(&sum_of_areas(&position)).unwrap();
        let mut difference = plain::Difference::default();
        for mover in Player::BOTH {
            prop_assert!(!difference.mover_wins(&mut valuer.forms, &position, form, mover));
        }
    }

    /// Outcome and stops by plain minimax, walls by the definition of cooling.
    #[test]
    fn outcome_stops_and_walls(position in plain::small_areas()) {
        let mut valuer = Valuer::new();
        let form = valuer.sum(&sum_of_areas(&position)).unwrap();
        let zero = valuer.forms.integer(0);
        let mut difference = plain::Difference::default();
        let first_wins = Player::BOTH
            .map(|first| difference.mover_wins(&mut valuer.forms, &position, zero, first));
        let outcome = match first_wins {
            [true, true] => Outcome::Next,
            [false, false] => Outcome::Previous,
            [true, false] => Outcome::Left,
            [false, true] => Outcome::Right,
        };
        prop_assert_eq!(valuer.forms.outcome(form), outcome);
        let graph = Thermographer::new().sum(&sum_of_areas(&position)).unwrap();
        prop_assert_eq!(&graph, &valuer.forms.thermograph(form));
        prop_assert_eq!(graph.outcome(), outcome);
        let mut cooling = plain::Cooling::default();
        let (left, right) = cooling.walls(&position, Dyadic::ZERO);
        prop_assert_eq!((graph.left_stop(), graph.right_stop()), (left, right));
        prop_assert_eq!((valuer.forms.left_stop(form), valuer.forms.right_stop(form)), (left, right));
        for t in temperatures() {
            let walls = Player::BOTH.map(|player| graph.wall(player).at(t));
            let (left, right) = cooling.walls(&position, t);
            prop_assert_eq!(walls, [left, right], "at t = {}", t);
        }
        let bounds = Bounds::from_thermograph(&graph);
        for first in Player::BOTH {
            if let Some(winner) = bounds.winner(first) {
                prop_assert_eq!(winner, outcome.winner(first), "{}", bounds);
            }
        }
    }

    /// Moved, turned, mirrored or with colours exchanged, an area has the same key.
    #[test]
    fn keys(position in plain::small_areas(), turn in 0..8usize, dx in 0..4usize, dy in 0..3usize) {
        let moved = transformed(&position, turn, dx, dy);
        let key = |position: &Position| {
            let mut keys: Vec<String> = areas(position)
                .iter()
                .map(|area| {
                    let (canonical, _) = area.canonical();
                    canonical.position(otrera_board::Color::White).to_string()
                })
                .collect();
            keys.sort();
            keys
        };
        prop_assert_eq!(key(&moved), key(&position));
        prop_assert_eq!(key(&position.with_colors_swapped()), key(&position));
        let mut valuer = Valuer::new();
        let here = valuer.sum(&sum_of_areas(&position)).unwrap();
        let there = valuer.sum(&sum_of_areas(&moved)).unwrap();
        let swapped = valuer.sum(&sum_of_areas(&position.with_colors_swapped())).unwrap();
        prop_assert_eq!(there, here);
        prop_assert_eq!(swapped, valuer.forms.negative(here));
        if let Some(narrow) = position.narrow() {
            let mut in_short_words = Valuer::<Area<u64>>::new();
            let form = in_short_words.sum(&areas(&narrow).into_iter().collect()).unwrap();
            prop_assert_eq!(in_short_words.forms.text(form), valuer.forms.text(here));
        }
    }

    /// Equal games are written equally, in whatever order they were made.
    #[test]
    fn text_is_canonical(a in plain::small_areas(), b in plain::small_areas()) {
        let mut forward = Valuer::new();
        let mut backward = Valuer::new();
        let both = |valuer: &mut Valuer<Area<u128>>, first: &Position, second: &Position| {
            [first, second].map(|position| valuer.sum(&sum_of_areas(position)).unwrap())
        };
        let [a_first, b_second] = both(&mut forward, &a, &b);
        let [b_first, a_second] = both(&mut backward, &b, &a);
        for (here, there) in [(a_first, a_second), (b_second, b_first)] {
            prop_assert_eq!(forward.forms.text(here), backward.forms.text(there));
            prop_assert_eq!(forward.forms.plain_text(here), backward.forms.plain_text(there));
            // Made again from its own options, last to first.
            let again = remade(&mut forward.forms, &mut backward.forms, here);
            prop_assert_eq!(again, there);
        }
    }

    /// The search of sums against the canonical form of the sum.
    #[test]
    fn sums_are_judged(terms in prop::collection::vec(plain::small_areas(), 2..4)) {
        let mut valuer = Valuer::new();
        let forms: Vec<Form> =
            terms.iter().map(|term| valuer.sum(&sum_of_areas(term)).unwrap()).collect();
        let judged = SumSearch::new().outcome(&mut valuer.forms, &forms).unwrap();
        let mut sum = valuer.forms.integer(0);
        for form in forms {
            sum = valuer.forms.add(sum, form).unwrap();
        }
        prop_assert_eq!(judged, valuer.forms.outcome(sum));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Thermographs of sums of two areas, from options alone, against the canonical form of
    /// the sum; a fraction is added, which no area here would be without.
    #[test]
    fn thermographs_of_sums(
        a in plain::areas_up_to(7),
        b in plain::areas_up_to(7),
        fraction in (-9..9i64, 0..4u32).prop_map(|(n, exponent)| Dyadic::new(n, exponent)),
    ) {
        let terms: Vec<Area<u128>> = areas(&a).into_iter().chain(areas(&b)).collect();
        let terms = terms.into_iter().map(|game| Term { game, negated: false });
        let sum = Sum::new(fraction, terms);
        let mut valuer = Valuer::new();
        let form = valuer.sum(&sum).unwrap();
        let direct = Thermographer::new().sum(&sum).unwrap();
        prop_assert_eq!(direct, valuer.forms.thermograph(form));
    }
}

/// A form of one keeper made anew in another, options in reverse.
fn remade(from: &mut Forms, into: &mut Forms, form: Form) -> Form {
    if let Some(number) = from.as_number(form) {
        return into.number(number);
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = from.options(form, player);
        options.into_iter().rev().map(|option| remade(from, into, option)).collect()
    });
    into.game(left, right).unwrap()
}

/// A 4×4 position turned and laid somewhere on an 8×7 board; by its letters, since keys are made with
/// `Symmetry`.
fn transformed(position: &Position, turn: usize, dx: usize, dy: usize) -> Position {
    let text = position.to_string();
    let rows: Vec<Vec<char>> = text[..text.len() - 2]
        .split('/')
        .map(|row| row.replace('4', "....").chars().collect())
        .collect();
    let mut letters = vec![vec!['x'; 8]; 7];
    for (y, row) in rows.iter().enumerate() {
        for (x, &letter) in row.iter().enumerate() {
            let (mut x, mut y) = (x, y);
            if turn & 1 != 0 {
                x = 3 - x;
            }
            if turn & 2 != 0 {
                y = 3 - y;
            }
            if turn & 4 != 0 {
                (x, y) = (y, x);
            }
            letters[y + dy][x + dx] = letter;
        }
    }
    let rows: Vec<String> = letters.iter().map(|row| row.iter().collect()).collect();
    rows.join("/").parse().unwrap()
}
