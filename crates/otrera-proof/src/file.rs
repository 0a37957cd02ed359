//! Reading proof files. `docs/proofs.md` has the format byte by byte.

use std::fmt::Debug;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use flate2::{Decompress, FlushDecompress, Status};
use otrera_board::{Color, Content, Position};
use otrera_kernel::record::{self, key_length};
use otrera_kernel::{EntrySource, LeafLimits};
use sha2::{Digest, Sha256};

use crate::error::{FileError, malformed};

/// The bytes of a checksum: the first of a SHA-256.
pub(crate) const CHECKSUM: usize = 8;
/// The version of the format that is written. The first has no limit of amazons; this one's largest
/// is meant.
pub(crate) const VERSION: u8 = 2;
/// The most bytes of the header, and the most entries of a block.
const LONGEST_HEADER: u64 = 1 << 12;
const MOST_IN_BLOCK: usize = 1 << 16;

/// What a proof claims, and how.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position, with the side to move.
    pub position: Position,
    /// Who wins it.
    pub winner: Color,
    /// What the checker does by itself at the leaves.
    pub limits: LeafLimits,
    /// How the proof was made.
    pub origin: String,
}

impl Claim {
    /// The header of its file, in this version of the format.
    pub(crate) fn header(&self, version: u8) -> String {
        let Claim { position, winner, limits, origin } = self;
        let LeafLimits { lookahead, territory, amazons } = limits;
        let letter = |square| match position.at(square) {
            Content::Empty => '.',
            Content::Burnt => 'x',
            Content::Amazon(color) => color.letter(),
        };
        let squares: Vec<char> = position.size().iter().map(letter).collect();
        let rows: Vec<String> =
            squares.chunks(position.size().width()).rev().map(String::from_iter).collect();
        let [to_move, winner] = [position.to_move(), *winner].map(Color::letter);
        let claim = format!("position {} {to_move}\nwinner {winner}", rows.join("/"));
        let amazons = if version == 1 { String::new() } else { format!("\namazons {amazons}") };
        let limits = format!("lookahead {lookahead}\nterritory {territory}{amazons}");
        format!("otrera-proof {version}\n{claim}\n{limits}\norigin {origin}\n\n")
    }

    /// The version and the values of a header, whatever stands beside them.
    fn parse(header: &str) -> Option<(u8, Claim)> {
        let mut values = header.lines().map(|line| Some(line.split_once(' ')?.1));
        let mut value = || values.next()?;
        let limit = |value: Option<&str>, most| value?.parse().ok().filter(|&limit| limit <= most);
        let version = limit(value(), VERSION).filter(|&version| version > 0)?;
        let claim = Claim {
            position: value()?.parse().ok()?,
            winner: if value()? == "b" { Color::Black } else { Color::White },
            limits: LeafLimits {
                lookahead: limit(value(), LeafLimits::LARGEST.lookahead)?,
                territory: limit(value(), LeafLimits::LARGEST.territory)?,
                amazons: match version {
                    1 => LeafLimits::LARGEST.amazons,
                    _ => limit(value(), LeafLimits::LARGEST.amazons)?,
                },
            },
            origin: value()?.to_owned(),
        };
        Some((version, claim))
    }
}

/// Where a block lies, and what it begins with.
#[derive(Debug)]
struct Block {
    at: u64,
    packed: usize,
    entries: usize,
    entries_before: u64,
    first_key: Vec<u8>,
    /// Of the packed entries: what is read again must be what was read first.
    digest: [u8; 32],
}

/// Where a proof is read from.
trait Source: Read + Seek + Send + Debug {}

impl<S: Read + Seek + Send + Debug> Source for S {}

