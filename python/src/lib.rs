//! `otrera._native`: what the package `otrera` for Python is written on.
//!
//! Positions, moves, games, proofs, players and networks are classes here; what commands answer comes as lines of JSON, which
//! the Python side of the package makes objects of.
//!
//! | file | subject |
//! |---|---|
//! | `position.rs`, `moves.rs`, `game.rs` | what is on the board |
//! | `ask.rs` | the commands that answer position by position, many at a time |
//! | `proof.rs`, `player.rs`, `network.rs` | classes of these names |
//! | `number.rs` | numbers as Python has them |
//! | `pickled.rs` | what pickles are made of |
//! | `work.rs` | work beside the interpreter, which goes on meanwhile, and can end it |
//! | `error.rs` | errors as exceptions |

mod ask;
mod error;
mod game;
mod moves;
mod network;
mod number;
mod pickled;
mod player;
mod position;
mod proof;
mod work;

use pyo3::prelude::*;

/// The module that Python loads.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::ask::{areas, areas_svg, solve, tds, thermograph_svg, value};
    #[pymodule_export]
    use super::error::Error;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::network::{Network, planes};
    #[pymodule_export]
    use super::player::Player;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::proof::Proof;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        error::without_place(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
