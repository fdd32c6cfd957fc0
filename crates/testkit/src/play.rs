//! A match for rule tests that reads like the wire.

#![expect(clippy::needless_pass_by_value, reason = "tests write `json!` in the call")]

use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Catalogued, Done, Input, LoadedGame, Millis, Opening, Outcome, Refused,
    Seat, Seed, Signal, Viewer,
};
use serde_json::Value;

/// A running match; every method panics with what was tried where something else was expected.
///
/// Seats are plain numbers; the host is [`Play::HOST`].
///
/// ```text
/// let mut play = Play::<Orcain>::open(json!({ "prep_ms": 0 }));
/// let events = play.act(0, json!({ "type": "confirm", "layout": [null, null, null] }));
/// assert_eq!(play.refused(0, json!({ "type": "confirm" })), "already_confirmed");
/// play.luck(&[1, 0]).expire();
/// assert_eq!(play.phase(), "reveal");
/// ```
pub struct Play<G: Catalogued> {
    table: Box<dyn AnyMatch>,
    rules: LoadedGame<G>,
    luck: Option<Vec<u32>>,
    at: Option<Millis>,
    from: u64,
}

impl<G: Catalogued> Play<G> {
    /// The operator's seat.
    pub const HOST: u8 = Seat::HOST.0;

    /// A match by the usual preset with these changes.
    pub fn open(config: Value) -> Self {
        Self::begin(LoadedGame::new(Arc::default()), None, config, Seed(1))
    }

    /// A match with this seed.
    pub fn seeded(config: Value, seed: u128) -> Self {
        Self::begin(LoadedGame::new(Arc::default()), None, config, Seed(seed))
    }

