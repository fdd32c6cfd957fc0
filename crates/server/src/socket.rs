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
use crate::link::{Batch, Link, Outgoing};
use crate::peer::Peer;
use crate::wire::{Message, Wire};

/// One side of a conversation: what is said over a socket, in whichever protocol.
pub trait Party: Send {
    /// Takes a message.
    fn hear(&mut self, text: &str) -> impl Future<Output = ControlFlow<()>> + Send;
    /// Something arrived that is no message: binary, or too long.
    fn baffled(&mut self, text: &str);
    /// More arrived than is allowed; the message, if it is one.
    fn flooded(&mut self, text: Option<&str>);
    /// The socket is gone.
    fn leave(&mut self) -> impl Future<Output = ()> + Send;
}

/// What a socket may do.
pub struct Manners {
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Messages a second, and at once.
    pub messages: DefaultDirectRateLimiter,
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
            ping: limits.ping,
            idle: limits.idle,
            write: limits.write,
        }
    }
}

/// Holds a conversation until one side ends it.
pub async fn converse<P: Party>(
    mut wire: Wire,
    manners: Manners,
    party: impl FnOnce(Link) -> P,
    (app, peer, pass): (Arc<App>, Peer, Pass),
) {
    let (link, mut out) = Link::new(app.settings.limits.waiting_frames);
    app.hall().sockets.insert(link.id(), link.clone());
    let mut party = party(link.clone());
    let mut heard = Instant::now();
    // Spread out, so that a thousand sockets do not ping at the same moment.
    let jitter = Duration::from_millis(link.id() % 1000);
    let mut ping_at = Instant::now() + manners.ping.saturating_sub(jitter / 4);
    let mut look = Box::pin(sleep_until(ping_at.into()));
    loop {
        tokio::select! {
            biased;
            batch = out.next() => {
                let sending = send_all(&mut wire, batch, &mut out);
                if !matches!(in_time(manners.write, sending).await, Some(ControlFlow::Continue(()))) {
                    break;
                }
            }
            message = wire.read() => {
                let Some(message) = message else { break };
                heard = Instant::now();
                if take(&mut party, message, &manners).await.is_break() {
                    break;
                }
            }
            () = &mut look => {
                let now = Instant::now();
                if heard + manners.idle <= now {
                    break;
                }
                if ping_at <= now {
                    ping_at = now + manners.ping;
                    if !matches!(timeout(manners.write, wire.ping()).await, Ok(Ok(()))) {
                        break;
                    }
                }
                look.as_mut().reset(ping_at.min(heard + manners.idle).into());
            }
        }
    }
    Box::pin(party.leave()).await;
    app.hall().sockets.remove(&link.id());
    drop(pass);
    // The last word may still wait to be sent.
    if let Some(batch) = out.take()
        && timeout(manners.write, send_all(&mut wire, batch, &mut out)).await.is_err()
    {
        return;
    }
    let _ = timeout(manners.write, wire.close()).await;
    tracing::debug!(%peer, "a socket has ended");
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
async fn send_all(wire: &mut Wire, batch: Batch, out: &mut Outgoing) -> ControlFlow<()> {
    let Batch { texts, last } = batch;
    let written = wire.write(&texts).await;
    out.reuse(texts);
    match written {
        Ok(()) if !last => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

async fn take<P: Party>(party: &mut P, message: Message, manners: &Manners) -> ControlFlow<()> {
    let text = match message {
        Message::Text(text) => Some(text),
        Message::Binary(_) => None,
        Message::Close(_) => return ControlFlow::Break(()),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {
            return ControlFlow::Continue(());
        }
    };
    if manners.messages.check().is_err() {
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
