//! Where a PostgreSQL database is, read from `postgres://…`. Nothing here tells a part of a password.

use std::env;
use std::path::Path;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use super::tls::{TlsOptions, Trust};

/// A host that does not answer must leave time for the next one in the list.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

const DEFAULT_PORT: u16 = 5432;

/// Where distributions put the server's socket.
const SOCKET_FOLDERS: [&str; 3] = ["/run/postgresql", "/var/run/postgresql", "/tmp"];

/// The parameters that may follow the `?`, besides those about TLS. Others are refused without being named: what seems
/// to be a name may be a part of a password.
const PARAMETERS: [&str; 17] = [
    "application_name",
    "connect_timeout",
    "dbname",
    "host",
    "hostaddr",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "load_balance_hosts",
    "options",
    "password",
    "port",
    "sslnegotiation",
    "target_session_attrs",
    "tcp_user_timeout",
    "user",
];

/// The address of a database.
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) tls: TlsOptions,
    /// The address without user and password.
    pub(super) place: String,
}

impl Address {
    /// Reads an address; says what is wrong with it.
    pub(super) fn parse(url: &str) -> Result<Address, String> {
        if misplaces_password(url) {
            return Err("write the / ? # and @ of user and password as %2F %3F %23 and %40".to_owned());
        }
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (rest, tls, ssl_mode) = take_tls(query)?;
        let mut config: Config =
            format!("{}?{rest}", with_encoded_at(base)).parse().map_err(|error| explain(&error))?;
        config.ssl_mode(ssl_mode);
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            config.host(default_host(&config));
        }
        if config.get_hosts().len() > 1 {
            // Of several servers only the one that can be written is of any use.
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_password().is_none()
            && let Some(password) = env::var_os("PGPASSWORD")
        {
            config.password(password.into_encoded_bytes());
        }
        let place = place(&config);
        Ok(Address { config, tls, place })
    }
}

/// Whether user and password seem to end where they should not, so that a part of them would count as the host.
fn misplaces_password(url: &str) -> bool {
    let address = url.split_once("://").map_or(url, |(_, address)| address);
    let (host, rest) = address.split_once(['/', '?', '#']).unwrap_or((address, ""));
    !host.is_empty() && !host.contains('@') && rest.contains('@')
}

/// User and password end at the last `@`; the parser takes the first.
fn with_encoded_at(base: &str) -> String {
    let Some((scheme, address)) = base.split_once("://") else { return base.to_owned() };
    match address.rsplit_once('@') {
        Some((credentials, rest)) => format!("{scheme}://{}@{rest}", credentials.replace('@', "%40")),
        None => base.to_owned(),
    }
}

/// Splits the parameters about TLS, which the parser does not know, from the others.
fn take_tls(query: &str) -> Result<(String, TlsOptions, SslMode), String> {
    let (mut tls, mut mode, mut rest) = (TlsOptions::default(), SslMode::Prefer, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let path = || -> Result<_, String> {
            let path = percent_decode_str(value).decode_utf8();
            Ok(Some(path.map_err(|_| format!("the value of {key} is not UTF-8"))?.into_owned().into()))
        };
        match key {
            "sslmode" => {
                (mode, tls.trust) = match value {
                    "disable" => (SslMode::Disable, Trust::Anyone),
                    "allow" | "prefer" => (SslMode::Prefer, Trust::Anyone),
                    "require" => (SslMode::Require, Trust::Anyone),
                    "verify-ca" => (SslMode::Require, Trust::Authority),
                    "verify-full" => (SslMode::Require, Trust::Host),
                    _ => {
                        return Err(
                            "sslmode is disable, allow, prefer, require, verify-ca or verify-full".to_owned()
                        );
                    }
                }
            }
            "sslrootcert" => tls.roots = path()?,
            "sslcert" => tls.certificate = path()?,
            "sslkey" => tls.key = path()?,
            // For an encrypted key, which cannot be read.
            "sslpassword" => {}
            _ if PARAMETERS.contains(&key) => rest.push(pair),
            _ => {
                return Err(format!(
                    "there is an unknown parameter after the ?; known are sslmode, sslrootcert, sslcert, sslkey, {}",
                    PARAMETERS.join(", ")
                ));
            }
        }
    }
    Ok((rest.join("&"), tls, mode))
}

