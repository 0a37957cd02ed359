//! `otrera completions`: scripts with which a shell completes our commands.

use clap::Args;
use clap::CommandFactory;

use crate::cli::Cli;
use crate::output::print_verbatim;

#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

pub fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "otrera", &mut script);
    print_verbatim(&String::from_utf8_lossy(&script))
}
