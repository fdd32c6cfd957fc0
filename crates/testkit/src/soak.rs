//! Soak: whole matches on a host that wakes up late, with people who come and go, send things twice
//! or too late, and quit; everything is checked after every entry.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Catalogued, Dice, Edge, Entry, Input, LoadedGame, Match, Millis, Opening,
    Record, Seat, Seed, Signal, Sink, Watchdog, Watched,
};
use serde::Serialize;
use serde_json::Value;

use crate::attempt::malformed;
use crate::check::{self, chart, flow};
use crate::coverage::{add_up, bump};
use crate::parts::text;
use crate::pool::legal;
use crate::rule::{Checked, Finding, Flaw, Rule, ensure};
use crate::session::panicked;

/// The host wakes up late by up to this.
const LATE_MS: u32 = 2_000;
/// A host may stall for up to this.
const STALL_MS: u32 = 90_000;
/// Where a match is given up; random play may be too aimless.
const ENTRIES_MAX: u64 = 800;
/// Inputs that are tried after the end.
const AFTER_THE_END: u32 = 6;
/// Entries that a finding tells.
const STORY: usize = 8;

/// What a soak test met.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Soaked {
    /// The game's id.
    pub game: &'static str,
    /// Matches played.
    pub matches: u64,
    /// Entries made.
    pub entries: u64,
    /// Turns of the host.
    pub turns: u64,
    /// Turns in which it was late for a deadline.
    pub late_turns: u64,
    /// How matches ended.
    pub endings: BTreeMap<String, u64>,
    /// Which actions were accepted how often.
    pub actions: BTreeMap<String, u64>,
    /// Which codes were given how often.
    pub refusals: BTreeMap<String, u64>,
}

impl Soaked {
    /// Adds what another thread met.
    pub fn merge(&mut self, other: &Soaked) {
        self.game = other.game;
        self.matches += other.matches;
        self.entries += other.entries;
        self.turns += other.turns;
        self.late_turns += other.late_turns;
        add_up(&mut self.endings, &other.endings);
        add_up(&mut self.actions, &other.actions);
        add_up(&mut self.refusals, &other.refusals);
    }
}

/// Plays match `number` of a soak test; the same number and seed give the same match.
pub fn soak<G: Catalogued>(
    library: &Arc<G::Library>,
    seed: Seed,
    number: u64,
) -> Result<Soaked, Box<Finding>> {
    let seed = seed.derive(number);
    let finding = |entry: u64, flaw: Flaw, story: Vec<String>| {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let Flaw { rule, text } = flaw;
        Box::new(Finding { rule, game: G::ID, number, seed, entry, text, story })
    };
    let mut dice = Dice::of(seed.derive(0), 0);
    let config = config::<G>(number, &mut dice);
    let config = serde_json::to_value(config).unwrap_or_default();
    let open = || Soak::<G>::open(library, &config, seed, dice);
    let opened = catch_unwind(AssertUnwindSafe(open));
    let opened = opened.unwrap_or_else(|panic| Err(panicked(&*panic)));
    let mut soak = opened.map_err(|flaw| finding(0, flaw, vec![format!("config {config}")]))?;
    let played = catch_unwind(AssertUnwindSafe(|| soak.play()));
    match played.unwrap_or_else(|panic| Err(panicked(&*panic))) {
        Ok(()) => Ok(soak.met),
        Err(flaw) => {
            let mut story = vec![format!("config {config}")];
            story.extend(soak.story());
            Err(finding(soak.live.seq(), flaw, story))
        }
    }
}

fn config<G: Catalogued>(number: u64, dice: &mut Dice) -> G::Config {
    G::soak().and_then(|soak| soak.config(dice)).unwrap_or_else(|| {
        let presets = G::presets();
        let place = (number % presets.len().max(1) as u64) as usize;
        presets.into_iter().nth(place).map_or_else(G::Config::default, |preset| preset.config)
    })
}

/// One match: the table that a host holds, and a typed match that follows it entry by entry.
struct Soak<G: Catalogued> {
    rules: LoadedGame<G>,
    table: Box<dyn AnyMatch>,
    live: Match<G>,
    watchdog: Option<Box<dyn Watchdog<G>>>,
    dice: Dice,
    sent: Vec<(Seat, Value)>,
    log: Vec<Entry<G::Action>>,
    trying: String,
    met: Soaked,
}

