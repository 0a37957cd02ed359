//! Table files: one a family. `docs/tables.md` has the format.
//!
//! Nothing is believed that was not checked: the head when a file is opened, a block of the rest when
//! something in it is first asked for. Checksums tell that a file is as it was written, not that who
//! wrote it was right: every number in it is taken for what it may be at most.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;
use thiserror::Error;

use super::blocks::{BLOCK, Blocks, CHECKSUM};
use super::rank::Kind;
use super::section::{RECORD, Section, SectionId};
use super::sets::{Family, TableSet};
use super::shapes::{Catalogue, Frame};
use super::value::MOST_VALUE;

const MAGIC: &[u8; 8] = b"OTRTABLE";

/// The version of the format and of what the numbers mean.
pub const VERSION: u32 = 1;

const FIXED: usize = 40;
const SECTION: usize = 56;
const HASH: usize = 32;
/// Parts of sections begin at multiples of this.
const ALIGNMENT: usize = 64;
/// No file has more sections than can be told apart.
const MOST_SECTIONS: usize = SectionId::SLOTS;

/// Why a table file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// Another kind of file.
    #[error("{0} is not a table file")]
    Foreign(PathBuf),
    /// A table of another version.
    #[error("{path} has version {found}, only {VERSION} can be read")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// Less or more than there should be.
    #[error("{path} is {found} bytes long, not {expected}: truncated or has trailing data")]
    Length {
        /// The file.
        path: PathBuf,
        /// What it says itself.
        expected: u64,
        /// What it is.
        found: u64,
    },
    /// A checksum does not match.
    #[error(
        "{path} is damaged, or was overwritten while it was in use, in the {size} bytes from byte {at}"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        at: u64,
        /// How much its checksum covers.
        size: u64,
    },
}

/// Where the parts of a section are, from the begin of the data.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub id: SectionId,
    pub width: u8,
    pub entries: u64,
    pub records: u32,
    data: usize,
    records_at: usize,
    heap: usize,
    pub heap_length: usize,
}

/// What a file has of a section.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Stock {
    /// Which one.
    pub id: SectionId,
    /// The number of its entries.
    pub entries: u64,
    /// The number of different values; territories have none apart from their entries.
    pub values: u32,
    /// The bytes it takes.
    pub bytes: u64,
}

/// A table file that is open.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    places: Vec<Place>,
    blocks: Blocks,
    /// Where the data begin.
    start: usize,
    /// Over the header and the checksums of all blocks.
    hash: [u8; HASH],
}

