//! The way to a socket: who may open one, and the handshake.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::api::HttpRefusal;
use crate::door::check_origin;
use crate::gate::Pass;
use crate::link::Link;
use crate::peer::Peer;
use crate::socket::{Manners, Party, converse};
use crate::stream::Stream;
use crate::talk::PlatformTalk;
use crate::websocket::WebSocket;
use crate::{App, orcain};

/// A socket that is about to be opened: who asks, and how.
pub(crate) struct Upgrade {
    app: Arc<App>,
    peer: Peer,
    pass: Pass,
    key: HeaderValue,
    upgrading: OnUpgrade,
}

pub(crate) async fn platform_socket(upgrade: Upgrade) -> Response {
    let (manners, peer) = (Manners::of(&upgrade.app), upgrade.peer);
    upgrade.open(manners, move |app, link| PlatformTalk::new(app, link, peer))
}

pub(crate) async fn orcain_socket(upgrade: Upgrade) -> Response {
    let peer = upgrade.peer;
    upgrade.open(orcain::manners(), move |app, link| orcain::OrcainTalk::new(app, link, peer))
}

impl FromRequestParts<Arc<App>> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let peer = ConnectInfo::<Peer>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) = peer.map_err(IntoResponse::into_response)?;
        let (key, upgrading) = handshake(parts).map_err(IntoResponse::into_response)?;
        let pass = let_in(app, &parts.headers, peer).map_err(IntoResponse::into_response)?;
        Ok(Upgrade { app: Arc::clone(app), peer, pass, key, upgrading })
    }
}

impl Upgrade {
    /// Opens it for whoever speaks there.
    fn open<P: Party + 'static>(
        self,
        manners: Manners,
        party: impl FnOnce(Arc<App>, Link) -> P + Send + 'static,
    ) -> Response {
        let Upgrade { app, peer, pass, key, upgrading } = self;
        tokio::spawn(async move {
            let Some(socket) = upgraded(upgrading).await else { return };
            let talking = Arc::clone(&app);
            converse(socket, manners, |link| party(talking, link), (app, peer, pass)).await;
        });
        let headers = [
            (header::CONNECTION, "upgrade".to_owned()),
            (header::UPGRADE, "websocket".to_owned()),
            (header::SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes())),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

/// The connection itself, once the answer is on its way.
async fn upgraded(upgrading: OnUpgrade) -> Option<WebSocket> {
    let parts = upgrading.await.ok()?.downcast::<TokioIo<Stream>>().ok()?;
    Some(WebSocket::new(parts.io.into_inner(), &parts.read_buf))
}

/// The key of a client that wants a socket and says so as it should.
fn handshake(parts: &mut Parts) -> Result<(HeaderValue, OnUpgrade), HttpRefusal> {
    let says = |name: HeaderName, word: &str| {
        let words = parts.headers.get(name).and_then(|value| value.to_str().ok());
        let mut words = words.unwrap_or_default().split(',');
        words.any(|said| said.trim().eq_ignore_ascii_case(word))
    };
    let asked = parts.method == Method::GET
        && says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && says(header::SEC_WEBSOCKET_VERSION, "13");
    let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).cloned().filter(|_| asked);
    let upgrading = parts.extensions.remove::<OnUpgrade>();
    key.zip(upgrading).ok_or_else(|| {
        let text = "the handshake of a socket is expected here";
        HttpRefusal::new(StatusCode::BAD_REQUEST, "bad_request", text)
    })
}

fn let_in(app: &App, headers: &HeaderMap, peer: Peer) -> Result<Pass, HttpRefusal> {
    check_origin(&app.settings, headers)?;
    app.gate.enter(peer).map_err(|code| {
        HttpRefusal::new(StatusCode::TOO_MANY_REQUESTS, code, "too many connections; wait a little")
    })
}
