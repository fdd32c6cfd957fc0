//! Who may come in, how often, and how many at once.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::ServerLimits;
use crate::peer::Peer;

/// For how long wrong table codes are counted.
const WRONG_CODES_WINDOW: Duration = Duration::from_mins(1);

/// All that is limited per address or in total.
pub struct Gate {
    connects: DefaultKeyedRateLimiter<Peer>,
    guests: DefaultKeyedRateLimiter<Peer>,
    requests: DefaultKeyedRateLimiter<Peer>,
    opens: DefaultKeyedRateLimiter<Peer>,
    wrong_codes: Failures,
    sockets: Places,
    /// Connections that have not become sockets.
    pub connections: Places,
    /// Requests that are being answered.
    pub in_flight: Places,
    /// Replays that are being looked at.
    pub films: Places,
    /// Bytes of bodies that are being received.
    pub uploads: Places,
    /// Running matches, by the address of the first of their players.
    pub matches: Places,
    /// Bytes of the settings of matches, where they are large.
    pub settings: Places,
    previews: DefaultKeyedRateLimiter<Peer>,
    hits: Hits,
}

/// Counts what is there at once, in total and per address.
pub struct Places {
    taken: Arc<Mutex<Taken>>,
    most: usize,
    most_per_peer: usize,
    /// Shows the total among the metrics.
    gauge: Option<&'static str>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_peer: BTreeMap<Peer, usize>,
}

/// One place, or several; given back when it is dropped.
pub struct Pass {
    taken: Arc<Mutex<Taken>>,
    peer: Peer,
    places: usize,
    gauge: Option<&'static str>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn show(gauge: Option<&'static str>, count: usize) {
    if let Some(name) = gauge {
        metrics::gauge!(name).set(figure(count));
    }
}

impl Places {
    fn new(most: usize, most_per_peer: usize) -> Self {
        Places { taken: Arc::default(), most, most_per_peer, gauge: None }
    }

    /// Takes a place, if one is left for this address and in total.
    pub fn take(&self, peer: Peer) -> Option<Pass> {
        self.take_several(peer, 1)
    }

    /// The same for several places, all or none.
    pub fn take_several(&self, peer: Peer, places: usize) -> Option<Pass> {
        let mut taken = locked(&self.taken);
        let here = taken.by_peer.get(&peer).copied().unwrap_or(0);
        if taken.all + places > self.most || here + places > self.most_per_peer {
            return None;
        }
        taken.all += places;
        taken.by_peer.insert(peer, here + places);
        show(self.gauge, taken.all);
        Some(Pass { taken: Arc::clone(&self.taken), peer, places, gauge: self.gauge })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut taken = locked(&self.taken);
        taken.all -= self.places;
        show(self.gauge, taken.all);
        if let Some(here) = taken.by_peer.get_mut(&self.peer) {
            *here -= self.places;
            if *here == 0 {
                taken.by_peer.remove(&self.peer);
            }
        }
    }
}

/// Counts failures per address within a window of time.
struct Failures {
    most: u32,
    window: Duration,
    counts: Mutex<BTreeMap<Peer, (u32, Instant)>>,
}

impl Failures {
    fn new(most: u32, window: Duration) -> Self {
        Failures { most, window, counts: Mutex::default() }
    }

    fn may_try(&self, peer: Peer) -> bool {
        let counts = locked(&self.counts);
        counts
            .get(&peer)
            .is_none_or(|(count, since)| *count < self.most || since.elapsed() >= self.window)
    }

    fn note(&self, peer: Peer) {
        let mut counts = locked(&self.counts);
        let (count, since) = counts.entry(peer).or_insert_with(|| (0, Instant::now()));
        if since.elapsed() >= self.window {
            (*count, *since) = (0, Instant::now());
        }
        *count += 1;
    }

    fn sweep(&self) {
        locked(&self.counts).retain(|_, (_, since)| since.elapsed() < self.window);
    }
}

/// How often the log speaks of one limit.
const SPOKEN: Duration = Duration::from_secs(10);

/// Limits that were met: counted each time, and told in the log from time to time.
#[derive(Default)]
struct Hits(Mutex<BTreeMap<&'static str, (u64, Option<Instant>)>>);

impl Hits {
    fn note(&self, limit: &'static str, peer: Peer) {
        metrics::counter!("bout_refused_total", "limit" => limit).increment(1);
        let mut hits = locked(&self.0);
        let (count, told) = hits.entry(limit).or_default();
        *count += 1;
        if told.is_none_or(|told| told.elapsed() > SPOKEN) {
            *told = Some(Instant::now());
            let times = std::mem::take(count);
            tracing::info!(limit, times, last = %peer, "a limit was met");
        }
    }
}

fn per_minute(count: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN))
}

fn per_second(count: u32, burst: u32) -> Quota {
    let at_least_one = |count| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(at_least_one(count)).allow_burst(at_least_one(burst))
}

