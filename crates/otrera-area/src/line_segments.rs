//! Line segment graphs (Müller and Tegos, 3).
//!
//! For play only two things matter about a set of squares: which of them lie on the same unbroken
//! line, and in which order. A *line segment graph* keeps just that. Regions of quite different
//! shape may have the same graph, and are then the same game.
//!
//! The canonical form is found by colour refinement and individualisation: points get colours that
//! do not depend on their names, from the colours of the points that they see along their lines;
//! where that leaves some equal, each of them in turn is made special, and the least result is
//! taken. What the colours are computed with does not matter for correctness, only for speed: any
//! two isomorphic graphs go through the same steps, and the least of all names is compared in full.
//! Two equal results show a symmetry of the graph; what it carries into something tried before is
//! not tried again.

use otrera_board::{Bits, Color, Geometry, Position, Square};
use smallvec::SmallVec;

/// A set of points with their contents, and the lines through them.
///
/// ```
/// use otrera_area::LineSegmentGraph;
/// use otrera_board::Position;
///
/// let graph = |text: &str| text.parse::<Position>().map(|it| LineSegmentGraph::of_position(&it));
/// // A line of three, straight or slanted.
/// assert!(graph("...")?.is_isomorphic(&graph(".xx/x.x/xx.")?));
/// assert!(!graph("...")?.is_isomorphic(&graph("..x/xx.")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineSegmentGraph {
    /// What stands on each point.
    marks: SmallVec<[u8; 16]>,
    /// The points of each line of two or more, one line after another …
    points: SmallVec<[u8; 96]>,
    /// … and where each ends.
    ends: SmallVec<[u16; 32]>,
}

/// Nothing stands on the point.
const EMPTY: u8 = 0;

/// A graph under the names that all isomorphic graphs share.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CanonicalGraph(Box<[u8]>);

