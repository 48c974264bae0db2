//! The page of Perudo as files to be served. `build/` compiles `crates/web`, names files by their content and
//! compresses them; here they are embedded.
//!
//! The profile `dist` makes it as small as can be; other profiles build it quickly, and about three times as big.
//! `PERUDO_PAGE=dist`, `quick` or `off` in the build's environment asks for one or the other, or for no page at all.

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    /// The path in its address.
    pub path: &'static str,
    /// Its media type, for `Content-Type`.
    pub mime: &'static str,
    /// A hash of its content, for `ETag`.
    pub hash: &'static str,
    /// The file.
    pub bytes: &'static [u8],
    /// The file compressed by gzip, where that is worth it.
    pub gzip: Option<&'static [u8]>,
    /// The file compressed by brotli, where that is worth it.
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
