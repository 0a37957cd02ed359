//! The calculator: what it reads and writes, textbook identities, and random sums against plain play.

mod trees;

use otrera_cgt::expression::{
    EvaluationError, Expression, Function, Place, Relation, Sign, Statement, StatementAnswer,
};
use otrera_cgt::{Dyadic, Exhausted, Forms, Limit, Outcome, Small, Valuer};
use proptest::prelude::*;
use trees::{Play, Tree, trees};

/// Every row of the file holds.
#[test]
fn textbook_identities() {
    let rows = include_str!("data/identities.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [statement, expected, source]: [&str; 3] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let parsed: Statement = statement.parse().unwrap_or_else(|e| panic!("{statement}: {e}"));
        let answer = parsed.evaluate(&mut Forms::new()).unwrap();
        let StatementAnswer::Comparison(holds, relation) = answer else { panic!("{statement}") };
        let found = relation.sign();
        assert_eq!(holds.to_string(), expected, "{statement} ({source}): it is {found}");
        count += 1;
    }
    assert!(count >= 200, "{count} identities");
}

/// Any tree that can be written.
fn expressions() -> impl Strategy<Value = Expression> {
    let number = (-40i64..40, 0u32..4).prop_map(|(n, exponent)| Dyadic::new(n, exponent));
    let small = (-3i64..4, 0u32..5).prop_map(|(ups, nimber)| Small { ups, nimber });
    let zero = Just(Dyadic::ZERO);
    let value = prop_oneof![
        number.clone().prop_map(|number| (number, Small::default())),
        (prop_oneof![number, zero], small),
    ];
    let place = Place(0);
    let end = prop_oneof![
        4 => value.prop_map(|(number, small)| Expression::Value { number, small }),
        1 => "[bwx./ 0-9]{0,8}".prop_map(move |text| Expression::Quoted { text, place }),
        1 => Just(Expression::Quoted { text: "a \"quoted\" name".to_owned(), place }),
    ];
    end.prop_recursive(4, 24, 3, move |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let list = prop::collection::vec(inner.clone(), 0..3);
        let sign = prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
        let rest = prop::collection::vec((sign, inner.clone()), 1..3);
        let function = prop::sample::select(Function::ALL.to_vec());
        prop_oneof![
            (list.clone(), list).prop_map(|(left, right)| Expression::Braces(left, right)),
            boxed.clone().prop_map(Expression::Negative),
            boxed.clone().prop_map(Expression::PlusMinus),
            (boxed.clone(), rest).prop_map(|(first, rest)| Expression::Sum(first, rest)),
            (-20i64..20, boxed.clone()).prop_map(|(n, of)| Expression::Multiple(n, of)),
            (function, boxed.clone(), boxed).prop_map(move |(function, of, by)| {
                let by = function.takes_number().then_some(by);
                Expression::Call { function, of, by, place }
            }),
        ]
    })
}

fn statements() -> impl Strategy<Value = Statement> {
    let relation = prop::sample::select(Relation::ALL.to_vec());
    prop_oneof![
        expressions().prop_map(Statement::Game),
        expressions().prop_map(Statement::Stops),
        (expressions(), relation, expressions())
            .prop_map(|(left, relation, right)| Statement::Comparison { left, relation, right }),
    ]
}

/// A sum as text, and as trees to be played.
#[derive(Clone, Debug)]
struct Made {
    text: String,
    trees: Vec<Tree>,
}

fn number_tree(number: Dyadic) -> Tree {
    match number.to_integer() {
        Some(integer) => Tree::integer(integer as i32),
        None => {
            let unit = Dyadic::new(1, number.exponent());
            Tree::new(&[number_tree(number - unit)], &[number_tree(number + unit)])
        }
    }
}

fn nimber_tree(nimber: u32) -> Tree {
    let below: Vec<Tree> = (0..nimber).map(nimber_tree).collect();
    Tree::new(&below, &below)
}

fn up_tree() -> Tree {
    Tree::new(&[Tree::default()], &[Tree::star()])
}

/// A tree in braces.
fn braces(tree: &Tree) -> String {
    let list = |trees: &[Tree]| trees.iter().map(braces).collect::<Vec<_>>().join(",");
    format!("{{{}|{}}}", list(&tree.left), list(&tree.right))
}

fn one(text: impl Into<String>, tree: Tree) -> Made {
    Made { text: text.into(), trees: vec![tree] }
}

