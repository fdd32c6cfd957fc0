//! Orcain: two players lay three cards in secret; the slots are opened one after another.
//!
//! A match is a few rounds of PREP (drafts and confirms, hidden) and REVEAL (three steps, public).
//! Nothing in the rules is random. `RULES.md` beside this crate tells the game to a player; the
//! modules follow the common plan of all games: what can be done is in `action`, who may do it in
//! `guard`, what comes of it in `apply`, what a viewer may know in `view`.
//!
//! ```
//! use std::sync::Arc;
//! use bout_core::{Game, Input, Match, Millis, Seat, Seed, Sink};
//! use bout_orcain::{Action, Card, Config, Orcain};
//!
//! let game = Orcain::new(Config { step_first_ms: 0, step_ms: 0, ..Config::default() }, &())?;
//! let mut duel = Match::open(Arc::new(game), Seed(1), Sink::none());
//! let attack = [Some(Card::Attack), None, None];
//! let wait = [None; 3];
//! while duel.outcome().is_none() {
//!     for (seat, layout) in [(Seat(0), attack), (Seat(1), wait)] {
//!         let action = Action::Confirm(layout.into());
//!         duel.step(Millis(0), &Input::Act { seat, action }, Sink::none()).expect("legal");
//!     }
//! }
//! assert_eq!(duel.state().hp, [10, 4]);
//! # Ok::<(), bout_core::ConfigError>(())
//! ```

#![warn(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod action;
mod apply;
mod bots;
mod capabilities;
mod card;
mod catalogue;
mod config;
mod event;
mod faults;
mod guard;
mod imagine;
mod legal;
mod phase;
mod reason;
mod settings;
mod soak;
mod state;
mod stats;
mod view;

use bout_core::{
    Capabilities, Chart, ConfigError, Ctx, Current, Dice, Game, List, Outcome, Seat, SeatSet,
    Signal, Timers, Viewer,
};

pub use action::{Action, Sent, SentSlot};
pub use apply::step::{damage, resolve};
pub use bots::equilibrium::{Equilibrium, Mix};
pub use card::{Card, Hand, Layout, Layouts, Slot};
pub use config::{Config, MAX_HP, Mode};
pub use event::{EndReason, Ending, Event, MatchEnd, Reveal};

pub use phase::{Phase, Timer};
pub use reason::Reason;
pub use state::State;
pub use stats::Stats;
pub use view::{Own, Seen, View};

/// Absent rounds in a row that end a match.
const AFK_LIMIT: u32 = 2;
/// The bot's seat in single play.
const BOT: Seat = Seat(1);

/// The rules with their settings.
#[derive(Debug)]
pub struct Orcain {
    config: Config,
    hands: [Hand; 2],
    tables: Vec<(Hand, Layouts)>,
}

impl Game for Orcain {
    const ID: &'static str = "orcain";
    const VERSION: u32 = 1;

    type Config = Config;
    type Library = ();
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Seen<'a> = Seen<'a>;
    type Phase = Phase;
    type Timer = Timer;
    type Reason = Reason;

    fn new(config: Config, (): &()) -> Result<Self, ConfigError> {
        let hands = config.check()?;
        let mut known = vec![hands[0], hands[1], Hand::default()];
        known.dedup();
        let tables = known.into_iter().map(|hand| (hand, Layouts::of(&hand))).collect();
        Ok(Orcain { config, hands, tables })
    }

    fn seats(&self) -> u8 {
        2
    }

    fn chart() -> Chart<Phase> {
        phase::CHART
    }

    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        let mut state = State {
            state: Current::start(Phase::Prep),
            round_index: 1,
            sudden_death: false,
            hp: self.config.start_hp,
            hands: self.hands,
            draft_layout: [None; 2],
            confirmed_layout: [None; 2],
            turn: None,
            had_draft_this_round: [false; 2],
            final_layout: None,
            finalized_round_index: None,
            current_step_index: None,
            afk_streak_by_player: [0; 2],
            both_afk_streak: 0,
            revealed: List::new(),
            last_round: None,
            timers: Timers::new(),
            result: None,
        };
        self.start_prep(&mut state, ctx);
        state
    }

    fn phase(state: &State) -> Phase {
        state.state.get()
    }

    fn timers(state: &State) -> &Timers<Timer> {
        &state.timers
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome()
    }

    #[inline]
    fn to_act(&self, state: &State) -> SeatSet {
        Self::awaited(state)
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.confirms(state, seat, out);
    }

    #[inline]
    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        guard::can_act(state, seat, action)
    }

    fn unreadable(&self, _state: &State, _seat: Seat, _name: Option<&str>) -> Reason {
        Reason::BadRequest
    }

    fn faults(&self, state: &State) -> Result<(), String> {
        state.faults(self)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        match *action {
            Action::Draft(sent) => Self::draft(state, seat, sent, ctx),
            Action::Confirm(sent) => self.confirm(state, seat, sent, ctx),
        }
    }

    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        match timer {
            Timer::Prep if state.turn == Some(state.first_to_prepare()) => {
                self.hand_over(state, ctx);
            }
            Timer::Prep => self.finalize_round(state, ctx, "deadline", "nobody_out"),
            Timer::Step => self.step(state, ctx),
        }
    }

    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        match signal {
            Signal::Left { seat } => self.end_disconnect(state, seat, ctx),
            Signal::Aborted => self.end_aborted(state, ctx),
            Signal::Heard { seat } if state.state.get() == Phase::Prep => {
                state.had_draft_this_round[seat.index()] = true;
            }
            Signal::Heard { .. } | Signal::Returned { .. } | Signal::Clock { .. } => {}
        }
    }

    fn timers_mut(state: &mut State) -> &mut Timers<Timer> {
        &mut state.timers
    }

    #[inline]
    fn seen<'a>(&'a self, state: &'a State, viewer: Viewer) -> Seen<'a> {
        Seen::new(self, state, viewer)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.seen(state, viewer).view()
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        view::redact(event, viewer)
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        imagine::imagine(view, dice)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            hears_refusals: Some(self),
            drafts: Some(self),
            autopilot: Some(self),
            ..Capabilities::none()
        }
    }
}
