//! `otrera cluster`: campaigns on many machines.

pub mod nats;
pub mod status;
mod up;
mod worker;

use clap::Subcommand;

#[derive(Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub enum ClusterCommand {
    /// Start a NATS server with JetStream, or see whether one can be used
    Up(up::ClusterUpArgs),
    /// Do the jobs of campaigns
    Worker(worker::ClusterWorkerArgs),
    /// Show campaigns on a server: jobs, workers, rates, what may be left
    Status(status::ClusterStatusArgs),
}

const EXAMPLES: &str = "\
Examples:
  otrera cluster up                                    the server, on this computer alone
  otrera campaign new 6x6 6x6
  otrera campaign run 6x6 --cluster nats://127.0.0.1   the coordinator: hands out the jobs of a campaign
  otrera cluster worker --nats nats://127.0.0.1        does them; start it on as many machines as there are
  otrera cluster status --nats nats://127.0.0.1        how it stands";

impl ClusterCommand {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            ClusterCommand::Up(args) => up::run(args),
            ClusterCommand::Worker(args) => worker::run(args),
            ClusterCommand::Status(args) => status::run(args),
        }
    }
}
