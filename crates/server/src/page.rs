//! A page for browsers, as files to be served. It comes from outside: making one takes longer than compiling the server.

/// A page for browsers.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The paths that are screens of the page: all are answered by the same HTML. In `{}` is what may be anything.
    pub routes: &'static [&'static str],
    /// The HTML. Where it says `<!--preview-->` comes what a link says about itself, with the picture
    /// `/assets/preview-….png`.
    pub index: &'static Asset,
    /// All files besides the HTML.
    pub assets: &'static [Asset],
}

/// A file of a page.
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
