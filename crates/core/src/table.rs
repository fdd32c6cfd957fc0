//! Erased tables: a match behind a dyn-safe door that speaks JSON.

#![warn(clippy::indexing_slicing)]

use std::any::Any;
use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;

use crate::input::read_tagged;
use crate::json::write;
use crate::{
    Chances, Dice, Digest, Edge, FORMAT, Game, Input, Listed, Match, Millis, Named, Outcome,
    Preview, Record, Refusal, Replay, ScriptError, Seat, SeatSet, Seed, Signal, Sink, Start,
    Viewer,
};

/// A host tells a match that it woke up late only beyond this, so that a busy one does not fill
/// the log.
const CLOCK_TOLERANCE_MS: u64 = 200;
/// The most deadlines that one `advance` fires.
const ADVANCE_MAX: u32 = 10_000;

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
pub trait Table: Send {
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
    /// between, who is late if he missed a moment to look.
    fn advance(&mut self, to: Millis) -> Result<Done, Refused>;
    /// The same for a host that sleeps until the next deadline, who is late if he missed that; `each`
    /// looks at the table after every entry, and may break off there.
    fn advance_each(
        &mut self,
        to: Millis,
        each: &mut dyn FnMut(&dyn Table) -> ControlFlow<()>,
    ) -> Result<Done, Refused>;

    /// Whether an action would be accepted now.
    fn check(&self, seat: Seat, action: &Value) -> Result<(), Refused>;
    /// The seat's legal actions.
    fn legal(&self, seat: Seat) -> Vec<Value>;
    /// Whether passing is all that the seat can do.
    fn only_pass(&self, seat: Seat) -> bool;
    /// What a screen should offer the seat.
    fn options(&self, seat: Seat) -> Vec<Offer>;
    /// A dry run as the seat would see it.
    fn preview(
        &self,
        seat: Seat,
        action: &Value,
        luck: Option<&[u32]>,
    ) -> Result<Previewed, Refused>;
    /// The setting and seed of the match that decides this one, which ended without a winner after
    /// so many of its kind.
    fn follow_up(&self, played: u32) -> Option<(Value, Seed)>;
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

/// How a host keeps the time.
#[derive(Clone, Copy)]
enum Host {
    /// He looks in between.
    Looks,
    /// He sleeps until the next deadline.
    Sleeps,
}

/// A match with its log, hosted behind [`Table`].
pub struct Hosted<G: Listed> {
    live: Match<G>,
    /// The replay document without entries, as JSON: a config takes far less room as text.
    header: Box<str>,
    /// The hash to which the next entry is chained.
    link: String,
    records: Vec<Record>,
    told: Vec<(u64, G::Event)>,
    hops: u64,
}

impl<G: Listed> Hosted<G> {
    /// Hosts a match that stands at its beginning.
    pub(crate) fn new(
        live: Match<G>,
        config: &G::Config,
        start: Option<Start>,
        told: Vec<G::Event>,
    ) -> Self {
        let names = (0..live.game().seats()).map(|n| live.game().seat_name(Seat(n))).collect();
        let header = Replay {
            format: FORMAT.into(),
            game: G::ID.into(),
            rules_version: G::VERSION,
            data_digest: Digest(live.game().data_digest()),
            config: json(config),
            names,
            seed: live.seed(),
            start,
            entries: Vec::new(),
            outcome: Value::Null,
            header_hash: None,
        };
        let told = told.into_iter().map(|event| (0, event)).collect();
        let (link, header) = (header.header(), packed(&header));
        Hosted { live, header, link, records: Vec::new(), told, hops: 0 }
    }

    /// The match itself; for the host's own bots.
    pub fn live(&self) -> &Match<G> {
        &self.live
    }

    fn read(&self, seat: Seat, action: &Value) -> Result<G::Action, Refusal<G::Reason>> {
        let _names = self.live.game().naming();
        read_tagged(action).map_err(|_| {
            let name = action.get("type").and_then(Value::as_str);
            Refusal::Rule(self.live.game().unreadable(self.live.state(), seat, name))
        })
    }

    /// A refusal in the game's own words.
    fn explained(&self, seat: Seat, action: &Value, refusal: Refusal<G::Reason>) -> Refused {
        let _names = self.live.game().naming();
        let mut refused = Refused::from(refusal);
        if let (Refusal::Rule(reason), Ok(action)) = (refusal, read_tagged::<G::Action>(action)) {
            let words = self.live.game().explain(self.live.state(), seat, &action, reason);
            refused.text = words.into_owned();
        }
        refused
    }

    fn typed(&self, input: &Input<Value>) -> Result<Input<G::Action>, Refusal<G::Reason>> {
        Ok(match input {
            Input::Act { seat, action } => {
                Input::Act { seat: *seat, action: self.read(*seat, action)? }
            }
            Input::Expire => Input::Expire,
            Input::Signal { signal } => Input::Signal { signal: *signal },
        })
    }

