//! The page of Perudo as files to be served. `build/` takes the programs for browsers that are checked in (`compiled/`), or
//! has `crates/page-builder` compile them if their sources have changed since; it names files by their content and
//! compresses them; here they are embedded.
//!
//! `PERUDO_PAGE=dist` or `quick` in the build's environment always compiles, as small as can be or quickly; `off` leaves the page out.

use perudo_server::{Asset, Page};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

mod routes;

/// The page.
pub static PAGE: Page = Page { routes: routes::ROUTES, index: &INDEX, assets: ASSETS };
