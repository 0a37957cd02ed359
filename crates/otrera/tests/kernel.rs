//! Nothing outside the kernel can accept a proof: the compiler says so. `otrera-proof`, which reads, writes,
//! resumes and explains proofs, is built with functions planted in it that try.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is planted, and the error that it is: E0451 and E0616 are private fields, E0277 is a
/// conversion that nobody has.
const PLANTED: [(&str, &str); 6] = [
    (
        "fn accepted(position: Position) -> Verdict {
            let counts = Counts::default();
            Verdict::Accepted(Accepted { position, winner: Color::White, counts })
        }",
        "E0451",
    ),
    (
        "fn turned(accepted: Accepted) -> Accepted {
            Accepted { winner: !accepted.winner(), ..accepted }
        }",
        "E0451",
    ),
    (
        "fn changed(mut accepted: Accepted) -> Accepted {
            accepted.winner = Color::White;
            accepted
        }",
        "E0616",
    ),
    (
        "fn in_part() -> Verdict {
            Verdict::CheckedInPart(CheckedInPart { counts: Counts::default() })
        }",
        "E0451",
    ),
    ("fn whole(part: CheckedInPart) -> Verdict { Verdict::Accepted(part.into()) }", "E0277"),
    ("fn more_free_moves(state: State<u64>) -> State<u64> { State { free: 9, ..state } }", "E0451"),
];

/// The same names, used as anybody may.
const HARMLESS: &str =
    "fn told(verdict: Verdict, state: State<u64>) -> Option<(Position, Color, Counts, i32)> {
    match verdict {
        Verdict::Accepted(accepted) => {
            let Accepted { .. } = accepted;
            Some((accepted.position(), accepted.winner(), accepted.counts(), state.free()))
        }
        Verdict::CheckedInPart(part) => {
            let part: CheckedInPart = part;
            let _ = part.counts();
            None
        }
        _ => None,
    }
}";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// A copy of the workspace with the checker's crates alone. Its builds are kept between runs.
fn workspace() -> PathBuf {
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
    let _ = fs::remove_dir_all(scratch.join("crates"));
    for name in ["otrera-board", "otrera-kernel", "otrera-proof"] {
        copy(&original.join("crates").join(name), &scratch.join("crates").join(name));
    }
    // What is not among the crates is not copied.
    let manifest = fs::read_to_string(original.join("Cargo.toml")).unwrap();
    fs::write(scratch.join("Cargo.toml"), manifest.replace(", \"python\"]", "]")).unwrap();
    fs::copy(original.join("Cargo.lock"), scratch.join("Cargo.lock")).unwrap();
    let library = scratch.join("crates/otrera-proof/src/lib.rs");
    let text = fs::read_to_string(&library).unwrap();
    fs::write(&library, format!("{text}\nmod planted;\n")).unwrap();
    scratch
}

/// Builds `otrera-proof` with a function planted in it: whether that works, and what the compiler says.
fn build(workspace: &Path, function: &str) -> (bool, String) {
    let text = format!(
        "//! Planted.\n#![allow(dead_code, unused_imports)]\n\
         use otrera_board::{{Color, Position}};\n\
         use otrera_kernel::{{Accepted, CheckedInPart, Counts, State, Verdict}};\n\n{function}\n"
    );
    fs::write(workspace.join("crates/otrera-proof/src/planted.rs"), text).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["check", "--package", "otrera-proof", "--lib", "--offline", "--quiet"])
        .args(["--message-format", "short", "--target-dir"])
        .arg(workspace.join("target"))
        .current_dir(workspace)
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn nothing_outside_the_kernel_accepts() {
    let workspace = workspace();
    let (built, said) = build(&workspace, HARMLESS);
    assert!(built, "{said}");
    for (function, code) in PLANTED {
        let (built, said) = build(&workspace, function);
        assert!(!built, "this compiles:\n{function}");
        // That error, where it was planted, and no other.
        let errors: Vec<&str> = said.lines().filter(|line| line.contains(": error[")).collect();
        let expected = format!(": error[{code}]");
        assert!(
            !errors.is_empty()
                && errors.iter().all(|it| it.contains("planted.rs") && it.contains(&expected)),
            "{function}\n{said}"
        );
    }
}
