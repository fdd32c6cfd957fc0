//! The page, which is part of the program.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};
use tower_http::compression::CompressionLayer;

use crate::api::Refusal;

/// What `npm run build` makes; a program that is built without it serves a line of text instead.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Only what the page brings along may run in it, and nothing may frame it.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self' ws: wss:; base-uri 'none'; frame-ancestors 'none'";

/// Where the page is served.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(front))
        .route("/assets/{*path}", get(asset))
        .route("/favicon.svg", get(|| async { file("favicon.svg", "no-cache") }))
        .layer(CompressionLayer::new())
}

async fn front() -> Response {
    let text = "Bout: a match server. Sockets at /ws, the HTTP API at /api/openapi.json. \
                This program was built without the page: `make play` builds both.\n";
    match Page::get("index.html") {
        Some(found) => served("index.html", found, "no-cache"),
        None => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
    }
}

async fn asset(Path(path): Path<String>) -> Response {
    // Their names change with their content.
    file(&format!("assets/{path}"), "public, max-age=31536000, immutable")
}

/// An address that is none: who reads pages is led to the one of that name, which stands behind a `#`.
pub(crate) async fn elsewhere(uri: Uri, headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok());
    let is_api = ["/api", "/ws", "/assets", "/metrics"].iter().any(|at| uri.path().starts_with(at));
    if accepts.is_some_and(|accepts| accepts.contains("text/html")) && !is_api {
        let plain = uri.path().trim_start_matches('/');
        return Redirect::temporary(&format!("/#/{plain}")).into_response();
    }
    let nothing = Refusal::new(StatusCode::NOT_FOUND, "not_found", "nothing is here");
    nothing.into_response()
}

fn file(path: &str, caching: &'static str) -> Response {
    match Page::get(path) {
        Some(found) => served(path, found, caching),
        None => (StatusCode::NOT_FOUND, "nothing is here\n").into_response(),
    }
}

fn served(path: &str, found: EmbeddedFile, caching: &'static str) -> Response {
    let kind = match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "png" => "image/png",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, found.data).into_response()
}
