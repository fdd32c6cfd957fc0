//! One match of the suite: a typed match and a table, fed the same, checked after every entry.

use std::any::Any;
use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Catalogued, Dice, Edge, Entry, Input, LoadedGame, Match, Millis, Named,
    Opening, Refusal, Refused, Seed, Signal, Sink,
};
use serde_json::Value;

use crate::attempt::Attempt;
use crate::check::{self, CheckedPosition, chart};
use crate::choose::{Chooser, Style};
use crate::coverage::{Coverage, add_up, bump};
use crate::parts::{Parts, apart, text};
use crate::pool::{ActionPool, legal};
use crate::rule::{Checked, Flaw, Rule, ensure};
use crate::suite::{Ground, Plan};

/// Inputs that are tried after the end.
const AFTER_THE_END: u32 = 16;
/// Entries that a finding tells.
const STORY: usize = 8;
/// Of so many costly checks one includes a replay, whose cost grows with the match.
const REPLAY_EVERY: u32 = 4;

pub(crate) struct Session<'a, G: Catalogued> {
    plan: &'a Plan<G>,
    ground: &'a Ground<G>,
    live: Match<G>,
    table: Box<dyn AnyMatch>,
    log: Vec<Entry<G::Action>>,
    pool: ActionPool<G::Action>,
    dice: Dice,
    trying: String,
    met: Coverage,
}

impl<'a, G: Catalogued> Session<'a, G> {
    /// Opens both matches and checks the set-up.
    pub fn open(plan: &'a Plan<G>, ground: &'a Ground<G>, seed: Seed) -> Result<Self, Flaw> {
        let (mut events, mut hops) = (Vec::new(), Vec::new());
        let sink = Sink::all(&mut events, &mut hops);
        let live = Match::open(Arc::clone(&ground.game), seed, sink);
        chart::setup::<G>(live.state(), &hops)?;
        let table = open_table(&ground.rules, &ground.config, seed)?;
        let mut session = Session {
            plan,
            ground,
            live,
            table,
            log: Vec::new(),
            pool: ground.pool.clone(),
            dice: Dice::of(seed.derive(0), 0),
            trying: String::from("the set-up"),
            met: Coverage::new::<G>(),
        };
        session.met.edges.count::<G>(&hops);
        session.agree()?;
        session.check_position(&events)?;
        Ok(session)
    }

    /// Plays to the end, and a little on.
    pub fn play(&mut self, style: Style) -> Checked {
        let mut inputs = 0;
        while self.live.outcome().is_none() {
            if self.live.seq() >= self.plan.entries_max || inputs > 4 * self.plan.entries_max {
                return self.out_of_time(style);
            }
            let attempt = self.chooser().next(style);
            self.attempt(&attempt)?;
            inputs += 1;
        }
        let more = if style.provokes() { AFTER_THE_END } else { 0 };
        for _ in 0..more {
            let attempt = self.chooser().wrong();
            self.attempt(&attempt)?;
        }
        self.check_replay()
    }

    /// Adds what the match met.
    pub fn report(self, coverage: &mut Coverage) {
        coverage.matches += 1;
        coverage.entries += self.live.seq();
        coverage.edges.merge(&self.met.edges);
        coverage.heard += self.met.heard;
        coverage.worlds += self.met.worlds;
        let ending = self.live.outcome().map_or("unfinished", |outcome| outcome.ending);
        bump(&mut coverage.endings, ending);
        add_up(&mut coverage.actions, &self.met.actions);
        add_up(&mut coverage.refusals, &self.met.refusals);
    }

    /// The number of the last entry.
    pub fn entry(&self) -> u64 {
        self.live.seq()
    }

    /// The last entries, and what was being tried.
    pub fn story(&self) -> Vec<String> {
        let told = self.log.iter().skip(self.log.len().saturating_sub(STORY));
        let trying = format!("tried last: {}", self.trying);
        told.map(text).chain([trying]).collect()
    }

