//! A toy game that can be broken in many ways, to see whether the suite notices.
//!
//! Two seats hold two cards of eight, four lie in the deck. Each round both choose a card in
//! secret; the higher one scores, both draw in a random order, and after a pause the next round
//! begins. Everybody may say something or concede at any time; who goes away holds the clock.

mod flaw;
mod rules;
mod sealed;
mod sight;
mod types;

use std::sync::atomic::{AtomicU64, Ordering};

use bout_core::{
    Bot, BotInfo, BotSpec, Capabilities, Catalogued, Chart, Choice, ConfigError, Ctx, Current,
    Dice, Game, HearsRefusals, List, Offers, Outcome, Preset, Seat, SeatSet, Signal, Tally, Timers,
    Turn, Viewer, edge,
};
use sealed::Sealed;

pub use flaw::Flaw;
pub use types::{Action, Config, Event, Phase, Reason, State, Timer, View};

/// The game; `count` is a memory it must not have.
pub struct Toy {
    pub config: Config,
    pub count: AtomicU64,
}

impl Toy {
    fn is(&self, flaw: Flaw) -> bool {
        self.config.flaw == flaw
    }

    fn tick(&self) -> u64 {
        self.count.fetch_add(1, Ordering::Relaxed)
    }
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const VERSION: u32 = 1;

    type Config = Config;
    type Library = ();
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Seen<'a> = &'a State;
    type Phase = Phase;
    type Timer = Timer;
    type Reason = Reason;

    fn new(config: Config, _library: &()) -> Result<Self, ConfigError> {
        if config.flaw == Flaw::BadConfig {
            return Err(ConfigError::new("flaw", "no game can be made of this"));
        }
        Ok(Toy { config, count: AtomicU64::new(0) })
    }

    fn seats(&self) -> u8 {
        2
    }

    fn chart() -> Chart<Phase> {
        use Phase::{Choose, Over, Pause};
        Chart {
            states: Phase::ALL,
            initial: Choose,
            finals: &[Over],
            edges: const {
                &[
                    edge(Choose, "revealed", "cards left", Pause),
                    edge(Choose, "revealed", "no cards left", Over),
                    edge(Pause, "paused", "", Choose),
                    edge(Choose, "stopped", "", Over),
                    edge(Pause, "stopped", "", Over),
                ]
            },
        }
    }

    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        let mut cards = [1, 2, 3, 4, 5, 6, 7, 8];
        ctx.dice.shuffle(&mut cards);
        let mut deck: List<u8, 8> = cards.into_iter().collect();
        let hands = std::array::from_fn(|_| deck.pop().into_iter().chain(deck.pop()).collect());
        let mut state = State {
            phase: Current::start(Phase::Choose),
            timers: Timers::new(),
            hands,
            deck,
            gone: List::new(),
            sealed: Sealed::open(SeatSet::all(2)),
            points: [0; 2],
            said: 0,
            attempts: [0; 2],
            away: SeatSet::NONE,
            outcome: None,
            memo: 0,
        };
        self.arm(&mut state, Timer::Choose, ctx);
        self.spoil_setup(&mut state, ctx);
        state
    }

    fn phase(state: &State) -> Phase {
        state.phase.get()
    }

    fn timers(state: &State) -> &Timers<Timer> {
        &state.timers
    }

    fn timers_mut(state: &mut State) -> &mut Timers<Timer> {
        &mut state.timers
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = state.outcome?;
        let won = end.winner.map(SeatSet::one).unwrap_or_default();
        let drew = if won.is_empty() || self.is(Flaw::WonAndDrew) {
            SeatSet::all(2)
        } else {
            SeatSet::NONE
        };
        Some(Outcome { won, drew, ending: bout_core::Named::name(&end.ending) })
    }

    fn to_act(&self, state: &State) -> SeatSet {
        let mut seats = state.awaited();
        if self.is(Flaw::ToActLeak) && seats.contains(Seat(0)) {
            seats.remove(Seat(1));
        }
        if self.is(Flaw::StrangerToAct) && !seats.is_empty() {
            seats.insert(Seat(2));
        }
        seats
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list_legal(state, seat, out);
    }

    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.judge(state, seat, *action)
    }

    fn unreadable(&self, _state: &State, _seat: Seat, _name: Option<&str>) -> Reason {
        if self.is(Flaw::RefusalCounts) {
            self.tick();
        }
        Reason::Unreadable
    }

    fn faults(&self, state: &State) -> Result<(), String> {
        state.faults()
    }

    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        self.carry_out(state, seat, *action, ctx);
    }

    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        match timer {
            Timer::Choose => self.choose_for_the_slow(state, ctx),
            Timer::Pause => self.begin_round(state, ctx),
        }
    }

    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        self.take_note(state, signal, ctx);
    }

    fn seen<'a>(&'a self, state: &'a State, _viewer: Viewer) -> &'a State {
        state
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        sight::redact(*event, viewer)
    }

    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        self.guess(view, dice)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { offers: Some(self), hears_refusals: Some(self), ..Capabilities::none() }
    }
}

impl Offers<Toy> for Toy {
    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        self.list_options(state, seat, out);
    }
}

impl HearsRefusals<Toy> for Toy {
    fn hears(&self, reason: Reason) -> bool {
        reason == Reason::NotInHand
    }
}

/// Statistics are of no interest here.
#[derive(Default)]
pub struct Nothing;

impl Tally<Toy> for Nothing {
    fn event(&mut self, _game: &Toy, _event: &Event) {}
    fn close(&mut self, _game: &Toy, _state: &State, _outcome: Option<Outcome>) {}
    fn merge(&mut self, _other: Self) {}
    fn report(&self) -> Vec<(String, bout_core::Figure)> {
        Vec::new()
    }
}

/// Does what is listed first, or last if it peeks and the other's first card is odd.
struct First;

impl Bot<Toy> for First {
    fn choose(&mut self, turn: &Turn<'_, Toy>, _dice: &mut Dice) -> Choice<Action> {
        let mut legal = Vec::new();
        turn.legal(&mut legal);
        let other = &turn.seen().hands[1 - turn.seat().index() % 2];
        let odd = other.first().is_some_and(|card| card % 2 == 1);
        let peeks = turn.game().is(Flaw::BotPeeks) && odd;
        Choice::from(if peeks { legal.last().copied() } else { legal.first().copied() })
    }
}

impl Catalogued for Toy {
    type Tally = Nothing;

    const ABOUT: &'static str = "The higher card scores.";
    const LENGTH_UNIT: &'static str = "rounds";
    const LENGTH_CAP: u32 = 10;

    fn presets() -> Vec<Preset<Config>> {
        vec![Preset::new("usual", "the usual game", Config::default())]
    }

    fn bots() -> &'static [BotInfo] {
        &[BotInfo { name: "first", about: "does what is listed first", params: &[] }]
    }

    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        (spec.name == "first").then(|| Ok(Box::new(First) as Box<dyn Bot<Self>>))
    }

    fn length(state: &State) -> u32 {
        state.gone.len() as u32 / 2
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("player {seat}")
    }
}
