//! `otrera --help`, with the commands in groups.

use std::fmt::Write;

use clap::builder::StyledStr;

/// The commands by what one wants to do. Each is in one group; a test sees to it.
const GROUPS: [(&str, &[&str]); 8] = [
    ("Look at positions and games", &["show", "moves", "convert", "analyse"]),
    ("Value them", &["value", "areas", "territory", "tds", "lsg", "zugzwang"]),
    ("Find the winner", &["solve", "campaign", "cluster", "merge-areas"]),
    ("Play", &["serve", "play", "genmove", "engine", "match", "sum"]),
    ("Proofs", &["check", "proof"]),
    ("Endgame tables", &["tables"]),
    ("Tests and experiments", &["lab", "perft", "bench"]),
    ("Help and shell", &["help", "man", "completions"]),
];

/// The widest help, as for all commands, and the narrowest.
const WIDEST: usize = 100;
const NARROWEST: usize = 40;

/// The same command line with its commands in groups.
pub fn group(command: clap::Command) -> clap::Command {
    let template = template(&command, width());
    command.help_template(template)
}

/// The columns of the terminal.
fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let named = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(named).unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

fn template(command: &clap::Command, width: usize) -> StyledStr {
    // With the command that prints help.
    let mut built = command.clone();
    built.build();
    let styles = command.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let longest = built.get_subcommands().map(|it| it.get_name().len()).max().unwrap_or(0);
    let mut text = StyledStr::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{header}{title}:{header:#}\n");
        for about in names.iter().filter_map(|name| built.find_subcommand(name)) {
            let name = about.get_name();
            let _ = write!(text, "  {literal}{name}{literal:#}{:1$}  ", "", longest - name.len());
            let about = about.get_about().map(StyledStr::to_string).unwrap_or_default();
            let _ = writeln!(text, "{}", hanging(&about, longest + 4, width));
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}{{after-help}}\n");
    text
}

/// A text in lines up to this width, all but the first indented; the first begins there already.
fn hanging(text: &str, indent: usize, width: usize) -> String {
    let mut lines = String::new();
    let mut column = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > indent && column + 1 + length > width {
            let _ = write!(lines, "\n{:indent$}", "");
            column = indent;
        } else if column > indent {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut built = crate::cli::command();
        built.build();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let shown = built.get_subcommands().filter(|it| !it.is_hide_set());
        let mut all: Vec<&str> = shown.map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn lines_hang() {
        assert_eq!(
            hanging("Draw a position in the terminal", 4, 20),
            "Draw a position\n    in the terminal"
        );
        assert_eq!(hanging("unbreakable", 4, 8), "unbreakable");
    }
}
