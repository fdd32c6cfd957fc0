//! Whether a match can go on, and rests when it is over.

use bout_core::{Game, Millis, SEATS_MAX, SeatSet};

use crate::parts::text;
use crate::pool::legal;
use crate::rule::{Checked, Rule, ensure};
use crate::suite::Plan;

/// No running timer is overdue.
pub(crate) fn timers<G: Game>(state: &G::State, now: Millis) -> Checked {
    let overdue = G::timers(state).running().find(|(_, at)| *at < now);
    ensure(overdue.is_none(), Rule::Timers, || format!("at {now} a timer is overdue: {overdue:?}"))
}

/// An ended match has no timer and a sound outcome.
pub(crate) fn ended<G: Game>(game: &G, state: &G::State) -> Checked {
    let Some(outcome) = game.outcome(state) else { return Ok(()) };
    ensure(G::timers(state).is_empty(), Rule::Ended, || {
        format!("it is over, but timers are left: {}", text(G::timers(state)))
    })?;
    let strangers = |set: SeatSet| !set.without(SeatSet::all(game.seats())).is_empty();
    let both = outcome.won.iter().any(|seat| outcome.drew.contains(seat));
    ensure(!both && !strangers(outcome.won) && !strangers(outcome.drew), Rule::Ended, || {
        format!("the outcome makes no sense: {}", text(&outcome))
    })
}

/// A match that is not over can go on.
pub(crate) fn alive<G: Game>(plan: &Plan<G>, game: &G, state: &G::State) -> Checked {
    let alive = game.outcome(state).is_some()
        || !game.to_act(state).is_empty()
        || !G::timers(state).is_empty()
        || (plan.waits_for_host)(state);
    ensure(alive, Rule::Alive, || format!("nothing can happen in {}", text(state)))
}

/// Who is waited for sits at the table and has something to do.
pub(crate) fn to_act<G: Game>(plan: &Plan<G>, game: &G, state: &G::State) -> Checked {
    let (seats, waited) = (game.seats(), game.to_act(state));
    ensure((1..=SEATS_MAX).contains(&seats), Rule::ToAct, || format!("{seats} seats"))?;
    ensure(waited.without(SeatSet::all(seats)).is_empty(), Rule::ToAct, || {
        format!("of {seats} seats these are waited for: {}", text(&waited))
    })?;
    let idle = (waited.iter())
        .find(|seat| legal(game, state, *seat).is_empty() && !(plan.acts_openly)(state, *seat));
    ensure(idle.is_none(), Rule::ToAct, || {
        format!("seat {} is waited for without a legal action", text(&idle))
    })
}
