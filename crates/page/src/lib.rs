//! The page of Perudo as files to be served. `build/` compiles `crates/web`, names files by their content and
//! compresses them; here they are embedded.
//!
//! The profile `dist` makes it as small as can be; other profiles build it quickly, and more than twice as big.
//! `PERUDO_PAGE=dist`, `quick` or `off` in the build's environment asks for one or the other, or for no page at all.

use perudo_server::{Asset, Page};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

mod routes;

/// The page.
pub static PAGE: Page = Page { routes: routes::ROUTES, index: &INDEX, assets: ASSETS };
