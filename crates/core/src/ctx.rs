//! All that rules may touch besides the state: time, dice, and where events go.

use crate::{Current, Dice, Edge, Game, Input, Millis};

/// Where events and changes of phase go: into buffers of the caller, or nowhere.
pub struct Sink<'a, G: Game> {
    events: Option<&'a mut Vec<G::Event>>,
    hops: Option<&'a mut Vec<Edge<G::Phase>>>,
}

impl<'a, G: Game> Sink<'a, G> {
    /// Nobody listens.
    #[inline]
    pub fn none() -> Self {
        Sink { events: None, hops: None }
    }

    /// Events are appended here.
    #[inline]
    pub fn events(events: &'a mut Vec<G::Event>) -> Self {
        Sink { events: Some(events), hops: None }
    }

    /// Events are appended here, if anybody wants them.
    #[inline]
    pub fn maybe(events: Option<&'a mut Vec<G::Event>>) -> Self {
        Sink { events, hops: None }
    }

    /// Events and changes of phase are appended here.
    pub fn all(events: &'a mut Vec<G::Event>, hops: &'a mut Vec<Edge<G::Phase>>) -> Self {
        Sink { events: Some(events), hops: Some(hops) }
    }
}

/// All that a rule may touch besides the state.
pub struct Ctx<'a, G: Game> {
    /// The stamp of the input: the only time the rules know.
    pub now: Millis,
    /// The dice of this entry.
    pub dice: &'a mut Dice,
    sink: Sink<'a, G>,
}

impl<'a, G: Game> Ctx<'a, G> {
    #[inline]
    pub(crate) fn new(now: Millis, dice: &'a mut Dice, sink: Sink<'a, G>) -> Self {
        Ctx { now, dice, sink }
    }

    /// The same context for the rules of another game with the same events and phases, at a time of
    /// the caller's choice: so one rule set can wrap another, as tests do to plant faults.
    pub fn lend<H: Game<Event = G::Event, Phase = G::Phase>>(&mut self, now: Millis) -> Ctx<'_, H> {
        let sink =
            Sink { events: self.sink.events.as_deref_mut(), hops: self.sink.hops.as_deref_mut() };
        Ctx { now, dice: self.dice, sink }
    }

    /// Tells what happened.
    #[inline]
    pub fn emit(&mut self, event: G::Event) {
        if let Some(events) = &mut self.sink.events {
            events.push(event);
        }
    }

    /// Whether anybody listens; work done only for events stands behind this.
    #[inline]
    pub fn telling(&self) -> bool {
        self.sink.events.is_some()
    }

    /// Changes the phase along an edge of the chart. Debug builds stop at an edge that is not in
    /// it, unless the caller collects hops and judges them.
    #[inline]
    pub fn goto(
        &mut self,
        phase: &mut Current<G::Phase>,
        to: G::Phase,
        on: &'static str,
        guard: &'static str,
    ) {
        if cfg!(debug_assertions) || self.sink.hops.is_some() {
            self.note(Edge { from: phase.get(), on, guard, to });
        }
        phase.set(to);
    }

    fn note(&mut self, hop: Edge<G::Phase>) {
        match &mut self.sink.hops {
            Some(hops) => hops.push(hop),
            None => debug_assert!(G::chart().find(&hop).is_some(), "{hop:?} is not in the chart"),
        }
    }
}

/// Carries out one input; the caller has checked it.
#[inline]
pub(crate) fn change<G: Game>(
    game: &G,
    state: &mut G::State,
    input: &Input<G::Action>,
    ctx: &mut Ctx<'_, G>,
) {
    match input {
        Input::Act { seat, action } => game.act(state, *seat, action, ctx),
        Input::Expire => {
            let timer = G::timers_mut(state).take_next().expect("a deadline has come");
            game.expire(state, timer, ctx);
        }
        Input::Signal { signal } => game.signal(state, *signal, ctx),
    }
}
