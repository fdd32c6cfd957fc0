//! A plain echo on sockets: what the frames alone cost, to measure the match server against.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use tokio::net::TcpListener;

/// Listens on a free port of the loopback and sends every text back; gives the address.
pub async fn start() -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let upgrade = |upgrade: WebSocketUpgrade| async move { upgrade.on_upgrade(echo) };
    let router = Router::new().route("/ws", get(upgrade));
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the echo has stopped");
        }
    });
    Ok(address)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if let Message::Text(_) = message
            && socket.send(message).await.is_err()
        {
            return;
        }
    }
}
