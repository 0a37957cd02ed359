//! Thermographs and the bounds they give, against the definition of cooling and against sums.

mod trees;

use std::collections::HashMap;

use otrera_cgt::{Bound, BoundKind, Dyadic, Form, Forms, Player, Thermographer, Valuer};
use proptest::prelude::*;
use trees::{Tree, trees};

/// Games cooled by the definition: G cooled by t is {G^L cooled by t, less t | G^R cooled by t, plus t}, until that is
/// a number or infinitesimally close to one; from then on it is that number.
struct Freezer<'a> {
    forms: &'a mut Forms,
    frozen: HashMap<Form, (Dyadic, Dyadic)>,
}

/// Fine enough for the temperatures of games as small as these.
const STEP: u32 = 6;

fn temperatures() -> impl Iterator<Item = Dyadic> {
    (0..).map(|n| Dyadic::new(n, STEP))
}

impl Freezer<'_> {
    /// The options cooled and taxed.
    fn taxed(&mut self, form: Form, t: Dyadic) -> Form {
        let [left, right] = [(Player::Left, -t), (Player::Right, t)].map(|(player, tax)| {
            let tax = self.forms.number(tax);
            let options = self.forms.options(form, player);
            let cooled = options.into_iter().map(|option| {
                let cooled = self.cooled(option, t);
                self.forms.add(cooled, tax).unwrap()
            });
            cooled.collect::<Vec<Form>>()
        });
        self.forms.game(left, right).unwrap()
    }

    /// The temperature at which a game that is no number freezes, and the number it becomes.
    fn freezing(&mut self, form: Form) -> (Dyadic, Dyadic) {
        if let Some(&known) = self.frozen.get(&form) {
            return known;
        }
        let found = temperatures().find_map(|t| {
            let taxed = self.taxed(form, t);
            let stop = self.forms.left_stop(taxed);
            (stop == self.forms.right_stop(taxed)).then_some((t, stop))
        });
        let found = found.expect("every game freezes");
        self.frozen.insert(form, found);
        found
    }

    fn cooled(&mut self, form: Form, t: Dyadic) -> Form {
        if self.forms.as_number(form).is_some() {
            return form;
        }
        match self.freezing(form) {
            (temperature, mean) if t >= temperature => self.forms.number(mean),
            _ => self.taxed(form, t),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Mean, temperature and walls.
    #[test]
    fn cooling(tree in trees()) {
        let mut valuer = Valuer::new();
        let form = valuer.form(&tree).unwrap();
        let graph = valuer.forms.thermograph(form);
        match valuer.forms.as_number(form) {
            Some(number) => {
                prop_assert_eq!(graph.mean(), number);
                prop_assert!(graph.is_number());
            }
            None => {
                let mut freezer = Freezer { forms: &mut valuer.forms, frozen: HashMap::new() };
                let frozen = freezer.freezing(form);
                prop_assert_eq!((graph.temperature(), graph.mean()), frozen);
                for t in temperatures().step_by(16).take(12) {
                    let cooled = freezer.cooled(form, t);
                    prop_assert_eq!(graph.wall(Player::Left).at(t), freezer.forms.left_stop(cooled));
                    prop_assert_eq!(graph.wall(Player::Right).at(t), freezer.forms.right_stop(cooled));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// However often a game is added to itself, it stays within its temperature of its mean.
    #[test]
    fn means_of_multiples(tree in trees()) {
        let mut valuer = Valuer::new();
        let form = valuer.form(&tree).unwrap();
        let graph = valuer.forms.thermograph(form);
        let forms = &mut valuer.forms;
        let mut sum = forms.integer(0);
        let mut means = Dyadic::ZERO;
        for _ in 0..4 {
            sum = forms.add(sum, form).unwrap();
            means = means + graph.mean();
            let heat = graph.temperature().max(Dyadic::ZERO);
            prop_assert!(forms.left_stop(sum) >= means && forms.left_stop(sum) - means <= heat);
            prop_assert!(forms.right_stop(sum) <= means && means - forms.right_stop(sum) <= heat);
        }
        prop_assert_eq!(forms.thermograph(sum).mean(), means);
    }

    /// The same from options alone, and with the roles exchanged; an integer moves it.
    #[test]
    fn ways_to_a_thermograph(tree in trees(), n in -3..=3i64) {
        let mut valuer = Valuer::new();
        let form = valuer.form(&tree).unwrap();
        let graph = valuer.forms.thermograph(form);
        prop_assert_eq!(&Thermographer::new().thermograph(&tree).unwrap(), &graph);
        let negated = Thermographer::new().thermograph(&tree.negative()).unwrap();
        prop_assert_eq!(&negated, &graph.negated());
        let integer = valuer.forms.integer(n);
        let moved = valuer.forms.add(form, integer).unwrap();
        prop_assert_eq!(&valuer.forms.thermograph(moved), &graph.plus_integer(n));
        prop_assert_eq!(graph.outcome(), valuer.forms.outcome(form));
    }

    /// What thermographs say of values is true, of sums as well.
    #[test]
    fn bounds(a in trees(), b in trees()) {
        let mut valuer = Valuer::new();
        let [x, y] = [&a, &b].map(|tree: &Tree| valuer.form(tree).unwrap());
        let forms = &mut valuer.forms;
        let sum = forms.add(x, y).unwrap();
        let total = forms.bounds(x) + forms.bounds(y);
        for (form, bounds) in [(x, forms.bounds(x)), (y, forms.bounds(y)), (sum, total)] {
            prop_assert!(is_above(forms, form, bounds.lower));
            let negative = forms.negative(form);
            prop_assert!(is_above(forms, negative, (-bounds).lower));
            for first in Player::BOTH {
                let winner = bounds.winner(first);
                prop_assert!(winner.is_none_or(|it| it == forms.outcome(form).winner(first)));
            }
        }
    }
}

/// Is a form above a lower bound?
fn is_above(forms: &mut Forms, form: Form, bound: Bound) -> bool {
    // No game of a few moves lies this close to a number that it is not infinitesimally close to.
    let nearly = Dyadic::new(1, 20);
    let number = match bound.kind {
        BoundKind::Relaxed => bound.number - nearly,
        _ => bound.number,
    };
    let number = forms.number(number);
    forms.le(number, form) && (bound.kind == BoundKind::Plain || number != form)
}
