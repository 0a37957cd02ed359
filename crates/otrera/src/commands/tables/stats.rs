//! `otrera tables stats`: what tables hold, box by box.

use std::collections::BTreeMap;
use std::fmt;

use otrera_area::tables::{Family, Frame, Kind, Survey, Tables};
use serde::Serialize;

use super::list::TablesListArgs;
use crate::output::{print_json, print_text};
use crate::tables;
use crate::width::Table;

pub fn run(args: &TablesListArgs) -> anyhow::Result<()> {
    let tables = tables::open(&tables::folder(&args.folder)?)?;
    let answer = Answer::new(&tables);
    crate::tables::tell_damage(Some(&tables));
    match args.json {
        true => print_json(&answer),
        false => print_text(&answer),
    }
}

#[derive(Serialize)]
struct Answer {
    databases: Vec<Database>,
    families: Vec<Whole>,
}

#[derive(Serialize)]
struct Database {
    kind: &'static str,
    #[serde(rename = "box")]
    frame: String,
    /// The most amazons of one colour, in the smallest shapes and in the largest ones.
    amazons: [u8; 2],
    /// The number of squares of the largest shapes.
    squares: u8,
    entries: u64,
    /// Different values: of territories, defects with the amazons that suffice.
    values: u64,
    bytes_an_entry: f64,
    /// Territories of which not all squares can be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    defective: Option<u64>,
}

#[derive(Serialize)]
struct Whole {
    family: &'static str,
    entries: u64,
    bytes: u64,
    /// The entries if areas that are turned, mirrored or have their colours exchanged were listed
    /// apart.
    without_symmetry: u64,
    /// How much larger four bytes for each of these would be.
    factor: f64,
}

impl Answer {
    fn new(tables: &Tables) -> Answer {
        let mut databases: BTreeMap<(Kind, Frame), (Database, Survey)> = BTreeMap::new();
        let mut families = Vec::new();
        for family in Family::ALL {
            let Some(file) = tables.file(family) else { continue };
            let mut whole = Whole {
                family: family.name(),
                entries: 0,
                bytes: file.bytes(),
                without_symmetry: 0,
                factor: 0.0,
            };
            for stock in file.contents().filter(|stock| stock.entries > 0) {
                let id = stock.id;
                let (database, survey) =
                    databases.entry((id.kind, id.frame)).or_insert_with(|| {
                        let database = Database {
                            kind: id.kind.name(),
                            frame: id.frame.to_string(),
                            amazons: [id.most_amazons; 2],
                            squares: 0,
                            entries: 0,
                            values: 0,
                            bytes_an_entry: 0.0,
                            defective: None,
                        };
                        (database, Survey::default())
                    });
                database.amazons[1] = id.most_amazons;
                database.squares = id.squares;
                database.entries += stock.entries;
                // The sum of bytes until all are added.
                database.bytes_an_entry += stock.bytes as f64;
                let before = survey.without_symmetry;
                survey.add(tables, &id);
                whole.entries += stock.entries;
                whole.without_symmetry += survey.without_symmetry - before;
            }
            whole.factor = 4.0 * whole.without_symmetry as f64 / whole.bytes as f64;
            families.push(whole);
        }
        let databases = databases.into_iter().map(|((kind, _), (database, survey))| Database {
            bytes_an_entry: database.bytes_an_entry / database.entries as f64,
            values: survey.values(),
            defective: kind.is_territory().then_some(survey.defective),
            ..database
        });
        Answer { databases: databases.collect(), families }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = [
            "kind",
            "box",
            "squa-\nres",
            "ama-\nzons",
            "entries",
            "values",
            "bytes/\nentry",
            "defec-\ntive",
        ];
        let mut table = Table::new(2, heads).words_in(&[0]);
        for it in &self.databases {
            let amazons = match it.amazons {
                [most, least] if most == least => format!("{most}"),
                [most, least] => format!("{most} to {least}"),
            };
            table.row([
                it.kind.to_owned(),
                it.frame.clone(),
                it.squares.to_string(),
                amazons,
                it.entries.to_string(),
                it.values.to_string(),
                format!("{:.2}", it.bytes_an_entry),
                it.defective.map_or(String::new(), |number| number.to_string()),
            ]);
        }
        writeln!(f, "{table}")?;
        let heads = ["family", "entries", "size", "without\nsymmetry", "factor"];
        let mut table = Table::new(1, heads).words_in(&[0]);
        for it in &self.families {
            table.row([
                it.family.to_owned(),
                it.entries.to_string(),
                tables::size(it.bytes),
                it.without_symmetry.to_string(),
                format!("{:.1}", it.factor),
            ]);
        }
        write!(f, "{table}")?;
        writeln!(f, "factor: four bytes for each area, without symmetry, against these files")
    }
}
