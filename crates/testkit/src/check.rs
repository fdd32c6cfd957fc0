//! The checks, one file a group of rules.

pub(crate) mod actions;
pub(crate) mod blind;
pub(crate) mod chart;
pub(crate) mod flow;
pub(crate) mod leak;
pub(crate) mod redaction;

use std::collections::BTreeSet;
use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Catalogued, Dice, Digest, Entry, Game, LoadedGame, Match, Replay, Seat,
    Viewer, may_act,
};
use serde::de::DeserializeOwned;

use crate::parts::{Parts, apart, text};
use crate::pool::{ActionPool, legal};
use crate::rule::{Checked, Flaw, Rule, ensure};
use crate::suite::Plan;

/// A position with all that is needed to judge it.
pub(crate) struct CheckedPosition<'a, G: Catalogued> {
    pub plan: &'a Plan<G>,
    pub live: &'a Match<G>,
    pub pool: &'a ActionPool<G::Action>,
    pub dice: &'a mut Dice,
    pub worlds: &'a mut u64,
}

impl<G: Catalogued> CheckedPosition<'_, G> {
    /// What is checked after every entry.
    pub fn check(&mut self) -> Checked {
        let (game, state) = (&**self.live.game(), self.live.state());
        game.faults(state).map_err(|text| Flaw::new(Rule::Faults, text))?;
        state_json::<G>(state)?;
        flow::timers::<G>(state, self.live.now())?;
        flow::ended(game, state)?;
        flow::alive(self.plan, game, state)?;
        flow::to_act(self.plan, game, state)?;
        for seat in may_act(game, state).iter() {
            actions::legal_list(game, state, seat)?;
        }
        self.check_guard()?;
        for seat in (0..game.seats()).map(Seat).chain([Seat::HOST]) {
            actions::options(game, state, seat)?;
        }
        self.look_from_outside();
        for viewer in self.viewers() {
            let world = leak::imagine(game, state, viewer, self.dice)?;
            leak::told_apart(self, &world, viewer, &[])?;
        }
        Ok(())
    }

    /// What is checked now and then.
    pub fn check_costly(&mut self, table: &dyn AnyMatch) -> Checked {
        for viewer in self.viewers() {
            leak::guesses(self, viewer)?;
            leak::independent(self, viewer)?;
            leak::check(self, viewer)?;
        }
        blind::bots(self)?;
        self.check_preview(table)
    }

    /// The host may ask for any view; none may panic.
    fn look_from_outside(&self) {
        for seat in [Seat::HOST, Seat(self.live.game().seats())] {
            self.live.game().view(self.live.state(), Viewer::Seat(seat));
        }
    }

    /// Every seat and the public.
    fn viewers(&self) -> Vec<Viewer> {
        let all = Viewer::all(self.live.game().seats());
        all.filter(|viewer| *viewer != Viewer::Referee).collect()
    }

    fn check_guard(&mut self) -> Checked {
        let game = &**self.live.game();
        let sample = self.pool.sample(actions::SAMPLE, self.dice);
        let strangers = [Seat::HOST, Seat(game.seats()), Seat(u8::MAX - 1)];
        for seat in (0..game.seats()).map(Seat).chain(strangers) {
            actions::guard(self.plan, self.live, seat, &sample)?;
        }
        Ok(())
    }

    fn check_preview(&mut self, table: &dyn AnyMatch) -> Checked {
        let (live, game) = (self.live, &**self.live.game());
        let seats: Vec<_> = game.to_act(live.state()).iter().collect();
        let Some(&seat) = self.dice.pick(&seats) else { return Ok(()) };
        let legal = legal(game, live.state(), seat);
        let Some(action) = self.dice.pick(&legal) else { return Ok(()) };
        if live.check_time_to_act(live.now()).is_err() {
            return Ok(());
        }
        let (before, before_table) = (Parts::of_match(live), Parts::of_table(table));
        let preview = live.preview(seat, action, self.dice);
        ensure(preview.is_ok_and(|chances| !chances.results.is_empty()), Rule::Preview, || {
            format!("seat {seat} cannot preview {}", text(action))
        })?;
        let json = serde_json::to_value(action).unwrap_or_default();
        let preview = table.preview(seat, &json, None);
        let distinct = preview.is_ok_and(|previewed| {
            let told = previewed.results.iter().map(|chance| text(&(&chance.events, &chance.view)));
            told.collect::<BTreeSet<_>>().len() == previewed.results.len()
        });
        let fault = || format!("the table cannot preview {json}, or tells a result of it twice");
        ensure(distinct, Rule::Preview, fault)?;
        let difference = (before.difference(&Parts::of_match(live)))
            .or_else(|| before_table.difference(&Parts::of_table(table)));
        ensure(difference.is_none(), Rule::Preview, || difference.unwrap_or_default())
    }
}

fn read<T: DeserializeOwned>(json: &str, rule: Rule) -> Result<T, Flaw> {
    serde_json::from_str(json).map_err(|error| Flaw::new(rule, format!("{error}: {json}")))
}

/// The state survives JSON.
pub(crate) fn state_json<G: Game>(state: &G::State) -> Checked {
    let json = text(state);
    let back: G::State = read(&json, Rule::StateJson)?;
    let same = back == *state && Digest::of(&back) == Digest::of(state);
    ensure(same, Rule::StateJson, || format!("written {json}, read {back:?}"))
}

/// An entry survives JSON.
pub(crate) fn log_json<A: bout_core::Data + Eq>(entry: &Entry<A>) -> Checked {
    let json = text(entry);
    let back: Entry<A> = read(&json, Rule::LogJson)?;
    ensure(back == *entry, Rule::LogJson, || format!("{entry:?} was read back as {back:?}"))
}

/// The log folds to the same state.
pub(crate) fn replay<G: Game>(game: &Arc<G>, live: &Match<G>, log: &[Entry<G::Action>]) -> Checked {
    let folded = Match::replay(Arc::clone(game), live.seed(), log)
        .map_err(|error| Flaw::new(Rule::Replay, format!("{error:?}")))?;
    ensure(folded.digest() == live.digest(), Rule::Replay, || {
        format!("the replayed state differs{}", apart(&text(live.state()), &text(folded.state())))
    })
}

/// The replay file restores the table.
pub(crate) fn restore<G: Catalogued>(rules: &LoadedGame<G>, table: &dyn AnyMatch) -> Checked {
    let flaw = |fault: bout_core::ReplayFault| Flaw::new(Rule::Replay, fault.to_string());
    let replay = Replay::parse(&text(&table.replay())).map_err(flaw)?;
    let restored = rules.restore(&replay).map_err(flaw)?;
    ensure(restored.digest() == table.digest(), Rule::Replay, || {
        let states = (table.state().to_string(), restored.state().to_string());
        format!("the restored state differs{}", apart(&states.0, &states.1))
    })
}
