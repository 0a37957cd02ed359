//! What expressions are worth.

use thiserror::Error;

use super::error::{ExpressionError, Place};
use super::tree::{Expression, Function, Relation, Sign, Statement};
use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};
use crate::limit::Exhausted;
use crate::thermograph::Outcome;

/// Where an expression is evaluated: a keeper of forms that knows what terms in quotes mean.
pub trait Setting {
    /// Why a term in quotes has no form.
    type Error;

    /// The keeper.
    fn forms(&mut self) -> &mut Forms;

    /// The form of a term in quotes.
    fn quoted(&mut self, text: &str) -> Result<Form, Self::Error>;
}

/// A keeper alone knows no terms in quotes.
impl Setting for Forms {
    type Error = UnknownTerm;

    fn forms(&mut self) -> &mut Forms {
        self
    }

    fn quoted(&mut self, text: &str) -> Result<Form, UnknownTerm> {
        Err(UnknownTerm(text.to_owned()))
    }
}

/// A term in quotes that nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("nobody knows what \"{0}\" is")]
pub struct UnknownTerm(pub String);

/// Why an expression has no value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EvaluationError<E> {
    /// A term in quotes has none.
    #[error("{error}")]
    Term {
        /// Why.
        error: E,
        /// Where it is.
        place: Place,
    },
    /// The limit was reached.
    #[error("{0}")]
    Exhausted(#[from] Exhausted),
    /// A function cannot be applied.
    #[error("found {found}; expected {expected}")]
    Unfit {
        /// Where the function is, or the number that it takes.
        place: Place,
        /// To what it was applied.
        found: String,
        /// What it could be applied to.
        expected: &'static str,
    },
}

impl<E> EvaluationError<E> {
    /// The error as one with a place in the text that was read, if the text is to blame.
    pub fn in_text(&self, text: &str) -> Option<ExpressionError> {
        match self {
            EvaluationError::Unfit { place, found, expected } => {
                Some(ExpressionError::new(text, *place, found.as_str(), *expected))
            }
            _ => None,
        }
    }
}

/// A form longer than this is not quoted in a message.
const LONGEST_FOUND: u64 = 20;

impl Expression {
    /// The canonical form.
    ///
    /// ```
    /// use otrera_cgt::Forms;
    /// use otrera_cgt::expression::Expression;
    ///
    /// let mut forms = Forms::new();
    /// let sum: Expression = "{1|-1} + 2 * ^ + {3||2|-5}".parse()?;
    /// let form = sum.evaluate(&mut forms)?;
    /// assert_eq!(forms.left_stop(form), 3.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate<S: Setting>(&self, setting: &mut S) -> Result<Form, EvaluationError<S::Error>> {
        match self {
            Expression::Quoted { text, place } => {
                let place = *place;
                setting.quoted(text).map_err(|error| EvaluationError::Term { error, place })
            }
            Expression::Value { number, small } => {
                let forms = setting.forms();
                let number = forms.checked_number(*number)?;
                let small = forms.ups_and_nimber(small.ups, small.nimber)?;
                Ok(forms.add(number, small)?)
            }
            Expression::Braces(left, right) => {
                let left = evaluate_all(left, setting)?;
                let right = evaluate_all(right, setting)?;
                Ok(setting.forms().game(left, right)?)
            }
            Expression::Negative(of) => {
                let form = of.evaluate(setting)?;
                Ok(setting.forms().negative(form))
            }
            Expression::PlusMinus(of) => {
                let form = of.evaluate(setting)?;
                let forms = setting.forms();
                let negative = forms.negative(form);
                Ok(forms.game(vec![form], vec![negative])?)
            }
            Expression::Sum(first, rest) => {
                let mut sum = first.evaluate(setting)?;
                for (sign, term) in rest {
                    let term = term.evaluate(setting)?;
                    let forms = setting.forms();
                    let term = if *sign == Sign::Minus { forms.negative(term) } else { term };
                    sum = forms.add(sum, term)?;
                }
                Ok(sum)
            }
            Expression::Multiple(times, of) => {
                let form = of.evaluate(setting)?;
                Ok(setting.forms().multiple(form, *times)?)
            }
            Expression::Call { function, of, by, place } => {
                let of = of.evaluate(setting)?;
                let by = match by {
                    Some(by) => Some(by.evaluate(setting)?),
                    None => None,
                };
                apply(setting.forms(), *function, of, by, *place)
            }
        }
    }
}

