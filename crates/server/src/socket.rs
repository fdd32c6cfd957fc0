//! One socket: reads, writes, pings, and ends.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use governor::DefaultDirectRateLimiter;
use tokio::time::{sleep_until, timeout};

use crate::App;
use crate::gate::{self, Pass};
use crate::link::{Link, Outgoing, OutgoingBatch};
use crate::peer::Peer;
use crate::websocket::{CloseCode, Message, WebSocket};

/// How long the other side has to notice that a socket is closed.
const CLOSING: Duration = Duration::from_secs(1);

/// One side of a conversation: what is said over a socket, in whichever protocol.
pub trait Party: Send {
    /// Takes a message.
    fn hear(&mut self, text: &str) -> impl Future<Output = ControlFlow<()>> + Send;
    /// Something arrived that is no message: binary, or too long.
    fn baffled(&mut self, text: &str);
    /// More arrived than is allowed; the message, if it is one.
    fn flooded(&mut self, text: Option<&str>);
    /// What is said to a socket that does not stop sending too much.
    fn farewell(&self) -> String;
    /// The socket is gone.
    fn leave(&mut self) -> impl Future<Output = ()> + Send;
}

/// What a socket may do.
pub struct Manners {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Messages a second, and at once. Pings of the client count too.
    pub messages: DefaultDirectRateLimiter,
    /// How many messages beyond that are answered within a minute before the socket is closed.
    pub excess: u32,
    /// How often it is pinged.
    pub ping: Duration,
    /// How long it may say nothing at all.
    pub idle: Duration,
    /// How long one write may take.
    pub write: Duration,
}

impl Manners {
    /// Those of the settings.
    pub fn of(app: &App) -> Self {
        let limits = &app.settings.limits;
        Manners {
            message_bytes: limits.message_bytes,
            messages: gate::messages(limits.messages_per_second, limits.message_burst),
            excess: limits.message_excess,
            ping: limits.ping,
            idle: limits.idle,
            write: limits.write,
        }
    }
}

/// Holds a conversation until one side ends it.
pub async fn converse<P: Party>(
    mut socket: WebSocket,
    manners: Manners,
    party: impl FnOnce(Link) -> P,
    (app, peer, pass): (Arc<App>, Peer, Pass),
) {
    let (link, mut out) = Link::new(app.settings.limits.waiting_frames);
    app.hall().sockets.insert(link.id(), link.clone());
    let mut party = party(link.clone());
    // A server that was paused must not think that its players were silent.
    let clock = app.store.clock().clone();
    let (mut heard, mut excess) = (clock.awake(), Excess::default());
    let mut code = CloseCode::Normal;
    let mut ping_at = first_ping(&manners, &link);
    let mut look = Box::pin(sleep_until(ping_at.into()));
    loop {
        tokio::select! {
            biased;
            batch = out.next() => {
                let sending = send_all(&mut socket, batch, &mut out);
                if !matches!(in_time(manners.write, sending).await, Some(ControlFlow::Continue(()))) {
                    code = CloseCode::Policy;
                    break;
                }
            }
            message = socket.read() => {
                let message = match message {
                    Ok(message) => message,
                    Err(why) => {
                        code = why;
                        break;
                    }
                };
                heard = clock.awake();
                let taken = take(&mut party, message, &manners, (&mut excess, &app, peer));
                if taken.await.is_break() {
                    break;
                }
                if excess.count > manners.excess {
                    app.gate.note_hit("floods", peer);
                    link.send_last(party.farewell(), CloseCode::Policy);
                }
            }
            () = &mut look => {
                let now = Instant::now();
                let idle = clock.awake().saturating_sub(heard);
                if idle >= manners.idle {
                    code = CloseCode::Away;
                    break;
                }
                if ping_at <= now {
                    ping_at = now + manners.ping;
                    if !matches!(timeout(manners.write, socket.ping()).await, Ok(Ok(()))) {
                        break;
                    }
                }
                look.as_mut().reset(ping_at.min(now + manners.idle.saturating_sub(idle)).into());
            }
        }
    }
    Box::pin(party.leave()).await;
    app.hall().sockets.remove(&link.id());
    drop(pass);
    Box::pin(close(socket, out, code, manners.write)).await;
    tracing::debug!(%peer, "a socket has ended");
}

/// Spread out, so that a thousand sockets do not ping at the same moment.
fn first_ping(manners: &Manners, link: &Link) -> Instant {
    let jitter = Duration::from_millis(link.id() % 1000);
    Instant::now() + manners.ping.saturating_sub(jitter / 4)
}

/// Says the last word, and why the connection ends.
async fn close(mut socket: WebSocket, mut out: Outgoing, code: CloseCode, most: Duration) {
    if let Some(batch) = out.take()
        && timeout(most, send_all(&mut socket, batch, &mut out)).await.is_err()
    {
        return;
    }
    let _ = timeout(most, socket.close(out.close_code().unwrap_or(code))).await;
    let _ = timeout(CLOSING, socket.drain()).await;
}

/// Waits for something, but no longer than this; what is done at once needs no clock.
async fn in_time<T>(most: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = std::pin::pin!(work);
    match poll_fn(|cx| Poll::Ready(work.as_mut().poll(cx))).await {
        Poll::Ready(done) => Some(done),
        Poll::Pending => timeout(most, work).await.ok(),
    }
}

/// Sends what waits with one write.
async fn send_all(
    socket: &mut WebSocket,
    batch: OutgoingBatch,
    out: &mut Outgoing,
) -> ControlFlow<()> {
    let OutgoingBatch { texts, last } = batch;
    let written = socket.write(&texts).await;
    out.reuse(texts);
    match written {
        Ok(()) if !last => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

/// What a socket sent beyond what it may, within a minute.
#[derive(Default)]
struct Excess {
    count: u32,
    since: Option<Instant>,
}

impl Excess {
    fn note(&mut self) {
        if self.since.is_none_or(|since| since.elapsed() > Duration::from_mins(1)) {
            *self = Excess { count: 0, since: Some(Instant::now()) };
        }
        self.count += 1;
    }
}

async fn take<P: Party>(
    party: &mut P,
    message: Message,
    manners: &Manners,
    (excess, app, peer): (&mut Excess, &App, Peer),
) -> ControlFlow<()> {
    let allowed = manners.messages.check().is_ok();
    if !allowed {
        app.gate.note_hit("messages", peer);
        excess.note();
    }
    let text = match message {
        Message::Text(text) => Some(text),
        Message::Binary(_) => None,
        Message::Close(_) => return ControlFlow::Break(()),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {
            return ControlFlow::Continue(());
        }
    };
    if !allowed {
        party.flooded(text.as_deref().filter(|text| text.len() <= manners.message_bytes));
        return ControlFlow::Continue(());
    }
    let Some(text) = text else {
        party.baffled("a binary frame");
        return ControlFlow::Continue(());
    };
    if text.len() > manners.message_bytes {
        party.baffled("a message that is too long");
        return ControlFlow::Continue(());
    }
    party.hear(&text).await
}
