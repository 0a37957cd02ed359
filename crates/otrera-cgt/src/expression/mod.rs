//! Expressions: a calculator's language for games.
//!
//! | text | meaning |
//! |---|---|
//! | `3`, `-3/4`, `20 1/2` | numbers; denominators are powers of two |
//! | `*`, `*2`, `^`, `v`, `^3`, `^2*3` | nimbers; up, down, three ups; two ups and ∗3 |
//! | `2^*`, `-1/2*` | a number with these right behind it: their sum |
//! | `"…"`, `'…'` | what whoever evaluates the expression takes it for, such as a position |
//! | `{1,*\|-1}` | a game by its options |
//! | `{a\|\|b\|c}`, `{a,b\|\|\|c\|\|d\|e}` | longer bars divide first: `{a\|{b\|c}}` |
//! | `±x`, `+-x`; `a ± x` | `{x\|-x}`; `a + ±x` |
//! | `+_x`, `tiny x`; `-_x`, `miny x` | `{0\|\|0\|-x}`; `{x\|0\|\|0}` |
//! | `-x`, `x + y`, `x - y`, `(x)` | negatives, sums, differences |
//! | `3 * x`, `3*x` | x + x + x |
//! | `cool(x, t)`, `cool t x`; `heat(x, t)`, `heat t x` | x cooled and heated by a number t |
//! | `mean x`, `temperature x`, `left_stop x`, `right_stop x` | numbers |
//! | `atomic x` | the atomic weight of an all-small game |
//!
//! A whole [`Statement`] is an expression, a comparison of two (`<=`, `<`, `>=`, `>`, `==`, `!=`, `||`, which is confused with,
//! `<|` and `|>`, less or confused and greater or confused), or `stops x`.
//!
//! A `*` is a star or means times. It means times if there is a blank before it, or a game right behind it:
//! `3 * ^`, `3*{1|0}`. It is a star right behind a number (`3*`, `3*2` is 3 + ∗2) or an arrow. Where
//! a reader could be of two minds (`3 *2`, `3 ^`, `2 - 1^`), the text is refused with a proposal.
//!
//! The signs ↑ ↓ ⇑ ⇓ ∗ ± − · × ≤ ≥ ≠ are read, too. [`Statement`] and [`Expression`] are written by `Display`, and what is
//! written reads back as the same tree.

mod braces;
mod error;
mod evaluate;
mod literal;
mod printer;
mod reader;
mod scanner;
mod summands;
mod tree;

pub use self::error::{ExpressionError, Place};
pub use self::evaluate::{EvaluationError, Setting, StatementAnswer, UnknownTerm};
pub use self::reader::SPELLED_NAMES;
pub use self::summands::Summand;
pub use self::tree::{Expression, Function, Relation, Sign, Statement};
