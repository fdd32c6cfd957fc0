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
mod card;
mod cards;
mod config;
mod event;
mod faults;
mod guard;
mod legal;
mod phase;
mod pile;
mod rules;
mod settings;
mod state;
mod stats;
mod value;
mod view;
mod wire;

use std::sync::Arc;

use bout_core::{
    Bot, BotInfo, BotSpec, Chart, ConfigError, Ctx, Dice, Game, LineUp, List, Listed, Named,
    Outcome, Preset, Seat, SeatSet, Setting, Signal, Timers, Viewer,
};
use serde_json::{Value, json};

pub use action::{Action, Command};
pub use apply::damage::damage;
pub use card::{Card, Category, Hand, Row};
pub use cards::Cards;
pub use config::{Clocks, Config, Controller};
pub use event::{Cause, ControlCause, End, Event, Hit, Start, What};
pub use guard::Reason;
pub use phase::{Phase, Timer};
pub use pile::Piles;
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
    const CONFIG_CODE: &'static str = "invalid_config";

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

    fn read_state(&self, state: &Value) -> Result<State, String> {
        serde_json::from_value(self.completed(state)?).map_err(|error| format!("state: {error}"))
    }

    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        self.offers(state, seat, out);
    }

    fn autopilot(&self, state: &State) -> SeatSet {
        state.seats().filter(|seat| state.player(*seat).controller == Controller::Ai).collect()
    }

    fn concession(&self) -> Option<Action> {
        Some(Action::Concede)
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
        view::imagine(view, dice)
    }
}

impl Listed for Tank {
    type Tally = Stats;

    const ABOUT: &'static str =
        "tanks with a shared deck: load, fire, sabotage, and answer out of turn";
    const LENGTH_UNIT: &'static str = "turns";
    const LENGTH_CAP: u32 = 1000;
    const GAMES: u64 = 1000;
    const CLASSES: &'static [&'static str] = &["heavy", "medium", "light"];
    const PLAYERS: &'static [usize] = &[2, 3, 4];
    const LOBBY_PRESET: &'static str = "v3";
    const METRICS: &'static [&'static str] = &[
        "turns_per_player",
        "first_player_win_rate",
        "cards_played.mean",
        "attacks.declared",
        "attacks.smoked_share",
        "attacks.smoked_by_self",
        "attacks.smoked_by_others",
        "adrenaline",
        "coup_fourre",
        "cards_drawn_by_type",
        "cards_discarded.by_cause",
        "cards_left_by_type",
        "play_rate_by_type",
        "degenerate",
        "dead_weight",
        "flags",
    ];

    fn absence_timer(seat: Seat) -> Option<Timer> {
        Some(Timer::grace(seat))
    }

    fn settings() -> Vec<Setting> {
        settings::settings()
    }

    fn default_of(config: &Value, key: &str) -> Value {
        settings::value_of(config, key)
    }

    fn presets() -> Vec<Preset<Config>> {
        let preset = |name, about| Preset { name, about, config: Config::preset(name) };
        vec![
            preset("v1", "the canonical rules"),
            preset("v2", "rebalanced: equal HP, hands refilled"),
            preset("v3", "balanced by the tuner: every class within two points of its share"),
            preset(
                "proto1",
                "the first prototype with its defects, to check the simulator against",
            ),
            preset(
                "proto2",
                "the second prototype with its defects, to check the simulator against",
            ),
        ]
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        bots::make(spec)
    }

    fn length(state: &State) -> u32 {
        state.turn
    }

    fn length_at(event: &Event) -> u32 {
        event.turn
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.config
            .classes
            .get(seat.index())
            .map_or_else(String::new, |class| class.name().to_owned())
    }

    fn soaked(dice: &mut Dice) -> Option<Config> {
        let pick = |dice: &mut Dice| Class::ALL[dice.below(Class::ALL.len() as u32) as usize];
        let classes = (0..2 + dice.below(3)).map(|_| pick(dice)).collect();
        let clocks = Clocks {
            turn_ms: 20_000,
            interrupt_ms: 5_000,
            afk_timeouts: dice.below(3),
            disconnect_grace_ms: 30_000,
        };
        let preset = ["v1", "v2", "v3"][dice.below(3) as usize];
        let mut config = Config { classes, clocks, ..Config::preset(preset) };
        if config.classes.len() == 4 && dice.below(2) == 0 {
            config.teams = vec![vec![0, 2], vec![1, 3]];
        }
        Some(config)
    }

    fn mischief(&self, _state: &State, _seat: Seat, dice: &mut Dice) -> Option<Action> {
        (dice.below(50) == 0).then_some(Action::Concede)
    }

    fn line_up(line_up: &LineUp) -> Result<Value, String> {
        line_up.only(Self::ID, &["players", "classes"])?;
        let classes = match (&line_up.classes, line_up.players) {
            (Some(classes), Some(n)) if n != classes.len() => {
                let found = classes.len();
                return Err(format!(
                    "player_count_mismatch: --players {n}, but --classes names {found}"
                ));
            }
            (Some(classes), _) => classes.clone(),
            (None, Some(n)) => {
                Self::CLASSES.iter().cycle().take(n).copied().map(str::to_owned).collect()
            }
            (None, None) => return Ok(json!({})),
        };
        if !config::SEATS.contains(&classes.len()) {
            return Err(format!("{} players; tank is played by 2 to 4", classes.len()));
        }
        match classes.iter().find(|class| !Self::CLASSES.contains(&class.as_str())) {
            Some(class) => {
                let known = Self::CLASSES.join(", ");
                Err(format!("there is no class '{class}'; there is {known}"))
            }
            None => Ok(json!({"classes": classes})),
        }
    }

    fn networked() -> Value {
        json!({"clocks": Clocks::NETWORKED})
    }

    fn chosen(config: &Config, classes: &[Option<String>]) -> Value {
        let seats = config.classes.iter().zip(classes);
        let all = seats.map(|(usual, chosen)| chosen.as_deref().unwrap_or(usual.name()));
        json!({"classes": all.collect::<Vec<_>>()})
    }

    fn unpaced() -> Value {
        json!({"rules": {"window_asks": "holders"}})
    }

    fn path_of(key: &str) -> Vec<String> {
        match key.split_once('.') {
            Some(("rules", rest)) => vec!["rules".into(), rest.into()],
            _ if ["preset", "classes", "controllers", "teams", "rules", "clocks"]
                .iter()
                .any(|root| key == *root || key.starts_with(&format!("{root}."))) =>
            {
                key.split('.').map(str::to_owned).collect()
            }
            _ => vec!["rules".into(), key.into()],
        }
    }
}
