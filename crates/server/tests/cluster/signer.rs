//! Requests between nodes as somebody else would write them, by the documentation.

use std::net::SocketAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use perudo_server::Keys;
use sha2::Sha256;

use crate::client::{Answer, http, server_keys};

pub(crate) const HEADER: &str = "perudo-cluster";

/// What is signed.
#[derive(Clone, Copy)]
pub(crate) struct Claim<'a> {
    pub(crate) version: u32,
    pub(crate) seconds: u64,
    pub(crate) client: &'a str,
}

impl Claim<'_> {
    /// A claim of now.
    pub(crate) fn of(client: &str) -> Claim<'_> {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        Claim { version: 1, seconds, client }
    }

    /// The value of the header.
    pub(crate) fn sign(self, keys: &Keys, method: &str, target: &str) -> String {
        let Claim { version, seconds, client } = self;
        let mut mac = Hmac::<Sha256>::new_from_slice(&keys.derive(b"perudo cluster 1")).unwrap();
        mac.update(format!("{version} {seconds} {client}\n{method}\n{target}").as_bytes());
        format!("{version} {seconds} {client} {}", HEXLOWER.encode(&mac.finalize().into_bytes()))
    }
}

/// Asks a node as another node of its cluster would.
pub(crate) fn ask_as_node(node: SocketAddr, target: &str, client: &str) -> Answer {
    let signature = Claim::of(client).sign(&server_keys(), "GET", target);
    http(node, "GET", target, &[(HEADER, &signature)], "")
}
