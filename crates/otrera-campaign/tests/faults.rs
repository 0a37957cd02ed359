//! Whatever is wrong with the files of a campaign is found: by reading, by the rules, or by proving leaves
//! again. Nothing wrong becomes an accepted proof.

mod common;

use std::fs;
use std::path::Path;

use common::{NEVER, log_lines, position, settings, settled, write_log};
use otrera_board::Color;
use otrera_campaign::{Campaign, CampaignError, Condensed, Leaf, Verify};

/// A settled campaign of 4×4, which Black wins, and a place to work in.
fn campaign() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("4x4");
    settled("4x4", &place);
    (folder, place)
}

fn told(place: &Path) -> String {
    Campaign::open(place).unwrap_err().to_string()
}

/// Is a wrong leaf found among these?
fn finds_a_wrong_leaf(leaves: &[Leaf]) -> bool {
    let (settings, watch) = (settings(), |_, _| {});
    let verify = Verify {
        leaves,
        sample: None,
        settings: &settings,
        expansions: None,
        notes: None,
        interrupted: &NEVER,
        watch: &watch,
    };
    verify.run().unwrap().wrong.is_some()
}

#[test]
fn changed_bytes_are_refused_with_their_line() {
    let (_folder, place) = campaign();
    let whole = fs::read(place.join("log")).unwrap();
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let mut changed = whole.clone();
        let at = rng.usize(..changed.len());
        changed[at] ^= 1 << rng.u32(..7);
        fs::write(place.join("log"), &changed).unwrap();
        let line = 1 + whole[..at].iter().filter(|&&byte| byte == b'\n').count() as u64;
        match Campaign::open(&place) {
            Err(CampaignError::Damaged { line: found, .. }) => {
                // A line that lost its end is one with the next.
                assert!(found == line, "byte {at}: line {found}, not {line}");
            }
            // The last line lost its end, or the first says that this is something else.
            Err(CampaignError::Truncated { .. }) => assert_eq!(at, whole.len() - 1),
            other => panic!("byte {at}: {other:?}"),
        }
    }
}

#[test]
fn truncated_logs_are_noticed() {
    let (_folder, place) = campaign();
    let whole = fs::read(place.join("log")).unwrap();
    for length in 0..whole.len() {
        if length % 7 == 0 || whole[length] == b'\n' || length > 0 && whole[length - 1] == b'\n' {
            fs::write(place.join("log"), &whole[..length]).unwrap();
            assert!(told(&place).contains("truncated: it had"), "{length} bytes");
        }
    }
    // Without the head nobody knows how long it was.
    fs::write(place.join("log"), &whole).unwrap();
    Campaign::open(&place).unwrap();
    fs::remove_file(place.join("head")).unwrap();
    assert!(told(&place).contains("head"));
}

/// What a killed process leaves at the end is dropped; the same in the middle is damage.
#[test]
fn unfinished_last_lines_are_dropped() {
    let (_folder, place) = campaign();
    let whole = fs::read(place.join("log")).unwrap();
    fs::write(place.join("log"), [&whole[..], b"job .b"].concat()).unwrap();
    let campaign = Campaign::open(&place).unwrap();
    assert_eq!(campaign.unfinished(), 6);
    drop(otrera_campaign::Session::open(&place).unwrap());
    assert_eq!(fs::read(place.join("log")).unwrap(), whole);
}

/// Positions that nothing leads to, work on what is settled, and values that do not fit are refused when
/// the log is read, whoever made the checksums.
#[test]
fn invented_lines_are_refused() {
    let (_folder, place) = campaign();
    let lines = log_lines(&place);
    let with = |line: &str| {
        let mut lines = lines.clone();
        lines.push(line.to_owned());
        write_log(&place, &lines);
        told(&place)
    };
    // A position of the board, but not after any move from the start.
    let invented = with("job wwww/4/4/bbbb w b 1 1 1");
    assert!(invented.contains("no expanded position leads to wwww/4/4/bbbb w"), "{invented}");
    let job = lines.iter().find(|line| line.starts_with("job ")).unwrap();
    assert!(with(job).contains("is already settled"));
    let expand = lines.iter().find(|line| line.starts_with("expand ")).unwrap();
    assert!(with(expand).contains("is already expanded"));
    // A value that is left out, and one too many.
    let n = lines.iter().position(|line| line.starts_with("expand ")).unwrap();
    for change in [expand.rsplit_once(' ').unwrap().0.to_owned(), format!("{expand} b")] {
        let mut lines = lines.clone();
        lines[n] = change;
        write_log(&place, &lines);
        assert!(told(&place).contains("positions, not"), "{}", told(&place));
    }
    write_log(&place, &lines);
    Campaign::open(&place).unwrap();
}

