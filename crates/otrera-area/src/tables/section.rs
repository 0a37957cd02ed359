//! A section: all entries of one kind, one box and one number of squares.

use std::sync::OnceLock;

use super::rank::{Contents, Kind, Layout};
use super::shapes::{Catalogue, Frame, MOST_SQUARES};
use super::value::{Stored, Thresholds, Value};
use super::walls::{ONE, WallView};

/// Which entries a section has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SectionId {
    /// What they are.
    pub kind: Kind,
    /// The box of their shapes.
    pub frame: Frame,
    /// The number of their squares.
    pub squares: u8,
    /// No colour has more amazons than this.
    pub most_amazons: u8,
}

impl SectionId {
    /// Does this one have all entries of the other?
    pub(crate) fn covers(&self, other: &SectionId) -> bool {
        (self.kind, self.frame, self.squares) == (other.kind, other.frame, other.squares)
            && self.most_amazons >= other.most_amazons
    }

    /// A number for the kind, box and squares.
    #[inline]
    pub(crate) fn slot(kind: Kind, frame: Frame, squares: usize) -> usize {
        (kind as usize * Frame::NUMBERS + frame.number()) * (MOST_SQUARES + 1) + squares
    }

    /// The number of its own kind, box and squares.
    pub(crate) fn own_slot(&self) -> usize {
        SectionId::slot(self.kind, self.frame, self.squares.into())
    }

    /// One more than the largest slot.
    pub(crate) const SLOTS: usize = Kind::ALL.len() * Frame::NUMBERS * (MOST_SQUARES + 1);

    /// The order of the entries of one of its shapes.
    pub(crate) fn layout(&self) -> Layout {
        Layout::new(self.kind, self.squares.into(), self.most_amazons.into())
    }

    /// How many entries it has.
    pub(crate) fn entries(&self, catalogue: &Catalogue) -> u64 {
        let shapes = catalogue.shapes(self.frame).level(self.squares.into()).len();
        shapes as u64 * u64::from(self.layout().entries)
    }
}

/// What a byte of a territory says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Filled {
    /// Empty squares that cannot be used.
    pub defects: u8,
    /// The amazons that suffice for the best filling, the lowest bit for the first place.
    pub needed: u8,
}

impl Filled {
    pub fn to_byte(self) -> u8 {
        assert!(self.defects < 16 && self.needed < 16, "no territory of a box has so many defects");
        self.defects | self.needed << 4
    }

    #[inline]
    pub fn from_byte(byte: u8) -> Filled {
        Filled { defects: byte & 15, needed: byte >> 4 }
    }
}

/// The bytes of a record: thresholds, a zero, and where the value begins in the heap.
pub(crate) const RECORD: usize = 8;

/// A section in memory.
#[derive(Debug)]
pub(crate) struct Section {
    pub id: SectionId,
    pub first_shape: u32,
    pub layout: Layout,
    /// The bytes of an entry.
    pub width: u8,
    pub data: Vec<u8>,
    pub records: Vec<u8>,
    pub heap: Vec<u8>,
    walls: OnceLock<Walls>,
}

impl Section {
    pub fn new(
        id: SectionId,
        catalogue: &Catalogue,
        width: u8,
        [data, records, heap]: [Vec<u8>; 3],
    ) -> Section {
        let first_shape = catalogue.shapes(id.frame).level(id.squares.into()).start;
        Section {
            id,
            first_shape,
            layout: id.layout(),
            width,
            data,
            records,
            heap,
            walls: OnceLock::new(),
        }
    }

    /// From numbers of values and the bytes of these, which are put in an order of their own: the
    /// same entries make the same section.
    pub fn with_values(
        id: SectionId,
        catalogue: &Catalogue,
        entries: &[Vec<u32>],
        values: &[Box<[u8]>],
    ) -> Section {
        let mut sorted: Vec<(&[u8], u32)> = values.iter().map(|bytes| &**bytes).zip(0..).collect();
        sorted.sort_unstable();
        let mut numbers = vec![0u32; sorted.len()];
        let (mut records, mut heap) = (Vec::new(), Vec::new());
        for (number, (bytes, old)) in sorted.iter().enumerate() {
            numbers[*old as usize] = number as u32;
            records.extend(&bytes[..3]);
            records.push(0);
            records.extend((heap.len() as u32).to_le_bytes());
            heap.extend_from_slice(bytes);
        }
        let width = match values.len() {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            0x1_0001..=0x100_0000 => 3,
            _ => 4,
        };
        let count: usize = entries.iter().map(Vec::len).sum();
        let mut data = Vec::with_capacity(count * width);
        for &old in entries.iter().flatten() {
            data.extend(&numbers[old as usize].to_le_bytes()[..width]);
        }
        Section::new(id, catalogue, width as u8, [data, records, heap])
    }

    /// The number of an entry, and whether it is the negative.
    #[inline]
    pub fn index(&self, shape: u32, contents: Contents) -> Option<(u32, bool)> {
        let (index, negated) = self.layout.index(contents)?;
        Some(((shape - self.first_shape) * self.layout.entries + index, negated))
    }

    /// What is stored for an entry: the number of a record, or a territory's byte.
    #[inline]
    pub fn entry(&self, index: u32) -> Option<u32> {
        entry(&self.data, self.width, index as usize)
    }