/// A proof file whose checksums are right and whose blocks can be unpacked, with keys that grow. The
/// entries themselves may be anything.
///
/// ```
/// use otrera_board::Color;
/// use otrera_proof::ProofFile;
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/5x4.proof");
/// let proof = ProofFile::open(path.as_ref())?;
/// assert_eq!(proof.claim().winner, Color::White);
/// assert_eq!((proof.entries(), proof.bytes()), (1, 203));
/// # Ok::<(), otrera_proof::FileError>(())
/// ```
#[derive(Debug)]
pub struct ProofFile {
    source: Mutex<Box<dyn Source>>,
    blocks: Vec<Block>,
    record_length: usize,
    version: u8,
    claim: Claim,
    entries: u64,
    bytes: u64,
    digest: [u8; 32],
}

impl ProofFile {
    /// Opens a proof file and reads it once, to know where everything is.
    pub fn open(path: &Path) -> Result<ProofFile, FileError> {
        ProofFile::open_while(path, &|| true)
    }

    /// The same, but between two blocks it asks whether to go on; if not, that is an error. A proof may be as long as a disk.
    pub fn open_while(path: &Path, go_on: &dyn Fn() -> bool) -> Result<ProofFile, FileError> {
        ProofFile::read(Box::new(File::open(path)?), go_on)
    }

    /// The same with the bytes of a file.
    ///
    /// ```
    /// use otrera_proof::{CheckSettings, Outcome, ProofFile, check};
    ///
    /// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/5x4.proof");
    /// let proof = ProofFile::from_bytes(std::fs::read(path)?)?;
    /// assert!(matches!(check(&proof, CheckSettings::default())?, Outcome::Accepted(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(
        bytes: impl AsRef<[u8]> + Send + Debug + 'static,
    ) -> Result<ProofFile, FileError> {
        ProofFile::read(Box::new(Cursor::new(bytes)), &|| true)
    }

    fn read(source: Box<dyn Source>, go_on: &dyn Fn() -> bool) -> Result<ProofFile, FileError> {
        let from = BufReader::new(source);
        let mut input = Input { from, at: 0, all: Sha256::new(), part: Sha256::new() };
        let header = input.header()?;
        // What a claim's own header would not say in these very words has another meaning, or none.
        let parsed = Claim::parse(&header);
        let spelled = |(version, claim): &(u8, Claim)| claim.header(*version) == header;
        let Some((version, claim)) = parsed.filter(spelled) else {
            return malformed(0, format!("invalid header: {header:?}"));
        };
        input.checksum(0)?;
        let key_length = key_length(claim.position.size());
        let record_length = record::length(claim.position.size());
        let mut blocks: Vec<Block> = Vec::new();
        let mut entries_before = 0;
        let mut last_key = Vec::new();
        loop {
            if !go_on() {
                return Err(FileError::Interrupted);
            }
            let began = input.at;
            let entries = input.number(4)? as usize;
            if entries == 0 {
                break;
            }
            let packed = input.number(4)? as usize;
            if entries > MOST_IN_BLOCK || packed > MOST_IN_BLOCK * record_length {
                return malformed(began, "a block is too large");
            }
            let (first_key, at) = (input.bytes(key_length)?, input.at);
            let bytes = input.bytes(packed)?;
            input.checksum(began)?;
            let Some(records) = unpacked(&bytes, entries, record_length) else {
                return malformed(at, "a block begins that cannot be unpacked");
            };
            for key in records.chunks(record_length).map(|record| &record[..key_length]) {
                if *key <= last_key[..] || !records.starts_with(&first_key) {
                    return malformed(at, "a block begins whose entries are out of order");
                }
                last_key.clear();
                last_key.extend(key);
            }
            let digest = Sha256::digest(&bytes).into();
            blocks.push(Block { at, packed, entries, entries_before, first_key, digest });
            entries_before += entries as u64;
        }
        let began = input.at;
        if input.number(8)? != entries_before {
            return malformed(began, "the end counts other entries than there are");
        }
        let digest: [u8; 32] = input.all.clone().finalize().into();
        if input.bytes(digest.len())? != digest {
            return malformed(began, "the checksum of the whole file is wrong");
        }
        if !input.from.fill_buf()?.is_empty() {
            return malformed(input.at, "something follows the end");
        }
        let (source, entries, bytes) = (input.from.into_inner().into(), entries_before, input.at);
        Ok(ProofFile { source, blocks, record_length, version, claim, entries, bytes, digest })
    }

    /// What it claims.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The version of its format.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The SHA-256 of all bytes but the last, which say the same.
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// How many entries it has.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// How many entries there are before a block; all, if there is no such block.
    pub(crate) fn entries_before(&self, block: usize) -> u64 {
        self.blocks.get(block).map_or(self.entries, |block| block.entries_before)
    }
}

