//! A connection to a server: in the clear, or by TLS.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};

/// The variable of the environment that names a file of trusted authorities, as for many other programs.
const TRUSTED: &str = "SSL_CERT_FILE";

/// A connection to a server.
#[derive(Debug)]
pub enum Stream {
    /// In the clear.
    Plain(TcpStream),
    /// By TLS.
    Tls(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    /// Connects to an address; by TLS, if the server has to prove that it is this host. Making the connection and every
    /// answer may take so long.
    pub fn connect(address: &SocketAddr, tls_host: Option<&str>, timeout: Duration) -> io::Result<Stream> {
        let stream = TcpStream::connect_timeout(address, timeout)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(timeout))?;
        let Some(host) = tls_host else { return Ok(Stream::Plain(stream)) };
        let host = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let connection = ClientConnection::new(Arc::new(config()?), host).map_err(io::Error::other)?;
        Ok(Stream::Tls(Box::new(StreamOwned::new(connection, stream))))
    }

    /// How long to wait for something to read.
    pub fn set_read_timeout(&self, timeout: Duration) -> io::Result<()> {
        let stream = match self {
            Stream::Plain(stream) => stream,
            Stream::Tls(stream) => &stream.sock,
        };
        stream.set_read_timeout(Some(timeout))
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.read(bytes),
            Stream::Tls(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.write(bytes),
            Stream::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(stream) => stream.flush(),
            Stream::Tls(stream) => stream.flush(),
        }
    }
}

fn config() -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    match trusted()? {
        Some(certificates) => roots.add_parsable_certificates(certificates),
        None => {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            Default::default()
        }
    };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(io::Error::other)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// The same for requests over HTTP.
pub(crate) fn http_config() -> TlsConfig {
    let config = TlsConfig::builder().provider(TlsProvider::Rustls);
    // A file that cannot be read is told when a connection is made.
    let Ok(Some(certificates)) = trusted() else { return config.root_certs(RootCerts::WebPki).build() };
    let certificates: Vec<Certificate<'static>> =
        certificates.iter().map(|der| Certificate::from_der(der).to_owned()).collect();
    config.root_certs(RootCerts::Specific(Arc::new(certificates))).build()
}

/// The authorities that the environment names, if it does.
fn trusted() -> io::Result<Option<Vec<CertificateDer<'static>>>> {
    let Some(path) = std::env::var_os(TRUSTED) else { return Ok(None) };
    let read = CertificateDer::pem_file_iter(&path).and_then(Iterator::collect);
    let told = |error| io::Error::other(format!("cannot read {}: {error}", path.display()));
    read.map(Some).map_err(told)
}
