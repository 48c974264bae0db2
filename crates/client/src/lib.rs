//! A blocking client of the server. The load generator and the tests of whole programs share it.

mod http;
mod socket;
mod stream;

pub use http::{Answer, Http, HttpError};
pub use socket::{Received, Socket, SocketError};
pub use stream::Stream;
