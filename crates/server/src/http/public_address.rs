//! The address under which people reach this server. It is for links only: whoever asks may claim any.

use axum::http::{HeaderMap, header};

use crate::config::Config;

/// The address of the settings; without it, the one that was asked for.
pub(super) fn public_address(config: &Config, headers: &HeaderMap) -> String {
    if let Some(url) = &config.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let forwarded = |name: &str| text(name).filter(|_| config.trust_proxy);
    let host = forwarded("x-forwarded-host").or(text(header::HOST.as_str()));
    let host = host.filter(|host| is_host(host)).unwrap_or("localhost");
    let is_secure = forwarded("x-forwarded-proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    format!("{}://{host}", if is_secure { "https" } else { "http" })
}

/// Whether a text could be a host, perhaps with a port.
fn is_host(text: &str) -> bool {
    let in_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    (1..=255).contains(&text.len()) && text.bytes().all(in_host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_made_of_what_hosts_are_made_of() {
        for host in ["perudo.example", "127.0.0.1:8080", "[::1]:80", "localhost"] {
            assert!(is_host(host), "{host}");
        }
        for text in ["", "a b", "a/b", "\"><script>", "a@b", "a?b", "a#b", "a\u{e4}", &"a".repeat(256)] {
            assert!(!is_host(text), "{text}");
        }
    }
}
