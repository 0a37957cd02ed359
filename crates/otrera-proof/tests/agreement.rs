//! Two checkers, in two languages, say the same of every file.

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use common::parts::{Parts, block, columns, pack};
use common::{PlainSearch, endgame, python_verdicts, verdict_code, write};
use fastrand::Rng;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Decompress, FlushDecompress, Status};
use otrera_board::{Color, Position};
use otrera_proof::{Fact, LeafLimits, ProofFile, Reasoner, State};

/// The checksum at the end of a zlib stream.
fn adler(bytes: &[u8]) -> [u8; 4] {
    let (mut a, mut b) = (1u32, 0u32);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65521;
        b = (b + a) % 65521;
    }
    (b << 16 | a).to_be_bytes()
}

/// A zlib stream of these bytes of deflate, which unpack to that.
fn zlib(deflate: &[u8], content: &[u8]) -> Vec<u8> {
    [&[0x78, 0xda], deflate, &adler(content)].concat()
}

/// Sets the check bits of a header of two bytes.
fn with_check_bits(mut packed: Vec<u8>) -> Vec<u8> {
    packed[1] &= 0xe0;
    let rest = (u16::from(packed[0]) << 8 | u16::from(packed[1])) % 31;
    packed[1] |= ((31 - rest) % 31) as u8;
    packed
}

/// Bits of deflate, the first in the lowest place.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    fn put(&mut self, value: u32, count: u32) {
        for n in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= ((value >> n & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }

    /// Huffman codes have their first bit first.
    fn put_code(&mut self, code: u32, count: u32) {
        (0..count).rev().for_each(|n| self.put(code >> n & 1, 1));
    }
}

/// The canonical codes of these lengths.
fn codes(lengths: &[u8]) -> Vec<u32> {
    let mut code = 0;
    let mut codes = vec![0; lengths.len()];
    for length in 1..=15 {
        code <<= 1;
        for (symbol, _) in lengths.iter().enumerate().filter(|(_, it)| **it == length) {
            codes[symbol] = code;
            code += 1;
        }
    }
    codes
}

/// One block of literals with tables of its own: odd ones, as the seed has it.
fn odd_tables(content: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bits = BitWriter::default();
    let used: std::collections::BTreeSet<usize> =
        content.iter().map(|&byte| usize::from(byte)).chain([256]).collect();
    let length = (used.len() as u32).next_power_of_two().trailing_zeros().max(1);
    let mut literals = vec![0u8; [257, 258, 285, 286, 287, 288][rng.usize(0..6)]];
    used.iter().for_each(|&symbol| literals[symbol] = length as u8);
    // Codes that nobody uses make the set complete, or not quite, or more than that.
    let missing = (1 << length) - used.len();
    let filled = [missing, missing, missing.saturating_sub(1), 0, missing + 1][rng.usize(0..5)];
    let free: Vec<usize> = (0..literals.len()).filter(|n| literals[*n] == 0).collect();
    let from_end = rng.bool();
    for n in 0..filled.min(free.len()) {
        let symbol = if from_end { free[free.len() - 1 - n] } else { free[n] };
        literals[symbol] = length as u8;
    }
    if rng.u8(0..10) == 0 {
        literals[256] = 0;
    }
    let distances: &[u8] =
        [&[0][..], &[1], &[1, 1], &[2], &[0, 0, 1], &[1, 2], &[15], &[5; 30], &[5; 31], &[5; 32]]
            [rng.usize(0..10)];
    bits.put(1, 1);
    bits.put(2, 2);
    bits.put(literals.len() as u32 - 257, 5);
    bits.put(distances.len() as u32 - 1, 5);
    // Lengths 0 to 15 in four bits each: a complete set; or with one more, or one fewer.
    let mut of_lengths = [4u8; 19];
    of_lengths[16..].fill(0);
    match rng.u8(0..8) {
        0 => of_lengths[14] = 0,
        1 => of_lengths[16] = 4,
        _ => {}
    }
    bits.put(15, 4);
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
        bits.put(of_lengths[symbol].into(), 3);
    }
    let codes_of_lengths = codes(&of_lengths);
    for &length in literals.iter().chain(distances) {
        bits.put_code(codes_of_lengths[usize::from(length)], 4);
    }
    let literal_codes = codes(&literals);
    for symbol in content.iter().map(|&byte| usize::from(byte)).chain([256]) {
        bits.put_code(literal_codes[symbol], literals[symbol].into());
    }
    // What fills the last byte means nothing.
    while !bits.used.is_multiple_of(8) {
        bits.put(rng.u32(0..2), 1);
    }
    bits.bytes
}

