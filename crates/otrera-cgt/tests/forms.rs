//! Canonical forms, their order and their sums against plain play of random games.

mod trees;

use otrera_cgt::{Forms, Outcome, Player, Sum, SumSearch, Term, Valuer};
use proptest::prelude::*;
use trees::{Play, Tree, trees};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// G − G is zero: to play, and as forms.
    #[test]
    fn a_game_and_its_negative(tree in trees()) {
        let negative = tree.negative();
        prop_assert_eq!(Play::default().outcome(&[tree.clone(), negative.clone()]), Outcome::Previous);
        let mut valuer = Valuer::new();
        let [form, of_negative] = [&tree, &negative].map(|tree| valuer.form(tree).unwrap());
        let forms = &mut valuer.forms;
        prop_assert_eq!(forms.negative(form), of_negative);
        let zero = forms.integer(0);
        prop_assert_eq!(forms.add(form, of_negative).unwrap(), zero);
    }

    /// The order of forms is the order of games, and equal games have one form.
    #[test]
    fn order(a in trees(), b in trees()) {
        let mut play = Play::default();
        let mut valuer = Valuer::new();
        let [form, other] = [&a, &b].map(|tree| valuer.form(tree).unwrap());
        let forms = &mut valuer.forms;
        let expected = [
            play.at_most(std::slice::from_ref(&a), std::slice::from_ref(&b)),
            play.at_least(std::slice::from_ref(&a), std::slice::from_ref(&b)),
        ];
        prop_assert_eq!([forms.le(form, other), forms.le(other, form)], expected);
        prop_assert_eq!(form == other, expected == [true; 2]);
        prop_assert_eq!(forms.outcome(form), play.outcome(std::slice::from_ref(&a)));
        prop_assert!(forms.birthday(form) <= a.depth());
    }

    /// An option that is no better for its owner than what he has changes nothing ("gift horses"), whatever
    /// it is; others do.
    #[test]
    fn gift_horses(tree in trees(), gift in trees()) {
        let mut play = Play::default();
        let richer = Tree { left: [&tree.left[..], std::slice::from_ref(&gift)].concat(), ..tree.clone() };
        let changes = play.at_least(&[gift], std::slice::from_ref(&tree));
        let mut valuer = Valuer::new();
        let [form, other] = [&tree, &richer].map(|tree| valuer.form(tree).unwrap());
        prop_assert_eq!(form != other, changes);
    }

    /// Sums commute and associate, and are what is played.
    #[test]
    fn sums(a in trees(), b in trees(), c in trees()) {
        let mut valuer = Valuer::new();
        let [x, y, z] = [&a, &b, &c].map(|tree| valuer.form(tree).unwrap());
        let games = [a.clone(), b.clone(), c.clone()];
        let whole = valuer.sum(&games.iter().cloned().collect()).unwrap();
        let forms = &mut valuer.forms;
        let xy = forms.add(x, y).unwrap();
        let yz = forms.add(y, z).unwrap();
        prop_assert_eq!(forms.add(y, x).unwrap(), xy);
        prop_assert_eq!(forms.add(xy, z).unwrap(), whole);
        prop_assert_eq!(forms.add(x, yz).unwrap(), whole);
        let played = Play::default().outcome(&games);
        prop_assert_eq!(forms.outcome(whole), played);
        prop_assert_eq!(SumSearch::new().outcome(forms, &[x, y, z]).unwrap(), played);
        // The last game with its roles exchanged.
        let terms = [(a, false), (b, false), (c, true)];
        let terms = terms.map(|(game, negated)| Term { game, negated });
        let minus = valuer.forms.negative(z);
        let expected = valuer.forms.add(xy, minus).unwrap();
        prop_assert_eq!(valuer.sum(&Sum::new(0.into(), terms)).unwrap(), expected);
    }

    /// A form made anew from its own options is the same, in another keeper too, and reads the same.
    #[test]
    fn forms_are_canonical(tree in trees()) {
        let mut valuer = Valuer::new();
        let form = valuer.form(&tree).unwrap();
        let mut other = Forms::new();
        let again = remade(&mut valuer.forms, &mut other, form);
        prop_assert_eq!(other.text(again), valuer.forms.text(form));
        prop_assert_eq!(other.birthday(again), valuer.forms.birthday(form));
    }
}

fn remade(from: &mut Forms, to: &mut Forms, form: otrera_cgt::Form) -> otrera_cgt::Form {
    let [left, right] = Player::BOTH.map(|player| {
        let options = from.options(form, player);
        options.into_iter().rev().map(|option| remade(from, to, option)).collect()
    });
    to.game(left, right).unwrap()
}
