//! The proof reader and the checker: no proof makes them panic, and what they accept is true.

#![no_main]

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use otrera_board::Bits;
use otrera_fuzz::plain_search::PlainSearch;
use otrera_fuzz::proof_files::Forgery;
use otrera_fuzz::scratch;
use otrera_proof::{CheckSettings, Outcome, ProofFile, check};

static FILE: LazyLock<PathBuf> = LazyLock::new(|| scratch::folder("proofs").join("forged.proof"));

thread_local! {
    static PLAIN: RefCell<PlainSearch> = RefCell::default();
}

/// Boards beyond this are left to other means: plain search could not tell who wins them.
const MOST_SQUARES: usize = 20;
const MOST_EMPTY: u32 = 8;

fuzz_target!(|forgery: Forgery| {
    std::fs::write(&*FILE, forgery.bytes()).expect("room for the file");
    let Ok(proof) = ProofFile::open(&FILE) else { return };
    let position = proof.claim().position;
    if position.size().squares() > MOST_SQUARES {
        return;
    }
    let mut settings = CheckSettings::default();
    (settings.threads, settings.memory) = (1, 1 << 20);
    if let Ok(Outcome::Accepted(..)) = check(&proof, settings) {
        let position = position.narrow().expect("a small board");
        if position.empty().count() <= MOST_EMPTY {
            let winner = PLAIN.with_borrow_mut(|plain| plain.winner(&position));
            assert_eq!(winner, proof.claim().winner, "{position}");
        }
    }
});