    fn chooser(&mut self) -> Chooser<'_, G> {
        let Session { plan, live, pool, dice, .. } = self;
        Chooser { plan, live, pool, dice }
    }

    fn out_of_time(&self, style: Style) -> Checked {
        let fine = style != Style::Plain || self.plan.may_run_on;
        ensure(fine, Rule::Limit, || format!("not over after {} entries", self.live.seq()))
    }

    fn attempt(&mut self, attempt: &Attempt<G::Action>) -> Checked {
        self.trying = format!("{} at {}", text(&attempt.input), attempt.at);
        let verdict = match (&attempt.typed, &attempt.input) {
            (Some(typed), _) => self.live.check(attempt.at, typed),
            (None, Input::Act { seat, action }) => {
                let name = action.get("type").and_then(Value::as_str);
                let unreadable = || self.live.game().unreadable(self.live.state(), *seat, name);
                self.live
                    .check_time_to_act(attempt.at)
                    .and_then(|()| Err(Refusal::Rule(unreadable())))
            }
            (None, _) => Ok(()),
        };
        match (verdict, &attempt.typed) {
            (Ok(()), Some(typed)) => self.accept(attempt, typed),
            (Ok(()), None) => Ok(()),
            (Err(refusal), _) => self.refuse(attempt, refusal),
        }
    }

    fn accept(&mut self, attempt: &Attempt<G::Action>, typed: &Input<G::Action>) -> Checked {
        let events = self.enter(attempt.at, typed)?;
        let submitted = self.table.submit(attempt.at, &attempt.input, None, None);
        submitted.map_err(|refused| {
            Flaw::new(Rule::Erased, format!("the table alone refuses it: {}", refused.code))
        })?;
        self.agree()?;
        self.check_position(&events)
    }

    /// Lets an input into the typed match.
    fn enter(&mut self, at: Millis, input: &Input<G::Action>) -> Result<Vec<G::Event>, Flaw> {
        let (mut events, mut hops) = (Vec::new(), Vec::<Edge<G::Phase>>::new());
        let before = G::phase(self.live.state());
        let step = self.live.step(at, input, Sink::all(&mut events, &mut hops));
        let seq = step.map_err(|refusal| {
            Flaw::new(Rule::Guard, format!("asked twice, it says yes and {}", refusal.name()))
        })?;
        chart::hops::<G>(before, &hops, G::phase(self.live.state()))?;
        self.met.edges.count::<G>(&hops);
        if let Input::Act { action, .. } = input {
            bump(&mut self.met.actions, action.name());
        }
        self.log.push(Entry { seq, at, input: input.clone() });
        Ok(events)
    }

    fn refuse(&mut self, attempt: &Attempt<G::Action>, refusal: Refusal<G::Reason>) -> Checked {
        bump(&mut self.met.refusals, refusal.name());
        let (before, before_table) = (Parts::of_match(&self.live), Parts::of_table(&*self.table));
        let outcome = self.live.outcome();
        if let Some(typed) = &attempt.typed {
            let again = self.live.step(attempt.at, typed, Sink::none());
            ensure(again == Err(refusal), Rule::Guard, || {
                format!("asked twice, it says {} and {again:?}", refusal.name())
            })?;
        }
        let refused = self.refused_by_table(attempt, refusal)?;
        ensure(outcome.is_none() || self.live.outcome() == outcome, Rule::Ended, || {
            "a refused input changed the outcome".into()
        })?;
        unchanged(&before, &Parts::of_match(&self.live))?;
        match self.heard(attempt, refusal) {
            Some(signal) => self.hear(attempt.at, signal, &refused),
            None => {
                unchanged(&before_table, &Parts::of_table(&*self.table))?;
                ensure(!refused.heard, Rule::Refused, || "the table heard it".into())
            }
        }
    }

    fn refused_by_table(
        &mut self,
        attempt: &Attempt<G::Action>,
        refusal: Refusal<G::Reason>,
    ) -> Result<Refused, Flaw> {
        match self.table.submit(attempt.at, &attempt.input, None, None) {
            Err(refused) if refused.code == refusal.name() => Ok(refused),
            Err(refused) => Err(Flaw::new(
                Rule::Erased,
                format!("the match says {}, the table {}", refusal.name(), refused.code),
            )),
            Ok(_) => Err(Flaw::new(
                Rule::Erased,
                format!("the match says {}, the table accepts it", refusal.name()),
            )),
        }
    }

    /// The signal that the rules want to get for this refusal.
    fn heard(&self, attempt: &Attempt<G::Action>, refusal: Refusal<G::Reason>) -> Option<Signal> {
        let (Input::Act { seat, .. }, Refusal::Rule(reason)) = (&attempt.input, refusal) else {
            return None;
        };
        let signal = Signal::Heard { seat: *seat };
        let welcome = self.live.check(attempt.at, &Input::Signal { signal }).is_ok();
        (self.live.game().capabilities().hears(reason) && welcome).then_some(signal)
    }

    /// The table has entered `Heard` by itself; the match follows.
    fn hear(&mut self, at: Millis, signal: Signal, refused: &Refused) -> Checked {
        let entered = refused.heard && self.table.seq() == self.live.seq() + 1;
        ensure(entered, Rule::Refused, || "the table did not enter one `heard`".into())?;
        let events = self.enter(at, &Input::Signal { signal })?;
        self.met.heard += 1;
        self.agree()?;
        self.check_position(&events)
    }

    fn agree(&self) -> Checked {
        let (live, table) = (&self.live, &self.table);
        let same = live.digest() == table.digest()
            && live.seq() == table.seq()
            && live.now() == table.now()
            && live.outcome() == table.outcome();
        ensure(same, Rule::Erased, || {
            let (typed, erased) = (text(live.state()), table.state().to_string());
            format!("the states of match and table differ{}", apart(&typed, &erased))
        })
    }

    fn check_position(&mut self, events: &[G::Event]) -> Checked {
        for seat in self.live.game().to_act(self.live.state()).iter() {
            for action in legal(&**self.live.game(), self.live.state(), seat) {
                self.pool.keep(&action, &mut self.dice);
            }
        }
        if let Some(entry) = self.log.last() {
            check::log_json(entry)?;
        }
        check::redaction::events::<G>(events, self.live.game().seats())?;
        let Session { plan, live, pool, dice, met, .. } = self;
        let mut position = CheckedPosition { plan, live, pool, dice, worlds: &mut met.worlds };
        position.check()?;
        if self.dice.below(self.plan.costly_every) != 0 {
            return Ok(());
        }
        let Session { plan, live, pool, dice, met, .. } = self;
        let mut position = CheckedPosition { plan, live, pool, dice, worlds: &mut met.worlds };
        position.check_costly(&*self.table)?;
        if self.dice.below(REPLAY_EVERY) == 0 { self.check_replay() } else { Ok(()) }
    }

    fn check_replay(&self) -> Checked {
        check::replay(&self.ground.game, &self.live, &self.log)?;
        check::restore(&self.ground.rules, &*self.table)
    }
}

fn open_table<G: Catalogued>(
    rules: &LoadedGame<G>,
    config: &Value,
    seed: Seed,
) -> Result<Box<dyn AnyMatch>, Flaw> {
    let opening = Opening { preset: None, config, seed, luck: None };
    rules.open(&opening).map_err(|error| Flaw::new(Rule::Opens, error.text))
}

fn unchanged(before: &Parts, after: &Parts) -> Checked {
    let difference = before.difference(after);
    ensure(difference.is_none(), Rule::Refused, || difference.unwrap_or_default())
}

/// The flaw that a panic shows.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Flaw {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    // Debug builds stop at a wrong hop where nobody collects hops, as in a preview.
    let rule = if said.ends_with("is not in the chart") { Rule::Chart } else { Rule::Panic };
    Flaw::new(rule, said)
}
