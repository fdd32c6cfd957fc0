//! A match with its log, behind [`AnyMatch`].

#![warn(clippy::indexing_slicing)]

use std::any::Any;
use std::borrow::Cow;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;

use crate::capability::{may_act, options as offered};
use crate::input::read_tagged;
use crate::json::write;
use crate::{
    AnyMatch, Catalogued, Chance, Chances, Dice, Digest, Done, Edge, FORMAT, Game, Input, Match,
    Millis, Named, Offer, Outcome, Preview, Previewed, Record, Refusal, Refused, Replay,
    ScriptError, Seat, SeatSet, Seed, Signal, Sink, Start, Viewer,
};

/// A host tells a match that it woke up late only beyond this, so that a busy one does not fill
/// the log.
const CLOCK_TOLERANCE_MS: u64 = 200;
/// The most deadlines that one `advance` fires.
const ADVANCE_MAX: u32 = 10_000;

/// How a host keeps the time.
#[derive(Clone, Copy)]
enum HostKind {
    /// It looks in between.
    Looks,
    /// It sleeps until the next deadline.
    Sleeps,
}

/// A match with its log, hosted behind [`AnyMatch`].
pub struct RecordedMatch<G: Catalogued> {
    live: Match<G>,
    /// The replay document without entries, as JSON: a config takes far less room as text.
    header: Box<str>,
    /// The hash to which the next entry is chained.
    link: String,
    records: Vec<Record>,
    events: Vec<(u64, G::Event)>,
    hops: u64,
}

