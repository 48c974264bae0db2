//! The page of Perudo as files to be served. `build/` compiles `crates/web` and all else that makes the page, names
//! files by their content and compresses them; here they are embedded.
//!
//! The profile `dist` makes it as small as can be; other profiles build it quickly, and about three times as big.
//! `PERUDO_PAGE=dist`, `quick` or `off` in the build's environment asks for one or the other, or for no page at all.

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// The path in its address.
    pub path: &'static str,
    /// What it is, as `Content-Type` has it.
    pub mime: &'static str,
    /// A name of its content, for `ETag`.
    pub hash: &'static str,
    /// The file.
    pub bytes: &'static [u8],
    /// The file compressed by gzip, if that makes it smaller.
    pub gzip: Option<&'static [u8]>,
    /// The file compressed by brotli, if that makes it smaller.
    pub brotli: Option<&'static [u8]>,
    /// Whether it never changes, because its name has its content's hash in it.
    pub immutable: bool,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

mod routes;

pub use routes::ROUTES;

/// The HTML of all routes.
pub fn index() -> &'static Asset {
    &INDEX
}

/// All files besides the HTML.
pub fn assets() -> &'static [Asset] {
    ASSETS
}

/// The file at a path.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}