impl EntrySource for ProofFile {
    type Error = FileError;

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn block_of(&self, key: &[u8]) -> Option<usize> {
        self.blocks.partition_point(|block| block.first_key[..] <= *key).checked_sub(1)
    }

    fn block(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let Block { at, packed, entries, digest, .. } = self.blocks[block];
        let mut bytes = Vec::new();
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(at))?;
        source.by_ref().take(packed as u64).read_to_end(&mut bytes)?;
        drop(source);
        let same = digest == Sha256::digest(&bytes)[..];
        let records = unpacked(&bytes, entries, self.record_length).filter(|_| same);
        records.ok_or_else(|| self.changed(block))
    }

    fn changed(&self, block: usize) -> FileError {
        FileError::Changed(self.blocks[block].at)
    }
}

/// So many entries of this length, one after another: the packed bytes are one zlib stream and nothing
/// else, for a window of 32 KiB and without a preset dictionary. Their bytes lie column by column.
fn unpacked(packed: &[u8], entries: usize, length: usize) -> Option<Vec<u8>> {
    let all = entries * length;
    let mut columns = Vec::with_capacity(all + 1);
    let mut zlib = Decompress::new(true);
    let status = zlib.decompress_vec(packed, &mut columns, FlushDecompress::Finish);
    let whole = status.is_ok_and(|status| status == Status::StreamEnd)
        && zlib.total_in() == packed.len() as u64
        && packed.starts_with(&[0x78])
        && columns.len() == all;
    whole.then(|| (0..all).map(|n| columns[n % length * entries + n / length]).collect())
}

/// Reads a file from its beginning, and computes checksums on the way.
struct Input {
    from: BufReader<Box<dyn Source>>,
    at: u64,
    /// Of all that was read, and of what was read since the last checksum.
    all: Sha256,
    part: Sha256,
}

impl Input {
    /// All lines to the first that is empty.
    fn header(&mut self) -> Result<String, FileError> {
        let mut bytes = Vec::new();
        let mut from = self.from.by_ref().take(LONGEST_HEADER);
        while !bytes.ends_with(b"\n\n") && from.read_until(b'\n', &mut bytes)? > 0 {}
        self.took(&bytes);
        let header = String::from_utf8(bytes).ok().filter(|header| header.ends_with("\n\n"));
        header.map_or_else(
            || malformed(0, "no header found (expected lines ending with an empty one)"),
            Ok,
        )
    }

    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        self.from.by_ref().take(count as u64).read_to_end(&mut bytes)?;
        self.took(&bytes);
        if bytes.len() < count { malformed(self.at, "file is truncated") } else { Ok(bytes) }
    }

    fn number(&mut self, length: usize) -> Result<u64, FileError> {
        Ok(self.bytes(length)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn took(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u64;
        self.all.update(bytes);
        self.part.update(bytes);
    }

    /// Reads the checksum of what began there.
    fn checksum(&mut self, began: u64) -> Result<(), FileError> {
        let expected = self.part.clone().finalize();
        let right = self.bytes(CHECKSUM)? == expected[..CHECKSUM];
        self.part = Sha256::new();
        if right { Ok(()) } else { malformed(began, "a part begins whose checksum is wrong") }
    }
}
