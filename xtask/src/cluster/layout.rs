//! Where the parts of a cluster are: its folder and its ports.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::command::target_folder;

/// The numbers of the nodes, and those of the database servers.
pub(super) const NODES: [u16; 3] = [1, 2, 3];
pub(super) const DATABASES: [u16; 2] = [1, 2];

/// Where players come.
pub(super) const FRONT: u16 = 8700;
/// Where HAProxy passes on to the primary.
pub(super) const PRIMARY: u16 = 8720;
pub(super) const ETCD: u16 = 8741;
pub(super) const ETCD_PEERS: u16 = 8742;

/// Where a node listens for players.
pub(super) fn node_port(node: u16) -> u16 {
    FRONT + node
}

/// Where a node listens for other nodes.
pub(super) fn cluster_port(node: u16) -> u16 {
    FRONT + 10 + node
}

pub(super) fn database_port(database: u16) -> u16 {
    PRIMARY + database
}

/// Where the Patroni of a database server answers.
pub(super) fn patroni_port(database: u16) -> u16 {
    PRIMARY + 10 + database
}

/// An address of this machine that no other one reaches.
pub(super) fn local(port: u16) -> String {
    format!("127.0.0.1:{port}")
}

/// Refuses to start where something else listens.
pub(super) fn check_ports() -> Result<(), String> {
    let nodes = NODES.into_iter().flat_map(|node| [node_port(node), cluster_port(node)]);
    let databases = DATABASES.into_iter().flat_map(|number| [database_port(number), patroni_port(number)]);
    for port in [FRONT, PRIMARY, ETCD, ETCD_PEERS].into_iter().chain(nodes).chain(databases) {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| format!("port {port} is not free ({error}): is another cluster running?"))?;
    }
    Ok(())
}

/// The folder of the cluster.
pub(super) fn folder() -> Result<PathBuf, String> {
    std::path::absolute(target_folder().join("cluster")).map_err(|error| error.to_string())
}

/// The file with the number of a part's process.
pub(super) fn process_file(folder: &Path, part: &str) -> PathBuf {
    folder.join("run").join(part)
}

/// The folder of a database server's files.
pub(super) fn data_folder(folder: &Path, database: u16) -> PathBuf {
    folder.join(format!("db{database}"))
}

/// A process of the cluster, by the file that has its number first; `None` if it does not run.
pub(super) fn process(folder: &Path, file: &Path) -> Option<rustix::process::Pid> {
    let text = fs::read_to_string(file).ok()?;
    let number: i32 = text.lines().next()?.trim().parse().ok()?;
    // Another program may have got the number since: all of ours are called with the folder, xtask with `cluster`.
    let call = fs::read_to_string(format!("/proc/{number}/cmdline")).ok()?;
    let is_ours = call.contains(&folder.display().to_string()) || call.contains("\0cluster");
    rustix::process::Pid::from_raw(number).filter(|_| is_ours)
}

/// The status and the body that a server of this machine answers with; `None` if none answers.
pub(super) fn get(port: u16, path: &str) -> Option<(u16, String)> {
    let patience = Duration::from_secs(2);
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, patience).ok()?;
    stream.set_read_timeout(Some(patience)).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    Some((status, body.to_owned()))
}

/// Whether a server of this machine says yes.
pub(super) fn is_ok(port: u16, path: &str) -> bool {
    get(port, path).is_some_and(|(status, _)| status == 200)
}
