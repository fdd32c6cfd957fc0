//! The Orcain dialect: the game's own messages, economy and sessions, as a thin adapter on the same
//! matches.

mod journal;
mod sessions;
mod talk;
mod voice;

use std::time::Duration;

use bout_core::{AnyMatch, Record, Seat};
use serde_json::Value;

use crate::dialect::{Dialect, Journal, Scene};
use crate::gate;
use crate::room::Room;
use crate::settings::Settings;
use crate::socket::Manners;
use crate::websocket::Bytes;
use voice::Voice;

pub(crate) use sessions::Sessions;
pub(crate) use talk::{OrcainTalk, error};

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

pub(crate) use journal::log_stakes;

/// The dialect of the game's own rules document.
pub(crate) struct Orcain;

impl Dialect for Orcain {
    /// As long as for all of them.
    fn first_wait(&self, settings: &Settings) -> Duration {
        settings.grace
    }

    fn waits_from_first(&self) -> bool {
        false
    }

    fn voids_deserted(&self) -> bool {
        true
    }

    /// The dialect's messages have no numbers; drafts decide nothing.
    fn is_decision(&self, _record: &Record, action: &Value, _concession: Option<&Value>) -> bool {
        action["type"] == "confirm"
    }

    fn journal(&self, room: &Room, table: &dyn AnyMatch) -> Option<Box<dyn Journal>> {
        Some(Box::new(journal::Lines::new(room, table)))
    }

    fn told(&self, scene: &Scene<'_>, seat: Seat, events: &[u8]) -> Option<Vec<Bytes>> {
        Some(Voice::new(scene).told(seat, events))
    }

    fn greeting(&self, scene: &Scene<'_>, seat: Seat, first: bool) -> Option<Vec<Bytes>> {
        let voice = Voice::new(scene);
        Some(if first { voice.begun(seat) } else { voice.attached(seat) })
    }

    fn sync(&self, scene: &Scene<'_>, seat: Seat) -> Option<Bytes> {
        Some(Voice::new(scene).sync_state(seat))
    }

    fn ended(&self, scene: &Scene<'_>, seat: Seat, paid: &[(String, i64)]) -> Option<Bytes> {
        Some(Voice::new(scene).ended(seat, paid))
    }
}
