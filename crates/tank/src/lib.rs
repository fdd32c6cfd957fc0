//! Tank Combat: two to four tanks, one shared deck, attacks that can be answered out of turn.
//!
//! A turn is a draw, one action, and perhaps a window in which others answer in secret. Every number
//! of the game is a parameter ([`Rules`]), so that balance work changes settings and no code.
//! `RULES.md` beside this crate tells the game to a player; the modules follow the common plan of
//! all games.
//!
//! ```
//! use std::sync::Arc;
//! use bout_core::{Game, Input, Match, Millis, Seed, Sink};
//! use bout_tank::{Config, Tank};
//!
//! let mut duel = Match::open(Arc::new(Tank::new(Config::default(), &())?), Seed(1), Sink::none());
//! let mut legal = Vec::new();
//! while duel.outcome().is_none() {
//!     let seat = duel.game().to_act(duel.state()).first().expect("somebody is waited for");
//!     legal.clear();
//!     duel.game().legal(duel.state(), seat, &mut legal);
//!     let action = legal[0];
//!     duel.step(Millis(0), &Input::Act { seat, action }, Sink::none()).expect("it is legal");
//! }
//! assert_eq!(duel.outcome().unwrap().ending, "destroyed");
//! # Ok::<(), bout_core::ConfigError>(())
//! ```

#![warn(clippy::float_arithmetic)]

mod action;
mod apply;
mod bots;
mod capabilities;
mod card;
mod cards;
mod catalogue;
mod config;
mod event;
mod faults;
mod guard;
mod imagine;
mod legal;
mod line_ups;
mod phase;
mod pile;
mod reason;
mod rules;
mod settings;
mod soak;
mod state;
mod stats;
mod value;
mod view;
mod wire;

use std::sync::Arc;

use bout_core::{
    Capabilities, Chart, ConfigError, Ctx, Dice, Game, List, Outcome, Seat, SeatSet, Signal,
    Timers, Viewer,
};

pub use action::{Action, Command};
pub use apply::damage::damage;
pub use card::{Card, Category, Hand, Row};
pub use cards::Cards;
pub use config::{Clocks, Config, Controller};
pub use event::{Cause, ControlCause, End, Event, Hit, Start, What};
pub use phase::{Phase, Timer};
pub use pile::Piles;
pub use reason::Reason;
pub use rules::{Class, ClassRules, Rules, keys};
pub use state::{Answer, EndReason, MainAction, Mode, Pending, Player, State, WindowKind};
pub use stats::Stats;
pub use value::value;
pub use view::{PendingView, PlayerView, Seen, View};
pub use wire::{StateDocument, StatusFlags, Tableau};

use state::Answer as A;

/// The rules with their settings.
#[derive(Debug)]
pub struct Tank {
    config: Config,
    rules: Rules,
    seats: u8,
    deck: Vec<Card>,
    piles: Piles,
    players: List<Player, 4>,
    starts: Vec<Arc<Start>>,
}

impl Tank {
    /// The resolved parameters.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self, first_player: Seat) -> Start {
        Start {
            mode: if self.seats == 2 { Mode::Duel } else { Mode::Deathmatch },
            rules: self.rules.document(),
            preset: self.config.preset.clone(),
            classes: self.config.classes.clone(),
            teams: self.config.teams.clone(),
            first_player,
        }
    }

    /// How many teams fight each other; every tank is one unless the config groups seats.
    pub fn teams(&self) -> usize {
        if self.config.teams.is_empty() {
            self.config.classes.len()
        } else {
            self.config.teams.len()
        }
    }

    /// The classes, by seat.
    pub fn classes(&self) -> &[Class] {
        &self.config.classes
    }
}

impl Game for Tank {
    const ID: &'static str = "tank";
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
        let rules = config.check()?;
        let deck = Tank::build_deck(&rules.deck);
        let seats = config.classes.len() as u8;
        let piles = Piles::new(&deck);
        let starts = Vec::new();
        let mut game = Tank { config, rules, seats, deck, piles, players: List::new(), starts };
        game.players = game.fresh_players();
        game.starts = (0..seats).map(|seat| Arc::new(game.start(Seat(seat)))).collect();
        Ok(game)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn chart() -> Chart<Phase> {
        phase::CHART
    }

    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        self.set_up(ctx)
    }

    fn phase(state: &State) -> Phase {
        state.phase.get()
    }

    #[inline]
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
        self.commands(state, seat, out);
    }

    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.can_act(state, seat, action)
    }

    fn unreadable(&self, _state: &State, _seat: Seat, name: Option<&str>) -> Reason {
        match name.and_then(Command::from_name) {
            Some(_) => Reason::BadRequest,
            None => Reason::UnknownAction,
        }
    }

    fn faults(&self, state: &State) -> Result<(), String> {
        self.first_fault(state)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        if state.pending.is_none() && seat == state.active {
            state.player_mut(seat).missed = 0;
        }
        match action {
            Action::Load { card } => self.load(state, seat, *card, ctx),
            Action::Fire { target, ghost_discard } => {
                self.fire(state, seat, *target, *ghost_discard, ctx);
            }
            Action::QuickFire { target, ghost_discard } => {
                self.quick_fire(state, seat, *target, *ghost_discard, ctx);
            }
            Action::Sabotage { card, target } => self.sabotage(state, seat, *card, *target, ctx),
            Action::Repair { card, target } => {
                self.repair(state, seat, *card, target.unwrap_or(seat), ctx);
            }
            Action::Equip { card } => self.equip(state, seat, *card, ctx),
            Action::Discard { card } => self.discard(state, *card, "discard", ctx),
            Action::MediumPassive { cards } => self.medium_passive(state, seat, *cards, ctx),
            Action::Smoke => self.answer(state, seat, A::Smoke, "smoke", ctx),
            Action::CoupFourre => self.answer(state, seat, A::Coup, "coup_fourre", ctx),
            Action::Pass if state.pending.is_some() => {
                self.answer(state, seat, A::Pass, "pass", ctx);
            }
            Action::Pass => self.decline_autoload(state, "pass", ctx),
            Action::DiscardExcess { cards } => {
                self.discard_excess(state, *cards, "discard_excess", ctx);
            }
            Action::Concede => self.concede(state, seat, ctx),
        }
    }

    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        self.run_out(state, timer, ctx);
    }

    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        self.hear(state, signal, ctx);
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
        Some(event.redacted(viewer))
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        imagine::imagine(view, dice)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            loads_states: Some(self),
            offers: Some(self),
            autopilot: Some(self),
            concedes: Some(self),
            idles: Some(self),
            waits_for_return: Some(self),
            ..Capabilities::none()
        }
    }
}
