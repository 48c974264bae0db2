//! Game theory for Perudo: two-player rounds as exact games.
//!
//! A round of two players is a zero-sum game with private hands and public moves ([`PublicGame`]).
//! A [`Solver`] plays it against itself and its average play converges to an equilibrium; exact
//! best responses tell how far it still is from one ([`Quality`]). [`Tables`] hold what was solved.
//!
//! # Examples
//!
//! ```
//! use perudo_rules::{Preset, RoundKind};
//! use perudo_solver::{Payoffs, Round, RoundSolver};
//!
//! let round = Round { rules: Preset::Tournament.rules(), kind: RoundKind::Final, dice: [1, 1] };
//! let mut solver = RoundSolver::new(round, Payoffs::ROUND, 1)?;
//! (0..200).for_each(|_| solver.iterate());
//! let quality = solver.quality();
//! assert!(quality.exploitability() < 0.001);
//! assert!((quality.value + 1.0 / 18.0).abs() < 0.001); // the opener loses a little
//! # Ok::<(), perudo_solver::RoundError>(())
//! ```

mod average;
mod branch;
mod cfr;
mod chain;
mod game;
mod hands;
mod liars_dice;
mod policy;
mod pool;
mod response;
mod round;
mod round_solver;
mod schedule;
mod table;

pub use cfr::Solver;
pub use game::{PublicGame, Side};
pub use policy::{PolicyError, exploitability_of};
pub use response::Quality;
pub use round::{Payoffs, RefusedBidError, Round, RoundError, RoundGame, SeenRound};
pub use round_solver::{Reply, RoundSolver};
pub use schedule::Schedule;
pub use table::{Made, Rounding, Spot, Tables, TablesError, make_tables};
