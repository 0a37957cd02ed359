//! `otrera convert`: positions and games from one notation into another.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use otrera_board::notation::{Dialect, Format, game_text, ggf};
use otrera_board::{NodeId, PropertyRef, Record};
use serde::Serialize;

use crate::cli::{DialectName, FormatName, POSITIONS, PositionArgs};
use crate::input::{Subject, answer_all, asked_subjects};
use crate::output::{print_json, warn};
use crate::save::save;

#[derive(Args, Debug)]
#[command(after_help = POSITIONS)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub input: PositionArgs,
    /// Convert to this format
    #[arg(long, value_name = "FORMAT")]
    pub to: FormatName,
    /// Write moves in this style, with `--to moves`
    #[arg(long, value_name = "DIALECT", default_value = "papers")]
    pub dialect: DialectName,
    /// Write to this file
    #[arg(long, short, value_name = "FILE", conflicts_with = "batch")]
    pub output: Option<PathBuf>,
}

pub fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let translate = |subject: &Subject| Translation::new(subject, args.to.0, args.dialect.0);
    let Some(path) = &args.output else { return answer_all(&args.input, translate) };
    let translations: Vec<Translation> =
        asked_subjects(&args.input)?.iter().map(translate).collect::<anyhow::Result<_>>()?;
    let text: String = translations.iter().map(Translation::to_string).collect();
    save(path, text.as_bytes())?;
    match args.input.json {
        true => translations.iter().try_for_each(print_json),
        false => Ok(()),
    }
}

/// The answer.
#[derive(Serialize)]
struct Translation {
    from: &'static str,
    to: &'static str,
    text: String,
}

impl Translation {
    fn new(subject: &Subject, to: Format, dialect: Dialect) -> anyhow::Result<Translation> {
        let text = match to {
            Format::Moves => game_text::write(&subject.record, dialect)?.trim_end().to_owned(),
            _ => to.write(&subject.record)?,
        };
        if let Some(loss) = loss(&subject.record, to) {
            warn(&format!("{to} cannot hold {loss}: left out"));
        }
        Ok(Translation { from: subject.format.name(), to: to.name(), text })
    }
}

impl fmt::Display for Translation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)
    }
}

/// What of a record a format cannot keep, in words.
fn loss(record: &Record, to: Format) -> Option<String> {
    if to == Format::Sgf {
        return None;
    }
    let kept =
        |node: NodeId, property: PropertyRef<'_>| to == Format::Ggf && ggf::keeps(node, property);
    let remarks = record
        .main_line()
        .flat_map(|node| record.properties(node).map(move |property| (node, property)))
        .filter(|&(node, property)| !kept(node, property))
        .count();
    let parts = [(record.variation_nodes(), "node", " in variations"), (remarks, "remark", "")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|&&(count, ..)| count > 0)
        .map(|&(count, what, which)| {
            format!("{count} {what}{}{which}", if count == 1 { "" } else { "s" })
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}
