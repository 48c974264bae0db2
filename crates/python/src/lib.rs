//! The Python package `perudo`: rules, referee, records, odds, bots, network, solver, arena and tables to learn at.
//!
//! Python calls this module `perudo._native`; what people import is in `python/perudo`. Whatever can be refused raises an
//! exception of `perudo.errors` with the reason.

mod arena;
mod arguments;
mod bots;
mod errors;
mod game;
mod layout;
mod network;
mod odds;
mod player_table;
mod rows;
mod rules;
mod solved;
mod solver;
mod table;
mod vector;
mod view;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::arena::{Contestant, contest};
    #[pymodule_export]
    use crate::bots::{Bot, bot_names};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::network::{Outlook, chances, outlook, use_weights};
    #[pymodule_export]
    use crate::odds::Odds;
    #[pymodule_export]
    use crate::player_table::Table;
    #[pymodule_export]
    use crate::rules::{Rules, axes, presets};
    #[pymodule_export]
    use crate::solved::{table_policy, win_chance};
    #[pymodule_export]
    use crate::solver::{Quality, Reply, RoundSolver, exploitability};
    #[pymodule_export]
    use crate::vector::{VectorEnv, play_randomly};
    #[pymodule_export]
    use crate::view::View;
}
