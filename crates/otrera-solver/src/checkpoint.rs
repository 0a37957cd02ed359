//! A solver's table on disk, so that a long search can be interrupted and go on.
//!
//! Little-endian words of 64 bits:
//!
//! ```text
//! "OTRERA" and two digits for the version, in one word
//! width · height · words of an entry · engine
//! expansions · evaluations · milliseconds so far
//! for each part of the table the number of its entries, then these as they lie there
//! a word of ones
//! 32 bytes of BLAKE3 over all that
//! ```
//!
//! What the table holds is true of every position on a board of that size, so a checkpoint serves
//! other positions of the board as well. Proofs serve both engines; guesses the one that made them.

use std::io::{self, Read, Write};

use otrera_board::{Bits, Size};

use crate::solver::{Effort, Engine};
use crate::table::Table;

/// The first word of a checkpoint.
const MAGIC: u64 = u64::from_le_bytes(*b"OTRERA02");

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error(
        "it is no checkpoint of this version; give another folder, or remove it to start afresh"
    )]
    Foreign,
    /// It belongs to another board.
    #[error("it belongs to a board of {found}, not {expected}; give another folder")]
    OtherBoard {
        /// The board it belongs to.
        found: String,
        /// The board of the position.
        expected: Size,
    },
    /// It ends too soon, or a bit has changed.
    #[error("it is damaged: {0}; remove it to start afresh")]
    Damaged(&'static str),
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
pub(crate) fn write<B: Bits>(to: impl Write, header: Header, table: &Table<B>) -> io::Result<()> {
    let mut writer =
        Writer { to: io::BufWriter::with_capacity(1 << 20, to), hash: blake3::Hasher::new() };
    writer.words(&[
        MAGIC,
        header.size.width() as u64,
        header.size.height() as u64,
        Table::<B>::WORDS as u64,
        header.engine as u64,
        header.effort.expansions,
        header.effort.evaluations,
        header.milliseconds,
    ])?;
    // The threads go on while this is written: some entries at a time, each counted before it is
    // written.
    for rows in table.rows() {
        writer.words(&[(rows.len() / Table::<B>::WORDS) as u64])?;
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
                io::ErrorKind::UnexpectedEof => CheckpointError::Damaged("it ends too soon"),
                _ => error.into(),
            })?;
            self.hash.update(&bytes);
            *word = u64::from_le_bytes(bytes);
        }
        Ok(())
    }
}

/// Reads a checkpoint into a table of a board. What was read is worth nothing if this fails.
pub(crate) fn read<B: Bits>(
    from: impl Read,
    size: Size,
    engine: Engine,
    table: &Table<B>,
) -> Result<Header, CheckpointError> {
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
        || words != Table::<B>::WORDS as u64
    {
        let found = format!("{width}x{height}");
        return Err(CheckpointError::OtherBoard { found, expected: size });
    }
    let mut row = vec![0; Table::<B>::WORDS];
    loop {
        let [entries] = reader.words()?;
        if entries == u64::MAX {
            break;
        }
        for _ in 0..entries {
            reader.fill(&mut row)?;
            table.put_row(&row, by == engine as u64);
        }
    }
    let mut sum = [0; 32];
    reader.from.read_exact(&mut sum).map_err(|_| CheckpointError::Damaged("it ends too soon"))?;
    if reader.hash.finalize() != sum {
        return Err(CheckpointError::Damaged("its checksum is wrong"));
    }
    if reader.from.read(&mut [0])? > 0 {
        return Err(CheckpointError::Damaged("something follows its end"));
    }
    let effort = Effort { expansions, evaluations };
    Ok(Header { size, engine, effort, milliseconds })
}
