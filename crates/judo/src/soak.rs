//! Judo's part of a soak test (rules 12): settings, mischief, and a watchdog that keeps books of its
//! own about points, cards, clocks and interrupts.

#![expect(clippy::wildcard_enum_match_arm, reason = "the watchdog looks for a few events only")]

use bout_core::{Dice, Game, Input, Millis, Seat, Signal, Soak, Watchdog, Watched};

use crate::Judo;
use crate::action::{Action, Edits, Sent};
use crate::card::{CardNo, Stat};
use crate::config::{ChooserPolicy, Config, DRIFT_MS, InterruptMode, Mode};
use crate::event::Event;
use crate::phase::{Phase, ROWS, Timer, Trigger};
use crate::state::{InterruptReason, RoundOutcome, Side, State, Why};

/// Settings, mischief and a watchdog for soak tests of Judo.
pub struct Misuse;

impl Soak<Judo> for Misuse {
    fn config(&self, dice: &mut Dice) -> Option<Config> {
        Some(config(dice))
    }

    fn mischief(&self, _game: &Judo, state: &State, seat: Seat, dice: &mut Dice) -> Option<Action> {
        mischief(state, seat, dice)
    }

    fn watchdog(&self) -> Option<Box<dyn Watchdog<Judo>>> {
        Some(Box::new(Dog::default()))
    }
}

/// Any settings under which the rules say something else.
fn config(dice: &mut Dice) -> Config {
    let mut maybe = |odds: u32| dice.below(odds) == 0;
    let mode = if maybe(2) { Mode::Solo } else { Mode::Pvp };
    let interrupt_mode = if maybe(3) { InterruptMode::Manual } else { InterruptMode::Auto };
    let (auto_select, round_modify) = (!maybe(3), maybe(2));
    let policy = dice.below(ChooserPolicy::ALL.len() as u32) as usize;
    let small = dice.below(4) == 0;
    let mut size = |most: u32| if small { 1 + dice.below(most) as u8 } else { most as u8 };
    let (deck_size, max_rounds) = (size(25), size(25));
    Config {
        mode,
        interrupt_mode,
        auto_select,
        round_modify,
        chooser_policy: ChooserPolicy::ALL[policy],
        deck_size,
        max_rounds,
        win_target: 1 + dice.below(max_rounds.min(8).into()) as u8,
        cooldown_ms: [0, 1, 900, 3_000, 10_000][dice.below(5) as usize],
        selection_ms: [5_000, 30_000][dice.below(2) as usize],
        resolve_ms: [1_000, 30_000][dice.below(2) as usize],
        test_mode: true,
        ..Config::default()
    }
}

/// What people, pages and administrators do besides choosing.
fn mischief(s: &State, seat: Seat, dice: &mut Dice) -> Option<Action> {
    if seat == Seat::HOST { command(s, dice) } else { Some(person(s, dice)) }
}

fn person(s: &State, dice: &mut Dice) -> Action {
    let why = if dice.coin() { Why::Visibility } else { Why::Dialog };
    let stat = Sent::Known(Stat::ALL[dice.below(5) as usize]);
    match dice.below(120) {
        0 => Action::Quit { side: None },
        1 => Action::Interrupt { reason: Sent::Known(InterruptReason::Navigation), side: None },
        2..=31 => Action::Skip { side: None },
        32..=49 => {
            let round = s.round().saturating_sub(dice.below(2) as u8);
            Action::SelectStat { stat, round: Some(Sent::Known(round)), side: None }
        }
        50..=84 => Action::SetActive { active: false, why, side: None },
        _ => Action::SetActive { active: true, why, side: None },
    }
}

fn command(s: &State, dice: &mut Dice) -> Option<Action> {
    let phase = s.phase.get();
    let any = |dice: &mut Dice, count: usize| dice.below(count as u32) as usize;
    Some(match phase {
        Phase::RoundModification => match dice.below(3) {
            0 => Action::CancelModification,
            _ => {
                let stat = Some(Sent::Known(Stat::ALL[any(dice, 5)]));
                let mut number = |odds| dice.coin().then(|| Sent::Known(dice.below(odds) as u8));
                let (player_value, opponent_score) = (number(11), number(3));
                Action::Modify {
                    edits: Edits { stat, player_value, opponent_score, ..Edits::default() },
                }
            }
        },
        Phase::InterruptRound | Phase::InterruptMatch => {
            let rows: Vec<_> = ROWS.iter().filter(|edge| edge.from == phase).collect();
            let trigger = Trigger::from_name(rows[any(dice, rows.len())].on)?;
            Action::Resolve { trigger: Sent::Known(trigger) }
        }
        _ if dice.below(12) == 0 => {
            let reason = InterruptReason::ALL[any(dice, InterruptReason::ALL.len())];
            let side = dice.coin().then(|| Sent::Known(Side::ALL[any(dice, 2)]));
            Action::Interrupt { reason: Sent::Known(reason), side }
        }
        _ if dice.below(3) > 0 => return None,
        _ => Action::InjectError { state: Sent::Known(Phase::ALL[any(dice, Phase::ALL.len())]) },
    })
}

