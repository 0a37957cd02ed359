//! Expressions as trees.

use super::error::Place;
use crate::dyadic::Dyadic;
use crate::forms::Small;
use crate::thermograph::Outcome;

/// What can be asked in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// What is this worth?
    Game(Expression),
    /// Does this hold?
    Comparison {
        /// The left side.
        left: Expression,
        /// What is said of it.
        relation: Relation,
        /// The right side.
        right: Expression,
    },
    /// What are its stops?
    Stops(Expression),
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A term in quotes.
    Quoted {
        /// What is in the quotes.
        text: String,
        /// Where the text begins, behind the quotation mark.
        place: Place,
    },
    /// A number, ups and a nimber, added; any of them may be zero.
    Value {
        /// The number.
        number: Dyadic,
        /// Ups and nimber.
        small: Small,
    },
    /// A game by its options: Left's, then Right's.
    Braces(Vec<Expression>, Vec<Expression>),
    /// The negative.
    Negative(Box<Expression>),
    /// ±x = {x|−x}.
    PlusMinus(Box<Expression>),
    /// A sum of two terms or more; the first has no sign.
    Sum(Box<Expression>, Vec<(Sign, Expression)>),
    /// A game so many times.
    Multiple(i64, Box<Expression>),
    /// A function of one game; with a number, if it takes one.
    Call {
        /// The function.
        function: Function,
        /// What it is applied to.
        of: Box<Expression>,
        /// By how much, for functions that [need to know](Function::takes_number).
        by: Option<Box<Expression>>,
        /// Where the call begins, or the number that it takes.
        place: Place,
    },
}

/// How a term is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is taken away.
    Minus,
}

/// A function of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Function {
    /// {0||0|−x}.
    Tiny,
    /// {x|0||0}.
    Miny,
    /// Cooled by a number.
    Cool,
    /// Heated by a number.
    Heat,
    /// The mean.
    Mean,
    /// The temperature.
    Temperature,
    /// What it comes to when Left begins.
    LeftStop,
    /// What it comes to when Right begins.
    RightStop,
    /// The atomic weight.
    Atomic,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 9] = [
        Function::Tiny,
        Function::Miny,
        Function::Cool,
        Function::Heat,
        Function::Mean,
        Function::Temperature,
        Function::LeftStop,
        Function::RightStop,
        Function::Atomic,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Function::Tiny => "tiny",
            Function::Miny => "miny",
            Function::Cool => "cool",
            Function::Heat => "heat",
            Function::Mean => "mean",
            Function::Temperature => "temperature",
            Function::LeftStop => "left_stop",
            Function::RightStop => "right_stop",
            Function::Atomic => "atomic",
        }
    }

    /// Does it take a number, too?
    pub const fn takes_number(self) -> bool {
        matches!(self, Function::Cool | Function::Heat)
    }
}

/// What a comparison says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `<`
    Less,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `||`
    Confused,
    /// `<|`
    LessOrConfused,
    /// `|>`
    GreaterOrConfused,
}

impl Relation {
    /// All relations; those whose sign begins with that of another come first.
    pub const ALL: [Relation; 9] = [
        Relation::AtMost,
        Relation::LessOrConfused,
        Relation::Less,
        Relation::AtLeast,
        Relation::Greater,
        Relation::Equal,
        Relation::Different,
        Relation::Confused,
        Relation::GreaterOrConfused,
    ];

    /// Its sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Relation::AtMost => "<=",
            Relation::Less => "<",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
            Relation::Equal => "==",
            Relation::Different => "!=",
            Relation::Confused => "||",
            Relation::LessOrConfused => "<|",
            Relation::GreaterOrConfused => "|>",
        }
    }

    /// Does it hold, if the left side less the right one has this outcome?
    pub fn holds(self, difference: Outcome) -> bool {
        let is = |outcomes: &[Outcome]| outcomes.contains(&difference);
        match self {
            Relation::AtMost => is(&[Outcome::Right, Outcome::Previous]),
            Relation::Less => is(&[Outcome::Right]),
            Relation::AtLeast => is(&[Outcome::Left, Outcome::Previous]),
            Relation::Greater => is(&[Outcome::Left]),
            Relation::Equal => is(&[Outcome::Previous]),
            Relation::Different => !is(&[Outcome::Previous]),
            Relation::Confused => is(&[Outcome::Next]),
            Relation::LessOrConfused => is(&[Outcome::Right, Outcome::Next]),
            Relation::GreaterOrConfused => is(&[Outcome::Left, Outcome::Next]),
        }
    }

    /// The relation that says just what an outcome of the difference says.
    pub fn of(difference: Outcome) -> Relation {
        match difference {
            Outcome::Left => Relation::Greater,
            Outcome::Right => Relation::Less,
            Outcome::Next => Relation::Confused,
            Outcome::Previous => Relation::Equal,
        }
    }
}