impl LineSegmentGraph {
    /// The graph of some squares of a board, with their amazons. Points are numbered as the squares are.
    pub fn new<B: Bits>(geometry: &Geometry<B>, squares: B, amazons: [B; 2]) -> LineSegmentGraph {
        let size = geometry.size();
        let mut graph = LineSegmentGraph {
            marks: SmallVec::new(),
            points: SmallVec::new(),
            ends: SmallVec::new(),
        };
        let mut number = [0u8; otrera_board::MAX_SQUARES];
        for (n, square) in squares.squares().enumerate() {
            number[square.index()] = n as u8;
            graph.marks.push(match () {
                () if amazons[0].has(square) => 1 + Color::Black as u8,
                () if amazons[1].has(square) => 1 + Color::White as u8,
                () => EMPTY,
            });
        }
        let step = |square: Square, dx: isize, dy: isize| {
            let file = size.file(square).checked_add_signed(dx)?;
            let rank = size.rank(square).checked_add_signed(dy)?;
            size.square(file, rank).filter(|&next| squares.has(next))
        };
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for start in squares.squares() {
                if step(start, -dx, -dy).is_some() || step(start, dx, dy).is_none() {
                    continue;
                }
                let mut at = Some(start);
                while let Some(square) = at {
                    graph.points.push(number[square.index()]);
                    at = step(square, dx, dy);
                }
                graph.ends.push(graph.points.len() as u16);
            }
        }
        graph
    }

    /// The graph of the unburnt squares of a position.
    pub fn of_position<B: Bits>(position: &Position<B>) -> LineSegmentGraph {
        let geometry = position.geometry();
        let amazons = Color::ALL.map(|color| position.amazons(color));
        LineSegmentGraph::new(geometry, geometry.board() & !position.burnt(), amazons)
    }

    /// How many points it has.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Has it no points?
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Its lines, each as its points in order.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.points[usize::from(start)..usize::from(end)])
    }

    /// The same for all isomorphic graphs, and for no others.
    pub fn canonical(&self) -> CanonicalGraph {
        self.canonical_with_names().0
    }

    /// The same, and the name of each point in it, counted from 0.
    pub fn canonical_with_names(&self) -> (CanonicalGraph, Vec<u8>) {
        let mut search = Search { graph: self, leaves: SmallVec::new(), symmetries: Vec::new() };
        let colors = self.marks.iter().map(|&mark| u32::from(mark)).collect();
        search.branch(colors, &mut SmallVec::new());
        let best = search.leaves.into_iter().min_by(|a, b| a.code.cmp(&b.code));
        let (code, names) = best.map(|leaf| (leaf.code, leaf.names)).unwrap_or_default();
        (CanonicalGraph(code), names.into_iter().map(|name| name as u8).collect())
    }

    /// Is it the same graph up to the names of its points?
    pub fn is_isomorphic(&self, other: &LineSegmentGraph) -> bool {
        self.len() == other.len() && self.canonical() == other.canonical()
    }

    /// Splits colours by what is seen along the lines until nothing changes. The result are ranks:
    /// how many points have a smaller colour.
    fn refined(&self, mut colors: Colors) -> Colors {
        let count = colors.len();
        let mut different = 0;
        loop {
            let mut seen: SmallVec<[u64; 16]> =
                colors.iter().map(|&color| mix(u64::from(color) + 1)).collect();
            for line in self.lines() {
                let mut before: SmallVec<[u64; 16]> = SmallVec::new();
                let mut hash = 1;
                for &point in line {
                    before.push(hash);
                    hash = mix(hash ^ u64::from(colors[usize::from(point)] + 2));
                }
                hash = 1;
                for (n, &point) in line.iter().enumerate().rev() {
                    // Lines have no direction.
                    let pair = mix(before[n]).wrapping_add(mix(hash));
                    let total = &mut seen[usize::from(point)];
                    *total = total.wrapping_add(mix(pair));
                    hash = mix(hash ^ u64::from(colors[usize::from(point)] + 2));
                }
            }
            let mut order: SmallVec<[(u32, u64, u8); 16]> =
                (0..count).map(|n| (colors[n], seen[n], n as u8)).collect();
            order.sort_unstable();
            let mut now = 0;
            let mut rank = 0;
            for n in 0..count {
                let (color, hash, point) = order[n];
                if n == 0 || (order[n - 1].0, order[n - 1].1) != (color, hash) {
                    rank = n as u32;
                    now += 1;
                }
                colors[usize::from(point)] = rank;
            }
            if now == different || now == count {
                return colors;
            }
            different = now;
        }
    }

    /// The graph written under new names: number of points, marks, and the lines, each from its
    /// lesser end, in order.
    fn code(&self, names: &[u32]) -> Box<[u8]> {
        let mut lines: SmallVec<[SmallVec<[u8; 12]>; 32]> = self
            .lines()
            .map(|line| {
                let mut named: SmallVec<[u8; 12]> =
                    line.iter().map(|&point| names[usize::from(point)] as u8).collect();
                if named.first() > named.last() {
                    named.reverse();
                }
                named
            })
            .collect();
        lines.sort_unstable();
        let mut code: SmallVec<[u8; 128]> = smallvec::smallvec![0; self.len() + 1];
        code[0] = self.len() as u8;
        for (&mark, &name) in self.marks.iter().zip(names) {
            code[1 + name as usize] = mark;
        }
        for line in lines {
            code.push(line.len() as u8);
            code.extend(line);
        }
        code.into_boxed_slice()
    }
}

/// The colours of the points.
type Colors = SmallVec<[u32; 16]>;

/// The points that were made special, in order.
type Path = SmallVec<[u8; 16]>;

/// A result of the search: its code, its names for the points, and how it was reached.
struct Leaf {
    code: Box<[u8]>,
    names: Colors,
    path: Path,
}

/// The search for the least code of a graph.
struct Search<'a> {
    graph: &'a LineSegmentGraph,
    /// The first result and the least one.
    leaves: SmallVec<[Leaf; 2]>,
    /// Symmetries found: where each point goes.
    symmetries: Vec<SmallVec<[u8; 16]>>,
}

