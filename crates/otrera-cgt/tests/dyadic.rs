//! Exact numbers against fractions of whole numbers.

use otrera_cgt::Dyadic;
use proptest::prelude::*;

fn numbers() -> impl Strategy<Value = Dyadic> {
    prop_oneof![(-40..=40i64, 0..=5u32), (any::<i32>().prop_map(i64::from), 0..=20u32),]
        .prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent))
}

/// The number times 2^24.
fn scaled(x: Dyadic) -> i128 {
    i128::from(x.numerator()) << (24 - x.exponent())
}

proptest! {
    #[test]
    fn arithmetic(a in numbers(), b in numbers()) {
        prop_assert_eq!(scaled(a + b), scaled(a) + scaled(b));
        prop_assert_eq!(scaled(a - b), scaled(a) - scaled(b));
        prop_assert_eq!(scaled(-a), -scaled(a));
        prop_assert_eq!(a.half() + a.half(), a);
        prop_assert_eq!(a.cmp(&b), scaled(a).cmp(&scaled(b)));
        prop_assert_eq!(a == b, scaled(a) == scaled(b));
        prop_assert_eq!(i128::from(a.floor()), scaled(a) >> 24);
        prop_assert_eq!(i128::from(a.ceil()), -(-scaled(a) >> 24));
        prop_assert_eq!(a.is_integer(), a.floor() == a.ceil());
        prop_assert!(a.exponent() == 0 || a.numerator() % 2 != 0, "in lowest terms");
        prop_assert_eq!(a.to_string().parse::<Dyadic>(), Ok(a));
    }

    /// The simplest number lies in the interval, and none that is simpler does.
    #[test]
    fn simplest(
        a in (-80..=80i64, 0..=4u32),
        b in (-80..=80i64, 0..=4u32),
        closed in any::<[bool; 2]>(),
    ) {
        let [a, b] = [a, b].map(|(numerator, exponent)| Dyadic::new(numerator, exponent));
        let (low, high) = (a.min(b), a.max(b));
        prop_assume!(low < high || closed == [true; 2]);
        let fits = |x: Dyadic| {
            (low < x || closed[0] && low == x) && (x < high || closed[1] && x == high)
        };
        let found = Dyadic::simplest_between(Some((low, closed[0])), Some((high, closed[1])));
        prop_assert!(fits(found));
        let exponent = found.exponent();
        match exponent {
            0 => {
                let nearer = -found.numerator().abs() + 1..found.numerator().abs();
                prop_assert!(!nearer.into_iter().any(|n| fits(n.into())));
            }
            _ => {
                let coarser = -80 << (exponent - 1)..=80i64 << (exponent - 1);
                prop_assert!(!coarser.into_iter().any(|n| fits(Dyadic::new(n, exponent - 1))));
            }
        }
    }
}