    /// A match whose set-up draws these numbers.
    pub fn lucky(config: Value, luck: &[u32]) -> Self {
        let rules = LoadedGame::new(Arc::default());
        let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: Some(luck) };
        let table = rules.open(&opening);
        Self::at_table(rules, table.unwrap_or_else(|error| panic!("cannot open: {error}")))
    }

    /// A match with everything chosen: card data, preset, changes to it, seed.
    pub fn begin(rules: LoadedGame<G>, preset: Option<&str>, config: Value, seed: Seed) -> Self {
        let opening = Opening { preset, config: &config, seed, luck: None };
        let table = rules.open(&opening).unwrap_or_else(|error| panic!("cannot open: {error}"));
        Self::at_table(rules, table)
    }

    /// A match that stands at a given state and time.
    pub fn load(config: Value, state: Value, now: u64) -> Self {
        let rules = LoadedGame::new(Arc::default());
        let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
        let table = rules.load(&opening, &state, Some(Millis(now)));
        Self::at_table(rules, table.unwrap_or_else(|error| panic!("cannot load: {error}")))
    }

    fn at_table(rules: LoadedGame<G>, table: Box<dyn AnyMatch>) -> Self {
        Play { table, rules, luck: None, at: None, from: 0 }
    }

    /// Changes the state by hand and goes on from there, at the same time.
    pub fn edit(&mut self, change: impl FnOnce(&mut Value)) -> &mut Self {
        let (mut state, replay) = (self.table.state(), self.table.replay());
        change(&mut state);
        let opening =
            Opening { preset: None, config: &replay.config, seed: replay.seed, luck: None };
        self.table = (self.rules.load(&opening, &state, Some(self.table.now())))
            .unwrap_or_else(|error| panic!("cannot edit: {error}\n  {state}"));
        self
    }

    /// The next input draws these numbers.
    pub fn luck(&mut self, luck: &[u32]) -> &mut Self {
        self.luck = Some(luck.to_vec());
        self
    }

    /// The next input has this stamp.
    pub fn at(&mut self, at: u64) -> &mut Self {
        self.at = Some(Millis(at));
        self
    }

    /// An accepted action; returns its events, complete.
    pub fn act(&mut self, seat: u8, action: Value) -> Vec<Value> {
        self.accepted(&Input::Act { seat: Seat(seat), action })
    }

    /// An action that is refused and leaves no trace; returns the code.
    pub fn refused(&mut self, seat: u8, action: Value) -> &'static str {
        let refused = self.turned_down(seat, action);
        assert!(!refused.heard, "refused with {}, but heard", refused.code);
        refused.code
    }

    /// An action that is refused, and of which the rules take note; returns the code.
    pub fn heard(&mut self, seat: u8, action: Value) -> &'static str {
        let refused = self.turned_down(seat, action);
        assert!(refused.heard, "refused with {}, but not heard", refused.code);
        refused.code
    }

    /// Lets the next deadline come; returns the events.
    pub fn expire(&mut self) -> Vec<Value> {
        self.at = self.at.or(self.table.next_deadline());
        self.accepted(&Input::Expire)
    }

    /// Lets time pass to this moment, with every deadline on the way; returns the events.
    pub fn advance(&mut self, to: u64) -> Vec<Value> {
        self.from = self.table.seq() + 1;
        let done = self.table.advance(Millis(to));
        done.unwrap_or_else(|refused| panic!("cannot advance to {to}: {}", refused.code));
        self.told_to(Viewer::Referee)
    }

    /// Tells a fact; returns the events.
    pub fn signal(&mut self, signal: Signal) -> Vec<Value> {
        self.accepted(&Input::Signal { signal })
    }

    /// A player is gone.
    pub fn left(&mut self, seat: u8) -> Vec<Value> {
        self.signal(Signal::Left { seat: Seat(seat) })
    }

    /// A player is back.
    pub fn returned(&mut self, seat: u8) -> Vec<Value> {
        self.signal(Signal::Returned { seat: Seat(seat) })
    }

    /// What a seat was told of the last input.
    pub fn told(&self, seat: u8) -> Vec<Value> {
        self.told_to(Viewer::Seat(Seat(seat)))
    }

    /// What the public was told of the last input.
    pub fn told_public(&self) -> Vec<Value> {
        self.told_to(Viewer::Public)
    }

    /// What a seat knows.
    pub fn view(&self, seat: u8) -> Value {
        self.table.view(Viewer::Seat(Seat(seat)))
    }

    /// What everybody knows.
    pub fn view_public(&self) -> Value {
        self.table.view(Viewer::Public)
    }

    /// The whole state.
    pub fn state(&self) -> Value {
        self.table.state()
    }

    /// The phase's name.
    pub fn phase(&self) -> &'static str {
        self.table.phase()
    }

    /// The seats that are waited for.
    pub fn to_act(&self) -> Vec<u8> {
        self.table.to_act().iter().map(|seat| seat.0).collect()
    }

    /// A seat's legal actions.
    pub fn legal(&self, seat: u8) -> Vec<Value> {
        self.table.legal(Seat(seat))
    }

    /// What a screen should offer a seat, with the codes of what is not possible.
    pub fn options(&self, seat: u8) -> Vec<(Value, Option<&'static str>)> {
        let offers = self.table.options(Seat(seat)).into_iter();
        offers.map(|offer| (offer.action, offer.code)).collect()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// How it ended: the name of the end and the winners.
    pub fn ending(&self) -> (&'static str, Vec<u8>) {
        let outcome = self.outcome().unwrap_or_else(|| panic!("not over, but in {}", self.phase()));
        (outcome.ending, outcome.won.iter().map(|seat| seat.0).collect())
    }

    /// The match's time.
    pub fn now(&self) -> u64 {
        self.table.now().0
    }

    /// The running timers: name and deadline, soonest first.
    pub fn deadlines(&self) -> Vec<(Value, u64)> {
        self.table.deadlines().into_iter().map(|(timer, at)| (timer, at.0)).collect()
    }

    /// The table, for everything else.
    pub fn table(&mut self) -> &mut dyn AnyMatch {
        &mut *self.table
    }

    fn told_to(&self, viewer: Viewer) -> Vec<Value> {
        self.table.events(viewer, self.from).into_iter().map(|(_, event)| event).collect()
    }

    fn accepted(&mut self, input: &Input<Value>) -> Vec<Value> {
        let done = self.submit(input);
        done.unwrap_or_else(|Refused { code, text, .. }| {
            let (phase, input) = (self.phase(), serde_json::to_string(input).unwrap_or_default());
            panic!("in {phase} refused with {code} ({text}): {input}")
        });
        self.told_to(Viewer::Referee)
    }

    fn turned_down(&mut self, seat: u8, action: Value) -> Refused {
        let input = Input::Act { seat: Seat(seat), action };
        match self.submit(&input) {
            Err(refused) => refused,
            Ok(_) => panic!("accepted: {}", serde_json::to_string(&input).unwrap_or_default()),
        }
    }

    fn submit(&mut self, input: &Input<Value>) -> Result<Done, Refused> {
        self.from = self.table.seq() + 1;
        let (at, luck) = (self.at.take().unwrap_or(self.table.now()), self.luck.take());
        self.table.submit(at, input, luck.as_deref(), None)
    }
}