    fn enter(
        &mut self,
        at: Millis,
        input: &Input<Value>,
        luck: Option<&[u32]>,
        id: Option<u64>,
    ) -> Result<Vec<G::Event>, ScriptError<G::Reason>> {
        if let Input::Act { .. } = input {
            self.live.check_time_to_act(at).map_err(ScriptError::Refused)?;
        }
        let typed = self.typed(input).map_err(ScriptError::Refused)?;
        let (mut events, mut hops) = (Vec::new(), Vec::new());
        let sink = Sink::all(&mut events, &mut hops);
        let seq = match luck {
            Some(luck) => self.live.step_scripted(at, &typed, luck, sink)?,
            None => self.live.step(at, &typed, sink).map_err(ScriptError::Refused)?,
        };
        self.hopped(&hops);
        self.record(seq, &typed, luck, id);
        Ok(events)
    }

    fn record(
        &mut self,
        seq: u64,
        input: &Input<G::Action>,
        luck: Option<&[u32]>,
        id: Option<u64>,
    ) {
        let _names = self.live.game().naming();
        let input = input.to_json();
        let luck = luck.map(<[u32]>::to_vec);
        let (at, digest) = (self.live.now(), self.live.digest());
        let mut record = Record { seq, at, input, id, luck, digest, hash: String::new() };
        record.hash = record.chained(&self.link);
        self.link.clone_from(&record.hash);
        self.records.push(record);
    }

    fn typed_legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        let may = self.live.game().may_act(self.live.state()).contains(seat);
        if may && self.live.check_time_to_act(self.live.now()).is_ok() {
            self.live.game().legal(self.live.state(), seat, &mut legal);
        }
        legal
    }

    /// What was told from this entry on.
    fn told_from(&self, from: u64) -> &[(u64, G::Event)] {
        let start = self.told.partition_point(|(seq, _)| *seq < from);
        self.told.get(start..).unwrap_or_default()
    }

    fn hopped(&mut self, hops: &[Edge<G::Phase>]) {
        self.hops += hops.len() as u64;
        if cfg!(debug_assertions) {
            let chart = G::chart();
            hops.iter().for_each(|hop| assert!(chart.find(hop).is_some(), "{hop:?} is no edge"));
        }
    }

    fn tell(&mut self, events: Vec<G::Event>, done: &mut Done) {
        done.seq = self.live.seq();
        self.told.extend(events.into_iter().map(|event| (done.seq, event)));
    }

    /// Writes the entry `Heard` where the rules take note of a refused attempt.
    fn heed(&mut self, at: Millis, input: &Input<Value>, refusal: Refusal<G::Reason>) -> bool {
        let (Input::Act { seat, .. }, Refusal::Rule(reason)) = (input, refusal) else {
            return false;
        };
        if !G::heard(reason) {
            return false;
        }
        let heard = Input::Signal { signal: Signal::Heard { seat: *seat } };
        let Ok(events) = self.enter(at, &heard, None, None) else { return false };
        self.tell(events, &mut Done::default());
        true
    }

    fn advance_as(
        &mut self,
        to: Millis,
        host: Host,
        each: &mut dyn FnMut(&dyn Table) -> ControlFlow<()>,
    ) -> Result<Done, Refused> {
        if to < self.live.now() {
            return Err(Refusal::<G::Reason>::TimeRanBack.into());
        }
        if to > Millis::MAX {
            return Err(Refusal::<G::Reason>::TooLate.into());
        }
        let seq = self.live.seq();
        let mut done = Done { from: seq + 1, seq, more: false };
        done.more = true;
        for _ in 0..ADVANCE_MAX {
            if G::HEEDS_CLOCK && self.tell_lateness(to, host, &mut done)? && each(self).is_break() {
                return Ok(done);
            }
            let Some(deadline) = self.live.next_deadline().filter(|deadline| *deadline <= to)
            else {
                self.live.wait(to)?;
                done.more = false;
                return Ok(done);
            };
            let events = self.enter_typed(deadline, &Input::Expire)?;
            self.tell(events, &mut done);
            if each(self).is_break() {
                break;
            }
        }
        Ok(done)
    }

