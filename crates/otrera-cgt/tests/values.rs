//! Values from papers and textbooks, and by hand.

#[path = "../examples/games/domineering.rs"]
mod domineering;
#[path = "../examples/games/toads_and_frogs.rs"]
mod toads_and_frogs;

use domineering::Domineering;
use otrera_cgt::{
    Bound, Bounds, Class, Dyadic, Form, Forms, Game, Outcome, Player, Sign, Thermograph,
    Thermographer, Valuer,
};
use toads_and_frogs::Strip;

fn game(forms: &mut Forms, left: &[Form], right: &[Form]) -> Form {
    forms.game(left.to_vec(), right.to_vec()).unwrap()
}

/// {a|b} for integers.
fn pair(forms: &mut Forms, a: i64, b: i64) -> Form {
    let (a, b) = (forms.integer(a), forms.integer(b));
    game(forms, &[a], &[b])
}

fn plain(number: i64) -> Bound {
    Bound::plain(number)
}

fn tightened(number: i64) -> Bound {
    Bound::tightened(number)
}

fn relaxed(number: i64) -> Bound {
    Bound::relaxed(number)
}

fn value<G: Game>(position: &G) -> String {
    let mut valuer = Valuer::new();
    let form = valuer.form(position).unwrap();
    let direct = Thermographer::new().thermograph(position).unwrap();
    assert_eq!(direct, valuer.forms.thermograph(form), "walls from options and from the form");
    valuer.forms.text(form)
}

/// Song and Müller's examples of games that are numbers, zugzwangs among them.
#[test]
fn numbers_of_the_paper() {
    let forms = &mut Forms::new();
    let four = pair(forms, 3, 6);
    assert_eq!(forms.text(four), "4");
    let zero = pair(forms, -4, 3);
    assert_eq!(forms.text(zero), "0");
    let (left, right) = (pair(forms, 0, -2), pair(forms, 2, 0));
    let zero = game(forms, &[left], &[right]);
    assert_eq!(forms.text(zero), "0");
}

#[test]
fn names() {
    let forms = &mut Forms::new();
    let zero = forms.integer(0);
    let star = game(forms, &[zero], &[zero]);
    let up = game(forms, &[zero], &[star]);
    let star2 = game(forms, &[zero, star], &[star, zero]);
    let one = forms.integer(1);
    let half = game(forms, &[zero], &[one]);
    let switch = pair(forms, 3, -3);
    let warm = pair(forms, 3, 0);
    let sum = |forms: &mut Forms, a, b| forms.add(a, b).unwrap();
    let texts = [
        (star, "*"),
        (up, "^"),
        (forms.negative(up), "v"),
        (star2, "*2"),
        (half, "1/2"),
        (sum(forms, up, star), "^*"),
        (sum(forms, up, up), "^2"),
        (sum(forms, half, star), "1/2*"),
        (switch, "±3"),
        (warm, "3/2±3/2"),
    ];
    for (form, text) in texts {
        assert_eq!(forms.text(form), text);
    }
    let two = forms.integer(2);
    let two_up_star = sum(forms, two, texts[5].0);
    assert_eq!(forms.text(two_up_star), "2^*");
    assert_eq!(forms.plain_text(star2), "{0,{0|0}|0,{0|0}}");
    // Tiny two has no name of its own: {0||0|-2}.
    let threat = pair(forms, 0, -2);
    let tiny = game(forms, &[zero], &[threat]);
    assert_eq!(forms.text(tiny), "{0|-1±1}");
    // Written out, {0|{0|-2}} has two pairs of braces and three numbers.
    assert_eq!(forms.written_size(tiny), 5);
    assert_eq!(forms.short_text(tiny, 5), "{0|-1±1}");
    assert_eq!(forms.short_text(tiny, 4), "{0|…}");
    assert_eq!(forms.short_text(tiny, 1), "…");
}

