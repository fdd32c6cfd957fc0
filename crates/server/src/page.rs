//! The page, which is part of the program.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use rust_embed::RustEmbed;

use crate::App;
use crate::api::HttpRefusal;
use crate::document::Document;
use crate::door::named_host;

/// What `npm run build` makes; a program that is built without it serves a line of text instead.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// Only what the page brings along may run in it, it speaks to its own server alone, and nothing may
/// frame it.
fn policy(host: &str) -> HeaderValue {
    // Not every browser counts sockets of the own address as 'self'.
    let sockets = format!("ws://{host} wss://{host}");
    let policy = format!(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self' {sockets}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    let plain = "default-src 'self'; frame-ancestors 'none'";
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(plain))
}

/// Where the page is served.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(front))
        .route("/assets/{*path}", get(asset))
        .route("/favicon.svg", get(favicon))
}

async fn front(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let text = "Bout: a match server. Sockets at /ws, the HTTP API at /api/openapi.json. \
                This program was built without the page: `make play` builds both.\n";
    let front = file(&app, "index.html", "no-cache");
    let plain = || Document::new("text/plain; charset=utf-8", "no-cache", text);
    let front = front.or_else(|| app.documents.get("no page", || Some(plain())));
    let Some(front) = front else { return missing() };
    let mut answer = front.answer(&headers);
    let policy = policy(named_host(&uri, &headers));
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}

async fn asset(
    State(app): State<Arc<App>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    // Their names change with their content.
    let found = file(&app, &format!("assets/{path}"), "public, max-age=31536000, immutable");
    found.map_or_else(missing, |found| found.answer(&headers))
}

async fn favicon(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    file(&app, "favicon.svg", "no-cache").map_or_else(missing, |found| found.answer(&headers))
}

fn missing() -> Response {
    HttpRefusal::new(StatusCode::NOT_FOUND, "not_found", "not found").into_response()
}

/// An address that is none: who reads pages is led to the one of that name, which stands behind a `#`.
pub(crate) async fn elsewhere(uri: Uri, headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|accepts| accepts.to_str().ok());
    let is_api = ["/api", "/ws", "/assets", "/metrics"].iter().any(|at| uri.path().starts_with(at));
    if accepts.is_some_and(|accepts| accepts.contains("text/html")) && !is_api {
        let plain = uri.path().trim_start_matches('/');
        return Redirect::temporary(&format!("/#/{plain}")).into_response();
    }
    missing()
}

/// A file of the page.
fn file(app: &App, path: &str, caching: &'static str) -> Option<Arc<Document>> {
    // Only names of files that exist are remembered.
    app.documents.get(path, || {
        let found = Page::get(path)?;
        Some(Document::new(kind(path), caching, found.data.into_owned()))
    })
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}
