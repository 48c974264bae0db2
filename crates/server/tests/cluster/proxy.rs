//! A network between nodes that can be counted and cut.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use perudo_server::ClusterConfig;

use crate::client::Running;
use crate::nodes::node_config;
use crate::place::Place;

/// Carries bytes to a node.
#[derive(Clone, Default)]
pub(crate) struct Proxy {
    connections: Arc<AtomicUsize>,
    /// Nothing comes through any more, and nobody is told.
    silent: Arc<AtomicBool>,
    target: Arc<Mutex<Option<SocketAddr>>>,
}

impl Proxy {
    /// A node that others reach through a proxy only.
    pub(crate) fn before_node(place: &Place, name: &str) -> (Running, Proxy) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let proxy = Proxy::default();
        let mut config = node_config(place, name);
        let advertise = Some(listener.local_addr().unwrap().to_string());
        config.cluster = Some(ClusterConfig { listen: ([127, 0, 0, 1], 0).into(), advertise });
        let node = Running::start(config);
        *proxy.target.lock().unwrap() = node.cluster;
        let accepting = proxy.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                accepting.connections.fetch_add(1, Ordering::SeqCst);
                accepting.accept(stream);
            }
        });
        (node, proxy)
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// From now on nothing comes through, as if the machine behind it had lost its power.
    pub(crate) fn fall_silent(&self) {
        self.silent.store(true, Ordering::SeqCst);
    }

    fn accept(&self, client: TcpStream) {
        let target = self.target.lock().unwrap().unwrap();
        let Ok(node) = TcpStream::connect(target) else { return };
        let both = [(&client, &node), (&node, &client)];
        for (from, to) in both.map(|(from, to)| (from.try_clone().unwrap(), to.try_clone().unwrap())) {
            let proxy = self.clone();
            thread::spawn(move || proxy.copy(from, to));
        }
    }

    fn copy(&self, mut from: TcpStream, mut to: TcpStream) -> io::Result<()> {
        let mut buffer = [0; 4096];
        loop {
            let count = from.read(&mut buffer)?;
            if self.silent.load(Ordering::SeqCst) {
                // Neither an end nor an error is to be seen.
                thread::park();
            }
            if count == 0 {
                return to.shutdown(Shutdown::Write);
            }
            to.write_all(&buffer[..count])?;
        }
    }
}
