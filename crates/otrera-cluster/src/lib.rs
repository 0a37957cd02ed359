//! Campaigns of the Game of Amazons on many machines, over NATS JetStream.
//!
//! The campaign stays the one place that knows what is proved: a *coordinator* hands out its jobs, *workers* do
//! them, and what they say goes into the synced log of the campaign before the server forgets it. Whatever
//! dies (a worker, the coordinator, the server) may do so at any moment: nothing is lost that was counted,
//! and nothing is counted twice, by the argument in [`otrera_campaign::Session::take`].
//!
//! # Where to look
//! | | |
//! |---|---|
//! | [`Link`], [`Access`] | a connection to the server |
//! | [`Coordinator`], [`Worker`] | the two parts; each blocks its thread until it is over |
//! | [`Terms`] | what both must have in common |
//! | [`Server`] | a NATS server as a child |
//! | [`Watch`] | how campaigns stand |
//!
//! `docs/cluster.md` says how it is used, `message.rs` what is said.

mod charter;
mod coordinator;
mod error;
mod link;
mod message;
mod place;
mod proofs;
mod server;
mod status;
mod worker;

pub use charter::Terms;
pub use coordinator::{Coordinated, Coordinator, CoordinatorTold};
pub use error::ClusterError;
pub use link::{Access, Link};
pub use message::{Alive, is_name};
pub use server::{Server, ServerSettings};
pub use status::{Barred, CampaignStatus, State, Watch, WorkerStatus};
pub use worker::{Worker, WorkerTold};
