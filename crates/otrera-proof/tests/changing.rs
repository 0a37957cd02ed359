//! A file that changes while it is checked, or that is not read to its end.

mod common;

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};

use common::parts::{Parts, block, columns};
use common::threads;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use otrera_proof::{FileError, ProofFile, check};

/// The header of a false claim: White is to move and has none.
const HEADER: &str =
    "otrera-proof 1\nposition .bw w\nwinner w\nlookahead 1\nterritory 8\norigin x\n\n";

/// An entry of a board of three squares: its squares, its free moves, a free move.
fn entry(squares: u8, filled: u8, free: i8) -> Vec<u8> {
    vec![filled, squares, (i16::from(free) + 128) as u8, 255, 255, 255]
}

/// The entries of a block, packed without making them smaller: equally many take equally many bytes.
fn stored(records: &[Vec<u8>]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&columns(records)).unwrap();
    encoder.finish().unwrap()
}

/// While the claim is looked up, a block has the entry that the claim needs; while entries are checked, it
/// has a harmless one in its place. Whatever is judged must be what was hashed.
#[test]
fn what_is_judged_is_what_was_hashed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changing.proof");
    // An empty board with free moves: the winner plays one of them, and the loser has no reply.
    let harmless = |free| entry(0b01_01_01_00, 0, free);
    // The position of the claim: empty, the loser, the winner.
    let wanted = entry(0b01_11_10_00, 2, 0);
    let first = [harmless(1)];
    let [before, after] = [wanted, harmless(3)].map(|last| [harmless(2), last]);
    let parts = Parts { header: HEADER.into(), records: [&first[..], &before].concat() };
    let blocks = [block(&first, &stored(&first)), block(&before, &stored(&before))];
    let bytes = parts.bytes(&blocks);
    fs::write(&path, &bytes).unwrap();
    // Left alone it is rejected: the entry has no such play.
    let code = common::verdict_code(&path);
    assert_eq!(code, 1);
    let proof = ProofFile::open(&path).unwrap();
    let place = bytes.windows(blocks[1].len()).position(|it| it == blocks[1]).unwrap();
    let go_on = |done| {
        // The claim is looked up by now, and the first block read.
        if done > 0 {
            let mut file = File::options().write(true).open(&path).unwrap();
            file.seek(SeekFrom::Start(place as u64)).unwrap();
            file.write_all(&block(&after, &stored(&after))).unwrap();
        }
        true
    };
    let mut options = threads(1);
    options.go_on = &go_on;
    let error = check(&proof, options).unwrap_err();
    assert!(matches!(error, FileError::Changed(at) if at > place as u64), "{error}");
    assert!(error.to_string().starts_with("the file changed while it was read: at byte"));
    // Cut short it is not what it was either.
    File::options().write(true).open(&path).unwrap().set_len(place as u64 + 20).unwrap();
    assert!(matches!(check(&proof, threads(1)), Err(FileError::Changed(_))));
}

/// Reading asks before each block, and before the end.
#[test]
fn reading_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.proof");
    let records: Vec<Vec<u8>> = (1..=3).map(|free| entry(0b01_01_01_00, 0, free)).collect();
    let blocks: Vec<Vec<u8>> = records.chunks(1).map(|one| block(one, &stored(one))).collect();
    fs::write(&path, Parts { header: HEADER.into(), records }.bytes(&blocks)).unwrap();
    for patience in 0..4 {
        let asked = Cell::new(0);
        let go_on = || asked.replace(asked.get() + 1) < patience;
        let read = ProofFile::open_while(&path, &go_on);
        assert!(matches!(read, Err(FileError::Interrupted)), "{read:?}");
        assert_eq!(asked.get(), patience + 1);
    }
    assert_eq!(ProofFile::open_while(&path, &|| true).unwrap().entries(), 3);
}
