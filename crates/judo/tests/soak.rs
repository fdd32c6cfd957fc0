//! The soak test bites: a sound game passes, and each planted fault is found.

use std::sync::Arc;

use bout_core::{
    Bot, BotInfo, BotSpec, Capabilities, Catalogued, Chart, ConfigError, Ctx, Dice, Game, Millis,
    Outcome, Preset, Seat, SeatSet, Seed, Signal, Soak, Tally, Timers, Viewer, Watchdog, Watched,
    WatchesClock,
};
use bout_judo::{Action, Config, Dog, Event, Judo, Phase, Reason, Seen, State, Timer, View};
use bout_testkit::{Finding, Rule, soak};

/// Nothing is wrong.
const SOUND: u8 = 0;
/// What an expiry starts counts from a later moment.
const STAMPED_LATE: u8 = 1;
/// Lateness of the host is not told.
const DRIFT_IGNORED: u8 = 2;
/// An interrupted round keeps its cards.
const CARDS_KEPT: u8 = 3;
/// An interrupt is raised twice.
const INTERRUPTED_TWICE: u8 = 4;
/// The timer of a state goes on after it has been left.
const TIMER_GOES_ON: u8 = 5;

/// Judo with a fault planted in it.
struct Planted<const FAULT: u8>(Judo);

impl<const FAULT: u8> Planted<FAULT> {
    /// Lets the sound rules do something, and spoils it.
    fn spoil(
        &self,
        state: &mut State,
        ctx: &mut Ctx<'_, Self>,
        late: bool,
        work: impl FnOnce(&Judo, &mut State, &mut Ctx<'_, Judo>),
    ) {
        let before = *state;
        let now = if late && FAULT == STAMPED_LATE { ctx.now + 150 } else { ctx.now };
        work(&self.0, state, &mut ctx.lend(now));
        let interrupted = state.m.interrupt != before.m.interrupt && state.m.interrupt.is_some();
        if FAULT == CARDS_KEPT && interrupted {
            state.m.piles[0].pop();
            state.m.piles[1].pop();
        }
        if FAULT == INTERRUPTED_TWICE
            && interrupted
            && let Some(interrupt) = state.m.interrupt
        {
            ctx.emit(Event::InterruptRaised {
                scope: bout_judo::Scope::Round,
                from: interrupt.from,
                reason: interrupt.reason,
                by: interrupt.by,
                scores: state.m.ledger.scores.into(),
            });
        }
        let left = before.phase != state.phase;
        if FAULT == TIMER_GOES_ON
            && left
            && let Some(at) = before.timers.deadline(Timer::Selection).filter(|at| *at > ctx.now)
        {
            state.timers.arm(Timer::Selection, at);
        }
    }
}

impl<const FAULT: u8> Game for Planted<FAULT> {
    const ID: &'static str = "planted";
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

    fn new(config: Config, library: &()) -> Result<Self, ConfigError> {
        Judo::new(config, library).map(Planted)
    }
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn chart() -> Chart<Phase> {
        Judo::chart()
    }
    fn setup(&self, ctx: &mut Ctx<'_, Self>) -> State {
        let now = ctx.now;
        self.0.setup(&mut ctx.lend(now))
    }
    fn phase(state: &State) -> Phase {
        Judo::phase(state)
    }
    fn timers(state: &State) -> &Timers<Timer> {
        Judo::timers(state)
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.0.outcome(state)
    }
    fn to_act(&self, state: &State) -> SeatSet {
        self.0.to_act(state)
    }
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.0.legal(state, seat, out);
    }
    fn guard(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
        self.0.guard(state, seat, action)
    }
    fn unreadable(&self, state: &State, seat: Seat, name: Option<&str>) -> Reason {
        self.0.unreadable(state, seat, name)
    }
    fn faults(&self, state: &State) -> Result<(), String> {
        self.0.faults(state)
    }
    fn act(&self, state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        self.spoil(state, ctx, false, |judo, state, ctx| judo.act(state, seat, action, ctx));
    }
    fn expire(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        self.spoil(state, ctx, true, |judo, state, ctx| judo.expire(state, timer, ctx));
    }
    fn signal(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        self.spoil(state, ctx, false, |judo, state, ctx| judo.signal(state, signal, ctx));
    }
    fn timers_mut(state: &mut State) -> &mut Timers<Timer> {
        Judo::timers_mut(state)
    }
    fn seen<'a>(&'a self, state: &'a State, viewer: Viewer) -> Seen<'a> {
        self.0.seen(state, viewer)
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.0.view(state, viewer)
    }
    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Judo::redact(event, viewer)
    }
    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        self.0.imagine(view, dice)
    }
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { watches_clock: Some(self), ..Capabilities::none() }
    }
}

