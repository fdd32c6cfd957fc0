//! The clocks of matches.

use std::time::{Duration, Instant};

use bout_core::Millis;
use bout_store::HostClock;

pub use bout_store::unix_ms;

/// The clock of one match: runs with the host's clock, or stands.
#[derive(Clone)]
pub struct MatchClock {
    host: HostClock,
    at: Millis,
    /// What the host's clock showed when it began to run.
    since: Option<Duration>,
    /// The wall clock at that moment, in Unix milliseconds, less what the host's clock had left out.
    wall: i64,
}

impl MatchClock {
    /// A clock that stands at this moment.
    pub fn held(host: &HostClock, at: Millis) -> Self {
        MatchClock { host: host.clone(), at, since: None, wall: 0 }
    }

    /// A clock that shows this time now, and runs.
    pub fn running(host: &HostClock, at: Millis) -> Self {
        let wall = unix_ms() - ms(host.missed());
        MatchClock { host: host.clone(), at, since: Some(host.now()), wall }
    }

    /// Lets it run from now on.
    pub fn release(&mut self) {
        if self.is_held() {
            *self = MatchClock::running(&self.host, self.at);
        }
    }

    /// Whether it stands.
    pub fn is_held(&self) -> bool {
        self.since.is_none()
    }

    /// The match's time.
    pub fn now(&self) -> Millis {
        let passed =
            self.since.map_or(0, |since| self.host.now().saturating_sub(since).as_millis());
        self.at + u64::try_from(passed).unwrap_or(u64::MAX)
    }

    /// The moment at which it showed zero, in Unix milliseconds: the same as long as it runs and the
    /// host's clock leaves nothing out.
    pub fn origin(&self) -> i64 {
        let wall = if self.is_held() { unix_ms() } else { self.wall + ms(self.host.missed()) };
        wall - i64::try_from(self.at.0).unwrap_or(0)
    }

    /// The instant at which it will show this time; none while it or the host's clock stands.
    pub fn instant(&self, at: Millis) -> Option<Instant> {
        let since = self.since.filter(|_| !self.host.stands())?;
        instant(&self.host, since + Duration::from_millis(at.since(self.at)))
    }

    /// Where it stands, for whoever takes the match up: its time, and the host's if it runs.
    pub fn kept(&self) -> bout_store::Clock {
        let wall = self.since.map(|_| self.host.now_ms());
        bout_store::Clock { wall, at: i64::try_from(self.now().0).unwrap_or(i64::MAX) }
    }
}

/// The instant at which the host's clock will show this.
pub fn instant(host: &HostClock, at: Duration) -> Option<Instant> {
    Instant::now().checked_add(at.saturating_sub(host.now()))
}

fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
