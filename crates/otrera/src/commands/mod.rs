//! One module a command.

pub mod completions;
pub mod convert;
pub mod moves;
pub mod perft;
pub mod show;
pub mod value;