    /// Tells a game that heeds the clock by how much the host missed the first moment to look; not
    /// of a moment that a deadline before it may take away. Says whether there was anything to tell.
    fn tell_lateness(
        &mut self,
        to: Millis,
        host: Host,
        done: &mut Done,
    ) -> Result<bool, Refusal<G::Reason>> {
        let look = match host {
            Host::Looks => self.live.game().next_look(self.live.state(), self.live.now()),
            Host::Sleeps => self.live.next_deadline(),
        };
        let first = |look: &Millis| self.live.next_deadline().is_none_or(|next| *look <= next);
        let late = look.filter(first).map(|missed| (missed, to.since(missed)));
        let Some((missed, late)) = late.filter(|(_, late)| *late > CLOCK_TOLERANCE_MS) else {
            return Ok(false);
        };
        let late_ms = u32::try_from(late).unwrap_or(u32::MAX);
        let clock = Input::Signal { signal: Signal::Clock { late_ms } };
        let events = self.enter_typed(missed, &clock)?;
        self.tell(events, done);
        Ok(true)
    }

    fn enter_typed(
        &mut self,
        at: Millis,
        input: &Input<G::Action>,
    ) -> Result<Vec<G::Event>, Refusal<G::Reason>> {
        let (mut events, mut hops) = (Vec::new(), Vec::new());
        let seq = self.live.step(at, input, Sink::all(&mut events, &mut hops))?;
        self.hopped(&hops);
        self.record(seq, input, None, None);
        Ok(events)
    }
}

