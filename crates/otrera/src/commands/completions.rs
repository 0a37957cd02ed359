//! `otrera completions`: scripts with which a shell completes our commands.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::output::print_text;

pub fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "otrera", &mut script);
    print_text(&String::from_utf8_lossy(&script))
}