/// Books of its own, kept from events and compared with the room.
#[derive(Default)]
pub struct Dog {
    /// The real time of the host's turn.
    to: Option<Millis>,
    /// Up to when the match has been brought.
    seen: Millis,
    /// Drift that has to be told in this turn, and drift that was.
    expected: Vec<(Timer, u64)>,
    told: Vec<(Timer, u64)>,
    /// Points as the decided rounds add up; the last round apart, until it counts.
    points: [u8; 2],
    before_last: [u8; 2],
    /// The draw piles before the running round.
    piles: Option<[Vec<CardNo>; 2]>,
    /// Whether the running match has had its end.
    concluded: bool,
}

impl Watchdog<Judo> for Dog {
    fn turn(&mut self, game: &Judo, state: &State, to: Millis) {
        self.to = Some(to);
        self.expected.clear();
        self.told.clear();
        self.expect_drift(game, state);
    }

    fn entry(&mut self, game: &Judo, entry: &Watched<'_, Judo>) -> Result<(), String> {
        transitions(entry)?;
        expiries(game, entry)?;
        interrupts(entry)?;
        self.ends(entry)?;
        self.books(entry)?;
        self.seen = entry.at;
        if matches!(entry.input, Input::Expire) {
            self.expect_drift(game, entry.after);
        }
        for event in entry.events {
            if let Event::Drift { timer, drift_ms } = event {
                self.told.push((*timer, u64::from(*drift_ms)));
            }
        }
        Ok(())
    }

    fn rest(&mut self, _game: &Judo, _state: &State) -> Result<(), String> {
        self.seen = self.to.take().unwrap_or(self.seen);
        if self.told == self.expected {
            return Ok(());
        }
        Err(format!("drift {:?} was to be told, but {:?} was", self.expected, self.told))
    }
}

impl Dog {
    /// The host comes at `to`: by how much has it missed the first moment of the running timer?
    fn expect_drift(&mut self, game: &Judo, s: &State) {
        let (Some(to), Some(clock)) = (self.to, s.m.clock) else { return };
        let pauses = matches!(clock.kind, Timer::Cooldown | Timer::Selection);
        let deadline = s.timers.running().find(|(timer, _)| *timer == clock.kind);
        let (Some((timer, deadline)), true) = (deadline, pauses && game.config().emit_ticks) else {
            return;
        };
        // Moments lie whole seconds before the end; those up to now have been processed.
        let mut moment = deadline.0;
        while moment > self.seen.0 + 1_000 {
            moment -= 1_000;
        }
        let before = Judo::timers(s).next().is_some_and(|(next, _)| next.0 < moment);
        let late = to.0.saturating_sub(moment);
        if moment > self.seen.0 && !before && late > u64::from(DRIFT_MS) {
            self.expected.push((timer, late));
        }
    }

    /// A match ends once, and then no timer is left.
    fn ends(&mut self, entry: &Watched<'_, Judo>) -> Result<(), String> {
        for event in entry.events {
            match event {
                Event::MatchStarted { .. } | Event::LobbyOpened { .. } => self.concluded = false,
                Event::Concluded { .. } if self.concluded => {
                    return Err("match.concluded was told twice".into());
                }
                Event::Concluded { .. } => self.concluded = true,
                _ => {}
            }
        }
        let over = entry.after.phase.get() == Phase::MatchOver;
        if over != self.concluded {
            return Err("match.concluded and matchOver do not go together".into());
        }
        if over && !Judo::timers(entry.after).is_empty() {
            return Err("a timer is left in matchOver".into());
        }
        Ok(())
    }

    /// Points are the sum of the decided rounds; a rolled-back round leaves no trace.
    fn books(&mut self, entry: &Watched<'_, Judo>) -> Result<(), String> {
        for event in entry.events {
            match event {
                Event::MatchStarted { .. } | Event::LobbyOpened { .. } => {
                    (self.points, self.before_last) = ([0; 2], [0; 2]);
                }
                Event::RoundStarted { .. } => self.before_last = self.points,
                Event::ModificationApplied { edits } => {
                    for (points, edit) in
                        self.points.iter_mut().zip([edits.player_score, edits.opponent_score])
                    {
                        *points = edit.and_then(Sent::known).unwrap_or(*points);
                    }
                    self.before_last = self.points;
                }
                Event::Scored { .. } => self.score(entry),
                Event::InterruptRaised { from: Phase::RoundOver, .. } => {
                    self.points = self.before_last;
                }
                Event::InterruptRaised { scope: crate::event::Scope::Match, .. } => {
                    self.points = [0; 2];
                }
                _ => {}
            }
        }
        let scores = entry.after.m.ledger.scores;
        if scores != self.points {
            return Err(format!(
                "the decided rounds make {:?}, the score is {scores:?}",
                self.points
            ));
        }
        self.cards(entry)
    }