/// Stored blocks of random sizes, some of them empty; perhaps without an end.
fn stored(content: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut left = content;
    let ends = rng.u8(0..8) > 0;
    loop {
        let (now, rest) = left.split_at(rng.usize(0..=left.len()));
        let last = rest.is_empty();
        // Bits before a stored block are passed over.
        bytes.push(u8::from(last && ends) | rng.u8(0..32) << 3);
        bytes.extend((now.len() as u16).to_le_bytes());
        bytes.extend((!(now.len() as u16)).to_le_bytes());
        bytes.extend(now);
        left = rest;
        if last {
            break;
        }
    }
    if rng.u8(0..8) == 0 {
        bytes[3] ^= 1;
    }
    bytes
}

/// Packed entries that are somehow other than they should be.
fn mutant(records: &[Vec<u8>], kind: usize, rng: &mut Rng) -> Vec<u8> {
    let content = columns(records);
    let mut packed = pack(records);
    let end = packed.len();
    match kind {
        // More than one stream, or less.
        0 => packed.push(0),
        1 => packed.extend((0..rng.usize(1..9)).map(|_| rng.u8(..))),
        2 => packed.extend(pack(records)),
        3 => packed.truncate(rng.usize(0..end)),
        4 => packed.truncate(end - rng.usize(1..5)),
        5 => packed.clear(),
        6 => packed.insert(0, 0),
        // Another checksum, window, dictionary, level, method.
        7 => packed[end - 1 - rng.usize(0..4)] ^= 1 << rng.u8(0..8),
        8 => {
            packed[0] = packed[0] & 0x0f | rng.u8(0..16) << 4;
            packed = with_check_bits(packed);
        }
        9 => {
            packed[1] |= 0x20;
            packed = with_check_bits(packed);
            if rng.bool() {
                let dictionary = adler(b"");
                packed.splice(2..2, dictionary);
            }
        }
        10 => {
            packed[1] = packed[1] & 0x3f | rng.u8(0..4) << 6;
            packed = with_check_bits(packed);
        }
        11 => {
            packed[0] = packed[0] & 0xf0 | rng.u8(0..16);
            packed = with_check_bits(packed);
        }
        12 => packed[rng.usize(0..2)] ^= 1 << rng.u8(0..8),
        // The same content in other words.
        13 => packed = zlib(&stored(&content, rng), &content),
        14 | 15 => packed = zlib(&odd_tables(&content, rng), &content),
        // More or less content.
        16 => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&content).unwrap();
            encoder.write_all(&vec![0; rng.usize(1..70_000)]).unwrap();
            packed = encoder.finish().unwrap();
        }
        17 => packed = pack(&records[..records.len() - 1]),
        18 => {
            let mut flushed = ZlibEncoder::new(Vec::new(), Compression::fast());
            for part in content.chunks(rng.usize(1..content.len())) {
                flushed.write_all(part).unwrap();
                flushed.flush().unwrap();
            }
            packed = flushed.finish().unwrap();
        }
        // A bit of the stream flipped, and the checksum repaired if it still is one.
        _ => {
            let bit = rng.usize(16..8 * (end - 4));
            packed[bit / 8] ^= 1 << (bit % 8);
            let mut unpacked = Vec::with_capacity(1 << 16);
            let mut inflate = Decompress::new(false);
            let middle = &packed[2..end - 4];
            let status = inflate.decompress_vec(middle, &mut unpacked, FlushDecompress::Finish);
            if matches!(status, Ok(Status::StreamEnd)) {
                packed = zlib(&middle[..inflate.total_in() as usize], &unpacked);
            }
        }
    }
    packed
}

/// A small proof with some blocks.
fn original(folder: &Path) -> Parts {
    let path = folder.join("original.proof");
    let mut rng = Rng::with_seed(30);
    loop {
        let position = endgame(&mut rng, 8);
        let winner = PlainSearch::default().winner(&position);
        write(&path, &position, winner, LeafLimits { lookahead: 0, ..LeafLimits::LARGEST });
        let parts = Parts::read(&path);
        if (16..40).contains(&parts.records.len()) {
            return parts;
        }
    }
}

/// The kinds of [`mutant`], and how often each is tried.
const KINDS: usize = 22;
const OF_A_KIND: usize = 30;

#[test]
fn packed_blocks_mean_the_same_to_both() {
    let folder = tempfile::tempdir().unwrap();
    let parts = original(folder.path());
    // A wrong entry at the end: whether a block makes sense is asked before what it says.
    let mut wrong = parts.clone();
    let last = wrong.records.len() - 1;
    let length = parts.record_length();
    wrong.records[last][length - 3..].copy_from_slice(&[0, 0, 0]);
    let mut rng = Rng::with_seed(31);
    let mut files: Vec<(PathBuf, usize)> = Vec::new();
    for kind in 0..KINDS {
        for n in 0..OF_A_KIND {
            let parts = if n % 4 == 3 { &wrong } else { &parts };
            let mut blocks = parts.blocks();
            let chosen = rng.usize(0..blocks.len());
            let records: Vec<Vec<u8>> =
                parts.records.chunks(common::parts::IN_BLOCK).nth(chosen).unwrap().to_vec();
            blocks[chosen] = block(&records, &mutant(&records, kind, &mut rng));
            let path = folder.path().join(format!("{kind}-{n}.proof"));
            fs::write(&path, parts.bytes(&blocks)).unwrap();
            files.push((path, kind));
        }
    }
    let all = agree(&files);
    assert!(all.iter().all(|&count| count > 20), "{all:?}");
}

