//! `otrera lab tegos`: tables 1 and 2 of Müller and Tegos, Experiments in Computer Amazons.

use std::collections::HashSet;

use clap::Args;
use otrera_area::LineSegmentGraph;
use otrera_area::defects::{Defects, MOST_DEFECTS};
use otrera_area::regions::{Region, grown};
use serde::Serialize;

use crate::output::{print_json, print_text};
use crate::progress;
use crate::width::Table;

#[derive(Args, Debug)]
pub struct TegosArgs {
    /// Regions of up to N squares; 9 take a second, 11 a minute or two
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=11))]
    pub size: u8,
    /// Print JSON, one object per size
    #[arg(long)]
    pub json: bool,
}

/// Regions and line segment graphs by size, where they can be read in the paper.
const TABLE_1: [[Option<u64>; 2]; 11] = [
    [Some(1), None],
    [Some(2), None],
    [Some(5), Some(3)],
    [Some(22), Some(11)],
    [Some(94), Some(42)],
    [Some(524), Some(199)],
    [Some(3031), Some(960)],
    [Some(18_769), Some(4945)],
    [Some(118_069), Some(25_786)],
    [Some(755_047), Some(137_988)],
    [None, None],
];

/// Defective regions and graphs of sizes 1 to 11 with 1 to 4 defects. The paper's table begins with size 3.
const TABLE_2: [[[u64; 2]; MOST_DEFECTS]; 11] = [
    [[0, 0], [0, 0], [0, 0], [0, 0]],
    [[0, 0], [0, 0], [0, 0], [0, 0]],
    [[2, 1], [0, 0], [0, 0], [0, 0]],
    [[2, 1], [1, 1], [0, 0], [0, 0]],
    [[37, 6], [0, 0], [0, 0], [0, 0]],
    [[236, 12], [23, 3], [0, 0], [0, 0]],
    [[2238, 125], [101, 8], [5, 1], [0, 0]],
    [[16_442, 666], [1111, 71], [12, 1], [0, 0]],
    [[125_797, 4610], [12_974, 370], [274, 14], [0, 0]],
    [[929_277, 28_500], [137_976, 2665], [5464, 70], [42, 3]],
    [[6_747_413, 186_564], [1_208_467, 17_974], [193_410, 1310], [1188, 17]],
];

pub fn run(args: &TegosArgs) -> anyhow::Result<()> {
    let mut table = Table::new(2, HEADS).words_in(&[1]);
    let mut regions = vec![Region::SINGLE];
    let mut defects = Defects::default();
    let mut equal = true;
    for size in 1..=usize::from(args.size) {
        if size > 1 {
            regions = grown(&regions);
        }
        // The paper counts graphs up to ten squares.
        let graphs = (size <= 10).then(|| count_graphs(&regions));
        let text = format!("size {size}: {{pos}}/{{len}} regions");
        let bar = progress::bar(regions.len() as u64, &text);
        let found = defects.find(&regions, |done| bar.inc(done as u64));
        bar.finish_and_clear();
        let counted = found.graphs();
        let defective = std::array::from_fn(|n| [found.regions[n], counted[n]]);
        defects.keep(found);
        let row = Row {
            size,
            regions: regions.len() as u64,
            graphs,
            defective,
            paper_table_1: TABLE_1[size - 1],
            paper_table_2: TABLE_2[size - 1],
        };
        equal &= row.is_equal();
        if args.json { print_json(&row)? } else { row.add_to(&mut table) }
    }
    if !args.json {
        let verdict = match equal {
            true => "Every cell that can be read in the paper is the same.\n",
            false => "Some cells differ from the paper's.\n",
        };
        print_text(&format!("{HEAD}{table}{verdict}"))?;
    }
    Ok(())
}

const HEAD: &str = "\
Table 1: regions and line segment graphs. Table 2: regions and graphs with so
many defects, with one amazon.
";

const HEADS: [&str; 4 + MOST_DEFECTS] =
    ["size", "", "regions", "graphs", "1 defect", "2 defects", "3 defects", "4 defects"];

fn count_graphs(regions: &[Region]) -> u64 {
    let graph = |region: &Region| {
        LineSegmentGraph::new(region.geometry(), region.squares(), [0, 0]).canonical()
    };
    regions.iter().map(graph).collect::<HashSet<_>>().len() as u64
}

#[derive(Serialize)]
struct Row {
    size: usize,
    regions: u64,
    graphs: Option<u64>,
    /// Regions and graphs with 1, 2, 3 and 4 or more defects.
    defective: [[u64; 2]; MOST_DEFECTS],
    /// Null where nothing can be read.
    paper_table_1: [Option<u64>; 2],
    paper_table_2: [[u64; 2]; MOST_DEFECTS],
}

impl Row {
    fn is_equal(&self) -> bool {
        let ours = [Some(self.regions), self.graphs];
        let same = |(ours, paper): (&Option<u64>, &Option<u64>)| paper.is_none() || ours == paper;
        ours.iter().zip(&self.paper_table_1).all(same) && self.defective == self.paper_table_2
    }
}

impl Row {
    /// Ours, and theirs below.
    fn add_to(&self, table: &mut Table) {
        let ours = ([Some(self.regions), self.graphs], &self.defective);
        let paper = (self.paper_table_1, &self.paper_table_2);
        for (name, (counts, defective)) in [("ours", ours), ("paper", paper)] {
            let size = if name == "ours" { self.size.to_string() } else { String::new() };
            let counts = counts.map(|count| count.map_or(String::new(), |n| n.to_string()));
            let defects = defective.iter().map(|cell| match cell {
                [0, 0] => "-".to_owned(),
                [regions, graphs] => format!("{regions}/{graphs}"),
            });
            table.row([size, name.to_owned()].into_iter().chain(counts).chain(defects));
        }
    }
}
