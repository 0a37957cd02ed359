//! `otrera sum play`.

use clap::Args;

#[derive(Args, Debug)]
pub struct PlayArgs {}

pub fn run(_: &PlayArgs) -> anyhow::Result<()> {
    Ok(())
}