/// Terms of all kinds.
fn terms() -> impl Strategy<Value = Made> {
    let zero = Tree::default;
    prop_oneof![
        2 => (-5i64..6, 0u32..3).prop_map(|(n, exponent)| {
            let number = Dyadic::new(n, exponent);
            one(format!("({number})"), number_tree(number))
        }),
        1 => (1u32..4).prop_map(|n| one(format!("*{n}"), nimber_tree(n))),
        1 => (1usize..4).prop_map(|n| Made { text: format!("^{n}"), trees: vec![up_tree(); n] }),
        1 => (1usize..3).prop_map(|n| {
            let trees = vec![up_tree().negative(); n];
            Made { text: format!("v{n}*"), trees: [trees, vec![Tree::star()]].concat() }
        }),
        2 => (-3i32..4, 1i32..5).prop_map(|(low, gap)| {
            let ends = [low + gap, low].map(Tree::integer);
            one(format!("{{{}|{low}}}", low + gap), Tree::new(&ends[..1], &ends[1..]))
        }),
        1 => (0i32..3).prop_map(|n| {
            let [high, low] = [n, -n].map(Tree::integer);
            one(format!("±{n}"), Tree::new(&[high], &[low]))
        }),
        1 => (0i32..3).prop_map(move |n| {
            let threat = Tree::new(&[zero()], &[Tree::integer(-n)]);
            one(format!("tiny {n}"), Tree::new(&[zero()], &[threat]))
        }),
        3 => trees().prop_map(|tree| one(braces(&tree), tree)),
    ]
}

