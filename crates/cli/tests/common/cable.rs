//! The network between a client and the server: a cable that can be cut, and one that changes what the server says.
#![allow(dead_code)] // each binary of tests uses a part of it

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A way to the server that a test can cut.
pub(crate) struct Cable {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    cut: bool,
    /// How long everything takes to get through.
    delay: Duration,
    open: Vec<TcpStream>,
}

impl Cable {
    /// A cable to that address.
    pub(crate) fn to(server: SocketAddr) -> Cable {
        Cable::forging(server, |_| {})
    }

    /// A cable to that address that changes what comes from there.
    pub(crate) fn forging(server: SocketAddr, forge: fn(&mut [u8])) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State::default()));
        let known = Arc::clone(&state);
        // It ends with the test's process.
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let mut state = known.lock().unwrap();
                if state.cut {
                    continue;
                }
                let Ok(far) = TcpStream::connect(server) else { continue };
                state.open.extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
                carry(near.try_clone().unwrap(), far.try_clone().unwrap(), |_| {}, Arc::clone(&known));
                carry(far, near, forge, Arc::clone(&known));
            }
        });
        Cable { address, state }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on nothing gets through.
    pub(crate) fn cut(&self) {
        let mut state = self.state.lock().unwrap();
        state.cut = true;
        for stream in state.open.drain(..) {
            // The other side may have been quicker.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// From now on everything takes so long to get through.
    pub(crate) fn delay(&self, delay: Duration) {
        self.state.lock().unwrap().delay = delay;
    }

    /// The network is there again, and as quick as it was.
    pub(crate) fn mend(&self) {
        let mut state = self.state.lock().unwrap();
        (state.cut, state.delay) = (false, Duration::ZERO);
    }
}

/// Carries what one side says to the other.
fn carry(mut from: TcpStream, mut to: TcpStream, change: fn(&mut [u8]), state: Arc<Mutex<State>>) {
    thread::spawn(move || {
        let mut said = vec![0; 1 << 16];
        let mut pass_on = || -> io::Result<()> {
            loop {
                let length = from.read(&mut said)?;
                if length == 0 {
                    return Ok(());
                }
                change(&mut said[..length]);
                let came = Instant::now();
                while came.elapsed() < state.lock().unwrap().delay {
                    thread::sleep(Duration::from_millis(5));
                }
                to.write_all(&said[..length])?;
            }
        };
        let _ = pass_on();
        let _ = to.shutdown(Shutdown::Write);
    });
}

/// Another link of the server than the one it committed to, in every throw that it opens.
pub(crate) fn other_server_links(bytes: &mut [u8]) {
    other_digit_after(bytes, br#""links":{"server":""#);
}

/// False signatures in place of all that the server gives.
pub(crate) fn false_signatures(bytes: &mut [u8]) {
    other_digit_after(bytes, br#""signature":""#);
}

fn other_digit_after(bytes: &mut [u8], before: &[u8]) {
    let mut from = 0;
    while let Some(at) = bytes[from..].windows(before.len()).position(|window| window == before) {
        from += at + before.len();
        if let Some(digit) = bytes.get_mut(from) {
            *digit = if *digit == b'0' { b'1' } else { b'0' };
        }
    }
}
