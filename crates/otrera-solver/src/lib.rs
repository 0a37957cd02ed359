//! Who wins a position of the Game of Amazons, proved.

mod alpha_beta;
mod area_cache;
mod busy;
pub mod check;
mod checkpoint;
mod costs;
mod dfpn;
mod features;
mod fit;
mod judge;
mod model;
mod node;
mod refutations;
mod rungs;
mod solver;
mod table;
mod training;
mod worker;

pub use checkpoint::CheckpointError;
pub use judge::{Explained, Explanation, Kinds, Source};
pub use model::Model;
pub use node::distinct_moves;
pub use rungs::Rungs;
pub use solver::{Effort, Engine, Limits, Look, Options, Progress, Solver, Stopped};
pub use training::{Recipe, train};
