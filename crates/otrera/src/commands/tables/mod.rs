//! `otrera tables`: endgame tables.

pub mod build;
pub mod list;
pub mod lookup;
pub mod merge;
pub mod stats;
pub mod verify;

use std::sync::atomic::AtomicBool;

/// Set when the user presses Ctrl-C.
static INTERRUPT: AtomicBool = AtomicBool::new(false);
