//! Judo Classic Battle: both sides turn a judoka card, one of them names a stat, the higher wins.
//!
//! What is particular is not the round but the machine around it: twelve states and 31 transitions
//! that are data, timers that pause and expire to the millisecond however late the host is, and
//! interrupts that roll a round back as if it had never begun. `RULES.md` beside this crate tells
//! the game to a player, and lists the test that proves each demand.
//!
//! ```
//! use std::sync::Arc;
//! use bout_core::{Game, Input, Match, Millis, Seat, Seed, Sink};
//! use bout_judo::{Action, Config, Judo, Phase, Sent, Stat};
//!
//! let game = Judo::new(Config::default(), &())?;
//! let mut duel = Match::open(Arc::new(game), Seed(1), Sink::none());
//! let start = Action::StartMatch { win_target: None };
//! duel.step(Millis(0), &Input::Act { seat: Seat(0), action: start }, Sink::none()).expect("lobby");
//! // Three seconds later the first round is open; it is over at its deadline at the latest.
//! duel.step(Millis(3_000), &Input::Expire, Sink::none()).expect("the pause is over");
//! assert_eq!(Judo::phase(duel.state()), Phase::WaitingForPlayerAction);
//! assert_eq!(duel.next_deadline(), Some(Millis(33_000)));
//! let stat = Sent::Known(Stat::Power);
//! let choose = Action::SelectStat { stat, round: Some(Sent::Known(1)), side: None };
//! duel.step(Millis(5_000), &Input::Act { seat: Seat(0), action: choose }, Sink::none()).expect("his turn");
//! assert_eq!(duel.state().m.ledger.rounds_played, 1);
//! # Ok::<(), bout_core::ConfigError>(())
//! ```

#![warn(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod action;
mod apply;
mod bots;
mod card;
mod config;
mod event;
mod faults;
mod guard;
mod legal;
mod phase;
mod soak;
mod state;
mod stats;
mod view;
mod wire;

use std::sync::Arc;

use bout_core::{
    Bot, BotInfo, BotSpec, Chart, ConfigError, Ctx, Dice, Game, Listed, Millis, Outcome, Preset,
    Seat, SeatSet, Signal, Timers, Viewer, Watchdog,
};
use serde_json::{Value, json};

pub use action::{About, Action, Dispatch, Edits, Sent};
pub use card::{Card, CardNo, DECK_MAX, Face, Gender, Picks, ROSTER, Rarity, STATS, Stat, Stats};
pub use config::{
    AFK_LIMIT, ChooserPolicy, Config, DRIFT_MS, Difficulty, ERROR_RESTARTS, FirstChooser,
    InterruptMode, Mode, PAUSE_BUDGET_MS, RECONNECT_MS, STALL_MS, STATE_LOG_LEN, TARGETS,
};
pub use event::{Event, Scope, SuspendedRound};
pub use guard::Reason;
pub use phase::{
    CHART, Phase, ROWS, STATES_FILE, StateRow, Timer, Trigger, TriggerRow, read_states, row,
    trigger_of,
};
pub use soak::Dog;
pub use state::{
    Both, Checkpoint, Clock, Fields, Interrupt, InterruptReason, LastRound, Ledger, Log,
    MatchResult, Pairs, ResultKind, RoundOutcome, Selection, Side, Source, State, Streak,
    Suspended, Why,
};
pub use stats::Tallied;
pub use view::{Seen, TimerView, View};

/// Cards a table can hold: the whole roster, or two fixed decks.
const CARDS_MAX: usize = 99;

/// The rules with their settings.
#[derive(Debug)]
pub struct Judo {
    config: Config,
    cards: Vec<Arc<Card>>,
    picks: Vec<Picks>,
    /// The cards that can be dealt, in the order in which they lie before the shuffle.
    order: [CardNo; CARDS_MAX],
    eligible: usize,
    /// Whether the order is that of fixed decks, which are not shuffled.
    fixed: bool,
    deck_size: u8,
    cooldown: u64,
    /// A room that has just been opened.
    lobby: State,
}

impl Judo {
    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// A card by its place in the table.
    pub fn card(&self, no: CardNo) -> Face {
        Face { no, card: Arc::clone(&self.cards[usize::from(no)]) }
    }

    /// How many cards each side is dealt.
    pub fn deck_size(&self) -> u8 {
        self.deck_size
    }

    #[inline]
    fn picks(&self, card: CardNo) -> &Picks {
        &self.picks[usize::from(card)]
    }
}