impl Search<'_> {
    /// Tries all ways to tell the points of a colour apart, given those that were made special
    /// before. Returns how many of these to keep when going back: all, unless a symmetry shows that
    /// nothing new comes.
    fn branch(&mut self, colors: Colors, special: &mut Path) -> usize {
        let colors = self.graph.refined(colors);
        let count = colors.len() as u32;
        // The first colour that several points share.
        let mut shared = count;
        for (n, &color) in colors.iter().enumerate() {
            if color < shared && colors[n + 1..].contains(&color) {
                shared = color;
            }
        }
        if shared == count {
            return self.leaf(colors, special);
        }
        let mut tried: SmallVec<[u8; 16]> = SmallVec::new();
        for point in (0..colors.len()).filter(|&point| colors[point] == shared) {
            if self.is_like(point as u8, &tried, special) {
                continue;
            }
            tried.push(point as u8);
            let mut chosen = colors.clone();
            // Ranks have gaps above shared colours, so the others can move up by one.
            for (n, color) in chosen.iter_mut().enumerate() {
                if *color == shared && n != point {
                    *color += 1;
                }
            }
            special.push(point as u8);
            let back = self.branch(chosen, special);
            special.pop();
            if back < special.len() {
                return back;
            }
        }
        special.len()
    }

    /// Is there a symmetry that leaves the special points alone and carries a point that was tried
    /// into this one?
    fn is_like(&self, point: u8, tried: &[u8], special: &[u8]) -> bool {
        if tried.is_empty() || self.symmetries.is_empty() {
            return false;
        }
        let fixing = |map: &&SmallVec<[u8; 16]>| special.iter().all(|&p| map[usize::from(p)] == p);
        let maps: SmallVec<[_; 8]> = self.symmetries.iter().filter(fixing).collect();
        let mut reached: SmallVec<[u8; 16]> = smallvec::smallvec![point];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for map in &maps {
                let to = map[usize::from(at)];
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        // Symmetries form a group: what is reached from the point also reaches it.
        tried.iter().any(|tried| reached.contains(tried))
    }

    fn leaf(&mut self, names: Colors, path: &Path) -> usize {
        let code = self.graph.code(&names);
        for known in &self.leaves {
            if known.code == code {
                let mut point_of = SmallVec::<[u8; 16]>::from_elem(0, names.len());
                for (point, &name) in known.names.iter().enumerate() {
                    point_of[name as usize] = point as u8;
                }
                let map = names.iter().map(|&name| point_of[name as usize]).collect();
                self.symmetries.push(map);
                // Where the two paths part, this branch is the image of one that was tried.
                return known.path.iter().zip(path).take_while(|(a, b)| a == b).count();
            }
        }
        let leaf = Leaf { code, names, path: path.clone() };
        match self.leaves.len() {
            0 | 1 => self.leaves.push(leaf),
            _ if leaf.code < self.leaves[1].code => self.leaves[1] = leaf,
            _ => {}
        }
        path.len()
    }
}

impl CanonicalGraph {
    /// A short name: the number of points and a hash of the graph. Different graphs have different
    /// names but for an accident.
    pub fn short_name(&self) -> String {
        let hash = self.0.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("L{}-{:08x}", self.0.first().copied().unwrap_or(0), hash >> 32)
    }
}

/// Scrambles a number.
fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    n ^ (n >> 29)
}

impl std::fmt::Display for CanonicalGraph {
    /// The number of points, then the lines as chains of points, `1-2-3`; a point with an amazon
    /// has her letter behind it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [count, rest @ ..] = &*self.0 else { return write!(f, "0") };
        let (marks, mut lines) = rest.split_at(usize::from(*count));
        write!(f, "{count}")?;
        let name = |point: u8| match marks[usize::from(point)] {
            EMPTY => format!("{}", point + 1),
            1 => format!("{}b", point + 1),
            _ => format!("{}w", point + 1),
        };
        while let [length, rest @ ..] = lines {
            let (line, others) = rest.split_at(usize::from(*length));
            let names: Vec<String> = line.iter().map(|&point| name(point)).collect();
            write!(f, " {}", names.join("-"))?;
            lines = others;
        }
        if self.0.len() == 1 + usize::from(*count) {
            (0..*count).try_for_each(|point| write!(f, " {}", name(point)))?;
        }
        Ok(())
    }
}
