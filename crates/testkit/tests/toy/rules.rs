//! What the toy does.

use bout_core::{Ctx, Current, Millis, Seat, SeatSet, Signal};

use super::sealed::Sealed;

use super::types::{End, Ending};
use super::{Action, Event, Flaw, Phase, Reason, State, Timer, Toy};

const CHOOSE_MS: u64 = 10_000;

fn other(seat: Seat) -> usize {
    1 - seat.index()
}

impl Toy {
    pub(super) fn list_legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let nothing = self.is(Flaw::NothingToDo) && seat == Seat(1);
        if !state.awaited().contains(seat) || nothing {
            return;
        }
        let start = out.len();
        out.extend(state.hands[seat.index()].iter().map(|card| Action::Play { card: *card }));
        match self.config.flaw {
            Flaw::LegalRefused => out.push(Action::Play { card: 77 }),
            Flaw::LegalTwice => out.extend_from_within(start..=start),
            Flaw::LegalUnstable if self.tick().is_multiple_of(2) => out[start..].reverse(),
            Flaw::LegalLeak if state.hands[other(seat)][0].is_multiple_of(2) => {
                out[start..].reverse();
            }
            _ => {}
        }
    }

    pub(super) fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Reason> {
        if self.is(Flaw::GuardPanics) {
            let _ = state.hands[seat.index()];
        }
        if state.outcome.is_some() {
            return Err(Reason::GameOver);
        }
        if !seat.sits_among(2) {
            return Err(Reason::NotAPlayer);
        }
        match action {
            Action::Play { card } => self.can_play(state, seat, card),
            Action::Say { .. } | Action::Concede {} => Ok(()),
        }
    }

    fn can_play(&self, state: &State, seat: Seat, card: u8) -> Result<(), Reason> {
        let early = self.is(Flaw::ToActLeak) && seat == Seat(1) && state.awaited().len() == 2;
        if (state.phase.get() != Phase::Choose && !self.is(Flaw::GuardLax)) || early {
            return Err(Reason::WrongPhase);
        }
        if !state.awaited().contains(seat) && !self.is(Flaw::GuardLax) {
            return Err(Reason::AlreadyChosen);
        }
        if self.is(Flaw::RefusalLeak) && state.hands[other(seat)].contains(&card) {
            return Err(Reason::HeldByOther);
        }
        let held = state.hands[seat.index()].contains(&card);
        if held { Ok(()) } else { Err(Reason::NotInHand) }
    }

    pub(super) fn list_options(
        &self,
        state: &State,
        seat: Seat,
        out: &mut Vec<(Action, Option<Reason>)>,
    ) {
        for card in 1..=8 {
            let action = Action::Play { card };
            out.push((action, self.judge(state, seat, action).err()));
        }
        match self.config.flaw {
            Flaw::OptionLies => out.push((Action::Play { card: 77 }, Some(Reason::GameOver))),
            Flaw::OptionPromises => out.push((Action::Play { card: 77 }, None)),
            Flaw::OptionsLeak if seat == Seat(0) && state.hands[1].contains(&1) => out.reverse(),
            _ => {}
        }
    }

    pub(super) fn carry_out(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        ctx: &mut Ctx<'_, Toy>,
    ) {
        if self.is(Flaw::PreviewCounts) {
            self.tick();
        }
        match action {
            Action::Play { card } => self.play(state, seat, card, ctx),
            Action::Say { word, .. } => self.say(state, seat, word, ctx),
            Action::Concede {} => {
                let winner = Some(Seat(other(seat) as u8));
                self.end(state, End { ending: Ending::Conceded, winner }, ctx);
            }
        }
    }

    fn play(&self, state: &mut State, seat: Seat, card: u8, ctx: &mut Ctx<'_, Toy>) {
        if self.is(Flaw::GuardLax) && !state.awaited().contains(seat) {
            return;
        }
        state.sealed.seal(seat, card);
        ctx.emit(Event::Chosen { seat, card });
        match self.config.flaw {
            Flaw::StateForgets => state.memo = 1,
            Flaw::TimerLeak => {
                let hidden = state.hands[other(seat)][0];
                state.timers.arm(Timer::Choose, ctx.now + (CHOOSE_MS + u64::from(hidden)));
            }
            _ => {}
        }
        if state.awaited().is_empty() {
            self.reveal(state, ctx);
        }
    }

    fn say(&self, state: &mut State, seat: Seat, word: u8, ctx: &mut Ctx<'_, Toy>) {
        state.said = state.said.wrapping_add(1);
        let hidden = state.hands[other(seat)].first().copied();
        let word = hidden.filter(|_| self.is(Flaw::SayLeak)).unwrap_or(word);
        ctx.emit(Event::Said { seat, word });
    }

    pub(super) fn choose_for_the_slow(&self, state: &mut State, ctx: &mut Ctx<'_, Toy>) {
        for seat in state.awaited().iter() {
            state.sealed.seal(seat, state.hands[seat.index()][0]);
        }
        self.reveal(state, ctx);
    }

    fn reveal(&self, state: &mut State, ctx: &mut Ctx<'_, Toy>) {
        let cards = [0, 1].map(|n| state.sealed.get(Seat(n)).unwrap_or_default());
        ctx.emit(Event::Revealed { cards });
        state.timers.clear();
        for (seat, card) in cards.into_iter().enumerate() {
            state.hands[seat].retain(|held| *held != card);
            state.gone.push(card);
        }
        let best = usize::from(cards[1] > cards[0]);
        state.points[best] += if self.is(Flaw::TooManyPoints) { 9 } else { 1 };
        let first = ctx.dice.below(2) as u8;
        for n in [first, 1 - first] {
            self.draw(state, Seat(n), ctx);
        }
        if state.hands[0].is_empty() {
            let [mine, theirs] = state.points;
            let winner = (mine != theirs).then_some(Seat(u8::from(theirs > mine)));
            return self.end(state, End { ending: Ending::Points, winner }, ctx);
        }
        self.pause(state, ctx);
    }

    fn draw(&self, state: &mut State, seat: Seat, ctx: &mut Ctx<'_, Toy>) {
        let Some(card) = state.deck.pop() else { return };
        state.hands[seat.index()].push(card);
        ctx.emit(Event::Drew { seat, card: Some(card) });
        if self.is(Flaw::DrawLeak) {
            ctx.emit(Event::Odd { flaw: Flaw::DrawLeak, one: Some(card), two: None });
        }
    }

    fn pause(&self, state: &mut State, ctx: &mut Ctx<'_, Toy>) {
        state.sealed = Sealed::open(SeatSet::NONE);
        match self.config.flaw {
            Flaw::HopUntold => state.phase = Current::start(Phase::Pause),
            Flaw::HopUnknown => ctx.goto(&mut state.phase, Phase::Pause, "revealed", "at once"),
            _ => ctx.goto(&mut state.phase, Phase::Pause, "revealed", "cards left"),
        }
        match self.config.flaw {
            Flaw::NoPauseTimer => {}
            Flaw::TimerOverdue => {
                state.timers.arm(Timer::Pause, Millis(ctx.now.0.saturating_sub(1)));
            }
            _ => self.arm(state, Timer::Pause, ctx),
        }
    }

    pub(super) fn begin_round(&self, state: &mut State, ctx: &mut Ctx<'_, Toy>) {
        if self.is(Flaw::Endless) {
            return self.arm(state, Timer::Pause, ctx);
        }
        state.sealed = Sealed::open(SeatSet::all(2));
        ctx.goto(&mut state.phase, Phase::Choose, "paused", "");
        self.arm(state, Timer::Choose, ctx);
    }

    /// Starts a timer; while somebody is away it is held.
    pub(super) fn arm(&self, state: &mut State, timer: Timer, ctx: &Ctx<'_, Toy>) {
        let length = if timer == Timer::Choose { CHOOSE_MS } else { self.config.pause_ms };
        state.timers.arm(timer, ctx.now + length);
        if !state.away.is_empty() {
            state.timers.hold(timer, ctx.now);
        }
    }

    fn end(&self, state: &mut State, end: End, ctx: &mut Ctx<'_, Toy>) {
        let on = if end.ending == Ending::Points { "revealed" } else { "stopped" };
        let guard = if on == "revealed" { "no cards left" } else { "" };
        ctx.goto(&mut state.phase, Phase::Over, on, guard);
        ctx.emit(Event::Ended { ending: end.ending });
        state.outcome = Some(end);
        state.timers.clear();
        if self.is(Flaw::TimerAtEnd) {
            self.arm(state, Timer::Pause, ctx);
        }
    }

    pub(super) fn take_note(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Toy>) {
        match signal {
            Signal::Left { seat } => {
                state.away.insert(seat);
                for timer in Timer::ALL {
                    state.timers.hold(*timer, ctx.now);
                }
            }
            Signal::Returned { seat } => {
                state.away.remove(seat);
                for timer in Timer::ALL.iter().filter(|_| state.away.is_empty()) {
                    state.timers.release(*timer, ctx.now);
                }
            }
            Signal::Heard { seat } => {
                let attempts = &mut state.attempts[seat.index()];
                *attempts = attempts.saturating_add(1);
            }
            Signal::Clock { .. } => {}
            Signal::Aborted => {
                self.end(state, End { ending: Ending::Aborted, winner: None }, ctx);
            }
        }
    }

    pub(super) fn spoil_setup(&self, state: &mut State, ctx: &mut Ctx<'_, Toy>) {
        state.said = self.config.bonus;
        match self.config.flaw {
            Flaw::SetupRemembers => state.said = self.tick() as u8,
            Flaw::SetupPanics => panic!("the set-up fails"),
            Flaw::StartsElsewhere => state.phase = Current::start(Phase::Pause),
            flaw @ (Flaw::RedactTwice
            | Flaw::RedactAdds
            | Flaw::RedactReferee
            | Flaw::RedactSeats) => ctx.emit(Event::Odd { flaw, one: Some(1), two: Some(2) }),
            _ => {}
        }
    }
}
