//! One module a command.

pub mod areas;
pub mod bench;
pub mod check;
pub mod completions;
pub mod convert;
pub mod lab;
pub mod lsg;
pub mod moves;
pub mod perft;
pub mod proof;
pub mod show;
pub mod solve;
pub mod tables;
pub mod territory;
pub mod value;
pub mod zugzwang;
