//! People at a server, without I/O: names that are somebody's own, codes that are written down or handed on, ratings, and
//! the queue for quick games. Time and randomness come in from outside, and so does everything that is stored.

mod code;
mod name;
mod pool;
mod queue;
mod rating;

pub use code::{Code, CodeKind};
pub use name::{BadNames, ClaimError, OwnName};
pub use pool::{Family, Pool, TableSize};
pub use queue::{Group, OFFER_BOTS, Wait, Waiter, Wish, WishError, groups};
pub use rating::{Change, Placed, Rating, rate};
