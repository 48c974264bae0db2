//! The page that a browser opens, and its files.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use headers::{ETag, HeaderMapExt, IfNoneMatch};

use super::App;
use super::accepted::accepted;
use crate::page::{Asset, Page};

/// The screens of the page, which are one and the same HTML, and the files that it is made of.
pub(super) fn routes(page: Option<Page>) -> Router<App> {
    let mut router = Router::new();
    let Some(page) = page else { return router };
    for screen in page.routes {
        router = router.route(screen, serving(page.index));
    }
    for asset in page.assets {
        router = router.route(asset.path, serving(asset));
    }
    router
}

fn serving(asset: &'static Asset) -> MethodRouter<App> {
    get(move |headers: HeaderMap| async move { answer(asset, &headers) })
}

fn answer(asset: &'static Asset, asked: &HeaderMap) -> Response {
    let (bytes, coding) = form(asset, asked);
    // Each form is a different sequence of bytes, so each has a tag of its own.
    let tag = format!("\"{}{}\"", asset.hash, coding.map(|coding| format!("-{coding}")).unwrap_or_default());
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = tag.parse::<ETag>() {
        let known = asked.typed_get::<IfNoneMatch>().is_some_and(|known| !known.precondition_passes(&tag));
        headers.typed_insert(tag);
        if known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    (headers, Body::from(bytes)).into_response()
}

/// The smallest form that the browser reads, and the name of its coding.
fn form(asset: &'static Asset, asked: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
    let wanted = accepted(asked, header::ACCEPT_ENCODING);
    let reads = |coding: &str| wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(coding));
    let forms = [(asset.brotli, "br"), (asset.gzip, "gzip")];
    let packed =
        forms.into_iter().find_map(|(bytes, coding)| bytes.filter(|_| reads(coding)).zip(Some(coding)));
    packed.map_or((asset.bytes, None), |(bytes, coding)| (bytes, Some(coding)))
}
