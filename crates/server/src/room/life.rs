//! How far a match is, and what belongs to each stage of its life.

use std::time::{Duration, Instant};

use bout_core::Millis;

use super::{Reply, Stage};

/// The stages of a match on this host.
pub(super) enum Life {
    /// Its clock stands.
    Held(Hold),
    /// Its clock runs.
    Running,
    /// Its log cannot be written; the clock stood at this time.
    Stopped(Millis),
    /// It has ended, and stays for a while for those who want to play again.
    Over(Linger),
    /// Its task ends.
    Gone,
}

/// Why the clock of a match stands.
pub(super) enum Hold {
    /// It was taken up and waits for its players; both times by the host's clock.
    Players { since: Duration, until: Duration },
    /// Its players hand over their screen.
    Screen,
}

/// What an ended match still needs.
pub(super) struct Linger {
    pub since: Instant,
    pub stays: Duration,
    /// Who wants to play again.
    pub wishes: Vec<(String, Reply)>,
    /// Whether the wishes have changed.
    pub wished: bool,
}

impl Linger {
    pub fn new(stays: Duration) -> Self {
        Linger { since: Instant::now(), stays, wishes: Vec::new(), wished: false }
    }
}

impl Life {
    /// Whether the clock stands before the end.
    pub fn is_held(&self) -> bool {
        matches!(self, Life::Held(_))
    }

    /// Whether the match has ended.
    pub fn is_over(&self) -> bool {
        matches!(self, Life::Over(_))
    }

    /// Whether the task ends.
    pub fn is_gone(&self) -> bool {
        matches!(self, Life::Gone)
    }

    /// Where the clock stood when the log could no longer be written.
    pub fn stopped_at(&self) -> Option<Millis> {
        match self {
            Life::Stopped(at) => Some(*at),
            Life::Held(_) | Life::Running | Life::Over(_) | Life::Gone => None,
        }
    }

    /// The ended match's part.
    pub fn linger(&mut self) -> Option<&mut Linger> {
        match self {
            Life::Over(linger) => Some(linger),
            Life::Held(_) | Life::Running | Life::Stopped(_) | Life::Gone => None,
        }
    }

    /// What others on this host see of it.
    pub fn stage(&self) -> Stage {
        match self {
            Life::Held(_) | Life::Stopped(_) => Stage::Held,
            Life::Running => Stage::Running,
            Life::Over(_) | Life::Gone => Stage::Over,
        }
    }
}
