//! The Orcain dialect: the game's own messages, economy and sessions, as a thin adapter on the same
//! matches.

mod journal;
mod sessions;
mod talk;
mod voice;

use std::time::Duration;

use crate::gate;
use crate::socket::Manners;

pub(crate) use journal::{Journal, log_settled};
pub(crate) use sessions::Sessions;
pub(crate) use talk::{Talk, error};
pub(crate) use voice::Voice;

/// The dialect's own limits: its document sets them.
pub(crate) fn manners() -> Manners {
    Manners {
        message_bytes: 4096,
        messages: gate::messages(20, 40),
        excess: 400,
        ping: Duration::from_secs(10),
        idle: Duration::from_secs(20),
        write: Duration::from_secs(10),
    }
}
