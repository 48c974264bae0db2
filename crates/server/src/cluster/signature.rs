//! How nodes know each other: every request between them is signed with a key that follows from the key file, which all
//! nodes of a database share. So there is no secret more to hand out, and none to forget.

use std::net::IpAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::keys::Keys;

/// The version of what nodes say to each other.
const VERSION: u32 = 1;
/// What the key of signatures is derived with.
const LABEL: &[u8] = b"perudo cluster 1";
/// How far apart the clocks of two nodes may be.
const WINDOW: Duration = Duration::from_secs(60);
/// Stands for the client in requests that nodes make for themselves.
const NOBODY: &str = "-";

/// The header of a signed request: version, seconds since 1970, client, signature.
pub(crate) const HEADER: HeaderName = HeaderName::from_static("perudo-cluster");

/// The keys that sign requests between nodes.
pub(crate) struct ClusterKeys {
    newest: Hmac<Sha256>,
    /// Nodes may have other first keys while a new one is handed out.
    older: Vec<Hmac<Sha256>>,
}

/// Why a request is no request of a node of this cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SignatureError {
    /// There is none.
    #[error(
        "the request is not signed: this port is for the nodes of a cluster, and players are served at another"
    )]
    Missing,
    /// It cannot be read.
    #[error("the signature of the request cannot be read")]
    Malformed,
    /// The node speaks another version.
    #[error(
        "the request is of version {0} of the cluster's protocol, and this node speaks version {VERSION}"
    )]
    OtherVersion(u32),
    /// It was made with another key, or for another request.
    #[error("the signature of the request is wrong: all nodes of a cluster need the same key file")]
    WrongKey,
    /// It was made at another time.
    #[error(
        "the request was signed {0} seconds away from this node's time, which is too far: set the nodes' clocks"
    )]
    OtherTime(u64),
}

impl SignatureError {
    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SignatureError::Missing => "not-signed",
            SignatureError::Malformed => "bad-signature",
            SignatureError::OtherVersion(_) => "other-version",
            SignatureError::WrongKey => "wrong-key",
            SignatureError::OtherTime(_) => "other-time",
        }
    }
}

impl ClusterKeys {
    pub(crate) fn of(keys: &Keys) -> ClusterKeys {
        ClusterKeys {
            newest: keyed(keys.derive(LABEL)),
            older: keys.derive_all(LABEL).skip(1).map(keyed).collect(),
        }
    }

    /// The value of the header for a request, made for a client or for this node itself.
    pub(crate) fn sign(
        &self,
        method: &Method,
        target: &str,
        client: Option<IpAddr>,
        now: SystemTime,
    ) -> Option<HeaderValue> {
        let claim = Claim { version: VERSION, seconds: seconds(now), client };
        let signature = claim.mac(&self.newest, method, target).finalize().into_bytes();
        format!("{} {}", claim.text(), HEXLOWER.encode(&signature)).try_into().ok()
    }

    /// For whom a request was made, if a node of this cluster has signed it not long ago.
    pub(crate) fn verify(
        &self,
        method: &Method,
        target: &str,
        headers: &HeaderMap,
        now: SystemTime,
    ) -> Result<Option<IpAddr>, SignatureError> {
        let header = headers.get(HEADER).ok_or(SignatureError::Missing)?;
        let text = header.to_str().map_err(|_| SignatureError::Malformed)?;
        let (claim, signature) = Claim::parse(text)?;
        let keys = std::iter::once(&self.newest).chain(&self.older);
        let is_ours = |key| claim.mac(key, method, target).verify_slice(&signature).is_ok();
        if !keys.into_iter().any(is_ours) {
            return Err(SignatureError::WrongKey);
        }
        let apart = claim.seconds.abs_diff(seconds(now));
        if apart > WINDOW.as_secs() { Err(SignatureError::OtherTime(apart)) } else { Ok(claim.client) }
    }
}

fn keyed(key: [u8; Keys::BYTES]) -> Hmac<Sha256> {
    // Short keys are padded to a block.
    let mut block = Zeroizing::new([0; 64]);
    block[..Keys::BYTES].copy_from_slice(Zeroizing::new(key).as_slice());
    Hmac::new((&*block).into())
}

/// What a signature says besides the request itself.
struct Claim {
    version: u32,
    seconds: u64,
    client: Option<IpAddr>,
}

impl Claim {
    fn parse(text: &str) -> Result<(Claim, Vec<u8>), SignatureError> {
        let mut parts = text.split(' ');
        let mut part = || parts.next().ok_or(SignatureError::Malformed);
        // What follows is another version's to say.
        let version = part()?.parse().map_err(|_| SignatureError::Malformed)?;
        if version != VERSION {
            return Err(SignatureError::OtherVersion(version));
        }
        let seconds = part()?.parse().map_err(|_| SignatureError::Malformed)?;
        let client = match part()? {
            NOBODY => None,
            address => Some(address.parse().map_err(|_| SignatureError::Malformed)?),
        };
        let signature = HEXLOWER.decode(part()?.as_bytes()).map_err(|_| SignatureError::Malformed)?;
        if parts.next().is_some() {
            return Err(SignatureError::Malformed);
        }
        Ok((Claim { version, seconds, client }, signature))
    }

