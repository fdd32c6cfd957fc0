//! What every request has to pass: the right host, and the limits of its address.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::poll_fn;

use crate::api::HttpRefusal;
use crate::peer::Peer;
use crate::{Address, App, Settings};

/// Lets a request in if its host is one of ours and its address has not asked too much.
pub async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
        let text = "the request has several Host headers; send one";
        return HttpRefusal::new(StatusCode::BAD_REQUEST, "bad_request", text).into_response();
    }
    if !is_ours(&app.settings, named_host(request.uri(), request.headers())) {
        let text = "this server does not go by that name; start it with --host NAME";
        let refusal = HttpRefusal::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", text);
        return refusal.into_response();
    }
    if !app.gate.may_request(peer) {
        app.gate.note_hit("requests", peer);
        return too_many("too many requests from this address; slow down");
    }
    if !request.method().is_safe()
        && let Err(refusal) = check_origin(&app.settings, request.headers())
    {
        return refusal.into_response();
    }
    let api = request.uri().path().starts_with("/api");
    let (request, unread) = Unread::of(request);
    let mut response = match arrived(&app, peer, request).await {
        Ok(request) => answered(&app, peer, request, next).await,
        Err(refusal) => refusal,
    };
    unread.discard().await;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // What is not marked otherwise is about somebody, or changes.
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// A request with all of its body. A client that does not finish it keeps no place among the requests
/// that are worked on, only room for bytes of its own address.
async fn arrived(app: &App, peer: Peer, request: Request) -> Result<Request, Response> {
    if request.method().is_safe() {
        return Ok(request);
    }
    let limits = &app.settings.limits;
    let most = if request.uri().path().starts_with("/api/replays/") {
        crate::replays::FILE_BYTES
    } else {
        limits.message_bytes
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > most) {
        return Err(too_large(most));
    }
    let room = length.unwrap_or(most).max(SMALL_BODY);
    let Some(_room) = app.gate.uploads.take_several(peer, room) else {
        app.gate.note_hit("uploads", peer);
        return Err(too_many("too many uploads at once; try again"));
    };
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(limits.head, axum::body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Ok(Err(_)) => Err(too_large(most)),
        Err(_) => {
            let text = "the body of the request did not arrive in time";
            let code = StatusCode::REQUEST_TIMEOUT;
            Err(HttpRefusal::new(code, "timeout", text).into_response())
        }
    }
}

/// A body counts for at least this much.
const SMALL_BODY: usize = 64 << 10;

fn too_large(most: usize) -> Response {
    let text = format!("the body has more than {most} bytes");
    HttpRefusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", text).into_response()
}

/// The answer to a whole request. Probes and handshakes need no place among the others: the first cost
/// nothing, the second have limits of their own.
async fn answered(app: &App, peer: Peer, request: Request, next: Next) -> Response {
    let apart = ["/api/health", "/api/ready", "/ws", "/ws/orcain"].contains(&request.uri().path());
    let place = (!apart).then(|| app.gate.in_flight.take(peer));
    if let Some(None) = place {
        app.gate.note_hit("requests_at_once", peer);
        return too_many("too many requests at once; try again");
    }
    next.run(request).await
}

/// Serves only requests that name this machine: for figures that no other site may read.
pub async fn guard_local(request: Request, next: Next) -> Response {
    let name = without_port(named_host(request.uri(), request.headers())).to_ascii_lowercase();
    let literal = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    if literal || name == "localhost" {
        return next.run(request).await;
    }
    let text = "ask for the metrics by IP address or as localhost";
    HttpRefusal::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", text).into_response()
}

/// A page may act for a player if it came from here, or from an address on the list.
pub fn check_origin(settings: &Settings, headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let own = bare == Some(host) && !host.is_empty();
    if own || settings.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    Err(HttpRefusal::new(
        StatusCode::FORBIDDEN,
        "bad_origin",
        "pages of this origin may not connect",
    ))
}

