//! `otrera man`: manual pages of all commands.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap::builder::StyledStr;
use clap_mangen::Man;

use crate::cli;
use crate::save::save;

#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder to write to, such as ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

pub fn run(args: &ManArgs) -> anyhow::Result<()> {
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot create folder {}", args.folder.display()))?;
    let mut pages = Vec::new();
    let mut command = cli::command().disable_help_subcommand(true);
    // Gives the commands below others their full names.
    command.build();
    write_pages(command, &mut pages)?;
    pages.iter().try_for_each(|(name, page)| save(&args.folder.join(name), page))
}

/// The page of a command and those of the commands below it, each with its file's name.
fn write_pages(command: clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> anyhow::Result<()> {
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        write_pages(below.clone(), pages)?;
    }
    let notes = command.get_after_help().map(StyledStr::to_string);
    // They are set as they are, line by line: columns would be lost.
    let man = Man::new(command.after_help(None)).source(VERSION);
    let mut page = Vec::new();
    man.render(&mut page)?;
    if let Some(notes) = notes {
        page.extend(b".SH NOTES\n.nf\n");
        notes.lines().for_each(|line| page.extend(unfilled(line).bytes()));
        page.extend(b".fi\n");
    }
    pages.push((man.get_filename(), page));
    Ok(())
}

const VERSION: &str = concat!("otrera ", env!("CARGO_PKG_VERSION"));

/// A line of text for a manual page: nothing in it is a command or a special character.
fn unfilled(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    match line.starts_with(['.', '\'']) {
        true => format!("\\&{line}\n"),
        false => format!("{line}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command_of_the_page() {
        assert_eq!(unfilled("otrera --json"), "otrera \\-\\-json\n");
        assert_eq!(unfilled(". empty"), "\\&. empty\n");
        assert_eq!(unfilled(r"\fB"), "\\efB\n");
    }
}
