//! Reading expressions: one function per kind of term, no more nested than [`MOST_NESTED`].

use std::str::FromStr;

use super::braces;
use super::error::ExpressionError;
use super::literal::{self, STARS};
use super::scanner::Scanner;
use super::tree::{Expression, Function, Relation, Sign, Statement};
use crate::dyadic::Dyadic;
use crate::forms::Small;

/// How deep braces, parentheses and signs may be nested.
const MOST_NESTED: usize = 250;

const MINUS: &[char] = &['-', '−'];
const TIMES: &[char] = &['·', '×'];

/// What a term may be, for messages.
const A_GAME: &str =
    "a game: a number, `*`, `^`, `v`, braces, parentheses, a function, or a position in quotes";

/// Names of games that are not written in letters, and how they are written.
pub const SPELLED_NAMES: [(&str, &str); 3] = [("up", "^"), ("down", "v"), ("star", "*")];

impl FromStr for Statement {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Statement, ExpressionError> {
        let mut reader = Reader::new(text);
        let statement = reader.statement()?;
        reader.end(match statement {
            Statement::Game(_) => "`+`, `-`, a comparison, or the end",
            Statement::Comparison { .. } => "`+`, `-`, or the end: one comparison at a time",
            Statement::Stops(_) => "the end, or parentheses around a sum, as in `stops(x + y)`",
        })?;
        Ok(statement)
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        let mut reader = Reader::new(text);
        let expression = reader.sum()?;
        reader.end("`+`, `-`, or the end")?;
        Ok(expression)
    }
}

pub(super) struct Reader<'a> {
    pub(super) scanner: Scanner<'a>,
    nested: usize,
}