/// What an answer that came early has left of a request's body. A client that is still sending would
/// lose the answer if the connection were closed on it, so a little more is taken in and thrown away.
struct Unread(Arc<Mutex<BodyDataStream>>);

impl Unread {
    /// So many bytes are thrown away.
    const BYTES: usize = 4 << 20;
    /// And for so long.
    const TIME: Duration = Duration::from_secs(2);

    /// The same request, with a body that can be read on from here.
    fn of(request: Request) -> (Request, Unread) {
        let (parts, body) = request.into_parts();
        let stream = Arc::new(Mutex::new(body.into_data_stream()));
        let lent = Arc::clone(&stream);
        let body = poll_fn(move |cx| {
            lent.lock().unwrap_or_else(PoisonError::into_inner).poll_next_unpin(cx)
        });
        (Request::from_parts(parts, Body::from_stream(body)), Unread(stream))
    }

    async fn discard(self) {
        let mut rest =
            poll_fn(|cx| self.0.lock().unwrap_or_else(PoisonError::into_inner).poll_next_unpin(cx));
        let thrown = async {
            let mut bytes = 0;
            while let Some(Ok(part)) = rest.next().await {
                bytes += part.len();
                if bytes > Unread::BYTES {
                    return;
                }
            }
        };
        // Whoever is slower than that loses the answer.
        let _ = tokio::time::timeout(Unread::TIME, thrown).await;
    }
}

/// Refuses a request that should come again a little later.
pub fn too_many(text: &str) -> Response {
    let refusal = HttpRefusal::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", text);
    ([(header::RETRY_AFTER, "1")], refusal).into_response()
}

/// The host that a request is for, with its port.
pub fn named_host<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> &'a str {
    let authority = uri.authority().map(axum::http::uri::Authority::as_str);
    let host = || headers.get(header::HOST).and_then(|host| host.to_str().ok());
    authority.or_else(host).unwrap_or_default()
}

/// Whether a request may name this host. A page of another site that has its own name point to this
/// machine must not speak to a server that only this machine can reach.
fn is_ours(settings: &Settings, host: &str) -> bool {
    let name = without_port(host).to_ascii_lowercase();
    let bare = |text: &str| without_port(text.rsplit("//").next().unwrap_or_default()).to_owned();
    let named = settings.hosts.iter().any(|known| known.eq_ignore_ascii_case(&name))
        || settings.origins.iter().any(|origin| bare(origin).eq_ignore_ascii_case(&name));
    let literal = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    if named || literal || name == "localhost" || name.ends_with(".localhost") {
        return true;
    }
    // Whom everybody can reach anyway, nobody has to trick a browser into reaching.
    let reachable = settings.forwarded || !settings.listen.is_local();
    settings.hosts.is_empty() && (reachable || matches!(settings.listen, Address::Unix(_)))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_of_ours_are_answered() {
        let local = Settings::default();
        let named = Settings { hosts: vec!["bout.example".into()], ..Settings::default() };
        let proxied = Settings { forwarded: true, ..Settings::default() };
        let origin =
            Settings { origins: vec!["https://play.example:8443".into()], ..Settings::default() };
        for (settings, host, ours) in [
            (&local, "127.0.0.1:7878", true),
            (&local, "localhost:7878", true),
            (&local, "LOCALHOST", true),
            (&local, "[::1]:7878", true),
            (&local, "192.168.1.7:7878", true),
            (&local, "evil.example:7878", false),
            (&local, "localhost.evil.example", false),
            (&local, "", false),
            (&named, "bout.example", true),
            (&named, "Bout.Example:443", true),
            (&named, "evil.example", false),
            (&named, "127.0.0.1:7878", true),
            (&proxied, "bout.example", true),
            (&origin, "play.example", true),
            (&origin, "play.example.evil.example", false),
        ] {
            assert_eq!(is_ours(settings, host), ours, "{host}");
        }
    }
}
