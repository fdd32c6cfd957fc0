//! Whether guard, legal actions and options agree.

use std::collections::BTreeSet;

use bout_core::{Game, Match, Named, Seat};

use crate::parts::text;
use crate::pool::legal;
use crate::rule::{Checked, Rule, ensure};
use crate::suite::Plan;

/// Actions that a guard is asked about beyond the legal ones.
pub(crate) const SAMPLE: usize = 40;

/// What is listed as legal is stable, listed once and accepted.
pub(crate) fn legal_list<G: Game>(game: &G, state: &G::State, seat: Seat) -> Checked {
    let list = legal(game, state, seat);
    ensure(list == legal(game, state, seat), Rule::Legal, || {
        format!("asked twice, the list for seat {seat} differs: {}", text(&list))
    })?;
    let distinct: BTreeSet<_> = list.iter().map(text).collect();
    ensure(distinct.len() == list.len(), Rule::Legal, || {
        format!("something stands twice in the list for seat {seat}: {}", text(&list))
    })?;
    for action in &list {
        let verdict = game.guard(state, seat, action);
        ensure(verdict.is_ok(), Rule::Legal, || {
            let code = verdict.err().map_or("", |reason| reason.name());
            format!("{} is listed for seat {seat}, but refused: {code}", text(action))
        })?;
    }
    Ok(())
}

/// What is accepted is legal or open.
pub(crate) fn guard<G: Game>(
    plan: &Plan<G>,
    live: &Match<G>,
    seat: Seat,
    sample: &[G::Action],
) -> Checked {
    let (game, state) = (&**live.game(), live.state());
    let listed: BTreeSet<_> = legal(game, state, seat).iter().map(text).collect();
    for action in sample {
        let sound = game.guard(state, seat, action).is_err()
            || listed.contains(&text(action))
            || (plan.is_open)(seat, action)
            || (plan.is_variant)(game, state, seat, action);
        ensure(sound, Rule::Guard, || {
            format!("{} of seat {seat} is accepted, but neither legal nor open", text(action))
        })?;
    }
    Ok(())
}

/// Every option is judged by the guard as it says.
pub(crate) fn options<G: Game>(game: &G, state: &G::State, seat: Seat) -> Checked {
    let mut options = Vec::new();
    bout_core::options(game, state, seat, &mut options);
    for (action, reason) in options {
        let judged = game.guard(state, seat, &action).err();
        ensure(judged == reason, Rule::Options, || {
            let code = |reason: Option<G::Reason>| reason.map_or("possible", |why| why.name());
            let (says, is) = (code(reason), code(judged));
            format!("{} is offered to seat {seat} as {says}, but it is {is}", text(&action))
        })?;
    }
    Ok(())
}
