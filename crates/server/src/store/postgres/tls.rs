//! How a PostgreSQL server proves who it is.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_cert_signed_by_trust_anchor};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::tls_stream::MakeTls;

/// Whose certificate counts, as `sslmode` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trust {
    /// Anyone's: what is sent is encrypted, but perhaps for someone else (`prefer`, `require`).
    #[default]
    Anyone,
    /// That of anyone whom a trusted authority certified (`verify-ca`).
    Authority,
    /// That of the host which the address names (`verify-full`).
    Host,
}

/// What an address says about TLS.
#[derive(Clone, Debug, Default)]
pub(super) struct TlsOptions {
    pub(super) trust: Trust,
    /// The file of the trusted authorities; those that browsers trust, if there is none.
    pub(super) roots: Option<PathBuf>,
    /// The files of our own certificate and its key.
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
}

impl TlsOptions {
    /// Reads the files; says what is wrong with them.
    pub(super) fn connector(&self) -> Result<MakeTls, String> {
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider));
        let config = config.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
        let config = match self.trust {
            Trust::Host => {
                let verifier =
                    WebPkiServerVerifier::builder_with_provider(Arc::new(self.roots()?), provider).build();
                config.with_webpki_verifier(verifier.map_err(|error| error.to_string())?)
            }
            trust => {
                let roots = if trust == Trust::Authority { Some(self.roots()?) } else { None };
                let verifier = AnyName { roots, provider };
                config.dangerous().with_custom_certificate_verifier(Arc::new(verifier))
            }
        };
        let config = match (&self.certificate, &self.key) {
            (Some(certificate), Some(key)) => {
                let fault = |error: &dyn Display| format!("cannot use sslcert and sslkey: {error}");
                let chain = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
                let chain = chain.map_err(|error| fault(&error))?;
                let key = PrivateKeyDer::from_pem_file(key).map_err(|error| fault(&error))?;
                config.with_client_auth_cert(chain, key).map_err(|error| fault(&error))?
            }
            (None, None) => config.with_no_client_auth(),
            _ => return Err("sslcert and sslkey belong together".to_owned()),
        };
        Ok(MakeTls(Arc::new(config)))
    }

    fn roots(&self) -> Result<RootCertStore, String> {
        let Some(path) = &self.roots else {
            return Ok(webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect());
        };
        let fault = |error: &dyn Display| format!("cannot use sslrootcert: {error}");
        let mut roots = RootCertStore::empty();
        for root in CertificateDer::pem_file_iter(path).map_err(|error| fault(&error))? {
            roots.add(root.map_err(|error| fault(&error))?).map_err(|error| fault(&error))?;
        }
        Ok(roots)
    }
}

/// Takes the certificate of any host, if an authority vouches for it or no authority is asked.
#[derive(Debug)]
struct AnyName {
    roots: Option<RootCertStore>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            let algorithms = self.provider.signature_verification_algorithms.all;
            let certificate = ParsedCertificate::try_from(certificate)?;
            verify_server_cert_signed_by_trust_anchor(&certificate, roots, intermediates, now, algorithms)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
