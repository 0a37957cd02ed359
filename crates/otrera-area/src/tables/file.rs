//! Table files: one a family, mapped into memory. `docs/tables.md` has the format.
//!
//! Nothing is believed that was not checked: the head when a file is opened, a block of the rest when
//! something in it is first asked for.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

use memmap2::Mmap;
use thiserror::Error;

use super::rank::{Kind, MOST_AMAZONS};
use super::section::{RECORD, Section, SectionId};
use super::sets::{Extent, Family};
use super::shapes::{Catalogue, Frame};
use super::value::MOST_VALUE;

const MAGIC: &[u8; 8] = b"OTRTABLE";

/// The version of the format and of what the numbers mean.
pub const VERSION: u32 = 1;

/// What a checksum is of.
const BLOCK: usize = 1 << 16;
const CHECKSUM: usize = 16;
const FIXED: usize = 40;
const SECTION: usize = 56;
const HASH: usize = 32;
/// Parts of sections begin at multiples of this.
const ALIGNMENT: usize = 64;
/// No file has more sections than can be told apart.
const MOST_SECTIONS: usize = SectionId::SLOTS;

/// Why a table file cannot be used.
#[derive(Debug, Error)]
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
    #[error("{0} is no table file; `otrera tables build --again` makes it anew")]
    Foreign(PathBuf),
    /// A table of another version.
    #[error(
        "{path} has version {found}, this program reads {VERSION}; `otrera tables build --again` makes it anew"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// Less or more than there should be.
    #[error(
        "{path} is {found} bytes long, not {expected}: it is cut off or something was added; `otrera tables build --again` makes it anew"
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// What it says itself.
        expected: u64,
        /// What it is.
        found: u64,
    },
    /// A checksum is wrong.
    #[error(
        "{path} is damaged in the {size} bytes from byte {at}; `otrera tables build --again` makes it anew"
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
    map: Mmap,
    places: Vec<Place>,
    checksums: Vec<[u8; CHECKSUM]>,
    /// Of each block: not looked at yet, sound, damaged.
    blocks: Vec<AtomicU8>,
    start: usize,
}

const UNSEEN: u8 = 0;
const SOUND: u8 = 1;
const DAMAGED: u8 = 2;

