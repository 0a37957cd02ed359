//! Proofs from the command line: written, checked, refused, interrupted and resumed.

mod program;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use fastrand::Rng;
use otrera_area::random;
use otrera_area::soundness::PlainSearch;
use otrera_board::Color;
use otrera_proof::{CheckSettings, Draft, Outcome, ProofFile, check};
use program::events::{interrupt, wait_until, wait_until_it_listens};
use sha2::{Digest, Sha256};

fn otrera(args: &[&str]) -> Output {
    program::run(args)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn accepted(path: &Path) -> bool {
    let proof = ProofFile::open(path).unwrap();
    let mut options = CheckSettings::default();
    options.threads = 1;
    matches!(check(&proof, options).unwrap(), Outcome::Accepted(_))
}

/// The same file with the other winner in its header, all checksums right.
fn with_the_other_winner(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let flipped = match header.contains("\nwinner b\n") {
        true => header.replace("\nwinner b\n", "\nwinner w\n"),
        false => header.replace("\nwinner w\n", "\nwinner b\n"),
    };
    let mut flipped = flipped.into_bytes();
    flipped.extend(&Sha256::digest(&flipped)[..8]);
    flipped.extend(&bytes[end + 8..bytes.len() - 32]);
    flipped.extend(&Sha256::digest(&flipped)[..]);
    flipped
}

/// Every endgame that is solved comes with a proof that holds, and never with one for the other.
#[test]
fn a_thousand_endgames_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endgame.proof");
    let mut rng = Rng::with_seed(11);
    let mut entries = 0;
    for n in 0..1_000 {
        let to_move = if rng.bool() { Color::Black } else { Color::White };
        let position = random::blob::<u64>(&mut rng, 9, 24).position(to_move);
        let output = otrera(&[
            "solve",
            &position.to_string(),
            "--threads",
            if n % 2 == 0 { "1" } else { "2" },
            "--memory",
            "1M",
            "--proof",
            text(&path),
            "--json",
        ]);
        assert!(output.status.success(), "{position}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let mover_wins = PlainSearch::default().mover_wins(&position);
        let winner = if mover_wins { to_move } else { !to_move };
        assert_eq!(answer["winner"], winner.letter().to_string(), "{position}");
        assert_eq!(answer["proof"], text(&path), "{position}");
        assert!(accepted(&path), "{position}");
        entries += ProofFile::open(&path).unwrap().entries();
        fs::write(&path, with_the_other_winner(&fs::read(&path).unwrap())).unwrap();
        assert!(!accepted(&path), "{position}");
    }
    assert!(entries > 1_000, "{entries}");
}

#[test]
fn verdicts_and_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    assert!(otrera(&["solve", "4x4", "--proof", text(&path)]).status.success());
    let good = otrera(&["check", text(&path)]);
    assert_eq!(good.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&good.stdout).starts_with("Accepted: Black wins .bb./"));
    // The other winner: rejected, with the place.
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, with_the_other_winner(&bytes)).unwrap();
    let bad = otrera(&["check", text(&path)]);
    assert_eq!(bad.status.code(), Some(1));
    let said = String::from_utf8_lossy(&bad.stdout).into_owned();
    assert!(said.starts_with("REJECTED: White wins"), "{said}");
    assert!(said.contains("position: ") && said.contains("line of play: "), "{said}");
    let json = otrera(&["check", text(&path), "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(answer["accepted"], false);
    assert!(answer["rejection"]["reason"].is_string());
    // Not a proof file: the byte is named.
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    for command in [&["check"][..], &["proof", "info"], &["proof", "browse"]] {
        let output = otrera(&[command, &[text(&path)]].concat());
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("not a proof file: at byte"), "{said}");
    }
    let missing = otrera(&["check", "no-such-file"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no such file: no-such-file"));
}

/// What cannot be written is said before the search, and nothing is left behind.
#[test]
fn proofs_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    for (args, what) in [
        (vec!["--proof", "/no/such/folder/x.proof"], "/no/such/folder"),
        (vec!["--proof", text(folder.path())], "folder"),
        (vec!["--engine", "ab", "--proof", "x.proof"], "dfpn"),
    ] {
        let output = otrera(&[&["solve", "5x5"][..], &args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(what), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Interrupted and killed while it writes a proof, and resumed until it is done: the proof holds.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_proof_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x5.proof");
    let checkpoint = folder.path().join("checkpoint");
    let todo = checkpoint.join("proof-4x5.proof.todo");
    let part = folder.path().join(".4x5.proof.part");
    let solve = ["solve", "4x5", "--threads", "1", "--checkpoint", text(&checkpoint)];
    assert!(otrera(&solve).status.success());
    let begin = || {
        program::otrera()
            .args(solve)
            .args(["--resume", "--proof", text(&path)])
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    // The search is done; what is interrupted is the writing. It may be done before it hears of that; or it hears of it
    // before there is anything to save, so it is given a little longer each time.
    let interrupted = |attempt| {
        let mut child = begin();
        wait_until_written_to(&mut child, &part);
        sleep(Duration::from_millis(4) * attempt);
        interrupt(&child);
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 130)), "{code:?}");
        if code == Some(0) {
            fs::remove_file(&path).unwrap();
        }
        code == Some(130) && todo.exists()
    };
    assert!((0..40).any(interrupted), "it is always done before, or not begun");
    assert!(!path.exists());
    // Killed at once it leaves what was saved, and goes on from there.
    for _ in 0..3 {
        let mut child = begin();
        wait_until_it_listens(&mut child);
        // It may be done already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(begin().wait().unwrap().success());
    assert!(accepted(&path));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(!todo.exists());
    // Without a checkpoint nothing is left behind.
    fs::remove_file(&path).unwrap();
    let mut child = program::otrera()
        .args(["solve", "4x5", "--threads", "1", "--proof", text(&path)])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until_written_to(&mut child, &part);
    interrupt(&child);
    if child.wait().unwrap().code() == Some(130) {
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// Waits until there is something in a file, or the program ends.
fn wait_until_written_to(child: &mut Child, file: &Path) {
    let written = || fs::metadata(file).is_ok_and(|found| found.len() > 0);
    wait_until("something is written", || written() || child.try_wait().unwrap().is_some());
}

/// A link is followed, and what is no ordinary file is left alone.
#[cfg(unix)]
#[test]
fn proofs_replace_ordinary_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert!(otrera(&["solve", "4x4", "--proof", text(&link)]).status.success());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(accepted(&file));
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for command in [&["solve", "4x4", "--proof", text(&pipe)][..], &["check", text(&pipe)]] {
        let output = otrera(command);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("not a regular file"));
    }
    // Notes lie beside a proof of any name and do it no harm.
    let proof = folder.path().join("x.part");
    fs::copy(&file, &proof).unwrap();
    let notes = folder.path().join("x.notes");
    assert!(otrera(&["check", text(&proof), "--notes", text(&notes)]).status.success());
    assert!(accepted(&proof));
}

/// A check that is stopped goes on where it was, and refuses notes on another proof.
#[test]
fn checks_are_resumed_from_notes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x5.proof");
    let notes = folder.path().join("notes");
    assert!(otrera(&["solve", "4x5", "--proof", text(&path)]).status.success());
    let proof = ProofFile::open(&path).unwrap();
    let seen = std::sync::atomic::AtomicU64::new(0);
    let go_on = |more| seen.fetch_add(more, std::sync::atomic::Ordering::Relaxed) < 5_000;
    let mut options = CheckSettings::default();
    options.threads = 1;
    options.notes = Some(&notes);
    options.go_on = &go_on;
    assert!(matches!(check(&proof, options).unwrap(), Outcome::Stopped));
    let half = fs::read_to_string(&notes).unwrap();
    (options.threads, options.memory) = (2, 0);
    options.go_on = &|_| true;
    let outcome = check(&proof, options).unwrap();
    let Outcome::CheckedInPart(rest) = outcome else { panic!("rejected") };
    (options.threads, options.notes) = (usize::MAX, None);
    let Outcome::Accepted(whole) = check(&proof, options).unwrap() else { panic!("rejected") };
    let whole = whole.counts();
    assert_eq!(whole.entries, proof.entries());
    // A block has 4096 entries, and one was done.
    assert_eq!(rest.counts().entries, whole.entries - 4096);
    // Whatever rests on notes is told, and never called accepted.
    fs::write(&notes, &half).unwrap();
    let check_with_notes = ["check", text(&path), "--notes", text(&notes)];
    let output = otrera(&check_with_notes);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("Checked in part: Black wins"), "{said}");
    assert!(said.contains("\n4,096 entries not checked: the checkpoint says"), "{said}");
    assert!(!said.to_lowercase().contains("accepted"), "{said}");
    fs::write(&notes, &half).unwrap();
    let output = otrera(&[&check_with_notes[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(4));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&answer["verdict"], &answer["accepted"]),
        (&"checked_in_part".into(), &false.into())
    );
    assert_eq!(answer["entries_from_notes"], 4096);
    assert_eq!(answer["entries_checked"], whole.entries - 4096);
    assert_eq!(answer["entries"], whole.entries);
    // The same by the name that other commands have for it; only if it was asked for.
    fs::write(&notes, &half).unwrap();
    let with_checkpoint = ["check", text(&path), "--checkpoint", text(&notes)];
    let output = otrera(&with_checkpoint);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("already exists; add --resume"));
    let output = otrera(&[&with_checkpoint[..], &["--resume"]].concat());
    assert_eq!(output.status.code(), Some(4));
    // A check that comes to its end in one run takes nothing from the notes it writes.
    fs::remove_file(&notes).unwrap();
    let output = otrera(&[&check_with_notes[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["verdict"], &answer["accepted"]), (&"accepted".into(), &true.into()));
    assert_eq!(
        (&answer["entries_checked"], &answer["entries_from_notes"]),
        (&answer["entries"], &0.into())
    );
    fs::write(&notes, half.replace("blocks ", "blocks 0")).unwrap();
    let output = otrera(&check_with_notes);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged, or from another proof"));
}

/// Two processes never write one proof at the same time: the second is told so, before it searches.
#[test]
fn one_process_writes_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.proof");
    let solve = ["solve", "4x4", "--threads", "1", "--proof", text(&path)];
    let draft = Draft::take(&path).unwrap();
    let refused = otrera(&solve);
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        said.contains("--proof") && said.contains("another process is writing this proof"),
        "{said}"
    );
    drop(draft);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Several at once: each is refused or succeeds, and a whole proof is what is left.
    for _ in 0..5 {
        let begin =
            |_| program::otrera().args(solve).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let children: Vec<_> = (0..4).map(begin).collect();
        let mut written = 0;
        for child in children {
            let output = child.unwrap().wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => written += 1,
                Some(2) => assert!(said.contains("another process is writing"), "{said}"),
                code => panic!("{code:?}: {said}"),
            }
        }
        assert!(written > 0 && accepted(&path));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

