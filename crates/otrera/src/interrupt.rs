//! Ctrl-C: what is at hand is brought to an end; who does not want to wait presses again.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::INTERRUPTED;

/// Sets a flag at the first Ctrl-C, and ends the program at the second.
pub fn at_ctrl_c(flag: &'static AtomicBool) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}
