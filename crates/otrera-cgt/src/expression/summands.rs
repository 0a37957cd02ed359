//! What an expression is made of: summands, and terms in quotes.

use super::error::Place;
use super::tree::{Expression, Sign};

/// A summand that is no sum itself, so many times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summand<'a> {
    /// How many times; less than zero if it is taken away.
    pub times: i64,
    /// What is added.
    pub term: &'a Expression,
}

impl Expression {
    /// The summands: sums, negatives and multiples are taken apart. None if one of them is there more
    /// often than can be counted.
    ///
    /// ```
    /// use otrera_cgt::expression::Expression;
    ///
    /// let sum: Expression = "2 * ^ - (1/2 - 3 * *2)".parse()?;
    /// let summands = sum.summands().unwrap();
    /// let shown = summands.iter().map(|it| format!("{} of {}", it.times, it.term));
    /// assert_eq!(shown.collect::<Vec<_>>(), ["2 of ^", "-1 of 1/2", "3 of *2"]);
    /// # Ok::<(), otrera_cgt::expression::ExpressionError>(())
    /// ```
    pub fn summands(&self) -> Option<Vec<Summand<'_>>> {
        let mut summands = Vec::new();
        self.collect(1, &mut summands)?;
        Some(summands)
    }

    fn collect<'a>(&'a self, times: i64, summands: &mut Vec<Summand<'a>>) -> Option<()> {
        match self {
            Expression::Negative(of) => of.collect(times.checked_neg()?, summands),
            Expression::Multiple(count, of) => of.collect(times.checked_mul(*count)?, summands),
            Expression::Sum(first, rest) => {
                first.collect(times, summands)?;
                rest.iter().try_for_each(|(sign, term)| match sign {
                    Sign::Plus => term.collect(times, summands),
                    Sign::Minus => term.collect(times.checked_neg()?, summands),
                })
            }
            term => {
                summands.push(Summand { times, term });
                Some(())
            }
        }
    }

    /// Calls for each term in quotes, with its text and its place, until that fails.
    pub fn each_quoted<E>(
        &self,
        visit: &mut dyn FnMut(&str, Place) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Expression::Quoted { text, place } => visit(text, *place),
            Expression::Value { .. } => Ok(()),
            Expression::Braces(left, right) => {
                left.iter().chain(right).try_for_each(|option| option.each_quoted(visit))
            }
            Expression::Negative(of) | Expression::PlusMinus(of) | Expression::Multiple(_, of) => {
                of.each_quoted(visit)
            }
            Expression::Sum(first, rest) => {
                first.each_quoted(visit)?;
                rest.iter().try_for_each(|(_, term)| term.each_quoted(visit))
            }
            Expression::Call { of, by, .. } => {
                of.each_quoted(visit)?;
                by.iter().try_for_each(|by| by.each_quoted(visit))
            }
        }
    }
}