/// Identities of the theory.
#[test]
fn identities() {
    let forms = &mut Forms::new();
    let zero = forms.integer(0);
    let star = game(forms, &[zero], &[zero]);
    let up = game(forms, &[zero], &[star]);
    assert_eq!(forms.add(star, star).unwrap(), zero);
    let up_star = forms.add(up, star).unwrap();
    // ^* = {0,*|0}, and it is fuzzy; ^^* = {0|^} is positive.
    assert_eq!(up_star, game(forms, &[zero, star], &[zero]));
    assert_eq!(forms.outcome(up_star), Outcome::Next);
    let double = forms.add(up, up_star).unwrap();
    assert_eq!(double, game(forms, &[zero], &[up]));
    assert_eq!(forms.outcome(double), Outcome::Left);
    // {1|1} = 1*, and 1* + * = 1.
    let one = forms.integer(1);
    let one_star = game(forms, &[one], &[one]);
    assert_eq!(forms.add(one_star, star).unwrap(), one);
    assert_eq!([star, up, double].map(|form| forms.birthday(form)), [1, 2, 3]);
    let half = game(forms, &[zero], &[one]);
    assert_eq!([one, half].map(|form| forms.birthday(form)), [1, 2]);
}

/// Fig. 5: the walls of the four kinds of infinitesimals below t = 0, and their bounds.
#[test]
fn infinitesimals_of_figure_5() {
    let forms = &mut Forms::new();
    let zero = forms.integer(0);
    let star = game(forms, &[zero], &[zero]);
    let up = game(forms, &[zero], &[star]);
    let down = forms.negative(up);
    let rows = [
        (zero, "0", "0", Class::Number, "[0, 0]"),
        (up, "1", "0", Class::Infinitesimal(Sign::Positive), "(0, 0+e"),
        (down, "0", "-1", Class::Infinitesimal(Sign::Negative), "0-e, 0)"),
        (star, "1", "-1", Class::Infinitesimal(Sign::Fuzzy), "0-e, 0+e"),
    ];
    for (form, left, right, class, bounds) in rows {
        let graph = forms.thermograph(form);
        let foot = |player| graph.wall(player).at(Dyadic::MINUS_ONE).to_string();
        assert_eq!([foot(Player::Left), foot(Player::Right)], [left, right]);
        assert_eq!([graph.left_stop(), graph.right_stop(), graph.mean()], [Dyadic::ZERO; 3]);
        assert_eq!(graph.class(), class);
        assert_eq!(forms.bounds(form).to_string(), bounds);
    }
}

/// II-D: sums of bounds as the paper writes them.
#[test]
fn sums_of_bounds() {
    let bounds = Bounds::new;
    let rows = [
        (bounds(plain(1), relaxed(2)), bounds(relaxed(1), plain(3)), "2-e, 5+e"),
        (bounds(tightened(1), tightened(2)), bounds(relaxed(1), relaxed(3)), "2-e, 5+e"),
        (bounds(plain(1), plain(2)), bounds(tightened(1), plain(3)), "(2, 5]"),
        (bounds(tightened(1), tightened(2)), bounds(relaxed(1), plain(3)), "2-e, 5)"),
        (bounds(plain(1), plain(2)), bounds(plain(1), plain(3)), "[2, 5]"),
    ];
    for (a, b, sum) in rows {
        assert_eq!((a + b).to_string(), sum);
        assert_eq!((b + a).to_string(), sum);
    }
    let fraction = bounds(Bound::plain(Dyadic::new(-3, 1)), Bound::plain(Dyadic::new(5, 4)));
    assert_eq!(fraction.to_string(), "[-3/2, 5/16]");
    assert_eq!((-fraction).to_string(), "[-5/16, 3/2]");
}