impl<G: Catalogued> Soak<G> {
    fn open(
        library: &Arc<G::Library>,
        config: &Value,
        seed: Seed,
        dice: Dice,
    ) -> Result<Self, Flaw> {
        let rules = LoadedGame::<G>::new(Arc::clone(library));
        let opening = Opening { preset: None, config, seed, luck: None };
        let opens = |text: String| Flaw::new(Rule::Opens, text);
        let table = rules.open(&opening).map_err(|error| opens(error.text))?;
        let config = serde_json::from_value(config.clone()).map_err(|e| opens(e.to_string()))?;
        let game = G::new(config, library).map_err(|error| opens(error.to_string()))?;
        let (mut events, mut hops) = (Vec::new(), Vec::new());
        let live = Match::open(Arc::new(game), seed, Sink::all(&mut events, &mut hops));
        chart::setup::<G>(live.state(), &hops)?;
        let met = Soaked { game: G::ID, matches: 1, ..Soaked::default() };
        let (sent, log, trying) = (Vec::new(), Vec::new(), String::from("the set-up"));
        let watchdog = G::soak().and_then(bout_core::Soak::watchdog);
        Ok(Soak { rules, table, live, watchdog, dice, sent, log, trying, met })
    }

    fn story(&self) -> Vec<String> {
        let told = self.log.iter().skip(self.log.len().saturating_sub(STORY));
        told.map(text).chain([format!("tried last: {}", self.trying)]).collect()
    }

    /// Plays to the end and a little on, then folds the log.
    fn play(&mut self) -> Checked {
        let mut turns = 0;
        while self.table.outcome().is_none()
            && self.table.seq() < ENTRIES_MAX
            && turns < 4 * ENTRIES_MAX
        {
            self.turn()?;
            turns += 1;
        }
        let ending = self.table.outcome().map_or("unfinished", |outcome| outcome.ending);
        bump(&mut self.met.endings, ending);
        for _ in 0..self.dice.below(AFTER_THE_END) {
            self.turn()?;
        }
        self.met.entries = self.table.seq();
        check::replay(self.live.game(), &self.live, &self.log)?;
        check::restore(&self.rules, &*self.table)
    }

    /// One turn of the host: it wakes up, brings the time up to now, and takes what has come in.
    fn turn(&mut self) -> Checked {
        let to = self.wakes_at();
        self.met.turns += 1;
        let late = self.table.next_deadline().is_some_and(|deadline| deadline < to);
        self.met.late_turns += u64::from(late);
        self.trying = format!("time passes to {to}");
        if let Some(watchdog) = &mut self.watchdog {
            watchdog.turn(self.live.game(), self.live.state(), to);
        }
        let done = self.table.advance(to);
        done.map_err(|refused| Flaw::new(Rule::Timers, format!("to {to}: {}", refused.code)))?;
        self.follow()?;
        let rested = match &mut self.watchdog {
            Some(watchdog) => watchdog.rest(self.live.game(), self.live.state()),
            None => Ok(()),
        };
        rested.map_err(|text| Flaw::new(Rule::Watchdog, text))?;
        self.send(to)?;
        self.follow()
    }

    /// When the host wakes up: for the next deadline or soon, and mostly late.
    fn wakes_at(&mut self) -> Millis {
        let now = self.table.now();
        let meant = match (self.dice.below(8), self.table.next_deadline()) {
            (0, _) => now + u64::from(self.dice.below(STALL_MS)),
            (1 | 2, Some(deadline)) => deadline.max(now),
            _ => now + u64::from(self.dice.below(LATE_MS)),
        };
        let late = if self.dice.below(3) == 0 { 0 } else { self.dice.below(LATE_MS + 1) };
        meant + u64::from(late)
    }

    /// Something comes in: mostly what should, sometimes what should not.
    fn send(&mut self, at: Millis) -> Checked {
        let input = match self.dice.below(20) {
            0..=9 => self.act(),
            10..=13 => self.mischief(),
            14 => self.again(),
            15 => Some(self.garbled()),
            16..=18 => Some(self.signal()),
            _ => None,
        };
        let Some(input) = input else { return Ok(()) };
        self.trying = format!("{} at {at}", text(&input));
        if let Input::Act { seat, action } = &input {
            self.sent.push((*seat, action.clone()));
        }
        // A stamp in the past is raised to now by the host, so none is sent.
        let before = (self.table.digest(), self.table.seq());
        match self.table.submit(at, &input, None, None) {
            Ok(_) => {
                if let Input::Act { action, .. } = &input {
                    let name = action.get("type").and_then(Value::as_str).unwrap_or("?");
                    bump(&mut self.met.actions, name);
                }
                Ok(())
            }
            Err(refused) => {
                bump(&mut self.met.refusals, refused.code);
                let same = refused.heard || before == (self.table.digest(), self.table.seq());
                ensure(same, Rule::Refused, || format!("{} changed something", refused.code))
            }
        }
    }

