//! The network for the whole game: what it sees, what it says, and what is made of it.

mod features;
mod network;
mod outlook;
mod weights;

pub(crate) use features::Decision;
pub use network::Network;
pub use outlook::Outlook;
pub use weights::WeightsFault;
