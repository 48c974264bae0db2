//! The page and its files: where they are, in which form they come, and how long a browser may keep them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use client::{Answer, Running, config, http};
use perudo_page::PAGE;
use perudo_server::Asset;
use tempfile::TempDir;

fn server() -> (TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(config(&folder.path().join("perudo.db")));
    (folder, server)
}

fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    let mut lines = answer.head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(found, _)| *found == name).map(|(_, value)| value)
}

fn ask(server: &Running, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    http(server.address, method, path, headers, "")
}

/// The HTML without what its link says about itself.
fn without_preview(html: &str) -> String {
    let tags = |line: &&str| {
        ["<meta property=\"og:", "<meta name=\"twitter:", "<meta name=\"robots\""]
            .iter()
            .any(|tag| line.starts_with(tag))
    };
    html.lines().filter(|line| !tags(line)).collect::<Vec<_>>().join("\n")
}

fn index() -> String {
    without_preview(&String::from_utf8_lossy(PAGE.index.bytes).replace("<!--preview-->\n", ""))
}

#[test]
fn every_screen_is_the_same_html_but_for_its_preview() {
    let (_folder, server) = server();
    let screens = PAGE.routes.iter().map(|route| route.replace("{table}", "abc").replace("{name}", "Anna"));
    for path in screens.chain(["/t/%D1%8F", "/play?bots=3"].map(str::to_owned)) {
        let answer = server.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(without_preview(&answer.body), index(), "{path}");
        assert_eq!(header(&answer, "vary"), Some("accept-encoding, accept-language"), "{path}");
        assert_eq!(header(&answer, "content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(header(&answer, "cache-control"), Some("no-cache"), "a new version is seen at once");
        let policy = header(&answer, "content-security-policy").unwrap();
        for rule in ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self';"] {
            assert!(policy.contains(rule), "{policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), Some(value));
        }
    }
}

#[test]
fn a_screen_is_compressed_for_those_who_read_that() {
    let (_folder, server) = server();
    let length = |answer: &Answer| header(answer, "content-length").unwrap().parse::<usize>().unwrap();
    let plain = ask(&server, "GET", "/", &[("accept-encoding", "gzip;q=0")]);
    assert_eq!(header(&plain, "content-encoding"), None);
    let packed = ask(&server, "GET", "/", &[("accept-encoding", "gzip, br")]);
    assert_eq!(header(&packed, "content-encoding"), Some("gzip"));
    assert!(length(&packed) < length(&plain), "{} and {}", length(&packed), length(&plain));
    // Each form is known by its own tag.
    let (tag, other) = (header(&packed, "etag").unwrap(), header(&plain, "etag").unwrap());
    assert_ne!(tag, other);
    for (known, status) in [(tag, 304), (other, 200)] {
        let headers = [("accept-encoding", "gzip"), ("if-none-match", known)];
        assert_eq!(ask(&server, "GET", "/", &headers).status, status, "{known}");
    }
}

#[test]
fn what_is_no_screen_and_no_file_is_not_there() {
    let (_folder, server) = server();
    for path in [
        "/nowhere",
        "/t",
        "/t/",
        "/t/a/b",
        "/new/",
        "/assets/",
        "/assets/perudo.wasm",
        "/index.html",
        "/assets/../Cargo.toml",
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.error().as_str()), (404, "no-such-place"), "{path}");
    }
    let answer = ask(&server, "POST", "/new", &[]);
    assert_eq!((answer.status, answer.error().as_str()), (405, "not-that-way"));
}

#[test]
fn a_file_comes_in_the_smallest_form_that_the_browser_reads() {
    let (_folder, server) = server();
    let forms = |asset: &'static Asset| {
        let gzip = asset.gzip.map_or((asset.bytes, None), |bytes| (bytes, Some("gzip")));
        let brotli = asset.brotli.map_or(gzip, |bytes| (bytes, Some("br")));
        [
            ("", (asset.bytes, None)),
            ("identity, zstd", (asset.bytes, None)),
            ("gzip", gzip),
            ("gzip, deflate, br, zstd", brotli),
            ("GZIP;q=1.0, BR;q=0", gzip),
            ("br;q=0.0,gzip;q=0", (asset.bytes, None)),
        ]
    };
    for asset in PAGE.assets {
        for (accepted, (bytes, coding)) in forms(asset) {
            for method in ["GET", "HEAD"] {
                let answer = ask(&server, method, asset.path, &[("accept-encoding", accepted)]);
                let case = format!("{method} {} {accepted:?}", asset.path);
                assert_eq!(answer.status, 200, "{case}");
                assert_eq!(
                    header(&answer, "content-length"),
                    Some(bytes.len().to_string().as_str()),
                    "{case}"
                );
                assert_eq!(header(&answer, "content-encoding"), coding, "{case}");
                assert_eq!(header(&answer, "content-type"), Some(asset.mime), "{case}");
                assert_eq!(header(&answer, "vary"), Some("accept-encoding"), "{case}");
                assert_eq!(answer.body.is_empty(), method == "HEAD", "{case}");
            }
        }
    }
}

#[test]
fn files_that_never_change_are_kept_and_others_are_asked_for() {
    let (_folder, server) = server();
    for asset in PAGE.assets {
        let first = ask(&server, "GET", asset.path, &[("accept-encoding", "br")]);
        assert_eq!(asset.immutable, asset.path.starts_with("/assets/") && asset.path.contains(asset.hash));
        let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(header(&first, "cache-control"), Some(keep), "{}", asset.path);
        let tag = header(&first, "etag").unwrap();
        for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
            let again =
                ask(&server, "GET", asset.path, &[("accept-encoding", "br"), ("if-none-match", known)]);
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{} {known}", asset.path);
            assert_eq!(header(&again, "etag"), Some(tag));
            assert_eq!(header(&again, "cache-control"), Some(keep));
        }
        let other = ask(&server, "GET", asset.path, &[("if-none-match", "\"other\"")]);
        assert_eq!(other.status, 200);
        assert_eq!(header(&other, "etag") == Some(tag), asset.brotli.is_none(), "each form has its tag");
    }
}

#[test]
fn the_html_is_asked_for_again_and_sent_if_it_has_changed() {
    let (_folder, server) = server();
    let first = ask(&server, "GET", "/", &[]);
    let tag = header(&first, "etag").unwrap();
    for method in ["GET", "HEAD"] {
        let again = ask(&server, method, "/", &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        let other = ask(&server, method, "/", &[("if-none-match", tag), ("accept-language", "ru")]);
        assert_eq!(other.status, 200, "its preview is in another language");
        assert_ne!(header(&other, "etag"), Some(tag));
        assert_eq!(other.body.is_empty(), method == "HEAD");
    }
}

/// Whatever the HTML, the manifests and the service worker name is there.
#[test]
fn no_name_leads_nowhere() {
    let (_folder, server) = server();
    let texts = PAGE.assets.iter().chain([PAGE.index]);
    let texts =
        texts.filter(|asset| !asset.mime.starts_with("image/") && asset.mime != "application/octet-stream");
    let mut seen = 0;
    for asset in texts.filter(|asset| asset.mime != "application/wasm") {
        let text = std::str::from_utf8(asset.bytes).unwrap();
        for name in text.split('"').filter(|name| name.starts_with("/assets/") && name.len() > 8) {
            assert_eq!(ask(&server, "HEAD", name, &[]).status, 200, "{name} in {}", asset.path);
            seen += 1;
        }
    }
    assert!(seen > 10 || PAGE.assets.is_empty(), "{seen}");
}