/// II-D: the winner from bounds, case by case.
#[test]
fn winners_from_bounds() {
    let winners = |lower: Bound, upper: Bound| {
        let bounds = Bounds::new(lower, upper);
        [Player::Left, Player::Right].map(|first| match bounds.winner(first) {
            Some(Player::Left) => 'L',
            Some(Player::Right) => 'R',
            None => '?',
        })
    };
    assert_eq!(winners(plain(1), plain(2)), ['L', 'L']);
    assert_eq!(winners(relaxed(1), relaxed(3)), ['L', 'L']);
    assert_eq!(winners(tightened(0), relaxed(0)), ['L', 'L']);
    assert_eq!(winners(plain(0), plain(2)), ['?', 'L']);
    assert_eq!(winners(relaxed(0), plain(2)), ['?', '?']);
    assert_eq!(winners(plain(-3), plain(-1)), ['R', 'R']);
    assert_eq!(winners(relaxed(-2), tightened(0)), ['R', 'R']);
    assert_eq!(winners(plain(-2), plain(0)), ['R', '?']);
    assert_eq!(winners(plain(-2), relaxed(0)), ['?', '?']);
    assert_eq!(winners(plain(0), plain(0)), ['R', 'L']);
}

/// Fig. 4: left stop 2 with a leaning wall, right stop 1 with a vertical one. {2||1|-9} is
/// such a game: Right's move is a threat that Left answers, so Left has the last word.
#[test]
fn bounds_of_a_hot_game() {
    let forms = &mut Forms::new();
    let two = forms.integer(2);
    let threat = pair(forms, 1, -9);
    let hot = game(forms, &[two], &[threat]);
    let graph = forms.thermograph(hot);
    assert_eq!([graph.left_stop(), graph.right_stop()], [2.into(), 1.into()]);
    assert_eq!(Bounds::from_thermograph(&graph).to_string(), "[1, 2+e");
    assert_eq!(graph.class(), Class::Hot);
}

/// A number plus an infinitesimal is judged by the infinitesimal, fractions included.
#[test]
fn numbers_plus_infinitesimals() {
    let forms = &mut Forms::new();
    let zero = forms.integer(0);
    let star = game(forms, &[zero], &[zero]);
    let up = game(forms, &[zero], &[star]);
    let shift = forms.number(Dyadic::new(5, 3));
    let shifted = forms.add(up, shift).unwrap();
    let graph = forms.thermograph(shifted);
    assert_eq!(graph.class(), Class::Infinitesimal(Sign::Positive));
    assert_eq!(Bounds::from_thermograph(&graph).to_string(), "(5/8, 5/8+e");
    assert_eq!(forms.text(shifted), "5/8^");
}

#[test]
fn thermographs_of_numbers() {
    for (number, temperature) in
        [((3, 0), (-1, 0)), ((1, 1), (-1, 1)), ((-5, 2), (-1, 2)), ((7, 3), (-1, 3))]
    {
        let number = Dyadic::new(number.0, number.1);
        let graph = Thermograph::of_number(number);
        assert_eq!(graph.mean(), number);
        assert_eq!(graph.temperature(), Dyadic::new(temperature.0, temperature.1));
        assert_eq!(graph.class(), Class::Number);
    }
}

/// Domineering, Left upright. The first rows by hand; 3×3 = ±1 as in Winning Ways.
#[test]
fn domineering_values() {
    let rectangle = |width, height| value(&Domineering::rectangle(width, height));
    assert_eq!([rectangle(1, 1), rectangle(1, 2), rectangle(2, 1)], ["0", "1", "-1"]);
    assert_eq!([rectangle(1, 4), rectangle(1, 5)], ["2", "2"]);
    assert_eq!(rectangle(2, 2), "±1");
    assert_eq!(value(&Domineering::drawn("#./##")), "*");
    assert_eq!(value(&Domineering::drawn("..#/###")), "-1/2");
    // Left: the middle column leaves 1 + 1; Right leaves -1/2.
    assert_eq!(rectangle(3, 2), "3/4±5/4");
    assert_eq!(rectangle(3, 3), "±1");
}

/// Toads and Frogs, by hand: `TT.F` is {1/2|0}.
#[test]
fn toads_and_frogs_values() {
    let strip = |text: &str| value(&Strip(text.into()));
    assert_eq!(["TF", "T.", ".F", "T.."].map(strip), ["0", "1", "-1", "2"]);
    assert_eq!(["T.F", "T.TF", "T.FT", "TTF."].map(strip), ["*", "1/2", "*", "0"]);
    assert_eq!(strip("TT.F"), "1/4±1/4");
}
