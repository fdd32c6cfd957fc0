//! The kernel: one match, one door.

use std::sync::Arc;

use crate::ctx::change;
use crate::{
    Ctx, Dice, Digest, Entry, Game, Input, LuckMismatch, Millis, Outcome, Refusal, Seat, Seed,
    Signal, Sink, Viewer,
};

/// One match. Generic, so that a batch pays for nothing it does not use.
#[derive(Debug)]
pub struct Match<G: Game> {
    game: Arc<G>,
    state: G::State,
    seed: Seed,
    seq: u64,
    now: Millis,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match { game: Arc::clone(&self.game), state: self.state.clone(), ..*self }
    }

    /// For a search that returns to the same position again and again: no counter is touched.
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.game, &source.game) {
            self.game = Arc::clone(&source.game);
        }
        self.state.clone_from(&source.state);
        (self.seed, self.seq, self.now) = (source.seed, source.seq, source.now);
    }
}

/// What one seat would see of a dry run.
#[derive(Clone, Debug)]
pub struct Preview<G: Game> {
    /// The events it would be told.
    pub events: Vec<G::Event>,
    /// Its view afterwards.
    pub view: G::View,
    /// Of both, as they are told.
    print: Digest,
}

/// What is told alike is the same, whatever else a view keeps for those who play on from it.
impl<G: Game> PartialEq for Preview<G> {
    fn eq(&self, other: &Self) -> bool {
        self.print == other.print
    }
}

/// Why an input with scripted dice did not enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptError<R> {
    /// It is refused, whatever the dice.
    Refused(Refusal<R>),
    /// The dice did not fit.
    Luck(LuckMismatch),
}

/// A log that does not fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError<R> {
    /// Entries are not numbered 1, 2, 3, …
    Number {
        /// The number expected.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// An entry is refused.
    Refused {
        /// Its number.
        seq: u64,
        /// Why.
        refusal: Refusal<R>,
    },
}

impl<G: Game> Match<G> {
    /// Begins a match; events of the set-up go to `sink`.
    pub fn open(game: Arc<G>, seed: Seed, sink: Sink<'_, G>) -> Self {
        let state = game.setup(&mut Ctx::new(Millis(0), &mut Dice::of(seed, 0), sink));
        Match { game, state, seed, seq: 0, now: Millis(0) }
    }

    /// Begins a match with scripted dice for the set-up.
    pub fn open_scripted(
        game: Arc<G>,
        seed: Seed,
        luck: &[u32],
        sink: Sink<'_, G>,
    ) -> Result<Self, LuckMismatch> {
        let mut dice = Dice::script(luck);
        let state = game.setup(&mut Ctx::new(Millis(0), &mut dice, sink));
        dice.finish()?;
        Ok(Match { game, state, seed, seq: 0, now: Millis(0) })
    }

    /// The next match of a batch, in place.
    pub fn reopen(&mut self, seed: Seed, sink: Sink<'_, G>) {
        self.state = self.game.setup(&mut Ctx::new(Millis(0), &mut Dice::of(seed, 0), sink));
        (self.seed, self.seq, self.now) = (seed, 0, Millis(0));
    }

    /// A match that stands at a given state, or the reason why there can be none.
    pub fn at(game: Arc<G>, state: G::State, seed: Seed, now: Millis) -> Result<Self, String> {
        game.faults(&state)?;
        let latest = game.capabilities().latest(&state);
        if now < latest {
            return Err(format!("{now} lies before the state's own time, {latest}"));
        }
        match G::timers(&state).next() {
            Some((deadline, _)) if deadline < now || deadline > Millis::MAX => {
                Err(format!("a timer is due at {deadline}, which cannot come after {now}"))
            }
            _ => Ok(Match { game, state, seed, seq: 0, now }),
        }
    }

    /// A match in a world imagined from what `viewer` knows, with luck of its own.
    #[must_use]
    pub fn imagined(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        self.imagined_from(&self.game.view(&self.state, viewer), dice)
    }

    /// The same from a view of this match that was made before.
    #[must_use]
    pub fn imagined_from(&self, view: &G::View, dice: &mut Dice) -> Self {
        let state = self.game.imagine(view, dice);
        let seed = Seed(u128::from(dice.below(u32::MAX)) << 32 | u128::from(dice.below(u32::MAX)));
        Match { game: Arc::clone(&self.game), state, seed, ..*self }
    }

    /// The rules.
    #[inline]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The state. It never leaves the host; what does is a view.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The seed, secret until the match is over.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of the last entry.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The match's own time: the stamp of the last entry, or how far it has waited since.
    pub fn now(&self) -> Millis {
        self.now
    }

    /// How the match ended, once it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    /// When the next timer fires.
    #[inline]
    pub fn next_deadline(&self) -> Option<Millis> {
        G::timers(&self.state).next().map(|(at, _)| at)
    }

    /// Whether an input would be accepted.
    pub fn check(&self, at: Millis, input: &Input<G::Action>) -> Result<(), Refusal<G::Reason>> {
        match input {
            Input::Act { seat, action } => {
                self.check_time_to_act(at)?;
                self.game.guard(&self.state, *seat, action).map_err(Refusal::Rule)
            }
            Input::Expire => self.check_expire(at),
            Input::Signal { signal } => self.check_signal(at, *signal),
        }
    }

    /// Whether the time is right for an action, whatever it is.
    pub fn check_time_to_act(&self, at: Millis) -> Result<(), Refusal<G::Reason>> {
        self.check_stamp(at)?;
        match self.next_deadline() {
            Some(deadline) if deadline <= at => Err(Refusal::DeadlineDue),
            _ => Ok(()),
        }
    }

