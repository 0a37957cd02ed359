//! A position in the terminal, with coordinates.
//!
//! Colours are written always; the stream that prints them drops them where the
//! terminal has none or `NO_COLOR` is set. The picture is complete without them:
//! the squares of the last move stand in brackets.

use std::fmt;

use anstyle::{Color as Ink, RgbColor, Style};
use otrera_board::{Color, Content, FileName, Move, Position, Size, Square};

use super::palette::ink_on;
use super::palette::terminal::{BLACK_INK, BURNT, DARK, FAINT, LAST_MOVE, LIGHT, WHITE_INK};
use crate::width;

/// How wide a square is.
const CELL: usize = 3;

/// Draws a position; the squares of the last move are marked.
pub fn draw(f: &mut fmt::Formatter<'_>, position: &Position, last: Option<Move>) -> fmt::Result {
    draw_frame(f, position.size(), CELL, |f, square| draw_square(f, position, last, square))
}

/// Draws a position in which each empty square has a letter and a ground of its own.
pub fn draw_map(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    ground: impl Fn(Square) -> (char, RgbColor),
) -> fmt::Result {
    draw_frame(f, position.size(), CELL, |f, square| {
        let (letter, color) = ground(square);
        let (letter, ink, ground) = match position.at(square) {
            Content::Burnt => ('x', Ink::Ansi256(FAINT), BURNT),
            Content::Empty => (letter, ink_on(color).into(), color),
            Content::Amazon(Color::Black) => ('B', BLACK_INK.into(), DARK),
            Content::Amazon(Color::White) => ('W', WHITE_INK.into(), DARK),
        };
        let style = Style::new().fg_color(Some(ink)).bg_color(Some(ground.into()));
        let amazon = matches!(position.at(square), Content::Amazon(_));
        let style = if amazon { style.bold() } else { style };
        write!(f, "{style} {letter} {style:#}")
    })
}

/// Draws a position in which unburnt squares have numbers; squares are as wide as the longest needs,
/// with a blank on one side at least.
pub fn draw_numbers(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    number: impl Fn(Square) -> Option<u8>,
) -> fmt::Result {
    let most = position.size().iter().filter_map(&number).max().unwrap_or_default();
    let width = CELL.max(most.to_string().len() + 1);
    draw_frame(f, position.size(), width, |f, square| {
        let (ink, ground) = match position.at(square) {
            Content::Burnt => (Ink::Ansi256(FAINT), BURNT),
            Content::Empty => (BLACK_INK.into(), LIGHT),
            Content::Amazon(Color::Black) => (BLACK_INK.into(), LAST_MOVE),
            Content::Amazon(Color::White) => (WHITE_INK.into(), LAST_MOVE),
        };
        let style = Style::new().fg_color(Some(ink)).bg_color(Some(ground.into()));
        match number(square) {
            Some(number) => write!(f, "{style}{number:^width$}{style:#}"),
            None => write!(f, "{style}{:^width$}{style:#}", 'x'),
        }
    })
}

/// Draws coordinates around squares of this width. A board that is wider than the terminal goes on below.
fn draw_frame(
    f: &mut fmt::Formatter<'_>,
    size: Size,
    width: usize,
    draw_square: impl Fn(&mut fmt::Formatter<'_>, Square) -> fmt::Result,
) -> fmt::Result {
    let margin = size.height().to_string().len();
    let most = (width::columns() - 2 * margin - 3) / width;
    let all: Vec<usize> = (0..size.width()).collect();
    for (n, strip) in all.chunks(most).enumerate() {
        if n > 0 {
            writeln!(f)?;
        }
        let names = |f: &mut fmt::Formatter<'_>| {
            write!(f, " {:margin$} ", "")?;
            let mut names = strip.iter().map(|&file| FileName(file).to_string());
            names.try_for_each(|name| write!(f, "{name:^width$}"))?;
            writeln!(f)
        };
        names(f)?;
        for rank in (0..size.height()).rev() {
            write!(f, " {:>margin$} ", rank + 1)?;
            for square in strip.iter().filter_map(|&file| size.square(file, rank)) {
                draw_square(f, square)?;
            }
            writeln!(f, " {:<margin$}", rank + 1)?;
        }
        names(f)?;
    }
    Ok(())
}

fn draw_square(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    last: Option<Move>,
    square: Square,
) -> fmt::Result {
    let size = position.size();
    let marked = last.is_some_and(|mv| [mv.from, mv.to, mv.arrow].contains(&square));
    let (letter, ink) = match position.at(square) {
        Content::Empty => ('.', Ink::Ansi256(FAINT)),
        Content::Burnt => ('x', Ink::Ansi256(FAINT)),
        Content::Amazon(Color::Black) => ('B', BLACK_INK.into()),
        Content::Amazon(Color::White) => ('W', WHITE_INK.into()),
    };
    let ground = match () {
        () if position.at(square) == Content::Burnt => BURNT,
        () if marked => LAST_MOVE,
        () if (size.file(square) + size.rank(square)) % 2 == 0 => DARK,
        () => LIGHT,
    };
    let style = Style::new().fg_color(Some(ink)).bg_color(Some(ground.into()));
    let style =
        if matches!(position.at(square), Content::Amazon(_)) { style.bold() } else { style };
    match marked {
        true => write!(f, "{style}[{letter}]{style:#}"),
        false => write!(f, "{style} {letter} {style:#}"),
    }
}