    fn act(&mut self) -> Option<Input<Value>> {
        let seats: Vec<_> = self.table.to_act().iter().collect();
        let seat = *self.dice.pick(&seats)?;
        let legal = legal(&**self.live.game(), self.live.state(), seat);
        let chosen = self.dice.pick(&legal)?;
        let _names = self.live.game().capabilities().naming();
        Some(Input::Act { seat, action: serde_json::to_value(chosen).ok()? })
    }

    fn mischief(&mut self) -> Option<Input<Value>> {
        let seats = u32::from(self.table.seats());
        let drawn = self.dice.below(seats + 1);
        let seat = if drawn == seats { Seat::HOST } else { Seat(drawn as u8) };
        let (game, state) = (self.live.game(), self.live.state());
        let action = G::soak()?.mischief(game, state, seat, &mut self.dice)?;
        let _names = self.live.game().capabilities().naming();
        Some(Input::Act { seat, action: serde_json::to_value(action).ok()? })
    }

    /// A command that is sent twice, or comes far too late.
    fn again(&mut self) -> Option<Input<Value>> {
        let recent = self.sent.len().saturating_sub(6);
        let from = if self.dice.coin() { &self.sent[recent..] } else { &self.sent[..] };
        let (seat, action) = self.dice.pick(from)?.clone();
        Some(Input::Act { seat, action })
    }

    fn garbled(&mut self) -> Input<Value> {
        let action = self.dice.pick(&self.sent).map(|(_, action)| action.clone());
        let seat = Seat(self.dice.below(4) as u8);
        Input::Act { seat, action: malformed(action, &mut self.dice) }
    }

    fn signal(&mut self) -> Input<Value> {
        let seat = Seat(self.dice.below(self.table.seats().into()) as u8);
        let signal = match self.dice.below(48) {
            0 => Signal::Aborted,
            1..=11 => Signal::Left { seat },
            _ => Signal::Returned { seat },
        };
        Input::Signal { signal }
    }

    /// The typed match takes the entries that the table has made, one by one.
    fn follow(&mut self) -> Checked {
        for record in self.table.records(self.live.seq()).to_vec() {
            self.step(&record)?;
        }
        let same = self.live.digest() == self.table.digest();
        ensure(same, Rule::Erased, || "the table stands elsewhere than its log".into())?;
        self.live.wait(self.table.now()).map_err(|refusal| {
            Flaw::new(Rule::Timers, format!("a deadline was left behind: {refusal:?}"))
        })
    }

    fn step(&mut self, record: &Record) -> Checked {
        let input = typed::<G>(&record.input)?;
        let before = self.live.state().clone();
        let (mut events, mut hops) = (Vec::new(), Vec::<Edge<G::Phase>>::new());
        let sink = Sink::all(&mut events, &mut hops);
        let seq = self.live.step(record.at, &input, sink).map_err(|refusal| {
            Flaw::new(Rule::Replay, format!("an entry of the log is refused: {refusal:?}"))
        })?;
        ensure(self.live.digest() == record.digest, Rule::Replay, || {
            format!("entry {seq} gives another digest when it is folded")
        })?;
        chart::hops::<G>(G::phase(&before), &hops, G::phase(self.live.state()))?;
        check::redaction::events::<G>(&events, self.live.game().seats())?;
        let after = self.live.state();
        let entry =
            Watched { at: record.at, input: &input, before: &before, after, events: &events };
        let seen = match &mut self.watchdog {
            Some(watchdog) => watchdog.entry(self.live.game(), &entry),
            None => Ok(()),
        };
        self.log.push(Entry { seq, at: record.at, input: input.clone() });
        seen.map_err(|text| Flaw::new(Rule::Watchdog, text))?;
        self.check()
    }

    fn check(&self) -> Checked {
        let (game, state) = (&**self.live.game(), self.live.state());
        game.faults(state).map_err(|text| Flaw::new(Rule::Faults, text))?;
        check::state_json::<G>(state)?;
        flow::timers::<G>(state, self.live.now())?;
        flow::ended(game, state)
    }
}

fn typed<G: Catalogued>(input: &Input<Value>) -> Result<Input<G::Action>, Flaw> {
    let json = text(input);
    serde_json::from_str(&json)
        .map_err(|error| Flaw::new(Rule::LogJson, format!("{error}: {json}")))
}