    fn check_expire(&self, at: Millis) -> Result<(), Refusal<G::Reason>> {
        self.check_stamp(at)?;
        match self.next_deadline() {
            Some(deadline) if deadline < at => Err(Refusal::DeadlineDue),
            Some(deadline) if deadline == at => Ok(()),
            _ => Err(Refusal::NothingDue),
        }
    }

    fn check_signal(&self, at: Millis, signal: Signal) -> Result<(), Refusal<G::Reason>> {
        self.check_stamp(at)?;
        if signal.seat().is_some_and(|seat| !seat.sits_among(self.game.seats())) {
            return Err(Refusal::NoSuchSeat);
        }
        if self.outcome().is_some() && self.game.to_act(&self.state).is_empty() {
            return Err(Refusal::Over);
        }
        match self.next_deadline() {
            Some(deadline) if deadline < at => Err(Refusal::DeadlineDue),
            _ => Ok(()),
        }
    }

    fn check_stamp(&self, at: Millis) -> Result<(), Refusal<G::Reason>> {
        match at {
            _ if at < self.now => Err(Refusal::TimeRanBack),
            _ if at > Millis::MAX => Err(Refusal::TooLate),
            _ => Ok(()),
        }
    }

    /// The one door: check, then change. Returns the number of the entry to be logged.
    pub fn step(
        &mut self,
        at: Millis,
        input: &Input<G::Action>,
        sink: Sink<'_, G>,
    ) -> Result<u64, Refusal<G::Reason>> {
        self.check(at, input)?;
        Ok(self.apply_unchecked(at, input, sink))
    }

    /// For callers that took the action from `legal` a moment ago: simulator and search.
    #[inline]
    pub fn apply_unchecked(
        &mut self,
        at: Millis,
        input: &Input<G::Action>,
        sink: Sink<'_, G>,
    ) -> u64 {
        let mut dice = Dice::of(self.seed, self.seq + 1);
        self.change(at, input, &mut dice, sink)
    }

    /// Carries out an action that is known to be legal; spares the caller to wrap it as an input.
    #[inline]
    pub fn act_unchecked(&mut self, seat: Seat, action: &G::Action, sink: Sink<'_, G>) -> u64 {
        self.seq += 1;
        let mut dice = Dice::of(self.seed, self.seq);
        let ctx = &mut Ctx::new(self.now, &mut dice, sink);
        self.game.act(&mut self.state, seat, action, ctx);
        self.seq
    }

    /// The door with scripted dice: where they do not fit, nothing has happened.
    pub fn step_scripted(
        &mut self,
        at: Millis,
        input: &Input<G::Action>,
        luck: &[u32],
        sink: Sink<'_, G>,
    ) -> Result<u64, ScriptError<G::Reason>> {
        self.check(at, input).map_err(ScriptError::Refused)?;
        let mut trial = Dice::script(luck);
        self.clone().change(at, input, &mut trial, Sink::none());
        trial.finish().map_err(ScriptError::Luck)?;
        Ok(self.change(at, input, &mut Dice::script(luck), sink))
    }

    /// Lets time pass without an entry, up to the next deadline.
    pub fn wait(&mut self, until: Millis) -> Result<(), Refusal<G::Reason>> {
        self.check_time_to_act(until)?;
        self.now = until;
        Ok(())
    }

    #[inline]
    fn change(
        &mut self,
        at: Millis,
        input: &Input<G::Action>,
        dice: &mut Dice,
        sink: Sink<'_, G>,
    ) -> u64 {
        self.seq += 1;
        self.now = at;
        change(&*self.game, &mut self.state, input, &mut Ctx::new(at, dice, sink));
        self.seq
    }

    /// Fires the next deadline at its own time, if there is one.
    #[inline]
    pub fn expire_next(&mut self, sink: Sink<'_, G>) -> Option<u64> {
        let at = self.next_deadline()?;
        Some(self.apply_unchecked(at, &Input::Expire, sink))
    }

    /// Dry run with these dice, as `seat` would see it. Run it on an imagined match only.
    pub(crate) fn dry_run(&self, seat: Seat, action: &G::Action, dice: &mut Dice) -> Preview<G> {
        let (mut trial, mut events) = (self.clone(), Vec::new());
        let input = Input::Act { seat, action: action.clone() };
        trial.change(self.now, &input, dice, Sink::events(&mut events));
        let viewer = Viewer::Seat(seat);
        let events: Vec<_> = events.iter().filter_map(|event| G::redact(event, viewer)).collect();
        let view = self.game.view(&trial.state, viewer);
        let _names = self.game.capabilities().naming();
        Preview { print: Digest::of(&(&events, &view)), events, view }
    }

    /// Folds a log; every entry passes the same door as it did when it was written.
    pub fn replay(
        game: Arc<G>,
        seed: Seed,
        log: &[Entry<G::Action>],
    ) -> Result<Self, ReplayError<G::Reason>> {
        let mut folded = Match::open(game, seed, Sink::none());
        for entry in log {
            let expected = folded.seq + 1;
            if entry.seq != expected {
                return Err(ReplayError::Number { expected, found: entry.seq });
            }
            (folded.step(entry.at, &entry.input, Sink::none()))
                .map_err(|refusal| ReplayError::Refused { seq: expected, refusal })?;
        }
        Ok(folded)
    }

    /// The fingerprint of the state.
    pub fn digest(&self) -> Digest {
        let _names = self.game.capabilities().naming();
        Digest::of(&self.state)
    }
}