    fn text(&self) -> String {
        let Claim { version, seconds, client } = self;
        match client {
            Some(client) => format!("{version} {seconds} {client}"),
            None => format!("{version} {seconds} {NOBODY}"),
        }
    }

    /// No part of it can have a line break, so no two requests are signed as the same text.
    fn mac(&self, key: &Hmac<Sha256>, method: &Method, target: &str) -> Hmac<Sha256> {
        let mut mac = key.clone();
        mac.update(format!("{}\n{method}\n{target}", self.text()).as_bytes());
        mac
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::Entropy;

    const TARGET: &str = "/api/tables/4t961m390c?after=1";

    fn keys(byte: u8) -> Keys {
        Keys::random(&Entropy::new(move |bytes| bytes.fill(byte)))
    }

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn signed(keys: &ClusterKeys, client: &str) -> HeaderMap {
        let value = keys.sign(&Method::GET, TARGET, client.parse().ok(), at(1000)).unwrap();
        HeaderMap::from_iter([(HEADER, value)])
    }

    #[test]
    fn a_request_is_taken_as_it_was_signed_and_in_no_other_way() {
        let keys = ClusterKeys::of(&keys(1));
        for client in ["203.0.113.7", "2001:db8::1", NOBODY] {
            let headers = signed(&keys, client);
            let verify = |method, target, now| keys.verify(&method, target, &headers, at(now));
            assert_eq!(verify(Method::GET, TARGET, 1000), Ok(client.parse().ok()));
            assert_eq!(verify(Method::GET, TARGET, 1060), Ok(client.parse().ok()));
            assert_eq!(verify(Method::GET, TARGET, 940), Ok(client.parse().ok()));
            assert_eq!(verify(Method::GET, TARGET, 1061), Err(SignatureError::OtherTime(61)));
            assert_eq!(verify(Method::GET, TARGET, 900), Err(SignatureError::OtherTime(100)));
            assert_eq!(verify(Method::POST, TARGET, 1000), Err(SignatureError::WrongKey));
            assert_eq!(verify(Method::GET, "/api/tables/4t961m390c", 1000), Err(SignatureError::WrongKey));
        }
    }

    #[test]
    fn nothing_in_a_signature_can_be_changed() {
        let keys = ClusterKeys::of(&keys(1));
        let text = signed(&keys, "203.0.113.7")[HEADER].to_str().unwrap().to_owned();
        let verify = |text: &str| {
            let headers = HeaderMap::from_iter([(HEADER, text.parse().unwrap())]);
            keys.verify(&Method::GET, TARGET, &headers, at(1000))
        };
        assert!(verify(&text).is_ok());
        let (claim, signature) = text.rsplit_once(' ').unwrap();
        for (changed, error) in [
            (text.replace("203.0.113.7", "203.0.113.8"), SignatureError::WrongKey),
            (text.replace("203.0.113.7", NOBODY), SignatureError::WrongKey),
            (text.replace(" 1000 ", " 1001 "), SignatureError::WrongKey),
            (text.replacen("1 ", "2 ", 1), SignatureError::OtherVersion(2)),
            ("7 of the future".to_owned(), SignatureError::OtherVersion(7)),
            (format!("{claim} {}", &signature[2..]), SignatureError::WrongKey),
            (format!("{claim} {}", "0".repeat(64)), SignatureError::WrongKey),
            (format!("{claim} "), SignatureError::WrongKey),
            (claim.to_owned(), SignatureError::Malformed),
            (format!("{text} more"), SignatureError::Malformed),
            (format!("{claim} {}", signature.to_uppercase()), SignatureError::Malformed),
            (String::new(), SignatureError::Malformed),
            ("-1 1000 - 00".to_owned(), SignatureError::Malformed),
            ("1 -1 - 00".to_owned(), SignatureError::Malformed),
            ("1 1000 nobody 00".to_owned(), SignatureError::Malformed),
        ] {
            assert_eq!(verify(&changed), Err(error), "{changed}");
        }
        let nothing = keys.verify(&Method::GET, TARGET, &HeaderMap::new(), at(1000));
        assert_eq!(nothing, Err(SignatureError::Missing));
    }

    #[test]
    fn any_key_of_the_file_will_do_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            use std::io::Write as _;
            let path = folder.path().join(name);
            let mut options = std::fs::OpenOptions::new();
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let lines = bytes.iter().map(|byte| format!("{byte:02x}").repeat(32) + "\n");
            let mut file = options.create_new(true).write(true).open(&path).unwrap();
            file.write_all(lines.collect::<String>().as_bytes()).unwrap();
            ClusterKeys::of(&Keys::read(&path).unwrap().unwrap())
        };
        let (before, adding, after, other) =
            (file("a", &[1]), file("b", &[1, 2]), file("c", &[2, 1]), file("d", &[3]));
        let takes = |node: &ClusterKeys, of: &ClusterKeys| {
            node.verify(&Method::GET, TARGET, &signed(of, NOBODY), at(1000))
        };
        for (node, of) in [(&before, &adding), (&adding, &after), (&after, &adding), (&after, &after)] {
            assert_eq!(takes(node, of), Ok(None));
        }
        for (node, of) in [(&before, &after), (&other, &after), (&adding, &other)] {
            assert_eq!(takes(node, of), Err(SignatureError::WrongKey));
        }
    }
}
