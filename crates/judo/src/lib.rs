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
mod wire;

use std::sync::Arc;

use bout_core::{
    Capabilities, Chart, ConfigError, Ctx, Dice, Game, Outcome, Seat, SeatSet, Signal, Timers,
    Viewer,
};

pub use action::{About, Action, Dispatch, Edits, Sent};
pub use card::{Card, CardNo, DECK_MAX, Face, Gender, Picks, ROSTER, Rarity, STATS, Stat, Stats};
pub use config::{
    AFK_LIMIT, ChooserPolicy, Config, DRIFT_MS, Difficulty, ERROR_RESTARTS, FirstChooser,
    InterruptMode, Mode, PAUSE_BUDGET_MS, RECONNECT_MS, STALL_MS, STATE_LOG_LEN, TARGETS,
};
pub use event::{Event, Scope, SuspendedRound};
pub use phase::{
    CHART, Phase, ROWS, STATES_FILE, StateRow, Timer, Trigger, TriggerRow, read_states, row,
    trigger_of,
};
pub use reason::Reason;
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

    /// Builds the rules with their settings.
    ///
    /// Steps: refuse settings out of range; take the roster, or fixed decks; work out what can be
    /// picked on each card; lay out an empty lobby.
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

    /// How many sit at the table.
    ///
    /// Steps: say two.
    fn seats(&self) -> u8 {
        2
    }

    /// The twelve states and 31 rows.
    ///
    /// Steps: hand out the table that the engine runs on.
    fn chart() -> Chart<Phase> {
        CHART
    }

    /// Opens a room.
    ///
    /// Steps: tell that the lobby is open; return an empty one. Nothing is dealt before
    /// `start_match`.
    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        ctx.emit(Event::LobbyOpened { result: None });
        self.lobby
    }

    /// The state of the machine.
    ///
    /// Steps: read it.
    fn phase(state: &State) -> Phase {
        state.phase.get()
    }

    /// The timers.
    ///
    /// Steps: hand them out.
    fn timers(state: &State) -> &Timers<Timer> {
        &state.timers
    }

    /// The verdict.
    ///
    /// Steps: none outside matchOver; else the result's kind, and who won, or that both drew.
    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.verdict()
    }

    /// Who is really waited for.
    ///
    /// Steps: look at the state: the host of the lobby, the chooser, the people of a result or of
    /// an interrupt that they may resolve; else nobody.
    #[inline]
    fn to_act(&self, state: &State) -> SeatSet {
        self.awaited(state)
    }

    /// What a seat can choose from.
    ///
    /// Steps: nothing for a seat that is not waited for; else the lengths of a match, five stats,
    /// rematch and home, or the resolutions that the guard allows, in the order of the table.
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list(state, seat, out);
    }

    /// The only judge of a command.
    ///
    /// Steps: refuse unknown seats and a closed host seat; refuse what is somebody else's to say;
    /// then the command's own preconditions in their order.
    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.judge(state, seat, action)
    }

    /// The code for what is no command.
    ///
    /// Steps: say `bad_request`.
    fn unreadable(&self, _state: &State, _seat: Seat, _name: Option<&str>) -> Reason {
        Reason::BadRequest
    }

    /// The invariants.
    ///
    /// Steps: count the cards; then compare scores, round, timers, budgets, absences and log with
    /// the state, and name the first that does not fit.
    fn faults(&self, state: &State) -> Result<(), String> {
        self.check(state)
    }

    /// Carries out a command.
    ///
    /// Steps: stamp it; a choice decides the round; every other command fires its trigger, votes,
    /// or changes who is there; then whatever the engine fires by itself.
    #[inline]
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        self.command(state, seat, action, ctx);
    }

    /// Carries out what a timer that has come brings.
    ///
    /// Steps: stamp it with the deadline; leave the pause, pick for the chooser or wait on,
    /// interrupt a stalled or absent side, resolve an interrupt, or let a paused timer go on.
    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        self.expired(state, timer, ctx);
    }

    /// Takes note of a fact.
    ///
    /// Steps: stamp it; what is due at this moment goes first; a lost or found connection changes who is there, lateness is told as drift,
    /// an abort takes the shortest way into matchOver.
    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        state.now = ctx.now;
        if !matches!(signal, Signal::Clock { .. }) {
            self.fire_due(state, ctx);
        }
        let side = signal.seat().and_then(Side::of);
        match (signal, side) {
            (Signal::Left { .. }, Some(side)) => self.connection(state, side, false, ctx),
            (Signal::Returned { .. }, Some(side)) => self.connection(state, side, true, ctx),
            (Signal::Clock { late_ms }, _) => self.drift(state, late_ms, ctx),
            (Signal::Aborted, _) => self.abort(state, ctx),
            (Signal::Left { .. } | Signal::Returned { .. } | Signal::Heard { .. }, _) => {}
        }
    }

    /// The timers, for the kernel.
    ///
    /// Steps: hand them out.
    fn timers_mut(state: &mut State) -> &mut Timers<Timer> {
        &mut state.timers
    }

    /// A borrowed look.
    ///
    /// Steps: remember whose eyes these are.
    #[inline]
    fn seen<'a>(&'a self, state: &'a State, viewer: Viewer) -> Seen<'a> {
        Seen::new(self, state, viewer)
    }

    /// All that a viewer knows.
    ///
    /// Steps: copy what is public; show cards to their owner, or to all once they are turned; add
    /// the suspended round for the administrator, everything for test driver and referee.
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.seen(state, viewer).view()
    }

    /// What a viewer hears of an event.
    ///
    /// Steps: take the other side's card out of `round.started`, the suspended round out of
    /// `modification.opened`; leave all else.
    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::redact(event, viewer))
    }

    /// A room that fits a view.
    ///
    /// Steps: collect the cards that the viewer has not seen; deal them at random to the places he
    /// cannot see; copy everything else.
    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        imagine::imagine(self, view, dice)
    }

    /// What Judo can do beyond what every game can.
    ///
    /// Steps: name each ability; all of them are in `capabilities`.
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            loads_states: Some(self),
            offers: Some(self),
            autopilot: Some(self),
            concedes: Some(self),
            starts: Some(self),
            watches_clock: Some(self),
            waits_for_return: Some(self),
            directed: Some(self),
            ..Capabilities::none()
        }
    }
}
