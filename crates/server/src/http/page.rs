//! The page that a browser opens, and its files.

use std::io::{self, Write as _};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Extension, Router};
use flate2::Compression;
use flate2::write::GzEncoder;
use headers::{ETag, HeaderMapExt, IfNoneMatch};
use sha2::{Digest, Sha256};

use super::App;
use super::accepted::accepted;
use super::guard::Asker;
use super::preview::{Index, Preview};
use crate::page::{Asset, Page};

/// The screens of the page, which are one and the same HTML but for what their links say about themselves, and the
/// files that it is made of.
pub(super) fn routes(page: Option<Page>) -> Router<App> {
    let mut router = Router::new();
    let Some(page) = page else { return router };
    let index = Index::of(&page);
    for screen in page.routes {
        let show = move |State(app): State<App>,
                         Extension(asker): Extension<Asker>,
                         uri: Uri,
                         headers: HeaderMap| async move {
            let html = index.html(&Preview::of(&app, &uri, &headers, asker).await, &app, &headers);
            screen_answer(html, &headers)
        };
        router = router.route(screen, get(show));
    }
    for asset in page.assets {
        router = router.route(asset.path, serving(asset));
    }
    router
}

fn serving(asset: &'static Asset) -> MethodRouter<App> {
    get(move |headers: HeaderMap| async move { answer(asset, &headers) })
}

/// The HTML of a screen. Since its preview is made for whoever asks, it is compressed for them as well.
fn screen_answer(html: String, asked: &HeaderMap) -> Response {
    let hash: String = Sha256::digest(&html).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let packed = if reads(asked, "gzip") { gzipped(html.as_bytes()).ok() } else { None };
    let tag = format!("\"{hash}{}\"", if packed.is_some() { "-gzip" } else { "" });
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    if is_known(&tag, asked, &mut headers) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if packed.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    (headers, packed.map_or_else(|| Body::from(html), Body::from)).into_response()
}

fn gzipped(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Whether the browser reads a coding.
fn reads(asked: &HeaderMap, coding: &str) -> bool {
    accepted(asked, header::ACCEPT_ENCODING).iter().any(|wanted| wanted.eq_ignore_ascii_case(coding))
}

/// Tags an answer, and says whether the browser has it.
fn is_known(tag: &str, asked: &HeaderMap, headers: &mut HeaderMap) -> bool {
    let Ok(tag) = tag.parse::<ETag>() else { return false };
    let known = asked.typed_get::<IfNoneMatch>().is_some_and(|known| !known.precondition_passes(&tag));
    headers.typed_insert(tag);
    known
}

fn answer(asset: &'static Asset, asked: &HeaderMap) -> Response {
    let (bytes, coding) = form(asset, asked);
    // Each form is a different sequence of bytes, so each has a tag of its own.
    let tag = format!("\"{}{}\"", asset.hash, coding.map(|coding| format!("-{coding}")).unwrap_or_default());
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_known(&tag, asked, &mut headers) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    (headers, Body::from(bytes)).into_response()
}

/// The smallest form that the browser reads, and the name of its coding.
fn form(asset: &'static Asset, asked: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
    let forms = [(asset.brotli, "br"), (asset.gzip, "gzip")];
    let packed = forms
        .into_iter()
        .find_map(|(bytes, coding)| bytes.filter(|_| reads(asked, coding)).zip(Some(coding)));
    packed.map_or((asset.bytes, None), |(bytes, coding)| (bytes, Some(coding)))
}
