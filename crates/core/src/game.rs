//! The trait that a rule set implements, and all that its rules may touch.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Chart, ConfigError, Current, Dice, Edge, Input, Millis, Named, Outcome, Seat, SeatSet, Signal,
    Timers, Viewer,
};

/// Plain values that travel as JSON in both directions.
pub trait Data: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Data for T {}

/// Plain values that are told to somebody.
pub trait Told: Clone + Eq + Debug + Serialize + Send + Sync + 'static {}
impl<T: Clone + Eq + Debug + Serialize + Send + Sync + 'static> Told for T {}

/// A configured rule set.
///
/// The value holds what never changes during a match (config, card tables, the unshuffled deck);
/// everything that changes is in `State`.
pub trait Game: Sized + Send + Sync + 'static {
    /// Short name on the wire and on the command line: `"tank"`.
    const ID: &'static str;
    /// Raised by every change that alters any transcript.
    const VERSION: u32;
    /// The code for a config that cannot be read.
    const CONFIG_CODE: &'static str = "bad_config";
    /// Whether the rules want to hear that the host's clock is late.
    const HEEDS_CLOCK: bool = false;

    /// What can be set before a match.
    type Config: Data + Default;
    /// Card data from which the game is built besides the config; `()` where there is none.
    type Library: Default + Send + Sync;
    /// All of a running match; `Copy` wherever the rules bound every list.
    type State: Data + Eq;
    /// What a seat can do.
    type Action: Data + Eq + Named;
    /// What happened.
    type Event: Told;
    /// All that one viewer knows; enough to draw the screen and to `imagine`.
    type View: Told;
    /// A borrowed look: accessors that show what the viewer may know. `view` is built from it.
    type Seen<'a>: Copy;
    /// The states of the chart.
    type Phase: Copy + Eq + Debug + Named + Send + Sync + 'static;
    /// The kinds of timers.
    type Timer: Data + Copy + Ord;
    /// Why a guard says no; its name is the stable code that clients show.
    type Reason: Copy + Eq + Debug + Named + Send + Sync + 'static;

    /// Builds the game, or says what is wrong with the config.
    fn new(config: Self::Config, library: &Self::Library) -> Result<Self, ConfigError>;
    /// How many play.
    fn seats(&self) -> u8;
    /// The phases and their edges.
    fn chart() -> Chart<Self::Phase>;
    /// The first state; entry 0.
    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> Self::State;

    /// Where in its chart the match is.
    fn phase(state: &Self::State) -> Self::Phase;
    /// The match's timers.
    fn timers(state: &Self::State) -> &Timers<Self::Timer>;
    /// How it ended, once it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// Every seat that is really waited for: one, several, or none.
    fn to_act(&self, state: &Self::State) -> SeatSet;
    /// The seats that have actions to list: those that are waited for, and others that may act.
    fn may_act(&self, state: &Self::State) -> SeatSet {
        self.to_act(state)
    }
    /// Appends the actions of a seat in `may_act`, in a stable order.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);
    /// The only judge of an action: end, phase, turn and rule, in the order of the rules document.
    fn guard(
        &self,
        state: &Self::State,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<(), Self::Reason>;
    /// The code for an action that could not be read.
    fn unreadable(&self, state: &Self::State, seat: Seat, name: Option<&str>) -> Self::Reason;
    /// A refusal in words for people; a game whose words name numbers or cards makes them here, from
    /// nothing that the seat may not know.
    fn explain(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _action: &Self::Action,
        reason: Self::Reason,
    ) -> Cow<'static, str> {
        Cow::Borrowed(reason.text())
    }
    /// The invariants: asked after every step in tests, and of a loaded state.
    fn faults(&self, state: &Self::State) -> Result<(), String>;

    /// Reads a state that somebody wrote; a game may fill in what was left out.
    fn read_state(&self, state: &Value) -> Result<Self::State, String> {
        serde_path_to_error::deserialize(state).map_err(|error| {
            let place = error.path().to_string();
            format!("state at {place}: {}", error.into_inner())
        })
    }
    /// The latest moment that a state knows of; a loaded match cannot go on before it.
    fn latest(_state: &Self::State) -> Millis {
        Millis(0)
    }
    /// What a screen should offer, with the reason why not.
    fn options(
        &self,
        state: &Self::State,
        seat: Seat,
        out: &mut Vec<(Self::Action, Option<Self::Reason>)>,
    ) {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        out.extend(legal.into_iter().map(|action| (action, None)));
    }
    /// Whether the rules take note of an attempt refused for this reason.
    fn heard(_reason: Self::Reason) -> bool {
        false
    }
    /// Seats the rules have handed to a computer player.
    fn autopilot(&self, _state: &Self::State) -> SeatSet {
        SeatSet::NONE
    }
    /// The action with which a seat gives up; a host without one signals `Left`.
    fn concession(&self) -> Option<Self::Action> {
        None
    }
    /// The next moment after `after` at which a host that looks in between should look: a tick or the
    /// end of what is being counted down. Asked only if `HEEDS_CLOCK`.
    fn next_look(&self, _state: &Self::State, _after: Millis) -> Option<Millis> {
        None
    }
    /// Fingerprint of the card data; a match is only taken up where it is the same.
    fn data_digest(&self) -> u64 {
        0
    }

    /// Carries out an action that `guard` accepted.
    fn act(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        ctx: &mut Ctx<'_, Self>,
    );
    /// Carries out what a timer that has come brings; it is no longer armed.
    fn expire(&self, state: &mut Self::State, timer: Self::Timer, ctx: &mut Ctx<'_, Self>);
    /// Takes note of a fact.
    fn signal(&self, state: &mut Self::State, signal: Signal, ctx: &mut Ctx<'_, Self>);
    /// The match's timers, for the kernel.
    fn timers_mut(state: &mut Self::State) -> &mut Timers<Self::Timer>;

    /// A borrowed look through a viewer's eyes.
    fn seen<'a>(&'a self, state: &'a Self::State, viewer: Viewer) -> Self::Seen<'a>;
    /// All that a viewer knows.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;
    /// What a viewer hears of an event. Depends on the event alone, so that a stored log can be
    /// shown to anyone.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// A full state that fits `view`. It gets no state, so it cannot leak one.
    fn imagine(&self, view: &Self::View, dice: &mut Dice) -> Self::State;

    /// Makes the names of this game known on this thread for as long as the answer lives. States,
    /// actions, events and views are written as JSON and read from it only while it does. Most games
    /// write names that are the same everywhere and need none; one whose config can bring card data
    /// along keeps their names with that data.
    #[inline]
    fn naming(&self) -> Option<Box<dyn Any>> {
        None
    }
}

/// Where events and changes of phase go: into buffers of the caller, or nowhere.
pub struct Sink<'a, G: Game> {
    events: Option<&'a mut Vec<G::Event>>,
    hops: Option<&'a mut Vec<Edge<G::Phase>>>,
}

