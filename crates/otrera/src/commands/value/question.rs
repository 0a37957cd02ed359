//! From arguments to a question: positions and expressions, as a sum.

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::bail;
use otrera_board::Position;
use otrera_board::notation::decode;
use otrera_cgt::expression::{
    Expression, ExpressionError, Function, Place, Relation, SPELLED_NAMES, Sign, Statement,
};

use super::ValueArgs;
use crate::input::{Asked, Misread, Subject};

/// What is asked of a sum.
pub struct Question {
    pub shown: Shown,
    pub wanted: Wanted,
    /// The sum; of a comparison, the left side less the right.
    pub terms: Vec<Term>,
    /// The positions inside of games, by what stands in the quotes.
    pub quoted: HashMap<String, Position>,
    /// The game record, if the question is one position.
    pub subject: Option<Subject>,
}

/// The question as it is shown: either is there.
#[derive(Clone, Default)]
pub struct Shown {
    pub positions: Option<String>,
    pub expression: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Value,
    Comparison(Relation),
    Stops,
}

/// A term of the sum, so many times.
pub struct Term {
    pub times: i64,
    pub what: What,
}

pub enum What {
    Position(Position),
    Game {
        expression: Expression,
        /// The text that it was read from.
        source: Rc<str>,
    },
}

/// No term may be there more often than this.
const MOST_TIMES: u64 = 1 << 24;

enum Argument {
    Position(Subject),
    Statement(Statement, Rc<str>),
}

impl Question {
    /// The question that was asked, and further arguments.
    pub fn read(asked: Asked<'_>, args: &ValueArgs) -> anyhow::Result<Question> {
        let further = args.more.iter().map(|more| Asked::Argument(more));
        let arguments = std::iter::once(asked).chain(further);
        let arguments =
            arguments.map(|asked| read(asked, args)).collect::<anyhow::Result<Vec<_>>>()?;
        let shown = show(&arguments);
        let mut question = Question {
            shown,
            wanted: Wanted::Value,
            terms: Vec::new(),
            quoted: HashMap::new(),
            subject: None,
        };
        let alone = arguments.len() == 1;
        for argument in arguments {
            match argument {
                Argument::Position(subject) => {
                    let what = What::Position(subject.position());
                    question.terms.push(Term { times: 1, what });
                    question.subject = alone.then_some(subject);
                }
                Argument::Statement(statement, source) => {
                    question.add_statement(statement, &source, alone, args)?;
                }
            }
        }
        question.refuse_idle_options(args)?;
        Ok(question)
    }

    /// Options that say nothing about the question are a mistake. Those of a batch are for the lines
    /// that they fit.
    fn refuse_idle_options(&self, args: &ValueArgs) -> anyhow::Result<()> {
        if args.input.batch.is_some() {
            return Ok(());
        }
        let of_positions = [
            ("--at", args.input.at.is_some()),
            ("--play", args.input.play.is_some()),
            ("--game", args.input.game.is_some()),
        ];
        let of_values = [
            ("--tree", args.tree.is_some()),
            ("--svg", args.svg.is_some()),
            ("--moves", args.moves),
            ("--plain", args.plain),
        ];
        let given = |options: &[(&'static str, bool)]| {
            options.iter().find(|(_, given)| *given).map(|(name, _)| *name)
        };
        if let (Some(option), None) = (given(&of_positions), self.positions().next()) {
            bail!("{option} needs a position, and there is none in the expression");
        }
        if let (Some(option), true) = (given(&of_values), self.wanted != Wanted::Value) {
            bail!("{option} needs a value; expected one game, not a comparison or `stops`");
        }
        Ok(())
    }

    fn add_statement(
        &mut self,
        statement: Statement,
        source: &Rc<str>,
        alone: bool,
        args: &ValueArgs,
    ) -> anyhow::Result<()> {
        let (wanted, left, right) = match statement {
            Statement::Game(game) => return self.add_sum(game, source, 1, args),
            Statement::Stops(game) => (Wanted::Stops, game, None),
            Statement::Comparison { left, relation, right } => {
                (Wanted::Comparison(relation), left, Some(right))
            }
        };
        if !alone {
            bail!("`{source}`: a comparison, or `stops`, must be the only argument");
        }
        self.wanted = wanted;
        self.add_sum(left, source, 1, args)?;
        right.map_or(Ok(()), |right| self.add_sum(right, source, -1, args))
    }

    fn add_sum(
        &mut self,
        sum: Expression,
        source: &Rc<str>,
        sign: i64,
        args: &ValueArgs,
    ) -> anyhow::Result<()> {
        let counted = |times: &i64| times.unsigned_abs() <= MOST_TIMES;
        let summands = sum.summands();
        let summands = summands.filter(|all| all.iter().all(|summand| counted(&summand.times)));
        let Some(summands) = summands else {
            bail!("`{source}`: found a multiple of more than {MOST_TIMES}; expected a smaller one");
        };
        for summand in summands {
            let what = match summand.term {
                Expression::Quoted { text, place } => {
                    What::Position(quoted_position(text, *place, source, args)?)
                }
                expression => {
                    self.add_quoted(expression, source, args)?;
                    What::Game { expression: expression.clone(), source: Rc::clone(source) }
                }
            };
            self.terms.push(Term { times: sign * summand.times, what });
        }
        Ok(())
    }

    /// Reads the positions inside of a game.
    fn add_quoted(
        &mut self,
        game: &Expression,
        source: &str,
        args: &ValueArgs,
    ) -> anyhow::Result<()> {
        game.each_quoted(&mut |text, place| {
            if !self.quoted.contains_key(text) {
                let position = quoted_position(text, place, source, args)?;
                self.quoted.insert(text.to_owned(), position);
            }
            Ok(())
        })
    }
}

fn read(asked: Asked<'_>, args: &ValueArgs) -> anyhow::Result<Argument> {
    let text = asked_text(asked);
    // An option that nobody knows is left over for us, since expressions may begin with a minus.
    if text.strip_prefix("--").is_some_and(|rest| rest.starts_with(char::is_alphabetic)) {
        bail!("unexpected argument '{text}' found; see `otrera value --help`");
    }
    if !is_expression(text, args.input.from.is_some()) {
        let subject = asked.subject(&args.input);
        return subject.map(Argument::Position).map_err(|error| match text.parse::<Statement>() {
            Err(error) if has_spelled_names(text) => explain(&error, text),
            _ => with_hint(error, text),
        });
    }
    let statement = text.parse::<Statement>().map_err(|error| explain(&error, text))?;
    match statement {
        // Quotes around all of it: a position.
        Statement::Game(Expression::Quoted { text, place }) => {
            let subject = quoted_subject(&text, place, asked_text(asked), args)?;
            Ok(Argument::Position(subject))
        }
        statement => Ok(Argument::Statement(statement, text.into())),
    }
}

fn asked_text(asked: Asked<'_>) -> &str {
    match asked {
        Asked::Argument(argument) => argument,
        // What is no text is no expression; reading it as a position says what is wrong.
        Asked::Line(line) => decode(line).unwrap_or_default(),
    }
}

/// Is a text an expression? It is one if it has a quotation mark, or letters only in words of the
/// calculator. Positions, boards and files have others.
fn is_expression(text: &str, format_is_given: bool) -> bool {
    let text = text.trim();
    if text.is_empty() || text == "-" || text.starts_with("(;") {
        return false;
    }
    if text.contains(['"', '\'']) {
        return true;
    }
    let mut words = text.split(|c: char| !c.is_alphabetic() && c != '_');
    !format_is_given && words.all(is_word)
}

fn is_word(word: &str) -> bool {
    let is_function = Function::ALL.iter().any(|function| function.name() == word);
    is_function
        || word == "stops"
        || word.chars().all(|c| c == 'v')
        || word.chars().all(|c| c == '_')
}

/// Would a text be an expression, but for names of games in letters?
fn has_spelled_names(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic() && c != '_');
    words.all(|word| is_word(word) || SPELLED_NAMES.iter().any(|(name, _)| *name == word))
}

