//! Proofs are checked by who knows nothing of the solver.

use std::process::Command;

#[test]
fn it_depends_on_the_kernel_and_the_rules_alone() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "otrera-proof", "--edges", "normal", "--prefix", "none"])
        .args(["--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && tree.starts_with("otrera-proof "), "{tree}");
    let mut ours: Vec<&str> = tree.lines().filter(|line| line.starts_with("otrera")).collect();
    ours.iter_mut().for_each(|line| *line = line.split(' ').next().unwrap_or_default());
    ours.sort_unstable();
    ours.dedup();
    assert_eq!(ours, ["otrera-board", "otrera-kernel", "otrera-proof"]);
}
