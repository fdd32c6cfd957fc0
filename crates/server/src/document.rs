//! Documents that are the same for everybody: made and compressed once, and sent again only to
//! those who do not have them yet.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Below this many bytes compression is not worth a header.
const SMALL: usize = 1024;

/// Bytes with their type, their compressed form and their tag.
pub struct Document {
    kind: &'static str,
    caching: &'static str,
    plain: Bytes,
    zipped: Option<Bytes>,
    tag: HeaderValue,
}

impl Document {
    /// A document of this content type, which is kept as `caching` says.
    pub fn new(kind: &'static str, caching: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let hash = blake3::hash(&plain).to_hex();
        let tag = HeaderValue::from_str(&format!("\"{}\"", &hash.as_str()[..32]));
        let tag = tag.unwrap_or(HeaderValue::from_static("\"\""));
        let zipped = (plain.len() >= SMALL && kind != "font/woff2" && kind != "image/png")
            .then(|| zip(&plain, Compression::default()))
            .flatten();
        Document { kind, caching, plain, zipped, tag }
    }

    /// A JSON document that browsers ask about each time.
    pub fn json(value: &impl serde::Serialize) -> Self {
        let text = serde_json::to_vec(value).expect("documents are plain JSON");
        Document::new("application/json", "no-cache", text)
    }

    /// The answer to a request with these headers.
    pub fn answer(&self, headers: &HeaderMap) -> Response {
        let says = |name, what: &str| lists(headers, name, what);
        let shared = [
            (header::CONTENT_TYPE, HeaderValue::from_static(self.kind)),
            (header::CACHE_CONTROL, HeaderValue::from_static(self.caching)),
            (header::ETAG, self.tag.clone()),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if says(header::IF_NONE_MATCH, self.tag.to_str().unwrap_or_default()) {
            return (StatusCode::NOT_MODIFIED, shared).into_response();
        }
        match self.zipped.as_ref().filter(|_| says(header::ACCEPT_ENCODING, "gzip")) {
            Some(zipped) => {
                let zip = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
                (shared, zip, zipped.clone()).into_response()
            }
            None => (shared, self.plain.clone()).into_response(),
        }
    }
}

/// Whether a header that is a list names this.
fn lists(headers: &HeaderMap, name: HeaderName, what: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|part| {
        part.split(';').next().unwrap_or_default().trim().trim_start_matches("W/") == what
    })
}

/// A JSON answer that is made for one request, compressed if its client can read that. The caller
/// chooses the thread: a large answer takes milliseconds.
pub fn answer_json(headers: &HeaderMap, value: &impl serde::Serialize) -> Response {
    let plain = serde_json::to_vec(value).expect("answers are plain JSON");
    let about = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let wanted = plain.len() >= SMALL && lists(headers, header::ACCEPT_ENCODING, "gzip");
    match wanted.then(|| zip(&plain, Compression::fast())).flatten() {
        Some(zipped) => {
            let zip = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            (about, zip, zipped).into_response()
        }
        None => (about, plain).into_response(),
    }
}

fn zip(plain: &[u8], effort: Compression) -> Option<Bytes> {
    let mut zipper = GzEncoder::new(Vec::new(), effort);
    zipper.write_all(plain).ok()?;
    zipper.finish().ok().map(Bytes::from)
}

/// Documents that were asked for, by name.
#[derive(Default)]
pub struct Documents(Mutex<BTreeMap<String, Arc<Document>>>);

impl Documents {
    /// The document of this name; `make` makes it the first time. Names come from the server alone,
    /// so that there are only so many.
    pub fn get(
        &self,
        name: &str,
        make: impl FnOnce() -> Option<Document>,
    ) -> Option<Arc<Document>> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.get(name) {
            return Some(Arc::clone(known));
        }
        let new = Arc::new(make()?);
        made.insert(name.to_owned(), Arc::clone(&new));
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_document_is_zipped_for_those_who_can_read_it() {
        let document = Document::json(&vec!["the same text again and again"; 100]);
        let plain = document.answer(&HeaderMap::new());
        assert!(plain.headers().get(header::CONTENT_ENCODING).is_none());
        let zipped = document.answer(&asked(header::ACCEPT_ENCODING, "br, gzip;q=0.8"));
        assert_eq!(zipped.headers()[header::CONTENT_ENCODING], "gzip");
        let small = Document::json(&1);
        let small = small.answer(&asked(header::ACCEPT_ENCODING, "gzip"));
        assert!(small.headers().get(header::CONTENT_ENCODING).is_none());
    }

    #[test]
    fn a_known_document_is_not_sent_again() {
        let documents = Documents::default();
        let document = documents.get("one", || Some(Document::json(&1))).unwrap();
        let again = documents.get("one", || panic!("it is made once")).unwrap();
        let tag = document.answer(&HeaderMap::new()).headers()[header::ETAG].clone();
        for (tag, status) in
            [(tag, StatusCode::NOT_MODIFIED), ("\"x\"".parse().unwrap(), StatusCode::OK)]
        {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
            assert_eq!(again.answer(&headers).status(), status);
        }
    }
}
