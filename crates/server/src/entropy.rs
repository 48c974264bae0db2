//! Where randomness comes from.

use std::fmt;
use std::sync::Arc;

/// Fills a slice with random bytes.
type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// A source of random bytes: the operating system's, but for tests that have to be repeated.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

impl Entropy {
    /// The operating system's. A machine that has none cannot run a fair game, so the program ends.
    pub fn of_system() -> Entropy {
        Entropy(Arc::new(|bytes| {
            if let Err(error) = getrandom::fill(bytes) {
                tracing::error!(%error, "the operating system gives no random bytes");
                std::process::abort();
            }
        }))
    }

    /// Another one.
    pub fn new(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Entropy {
        Entropy(Arc::new(fill))
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy")
    }
}
