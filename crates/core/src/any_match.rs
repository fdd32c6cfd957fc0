//! A running match behind a dyn-safe door that speaks JSON.

#![warn(clippy::indexing_slicing)]

use std::any::Any;
use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;

use crate::{
    Digest, Input, Millis, Named, Outcome, Record, Refusal, Replay, ScriptError, Seat, SeatSet,
    Seed, Viewer,
};

/// What came of an accepted input.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The number of the first entry that came of it; what it told is asked for by this number.
    pub from: u64,
    /// The number of the last entry.
    pub seq: u64,
    /// Whether `advance` stopped before its time, because too many deadlines had come or because who
    /// looked at each broke off.
    pub more: bool,
}

/// Why an input did not enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The stable code.
    pub code: &'static str,
    /// English, for people.
    pub text: String,
    /// Whether the rules took note of the attempt; the entry `Heard` has been written.
    pub heard: bool,
}

impl<R: Named> From<Refusal<R>> for Refused {
    fn from(refusal: Refusal<R>) -> Self {
        Refused { code: refusal.name(), text: refusal.text().to_owned(), heard: false }
    }
}

impl<R: Named> From<ScriptError<R>> for Refused {
    fn from(error: ScriptError<R>) -> Self {
        match error {
            ScriptError::Refused(refusal) => refusal.into(),
            ScriptError::Luck(mismatch) => {
                Refused { code: "luck_mismatch", text: mismatch.to_string(), heard: false }
            }
        }
    }
}

/// Something a screen may offer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// The action.
    pub action: Value,
    /// Why it is not possible now; null where it is.
    pub code: Option<&'static str>,
    /// The same for people.
    pub text: Option<Cow<'static, str>>,
}

/// One result of a previewed action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// How likely it is.
    pub odds: f64,
    /// The events the seat would be told.
    pub events: Vec<Value>,
    /// Its view afterwards.
    pub view: Value,
}

/// What an action may lead to, likeliest first; at least one result.
#[derive(Clone, Debug, PartialEq)]
pub struct Previewed {
    /// The distinct results.
    pub results: Vec<Chance>,
    /// Whether the odds are exact; else they are sampled.
    pub exact: bool,
}

/// A running match that speaks JSON.
pub trait AnyMatch: Send {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// How many play.
    fn seats(&self) -> u8;
    /// The seats at which people can sit.
    fn people(&self) -> SeatSet;
    /// Whether somebody may direct the match from the host's seat.
    fn host_is_open(&self) -> bool;
    /// Why the match cannot be played though the rules let it begin; a host offers it to nobody.
    fn unplayable(&self) -> Option<String>;
    /// The host's time for this match.
    fn now(&self) -> Millis;
    /// The number of the last entry.
    fn seq(&self) -> u64;
    /// How often the phase has changed, hops into the same one counted.
    fn hops(&self) -> u64;
    /// The phase's name.
    fn phase(&self) -> &'static str;
    /// Who is waited for; for the host only.
    fn to_act(&self) -> SeatSet;
    /// Seats the rules have handed to a computer player.
    fn autopilot(&self) -> SeatSet;
    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// When the next timer fires.
    fn next_deadline(&self) -> Option<Millis>;
    /// The running timers with their deadlines.
    fn deadlines(&self) -> Vec<(Value, Millis)>;
    /// How long the rules wait for the player of this seat, who is disconnected.
    fn waits_until(&self, seat: Seat) -> Option<Millis>;

    /// The one door. A refusal changes nothing, but for the entry `Heard` where the rules want it.
    fn submit(
        &mut self,
        at: Millis,
        input: &Input<Value>,
        luck: Option<&[u32]>,
        id: Option<u64>,
    ) -> Result<Done, Refused>;
    /// Fires every deadline up to and including `to`, then sets the time: for a host that looks in
    /// between; it is late if it missed a moment to look.
    fn advance(&mut self, to: Millis) -> Result<Done, Refused>;
    /// The same for a host that sleeps until the next deadline, and is late if it missed that; `each`
    /// looks at the table after every entry, and may break off there.
    fn advance_each(
        &mut self,
        to: Millis,
        each: &mut dyn FnMut(&dyn AnyMatch) -> ControlFlow<()>,
    ) -> Result<Done, Refused>;

    /// Whether an action would be accepted now.
    fn check(&self, seat: Seat, action: &Value) -> Result<(), Refused>;
    /// The seat's legal actions.
    fn legal(&self, seat: Seat) -> Vec<Value>;
    /// The game's idle action, if it is all that the seat can do.
    fn idle_action(&self, seat: Seat) -> Option<Value>;
    /// What a screen should offer the seat.
    fn options(&self, seat: Seat) -> Vec<Offer>;
    /// A dry run as the seat would see it.
    fn preview(
        &self,
        seat: Seat,
        action: &Value,
        luck: Option<&[u32]>,
    ) -> Result<Previewed, Refused>;
    /// Config and seed of the match that decides this one, which ended without a winner after
    /// `played` matches of the series.
    fn tie_break(&self, played: u32) -> Option<(Value, Seed)>;
    /// Whether an action leaves the question that is open for its seat.
    fn is_draft(&self, action: &Value) -> bool;
    /// Who starts a match that waits for it, and by which action.
    fn start_action(&self) -> Option<(Seat, Value)>;
    /// The action with which a seat gives up.
    fn concession(&self) -> Option<Value>;
    /// All that a viewer knows.
    fn view(&self, viewer: Viewer) -> Value;
    /// What a viewer was told from this entry on, with the numbers of the entries.
    fn events(&self, viewer: Viewer, from: u64) -> Vec<(u64, Value)>;
    /// Appends the JSON of a viewer's view.
    fn write_view(&self, viewer: Viewer, out: &mut Vec<u8>);
    /// Appends the JSON of the seat's legal actions.
    fn write_legal(&self, seat: Seat, out: &mut Vec<u8>);
    /// Appends the JSON of the running timers with their deadlines.
    fn write_deadlines(&self, out: &mut Vec<u8>);
    /// Appends the JSON of what a viewer was told from this entry on; says whether it is anything.
    fn write_events(&self, viewer: Viewer, from: u64, out: &mut Vec<u8>) -> bool;
    /// The complete state.
    fn state(&self) -> Value;
    /// The state's fingerprint.
    fn digest(&self) -> Digest;
    /// The entries after number `after`, as they stand in the log.
    fn records(&self, after: u64) -> &[Record];
    /// Drops entries and events up to this number, for a host that has stored them; later entries
    /// are chained to them all the same.
    fn forget(&mut self, seq: u64);
    /// The match as a replay file, as far as its entries are not forgotten.
    fn replay(&self) -> Replay;
    /// Says who sits where, for the replay file; before the first entry.
    fn set_names(&mut self, names: Vec<String>);
    /// The typed table, for those who know the game.
    fn as_any(&self) -> &dyn Any;
}
