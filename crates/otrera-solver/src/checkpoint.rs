//! A solver's transpositions on disk, so that a long search can be interrupted and resumed.
//!
//! Little-endian words of 64 bits:
//!
//! ```text
//! "OTRERA" and two digits for the version, in one word
//! width · height · words of an entry · engine
//! expansions · evaluations · milliseconds so far
//! for each part of them the number of its entries, then these as they lie in memory
//! a word of ones
//! 32 bytes of BLAKE3 over all that
//! ```
//!
//! What they hold is true of every position on a board of that size, so a checkpoint serves
//! other positions of the board as well. Proofs serve both engines; guesses the one that made them.
//!
//! Who can write the file can write the checksum, too. So every entry must be possible, numbers of an open
//! entry never count as a proof, and a sample of what is said to be settled is searched again before
//! anything is believed. That finds files that are wrong, not a forger: whoever resumes trusts the file.

use std::io::{self, Read, Write};

use fastrand::Rng;
use otrera_board::{Bits, Geometry, Size};

use crate::costs::LARGEST_COST;
use crate::solver::{Effort, Engine};
use crate::transpositions::{Finding, Transpositions, finding, is_entry_of};

/// The first word of a checkpoint.
const MAGIC: u64 = u64::from_le_bytes(*b"OTRERA02");

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a checkpoint of this version; use another folder, or remove it to start over")]
    Foreign,
    /// It belongs to another board.
    #[error("it belongs to a board of {found}, not {expected}; use another folder")]
    OtherBoard {
        /// The board it belongs to.
        found: String,
        /// The board of the position.
        expected: Size,
    },
    /// It is truncated, or was changed.
    #[error("it is damaged: {0}; remove it to start over")]
    Damaged(&'static str),
    /// What it says of a position is not so.
    #[error("it contradicts a search: it claims that {0}; remove it to start over")]
    Wrong(String),
}

/// What a checkpoint says besides its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub size: Size,
    pub engine: Engine,
    pub effort: Effort,
    pub milliseconds: u64,
}

/// Writes words and hashes them.
struct Writer<W> {
    to: W,
    hash: blake3::Hasher,
}

