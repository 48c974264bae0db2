//! TLS for `tokio-postgres`. Its own crate for that, `tokio-postgres-rustls`, compiles a dozen more crates to read
//! certificates for channel binding, which is of no use to a client that keeps its password in its settings.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct MakeTls(pub(super) Arc<ClientConfig>);

/// Makes one, to a named host.
pub(super) struct Connect {
    connector: TlsConnector,
    /// Empty for a socket of this machine, which is asked for none.
    host: String,
}

/// An encrypted connection.
pub(super) struct TlsStream(client::TlsStream<Socket>);

impl MakeTlsConnect<Socket> for MakeTls {
    type Stream = TlsStream;
    type TlsConnect = Connect;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<Connect, Infallible> {
        Ok(Connect { connector: TlsConnector::from(Arc::clone(&self.0)), host: host.to_owned() })
    }
}

impl TlsConnect<Socket> for Connect {
    type Stream = TlsStream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TlsStream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let host = ServerName::try_from(self.host).map_err(io::Error::other)?;
            Ok(TlsStream(self.connector.connect(host, socket).await?))
        })
    }
}

impl tokio_postgres::tls::TlsStream for TlsStream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for TlsStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for TlsStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