/// What a term is bound to. A number with a name beside it, such as `1^`, needs parentheses where it could be
/// torn apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// To nothing, or a plus.
    No,
    /// To a minus, which a star does not mind.
    ToMinus,
    /// To anything else.
    Tightly,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { scanner: Scanner::new(text), nested: 0 }
    }

    fn end(&mut self, expected: &str) -> Result<(), ExpressionError> {
        self.scanner.skip_space();
        match self.scanner.peek() {
            None => Ok(()),
            Some(_) => Err(self.scanner.wrong(expected)),
        }
    }

    fn statement(&mut self) -> Result<Statement, ExpressionError> {
        self.scanner.skip_space();
        let mut ahead = self.scanner.clone();
        if word(&mut ahead) == "stops" {
            self.scanner = ahead;
            return Ok(Statement::Stops(self.term(Bound::Tightly)?));
        }
        let left = self.sum()?;
        self.scanner.skip_space();
        let Some(relation) = self.relation() else { return Ok(Statement::Game(left)) };
        Ok(Statement::Comparison { left, relation, right: self.sum()? })
    }

    fn relation(&mut self) -> Option<Relation> {
        const OTHER_SIGNS: [(&str, Relation); 9] = [
            ("=<", Relation::AtMost),
            ("≤", Relation::AtMost),
            ("≥", Relation::AtLeast),
            ("≠", Relation::Different),
            ("∥", Relation::Confused),
            ("‖", Relation::Confused),
            ("⧏", Relation::LessOrConfused),
            ("⧐", Relation::GreaterOrConfused),
            ("=", Relation::Equal),
        ];
        let signs = Relation::ALL.map(|relation| (relation.sign(), relation));
        let mut signs = signs.into_iter().chain(OTHER_SIGNS);
        signs.find(|(sign, _)| self.scanner.eat_text(sign)).map(|(_, relation)| relation)
    }

    /// Terms with plus and minus between them.
    pub(super) fn sum(&mut self) -> Result<Expression, ExpressionError> {
        let first = self.term(Bound::No)?;
        let mut rest = Vec::new();
        loop {
            self.scanner.skip_space();
            let scanner = &mut self.scanner;
            let sign = match (scanner.peek(), scanner.peek_second()) {
                (Some('+'), Some('-' | '_')) | (Some('-'), Some('_')) => {
                    return Err(scanner.wrong(
                        "blanks that tell signs apart: `a + -x`, `a ± x`, `a + +_x`, `a + -_x`",
                    ));
                }
                (Some('+'), _) => Sign::Plus,
                (Some(c), _) if MINUS.contains(&c) => Sign::Minus,
                (Some('±'), _) => {
                    scanner.bump();
                    let of = self.term(Bound::Tightly)?;
                    rest.push((Sign::Plus, Expression::PlusMinus(Box::new(of))));
                    continue;
                }
                _ => break,
            };
            scanner.bump();
            let bound = if sign == Sign::Plus { Bound::No } else { Bound::ToMinus };
            rest.push((sign, self.term(bound)?));
        }
        Ok(if rest.is_empty() { first } else { Expression::Sum(Box::new(first), rest) })
    }

    /// A term with its signs.
    fn term(&mut self, bound: Bound) -> Result<Expression, ExpressionError> {
        self.scanner.skip_space();
        if self.nested == MOST_NESTED {
            return Err(self.scanner.wrong(format!("no more than {MOST_NESTED} nested terms")));
        }
        self.nested += 1;
        let term = self.nested_term(bound)?;
        self.nested -= 1;
        Ok(term)
    }

    fn nested_term(&mut self, bound: Bound) -> Result<Expression, ExpressionError> {
        let place = self.scanner.place();
        let call = |function, of| Expression::Call { function, of: Box::new(of), by: None, place };
        match (self.scanner.peek(), self.scanner.peek_second()) {
            (Some('+'), Some('_')) | (Some('⧾'), _) => {
                self.scanner.take_while(|c| "+_⧾".contains(c));
                Ok(call(Function::Tiny, self.term(Bound::Tightly)?))
            }
            (Some('-'), Some('_')) | (Some('⧿'), _) => {
                self.scanner.take_while(|c| "-_⧿".contains(c));
                Ok(call(Function::Miny, self.term(Bound::Tightly)?))
            }
            (Some('+'), Some('-')) | (Some('±'), _) => {
                self.scanner.eat(&['+']);
                self.scanner.bump();
                Ok(Expression::PlusMinus(Box::new(self.term(Bound::Tightly)?)))
            }
            (Some(c), next) if MINUS.contains(&c) => {
                self.scanner.bump();
                match next {
                    Some(digit) if digit.is_ascii_digit() => self.value(true, bound),
                    _ => Ok(Expression::Negative(Box::new(self.term(Bound::ToMinus)?))),
                }
            }
            (Some(digit), _) if digit.is_ascii_digit() => self.value(false, bound),
            (Some(c), _) if STARS.contains(&c) || literal::is_arrow(&self.scanner) => {
                let small = literal::small(&mut self.scanner)?;
                Ok(Expression::Value { number: Dyadic::ZERO, small })
            }
            (Some(mark @ ('"' | '\'')), _) => self.quoted(mark),
            (Some('{'), _) => braces::read(self),
            (Some('('), _) => {
                self.scanner.bump();
                let inner = self.sum()?;
                self.close_parenthesis()?;
                Ok(inner)
            }
            (Some(c), _) if c.is_alphabetic() => self.call(),
            _ => Err(self.scanner.wrong(A_GAME)),
        }
    }

    fn close_parenthesis(&mut self) -> Result<(), ExpressionError> {
        self.scanner.skip_space();
        match self.scanner.eat(&[')']) {
            true => Ok(()),
            false => Err(self.scanner.wrong("`+`, `-` or `)`")),
        }
    }

    fn quoted(&mut self, mark: char) -> Result<Expression, ExpressionError> {
        let opening = self.scanner.clone();
        self.scanner.bump();
        let place = self.scanner.place();
        let text = self.scanner.take_while(|c| c != mark).to_owned();
        match self.scanner.eat(&[mark]) {
            true => Ok(Expression::Quoted { text, place }),
            false => Err(opening.wrong(format!("another `{mark}` that closes this one"))),
        }
    }

    /// A number, with a name right behind it, or so many times a game.
    fn value(&mut self, negative: bool, bound: Bound) -> Result<Expression, ExpressionError> {
        let start = self.scanner.place();
        let number = literal::number(&mut self.scanner)?;
        let number = if negative { -number } else { number };
        if self.is_times()? {
            let Some(times) = number.to_integer() else {
                return Err(self.scanner.wrong_since(start, "a whole number before `*`, times"));
            };
            self.scanner.skip_space();
            if self.scanner.peek().is_none_or(|c| "|},)".contains(c)) {
                return Err(self.scanner.wrong(
                    "a game, since `*` behind a blank means times; a star is written `(*)`, and `3*` is 3 + *",
                ));
            }
            return Ok(Expression::Multiple(times, Box::new(self.term(Bound::Tightly)?)));
        }
        let small = literal::small(&mut self.scanner)?;
        let is_torn = match bound {
            Bound::No => false,
            Bound::ToMinus => small.ups != 0,
            Bound::Tightly => small != Small::default(),
        };
        if is_torn && number != Dyadic::ZERO {
            return Err(self.scanner.wrong_since(
                start,
                format!("parentheses around it, `({number}{small})`, or a plus in it, `{number} + {small}`"),
            ));
        }
        Ok(Expression::Value { number, small })
    }

    /// Behind a number: does a times sign follow? It is passed over.
    fn is_times(&mut self) -> Result<bool, ExpressionError> {
        let mut ahead = self.scanner.clone();
        let blank = ahead.skip_space();
        if ahead.eat(TIMES) {
            self.scanner = ahead;
            return Ok(true);
        }
        if blank && literal::is_arrow(&ahead) {
            return Err(ahead.wrong(
                "`*` before it, as in `3 * ^` for three ups, or no blank, as in `3^` for 3 + ^",
            ));
        }
        let star = ahead.clone();
        if !ahead.eat(STARS) {
            return Ok(false);
        }
        let next = ahead.peek();
        let is_digit = next.is_some_and(|c| c.is_ascii_digit());
        let is_sign = next.is_some_and(|c| "+±".contains(c) || MINUS.contains(&c));
        let is_game = next.is_some_and(|c| "\"'{(".contains(c) || c.is_alphabetic())
            || literal::is_arrow(&ahead);
        match () {
            () if blank && is_digit => Err(star.wrong(
                "blanks around it, as in `3 * 2` for three times, or none, as in `3*2` for 3 + *2",
            )),
            () if !blank && is_sign => Err(star.wrong(
                "blanks that tell, as in `3 * -1` for three times, or `3* - 1` for 3 + * - 1",
            )),
            () if blank || is_game => {
                self.scanner = ahead;
                Ok(true)
            }
            () => Ok(false),
        }
    }

    /// A function: `mean x`, `cool(x, t)`, `cool t x`.
    fn call(&mut self) -> Result<Expression, ExpressionError> {
        let place = self.scanner.place();
        let unknown = self.scanner.clone();
        let name = word(&mut self.scanner);
        let Some(function) = Function::ALL.into_iter().find(|known| known.name() == name) else {
            if let Some((_, sign)) = SPELLED_NAMES.iter().find(|(spelled, _)| *spelled == name) {
                return Err(unknown.wrong(format!("`{sign}`, which is how {name} is written")));
            }
            let names = Function::ALL.map(Function::name).join(", ");
            return Err(unknown
                .wrong(format!("a function ({names}), or quotation marks around a position")));
        };
        let call = |of, by: Option<Expression>, place| Expression::Call {
            function,
            of: Box::new(of),
            by: by.map(Box::new),
            place,
        };
        if !function.takes_number() {
            return Ok(call(self.term(Bound::Tightly)?, None, place));
        }
        self.scanner.skip_space();
        let place = self.scanner.place();
        if self.scanner.peek() != Some('(') {
            let by = self.term(Bound::Tightly)?;
            return Ok(call(self.term(Bound::Tightly)?, Some(by), place));
        }
        self.scanner.bump();
        let first = self.sum()?;
        self.scanner.skip_space();
        if self.scanner.eat(&[',']) {
            self.scanner.skip_space();
            let place = self.scanner.place();
            let by = self.sum()?;
            self.close_parenthesis()?;
            return Ok(call(first, Some(by), place));
        }
        self.close_parenthesis()?;
        Ok(call(self.term(Bound::Tightly)?, Some(first), place))
    }
}

/// The word that begins here, which is passed over.
fn word<'a>(scanner: &mut Scanner<'a>) -> &'a str {
    scanner.take_while(|c| c.is_alphanumeric() || c == '_')
}
