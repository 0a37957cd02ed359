//! `otrera lab tegos`: tables 1 and 2 of Müller and Tegos, Experiments in Computer Amazons.

use std::collections::HashSet;
use std::fmt;

use otrera_area::LineSegmentGraph;
use otrera_area::defects::{Defects, MOST_DEFECTS};
use otrera_area::regions::{Region, grown};
use serde::Serialize;

use crate::cli::TegosArgs;
use crate::output::{print_json, print_text};
use crate::progress;

/// Regions and line segment graphs of sizes 1 to 10, where they can be read in the paper.
const TABLE_1: [Option<[u64; 2]>; 11] = [
    Some([1, 1]),
    Some([2, 1]),
    Some([5, 3]),
    Some([22, 11]),
    Some([94, 42]),
    Some([524, 199]),
    Some([3031, 960]),
    Some([18_769, 4945]),
    Some([118_069, 25_786]),
    Some([755_047, 137_988]),
    None,
];

/// Defective regions and graphs of sizes 1 to 11 with 1 to 4 defects.
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
    if !args.json {
        print_text(&HEAD)?;
    }
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
        if args.json { print_json(&row)? } else { print_text(&row)? }
    }
    if !args.json {
        let verdict = match equal {
            true => "Every cell is that of the paper.\n",
            false => "Cells that differ show the paper's number in brackets.\n",
        };
        print_text(&verdict)?;
    }
    Ok(())
}

const HEAD: &str = "\
Regions and line segment graphs, and defective regions/graphs with one amazon
size   regions   graphs      1-defective    2-defective   3-defective  4-defective
";

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
    paper_table_1: Option<[u64; 2]>,
    paper_table_2: [[u64; 2]; MOST_DEFECTS],
}

impl Row {
    fn is_equal(&self) -> bool {
        let first = self.paper_table_1.zip(self.graphs);
        first.is_none_or(|(paper, graphs)| paper == [self.regions, graphs])
            && self.defective == self.paper_table_2
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beside = |ours: u64, paper: Option<u64>| match paper {
            Some(paper) if paper != ours => format!("{ours} ({paper})"),
            _ => ours.to_string(),
        };
        let regions = beside(self.regions, self.paper_table_1.map(|[regions, _]| regions));
        let graphs = match self.graphs {
            Some(graphs) => beside(graphs, self.paper_table_1.map(|[_, graphs]| graphs)),
            None => String::new(),
        };
        write!(f, "{:>4} {regions:>9} {graphs:>8}", self.size)?;
        for (n, (ours, paper)) in self.defective.iter().zip(&self.paper_table_2).enumerate() {
            let cell = match (ours, paper) {
                ([0, 0], [0, 0]) => "-".to_owned(),
                (ours, paper) if ours == paper => format!("{}/{}", ours[0], ours[1]),
                (ours, paper) => format!("{}/{} ({}/{})", ours[0], ours[1], paper[0], paper[1]),
            };
            let width = [16, 14, 13, 12][n];
            write!(f, " {cell:>width$}")?;
        }
        writeln!(f)
    }
}
