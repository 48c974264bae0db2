//! The trained network for the whole game: its inputs, its arithmetic, its weights, the play that follows from it, and a
//! judge of decisions.

mod features;
mod judge;
mod model;
mod outcomes;
mod perfect;
mod policy;
mod reading;
mod scale;
mod weights;
mod whole;

pub(crate) use features::Decision;
pub use judge::{Choice, Judge, Judgement, Truth};
pub use model::Network;
pub(crate) use policy::Solutions;
pub use weights::WeightsError;