fn evaluate_all<S: Setting>(
    options: &[Expression],
    setting: &mut S,
) -> Result<Vec<Form>, EvaluationError<S::Error>> {
    options.iter().map(|option| option.evaluate(setting)).collect()
}

fn apply<E>(
    forms: &mut Forms,
    function: Function,
    of: Form,
    by: Option<Form>,
    place: Place,
) -> Result<Form, EvaluationError<E>> {
    let zero = forms.integer(0);
    let number = match function {
        Function::Tiny | Function::Miny => {
            let negative = forms.negative(of);
            let threat = forms.game(vec![zero], vec![negative])?;
            let tiny = forms.game(vec![zero], vec![threat])?;
            return Ok(if function == Function::Tiny { tiny } else { forms.negative(tiny) });
        }
        Function::Cool | Function::Heat => {
            let by = by.unwrap_or(zero);
            let Some(t) = forms.as_number(by).filter(|&t| t >= Dyadic::ZERO) else {
                let expected = "a number that is not negative, by which to cool or heat: \
                                `cool t x` or `cool(x, t)`";
                return Err(EvaluationError::Unfit { place, found: found(forms, by), expected });
            };
            return Ok(match function {
                Function::Cool => forms.cooled(of, t)?,
                _ => forms.heated(of, t)?,
            });
        }
        Function::Atomic => {
            let Some(weight) = forms.atomic_weight(of)? else {
                let expected = "an all-small game, which has an atomic weight: at every position \
                                both players can move, or neither";
                return Err(EvaluationError::Unfit { place, found: found(forms, of), expected });
            };
            return Ok(weight);
        }
        Function::Mean => forms.thermograph(of).mean(),
        Function::Temperature => forms.thermograph(of).temperature(),
        Function::LeftStop => forms.left_stop(of),
        Function::RightStop => forms.right_stop(of),
    };
    Ok(forms.checked_number(number)?)
}

fn found(forms: &mut Forms, form: Form) -> String {
    format!("`{}`", forms.short_text(form, LONGEST_FOUND))
}

/// The answer to a [`Statement`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementAnswer {
    /// The form of an expression.
    Game(Form),
    /// Whether a comparison holds, and the one that tells how the sides compare.
    Comparison(bool, Relation),
    /// Left stop and right stop.
    Stops(Dyadic, Dyadic),
}

impl Statement {
    /// The answer.
    ///
    /// ```
    /// use otrera_cgt::Forms;
    /// use otrera_cgt::expression::{Relation, Statement, StatementAnswer};
    ///
    /// let mut forms = Forms::new();
    /// let statement: Statement = "^* >= 0".parse()?;
    /// let answer = statement.evaluate(&mut forms)?;
    /// assert_eq!(answer, StatementAnswer::Comparison(false, Relation::Confused));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate<S: Setting>(
        &self,
        setting: &mut S,
    ) -> Result<StatementAnswer, EvaluationError<S::Error>> {
        Ok(match self {
            Statement::Game(game) => StatementAnswer::Game(game.evaluate(setting)?),
            Statement::Stops(game) => {
                let form = game.evaluate(setting)?;
                let forms = setting.forms();
                StatementAnswer::Stops(forms.left_stop(form), forms.right_stop(form))
            }
            Statement::Comparison { left, relation, right } => {
                let left = left.evaluate(setting)?;
                let right = right.evaluate(setting)?;
                let forms = setting.forms();
                let difference = match (forms.try_le(right, left)?, forms.try_le(left, right)?) {
                    (true, true) => Outcome::Previous,
                    (true, false) => Outcome::Left,
                    (false, true) => Outcome::Right,
                    (false, false) => Outcome::Next,
                };
                StatementAnswer::Comparison(relation.holds(difference), Relation::of(difference))
            }
        })
    }
}
