//! Who may come in, and how often.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::Limits;
use crate::peer::Peer;

/// Counts sockets, and limits what one address may begin.
pub struct Gate {
    connects: DefaultKeyedRateLimiter<Peer>,
    guests: DefaultKeyedRateLimiter<Peer>,
    open: Arc<Mutex<Open>>,
    sockets: usize,
    per_address: usize,
}

#[derive(Default)]
struct Open {
    all: usize,
    by_peer: BTreeMap<Peer, usize>,
}

/// A socket's place; given back when it is dropped.
pub struct Pass {
    open: Arc<Mutex<Open>>,
    peer: Peer,
}

fn quota(per_minute: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN))
}

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: &Limits) -> Self {
        Gate {
            connects: RateLimiter::keyed(quota(limits.connects_per_minute)),
            guests: RateLimiter::keyed(quota(limits.guests_per_minute)),
            open: Arc::default(),
            sockets: limits.sockets,
            per_address: limits.sockets_per_address,
        }
    }

    /// Lets a socket in, or says which limit it meets.
    pub fn enter(&self, peer: Peer) -> Result<Pass, &'static str> {
        if self.connects.check_key(&peer).is_err() {
            return Err("rate_limited");
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let here = open.by_peer.get(&peer).copied().unwrap_or(0);
        if open.all >= self.sockets || here >= self.per_address {
            return Err("too_many_sockets");
        }
        open.all += 1;
        open.by_peer.insert(peer, here + 1);
        metrics::gauge!("bout_sockets").set(figure(open.all));
        Ok(Pass { open: Arc::clone(&self.open), peer })
    }

    /// Whether this address may make another account now.
    pub fn may_make_account(&self, peer: Peer) -> bool {
        self.guests.check_key(&peer).is_ok()
    }

    /// Forgets addresses that have not been seen for long.
    pub fn sweep(&self) {
        self.connects.retain_recent();
        self.guests.retain_recent();
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        metrics::gauge!("bout_sockets").set(figure(open.all));
        if let Some(here) = open.by_peer.get_mut(&self.peer) {
            *here -= 1;
            if *here == 0 {
                open.by_peer.remove(&self.peer);
            }
        }
    }
}

/// Limits the messages of one socket.
pub fn messages(per_second: u32, burst: u32) -> DefaultDirectRateLimiter {
    let one = NonZeroU32::MIN;
    let quota = Quota::per_second(NonZeroU32::new(per_second).unwrap_or(one));
    RateLimiter::direct(quota.allow_burst(NonZeroU32::new(burst).unwrap_or(one)))
}

/// A count as a figure; counts here are far from where that loses anything.
#[allow(clippy::cast_precision_loss)]
pub fn figure(count: usize) -> f64 {
    count as f64
}
