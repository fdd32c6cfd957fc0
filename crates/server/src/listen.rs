//! The door: connections, time limits, and a graceful end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
use crate::websocket::CloseCode;
use crate::{Address, App};

/// How often what is no longer needed is thrown away.
const SWEEP: Duration = Duration::from_secs(5);
/// How often addresses that count no longer are removed.
const FORGET: Duration = Duration::from_hours(1);
/// How long a stopping server waits for its matches and sockets.
const STOPPING: Duration = Duration::from_secs(5);

/// A server that accepts connections.
pub struct Server {
    /// Where it listens.
    pub address: Address,
    /// Where it serves its metrics, if it does.
    pub metrics: Option<SocketAddr>,
    app: Arc<App>,
    stop: watch::Sender<bool>,
    done: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Takes up what was left, then opens the door.
    pub async fn start(app: Arc<App>) -> Result<Server, String> {
        let taken = app.restore().await.map_err(|error| error.to_string())?;
        if taken > 0 {
            tracing::info!(taken, "unfinished matches are taken over");
        }
        let listen = &app.settings.listen;
        let bound = Listener::bind(listen).await;
        let (listener, address) =
            bound.map_err(|error| format!("cannot listen on {listen}: {error}"))?;
        let (stop, stopping) = watch::channel(false);
        let router = crate::api::router(Arc::clone(&app));
        crate::figures::begin(app.all_rules().map(bout_core::AnyGame::id));
        let metrics = serve_metrics(&app, stopping.clone()).await?;
        tokio::spawn(sweep(Arc::clone(&app), stopping.clone()));
        let (keeping, mut end) = (crate::retention::run(Arc::clone(&app)), stopping.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = keeping => {}
                _ = end.changed() => {}
            }
        });
        let (version, store) = (env!("CARGO_PKG_VERSION"), app.store.kind());
        let metrics_at = metrics.map(tracing::field::display);
        tracing::info!(version, store, listen = %address, metrics = metrics_at, "ready");
        let done = tokio::spawn(accept(Arc::clone(&app), listener, router, stopping));
        Ok(Server { address, metrics, app, stop, done })
    }

    /// Lets no new match begin.
    pub fn drain(&self) {
        tracing::info!("draining: no match begins any more");
        self.app.drain();
    }

    /// Waits until the last running match is over.
    pub async fn is_drained(&self) {
        while !(self.app.is_draining() && self.app.is_drained()) {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Waits until another server has taken the store over.
    pub async fn is_replaced(&self) {
        while !self.app.store.has_rival() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
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
        links.iter().for_each(|link| link.send_last(text.clone(), CloseCode::Away));
        self.app.hall().sockets.values().for_each(|link| link.close(CloseCode::Away));
        let gone = async {
            while !self.app.is_deserted() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            self.done.await
        };
        let in_time = tokio::time::timeout(STOPPING, gone).await.is_ok();
        tracing::info!(in_time, "stopped");
        if let Err(error) = self.app.store.settle().await {
            tracing::warn!(%error, "the write-ahead log stays beside the database");
        }
    }
}

/// Serves the metrics on an address of their own; gives it.
async fn serve_metrics(
    app: &Arc<App>,
    mut stopping: watch::Receiver<bool>,
) -> Result<Option<SocketAddr>, String> {
    let Some(wanted) = app.settings.metrics else { return Ok(None) };
    let failed = |error: std::io::Error| format!("cannot serve metrics on {wanted}: {error}");
    let listener = tokio::net::TcpListener::bind(wanted).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let router = crate::figures::router(Arc::clone(app));
    let stopped = async move {
        let _ = stopping.changed().await;
    };
    tokio::spawn(axum::serve(listener, router).with_graceful_shutdown(stopped).into_future());
    Ok(Some(address))
}

async fn sweep(app: Arc<App>, mut stopping: watch::Receiver<bool>) {
    let mut forgotten: Option<Instant> = None;
    loop {
        tokio::select! {
            () = tokio::time::sleep(SWEEP) => {}
            _ = stopping.changed() => return,
        }
        app.gate.sweep();
        if forgotten.is_none_or(|last| last.elapsed() > FORGET) {
            forgotten = Some(Instant::now());
            if let Err(error) = app.forget_addresses().await {
                tracing::warn!(%error, "old addresses were not removed");
            }
        }
        // Figures that nobody asks for must not pile up.
        crate::figures::metrics_recorder().run_upkeep();
        let (swept, waiting, queues, expired) = {
            let lobby = &mut app.hall().lobby;
            let swept = lobby.queues.sweep();
            let expired = lobby.tables.expire(app.settings.limits.table_age);
            (swept, lobby.queues.len(), lobby.queues.waited_for(), expired)
        };
        metrics::gauge!("bout_queue_length").set(crate::gate::figure(waiting));
        app.tell_tables(expired);
        for queue in queues {
            // What could not be stored before is tried again.
            while !app.is_draining() && app.pair(&queue).await.is_some() {}
        }
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
        match app.gate.connections.take(peer) {
            Some(pass) => {
                let (app, router) = (Arc::clone(&app), router.clone());
                tokio::spawn(async move {
                    serve(app, stream, peer, router).await;
                    drop(pass);
                });
            }
            // Whoever holds too many is not even read.
            None => {
                app.gate.note_hit("connections", peer);
                drop(stream);
            }
        }
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
