//! The clock of the host: it counts only time in which the host could serve its players.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// How often somebody reads the clock at least: the thread that keeps the beat does.
pub(crate) const BEAT: Duration = Duration::from_millis(20);
/// A longer gap between two readings means that the whole process stood still.
const GAP: Duration = Duration::from_millis(250);

/// Counts the time that the host lived through, over restarts. It leaves out:
/// - time between a crash and the next start;
/// - time in which the system paused the process or the machine;
/// - time in which the store could not be written.
///
/// Wall clocks that jump do not touch it. Clones share one clock.
#[derive(Clone)]
pub struct HostClock(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    /// Counts how often the clock has left out time.
    set_back: watch::Sender<u64>,
}

struct State {
    read: Instant,
    lived: Duration,
    awake: Duration,
    missed: Duration,
    stands: bool,
}

impl HostClock {
    /// A clock that goes on from this reading, in milliseconds.
    pub(crate) fn from_ms(ms: i64) -> Self {
        let lived = Duration::from_millis(u64::try_from(ms).unwrap_or(0));
        let (awake, missed) = (Duration::ZERO, Duration::ZERO);
        let state = State { read: Instant::now(), lived, awake, missed, stands: false };
        HostClock(Arc::new(Inner { state: Mutex::new(state), set_back: watch::Sender::new(0) }))
    }

    /// The time now.
    pub fn now(&self) -> Duration {
        self.read();
        self.state().lived
    }

    /// How long this process was awake; goes on also while the store cannot be written.
    pub fn awake(&self) -> Duration {
        self.read();
        self.state().awake
    }

    /// The same in milliseconds.
    pub fn now_ms(&self) -> i64 {
        i64::try_from(self.now().as_millis()).unwrap_or(i64::MAX)
    }

    /// How much time this process has left out so far.
    pub fn missed(&self) -> Duration {
        self.read();
        self.state().missed
    }

    /// Whether it stands now because nothing can be written.
    pub fn stands(&self) -> bool {
        self.state().stands
    }

    /// Changes whenever time was left out: what players were told of their clocks is no longer true.
    pub fn set_backs(&self) -> watch::Receiver<u64> {
        self.0.set_back.subscribe()
    }

    /// Stops the clock, or lets it go on.
    pub(crate) fn set_standing(&self, stands: bool) {
        self.read();
        let before = std::mem::replace(&mut self.state().stands, stands);
        if before && !stands {
            self.0.set_back.send_modify(|count| *count += 1);
        }
    }

    /// Counts the time since the last reading.
    fn read(&self) {
        let mut state = self.state();
        let now = Instant::now();
        let passed = now.saturating_duration_since(state.read);
        state.read = now;
        let paused = passed > GAP;
        let awake = if paused { BEAT } else { passed };
        let lived = if state.stands { Duration::ZERO } else { awake };
        state.awake += awake;
        state.lived += lived;
        state.missed += passed.saturating_sub(lived);
        let tell = paused && !state.stands;
        drop(state);
        if tell {
            tracing::warn!(ms = passed.as_millis(), "the process was paused; nobody loses time");
            self.0.set_back.send_modify(|count| *count += 1);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(clock: &HostClock, time: Duration) {
        let mut state = clock.state();
        state.read = state.read.checked_sub(time).unwrap();
    }

    #[test]
    fn it_leaves_out_a_pause_of_the_process_and_of_the_store() {
        let clock = HostClock::from_ms(1_000);
        let news = clock.set_backs();
        pass(&clock, Duration::from_millis(200));
        assert!((1_200..1_240).contains(&clock.now_ms()), "{}", clock.now_ms());
        pass(&clock, Duration::from_hours(1));
        assert!((1_220..1_300).contains(&clock.now_ms()), "{}", clock.now_ms());
        assert!(news.has_changed().unwrap() && clock.missed() > Duration::from_mins(59));
        let before = clock.now_ms();
        clock.set_standing(true);
        pass(&clock, Duration::from_millis(200));
        assert!(clock.now_ms() - before < 50 && clock.stands());
        clock.set_standing(false);
        pass(&clock, Duration::from_millis(200));
        assert!((200..250).contains(&(clock.now_ms() - before)));
    }
}
