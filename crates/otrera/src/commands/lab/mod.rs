//! `otrera lab`: published tables beside ours, and checks of our own claims.

pub mod attack;
pub mod bounds;
pub mod fit;
pub mod games;
pub mod growth;
pub mod held_out;
pub mod kinds;
pub mod plain;
pub mod proofs;
pub mod rungs;
pub mod solved;
pub mod tables;
pub mod tegos;
pub mod verdicts;
