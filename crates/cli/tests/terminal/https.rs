//! A server behind a proxy that speaks TLS, as servers in public are.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;

use crate::lines::Lines;
use crate::online::{QUICK, play_out};
use crate::program::{Server, perudo};

/// What says that somebody is `localhost`, signed by itself; good for a hundred years and for this test.
const CERTIFICATE: &str = include_str!("fixtures/localhost.cert.pem");
const KEY: &str = include_str!("fixtures/localhost.key.pem");

/// Passes on what it decrypts, for as long as it is kept.
struct Proxy {
    url: String,
    /// The certificate of whoever has to be trusted.
    authority: PathBuf,
    _folder: tempfile::TempDir,
    _runtime: Runtime,
}

impl Proxy {
    fn to(server: SocketAddr) -> Proxy {
        let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
        let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let authority = folder.path().join("authority.pem");
        std::fs::write(&authority, CERTIFICATE).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let config = config.with_single_cert(vec![certificate], key).unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        runtime.spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Who does not trust it goes away.
                    let Ok(mut near) = acceptor.accept(stream).await else { return };
                    let Ok(mut far) = TcpStream::connect(server).await else { return };
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        Proxy { url, authority, _folder: folder, _runtime: runtime }
    }
}

#[test]
fn friends_play_by_an_https_link_and_a_server_that_is_not_trusted_is_left() {
    let server = Server::new();
    let proxy = Proxy::to(server.address);
    let folder = tempfile::tempdir().unwrap();
    let trust = [("SSL_CERT_FILE", proxy.authority.to_str().unwrap())];
    let make = ["--create", "--server", &proxy.url, "--name", "Anna", "--players", "2"];
    let mut anna =
        Lines::start_with(&folder.path().join("anna"), &[&make[..], &QUICK, &["1"]].concat(), &trust);
    let lobby = anna.until_said("Link: ");
    let link = lobby.rsplit("Link: ").next().unwrap().trim().to_owned();
    assert!(link.starts_with(&proxy.url), "{link}");
    let mut boris = Lines::start_with(&folder.path().join("boris"), &[&link, "--name", "Boris"], &trust);
    anna.until_said("Boris sits down.");
    anna.line("start");
    play_out(&mut anna, &mut boris);

    let output =
        perudo().args(["play", &link, "--plain"]).env("XDG_DATA_HOME", folder.path()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("certificate"), "{error}");
}
