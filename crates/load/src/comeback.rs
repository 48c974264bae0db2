//! Players who have lost their connection come back, through any of the servers.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use mio::Waker;
use perudo_client::{Socket, SocketError};
use perudo_protocol::{ClientMsg, PROTOCOL};

/// How long a player keeps trying.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// How long a server may take to let a player in before the next one is asked.
const TIMEOUT: Duration = Duration::from_secs(2);
/// A server that is not there is not asked again at once.
const PAUSE: Duration = Duration::from_millis(20);
/// What a thread needs that only connects.
const STACK: usize = 256 * 1024;

/// Someone who wants to come back.
pub(crate) struct Traveller {
    /// The connection's place in the reactor.
    pub(crate) index: usize,
    pub(crate) table: String,
    pub(crate) guest: String,
    /// The last event that is known.
    pub(crate) after: u64,
}

/// A new connection for a place in the reactor, or why there is none.
pub(crate) type Arrival = (usize, Result<Socket, String>);

/// Brings players back, each on a thread of its own: while one waits for a table the others must not.
pub(crate) struct Comebacks {
    servers: Arc<[SocketAddr]>,
    waker: Arc<Waker>,
    arrive: Sender<Arrival>,
    arrived: Receiver<Arrival>,
}

impl Comebacks {
    pub(crate) fn new(servers: Vec<SocketAddr>, waker: Waker) -> Comebacks {
        let (arrive, arrived) = mpsc::channel();
        Comebacks { servers: servers.into(), waker: Arc::new(waker), arrive, arrived }
    }

    /// Begins to bring someone back; the reactor is woken when that has succeeded or failed.
    pub(crate) fn begin(&self, traveller: Traveller) -> io::Result<()> {
        let (servers, waker, arrive) =
            (Arc::clone(&self.servers), Arc::clone(&self.waker), self.arrive.clone());
        let travel = move || {
            let outcome = traveller.come_back(&servers);
            // Nobody waits for it when the program ends.
            let _ = arrive.send((traveller.index, outcome));
            let _ = waker.wake();
        };
        thread::Builder::new().stack_size(STACK).spawn(travel).map(drop)
    }

    /// Those who have come back, or given up.
    pub(crate) fn arrivals(&self) -> Vec<Arrival> {
        self.arrived.try_iter().collect()
    }
}

impl Traveller {
    /// Asks one server after the other, beginning with another one for each player.
    fn come_back(&self, servers: &[SocketAddr]) -> Result<Socket, String> {
        let begun = Instant::now();
        let first = self.index % servers.len().max(1);
        let mut order = servers.iter().cycle().skip(first);
        loop {
            let Some(server) = order.next() else { return Err("there is no server".to_owned()) };
            match self.connect(*server) {
                Ok(socket) => return Ok(socket),
                Err(error) if is_final(&error) || begun.elapsed() > PATIENCE => {
                    return Err(format!("a player could not come back: {error}"));
                }
                Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    fn connect(&self, server: SocketAddr) -> Result<Socket, SocketError> {
        let mut socket = Socket::connect(server, &self.table, TIMEOUT)?;
        socket.send(&ClientMsg::Hello {
            protocol: PROTOCOL,
            guest: self.guest.clone(),
            after: Some(self.after),
            lang: None,
        })?;
        socket.stream().set_nonblocking(true)?;
        Ok(socket)
    }
}

/// Whether asking again is of no use. A server that is about to stop, or whose database is, asks to come again.
fn is_final(error: &SocketError) -> bool {
    const SERVER_ERRORS: u16 = 500;
    matches!(error, SocketError::Refused { status, .. } if *status < SERVER_ERRORS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_that_names_a_mistake_of_ours_is_final() {
        let refused = |status| SocketError::Refused { status, body: String::new() };
        assert!(is_final(&refused(404)));
        assert!(!is_final(&refused(503)));
        assert!(!is_final(&SocketError::Connect(io::ErrorKind::ConnectionRefused.into())));
    }
}
