//! Whether a viewer can tell apart worlds that he must not tell apart.
//!
//! A world imagined from a viewer's view shows him the same. Whatever else reaches him must be the
//! same too: his legal actions, options, codes of refusals, timers; and after the same input with
//! the same dice, unless his views now differ, what he is told of it.

use std::sync::Arc;

use bout_core::{
    Catalogued, Dice, Game, Input, Match, Millis, Named, Refusal, Seat, Seed, Signal, Sink, Viewer,
    may_act,
};
use serde_json::Value;

use super::CheckedPosition;
use crate::parts::{Parts, apart, text};
use crate::pool::legal;
use crate::rule::{Checked, Flaw, Rule, ensure};
use crate::suite::Plan;

/// Imagined worlds a position is compared with.
const WORLDS: u32 = 3;
/// Imagined worlds of which at least one must not be the real one.
const GUESSES: u32 = 16;
/// Actions of the pool about which the guards of two worlds are asked.
const SAMPLE: usize = 20;

/// A sound world that shows the viewer what he sees.
pub(crate) fn imagine<G: Game>(
    game: &G,
    state: &G::State,
    viewer: Viewer,
    dice: &mut Dice,
) -> Result<G::State, Flaw> {
    let view = game.view(state, viewer);
    let world = game.imagine(&view, dice);
    let (seen, shown) = (text(&view), text(&game.view(&world, viewer)));
    ensure(seen == shown, Rule::Imagine, || {
        let differs = apart(&seen, &shown);
        format!("{viewer} sees another view of the imagined state{differs}; it was {seen}")
    })?;
    game.faults(&world).map_err(|fault| {
        Flaw::new(Rule::Imagine, format!("imagined for {viewer}: {fault}: {}", text(&world)))
    })?;
    Ok(world)
}

/// Where a viewer cannot know everything, imagined states vary.
pub(crate) fn guesses<G: Catalogued>(at: &mut CheckedPosition<'_, G>, viewer: Viewer) -> Checked {
    let (game, state) = (&**at.live.game(), at.live.state());
    if !(at.plan.unknown)(state, viewer) {
        return Ok(());
    }
    let view = game.view(state, viewer);
    let guessed = (0..GUESSES).any(|_| game.imagine(&view, at.dice) != *state);
    ensure(guessed, Rule::Guess, || {
        format!("{GUESSES} times {viewer} imagined the real state from {}", text(&view))
    })
}

/// What is imagined follows from the view and the dice alone, so that neither a preview nor a bot can
/// tell something of the hidden truth: swap the truth for another one that looks the same, and the
/// same dice make the same worlds.
pub(crate) fn independent<G: Catalogued>(
    at: &mut CheckedPosition<'_, G>,
    viewer: Viewer,
) -> Checked {
    let (game, state) = (&**at.live.game(), at.live.state());
    // Dice of its own: the matches of a suite stay what they are.
    let mut dice = Dice::of(at.live.seed().derive(u64::from(u32::MAX)), at.live.seq());
    let other = imagine(game, state, viewer, &mut dice)?;
    for _ in 0..WORLDS {
        let seed = Seed(dice.below(u32::MAX).into());
        let guess =
            |truth: &G::State| game.imagine(&game.view(truth, viewer), &mut Dice::of(seed, 0));
        let (real, swapped) = (guess(state), guess(&other));
        ensure(real == swapped, Rule::Independent, || {
            let differs = apart(&text(&real), &text(&swapped));
            format!("what {viewer} imagines depends on what is hidden{differs}")
        })?;
    }
    Ok(())
}

/// The whole comparison of a position with imagined ones.
pub(crate) fn check<G: Catalogued>(at: &mut CheckedPosition<'_, G>, viewer: Viewer) -> Checked {
    for _ in 0..WORLDS {
        let world = imagine(&**at.live.game(), at.live.state(), viewer, at.dice)?;
        let sample = at.pool.sample(SAMPLE, at.dice);
        told_apart(at, &world, viewer, &sample)?;
        for (stamp, input) in inputs(at, viewer) {
            let seed = Seed(at.dice.below(u32::MAX).into());
            let trial = Trial { plan: at.plan, live: at.live, seed, at: stamp, input };
            trial.compare(&world, viewer)?;
        }
    }
    Ok(())
}

/// What reaches the viewer besides his view is the same in both worlds.
pub(crate) fn told_apart<G: Catalogued>(
    at: &mut CheckedPosition<'_, G>,
    world: &G::State,
    viewer: Viewer,
    sample: &[G::Action],
) -> Checked {
    *at.worlds += 1;
    let game = &**at.live.game();
    let real = reaches(game, at.live.state(), viewer, sample);
    let difference = real.difference(&reaches(game, world, viewer, sample));
    ensure(difference.is_none(), Rule::Leak, || {
        let (state, world) = (text(at.live.state()), text(world));
        let what = difference.unwrap_or_default();
        format!("{viewer} tells two worlds apart by {what}; real {state}, imagined {world}")
    })
}

/// All that reaches a viewer in a position, but for his view.
fn reaches<G: Game>(game: &G, state: &G::State, viewer: Viewer, sample: &[G::Action]) -> Parts {
    let mut parts = Parts::default();
    let timers: Vec<_> = G::timers(state).running().collect();
    parts.add("phase", G::phase(state).name().to_owned());
    parts.add("timers", text(&timers));
    parts.add("outcome", text(&game.outcome(state)));
    let Viewer::Seat(seat) = viewer else { return parts };
    parts.add("to act", game.to_act(state).contains(seat).to_string());
    parts.add("legal actions", text(&legal(game, state, seat)));
    let mut options = Vec::new();
    bout_core::options(game, state, seat, &mut options);
    let options: Vec<_> =
        options.iter().map(|(action, why)| (action, why.map(|why| why.name()))).collect();
    parts.add("options", text(&options));
    for action in sample {
        let code = game.guard(state, seat, action).map_or_else(|why| why.name(), |()| "accepted");
        parts.add(format!("answer to {}", text(action)), code.to_owned());
    }
    parts
}