/// A position that cannot be read may have been meant as an expression.
fn with_hint(error: anyhow::Error, text: &str) -> anyhow::Error {
    if !text.contains(['{', '^', '*', '+', '=', '<', '>', '±', '↑', '↓']) {
        return error;
    }
    match error.downcast::<Misread>() {
        Ok(misread) => misread.with_hint("in an expression, positions stand in quotes").into(),
        Err(error) => error,
    }
}

fn quoted_position(
    text: &str,
    place: Place,
    source: &str,
    args: &ValueArgs,
) -> anyhow::Result<Position> {
    Ok(quoted_subject(text, place, source, args)?.position())
}

/// The game in quotes at a place of an expression.
fn quoted_subject(
    text: &str,
    place: Place,
    source: &str,
    args: &ValueArgs,
) -> anyhow::Result<Subject> {
    Asked::Argument(text).subject(&args.input).map_err(|error| {
        let place = ExpressionError::new(source, place, "", "");
        let (line, column) = (place.line, place.column);
        let message = format!("expression, line {line}, column {column}: {error:#}");
        Misread::new((line, column), &message).into()
    })
}

/// The error with the place in the text shown below it.
pub fn explain(error: &ExpressionError, text: &str) -> anyhow::Error {
    let message = format!("{error}\n{}", error.excerpt(text));
    Misread::new((error.line, error.column), &message).into()
}

/// Positions as ever; expressions with positions in quotes.
fn show(arguments: &[Argument]) -> Shown {
    let positions = arguments.iter().map(|argument| match argument {
        Argument::Position(subject) => Some(subject.position().to_string()),
        Argument::Statement(..) => None,
    });
    if let Some(positions) = positions.collect::<Option<Vec<_>>>() {
        return Shown { positions: Some(positions.join(" + ")), expression: None };
    }
    let sum = arguments.iter().map(|argument| match argument {
        Argument::Position(subject) => {
            let text = subject.position().to_string();
            Statement::Game(Expression::Quoted { text, place: Place(0) })
        }
        Argument::Statement(statement, _) => statement.clone(),
    });
    let mut sum = sum.collect::<Vec<_>>().into_iter();
    let expression = match (sum.next(), sum.len()) {
        (Some(statement), 0) => statement.to_string(),
        (Some(Statement::Game(first)), _) => {
            let rest = sum.filter_map(|statement| match statement {
                Statement::Game(game) => Some((Sign::Plus, game)),
                _ => None,
            });
            Expression::Sum(Box::new(first), rest.collect()).to_string()
        }
        _ => String::new(),
    };
    Shown { positions: None, expression: Some(expression) }
}

#[cfg(test)]
mod tests {
    use super::is_expression;

    #[test]
    fn positions_and_expressions() {
        for text in ["3", "1/2", "2/2", "v", "v*", "{1|-1}", "\"b.w\" + 1", "tiny 2", "-1", "+_1"] {
            assert!(is_expression(text, false), "{text}");
        }
        for text in ["b.w", "5x6", "10x10", "game.sgf", "-", "X..#|.O..", "b../w.. w", "(;GM[18])"]
        {
            assert!(!is_expression(text, false), "{text}");
        }
        assert!(!is_expression("3", true) && is_expression("'b.w' + 1", true));
    }
}
