//! The other side of the socket: for load, for chaos, and for tests.

use axum::http::{HeaderValue, Request};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::Address;
use crate::stream::Stream;

/// A socket to a server.
pub struct Client {
    socket: WebSocketStream<Stream>,
}

impl Client {
    /// Connects to `/ws`, `/ws/orcain` or wherever sockets are.
    pub async fn connect(address: &Address, path: &str) -> Result<Client, String> {
        let url = format!("ws://{}{path}", address.host());
        let request = url.into_client_request().map_err(|error| error.to_string())?;
        Client::request(address, request).await
    }

    /// The same as a proxy does it for a player at this address.
    pub async fn connect_from(address: &Address, path: &str, from: &str) -> Result<Client, String> {
        let url = format!("ws://{}{path}", address.host());
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let from = HeaderValue::from_str(from).map_err(|error| error.to_string())?;
        request.headers_mut().insert("x-forwarded-for", from);
        Client::request(address, request).await
    }

    async fn request(address: &Address, request: Request<()>) -> Result<Client, String> {
        let stream = address.connect().await.map_err(|error| error.to_string())?;
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let shaken =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        let (socket, _) = shaken.map_err(|error| error.to_string())?;
        Ok(Client { socket })
    }

    /// Says something.
    pub async fn say(&mut self, message: &Value) -> Result<(), String> {
        self.say_text(message.to_string()).await
    }

    /// Says something that may be no message at all.
    pub async fn say_text(&mut self, text: String) -> Result<(), String> {
        self.socket.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// The next message as text; none when the socket is closed.
    pub async fn hear_text(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The next message; none when the socket is closed.
    pub async fn hear(&mut self) -> Option<Value> {
        serde_json::from_str(&self.hear_text().await?).ok()
    }

    /// The next message that fits; others are thrown away.
    pub async fn hear_until(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        loop {
            let message = self.hear().await?;
            if fits(&message) {
                return Some(message);
            }
        }
    }

    /// Says something and waits for the answer to its `id`.
    pub async fn ask(&mut self, message: &Value) -> Option<Value> {
        self.say(message).await.ok()?;
        let id = message["id"].clone();
        self.hear_until(|heard| heard["type"] == "answer" && heard["re"] == id).await
    }

    /// With which code the server ends the connection; whatever it says before is thrown away.
    pub async fn end(&mut self) -> Option<u16> {
        loop {
            if let Message::Close(frame) = self.socket.next().await?.ok()? {
                return frame.map(|frame| frame.code.into());
            }
        }
    }

    /// Ends the connection as a browser does.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }

    /// Anything at all, for those who misbehave.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), String> {
        self.socket.send(message).await.map_err(|error| error.to_string())
    }
}

/// One HTTP request; gives the status and the body.
pub async fn http(
    address: &Address,
    method: &str,
    path: &str,
    (token, body): (Option<&str>, Option<&Value>),
) -> Result<(u16, String), String> {
    http_from(address, method, path, (token, body), None).await
}

/// The same for somebody whom a proxy forwards.
pub async fn http_from(
    address: &Address,
    method: &str,
    path: &str,
    (token, body): (Option<&str>, Option<&Value>),
    from: Option<&str>,
) -> Result<(u16, String), String> {
    let body = body.map(ToString::to_string).unwrap_or_default();
    let bearer =
        token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let from = from.map(|from| format!("X-Forwarded-For: {from}\r\n")).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{bearer}{from}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        address.host(),
        body.len()
    );
    let io = |error: std::io::Error| error.to_string();
    let mut stream = address.connect().await.map_err(io)?;
    stream.write_all(request.as_bytes()).await.map_err(io)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(io)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no HTTP answer")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Ok((status.ok_or("no HTTP status")?, body))
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = after.get(..size).filter(|_| size > 0) else { break };
        whole.push_str(chunk);
        rest = after.get(size + 2..).unwrap_or_default();
    }
    whole
}

/// Makes a guest account; gives its token.
pub async fn guest(address: &Address) -> Result<String, String> {
    guest_from(address, None).await
}

/// The same for somebody whom a proxy forwards.
pub async fn guest_from(address: &Address, from: Option<&str>) -> Result<String, String> {
    let (status, body) = http_from(address, "POST", "/api/guests", (None, None), from).await?;
    let answer: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    match answer["token"].as_str() {
        Some(token) => Ok(token.to_owned()),
        None => Err(format!("no account: status {status}, {body}")),
    }
}