impl TableFile {
    /// Opens the file of a family.
    pub fn open(path: &Path, family: Family) -> Result<TableFile, TableError> {
        let failed = |error| TableError::Io { path: path.into(), error };
        // Before it is opened: to open a pipe may take for ever.
        if !std::fs::metadata(path).map_err(failed)?.is_file() {
            return Err(failed(io::Error::other("not a regular file")));
        }
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let damaged =
            |size: usize| TableError::Damaged { path: path.into(), at: 0, size: size as u64 };
        let foreign = || TableError::Foreign(path.into());
        let mut bytes = Vec::new();
        let read = |bytes: &mut Vec<u8>, up_to: usize| {
            let more = up_to - bytes.len();
            (&file).take(more as u64).read_to_end(bytes).map_err(failed)
        };
        read(&mut bytes, FIXED)?;
        if !bytes.starts_with(MAGIC) {
            return Err(foreign());
        }
        let fixed: &[u8; FIXED] = bytes.first_chunk().ok_or_else(|| damaged(bytes.len()))?;
        let head = Head::decode(fixed);
        if head.version != VERSION {
            return Err(TableError::Version { path: path.into(), found: head.version });
        }
        let expected = head.start.saturating_add(head.length);
        if expected != length {
            return Err(TableError::Length { path: path.into(), expected, found: length });
        }
        // Its length is known before its checksum is: no more than this is read of whatever it is.
        let start = head.bytes().filter(|&bytes| bytes as u64 == head.start);
        let start = start.ok_or_else(|| damaged(FIXED))?;
        read(&mut bytes, start)?;
        let (body, hash) = bytes.split_last_chunk::<HASH>().ok_or_else(|| damaged(start))?;
        if bytes.len() != start || blake3::hash(body).as_bytes() != hash {
            return Err(damaged(start));
        }
        if head.family != family as u32 || head.block as usize != BLOCK {
            return Err(foreign());
        }
        let data = usize::try_from(head.length).map_err(|_| foreign())?;
        let (sections, rest) = body[FIXED..].split_at(head.sections as usize * SECTION);
        let (sums, padding) = rest.split_at(data.div_ceil(BLOCK) * CHECKSUM);
        let places = sections.chunks_exact(SECTION).map(|bytes| Place::decode(bytes, family, data));
        let places = places.collect::<Option<Vec<Place>>>().ok_or_else(foreign)?;
        let slots: FxHashSet<usize> = places.iter().map(|place| place.id.own_slot()).collect();
        if slots.len() < places.len() || padding.iter().any(|&byte| byte != 0) {
            return Err(foreign());
        }
        let sums = sums.as_chunks().0.to_vec();
        let hash = *hash;
        let blocks = Blocks::new(file, head.start, data, sums);
        Ok(TableFile { path: path.into(), places, blocks, start, hash })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The hash of what it says: of its header and of the checksums of all its blocks.
    pub fn hash(&self) -> [u8; HASH] {
        self.hash
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        (self.start + self.blocks.length()) as u64
    }

    /// What is in it.
    pub fn contents(&self) -> impl Iterator<Item = Stock> {
        self.places.iter().map(|place| Stock {
            id: place.id,
            entries: place.entries,
            values: place.records,
            bytes: place.lengths().iter().sum::<usize>() as u64,
        })
    }

    /// Has it all sections of a set?
    pub fn has_all_of(&self, set: TableSet, family: Family) -> bool {
        let has = |id: &SectionId| self.places.iter().any(|place| place.id.covers(id));
        set.sections(family).iter().all(has)
    }

    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// Checks everything.
    pub fn check(&self) -> Result<(), TableError> {
        self.blocks.find_damage().map_or(Ok(()), |block| Err(self.damaged(block)))
    }

    /// The first damage that was met so far.
    pub fn damage(&self) -> Option<TableError> {
        self.blocks.damage().map(|block| self.damaged(block))
    }

    fn damaged(&self, block: usize) -> TableError {
        let at = (self.start + block * BLOCK) as u64;
        let size = (self.bytes() - at).min(BLOCK as u64);
        TableError::Damaged { path: self.path.clone(), at, size }
    }

    /// What is stored for an entry.
    #[inline]
    pub(crate) fn entry(&self, place: &Place, index: u32) -> Option<u32> {
        if u64::from(index) >= place.entries {
            return None;
        }
        let at = place.data + index as usize * usize::from(place.width);
        Some(match place.width {
            1 => u8::from_le_bytes(self.blocks.bytes(at)?).into(),
            2 => u16::from_le_bytes(self.blocks.bytes(at)?).into(),
            3 => {
                let [a, b, c] = self.blocks.bytes(at)?;
                u32::from_le_bytes([a, b, c, 0])
            }
            _ => u32::from_le_bytes(self.blocks.bytes(at)?),
        })
    }

    #[inline]
    pub(crate) fn record(&self, place: &Place, number: u32) -> Option<[u8; RECORD]> {
        if number >= place.records {
            return None;
        }
        self.blocks.bytes(place.records_at + number as usize * RECORD)
    }

    /// The values of a section, from where one begins, as far as the longest goes.
    pub(crate) fn heap_value(&self, place: &Place, from: usize) -> Option<Cow<'_, [u8]>> {
        let length = place.heap_length.checked_sub(from)?.min(MOST_VALUE);
        self.blocks.slice(place.heap + from, length)
    }

