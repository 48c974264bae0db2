//! Where a PostgreSQL database is, read from `postgres://…`. Nothing here tells a part of a password.

use std::env;
use std::path::Path;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use super::tls::{TlsOptions, Trust};

/// A host that does not answer must leave time for the next one in the list.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

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
    /// Where it may be, in the order in which to ask.
    pub(super) servers: Vec<Server>,
    pub(super) tls: TlsOptions,
    /// The address without user and password.
    pub(super) place: String,
}

/// One of the servers that may have a database.
pub(super) struct Server {
    /// Its host and port.
    pub(super) name: String,
    /// How to connect to it alone.
    pub(super) config: Config,
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
        let servers = servers(&config)?;
        let names: Vec<&str> = servers.iter().map(|server| server.name.as_str()).collect();
        let place = format!("postgres://{}/{}", names.join(","), config.get_dbname().unwrap_or_default());
        Ok(Address { servers, tls, place })
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
            // The parser would take a list for one name.
            "host" => rest.extend(value.split(',').map(|host| format!("host={host}"))),
            _ if PARAMETERS.contains(&key) => rest.push(pair.to_owned()),
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

/// The servers of an address, one by one: a server that takes connections and then says nothing must leave time for the
/// next one, too.
fn servers(config: &Config) -> Result<Vec<Server>, String> {
    let (hosts, addresses, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let count = hosts.len().max(addresses.len());
    if !addresses.is_empty() && !hosts.is_empty() && addresses.len() != hosts.len() {
        return Err("give as many hostaddr as hosts, or none".to_owned());
    }
    if ports.len() > 1 && ports.len() != count {
        return Err("give as many ports as hosts, or one, or none".to_owned());
    }
    let server = |index: usize| {
        let mut alone = without_hosts(config);
        let name = match (hosts.get(index), addresses.get(index)) {
            (Some(Host::Tcp(name)), _) => {
                alone.host(name);
                name.clone()
            }
            #[cfg(unix)]
            (Some(Host::Unix(path)), _) => {
                alone.host_path(path);
                path.display().to_string()
            }
            (None, address) => address.map(ToString::to_string).unwrap_or_default(),
        };
        if let Some(address) = addresses.get(index) {
            alone.hostaddr(*address);
        }
        let port = *ports.get(index).or(ports.first()).unwrap_or(&DEFAULT_PORT);
        alone.port(port);
        Server { name: format!("{name}:{port}"), config: alone }
    };
    Ok((0..count).map(server).collect())
}

/// Everything in an address but where to connect to.
fn without_hosts(config: &Config) -> Config {
    let mut copy = Config::new();
    config.get_user().map(|user| copy.user(user));
    config.get_password().map(|password| copy.password(password));
    config.get_dbname().map(|name| copy.dbname(name));
    config.get_options().map(|options| copy.options(options));
    config.get_application_name().map(|name| copy.application_name(name));
    config.get_connect_timeout().map(|timeout| copy.connect_timeout(*timeout));
    config.get_tcp_user_timeout().map(|timeout| copy.tcp_user_timeout(*timeout));
    config.get_keepalives_interval().map(|interval| copy.keepalives_interval(interval));
    config.get_keepalives_retries().map(|retries| copy.keepalives_retries(retries));
    copy.keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle())
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .channel_binding(config.get_channel_binding())
        .target_session_attrs(config.get_target_session_attrs())
        .load_balance_hosts(config.get_load_balance_hosts());
    copy
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
            let config = &address.servers[0].config;
            assert_eq!(config.get_password(), Some(password.as_bytes()), "{url}");
            assert_eq!(config.get_user(), Some("anna"), "{url}");
        }
    }

    #[test]
    fn of_several_hosts_the_one_that_can_be_written_is_wanted() {
        let wanted = |url| {
            let address = Address::parse(url)?;
            Ok::<_, String>(address.servers[0].config.get_target_session_attrs())
        };
        assert_eq!(wanted("postgres://a/perudo"), Ok(TargetSessionAttrs::Any));
        assert_eq!(wanted("postgres://a,b/perudo"), Ok(TargetSessionAttrs::ReadWrite));
        assert_eq!(
            wanted("postgres://a/perudo?target_session_attrs=read-write"),
            Ok(TargetSessionAttrs::ReadWrite)
        );
    }

    #[test]
    fn each_server_is_connected_to_alone_with_the_settings_of_all() {
        let url = "postgres://anna:secret@a:1,b:2/perudo?connect_timeout=7&application_name=x&keepalives_idle=9\
                   &options=-c%20jit%3Doff&tcp_user_timeout=5&keepalives_retries=4&keepalives_interval=3";
        let address = Address::parse(url).unwrap();
        let names: Vec<&str> = address.servers.iter().map(|server| server.name.as_str()).collect();
        assert_eq!(names, ["a:1", "b:2"]);
        for (server, host) in address.servers.iter().zip(["a:1", "b:2"]) {
            let alone = url.replace("a:1,b:2", host) + "&target_session_attrs=read-write";
            let mut expected: Config = alone.parse().unwrap();
            expected.ssl_mode(SslMode::Prefer);
            assert_eq!(server.config, expected);
        }
    }

    #[test]
    fn hosts_addresses_and_ports_belong_together() {
        let names = |url| {
            let address = Address::parse(url)?;
            Ok::<_, String>(address.servers.into_iter().map(|server| server.name).collect::<Vec<_>>())
        };
        let hosts = |hosts: [&str; 2]| Ok(hosts.map(str::to_owned).to_vec());
        assert_eq!(names("postgres://a,b/perudo"), hosts(["a:5432", "b:5432"]));
        assert_eq!(names("postgres:///perudo?host=a,b&port=7"), hosts(["a:7", "b:7"]));
        assert_eq!(
            names("postgres:///perudo?hostaddr=::1,127.0.0.1&port=7,8"),
            hosts(["::1:7", "127.0.0.1:8"])
        );
        assert!(names("postgres:///perudo?host=a,b&port=7,8,9").is_err());
        assert!(names("postgres:///perudo?host=a,b&hostaddr=::1").is_err());
    }

    #[test]
    fn parameters_about_tls_are_those_of_other_clients() {
        let read = |query| {
            let address = Address::parse(&format!("postgres://db/perudo?{query}"))?;
            Ok::<_, String>((address.servers[0].config.get_ssl_mode(), address.tls.trust))
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