/// Numbers and keys of blocks that are not what they should be, all checksums right.
#[test]
fn odd_blocks_mean_the_same_to_both() {
    let folder = tempfile::tempdir().unwrap();
    let parts = original(folder.path());
    let records = &parts.records;
    let whole = block(records, &pack(records));
    let mut cases = vec![
        // As it is; in two blocks; in one for each entry.
        vec![whole.clone()],
        vec![
            block(&records[..9], &pack(&records[..9])),
            block(&records[9..], &pack(&records[9..])),
        ],
        records.chunks(1).map(|one| block(one, &pack(one))).collect(),
        // Twice the same; none at all.
        vec![whole.clone(), whole.clone()],
        vec![],
        vec![
            block(&records[9..], &pack(&records[9..])),
            block(&records[..9], &pack(&records[..9])),
        ],
    ];
    // Two entries swapped, doubled, and a first key that is not the first entry's.
    for (one, other) in [(0, 1), (3, 4), (5, 5)] {
        let mut odd = records.clone();
        odd[one] = records[other].clone();
        odd[other] = records[if one == other { other - 1 } else { one }].clone();
        cases.push(vec![block(&odd, &pack(&odd))]);
        let mut headed = records.clone();
        headed[0] = records[other].clone();
        cases.push(vec![block(&headed, &pack(records))]);
    }
    let mut rng = Rng::with_seed(32);
    for _ in 0..60 {
        // A bit of the count, the length or the key.
        let mut odd = whole.clone();
        let bit = rng.usize(0..8 * (8 + parts.record_length() - 3));
        odd[bit / 8] ^= 1 << (bit % 8);
        let end = odd.len() - 8;
        let checksum = common::parts::checksum(&odd[..end]);
        odd[end..].copy_from_slice(&checksum);
        cases.push(vec![odd]);
    }
    let mut files = Vec::new();
    for (n, blocks) in cases.iter().enumerate() {
        let path = folder.path().join(format!("{n}.proof"));
        fs::write(&path, parts.bytes(blocks)).unwrap();
        files.push((path, n));
    }
    // More bytes than any entries need, behind a stream that is whole: not to be read as such.
    let most = 65536 * parts.record_length();
    for more in [most, most + 1] {
        let mut packed = pack(records);
        packed.resize(more, 0);
        let path = folder.path().join(format!("{more}.proof"));
        fs::write(&path, parts.bytes(&[block(records, &packed)])).unwrap();
        files.push((path, more));
    }
    assert!(agree(&files)[0] >= 3);
}

/// The example in `docs/proofs.md`: does the square that the loser leaves count as one to step on?
#[test]
fn squares_that_are_left_count() {
    let folder = tempfile::tempdir().unwrap();
    // A neighbour of Black's amazon is left, or a square out of her reach.
    let positions =
        ["../bw w", "..w/bxx w"].map(|text| text.parse::<Position>().unwrap().narrow().unwrap());
    let winners = positions.map(|position| PlainSearch::default().winner(&position));
    assert_eq!(winners, [Color::Black, Color::White], "by nothing but the rules");
    let mut files = Vec::new();
    for (n, position) in positions.iter().enumerate() {
        let path = folder.path().join(format!("{n}.proof"));
        // With no move ahead, nothing but the fact itself can tell.
        write(&path, position, Color::Black, LeafLimits { lookahead: 0, ..LeafLimits::LARGEST });
        files.push((path, n));
    }
    assert_eq!(agree(&files), [1, 1, 0]);
    assert_eq!(ProofFile::open(&files[0].0).unwrap().entries(), 0);
    let state = State::of(&positions[0], Color::Black);
    let reasoner = Reasoner::new(state.geometry(), LeafLimits::LARGEST);
    assert_eq!(reasoner.wins_second(&state), Some((false, Fact::Answers)));
}

/// Asks both checkers about all files; returns how many are accepted, rejected and no proof files.
fn agree(files: &[(PathBuf, usize)]) -> [u32; 3] {
    let paths: Vec<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
    let python = python_verdicts(&paths);
    let mut tally = std::collections::BTreeMap::<usize, [u32; 3]>::new();
    let mut different = Vec::new();
    for ((path, kind), (code, said)) in files.iter().zip(python) {
        let own = verdict_code(path);
        tally.entry(*kind).or_default()[own] += 1;
        if own != code {
            different.push(format!("kind {kind}, {}: {own}, but {said}", path.display()));
        }
    }
    println!("accepted, rejected and no proof files, by kind: {tally:?}");
    assert!(different.is_empty(), "{}: {}", different.len(), different.join("\n"));
    tally.values().fold([0; 3], |sum, more| std::array::from_fn(|n| sum[n] + more[n]))
}
