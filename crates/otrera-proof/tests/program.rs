//! The small program's command line.

use std::process::Command;

/// More threads than any machine has are refused.
#[test]
fn threads_have_a_ceiling() {
    for number in ["0", "1025", "18446744073709551615", "18446744073709551616", "x"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_otrera-check"));
        let output = program.args(["--threads", number, "no.proof"]).output().expect("it runs");
        let told = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{number}");
        assert!(told.contains(number) && told.contains("from 1 to 1024"), "{told}");
    }
}
