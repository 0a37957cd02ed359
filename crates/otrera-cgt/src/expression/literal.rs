//! Reading numbers, ups and nimbers.

use super::error::ExpressionError;
use super::scanner::Scanner;
use crate::dyadic::Dyadic;
use crate::forms::{LARGEST_NIMBER, Small};

/// The largest whole number, the finest fraction, and the most ups.
const LARGEST_NUMBER: u64 = 1 << 24;
const LARGEST_DENOMINATOR: u64 = 1 << 30;
const MOST_UPS: i64 = 998;

pub(super) const STARS: &[char] = &['*', '∗', '⋆'];
const UPS: &[char] = &['^', '↑', '⇑'];
const DOWNS: &[char] = &['v', '↓', '⇓'];

/// Could an arrow begin here? A `v` is one unless it begins a word.
pub(super) fn is_arrow(scanner: &Scanner<'_>) -> bool {
    match scanner.peek() {
        Some('v') => {
            let rest = scanner.rest().trim_start_matches('v');
            !rest.starts_with(|c: char| c.is_alphabetic() || c == '_')
        }
        Some(c) => UPS.contains(&c) || DOWNS.contains(&c),
        None => false,
    }
}

/// Reads a number, which begins with a digit here: `3`, `3/4`, `20 1/2`.
pub(super) fn number(scanner: &mut Scanner<'_>) -> Result<Dyadic, ExpressionError> {
    let start = scanner.place();
    let whole = scanner.digits();
    if scanner.peek() == Some('.') && scanner.peek_second().is_some_and(|c| c.is_ascii_digit()) {
        scanner.bump();
        scanner.digits();
        return Err(scanner.wrong_since(start, "a fraction, as in `1/2` for 0.5"));
    }
    let mut ahead = scanner.clone();
    let fraction = match scanner.peek() {
        Some('/') => None,
        _ => {
            let numerator = if ahead.skip_space() { ahead.digits() } else { "" };
            (!numerator.is_empty() && ahead.peek() == Some('/')).then_some(numerator)
        }
    };
    let (numerator, mixed) = match fraction {
        Some(numerator) => {
            *scanner = ahead;
            (numerator, true)
        }
        None => (whole, false),
    };
    let mut denominator = "1";
    if scanner.peek() == Some('/') {
        scanner.bump();
        denominator = scanner.digits();
        if denominator.is_empty() {
            return Err(scanner.wrong("a denominator that is a power of two"));
        }
    }
    let wrong = |expected: String| Err(scanner.wrong_since(start, expected));
    let parse =
        |digits: &str, most: u64| digits.parse().ok().filter(|&number: &u64| number <= most);
    let Some(below) = parse(denominator, LARGEST_DENOMINATOR).filter(|n| n.is_power_of_two())
    else {
        return wrong(format!(
            "a number whose denominator is a power of two, up to {LARGEST_DENOMINATOR}"
        ));
    };
    let most = LARGEST_NUMBER * below;
    let whole = if mixed { parse(whole, LARGEST_NUMBER) } else { Some(0) };
    let sum = match (whole, parse(numerator, most)) {
        (Some(_), Some(above)) if mixed && above >= below => {
            return wrong("a fraction below 1 after a whole number".to_owned());
        }
        (Some(whole), Some(above)) => Some(whole * below + above).filter(|&sum| sum <= most),
        _ => None,
    };
    match sum {
        Some(sum) => Ok(Dyadic::new(sum as i64, below.trailing_zeros())),
        None => wrong(format!("a number up to {LARGEST_NUMBER}")),
    }
}

/// Reads ups or downs and a star; nothing is zero.
pub(super) fn small(scanner: &mut Scanner<'_>) -> Result<Small, ExpressionError> {
    let ups = if is_arrow(scanner) { arrows(scanner)? } else { 0 };
    let nimber = if scanner.eat(STARS) { star(scanner)? } else { 0 };
    Ok(Small { ups, nimber })
}

fn arrows(scanner: &mut Scanner<'_>) -> Result<i64, ExpressionError> {
    let start = scanner.place();
    let up = scanner.peek().is_some_and(|c| UPS.contains(&c));
    let arrows = scanner.take_while(|c| if up { UPS.contains(&c) } else { DOWNS.contains(&c) });
    let count = arrows.chars().map(|c| if "⇑⇓".contains(c) { 2 } else { 1 }).sum::<i64>();
    let digits = scanner.digits();
    let count = match digits {
        "" => Some(count),
        // Two arrows and a number: is it a power?
        _ if count > 1 => {
            return Err(scanner.wrong_since(start, "arrows, or one arrow and their number"));
        }
        digits => digits.parse().ok(),
    };
    match count {
        Some(count @ 0..=MOST_UPS) => Ok(if up { count } else { -count }),
        _ => Err(scanner.wrong_since(start, format!("at most {MOST_UPS} arrows"))),
    }
}

/// The nimber behind a star that was read.
fn star(scanner: &mut Scanner<'_>) -> Result<u32, ExpressionError> {
    let start = scanner.place();
    match scanner.digits() {
        "" => Ok(1),
        digits => match digits.parse() {
            Ok(nimber @ 0..=LARGEST_NIMBER) => Ok(nimber),
            _ => Err(scanner.wrong_since(start, format!("a nimber up to *{LARGEST_NIMBER}"))),
        },
    }
}
