//! Players of whole boards, who think for as long as a clock allows.

mod allowance;
mod endgame;
mod opinion;
mod player;

pub use allowance::Allowance;
pub use endgame::{Endgame, Known};
pub use opinion::{Decision, Opinion, Worth};
pub use player::{BoardPlayer, Settings};
