//! Positions as pictures.

pub mod svg;
pub mod terminal;
pub mod thermograph;