impl<G: Listed> Table for Hosted<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn seats(&self) -> u8 {
        self.live.game().seats()
    }

    fn people(&self) -> SeatSet {
        self.live.game().people()
    }

    fn host_is_open(&self) -> bool {
        self.live.game().host_is_open()
    }

    fn unplayable(&self) -> Option<String> {
        self.live.game().unplayable()
    }

    fn now(&self) -> Millis {
        self.live.now()
    }

    fn seq(&self) -> u64 {
        self.live.seq()
    }

    fn hops(&self) -> u64 {
        self.hops
    }

    fn phase(&self) -> &'static str {
        G::phase(self.live.state()).name()
    }

    fn to_act(&self) -> SeatSet {
        self.live.game().to_act(self.live.state())
    }

    fn autopilot(&self) -> SeatSet {
        self.live.game().autopilot(self.live.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.live.outcome()
    }

    fn next_deadline(&self) -> Option<Millis> {
        self.live.next_deadline()
    }

    fn deadlines(&self) -> Vec<(Value, Millis)> {
        G::timers(self.live.state()).running().map(|(timer, at)| (json(&timer), at)).collect()
    }

    fn waits_until(&self, seat: Seat) -> Option<Millis> {
        G::timers(self.live.state()).deadline(G::absence_timer(seat)?)
    }

    fn submit(
        &mut self,
        at: Millis,
        input: &Input<Value>,
        luck: Option<&[u32]>,
        id: Option<u64>,
    ) -> Result<Done, Refused> {
        match self.enter(at, input, luck, id) {
            Ok(events) => {
                let mut done = Done { from: self.live.seq(), ..Done::default() };
                self.tell(events, &mut done);
                Ok(done)
            }
            Err(ScriptError::Refused(refusal)) => {
                let refused = match input {
                    Input::Act { seat, action } => self.explained(*seat, action, refusal),
                    Input::Expire | Input::Signal { .. } => refusal.into(),
                };
                let heard = self.heed(at, input, refusal);
                Err(Refused { heard, ..refused })
            }
            Err(error @ ScriptError::Luck(_)) => Err(error.into()),
        }
    }

    fn advance(&mut self, to: Millis) -> Result<Done, Refused> {
        self.advance_as(to, Host::Looks, &mut |_| ControlFlow::Continue(()))
    }

    fn advance_each(
        &mut self,
        to: Millis,
        each: &mut dyn FnMut(&dyn Table) -> ControlFlow<()>,
    ) -> Result<Done, Refused> {
        self.advance_as(to, Host::Sleeps, each)
    }

    fn check(&self, seat: Seat, action: &Value) -> Result<(), Refused> {
        self.live.check_time_to_act(self.live.now())?;
        let typed = self.read(seat, action)?;
        (self.live.check(self.live.now(), &Input::Act { seat, action: typed }))
            .map_err(|refusal| self.explained(seat, action, refusal))
    }

    fn legal(&self, seat: Seat) -> Vec<Value> {
        let _names = self.live.game().naming();
        self.typed_legal(seat).iter().map(json).collect()
    }

    fn only_pass(&self, seat: Seat) -> bool {
        let legal = self.typed_legal(seat);
        matches!(legal.as_slice(), [only] if only.name() == "pass")
    }

    fn options(&self, seat: Seat) -> Vec<Offer> {
        let mut options = Vec::new();
        let _names = self.live.game().naming();
        if seat.sits_among(self.seats()) || seat == Seat::HOST {
            self.live.game().options(self.live.state(), seat, &mut options);
        }
        let due = self.live.check_time_to_act(self.live.now()).err();
        (options.iter())
            .map(|(action, reason)| {
                let words =
                    |reason| self.live.game().explain(self.live.state(), seat, action, reason);
                let (code, text) = match (due, reason) {
                    (Some(due), _) => (Some(due.name()), Some(Cow::Borrowed(due.text()))),
                    (None, Some(reason)) => (Some(reason.name()), Some(words(*reason))),
                    (None, None) => (None, None),
                };
                Offer { action: json(action), code, text }
            })
            .collect()
    }

    fn preview(
        &self,
        seat: Seat,
        action: &Value,
        luck: Option<&[u32]>,
    ) -> Result<Previewed, Refused> {
        self.check(seat, action)?;
        let action = self.read(seat, action)?;
        let _names = self.live.game().naming();
        // Dice that only imagine: they have nothing to do with those of the match.
        let mut dice = Dice::of(self.live.seed().derive(u64::from(u32::MAX)), self.live.seq());
        match luck {
            Some(luck) => Ok(self.live.chances_scripted(seat, &action, &mut dice, luck)?.into()),
            None => Ok(self.live.preview(seat, &action, &mut dice)?.into()),
        }
    }

    fn follow_up(&self, played: u32) -> Option<(Value, Seed)> {
        let live = &self.live;
        let next = live.game().follow_up(live.state(), live.seed(), played);
        next.map(|(config, seed)| (json(&config), seed))
    }

    fn concession(&self) -> Option<Value> {
        let _names = self.live.game().naming();
        self.live.game().concession().as_ref().map(json)
    }

    fn view(&self, viewer: Viewer) -> Value {
        let _names = self.live.game().naming();
        json(&self.live.game().view(self.live.state(), viewer))
    }

    fn events(&self, viewer: Viewer, from: u64) -> Vec<(u64, Value)> {
        let _names = self.live.game().naming();
        let seen = |(seq, event): &(u64, G::Event)| Some((*seq, json(&G::redact(event, viewer)?)));
        self.told_from(from).iter().filter_map(seen).collect()
    }

    fn write_view(&self, viewer: Viewer, out: &mut Vec<u8>) {
        let _names = self.live.game().naming();
        write(&self.live.game().view(self.live.state(), viewer), out);
    }

    fn write_legal(&self, seat: Seat, out: &mut Vec<u8>) {
        let _names = self.live.game().naming();
        write(&self.typed_legal(seat), out);
    }

    fn write_deadlines(&self, out: &mut Vec<u8>) {
        #[derive(Serialize)]
        struct Deadline<T> {
            timer: T,
            at: Millis,
        }
        let running = G::timers(self.live.state()).running();
        let deadlines: Vec<_> = running.map(|(timer, at)| Deadline { timer, at }).collect();
        write(&deadlines, out);
    }

    fn write_events(&self, viewer: Viewer, from: u64, out: &mut Vec<u8>) -> bool {
        let _names = self.live.game().naming();
        let empty = out.len() + 1;
        let seen = self.told_from(from).iter().filter_map(|(_, event)| G::redact(event, viewer));
        out.push(b'[');
        for event in seen {
            if out.len() > empty {
                out.push(b',');
            }
            write(&event, out);
        }
        out.push(b']');
        out.len() > empty + 1
    }

    fn state(&self) -> Value {
        let _names = self.live.game().naming();
        json(self.live.state())
    }

    fn digest(&self) -> Digest {
        self.live.digest()
    }

    fn records(&self, after: u64) -> &[Record] {
        let known = self.records.partition_point(|record| record.seq <= after);
        self.records.get(known..).unwrap_or_default()
    }

    fn forget(&mut self, seq: u64) {
        self.records.retain(|record| record.seq > seq);
        self.told.retain(|(told, _)| *told > seq);
    }

    fn replay(&self) -> Replay {
        let header = unpacked(&self.header);
        Replay {
            entries: self.records.clone(),
            outcome: json(&self.outcome()),
            header_hash: Some(header.header()),
            ..header
        }
    }

    fn set_names(&mut self, names: Vec<String>) {
        debug_assert!(self.records.is_empty(), "names are part of the header");
        let header = Replay { names, ..unpacked(&self.header) };
        (self.link, self.header) = (header.header(), packed(&header));
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn packed(header: &Replay) -> Box<str> {
    serde_json::to_string(header).expect("headers are plain JSON").into()
}

fn unpacked(header: &str) -> Replay {
    serde_json::from_str(header).expect("what was packed can be unpacked")
}

pub(crate) fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("what games tell is plain JSON")
}

impl<G: Game> From<Chances<G>> for Previewed {
    fn from(chances: Chances<G>) -> Self {
        let results = chances.results.iter().map(|(odds, preview)| shown(*odds, preview));
        Previewed { results: results.collect(), exact: chances.exact }
    }
}

fn shown<G: Game>(odds: f64, preview: &Preview<G>) -> Chance {
    Chance { odds, events: preview.events.iter().map(json).collect(), view: json(&preview.view) }
}