/// What may enter next: an action of each seat, one of the viewer's own open ones, the deadline,
/// or that somebody leaves.
fn inputs<G: Catalogued>(
    at: &mut CheckedPosition<'_, G>,
    viewer: Viewer,
) -> Vec<(Millis, Input<G::Action>)> {
    let (game, live) = (&**at.live.game(), at.live);
    let mut inputs = Vec::new();
    if live.check_time_to_act(live.now()).is_ok() {
        for seat in may_act(game, live.state()).iter() {
            let legal = legal(game, live.state(), seat);
            let chosen = at.dice.pick(&legal).cloned();
            inputs.extend(chosen.map(|action| (live.now(), Input::Act { seat, action })));
        }
        if let Viewer::Seat(seat) = viewer {
            let open = at.pool.find(at.dice, |action| (at.plan.is_open)(seat, action)).cloned();
            let extra = (at.plan.extra)(game, live.state(), seat, at.dice);
            let chosen = extra.or(open);
            inputs.extend(chosen.map(|action| (live.now(), Input::Act { seat, action })));
        }
        let seat = Seat(at.dice.below(game.seats().into()) as u8);
        inputs.push((live.now(), Input::Signal { signal: Signal::Left { seat } }));
    }
    inputs.extend(live.next_deadline().map(|deadline| (deadline, Input::Expire)));
    inputs
}

/// The same input with the same dice, to be tried in two worlds.
struct Trial<'a, G: Catalogued> {
    plan: &'a Plan<G>,
    live: &'a Match<G>,
    seed: Seed,
    at: Millis,
    input: Input<G::Action>,
}

/// What came of a trial in one world.
struct Came<G: Game> {
    state: G::State,
    view: Value,
    told: Vec<String>,
}

impl<G: Catalogued> Trial<'_, G> {
    fn compare(&self, world: &G::State, viewer: Viewer) -> Checked {
        let real = self.run(self.live.state(), viewer)?;
        let imagined = self.run(world, viewer)?;
        match (real, imagined) {
            (Ok(real), Ok(imagined)) => self.judge(&real, &imagined, viewer),
            (real, imagined) => {
                // Whether somebody else may do this is not the viewer's to know.
                let own =
                    !matches!(self.input, Input::Act { seat, .. } if viewer != Viewer::Seat(seat));
                let codes = (real.err(), imagined.err());
                ensure(!own || codes.0 == codes.1, Rule::Leak, || {
                    let what = text(&self.input);
                    format!("{viewer} tells two worlds apart by the answers to {what}: {codes:?}")
                })
            }
        }
    }

    fn run(
        &self,
        state: &G::State,
        viewer: Viewer,
    ) -> Result<Result<Came<G>, Refusal<G::Reason>>, Flaw> {
        let game = Arc::clone(self.live.game());
        let mut trial = Match::at(game, state.clone(), self.seed, self.live.now())
            .map_err(|fault| Flaw::new(Rule::Imagine, format!("{fault}: {}", text(state))))?;
        let (mut events, mut hops) = (Vec::new(), Vec::new());
        if let Err(refusal) = trial.step(self.at, &self.input, Sink::all(&mut events, &mut hops)) {
            return Ok(Err(refusal));
        }
        let lasting = events.iter().filter(|event| !(self.plan.transient)(event));
        let told = lasting.filter_map(|event| G::redact(event, viewer)).map(|event| text(&event));
        let view = trial.game().view(trial.state(), viewer);
        let view = serde_json::to_value(view).unwrap_or_default();
        Ok(Ok(Came { told: told.collect(), view, state: trial.state().clone() }))
    }

    fn judge(&self, real: &Came<G>, imagined: &Came<G>, viewer: Viewer) -> Checked {
        let tells = |what: String| {
            format!("after {} {viewer} tells two worlds apart by {what}", text(&self.input))
        };
        if real.view == imagined.view {
            ensure(real.told == imagined.told, Rule::Leak, || {
                tells(format!("what he is told: {:?} and {:?}", real.told, imagined.told))
            })?;
        }
        // Deadlines are public facts: a view that differs by them alone is no excuse.
        let alike = self.timeless(real) == self.timeless(imagined) && real.told == imagined.told;
        let game = &**self.live.game();
        let reaches = |came: &Came<G>| reaches(game, &came.state, viewer, &[]);
        let difference = reaches(real).difference(&reaches(imagined)).filter(|_| alike);
        ensure(difference.is_none(), Rule::Leak, || tells(difference.unwrap_or_default()))
    }

    /// The view with every deadline, and every time that is left, blotted out.
    fn timeless(&self, came: &Came<G>) -> Value {
        let deadlines = G::timers(&came.state).running().map(|(_, at)| at);
        let marks: Vec<_> = deadlines.flat_map(|at| [at.0, at.since(self.at)]).collect();
        let mut view = came.view.clone();
        blot(&mut view, &marks);
        view
    }
}

fn blot(value: &mut Value, marks: &[u64]) {
    match value {
        Value::Number(n) if n.as_u64().is_some_and(|n| n > 0 && marks.contains(&n)) => {
            *value = Value::Null;
        }
        Value::Array(items) => items.iter_mut().for_each(|item| blot(item, marks)),
        Value::Object(fields) => fields.values_mut().for_each(|field| blot(field, marks)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