/// `--limit` holds for the writing as well: the winner is told, the exit code is 3, and what was written
/// can be resumed.
#[test]
fn limits_hold_while_a_proof_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x5.proof");
    let checkpoint = folder.path().join("checkpoint");
    let solve = ["solve", "4x5", "--checkpoint", text(&checkpoint)];
    assert!(otrera(&solve).status.success());
    let limited = |limit: &str| {
        let more = ["--resume", "--json", "--proof", text(&path), "--limit", limit];
        otrera(&[&solve[..], &more].concat())
    };
    let mut ran_out = 0;
    for milliseconds in (0..).map(|n| 1 << n) {
        let output = limited(&format!("{milliseconds}ms"));
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["winner"], "b");
        if output.status.code() == Some(0) {
            break;
        }
        assert_eq!(output.status.code(), Some(3), "{milliseconds} ms");
        assert!(String::from_utf8_lossy(&output.stderr).contains("the limit was reached"));
        assert!(answer["proof"].is_null() && !path.exists());
        ran_out += 1;
    }
    assert!(ran_out > 0);
    assert!(accepted(&path));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    // Nodes are limited like time.
    fs::remove_file(&path).unwrap();
    let output = otrera(&["solve", "5x5", "--no-tables", "--limit", "1n", "--proof", text(&path)]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A crowd of amazons around a few squares, one of them lost whatever they do: to try all their moves
/// takes very long, and nobody needs to.
#[test]
fn crowds_are_proved_and_checked_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crowd.proof");
    let crowd = "xxxxxxxxbbbbbbbb/xxxxxxxxbbbbbbbb/xxxxxxxxbb3bbb/xxxxxxxxbbbbbbbb/xxxxxxxxbbb3bb/\
                 1xxxxxxxbbbbbbbb/xbbbbbbbbbbbbbbb/1xxxxxxxbbbbbbbb b";
    let output = otrera(&["solve", crowd, "--limit", "60s", "--proof", text(&path)]);
    assert_eq!(output.status.code(), Some(0));
    let output = otrera(&["check", text(&path)]);
    assert_eq!(output.status.code(), Some(0));
    let info = otrera(&["proof", "info", text(&path)]);
    let said = String::from_utf8_lossy(&info.stdout).into_owned();
    assert!(said.contains("squares and 4 amazons\nFormat     2\n"), "{said}");
}