impl<W: Write> Writer<W> {
    fn words(&mut self, words: &[u64]) -> io::Result<()> {
        for word in words {
            let bytes = word.to_le_bytes();
            self.hash.update(&bytes);
            self.to.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// Writes a checkpoint.
pub(crate) fn write<B: Bits>(
    to: impl Write,
    header: Header,
    table: &Transpositions<B>,
) -> io::Result<()> {
    let mut writer =
        Writer { to: io::BufWriter::with_capacity(1 << 20, to), hash: blake3::Hasher::new() };
    writer.words(&[
        MAGIC,
        header.size.width() as u64,
        header.size.height() as u64,
        Transpositions::<B>::WORDS as u64,
        header.engine as u64,
        header.effort.expansions,
        header.effort.evaluations,
        header.milliseconds,
    ])?;
    // The threads go on while this is written: some entries at a time, each counted before it is
    // written.
    let geometry = B::geometry(header.size).ok_or(io::ErrorKind::InvalidInput)?;
    for rows in table.rows(geometry) {
        writer.words(&[(rows.len() / Transpositions::<B>::WORDS) as u64])?;
        writer.words(&rows)?;
    }
    writer.words(&[u64::MAX])?;
    let hash = writer.hash.finalize();
    writer.to.write_all(hash.as_bytes())?;
    writer.to.flush()
}

/// Reads words and hashes them.
struct Reader<R> {
    from: R,
    hash: blake3::Hasher,
}

impl<R: Read> Reader<R> {
    fn words<const N: usize>(&mut self) -> Result<[u64; N], CheckpointError> {
        let mut words = [0; N];
        self.fill(&mut words)?;
        Ok(words)
    }

    fn fill(&mut self, words: &mut [u64]) -> Result<(), CheckpointError> {
        for word in words {
            let mut bytes = [0; 8];
            self.from.read_exact(&mut bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => TRUNCATED,
                _ => error.into(),
            })?;
            self.hash.update(&bytes);
            *word = u64::from_le_bytes(bytes);
        }
        Ok(())
    }
}

/// Settled entries of a checkpoint, drawn at random.
pub(crate) struct Sample {
    rng: Rng,
    seen: u64,
    /// Entries as they lie in the table.
    pub rows: Vec<Vec<u64>>,
}

impl Sample {
    /// So many entries are drawn.
    const SIZE: usize = 128;

    fn new() -> Sample {
        Sample { rng: Rng::new(), seen: 0, rows: Vec::new() }
    }

    /// Takes an entry, or does not: each is as likely as any other to be in the end among those taken.
    fn offer(&mut self, row: &[u64]) {
        self.seen += 1;
        if self.rows.len() < Sample::SIZE {
            self.rows.push(row.to_vec());
        } else if let Ok(place) = usize::try_from(self.rng.u64(0..self.seen))
            && place < Sample::SIZE
        {
            self.rows[place] = row.to_vec();
        }
    }
}

/// Reads a checkpoint into a table of a board, and draws a sample of what is settled. What was read is worth
/// nothing if this fails.
pub(crate) fn read<B: Bits>(
    from: impl Read,
    geometry: &'static Geometry<B>,
    engine: Engine,
    table: &Transpositions<B>,
) -> Result<(Header, Sample), CheckpointError> {
    let size = geometry.size();
    let mut reader =
        Reader { from: io::BufReader::with_capacity(1 << 20, from), hash: blake3::Hasher::new() };
    let [magic] = reader.words().map_err(|error| match error {
        CheckpointError::Damaged(_) => CheckpointError::Foreign,
        error => error,
    })?;
    if magic != MAGIC {
        return Err(CheckpointError::Foreign);
    }
    let [width, height, words, by, expansions, evaluations, milliseconds] = reader.words()?;
    if [width, height] != [size.width() as u64, size.height() as u64]
        || words != Transpositions::<B>::WORDS as u64
    {
        let found = format!("{width}x{height}");
        return Err(CheckpointError::OtherBoard { found, expected: size });
    }
    let by = [Engine::Dfpn, Engine::AlphaBeta].into_iter().find(|&engine| engine as u64 == by);
    let by = by.ok_or(CheckpointError::Damaged("unknown search engine"))?;
    // A computer that has run for all of history has not counted so far.
    if [expansions, evaluations, milliseconds].iter().any(|&count| count >> 60 != 0) {
        return Err(CheckpointError::Damaged("impossible counts"));
    }
    let mut sample = Sample::new();
    let mut row = vec![0; Transpositions::<B>::WORDS];
    loop {
        let [entries] = reader.words()?;
        if entries == u64::MAX {
            break;
        }
        for _ in 0..entries {
            reader.fill(&mut row)?;
            let found = finding::<B>(&row);
            if !is_entry_of(geometry, &row) || !is_possible(&found, by, size) {
                return Err(CheckpointError::Damaged("impossible entry"));
            }
            if found.outcome.is_some() {
                sample.offer(&row);
            }
            if found.outcome.is_some() || by == engine {
                table.put_row(&row);
            }
        }
    }
    let mut sum = [0; 32];
    reader.from.read_exact(&mut sum).map_err(|_| TRUNCATED)?;
    if reader.hash.finalize() != sum {
        return Err(CheckpointError::Damaged("checksum mismatch"));
    }
    if reader.from.read(&mut [0])? > 0 {
        return Err(CheckpointError::Damaged("data after the end"));
    }
    let effort = Effort { expansions, evaluations };
    Ok((Header { size, engine, effort, milliseconds }, sample))
}

/// A search that is as deep as an entry can tell looks at nodes again.
const DEEPEST: usize = 254;

const TRUNCATED: CheckpointError = CheckpointError::Damaged("file is truncated");

/// Can an engine have made this? The numbers of an open entry do not say that it is settled, and no line
/// is longer than a game with free moves besides, which would be settled at its end.
fn is_possible(found: &Finding, by: Engine, size: Size) -> bool {
    let [first, second] = found.numbers;
    match (found.outcome, by) {
        (Some(_), _) => true,
        (None, Engine::Dfpn) => {
            found.numbers.iter().all(|&cost| cost > 0.0 && cost <= LARGEST_COST)
        }
        (None, Engine::AlphaBeta) => {
            let longest = 2 * size.squares();
            usize::from(found.depth) <= longest.min(DEEPEST)
                && first <= second
                && first < f32::INFINITY
                && second > f32::NEG_INFINITY
        }
    }
}
