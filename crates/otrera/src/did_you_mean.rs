//! What a user may have meant by a name that is nothing: a file that is not there, a word that is no
//! command.

use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::input;

/// Endings of files that hold games or positions.
pub const GAME_ENDINGS: [&str; 5] = ["sgf", "ggf", "fen", "mcgs", "txt"];

/// Names less alike than this have nothing to do with each other; 1 is the same name.
const ALIKE: f64 = 0.6;

/// More entries of a folder than this are not looked at.
const MOST_ENTRIES: usize = 10_000;

/// The message that a file is not there, with the nearest one that is.
pub fn no_such_file(path: &Path) -> String {
    format!("no such file: {}{}", shown(path), hint(path, |_| true))
}

/// The same of something that could have been a position as well.
pub fn neither_file_nor_position(argument: &str) -> String {
    let path = Path::new(argument);
    let (name, hint) = (shown(path), hint(path, is_game));
    match path.is_dir() {
        true => format!("{name} is a folder, and not a position{hint}"),
        false => format!("no such file, and not a position: {name}{hint}"),
    }
}

/// Is a text that cannot be read as a position more likely the name of a file? Positions have hardly
/// any letters but those of amazons and burnt squares, and moves begin with a square.
pub fn is_likely_a_name(text: &str) -> bool {
    let begins_a_record = text.trim_start().starts_with(['(', '[']);
    if begins_a_record || text.split_whitespace().any(begins_with_square) {
        return false;
    }
    let foreign = |c: &char| c.is_alphabetic() && !"bwxqoBWXQO".contains(*c);
    text.chars().filter(foreign).count() > 1 || text.chars().all(char::is_alphabetic)
}

/// Does a word begin like a move: perhaps a number and a point, one or two letters, a digit?
fn begins_with_square(word: &str) -> bool {
    let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if numbered.starts_with('.') { numbered.trim_start_matches('.') } else { word };
    let rest = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    (1..=2).contains(&(word.len() - rest.len())) && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// What may help, as the end of a message. Of files that are as much alike those of the likely kind
/// come first.
fn hint(path: &Path, likely: fn(&str) -> bool) -> String {
    if path.is_dir() {
        return match game_in(path) {
            Some(game) => format!("; name a file in it, such as {}", shown(&path.join(game))),
            None => "; name a file".to_owned(),
        };
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return format!("; there is no folder {}", shown(folder));
    }
    match nearest(path, likely) {
        Some(name) => format!("; did you mean {}?", shown(&path.with_file_name(name))),
        None => String::new(),
    }
}

/// The file in the same folder whose name is most like this one, with its ending or without.
fn nearest(path: &Path, likely: fn(&str) -> bool) -> Option<String> {
    let wanted = path.file_name()?.to_str()?.to_lowercase();
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let alike = strsim::normalized_damerau_levenshtein;
    let ranked = files_in(folder_of(path)).into_iter().filter_map(|name| {
        let other = name.to_lowercase();
        let whole = alike(&wanted, &other);
        let best = whole.max(alike(&stem(&wanted), &stem(&other)));
        (best >= ALIKE).then(|| (best, likely(&name), whole, name))
    });
    // Of equals the first in order.
    let best = ranked.max_by(|a, b| {
        let rank = a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2));
        rank.then(b.3.cmp(&a.3))
    });
    best.map(|(.., name)| name)
}

/// The first game in a folder, in order of names.
fn game_in(folder: &Path) -> Option<String> {
    files_in(folder).into_iter().filter(|name| is_game(name)).min()
}

/// Is it called like a game or a position?
pub fn is_game(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| GAME_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_ENTRIES).flatten();
    let ordinary = entries.filter(|entry| entry.path().is_file());
    ordinary.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A name for a message: not too long, and without command over the terminal.
fn shown(path: &Path) -> String {
    const LONGEST: usize = 80;
    let name = path.display().to_string();
    let clean = name.chars().map(|c| if c.is_control() { '?' } else { c });
    match name.chars().count() {
        0..=LONGEST => clean.collect(),
        _ => clean.take(LONGEST).chain(['…']).collect(),
    }
}

/// Words for what a command does, under which somebody may look for it.
const OTHER_WORDS: [(&str, &[&str]); 12] = [
    ("show", &["draw", "print", "view", "display", "board"]),
    ("moves", &["list", "legal"]),
    ("perft", &["count"]),
    ("convert", &["translate", "export", "import"]),
    ("value", &["evaluate", "calculate", "calc", "thermograph"]),
    ("areas", &["split", "partition", "score"]),
    ("solve", &["prove", "win", "winner", "search"]),
    ("check", &["verify", "validate"]),
    ("analyse", &["analyze", "annotate"]),
    ("genmove", &["bestmove", "think"]),
    ("match", &["tournament", "duel"]),
    ("man", &["manual"]),
];

/// Adds to the error about a word that is no command which one may be meant.
pub fn advise(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let word = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word.clone(),
        _ => return error,
    };
    let tip = match commands_for(&word, command).as_slice() {
        [] if input::is_a_position(&word) => {
            format!("put a command before it, such as `otrera show {word}`")
        }
        // Perhaps a name was misspelt, which has been noticed already.
        [] => return error,
        found => format!("for that there is {}", found.join(" and ")),
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    error
}

/// Commands that go by another word, or that are found below others.
fn commands_for(word: &str, command: &clap::Command) -> Vec<String> {
    let word = word.to_lowercase();
    let names = command.get_subcommands().filter(|it| it.get_name() == word);
    let plainly = names.map(|it| format!("`otrera {}`", it.get_name()));
    let others = OTHER_WORDS.iter().filter(|(_, words)| words.contains(&word.as_str()));
    let others = others.map(|(name, _)| format!("`otrera {name}`"));
    let below = command.get_subcommands().flat_map(|outer| {
        let found = outer.get_subcommands().filter(|inner| inner.get_name() == word);
        found.map(|inner| format!("`otrera {} {}`", outer.get_name(), inner.get_name()))
    });
    plainly.chain(others).chain(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_positions() {
        for name in ["nofile", "mygame.pgn", "my-game.pgn", "games/first", "my game.sgf", "box"] {
            assert!(is_likely_a_name(name), "{name}");
        }
        for position in [
            "b..k/w...",
            "b.../..",
            "5x6 B1-B4xZ9 E5-E3xC3",
            "1.d1–d5,g8; g10–d7,h3;",
            "(;GM[1]SZ[19];B[pd])",
            "X..#|.O.. B",
            "q2/Q2 w",
            "9x9",
            "b2/w2 w a1 3",
        ] {
            assert!(!is_likely_a_name(position), "{position}");
        }
    }

    /// Every word leads to a command that is there.
    #[test]
    fn other_words_lead_to_commands() {
        let command = crate::cli::command();
        for (name, words) in OTHER_WORDS {
            assert!(command.find_subcommand(name).is_some(), "{name}");
            for word in words {
                assert!(command.find_subcommand(word).is_none(), "{word} is a command");
                assert!(!commands_for(word, &command).is_empty());
            }
        }
        assert_eq!(commands_for("lookup", &command), ["`otrera tables lookup`"]);
        assert_eq!(commands_for("Show", &command), ["`otrera show`"]);
    }
}