/// The strategy is played on a real board: the winner has an answer to whatever is tried, to the end.
#[test]
fn proofs_can_be_browsed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("5x4.proof");
    assert!(otrera(&["solve", "5x4", "--proof", text(&path)]).status.success());
    let proof = ProofFile::open(&path).unwrap();
    let root = proof.claim().position.narrow().unwrap();
    let mut rng = Rng::with_seed(12);
    let mut guide = otrera_proof::Guide::<u64>::new(&proof, 1 << 20).unwrap();
    for _ in 0..300 {
        let mut position = root;
        loop {
            let answer = guide.answer(&position).unwrap().expect("a winner has a move");
            position = position.play(answer).unwrap();
            let replies: Vec<_> = position.moves().collect();
            if replies.is_empty() {
                break;
            }
            position.make(replies[rng.usize(0..replies.len())]);
        }
        assert_ne!(position.to_move(), proof.claim().winner);
    }
}

/// What is typed to `browse`, and what it says.
#[test]
fn what_browse_says() {
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/5x4.proof");
    let typed = "undo\nmoves\nB4-B3xC4\nundo\nundo\nnonsense\nquit\n";
    let output = program::run_with_input(&["proof", "browse", proof], typed.as_bytes());
    assert!(output.status.success());
    let said = program::text(&output.stdout);
    // Once before anything was played, and once when the only reply was taken back.
    assert_eq!(said.matches("Nothing to take back").count(), 2, "{said}");
    // Moves stand below each other, and fit the 80 columns that there are without a terminal.
    let rows: Vec<&str> = said
        .lines()
        .filter(|line| line.split_whitespace().all(|word| word.len() == 8 && word.contains('x')))
        .filter(|line| !line.is_empty())
        .collect();
    assert!(rows.len() > 1, "{said}");
    let full = &rows[..rows.len() - 1];
    assert!(full.iter().all(|row| row.len() == 78 && row.split("  ").count() == 8), "{said}");
}

/// The same on terminals of several widths.
#[cfg(unix)]
#[test]
fn moves_fit_the_terminal() {
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/5x4.proof");
    // Python makes the terminal, and passes on what is typed and shown there.
    let terminal = "import pty, sys; pty.spawn(sys.argv[1:])";
    for (columns, longest) in [(60, 58), (80, 78), (100, 98)] {
        let shell = format!("stty rows 50 cols {columns}; exec \"$0\" proof browse \"$1\"");
        let mut child = Command::new("python3")
            .args(["-c", terminal, "sh", "-c", &shell, env!("CARGO_BIN_EXE_otrera"), proof])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"moves\nquit\n").unwrap();
        let screen = program::text(&child.wait_with_output().unwrap().stdout);
        // The first row may follow a prompt, as nobody waited for it.
        let rows = screen.lines().map(|line| line.rsplit("> ").next().unwrap());
        let rows = rows.filter(|line| line.matches('x').count() > 1);
        assert_eq!(rows.map(|row| row.trim_end().len()).max(), Some(longest), "{screen}");
    }
}