    /// Where in the file the entries, records and values of a section are.
    #[cfg(test)]
    pub(crate) fn parts(&self, place: &Place) -> [std::ops::Range<usize>; 3] {
        let lengths = place.lengths();
        let starts = [place.data, place.records_at, place.heap].map(|part| self.start + part);
        [0, 1, 2].map(|n| starts[n]..starts[n] + lengths[n])
    }

    /// A whole section, copied.
    pub(crate) fn section(&self, place: &Place, catalogue: &Catalogue) -> Option<Section> {
        let [data, records, heap] = place.lengths();
        let parts = [
            self.blocks.copy(place.data, data)?,
            self.blocks.copy(place.records_at, records)?,
            self.blocks.copy(place.heap, heap)?,
        ];
        Some(Section::new(place.id, catalogue, place.width, parts))
    }
}

/// How a file begins, after the magic word.
struct Head {
    version: u32,
    family: u32,
    sections: u32,
    block: u32,
    /// Where the data begin.
    start: u64,
    /// The length of the data.
    length: u64,
}

impl Head {
    fn decode(bytes: &[u8; FIXED]) -> Head {
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| bytes[at + n]));
        let long = |at: usize| u64::from(number(at)) | u64::from(number(at + 4)) << 32;
        Head {
            version: number(8),
            family: number(12),
            sections: number(16),
            block: number(20),
            start: long(24),
            length: long(32),
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let numbers = [self.version, self.family, self.sections, self.block];
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        [self.start, self.length].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// The bytes before the data, if it has no more sections than can be told apart.
    fn bytes(&self) -> Option<usize> {
        let sections =
            Some(self.sections as usize).filter(|&sections| sections <= MOST_SECTIONS)?;
        let blocks = usize::try_from(self.length).ok()?.div_ceil(BLOCK);
        Some((FIXED + sections * SECTION + blocks * CHECKSUM + HASH).next_multiple_of(ALIGNMENT))
    }
}

/// Makes all checksums of a table file right, whatever it says otherwise: for tests of what becomes of
/// files that are wrong and undamaged.
#[cfg(any(test, feature = "testing"))]
pub fn reseal(bytes: &mut [u8]) {
    let Some(head) = bytes.first_chunk().map(Head::decode) else { return };
    let Some(start) = head.bytes().filter(|&start| start <= bytes.len()) else { return };
    let (head_bytes, data) = bytes.split_at_mut(start);
    let sums: Vec<[u8; CHECKSUM]> = data.chunks(BLOCK).map(super::blocks::checksum).collect();
    let at = FIXED + head.sections as usize * SECTION;
    let (body, hash) = head_bytes.split_at_mut(start - HASH);
    let room = &mut body[at..];
    let length = room.len().min(sums.len() * CHECKSUM);
    room[..length].copy_from_slice(&sums.as_flattened()[..length]);
    hash.copy_from_slice(blake3::hash(body).as_bytes());
}

impl Place {
    /// From the bytes of a section, if there can be such a section in so many bytes of data.
    fn decode(bytes: &[u8], family: Family, data_length: usize) -> Option<Place> {
        let (&[kind, width, height, squares, most_amazons, entry_width, 0, 0], rest) =
            bytes.split_first_chunk()?
        else {
            return None;
        };
        let (numbers, []) = rest.as_chunks() else { return None };
        let numbers: Vec<u64> = numbers.iter().map(|&number| u64::from_le_bytes(number)).collect();
        let &[entries, records, data, records_at, heap, heap_length] = &numbers[..] else {
            return None;
        };
        let kind = *Kind::ALL.get(usize::from(kind))?;
        let frame = Frame::new(width, height)?;
        let id = SectionId { kind, frame, squares, most_amazons };
        let possible = family.kinds().contains(&kind)
            && TableSet::Full.has(&id)
            && match kind.is_territory() {
                true => (entry_width, records, heap_length) == (1, 0, 0),
                false => (1..=4).contains(&entry_width),
            };
        let lies_inside = |from: u64, count: u64, size: u64| {
            let end = count.checked_mul(size)?.checked_add(from)?;
            usize::try_from(end).ok().filter(|&end| end <= data_length)
        };
        possible.then_some(())?;
        lies_inside(data, entries, entry_width.into())?;
        lies_inside(records_at, records, RECORD as u64)?;
        lies_inside(heap, heap_length, 1)?;
        Some(Place {
            id,
            width: entry_width,
            entries,
            records: u32::try_from(records).ok()?,
            data: data as usize,
            records_at: records_at as usize,
            heap: heap as usize,
            heap_length: heap_length as usize,
        })
    }

