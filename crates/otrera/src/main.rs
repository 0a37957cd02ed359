//! `otrera`: a toolkit for the Game of Amazons, on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    otrera::main()
}
