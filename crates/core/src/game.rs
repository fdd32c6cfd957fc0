//! The trait that every rule set implements.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Capabilities, Chart, ConfigError, Ctx, Dice, Named, Outcome, Seat, SeatSet, Signal, Timers,
    Viewer,
};

/// Plain values that travel as JSON in both directions.
pub trait Data: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Data for T {}

/// Plain values that are told to somebody.
pub trait Wire: Clone + Eq + Debug + Serialize + Send + Sync + 'static {}
impl<T: Clone + Eq + Debug + Serialize + Send + Sync + 'static> Wire for T {}

/// A configured rule set.
///
/// The value holds what never changes during a match (config, card tables, the unshuffled deck);
/// everything that changes is in `State`.
pub trait Game: Sized + Send + Sync + 'static {
    /// Short name on the wire and on the command line: `"tank"`.
    const ID: &'static str;
    /// Raised by every change that alters any transcript.
    const VERSION: u32;

    /// What can be set before a match.
    type Config: Data + Default;
    /// Card data from which the game is built besides the config; `()` where there is none.
    type Library: Default + Send + Sync;
    /// All of a running match; `Copy` wherever the rules bound every list.
    type State: Data + Eq;
    /// What a seat can do.
    type Action: Data + Eq + Named;
    /// What happened.
    type Event: Wire;
    /// All that one viewer knows; enough to draw the screen and to `imagine`.
    type View: Wire;
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
    /// Appends the legal actions of a seat, in a stable order.
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
    /// The invariants: asked after every step in tests, and of a loaded state.
    fn faults(&self, state: &Self::State) -> Result<(), String>;

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

    /// What this game can do beyond what every game can.
    #[inline]
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none()
    }
}