impl TableFile {
    /// Opens the file of a family.
    pub fn open(path: &Path, family: Family) -> Result<TableFile, TableError> {
        let failed = |error| TableError::Io { path: path.into(), error };
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let map = map(&file).map_err(failed)?;
        let damaged = |at: usize, size: usize| TableError::Damaged {
            path: path.into(),
            at: at as u64,
            size: size as u64,
        };
        let foreign = || TableError::Foreign(path.into());
        if map.get(..8) != Some(MAGIC) {
            return Err(foreign());
        }
        let head = map.get(..FIXED).ok_or_else(|| damaged(0, map.len()))?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| head[at + n]));
        let long = |at: usize| u64::from(number(at)) | u64::from(number(at + 4)) << 32;
        let version = number(8);
        if version != VERSION {
            return Err(TableError::Version { path: path.into(), found: version });
        }
        let (start, data_length) = (long(24), long(32));
        let expected = start.saturating_add(data_length);
        if expected != length {
            return Err(TableError::Length { path: path.into(), expected, found: length });
        }
        let start = start as usize;
        let hash_at = start.checked_sub(HASH).filter(|&at| at >= FIXED);
        let hash_at = hash_at.ok_or_else(|| damaged(0, FIXED))?;
        if blake3::hash(&map[..hash_at]).as_bytes()[..] != map[hash_at..start] {
            return Err(damaged(0, start));
        }
        // What follows was written by this program: the hash says so.
        if head[12] != family as u8 || number(20) as usize != BLOCK {
            return Err(foreign());
        }
        let sections = number(16) as usize;
        let blocks = (data_length as usize).div_ceil(BLOCK);
        let sums_at = FIXED + sections * SECTION;
        if sections > MOST_SECTIONS || sums_at + blocks * CHECKSUM > hash_at {
            return Err(foreign());
        }
        let places = map[FIXED..sums_at].chunks_exact(SECTION);
        let places = places.map(Place::decode).collect::<Option<Vec<Place>>>();
        let checksums = map[sums_at..].chunks_exact(CHECKSUM).take(blocks);
        Ok(TableFile {
            path: path.into(),
            places: places.ok_or_else(foreign)?,
            checksums: checksums.map(|sum| sum.try_into().expect("16 bytes")).collect(),
            blocks: (0..blocks).map(|_| AtomicU8::new(UNSEEN)).collect(),
            start,
            map,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.map.len() as u64
    }

    /// What is in it.
    pub fn contents(&self) -> impl Iterator<Item = Stock> {
        self.places.iter().map(|place| Stock {
            id: place.id,
            entries: place.entries,
            values: place.records,
            bytes: place.entries * u64::from(place.width)
                + u64::from(place.records) * RECORD as u64
                + place.heap_length as u64,
        })
    }

    /// Has it all sections of a set?
    pub fn has_all_of(&self, extent: Extent, family: Family) -> bool {
        let has = |id: &SectionId| self.places.iter().any(|place| place.id.covers(id));
        extent.sections(family).iter().all(has)
    }

    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// Checks everything.
    pub fn check(&self) -> Result<(), TableError> {
        match (0..self.blocks.len()).find(|&block| !self.is_sound(block)) {
            Some(block) => Err(self.damaged(block)),
            None => Ok(()),
        }
    }

    /// The first damage that was met so far.
    pub fn damage(&self) -> Option<TableError> {
        let met = |block: &AtomicU8| block.load(Ordering::Relaxed) == DAMAGED;
        self.blocks.iter().position(met).map(|block| self.damaged(block))
    }

    fn damaged(&self, block: usize) -> TableError {
        let at = (self.start + block * BLOCK) as u64;
        let size = (self.bytes() - at).min(BLOCK as u64);
        TableError::Damaged { path: self.path.clone(), at, size }
    }

    #[inline]
    fn is_sound(&self, block: usize) -> bool {
        match self.blocks.get(block).map(|state| state.load(Ordering::Relaxed)) {
            Some(SOUND) => true,
            Some(UNSEEN) => self.look_at(block),
            _ => false,
        }
    }

    #[cold]
    fn look_at(&self, block: usize) -> bool {
        let from = self.start + block * BLOCK;
        let bytes = &self.map[from..self.map.len().min(from + BLOCK)];
        let sound = blake3::hash(bytes).as_bytes()[..CHECKSUM] == self.checksums[block];
        self.blocks[block].store(if sound { SOUND } else { DAMAGED }, Ordering::Relaxed);
        sound
    }

    /// So many bytes of the data, if they are there and sound.
    #[inline]
    fn sound(&self, from: usize, length: usize) -> Option<&[u8]> {
        // Sections of small shapes may be empty: nothing has no block.
        let Some(last) = length.checked_sub(1) else { return Some(&[]) };
        for block in from / BLOCK..=(from + last) / BLOCK {
            if !self.is_sound(block) {
                return None;
            }
        }
        self.map.get(self.start + from..self.start + from + length)
    }

    /// What is stored for an entry.
    #[inline]
    pub(crate) fn entry(&self, place: &Place, index: u32) -> Option<u32> {
        let width = usize::from(place.width);
        let bytes = self.sound(place.data + index as usize * width, width)?;
        super::section::entry(bytes, place.width, 0)
    }

    #[inline]
    pub(crate) fn record(&self, place: &Place, number: u32) -> Option<&[u8]> {
        self.sound(place.records_at + number as usize * RECORD, RECORD)
    }

    /// The values of a section, from where one begins, as far as the longest goes.
    pub(crate) fn heap_value(&self, place: &Place, from: usize) -> Option<&[u8]> {
        let length = place.heap_length.checked_sub(from)?.min(MOST_VALUE);
        self.sound(place.heap + from, length)
    }

    /// All entries of a section.
    pub(crate) fn data(&self, place: &Place) -> Option<&[u8]> {
        self.sound(place.data, place.entries as usize * usize::from(place.width))
    }

    /// A whole section, copied.
    pub(crate) fn section(&self, place: &Place, catalogue: &Catalogue) -> Option<Section> {
        let data = self.data(place)?;
        let records = self.sound(place.records_at, place.records as usize * RECORD)?;
        let heap = self.sound(place.heap, place.heap_length)?;
        let parts = [data, records, heap].map(<[u8]>::to_vec);
        Some(Section::new(place.id, catalogue, place.width, parts))
    }
}

/// Maps a file.
///
/// Measured by `cargo bench --bench tables`: opening the small set so takes microseconds, reading it
/// tens of milliseconds in each run of a command.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a mapped file must not change while it is mapped. Table files are written under
    // another name and renamed, by everything in this crate; a file that is replaced stays as it was
    // for those who have it open.
    unsafe { Mmap::map(file) }
}

impl Place {
    fn decode(bytes: &[u8]) -> Option<Place> {
        let long = |at: usize| {
            let bytes: [u8; 8] = bytes.get(at..at + 8)?.try_into().ok()?;
            usize::try_from(u64::from_le_bytes(bytes)).ok()
        };
        let kind = *Kind::ALL.get(usize::from(bytes[0]))?;
        let frame = Frame::new(bytes[1], bytes[2])?;
        let (squares, most_amazons, width) = (bytes[3], bytes[4], bytes[5]);
        let possible = usize::from(squares) <= frame.squares()
            && usize::from(most_amazons) <= MOST_AMAZONS
            && (1..=4).contains(&width);
        possible.then_some(())?;
        Some(Place {
            id: SectionId { kind, frame, squares, most_amazons },
            width,
            entries: long(8)? as u64,
            records: u32::try_from(long(16)?).ok()?,
            data: long(24)?,
            records_at: long(32)?,
            heap: long(40)?,
            heap_length: long(48)?,
        })
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
    let sums = checksums.len() * CHECKSUM;
    let start = (FIXED + places.len() * SECTION + sums + HASH).next_multiple_of(ALIGNMENT);
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend([family as u8, 0, 0, 0]);
    head.extend((places.len() as u32).to_le_bytes());
    head.extend((BLOCK as u32).to_le_bytes());
    head.extend((start as u64).to_le_bytes());
    head.extend((length as u64).to_le_bytes());
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
