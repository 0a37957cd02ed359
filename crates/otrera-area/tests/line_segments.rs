//! Line segment graphs and free regions.

use otrera_area::LineSegmentGraph;
use otrera_area::regions::{Region, grown};
use otrera_board::Position;

fn graph(text: &str) -> LineSegmentGraph {
    let position: Position = text.parse().unwrap();
    LineSegmentGraph::of_position(&position)
}

fn regions(size: usize) -> Vec<Region> {
    (1..size).fold(vec![Region::SINGLE], |regions, _| grown(&regions))
}

/// Definition 1: points on a line, in order.
#[test]
fn lines_of_a_region() {
    let lines = |text: &str| -> Vec<Vec<u8>> {
        let mut lines: Vec<Vec<u8>> = graph(text).lines().map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines("..."), [vec![0, 1, 2]]);
    // Points by number: A1 B1, A2 above. Three pairs.
    assert_eq!(lines(".x/.."), [vec![0, 1], vec![0, 2], vec![1, 2]]);
    assert_eq!(lines("x.x/.x."), [vec![0, 2], vec![1, 2]]);
    assert_eq!(lines("."), Vec::<Vec<u8>>::new());
}

/// Regions of different shapes with the same graph, as in figure 5, and others that differ.
#[test]
fn isomorphism_by_hand() {
    assert!(graph("..x/xx.").is_isomorphic(&graph("x.x/.x.")), "two pairs that share a point");
    assert!(
        graph("...").is_isomorphic(&graph(".xx/x.x/xx.")),
        "a line of three, straight or slanted"
    );
    assert!(!graph("...").is_isomorphic(&graph("..x/xx.")), "a line of three, and two pairs");
    assert!(!graph("b..").is_isomorphic(&graph(".b.")), "an amazon at the end, and in the middle");
    assert!(!graph("b..").is_isomorphic(&graph("w..")), "colours count");
    assert!(graph("b.w").is_isomorphic(&graph("w.b")), "lines have no direction");
}

/// Isomorphism by trying all ways to rename the points.
fn plainly_isomorphic(a: &LineSegmentGraph, b: &LineSegmentGraph) -> bool {
    let sorted = |graph: &LineSegmentGraph, names: &[u8]| {
        let mut lines: Vec<Vec<u8>> = graph
            .lines()
            .map(|line| {
                let mut line: Vec<u8> = line.iter().map(|&p| names[usize::from(p)]).collect();
                if line.first() > line.last() {
                    line.reverse();
                }
                line
            })
            .collect();
        lines.sort();
        lines
    };
    fn try_all(names: &mut Vec<u8>, count: u8, test: &mut impl FnMut(&[u8]) -> bool) -> bool {
        if names.len() == usize::from(count) {
            return test(names);
        }
        (0..count).any(|name| {
            if names.contains(&name) {
                return false;
            }
            names.push(name);
            let found = try_all(names, count, test);
            names.pop();
            found
        })
    }
    let identity: Vec<u8> = (0..b.len() as u8).collect();
    let wanted = sorted(b, &identity);
    a.len() == b.len()
        && try_all(&mut Vec::new(), a.len() as u8, &mut |names| sorted(a, names) == wanted)
}

#[test]
fn canonical_forms_tell_graphs_apart() {
    let graphs: Vec<LineSegmentGraph> = regions(5)
        .iter()
        .map(|region| LineSegmentGraph::new(region.geometry(), region.squares(), [0, 0]))
        .collect();
    for a in &graphs {
        for b in &graphs {
            assert_eq!(a.is_isomorphic(b), plainly_isomorphic(a, b), "{a:?} {b:?}");
        }
    }
}

/// Table 1 of the paper: regions and graphs. (`otrera lab tegos` compares all cells of both tables.)
#[test]
fn small_regions() {
    let published = [(1, 1), (2, 1), (5, 3), (22, 11), (94, 42), (524, 199), (3031, 960)];
    let mut regions = vec![Region::SINGLE];
    for (count, graphs) in published {
        let found: std::collections::HashSet<_> = regions
            .iter()
            .map(|r| LineSegmentGraph::new(r.geometry(), r.squares(), [0, 0]).canonical())
            .collect();
        assert_eq!((regions.len(), found.len()), (count, graphs));
        regions = grown(&regions);
    }
}

/// Whole boards have graphs, too.
#[test]
fn large_graphs() {
    let start = graph("10x10");
    assert_eq!(start.len(), 100);
    let turned: Position = "10x10".parse().unwrap();
    let swapped = LineSegmentGraph::of_position(&turned.with_colors_swapped());
    assert!(start.is_isomorphic(&swapped), "the start looks the same from both sides");
}

/// Graphs with very many symmetries: loose points, and pairs of twins along a line.
#[test]
fn symmetric_graphs() {
    let points = graph(&[".x"; 40].concat());
    assert_eq!(points.lines().count(), 0);
    assert!(points.is_isomorphic(&graph(&["x."; 40].concat())));
    assert!(!points.is_isomorphic(&graph(&["x."; 39].concat())));
    // Fourteen pairs of twins, each hanging on a square of its own.
    let twins = [".xx"; 14].concat();
    let between = ["x.x"; 14].concat();
    let comb = graph(&format!("{twins}/{between}/{twins}"));
    assert_eq!((comb.len(), comb.lines().count()), (42, 28));
    let other_way = graph(&format!("{between}/{twins}/{between}"));
    assert!(comb.is_isomorphic(&other_way), "bent pairs, open to the left or to the right");
}
