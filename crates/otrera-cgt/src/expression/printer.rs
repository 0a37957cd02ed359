//! Writing expressions, so that they read back as the same tree.

use std::fmt::{self, Display, Formatter};

use super::tree::{Expression, Sign, Statement};
use crate::dyadic::Dyadic;
use crate::forms::Small;

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Game(game) => game.fmt(f),
            Statement::Comparison { left, relation, right } => {
                write!(f, "{left} {} {right}", relation.sign())
            }
            Statement::Stops(game) => write!(f, "stops({game})"),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Quoted { text, .. } => {
                let mark = if text.contains('"') { '\'' } else { '"' };
                write!(f, "{mark}{text}{mark}")
            }
            Expression::Value { number, small } => write_value(f, *number, *small),
            Expression::Braces(left, right) => {
                f.write_str("{")?;
                write_list(f, left)?;
                f.write_str("|")?;
                write_list(f, right)?;
                f.write_str("}")
            }
            Expression::Negative(of) if begins_with_digit(of) => write!(f, "-({of})"),
            Expression::Negative(of) => write!(f, "-{}", Tight(of)),
            Expression::PlusMinus(of) => write!(f, "±{}", Tight(of)),
            Expression::Multiple(times, of) => write!(f, "{times} * {}", Tight(of)),
            Expression::Sum(first, rest) => {
                write!(f, "{}", Summand(first))?;
                rest.iter().try_for_each(|(sign, term)| match (sign, term) {
                    (Sign::Plus, Expression::PlusMinus(of)) => write!(f, " ± {}", Tight(of)),
                    (Sign::Plus, term) => write!(f, " + {}", Summand(term)),
                    (Sign::Minus, term) => write!(f, " - {}", Tight(term)),
                })
            }
            Expression::Call { function, of, by, .. } => match by {
                None => write!(f, "{}({of})", function.name()),
                Some(by) => write!(f, "{}({of}, {by})", function.name()),
            },
        }
    }
}

fn write_value(f: &mut Formatter<'_>, number: Dyadic, small: Small) -> fmt::Result {
    match (number == Dyadic::ZERO, small == Small::default()) {
        (true, false) => write!(f, "{small}"),
        _ => write!(f, "{number}{small}"),
    }
}

fn write_list(f: &mut Formatter<'_>, options: &[Expression]) -> fmt::Result {
    options.iter().enumerate().try_for_each(|(n, option)| match n {
        0 => write!(f, "{option}"),
        _ => write!(f, ",{option}"),
    })
}

/// A minus before a digit would belong to the number.
fn begins_with_digit(expression: &Expression) -> bool {
    match expression {
        Expression::Value { number, small } => {
            *number > Dyadic::ZERO || *number == Dyadic::ZERO && *small == Small::default()
        }
        Expression::Multiple(times, _) => *times >= 0,
        _ => false,
    }
}

/// A term of a sum.
struct Summand<'a>(&'a Expression);

impl Display for Summand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expression::Sum(..) => write!(f, "({})", self.0),
            other => other.fmt(f),
        }
    }
}

/// What a sign or a multiple is bound to: neither a sum, nor a number and a name side by side.
struct Tight<'a>(&'a Expression);

impl Display for Tight<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expression::Value { number, small }
                if *number != Dyadic::ZERO && *small != Small::default() =>
            {
                write!(f, "({})", self.0)
            }
            other => Summand(other).fmt(f),
        }
    }
}