impl Game for Judo {
    const ID: &'static str = "judo";
    const VERSION: u32 = 1;
    const CONFIG_CODE: &'static str = "invalid_config";
    const HEEDS_CLOCK: bool = true;

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
        config.check()?;
        let cards: Vec<Arc<Card>> = match &config.decks {
            None => ROSTER.iter().filter(|card| !card.hidden).cloned().collect(),
            Some(decks) => decks.iter().flatten().cloned().map(Arc::new).collect(),
        };
        let deck_size =
            config.decks.as_ref().map_or(config.deck_size, |[deck, _]| deck.len() as u8);
        let mut order = [0; CARDS_MAX];
        order.iter_mut().zip(0..).for_each(|(place, card)| *place = card);
        Ok(Judo {
            picks: cards.iter().map(|card| Picks::of(&card.stats)).collect(),
            order,
            eligible: cards.len().min(CARDS_MAX),
            fixed: config.decks.is_some(),
            deck_size,
            cooldown: config.cooldown(),
            lobby: State::new(config.win_target),
            cards,
            config,
        })
    }

    fn seats(&self) -> u8 {
        2
    }

    fn chart() -> Chart<Phase> {
        CHART
    }

    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        ctx.emit(Event::LobbyOpened { result: None });
        self.lobby
    }

    fn phase(state: &State) -> Phase {
        state.phase.get()
    }

    fn timers(state: &State) -> &Timers<Timer> {
        &state.timers
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.verdict()
    }

    #[inline]
    fn to_act(&self, state: &State) -> SeatSet {
        self.awaited(state)
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list(state, seat, out);
    }

    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.judge(state, seat, action)
    }

    fn unreadable(&self, _state: &State, _seat: Seat, _name: Option<&str>) -> Reason {
        Reason::BadRequest
    }

    fn faults(&self, state: &State) -> Result<(), String> {
        self.check(state)
    }

    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        let mut offered = Vec::new();
        self.offered(state, seat, &mut offered);
        out.extend(offered.into_iter().map(|action| {
            let reason = self.judge(state, seat, &action).err();
            (action, reason)
        }));
    }

    fn autopilot(&self, _state: &State) -> SeatSet {
        SeatSet::all(2).without(self.people())
    }

    fn concession(&self) -> Option<Action> {
        Some(Action::Quit { side: None })
    }

    fn next_look(&self, state: &State, after: Millis) -> Option<Millis> {
        self.next_tick(state, after)
    }

    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        self.command(state, seat, action, ctx);
    }

    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        self.expired(state, timer, ctx);
    }

    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        state.now = ctx.now;
        let side = signal.seat().and_then(Side::of);
        match (signal, side) {
            (Signal::Left { .. }, Some(side)) => self.connection(state, side, false, ctx),
            (Signal::Returned { .. }, Some(side)) => self.connection(state, side, true, ctx),
            (Signal::Clock { late_ms }, _) => self.drift(state, late_ms, ctx),
            (Signal::Aborted, _) => self.abort(state, ctx),
            (Signal::Left { .. } | Signal::Returned { .. } | Signal::Heard { .. }, _) => {}
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
        Some(view::redact(event, viewer))
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        view::imagine(self, view, dice)
    }
}

impl Listed for Judo {
    type Tally = Tallied;

    const ABOUT: &'static str =
        "stat cards: each round one side names a stat, the higher card wins the point";
    const LENGTH_UNIT: &'static str = "rounds";
    const LENGTH_CAP: u32 = 100;

    fn presets() -> Vec<Preset<Config>> {
        let solo = Config::default();
        let pvp = Config { mode: Mode::Pvp, ..solo.clone() };
        let test = Config { test_mode: true, ..solo.clone() };
        vec![
            Preset { name: "solo", about: "one person against the computer, to 5", config: solo },
            Preset { name: "pvp", about: "two people, the dice say who begins", config: pvp },
            Preset { name: "test", about: "solo with the test commands open", config: test },
        ]
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        bots::make(spec)
    }

    fn length(state: &State) -> u32 {
        state.m.ledger.rounds_played.into()
    }

    fn seat_name(&self, seat: Seat) -> String {
        Side::of(seat).map_or_else(|| seat.to_string(), |side| bout_core::Named::name(&side).into())
    }

    fn unpaced() -> Value {
        json!({"skip_round_cooldown": true, "emit_ticks": false, "difficulty": "hard"})
    }

    fn soaked(dice: &mut Dice) -> Option<Config> {
        Some(soak::config(dice))
    }

    fn mischief(&self, state: &State, seat: Seat, dice: &mut Dice) -> Option<Action> {
        soak::mischief(self, state, seat, dice)
    }

    fn watchdog() -> Box<dyn Watchdog<Self>> {
        Box::new(Dog::default())
    }

    fn usual_bot(&self, seat: Seat) -> &'static str {
        let computer = seat == Side::Opponent.seat() && self.config.mode == Mode::Solo;
        if computer { bout_core::Named::name(&self.config.difficulty) } else { "hard" }
    }
}