impl<G: Catalogued> RecordedMatch<G> {
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
            data_digest: Digest(live.game().capabilities().data_digest()),
            config: json(config),
            names,
            seed: live.seed(),
            start,
            entries: Vec::new(),
            outcome: Value::Null,
            header_hash: None,
        };
        let events = told.into_iter().map(|event| (0, event)).collect();
        let (link, header) = (header.header(), packed(&header));
        RecordedMatch { live, header, link, records: Vec::new(), events, hops: 0 }
    }

    /// The match itself; for the host's own bots.
    pub fn live(&self) -> &Match<G> {
        &self.live
    }

    fn read(&self, seat: Seat, action: &Value) -> Result<G::Action, Refusal<G::Reason>> {
        let _names = self.live.game().capabilities().naming();
        read_tagged(action).map_err(|_| {
            let name = action.get("type").and_then(Value::as_str);
            Refusal::Rule(self.live.game().unreadable(self.live.state(), seat, name))
        })
    }

    /// A refusal in the game's own words.
    fn explained(&self, seat: Seat, action: &Value, refusal: Refusal<G::Reason>) -> Refused {
        let _names = self.live.game().capabilities().naming();
        let mut refused = Refused::from(refusal);
        if let (Refusal::Rule(reason), Ok(action)) = (refusal, read_tagged::<G::Action>(action)) {
            let capabilities = self.live.game().capabilities();
            let words = capabilities.explain(self.live.state(), seat, &action, reason);
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

    fn apply_input(
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
        self.count_hops(&hops);
        self.append_record(seq, &typed, luck, id);
        Ok(events)
    }

    fn append_record(
        &mut self,
        seq: u64,
        input: &Input<G::Action>,
        luck: Option<&[u32]>,
        id: Option<u64>,
    ) {
        let _names = self.live.game().capabilities().naming();
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
        let may = may_act(&**self.live.game(), self.live.state()).contains(seat);
        if may && self.live.check_time_to_act(self.live.now()).is_ok() {
            self.live.game().legal(self.live.state(), seat, &mut legal);
        }
        legal
    }

    /// What was told from this entry on.
    fn events_from(&self, from: u64) -> &[(u64, G::Event)] {
        let start = self.events.partition_point(|(seq, _)| *seq < from);
        self.events.get(start..).unwrap_or_default()
    }

    fn count_hops(&mut self, hops: &[Edge<G::Phase>]) {
        self.hops += hops.len() as u64;
        if cfg!(debug_assertions) {
            let chart = G::chart();
            hops.iter().for_each(|hop| assert!(chart.find(hop).is_some(), "{hop:?} is no edge"));
        }
    }

    fn keep_events(&mut self, events: Vec<G::Event>, done: &mut Done) {
        done.seq = self.live.seq();
        self.events.extend(events.into_iter().map(|event| (done.seq, event)));
    }

    /// Writes the entry `Heard` where the rules take note of a refused attempt.
    fn enter_heard(
        &mut self,
        at: Millis,
        input: &Input<Value>,
        refusal: Refusal<G::Reason>,
    ) -> bool {
        let (Input::Act { seat, .. }, Refusal::Rule(reason)) = (input, refusal) else {
            return false;
        };
        if !self.live.game().capabilities().hears(reason) {
            return false;
        }
        let heard = Input::Signal { signal: Signal::Heard { seat: *seat } };
        let Ok(events) = self.apply_input(at, &heard, None, None) else { return false };
        self.keep_events(events, &mut Done::default());
        true
    }

    fn advance_as(
        &mut self,
        to: Millis,
        host: HostKind,
        each: &mut dyn FnMut(&dyn AnyMatch) -> ControlFlow<()>,
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
            if self.tell_lateness(to, host, &mut done)? && each(self).is_break() {
                return Ok(done);
            }
            let Some(deadline) = self.live.next_deadline().filter(|deadline| *deadline <= to)
            else {
                self.live.wait(to)?;
                done.more = false;
                return Ok(done);
            };
            let events = self.apply_typed(deadline, &Input::Expire)?;
            self.keep_events(events, &mut done);
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
        host: HostKind,
        done: &mut Done,
    ) -> Result<bool, Refusal<G::Reason>> {
        let Some(clock) = self.live.game().capabilities().watches_clock else { return Ok(false) };
        let look = match host {
            HostKind::Looks => clock.next_look(self.live.state(), self.live.now()),
            HostKind::Sleeps => self.live.next_deadline(),
        };
        let first = |look: &Millis| self.live.next_deadline().is_none_or(|next| *look <= next);
        let late = look.filter(first).map(|missed| (missed, to.since(missed)));
        let Some((missed, late)) = late.filter(|(_, late)| *late > CLOCK_TOLERANCE_MS) else {
            return Ok(false);
        };
        let late_ms = u32::try_from(late).unwrap_or(u32::MAX);
        let clock = Input::Signal { signal: Signal::Clock { late_ms } };
        let events = self.apply_typed(missed, &clock)?;
        self.keep_events(events, done);
        Ok(true)
    }

    fn apply_typed(
        &mut self,
        at: Millis,
        input: &Input<G::Action>,
    ) -> Result<Vec<G::Event>, Refusal<G::Reason>> {
        let (mut events, mut hops) = (Vec::new(), Vec::new());
        let seq = self.live.step(at, input, Sink::all(&mut events, &mut hops))?;
        self.count_hops(&hops);
        self.append_record(seq, input, None, None);
        Ok(events)
    }
}

impl<G: Catalogued> AnyMatch for RecordedMatch<G> {
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
        self.live.game().capabilities().host_is_open()
    }

    fn unplayable(&self) -> Option<String> {
        G::decks().and_then(|decks| decks.unplayable(self.live.game()))
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
        self.live.game().capabilities().autopilot_seats(self.live.state())
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
        let timer = self.live.game().capabilities().waits_for_return?.absence_timer(seat)?;
        G::timers(self.live.state()).deadline(timer)
    }

    fn submit(
        &mut self,
        at: Millis,
        input: &Input<Value>,
        luck: Option<&[u32]>,
        id: Option<u64>,
    ) -> Result<Done, Refused> {
        match self.apply_input(at, input, luck, id) {
            Ok(events) => {
                let mut done = Done { from: self.live.seq(), ..Done::default() };
                self.keep_events(events, &mut done);
                Ok(done)
            }
            Err(ScriptError::Refused(refusal)) => {
                let refused = match input {
                    Input::Act { seat, action } => self.explained(*seat, action, refusal),
                    Input::Expire | Input::Signal { .. } => refusal.into(),
                };
                let heard = self.enter_heard(at, input, refusal);
                Err(Refused { heard, ..refused })
            }
            Err(error @ ScriptError::Luck(_)) => Err(error.into()),
        }
    }

    fn advance(&mut self, to: Millis) -> Result<Done, Refused> {
        self.advance_as(to, HostKind::Looks, &mut |_| ControlFlow::Continue(()))
    }

    fn advance_each(
        &mut self,
        to: Millis,
        each: &mut dyn FnMut(&dyn AnyMatch) -> ControlFlow<()>,
    ) -> Result<Done, Refused> {
        self.advance_as(to, HostKind::Sleeps, each)
    }

    fn check(&self, seat: Seat, action: &Value) -> Result<(), Refused> {
        self.live.check_time_to_act(self.live.now())?;
        let typed = self.read(seat, action)?;
        (self.live.check(self.live.now(), &Input::Act { seat, action: typed }))
            .map_err(|refusal| self.explained(seat, action, refusal))
    }

    fn legal(&self, seat: Seat) -> Vec<Value> {
        let _names = self.live.game().capabilities().naming();
        self.typed_legal(seat).iter().map(json).collect()
    }

    fn idle_action(&self, seat: Seat) -> Option<Value> {
        let idle = self.live.game().capabilities().idles?.idle_action();
        matches!(self.typed_legal(seat).as_slice(), [only] if *only == idle).then(|| json(&idle))
    }

    fn options(&self, seat: Seat) -> Vec<Offer> {
        let mut options = Vec::new();
        let capabilities = self.live.game().capabilities();
        let _names = capabilities.naming();
        if seat.sits_among(self.seats()) || seat == Seat::HOST {
            offered(&**self.live.game(), self.live.state(), seat, &mut options);
        }
        let due = self.live.check_time_to_act(self.live.now()).err();
        (options.iter())
            .map(|(action, reason)| {
                let words = |reason| capabilities.explain(self.live.state(), seat, action, reason);
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
        let _names = self.live.game().capabilities().naming();
        // Dice that only imagine: they have nothing to do with those of the match.
        let mut dice = Dice::of(self.live.seed().derive(u64::from(u32::MAX)), self.live.seq());
        match luck {
            Some(luck) => Ok(self.live.chances_scripted(seat, &action, &mut dice, luck)?.into()),
            None => Ok(self.live.preview(seat, &action, &mut dice)?.into()),
        }
    }

    fn tie_break(&self, played: u32) -> Option<(Value, Seed)> {
        let live = &self.live;
        let breaks = live.game().capabilities().breaks_ties?;
        let next = breaks.tie_break(live.state(), live.seed(), played);
        next.map(|(config, seed)| (json(&config), seed))
    }

    fn is_draft(&self, action: &Value) -> bool {
        let Some(drafts) = self.live.game().capabilities().drafts else { return false };
        read_tagged::<G::Action>(action).is_ok_and(|action| drafts.is_draft(&action))
    }

    fn start_action(&self) -> Option<(Seat, Value)> {
        let capabilities = self.live.game().capabilities();
        let (seat, action) = capabilities.starts?.start_action();
        let _names = capabilities.naming();
        Some((seat, json(&action)))
    }

    fn concession(&self) -> Option<Value> {
        let _names = self.live.game().capabilities().naming();
        self.live.game().capabilities().concession().as_ref().map(json)
    }

    fn view(&self, viewer: Viewer) -> Value {
        let _names = self.live.game().capabilities().naming();
        json(&self.live.game().view(self.live.state(), viewer))
    }

    fn events(&self, viewer: Viewer, from: u64) -> Vec<(u64, Value)> {
        let _names = self.live.game().capabilities().naming();
        let seen = |(seq, event): &(u64, G::Event)| Some((*seq, json(&G::redact(event, viewer)?)));
        self.events_from(from).iter().filter_map(seen).collect()
    }

    fn write_view(&self, viewer: Viewer, out: &mut Vec<u8>) {
        let _names = self.live.game().capabilities().naming();
        write(&self.live.game().view(self.live.state(), viewer), out);
    }

    fn write_legal(&self, seat: Seat, out: &mut Vec<u8>) {
        let _names = self.live.game().capabilities().naming();
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
        let _names = self.live.game().capabilities().naming();
        let empty = out.len() + 1;
        let seen = self.events_from(from).iter().filter_map(|(_, event)| G::redact(event, viewer));
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
        let _names = self.live.game().capabilities().naming();
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
        self.events.retain(|(entry, _)| *entry > seq);
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
