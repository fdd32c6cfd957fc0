//! The door: connections, time limits, and a graceful end.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::accept::Listener;
use crate::peer::Peer;
use crate::stream::Stream;
use crate::{Address, App, Link};

/// How often what is no longer needed is thrown away.
const SWEEP: Duration = Duration::from_secs(5);
/// How long a stopping server waits for its matches and sockets.
const STOPPING: Duration = Duration::from_secs(5);

/// A server that accepts connections.
pub struct Server {
    /// Where it listens.
    pub address: Address,
    app: Arc<App>,
    stop: watch::Sender<bool>,
    done: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Takes up what was left, then opens the door.
    pub async fn start(app: Arc<App>) -> Result<Server, String> {
        let taken = app.restore().await.map_err(|error| error.to_string())?;
        if taken > 0 {
            tracing::info!(taken, "matches were taken up from their logs");
        }
        let listen = &app.settings.listen;
        let bound = Listener::bind(listen).await;
        let (listener, address) =
            bound.map_err(|error| format!("cannot listen on {listen}: {error}"))?;
        let (stop, stopping) = watch::channel(false);
        let router = crate::api::router(Arc::clone(&app));
        tokio::spawn(sweep(Arc::clone(&app), stopping.clone()));
        let done = tokio::spawn(accept(Arc::clone(&app), listener, router, stopping));
        Ok(Server { address, app, stop, done })
    }

    /// Stops: every match is written down where it stands, sockets are closed, nobody loses time.
    pub async fn stop(self) {
        self.app.stop().await;
        // Those who are told nothing see the end of the connection.
        let _ = self.stop.send(true);
        let links: Vec<_> = self.app.hall().links.values().cloned().collect();
        let text = crate::message::write(&serde_json::json!({
            "type": "bye", "code": "stopping", "text": "the server stops; come back in a moment"
        }));
        links.iter().for_each(|link| link.send_last(text.clone()));
        self.app.hall().sockets.values().for_each(Link::close);
        let gone = async {
            while !self.app.is_deserted() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            self.done.await
        };
        let _ = tokio::time::timeout(STOPPING, gone).await;
    }
}

async fn sweep(app: Arc<App>, mut stopping: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(SWEEP) => {}
            _ = stopping.changed() => return,
        }
        app.gate.sweep();
        // Figures that nobody asks for must not pile up.
        crate::api::metrics_recorder().run_upkeep();
        let (swept, waiting) = {
            let mut hall = app.hall();
            (hall.lobby.sweep(), hall.lobby.waiting())
        };
        metrics::gauge!("bout_queue_length").set(crate::gate::figure(waiting));
        for account in swept {
            if let Err(error) = app.store.write(move |kept| kept.queue_remove(&account)).await {
                tracing::warn!(%error, "a place in a queue was not given up");
            }
        }
    }
}

async fn accept(
    app: Arc<App>,
    listener: Listener,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => return,
        };
        tokio::spawn(serve(Arc::clone(&app), stream, peer, router.clone()));
    }
}

async fn serve(app: Arc<App>, stream: Stream, peer: Peer, router: Router) {
    let forwarded = app.settings.forwarded;
    let service = service_fn(move |mut request: Request<hyper::body::Incoming>| {
        // A proxy may use one connection for several players.
        let told = forwarded.then(|| Peer::forwarded(request.headers())).flatten();
        request.extensions_mut().insert(ConnectInfo(told.unwrap_or(peer)));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.settings.limits.head)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::debug!(%peer, %error, "a connection has ended");
    }
}
