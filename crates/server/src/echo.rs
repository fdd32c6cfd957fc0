//! A plain echo on sockets: what the frames alone cost, to measure the match server against.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;

use crate::Address;
use crate::accept::Listener;

/// Listens there and sends every text back; gives the address.
pub async fn start(listen: &Address) -> std::io::Result<Address> {
    let (listener, address) = Listener::bind(listen).await?;
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
