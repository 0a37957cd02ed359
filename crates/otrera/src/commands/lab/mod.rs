//! `otrera lab`: published tables beside ours, and checks of our own claims.

pub mod bounds;
pub mod tegos;
