//! How wide the lines are that people read.
//!
//! Whatever goes through [`print_text`](crate::output::print_text) is folded at spaces to the width of the
//! terminal, so no answer needs to count columns. One that would rather leave something out than fold
//! asks for [`columns`]: [`ranked`] drops the least important parts of a line, [`Table`] sets columns
//! below each other.

mod table;

use std::io::{self, IsTerminal};

use unicode_width::UnicodeWidthChar;

pub use self::table::Table;

/// Where there is no terminal: the same on every machine, and no wider than most pages.
const WITHOUT_TERMINAL: usize = 80;

/// Longer lines are hard to read, and on shorter ones nothing can be laid out.
const READABLE: std::ops::RangeInclusive<usize> = 40..=100;

/// The columns for an answer.
pub fn columns() -> usize {
    match io::stdout().is_terminal().then(|| terminal_size::terminal_size_of(io::stdout())) {
        Some(Some((terminal_size::Width(width), _))) => readable(width),
        _ => WITHOUT_TERMINAL,
    }
}

/// The columns for a complaint or a line of progress; none where nobody but a program may read it.
pub fn error_columns() -> Option<usize> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let size = terminal_size::terminal_size_of(io::stderr());
    Some(size.map_or(WITHOUT_TERMINAL, |(terminal_size::Width(width), _)| readable(width)))
}

fn readable(width: u16) -> usize {
    usize::from(width).clamp(*READABLE.start(), *READABLE.end())
}

/// The columns that a text takes. Escape sequences, which set colours, take none.
pub fn of(text: &str) -> usize {
    let mut width = 0;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\x1b' => {
                // To the letter that ends it.
                let _ = characters.find(char::is_ascii_alphabetic);
            }
            _ => width += character.width().unwrap_or(0),
        }
    }
    width
}

/// Folds lines that are too long at spaces. What follows a heading such as `Line       A1-A2xA3 …` goes on
/// below its first word. A word that is too long by itself stays whole: it may be a position, a value or a
/// file that somebody copies.
pub fn fold(text: &str, columns: usize) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match of(line.trim_end_matches('\n')) > columns {
            true => fold_line(&mut folded, line, columns),
            false => folded.push_str(line),
        }
    }
    folded
}

fn fold_line(folded: &mut String, line: &str, columns: usize) {
    let hang = " ".repeat(hanging(line, columns));
    let mut used = 0;
    for (gap, word) in words(line) {
        let start = used + gap.len();
        // Further down it would stand no further left.
        if start > hang.len() && start + of(word) > columns {
            folded.push('\n');
            folded.push_str(&hang);
            used = hang.len();
        } else {
            folded.push_str(gap);
            used = start;
        }
        folded.push_str(word);
        used += of(word);
    }
    if line.ends_with('\n') {
        folded.push('\n');
    }
}

/// Where a folded line goes on: below the first word after its heading, which two spaces set off; else
/// below its first word.
fn hanging(line: &str, columns: usize) -> usize {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let heading = line[indent..].find("  ").map(|end| {
        let rest = &line[indent + end..];
        of(&line[..indent + end]) + rest.len() - rest.trim_start_matches(' ').len()
    });
    heading.filter(|&column| column <= columns / 2).unwrap_or(indent)
}

/// The words of a line, each with the spaces before it. A position and its side to move are one word.
fn words(line: &str) -> Vec<(&str, &str)> {
    let mut words: Vec<(&str, &str)> = Vec::new();
    let mut rest = line.trim_end();
    while !rest.is_empty() {
        let start = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[start..].find(' ').map_or(rest.len(), |length| start + length);
        let mut word = &rest[start..end];
        let mut after = &rest[end..];
        if is_position(word)
            && let Some(side) = [" b", " w"].iter().find(|&side| after.starts_with(side))
            && after[side.len()..].chars().next().is_none_or(|next| !next.is_alphanumeric())
        {
            word = &rest[start..end + side.len()];
            after = &after[side.len()..];
        }
        words.push((&rest[..start], word));
        rest = after;
    }
    words
}

/// May it be the rows of a position?
fn is_position(word: &str) -> bool {
    word.chars().all(|c| "bwx./".contains(c) || c.is_ascii_digit())
}

/// Parts of a line in their order, of which those with the greatest rank are left out until it fits.
pub fn ranked(parts: &[(u8, String)], separator: &str, columns: usize) -> String {
    let mut most = parts.iter().map(|(rank, _)| *rank).max().unwrap_or(0);
    loop {
        let kept = parts.iter().filter(|(rank, _)| *rank <= most).map(|(_, text)| text.as_str());
        let line = kept.collect::<Vec<_>>().join(separator);
        if of(&line) <= columns || most == 0 {
            return line;
        }
        most -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_below_their_first_word() {
        let line = "Line       A1-A2xA3 B1-B2xB3 C1-C2xC3\nnext\n";
        let folded = "Line       A1-A2xA3\n           B1-B2xB3\n           C1-C2xC3\nnext\n";
        assert_eq!(fold(line, 22), folded);
        assert_eq!(fold("one two three four", 9), "one two\nthree\nfour");
        assert_eq!(fold("  one two three", 9), "  one two\n  three");
        assert_eq!(fold("short\n\n", 9), "short\n\n");
    }

    #[test]
    fn a_position_stays_whole() {
        let line = "Position     ...../...../....b w\n";
        assert_eq!(fold(line, 26), line);
        assert_eq!(fold("wins ...../...../b w (so)", 12), "wins\n...../...../b w\n(so)");
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(of("\x1b[1m\x1b[38;2;0;0;0mab\x1b[0m±"), 3);
        let bold = "\x1b[1mab\x1b[0m cd";
        assert_eq!(fold(bold, 5), bold);
    }

    #[test]
    fn the_least_important_parts_go_first() {
        let parts = [(1, "first".to_owned()), (3, "third".to_owned()), (2, "second".to_owned())];
        assert_eq!(ranked(&parts, " · ", 40), "first · third · second");
        assert_eq!(ranked(&parts, " · ", 20), "first · second");
        assert_eq!(ranked(&parts, " · ", 7), "first");
    }
}