/// The socket of a server on this machine, if there is one.
fn default_host(config: &Config) -> &'static str {
    let socket = format!(".s.PGSQL.{}", config.get_ports().first().unwrap_or(&DEFAULT_PORT));
    let folder = SOCKET_FOLDERS.into_iter().find(|folder| Path::new(folder).join(&socket).exists());
    folder.unwrap_or("localhost")
}

fn place(config: &Config) -> String {
    let named = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    });
    let mut hosts: Vec<String> = named.collect();
    if hosts.is_empty() {
        hosts = config.get_hostaddrs().iter().map(ToString::to_string).collect();
    }
    let ports = config.get_ports();
    let port = |index: usize| ports.get(index).or(ports.first()).unwrap_or(&DEFAULT_PORT);
    let hosts: Vec<String> =
        hosts.iter().enumerate().map(|(index, host)| format!("{host}:{}", port(index))).collect();
    format!("postgres://{}/{}", hosts.join(","), config.get_dbname().unwrap_or_default())
}

/// What is wrong with an address, in the words of the parser, which names options and no values.
fn explain(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_user_and_password() {
        for (url, place) in [
            ("postgres://anna:secret@db/perudo", "postgres://db:5432/perudo"),
            ("postgresql://anna@db:1/perudo?sslmode=disable", "postgres://db:1/perudo"),
            ("postgres://anna:p@ss@db/perudo", "postgres://db:5432/perudo"),
            ("postgres://anna:p%40ss@[::1]:7/perudo", "postgres://::1:7/perudo"),
            ("postgres://anna:secret@a:1,b:2/perudo", "postgres://a:1,b:2/perudo"),
            ("postgres://anna:secret@a,b/perudo", "postgres://a:5432,b:5432/perudo"),
            ("postgres://anna@%2Frun%2Fpg/perudo", "postgres:///run/pg:5432/perudo"),
            ("postgres://anna@/perudo?host=/run/pg&port=9", "postgres:///run/pg:9/perudo"),
            ("postgres://db", "postgres://db:5432/"),
        ] {
            let address = Address::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
            assert_eq!(address.place, place, "{url}");
        }
    }

    #[test]
    fn a_password_may_have_any_characters() {
        for (url, password) in [
            ("postgres://anna:p@ss@db/perudo", "p@ss"),
            ("postgres://anna:p%40s%2Fs%3F@db/perudo", "p@s/s?"),
            ("postgres://db/perudo?user=anna&password=p%26ss", "p&ss"),
        ] {
            let address = Address::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
            assert_eq!(address.config.get_password(), Some(password.as_bytes()), "{url}");
            assert_eq!(address.config.get_user(), Some("anna"), "{url}");
        }
    }

    #[test]
    fn of_several_hosts_the_one_that_can_be_written_is_wanted() {
        let wanted = |url| Address::parse(url).map(|address| address.config.get_target_session_attrs());
        assert_eq!(wanted("postgres://a/perudo"), Ok(TargetSessionAttrs::Any));
        assert_eq!(wanted("postgres://a,b/perudo"), Ok(TargetSessionAttrs::ReadWrite));
        assert_eq!(
            wanted("postgres://a/perudo?target_session_attrs=read-write"),
            Ok(TargetSessionAttrs::ReadWrite)
        );
    }

    #[test]
    fn parameters_about_tls_are_those_of_other_clients() {
        let read = |query| {
            let address = Address::parse(&format!("postgres://db/perudo?{query}"))?;
            Ok::<_, String>((address.config.get_ssl_mode(), address.tls.trust))
        };
        assert_eq!(read(""), Ok((SslMode::Prefer, Trust::Anyone)));
        assert_eq!(read("sslmode=disable"), Ok((SslMode::Disable, Trust::Anyone)));
        assert_eq!(read("sslmode=require"), Ok((SslMode::Require, Trust::Anyone)));
        assert_eq!(read("sslmode=verify-ca"), Ok((SslMode::Require, Trust::Authority)));
        assert_eq!(read("sslmode=verify-full&connect_timeout=1"), Ok((SslMode::Require, Trust::Host)));
        assert!(read("sslmode=whatever").is_err());
        let address = Address::parse("postgres://db/perudo?sslrootcert=/a%20b&sslcert=/c&sslkey=/d").unwrap();
        let path = |path: &str| Some(path.into());
        assert_eq!(
            (address.tls.roots, address.tls.certificate, address.tls.key),
            (path("/a b"), path("/c"), path("/d"))
        );
    }
}