    /// The bytes of its entries, records and values.
    fn lengths(&self) -> [usize; 3] {
        let entries = self.entries as usize * usize::from(self.width);
        [entries, self.records as usize * RECORD, self.heap_length]
    }

    fn encode(&self) -> Vec<u8> {
        let SectionId { kind, frame, squares, most_amazons } = self.id;
        let small =
            [kind as u8, frame.width, frame.height, squares, most_amazons, self.width, 0, 0];
        let mut bytes = small.to_vec();
        let records = u64::from(self.records);
        let places = [self.data, self.records_at, self.heap, self.heap_length];
        let numbers = [self.entries, records].into_iter().chain(places.map(|n| n as u64));
        numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }
}

/// Writes the file of a family: whole, or not at all.
pub(crate) fn write(path: &Path, family: Family, sections: &[&Section]) -> Result<(), TableError> {
    let failed = |error| TableError::Io { path: path.into(), error };
    let temporary = path.with_extension("table.part");
    let result = write_as(&temporary, family, sections).and_then(|()| {
        std::fs::rename(&temporary, path)?;
        // The name is safe once the folder is, where folders can be opened.
        match path.parent().filter(|_| cfg!(unix)) {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    });
    if result.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    result.map_err(failed)
}

fn write_as(path: &Path, family: Family, sections: &[&Section]) -> io::Result<()> {
    let mut places = Vec::new();
    let mut stream: Vec<&[u8]> = Vec::new();
    let mut length = 0;
    for section in sections {
        let mut put = |bytes| {
            let at = length;
            stream.push(bytes);
            let padding = bytes.len().next_multiple_of(ALIGNMENT) - bytes.len();
            stream.push(&[0; ALIGNMENT][..padding]);
            length += bytes.len() + padding;
            at
        };
        places.push(Place {
            id: section.id,
            width: section.width,
            entries: (section.data.len() / usize::from(section.width)) as u64,
            records: (section.records.len() / RECORD) as u32,
            data: put(&section.data),
            records_at: put(&section.records),
            heap: put(&section.heap),
            heap_length: section.heap.len(),
        });
    }
    let checksums = checksums(&stream);
    let mut head = Head {
        version: VERSION,
        family: family as u32,
        sections: places.len() as u32,
        block: BLOCK as u32,
        start: 0,
        length: length as u64,
    };
    let start = head.bytes().expect("no more sections than there are");
    head.start = start as u64;
    let mut head = head.encode();
    places.iter().for_each(|place| head.extend(place.encode()));
    head.extend(checksums.as_flattened());
    head.resize(start - HASH, 0);
    let hash = blake3::hash(&head);
    head.extend(hash.as_bytes());
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(&head)?;
    for bytes in stream {
        file.write_all(bytes)?;
    }
    file.into_inner()?.sync_all()
}

/// The checksums of the blocks of some bytes.
fn checksums(stream: &[&[u8]]) -> Vec<[u8; CHECKSUM]> {
    let mut sums = Vec::new();
    let mut hasher = blake3::Hasher::new();
    let mut room = BLOCK;
    let mut finish = |hasher: &mut blake3::Hasher| {
        let sum = hasher.finalize().as_bytes()[..CHECKSUM].try_into().expect("16 of 32 bytes");
        sums.push(sum);
        hasher.reset();
    };
    for mut bytes in stream.iter().copied() {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(room));
            hasher.update(now);
            (bytes, room) = (later, room - now.len());
            if room == 0 {
                finish(&mut hasher);
                room = BLOCK;
            }
        }
    }
    if room < BLOCK {
        finish(&mut hasher);
    }
    sums
}