/// Sums of up to so many terms, some of them taken away or there twice.
fn sums(most: usize) -> impl Strategy<Value = Made> {
    let one = (terms(), any::<bool>(), 1i64..3);
    prop::collection::vec(one, 1..=most).prop_map(|terms| {
        let mut sum = Made { text: "0".to_owned(), trees: Vec::new() };
        for (term, negated, times) in terms {
            let sign = if negated { '-' } else { '+' };
            sum.text += &format!(" {sign} {times} * {}", term.text);
            for tree in term.trees {
                let tree = if negated { tree.negative() } else { tree };
                sum.trees.extend((0..times).map(|_| tree.clone()));
            }
        }
        sum
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// What is written reads back as the same tree, and is written the same again.
    #[test]
    fn round_trip(statement in statements()) {
        let text = statement.to_string();
        let again: Statement = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
        prop_assert_eq!(&again, &statement, "{}", text);
        prop_assert_eq!(again.to_string(), text);
    }

    /// The text of a canonical form, in names or in braces alone, reads back as that form.
    #[test]
    fn canonical_forms_read_back(tree in trees(), shift in -9i64..9, ups in -3i64..4, nimber in 0u32..4) {
        let mut valuer = Valuer::new();
        let form = valuer.form(&tree).unwrap();
        let forms = &mut valuer.forms;
        let small = forms.ups_and_nimber(ups, nimber).unwrap();
        let number = forms.number(Dyadic::new(shift, 2));
        let small = forms.add(small, number).unwrap();
        let both = forms.add(form, small).unwrap();
        for form in [form, small, both] {
            for text in [forms.text(form), forms.plain_text(form)] {
                let read: Expression = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
                prop_assert_eq!(read.evaluate(forms).unwrap(), form, "{}", text);
            }
        }
    }

    /// Nothing that is typed makes the reader panic.
    #[test]
    fn garbage(text in "[0-9 *^v+±{}|,()<>=\"'/_a-z-]{0,30}", any in ".{0,20}") {
        for text in [text, any] {
            if let Ok(statement) = text.parse::<Statement>() {
                prop_assert_eq!(statement.to_string().parse::<Statement>().unwrap(), statement);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Random sums compare as plain play says: nothing but moves of the trees.
    #[test]
    fn sums_by_plain_play(a in sums(3), b in sums(2)) {
        let mut play = Play::default();
        let difference: Vec<Tree> =
            a.trees.iter().cloned().chain(b.trees.iter().map(Tree::negative)).collect();
        let played = play.outcome(&difference);
        let mut forms = Forms::new();
        for relation in Relation::ALL {
            let text = format!("{} {} {}", a.text, relation.sign(), b.text);
            let statement: Statement = text.parse().unwrap();
            let expected = StatementAnswer::Comparison(relation.holds(played), Relation::of(played));
            prop_assert_eq!(statement.evaluate(&mut forms).unwrap(), expected, "{}", text);
        }
        let sum: Expression = a.text.parse().unwrap();
        let form = sum.evaluate(&mut forms).unwrap();
        prop_assert_eq!(forms.outcome(form), play.outcome(&a.trees));
    }
}

/// Ups and nimbers are made, named and added by rule; here they are added move by move.
#[test]
fn ups_and_nimbers_by_play() {
    let mut play = Play::default();
    let mut forms = Forms::new();
    for ups in -4i64..=4 {
        for nimber in 0..=4 {
            let arrow = if ups < 0 { up_tree().negative() } else { up_tree() };
            let mut sum = vec![arrow; ups.unsigned_abs() as usize];
            sum.push(nimber_tree(nimber));
            let form = forms.ups_and_nimber(ups, nimber).unwrap();
            let mut as_tree = Valuer::new();
            let written: Expression = forms.plain_text(form).parse().unwrap();
            let made = tree_of(&written);
            assert!(play.at_least(&sum, std::slice::from_ref(&made)), "{ups} {nimber}");
            assert!(play.at_most(&sum, std::slice::from_ref(&made)), "{ups} {nimber}");
            assert_eq!(forms.small(form), Some(Small { ups, nimber }));
            // From nothing but its options it is the same.
            let again = as_tree.form(&made).unwrap();
            assert_eq!(as_tree.forms.small(again), Some(Small { ups, nimber }));
        }
    }
}

fn tree_of(expression: &Expression) -> Tree {
    match expression {
        Expression::Value { number, .. } => number_tree(*number),
        Expression::Braces(left, right) => {
            let [left, right] = [left, right].map(|side| side.iter().map(tree_of).collect());
            Tree { left, right }
        }
        other => panic!("{other}"),
    }
}

/// Atomic weights are what they are said to be: G ≥ n·↑ + a remote star for weights of n + 2 and more, and
/// so on, by comparison.
#[test]
fn atomic_weights_compare_with_ups() {
    let mut forms = Forms::new();
    let texts = ["{^3|v}", "{^|*}", "{0,*|v2,*2}", "{^4|{^|v5}}", "{*2|v*}", "{^2,*2|v3*}"];
    for text in texts {
        let game: Expression = text.parse().unwrap();
        let game = game.evaluate(&mut forms).unwrap();
        let weight = forms.atomic_weight(game).unwrap().unwrap();
        let (floor, ceiling) = forms.integer_bounds(weight);
        // Two ups ahead are enough against any star.
        let above = forms.ups_and_nimber(ceiling + 2, 16).unwrap();
        let below = forms.ups_and_nimber(floor - 2, 16).unwrap();
        assert!(forms.le(game, above) && forms.le(below, game), "{text}");
    }
}

#[test]
fn spellings() {
    let same = [
        ("↑ + ↓", "^ + v"),
        ("⇑*", "^2*"),
        ("^^^", "^3"),
        ("vv*2", "v2*2"),
        ("3·↑", "3 * ^"),
        ("3×{1|0}", "3 * {1|0}"),
        ("3*{1|0}", "3 * {1|0}"),
        ("3*^", "3 * ^"),
        ("3*2", "3*2"),
        ("3∗", "3*"),
        ("±1 − 2", "±1 - 2"),
        ("+-1", "±1"),
        ("1±3/2", "1 ± 3/2"),
        ("+_2", "tiny(2)"),
        ("-_(1 + 1)", "miny(1 + 1)"),
        ("tiny 2 + 1", "tiny(2) + 1"),
        ("20 1/2", "41/2"),
        ("-20 1/2^", "-41/2^"),
        ("{1||2|3}", "{1|{2|3}}"),
        ("{1|2||3}", "{{1|2}|3}"),
        ("{1,2|||3||4|5,6}", "{1,2|{3|{4|5,6}}}"),
        ("{ | }", "{|}"),
        ("cool 1/2 {3|1}", "cool({3|1}, 1/2)"),
        ("cool(1) {3|1}", "cool({3|1}, 1)"),
        ("cool ( {3|1} , 1 )", "cool({3|1}, 1)"),
        ("stops \"b.w\"", "stops(\"b.w\")"),
        ("1 ≤ 2", "1 <= 2"),
        ("1 = 1", "1 == 1"),
        ("* ∥ 0", "* || 0"),
        ("2 - 1*", "2 - (1*)"),
        ("--^", "--^"),
        ("- -1", "--1"),
        ("-(1)", "-(1)"),
    ];
    for (text, written) in same {
        let statement: Statement = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(statement.to_string(), written, "{text}");
    }
}

/// A wrong text is refused at the place, in particular where two readings are possible.
#[test]
fn errors() {
    let rows = [
        ("", 1, "found the end of the expression; expected a game"),
        ("3 *2", 3, "expected blanks around it"),
        ("3 ^", 3, "expected `*` before it"),
        ("3*-1", 2, "expected blanks that tell"),
        ("2 - 1^", 5, "expected parentheses around it, `(1^)`"),
        ("±1*", 2, "expected parentheses around it"),
        ("3 *", 4, "found the end of the expression; expected a game"),
        ("1/2 * ^", 1, "expected a whole number before `*`"),
        ("1 +-2", 3, "expected blanks that tell signs apart"),
        ("1/3", 1, "found `1/3`; expected a number whose denominator is a power of two"),
        ("99999999999", 1, "expected a number up to 16777216"),
        ("1 3/2", 1, "expected a fraction below 1"),
        ("*501", 2, "expected a nimber up to *500"),
        ("^999", 1, "expected at most 998 arrows"),
        ("^^2", 1, "expected arrows, or one arrow and their number"),
        ("{1}", 1, "found `{1}`; expected options of both players"),
        ("{1|2|3}", 5, "expected one bar that is longer than all others"),
        ("{1|2", 5, "expected `+`, `-`, `,`, `|` or `}`"),
        ("{1 2|3}", 4, "expected `+`, `-`, `,` or `|`"),
        ("(1", 3, "expected `+`, `-` or `)`"),
        ("1)", 2, "expected `+`, `-`, a comparison, or the end"),
        ("\"b.w", 1, "expected another `\"` that closes this one"),
        ("b.w", 1, "found `b`; expected a function (tiny, miny,"),
        ("warm 2", 1, "found `warm`; expected a function"),
        ("1 < 2 < 3", 7, "expected `+`, `-`, or the end: one comparison at a time"),
        ("(1 < 2)", 4, "expected `+`, `-` or `)`"),
        ("0.5", 1, "found `0.5`; expected a fraction, as in `1/2`"),
        ("1 +\n{2|?}", 4, "found `?`"),
    ];
    for (text, column, message) in rows {
        let error = text.parse::<Statement>().unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    let error = "1 +\n{2|?}".parse::<Statement>().unwrap_err();
    assert_eq!((error.line, error.excerpt("1 +\n{2|?}").as_str()), (2, "  {2|?}\n     ^"));
}

/// What a function cannot be applied to.
#[test]
fn unfit_arguments() {
    let text = "1 + atomic {1|-1}";
    let error = text.parse::<Expression>().unwrap().evaluate(&mut Forms::new()).unwrap_err();
    let placed = error.in_text(text).unwrap();
    assert_eq!(placed.column, 5);
    assert!(placed.to_string().contains("found `±1`; expected an all-small game"), "{placed}");
    let error = "cool(*, -1)".parse::<Expression>().unwrap().evaluate(&mut Forms::new());
    assert!(matches!(error, Err(EvaluationError::Unfit { .. })));
    let error = "1 + \"b.w\"".parse::<Expression>().unwrap().evaluate(&mut Forms::new());
    assert!(matches!(error, Err(EvaluationError::Term { place: Place(5), .. })));
}

/// Hostile expressions end in an error or in a value, not in a panic or without stack.
#[test]
fn hostile_expressions() {
    let deep = |open: &str, end: &str, close: &str, n| open.repeat(n) + end + &close.repeat(n);
    for text in [
        deep("{", "1", "|}", 100_000),
        deep("(", "1", ")", 100_000),
        "-".repeat(100_000) + "^",
        "±".repeat(100_000) + "1",
        "tiny ".repeat(100_000) + "1",
        "2 * ".repeat(100_000) + "^",
        "{".repeat(100_000),
        "|".repeat(100_000),
    ] {
        assert!(text.parse::<Statement>().is_err());
    }
    let sum = "1".to_owned() + &" + 1".repeat(100_000);
    let form = sum.parse::<Expression>().unwrap().evaluate(&mut Forms::new());
    assert!(form.is_ok());
    let too_large = Err(EvaluationError::Exhausted(Exhausted::Size));
    for text in [
        deep("{0|", "1", "}", 200),
        "16777216 * 16777216".to_owned(),
        "100 * ".repeat(40) + "1",
        "1000000 * ^".to_owned(),
        "16777216 * {16777216|{3|^}}".to_owned(),
        // Each mean is the mean of the last one and an integer: ever finer.
        "{".repeat(60) + "0" + &(0..60).map(|n| format!("|-{n}00}}")).collect::<String>(),
        "1/1073741824 + {3|1/1073741824}".to_owned(),
    ] {
        let found = text.parse::<Expression>().unwrap().evaluate(&mut Forms::new());
        assert_eq!(found, too_large, "{text}");
    }
    // Nothing but time and memory limits this one.
    let text = "1000 * {{9|5||3},{7|6||1}|-4,{1|-7||-30}} + 999 * {5,{8|4||2}|-3,{^|-9||-22}}";
    let mut forms = Forms::new();
    forms.set_limit(Limit { bytes: Some(8 << 20), ..Limit::default() });
    let found = text.parse::<Expression>().unwrap().evaluate(&mut forms);
    assert!(matches!(found, Err(EvaluationError::Exhausted(_))), "{found:?}");
    // As deep as forms get.
    let deep: Statement = "490 * tiny 1 < ^".parse().unwrap();
    let answer = deep.evaluate(&mut Forms::new()).unwrap();
    assert_eq!(answer, StatementAnswer::Comparison(true, Relation::Less));
    let outcomes = [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];
    for outcome in outcomes {
        assert!(Relation::of(outcome).holds(outcome));
    }
}
