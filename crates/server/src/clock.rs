//! The host's clocks.

use std::time::Instant;

use bout_core::Millis;

pub use bout_store::unix_ms;

/// The clock of one match: runs, or stands.
#[derive(Clone, Copy, Debug)]
pub struct MatchClock {
    at: Millis,
    since: Option<Instant>,
    /// The host's clock when it began to run, in Unix milliseconds.
    wall: i64,
}

impl MatchClock {
    /// A clock that stands at this moment.
    pub fn held(at: Millis) -> Self {
        MatchClock { at, since: None, wall: 0 }
    }

    /// A clock that showed this time at this instant, and runs.
    pub fn running(at: Millis, since: Instant) -> Self {
        let passed = i64::try_from(since.elapsed().as_millis()).unwrap_or(0);
        MatchClock { at, since: Some(since), wall: unix_ms() - passed }
    }

    /// Lets it run from now on.
    pub fn release(&mut self) {
        if self.is_held() {
            *self = MatchClock::running(self.at, Instant::now());
        }
    }

    /// Whether it stands.
    pub fn is_held(&self) -> bool {
        self.since.is_none()
    }

    /// The match's time.
    pub fn now(&self) -> Millis {
        let passed = self.since.map_or(0, |since| since.elapsed().as_millis());
        self.at + u64::try_from(passed).unwrap_or(u64::MAX)
    }

    /// The moment at which it showed zero, in Unix milliseconds: the same as long as it runs.
    pub fn origin(&self) -> i64 {
        let wall = if self.is_held() { unix_ms() } else { self.wall };
        wall - i64::try_from(self.at.0).unwrap_or(0)
    }

    /// The instant at which it will show this time; none while it stands.
    pub fn instant(&self, at: Millis) -> Option<Instant> {
        let ahead = std::time::Duration::from_millis(at.since(self.at));
        self.since.and_then(|since| since.checked_add(ahead))
    }
}