impl<const FAULT: u8> WatchesClock<Planted<FAULT>> for Planted<FAULT> {
    fn next_look(&self, state: &State, after: Millis) -> Option<Millis> {
        self.0.next_look(state, after).filter(|_| FAULT != DRIFT_IGNORED)
    }
}

/// Statistics of nothing.
#[derive(Default)]
struct Nothing;

impl<const FAULT: u8> Tally<Planted<FAULT>> for Nothing {
    fn event(&mut self, _game: &Planted<FAULT>, _event: &Event) {}
    fn close(&mut self, _game: &Planted<FAULT>, _state: &State, _outcome: Option<Outcome>) {}
    fn merge(&mut self, _other: Self) {}
    fn report(&self) -> Vec<(String, bout_core::Figure)> {
        Vec::new()
    }
}

/// Judo's own watchdog, on a leash.
struct Leashed(Dog);

impl<const FAULT: u8> Watchdog<Planted<FAULT>> for Leashed {
    fn turn(&mut self, game: &Planted<FAULT>, state: &State, to: Millis) {
        self.0.turn(&game.0, state, to);
    }
    fn entry(
        &mut self,
        game: &Planted<FAULT>,
        entry: &Watched<'_, Planted<FAULT>>,
    ) -> Result<(), String> {
        let Watched { at, input, before, after, events } = *entry;
        self.0.entry(&game.0, &Watched { at, input, before, after, events })
    }
    fn rest(&mut self, game: &Planted<FAULT>, state: &State) -> Result<(), String> {
        self.0.rest(&game.0, state)
    }
}

impl<const FAULT: u8> Catalogued for Planted<FAULT> {
    type Tally = Nothing;

    const ABOUT: &'static str = "judo with a fault";
    const LENGTH_UNIT: &'static str = "rounds";
    const LENGTH_CAP: u32 = 100;

    fn presets() -> Vec<Preset<Config>> {
        Judo::presets()
    }
    fn bots() -> &'static [BotInfo] {
        &[]
    }
    fn bot(_spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>> {
        None
    }
    fn length(state: &State) -> u32 {
        Judo::length(state)
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }
    fn soak() -> Option<&'static dyn Soak<Self>> {
        Some(&AsJudo)
    }
}

/// Judo's own soak test.
struct AsJudo;

impl<const FAULT: u8> Soak<Planted<FAULT>> for AsJudo {
    fn config(&self, dice: &mut Dice) -> Option<Config> {
        Judo::soak().and_then(|soak| soak.config(dice))
    }
    fn mischief(
        &self,
        game: &Planted<FAULT>,
        state: &State,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Action> {
        Judo::soak().and_then(|soak| soak.mischief(&game.0, state, seat, dice))
    }
    fn watchdog(&self) -> Option<Box<dyn Watchdog<Planted<FAULT>>>> {
        Some(Box::new(Leashed(Dog::default())))
    }
}

/// Matches of a run of `make test`; `bout soak judo` plays as many as one likes.
const MATCHES: u64 = 150;

fn first_finding<const FAULT: u8>() -> Option<Box<Finding>> {
    (0..MATCHES).find_map(|number| soak::<Planted<FAULT>>(&Arc::new(()), Seed(9), number).err())
}

#[test]
fn a_sound_game_passes() {
    assert!(first_finding::<SOUND>().is_none_or(|finding| panic!("{finding}")));
}

#[test]
fn every_planted_fault_is_found() {
    let found = [
        ("expiry stamped late", first_finding::<STAMPED_LATE>()),
        ("drift ignored", first_finding::<DRIFT_IGNORED>()),
        ("rollback without cards", first_finding::<CARDS_KEPT>()),
        ("double interrupt", first_finding::<INTERRUPTED_TWICE>()),
        ("timer not cancelled", first_finding::<TIMER_GOES_ON>()),
    ];
    let expected = [Rule::Watchdog, Rule::Watchdog, Rule::Faults, Rule::Watchdog, Rule::Faults];
    for ((fault, finding), rule) in found.into_iter().zip(expected) {
        let finding = finding.unwrap_or_else(|| panic!("{fault}: not found"));
        assert_eq!(finding.rule, rule, "{fault}: {finding}");
    }
}