    /// What is wrong with its form, whatever its entries say: there must be all of them, each must be
    /// possible, and the records must tell of the values one by one what these say themselves.
    pub fn flaw(&self, catalogue: &Catalogue) -> Option<String> {
        let (width, found) = (usize::from(self.width), self.data.len() as u64);
        let expected = self.id.entries(catalogue) * u64::from(self.width);
        if found != expected {
            return Some(format!("the entries take {found} bytes, not {expected}"));
        }
        if self.id.kind.is_territory() {
            return self.impossible_filling();
        }
        let mut values = 0;
        let mut rest = &self.heap[..];
        for (number, record) in self.records.chunks(RECORD).enumerate() {
            let at = self.heap.len() - rest.len();
            let Some((stored, more)) = Stored::decode(rest) else {
                return Some(format!("value {number} cannot be read"));
            };
            let unit = ONE >> self.id.squares;
            if stored.views().iter().flat_map(|view| view.corners).any(|corner| corner % unit != 0)
                || Value::decode(rest).is_none()
            {
                return Some(format!("value {number} is of no game of so few moves"));
            }
            let [lower, upper, stars] = stored.thresholds.to_bytes();
            if record[..4] != [lower, upper, stars, 0] || heap_offset(record) != Some(at) {
                return Some(format!("record {number} does not match its value"));
            }
            (values, rest) = (values + 1, more);
        }
        if !rest.is_empty() {
            return Some(format!("{} bytes follow the last value", rest.len()));
        }
        let entries = self.data.chunks_exact(width).enumerate();
        let mut entries = entries.filter_map(|(n, _)| Some((n, entry(&self.data, self.width, n)?)));
        let (n, entry) = entries.find(|&(_, entry)| entry >= values)?;
        Some(format!("entry {n} is value {entry} of {values}"))
    }

    /// A territory has an amazon next to an empty square, who can step there and shoot back: one move
    /// at least. So not all empty squares are defects, and not all amazons are idle.
    fn impossible_filling(&self) -> Option<String> {
        let mut amazons = Vec::new();
        self.layout.each(|contents| amazons.push(contents.black.count_ones() as u8));
        let impossible = |(&byte, amazons): (&u8, u8)| {
            let Filled { defects, needed } = Filled::from_byte(byte);
            defects >= self.id.squares - amazons || needed == 0 || needed >> amazons != 0
        };
        let n = self.data.iter().zip(amazons.iter().copied().cycle()).position(impossible)?;
        Some(format!("entry {n} cannot be {}", self.data[n]))
    }

    /// The walls of all values.
    pub fn walls(&self) -> &Walls {
        self.walls.get_or_init(|| Walls::new(&self.heap, self.records.len() / RECORD))
    }
}

/// The walls of the values of a section, unpacked.
#[derive(Debug, Default)]
pub(crate) struct Walls {
    heads: Vec<Head>,
    corners: Vec<i32>,
}

#[derive(Debug)]
struct Head {
    thresholds: Thresholds,
    /// Where the corners of R_t and of −L_t begin, and where they end.
    corners: [u32; 3],
    tops: [i32; 2],
}

impl Walls {
    fn new(mut heap: &[u8], count: usize) -> Walls {
        let mut walls = Walls { heads: Vec::with_capacity(count), corners: Vec::new() };
        while let Some((stored, rest)) = Stored::decode(heap) {
            let views = stored.views();
            let start = walls.corners.len();
            let middle = start + views[0].corners.len();
            views.iter().for_each(|view| walls.corners.extend_from_slice(view.corners));
            walls.heads.push(Head {
                thresholds: stored.thresholds,
                corners: [start, middle, walls.corners.len()].map(|n| n as u32),
                tops: views.map(|view| view.top),
            });
            heap = rest;
        }
        walls.corners.shrink_to_fit();
        walls
    }

    /// A value by the number of its record: R_t or −L_t.
    #[inline]
    pub fn view(&self, number: u32, side: usize) -> WallView<'_> {
        let head = &self.heads[number as usize];
        let Thresholds { lower, upper, .. } = head.thresholds;
        let foot = if side == 0 { i32::from(lower) } else { -i32::from(upper) };
        WallView {
            foot: foot * ONE,
            top: head.tops[side],
            corners: &self.corners[head.corners[side] as usize..head.corners[side + 1] as usize],
        }
    }

    #[inline]
    pub fn thresholds(&self, number: u32) -> Thresholds {
        self.heads[number as usize].thresholds
    }
}

/// Where the value of a record begins.
pub(crate) fn heap_offset(record: &[u8]) -> Option<usize> {
    let &[_, _, _, _, a, b, c, d] = record else { return None };
    Some(u32::from_le_bytes([a, b, c, d]) as usize)
}

/// An entry of so many bytes.
#[inline]
fn entry(data: &[u8], width: u8, index: usize) -> Option<u32> {
    let start = index * usize::from(width);
    Some(match (width, data.get(start..start + usize::from(width))?) {
        (1, &[a]) => a.into(),
        (2, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (3, &[a, b, c]) => u32::from_le_bytes([a, b, c, 0]),
        (_, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => return None,
    })
}