impl<'a, G: Game> Sink<'a, G> {
    /// Nobody listens.
    #[inline]
    pub fn none() -> Self {
        Sink { events: None, hops: None }
    }

    /// Events are appended here.
    #[inline]
    pub fn events(events: &'a mut Vec<G::Event>) -> Self {
        Sink { events: Some(events), hops: None }
    }

    /// Events are appended here, if anybody wants them.
    #[inline]
    pub fn maybe(events: Option<&'a mut Vec<G::Event>>) -> Self {
        Sink { events, hops: None }
    }

    /// Events and changes of phase are appended here.
    pub fn all(events: &'a mut Vec<G::Event>, hops: &'a mut Vec<Edge<G::Phase>>) -> Self {
        Sink { events: Some(events), hops: Some(hops) }
    }
}

/// All that a rule may touch besides the state.
pub struct Ctx<'a, G: Game> {
    /// The stamp of the input: the only time the rules know.
    pub now: Millis,
    /// The dice of this entry.
    pub dice: &'a mut Dice,
    sink: Sink<'a, G>,
}

impl<'a, G: Game> Ctx<'a, G> {
    #[inline]
    pub(crate) fn new(now: Millis, dice: &'a mut Dice, sink: Sink<'a, G>) -> Self {
        Ctx { now, dice, sink }
    }

    /// The same hands for the rules of another game with the same events and phases, at a time of
    /// the caller's choice: so one rule set can be wrapped in another.
    pub fn lend<H: Game<Event = G::Event, Phase = G::Phase>>(&mut self, now: Millis) -> Ctx<'_, H> {
        let sink =
            Sink { events: self.sink.events.as_deref_mut(), hops: self.sink.hops.as_deref_mut() };
        Ctx { now, dice: self.dice, sink }
    }

    /// Tells what happened.
    #[inline]
    pub fn emit(&mut self, event: G::Event) {
        if let Some(events) = &mut self.sink.events {
            events.push(event);
        }
    }

    /// Whether anybody listens; work done only for events stands behind this.
    #[inline]
    pub fn telling(&self) -> bool {
        self.sink.events.is_some()
    }

    /// Changes the phase along an edge of the chart. Debug builds stop at an edge that is not in
    /// it, unless the caller collects hops and judges them himself.
    #[inline]
    pub fn goto(
        &mut self,
        phase: &mut Current<G::Phase>,
        to: G::Phase,
        on: &'static str,
        guard: &'static str,
    ) {
        if cfg!(debug_assertions) || self.sink.hops.is_some() {
            self.note(Edge { from: phase.get(), on, guard, to });
        }
        phase.set(to);
    }

    fn note(&mut self, hop: Edge<G::Phase>) {
        match &mut self.sink.hops {
            Some(hops) => hops.push(hop),
            None => debug_assert!(G::chart().find(&hop).is_some(), "{hop:?} is not in the chart"),
        }
    }
}

/// Carries out one input; the caller has checked it.
#[inline]
pub(crate) fn change<G: Game>(
    game: &G,
    state: &mut G::State,
    input: &Input<G::Action>,
    ctx: &mut Ctx<'_, G>,
) {
    match input {
        Input::Act { seat, action } => game.act(state, *seat, action, ctx),
        Input::Expire => {
            let timer = G::timers_mut(state).take_next().expect("a deadline has come");
            game.expire(state, timer, ctx);
        }
        Input::Signal { signal } => game.signal(state, *signal, ctx),
    }
}