/// Every settled leaf of a ledger, with its winner exchanged, is found by proving it again.
#[test]
fn flipped_winners_are_found() {
    let (_folder, place) = campaign();
    let lines = log_lines(&place);
    let jobs: Vec<usize> = (0..lines.len()).filter(|&n| lines[n].starts_with("job ")).collect();
    let mut flipped = 0;
    for n in jobs {
        let mut lines = lines.clone();
        if !lines[n].contains(" b b ") {
            continue;
        }
        lines[n] = lines[n].replacen(" b b ", " b w ", 1);
        // The campaign may be over now, and what came after would not fit.
        while {
            write_log(&place, &lines);
            Campaign::open(&place).is_err()
        } {
            lines.pop();
        }
        let campaign = Campaign::open(&place).unwrap();
        let leaves = Leaf::of_ledger(campaign.ledger());
        assert!(leaves.iter().any(|leaf| leaf.winner == Color::White));
        assert!(finds_a_wrong_leaf(&leaves), "{}", lines[n]);
        // A proof that rests on it falls with it.
        if let Some(proof) = Condensed::of_ledger(campaign.ledger(), "a test", 100) {
            assert_eq!(proof.winner(), Color::White);
            assert!(finds_a_wrong_leaf(&proof.check().unwrap()));
        }
        flipped += 1;
    }
    assert!(flipped > 10, "{flipped}");
}

/// A condensed proof is sound only with everything that play leads to, and nothing else.
#[test]
fn condensed_proofs_have_no_holes() {
    let folder = tempfile::tempdir().unwrap();
    let campaign = settled("4x5", &folder.path().join("4x5"));
    let proof = Condensed::of_ledger(campaign.ledger(), "a test", 100).unwrap();
    let mut text = String::new();
    let bytes = proof.bytes();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut text)
        .unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let lines = &lines[..lines.len() - 1];
    let check = |lines: &[&str]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let digest = <sha2::Sha256 as sha2::Digest>::digest(&text);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let file = folder.path().join("changed");
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let text = format!("{text}end {} {digest}\n", lines.len());
        std::io::Write::write_all(&mut packed, text.as_bytes()).unwrap();
        fs::write(&file, packed.finish().unwrap()).unwrap();
        let proof = Condensed::open(&file).map_err(|error| error.to_string())?;
        proof.check().map_err(|flaw| flaw.to_string())
    };
    check(lines).unwrap();
    // Any line left out is a hole, or leaves others without a way to them.
    for n in 5..lines.len() {
        let mut fewer = lines.to_vec();
        fewer.remove(n);
        let told = check(&fewer).unwrap_err();
        assert!(told.contains("says nothing"), "{}: {told}", lines[n]);
    }
    // Any other move leads elsewhere.
    let play = lines.iter().position(|line| line.starts_with("play ")).unwrap();
    let words: Vec<&str> = lines[play].split(' ').collect();
    let at = position(&format!("{} {}", words[1], words[2]));
    let mut refused = 0;
    for mv in at.moves() {
        let other = format!("play {at} {}", mv.text(at.size()));
        let mut changed = lines.to_vec();
        changed[play] = &other;
        refused += usize::from(check(&changed).is_err());
    }
    // The move itself, and its image if the position is symmetric, are right.
    assert!(refused + 2 >= at.moves().count());
    let mut changed = lines.to_vec();
    let illegal = format!("play {at} A1-A1xA1");
    changed[play] = &illegal;
    assert!(check(&changed).unwrap_err().contains("illegal"));
    // Another winner, another order, another spelling.
    let mut changed = lines.to_vec();
    changed[2] = "winner w";
    assert!(check(&changed).unwrap_err().contains("is to move"));
    let mut changed = lines.to_vec();
    changed.swap(6, 7);
    assert!(check(&changed).unwrap_err().contains("line 8: out of order"));
    let mut changed = lines.to_vec();
    changed.push(lines[lines.len() - 1]);
    assert!(check(&changed).unwrap_err().contains("out of order"));
}

/// Packed files that were cut, changed, or are something else are refused.
#[test]
fn packed_files_are_whole() {
    let (folder, place) = campaign();
    let campaign = Campaign::open(&place).unwrap();
    let proof = Condensed::of_ledger(campaign.ledger(), "a test", 100).unwrap();
    let file = folder.path().join("proof");
    let whole = proof.bytes();
    let mut guess = |_: &otrera_board::Position<u64>| otrera_campaign::Costs::UNKNOWN;
    let mut refused = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        Condensed::open(&file).is_err() && otrera_campaign::Import::read(&file, &mut guess).is_err()
    };
    for length in 0..whole.len() {
        assert!(refused(&whole[..length]), "{length} bytes");
    }
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        // Some bits of gzip say nothing of what is packed.
        let same = || Condensed::open(&file).is_ok_and(|read| read == proof);
        assert!(refused(&changed) || same(), "byte {at}");
    }
    assert!(refused(&[&whole[..], b"more"].concat()));
    assert!(refused(&campaign.export()[..20]));
    fs::write(&file, campaign.export()).unwrap();
    assert!(Condensed::open(&file).unwrap_err().to_string().contains("not a file of this version"));
}