    /// The winner of the round just evaluated gets a point.
    fn score(&mut self, entry: &Watched<'_, Judo>) {
        let evaluated = entry.events.iter().rev().find_map(|event| match event {
            Event::Evaluated { player_value, opponent_value, .. } => {
                Some(RoundOutcome::of([*player_value, *opponent_value]))
            }
            _ => None,
        });
        if let Some(side) = evaluated.and_then(RoundOutcome::winner) {
            self.points[side.at()] += 1;
        }
    }

    /// An interrupted round gives both piles back as they were.
    fn cards(&mut self, entry: &Watched<'_, Judo>) -> Result<(), String> {
        let piles = |s: &State| [0, 1].map(|side: usize| s.m.piles[side].to_vec());
        let waits = entry.after.phase.get() == Phase::WaitingForPlayerAction;
        let waited = entry.before.phase.get() == Phase::WaitingForPlayerAction;
        let rolled_back =
            entry.events.iter().any(|event| {
                matches!(event, Event::InterruptRaised { from: Phase::WaitingForPlayerAction, .. })
            }) && !entry.events.iter().any(|event| matches!(event, Event::RoundStarted { .. }));
        if let (true, true, Some(before), Some(cards)) =
            (waited, rolled_back, &self.piles, entry.before.m.current)
        {
            let mut expected = before.clone();
            expected.iter_mut().zip(cards).for_each(|(pile, card)| pile.push(card));
            let dealt = entry.after.m.current.is_none() && entry.after.m.ledger.chooser.is_some();
            if dealt && piles(entry.after) != expected {
                return Err("a rolled-back round did not give its cards back".into());
            }
        }
        self.piles = waits.then(|| piles(entry.after));
        Ok(())
    }
}

/// Every transition is told once, begins where the last one ended, and has the entry's stamp.
fn transitions(entry: &Watched<'_, Judo>) -> Result<(), String> {
    let mut place = entry.before.phase.get();
    let mut told = 0;
    for event in entry.events {
        if let Event::StateChanged { from, to, trigger, .. } = event {
            let row = crate::phase::row(*from, *trigger).map(|row| ROWS[usize::from(row)].to);
            if *from != place || row != Some(*to) {
                return Err(format!("from {place:?} it is told: {from:?} {trigger:?} {to:?}"));
            }
            place = *to;
            told += 1;
        }
    }
    let written = entry.after.log.count() - entry.before.log.count();
    if place != entry.after.phase.get() || told != written {
        return Err(format!("{told} transitions to {place:?} were told, {written} written down"));
    }
    let new = entry.after.log.iter().rev().take(usize::try_from(told).unwrap_or(0));
    match new.into_iter().find(|(_, at)| *at != entry.at) {
        Some((_, at)) => Err(format!("a transition of {} is stamped {at}", entry.at)),
        None => Ok(()),
    }
}

/// A timer ends at its deadline, and what it starts counts from there.
fn expiries(game: &Judo, entry: &Watched<'_, Judo>) -> Result<(), String> {
    if matches!(entry.input, Input::Expire) {
        let due = Judo::timers(entry.before).next().map(|(at, _)| at);
        if due != Some(entry.at) {
            return Err(format!("due {due:?}, but it came at {}", entry.at));
        }
    }
    let started = entry.events.iter().rev().find_map(|event| match event {
        Event::Prompt { .. } => Some((Timer::Selection, u64::from(game.config().selection_ms))),
        Event::CountdownStarted { duration_ms, .. } => Some((Timer::Cooldown, *duration_ms)),
        _ => None,
    });
    let running = entry.after.timers.running();
    for (timer, at) in running {
        if let Some((kind, length)) = started
            && kind == timer
            && at != entry.at + length
        {
            return Err(format!("a timer of {length} ms begun at {} ends at {at}", entry.at));
        }
    }
    Ok(())
}

/// Each way into an interrupt is told once, and each way out at most once.
fn interrupts(entry: &Watched<'_, Judo>) -> Result<(), String> {
    let (mut entered, mut raised, mut left, mut resolved) = (0, 0, 0, 0);
    for event in entry.events {
        match event {
            Event::StateChanged { to, trigger, .. } => {
                let into = matches!(to, Phase::InterruptRound | Phase::InterruptMatch);
                entered += u32::from(into && *trigger != Trigger::CancelModification);
                left += u32::from(trigger.ends_interrupt());
            }
            Event::InterruptRaised { .. } => raised += 1,
            Event::InterruptResolved { .. } => resolved += 1,
            _ => {}
        }
    }
    if entered != raised || left != resolved {
        return Err(format!(
            "{entered} interrupts were told {raised} times, {left} resolutions {resolved} times"
        ));
    }
    match entry.input {
        // One command interrupts once; errors of entries are told as such.
        Input::Act { action: Action::Quit { .. } | Action::Interrupt { .. }, .. }
        | Input::Signal { signal: Signal::Aborted } => {
            let errors = entry.events.iter().filter(|e| matches!(e, Event::ErrorRaised { .. }));
            let most = 1 + errors.count();
            if raised as usize > most { Err("interrupted twice".into()) } else { Ok(()) }
        }
        Input::Act { .. } | Input::Expire | Input::Signal { .. } => Ok(()),
    }
}
