//! The threads that keep the host's clock going and note in the store that the host is alive. Neither
//! waits for a commit.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::HostClock;
use crate::backend::Kept;
use crate::health::Health;
use crate::host_clock::BEAT;

/// How long to wait after a beat that could not be kept.
const AFTER_FAILURE: Duration = Duration::from_millis(200);

/// Keeps the host's beat where it outlives the process.
pub(crate) trait Pulse: Send {
    /// Notes what the host's clock shows.
    fn beat(&mut self, at: i64) -> Kept<()>;
    /// Whether another host has taken this one's place.
    fn has_rival(&self) -> bool {
        false
    }
}

/// The threads run until this is dropped.
#[derive(Clone)]
pub(crate) struct Beating {
    _ticking: SyncSender<()>,
    _beating: SyncSender<()>,
}

impl Beating {
    pub fn start(pulse: Box<dyn Pulse>, clock: &HostClock, health: &Health) -> Beating {
        let (ticking, until) = sync_channel(0);
        let (ticks, seen) = (clock.clone(), health.clone());
        thread::spawn(move || tick(&ticks, &seen, &until));
        let (beating, until) = sync_channel(0);
        let (beats, seen) = (clock.clone(), health.clone());
        thread::spawn(move || beat(pulse, &beats, &seen, &until));
        Beating { _ticking: ticking, _beating: beating }
    }
}

/// Asks the system to wake this thread soon on a busy machine; it needs next to no processor time.
/// Without the privilege nothing changes.
fn hurry() {
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), -20);
}

/// Reads the clock so often that a pause of the process shows.
fn tick(clock: &HostClock, health: &Health, until: &Receiver<()>) {
    hurry();
    while until.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
        // Nobody's time runs while no act can be kept.
        clock.set_standing(health.trouble().is_some());
    }
}

fn beat(mut pulse: Box<dyn Pulse>, clock: &HostClock, health: &Health, until: &Receiver<()>) {
    hurry();
    let (mut pause, mut failing) = (BEAT, false);
    while until.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let beaten = pulse.beat(clock.now_ms());
        health.set_rival(pulse.has_rival());
        if let Err(error) = &beaten
            && !failing
        {
            tracing::warn!(%error, "the host's beat was not kept");
        }
        failing = beaten.is_err();
        pause = if failing { AFTER_FAILURE } else { BEAT };
    }
}
