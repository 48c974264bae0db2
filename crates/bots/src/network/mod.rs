//! The trained network for the whole game: its inputs, its arithmetic, its weights, and the play that follows from it.

mod features;
mod model;
mod outlook;
mod weights;

pub(crate) use features::Decision;
pub use model::Network;
pub use outlook::Outlook;
pub use weights::WeightsError;
