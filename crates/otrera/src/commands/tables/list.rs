//! `otrera tables list`: which tables there are.

use std::fmt;

use clap::Args;
use otrera_area::tables::{Family, TableFile, TableSet};
use serde::Serialize;

use crate::output::{print_json, print_text};
use crate::tables::{self, TablesFolder};

#[derive(Args, Debug)]
pub struct TablesListArgs {
    #[command(flatten)]
    pub folder: TablesFolder,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &TablesListArgs) -> anyhow::Result<()> {
    let folder = tables::folder(&args.folder)?;
    let files: Vec<TableState> =
        Family::ALL.iter().map(|&family| TableState::new(&folder, family)).collect();
    let answer = Answer { folder: folder.display().to_string(), files };
    match args.json {
        true => print_json(&answer),
        false => print_text(&answer),
    }
}

#[derive(Serialize)]
struct Answer {
    folder: String,
    files: Vec<TableState>,
}

#[derive(Serialize)]
struct TableState {
    file: String,
    bytes: Option<u64>,
    entries: Option<u64>,
    /// The largest set of which it has all.
    size: Option<&'static str>,
    /// Why it cannot be used.
    error: Option<String>,
}

impl TableState {
    fn new(folder: &std::path::Path, family: Family) -> TableState {
        let name = family.file_name();
        let path = folder.join(&name);
        let state = TableState { file: name, bytes: None, entries: None, size: None, error: None };
        if !path.exists() {
            return TableState { error: Some("not built".to_owned()), ..state };
        }
        match TableFile::open(&path, family) {
            Ok(file) => {
                let whole = |set: &TableSet| file.has_all_of(*set, family);
                TableState {
                    bytes: Some(file.bytes()),
                    entries: Some(file.contents().map(|stock| stock.entries).sum()),
                    size: TableSet::ALL.into_iter().rfind(whole).map(TableSet::name),
                    ..state
                }
            }
            Err(error) => TableState { error: Some(tables::advice(&error)), ..state },
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.folder)?;
        for state in &self.files {
            write!(f, "  {:<18}", state.file)?;
            match (state.entries, state.bytes, &state.error) {
                (Some(entries), Some(bytes), _) => {
                    let size =
                        state.size.map_or("no whole set".to_owned(), |it| format!("{it} set"));
                    writeln!(f, " {entries:>11} entries {:>11}  {size}", tables::size(bytes))?;
                }
                (_, _, error) => writeln!(f, " {}", error.as_deref().unwrap_or_default())?,
            }
        }
        Ok(())
    }
}