impl Gate {
    /// A gate with these limits. Behind a proxy every connection has the proxy's address, so that
    /// only their total is limited.
    pub fn new(limits: &ServerLimits, forwarded: bool) -> Self {
        let sockets = Places::new(limits.sockets, limits.sockets_per_address);
        let connections =
            if forwarded { limits.connections } else { limits.connections_per_address };
        Gate {
            connects: RateLimiter::keyed(per_minute(limits.connects_per_minute)),
            guests: RateLimiter::keyed(per_minute(limits.guests_per_minute)),
            requests: RateLimiter::keyed(per_second(
                limits.requests_per_second,
                limits.request_burst,
            )),
            opens: RateLimiter::keyed(per_minute(limits.opens_per_minute)),
            wrong_codes: Failures::new(limits.wrong_codes_per_minute, WRONG_CODES_WINDOW),
            sockets: Places { gauge: Some("bout_sockets"), ..sockets },
            connections: Places::new(limits.connections, connections),
            in_flight: Places::new(limits.requests, limits.requests_per_address),
            films: Places::new(limits.films, limits.films_per_address),
            uploads: Places::new(limits.upload_bytes, limits.upload_bytes_per_address),
            matches: Places::new(limits.matches, limits.matches_per_address),
            settings: Places::new(limits.setting_bytes, limits.setting_bytes_per_address),
            previews: RateLimiter::keyed(per_second(
                limits.previews_per_second,
                limits.preview_burst,
            )),
            hits: Hits::default(),
        }
    }

    /// Notes that somebody met a limit.
    pub fn note_hit(&self, limit: &'static str, peer: Peer) {
        self.hits.note(limit, peer);
    }

    /// Lets a socket in, or says which limit it meets.
    pub fn enter(&self, peer: Peer) -> Result<Pass, &'static str> {
        if self.connects.check_key(&peer).is_err() {
            self.hits.note("connects", peer);
            return Err("rate_limited");
        }
        let place = self.sockets.take(peer);
        place.ok_or_else(|| {
            self.hits.note("sockets", peer);
            "too_many_sockets"
        })
    }

    /// Whether this address may make another account now.
    pub fn may_make_account(&self, peer: Peer) -> bool {
        self.guests.check_key(&peer).is_ok()
    }

    /// Whether this address may make another request now.
    pub fn may_request(&self, peer: Peer) -> bool {
        self.requests.check_key(&peer).is_ok()
    }

    /// Whether this address may see another preview now.
    pub fn may_preview(&self, peer: Peer) -> bool {
        self.previews.check_key(&peer).is_ok()
    }

    /// Whether this address may open another table or match now.
    pub fn may_open(&self, peer: Peer) -> bool {
        self.opens.check_key(&peer).is_ok()
    }

    /// Whether this address may try another table code now.
    pub fn may_try_code(&self, peer: Peer) -> bool {
        self.wrong_codes.may_try(peer)
    }

    /// Notes that a table code from this address was wrong.
    pub fn note_wrong_code(&self, peer: Peer) {
        self.wrong_codes.note(peer);
    }

    /// Forgets addresses that have not been seen for long.
    pub fn sweep(&self) {
        self.connects.retain_recent();
        self.guests.retain_recent();
        self.requests.retain_recent();
        self.opens.retain_recent();
        self.previews.retain_recent();
        self.wrong_codes.sweep();
    }
}

/// Limits the messages of one socket.
pub fn messages(count: u32, burst: u32) -> DefaultDirectRateLimiter {
    RateLimiter::direct(per_second(count, burst))
}

/// A count as a figure; counts here are far from where that loses anything.
#[allow(clippy::cast_precision_loss)]
pub fn figure(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(last: u8) -> Peer {
        std::net::IpAddr::from([192, 0, 2, last]).into()
    }

    #[test]
    fn places_are_limited_per_address_and_in_total() {
        let places = Places::new(3, 2);
        let mine = [places.take(peer(1)), places.take(peer(1))];
        assert!(mine.iter().all(Option::is_some) && places.take(peer(1)).is_none());
        let other = places.take(peer(2));
        assert!(other.is_some() && places.take(peer(3)).is_none(), "three in total");
        drop(mine);
        assert!(places.take(peer(3)).is_some());
        assert_eq!(locked(&places.taken).by_peer.len(), 1, "only those who are there are kept");
    }

    #[test]
    fn several_places_are_taken_all_or_none() {
        let bytes = Places::new(100, 60);
        let large = bytes.take_several(peer(1), 50);
        assert!(large.is_some() && bytes.take_several(peer(1), 11).is_none(), "60 per address");
        assert!(bytes.take_several(peer(2), 51).is_none(), "100 in total");
        drop(large);
        assert!(bytes.take_several(peer(1), 60).is_some());
        assert_eq!(locked(&bytes.taken).all, 0);
    }

    #[test]
    fn failures_are_forgotten_after_their_window() {
        let failures = Failures::new(2, Duration::from_millis(30));
        failures.note(peer(1));
        assert!(failures.may_try(peer(1)));
        failures.note(peer(1));
        assert!(!failures.may_try(peer(1)) && failures.may_try(peer(2)));
        std::thread::sleep(Duration::from_millis(40));
        assert!(failures.may_try(peer(1)));
        failures.sweep();
        assert!(locked(&failures.counts).is_empty());
    }
}
