//! Runs the tests in Python, with the module that cargo has built beside this program, in an environment of their own below
//! `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Runs a program that must succeed.
fn run(command: &mut Command) {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(done.status.success(), "{command:?}\n{}{}", said[0], said[1]);
}

/// Python with what the tests use. It is made again when that changes.
fn python() -> PathBuf {
    let wanted = fs::read(Path::new(HERE).join("tests/requirements.txt")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-tests");
    let (python, made_for) = (folder.join("bin/python"), folder.join("requirements.txt"));
    if fs::read(&made_for).is_ok_and(|made_for| made_for == wanted) {
        return python;
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    let list = Path::new(HERE).join("tests/requirements.txt");
    run(Command::new(&python).args(install).arg(list));
    // Last, so that what is there is whole.
    fs::write(made_for, wanted).unwrap();
    python
}

/// A folder with the package as pip would install it: the files in Python, and the module.
fn package(built: &Path) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-package");
    let folder = root.join("otrera");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(Path::new(HERE).join("otrera")).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
    let module = ["libotrera_native.so", "libotrera_native.dylib"].map(|name| built.join(name));
    let module = module.iter().find(|file| file.exists()).expect("cargo builds it with this test");
    fs::copy(module, folder.join("_native.abi3.so")).unwrap();
    root
}

#[test]
fn tests_in_python() {
    // `target/debug/deps/python-…`, with the module beside it, and what is called by its name above.
    let program = std::env::current_exe().unwrap();
    let beside = program.parent().expect("a program is in a folder");
    let above = beside.parent().expect("cargo has a folder for each profile");
    let mut tests = Command::new(python());
    // Not beside the sources of the package, which would be found first, and have no module.
    tests.current_dir(Path::new(HERE).join("tests"));
    tests.args(["-m", "pytest", "-c", "../pyproject.toml", "--doctest-modules", "--pyargs"]);
    tests.args(["otrera", "."]);
    tests.env("PYTHONPATH", package(beside)).env("PYTHONDONTWRITEBYTECODE", "1");
    // The command line that answers must be equal to, built by the same command.
    tests.env("OTRERA", above.join("otrera"));
    run(&mut tests);
}
