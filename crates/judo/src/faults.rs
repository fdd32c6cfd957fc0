//! The invariants (rules 3): asked after every step in tests, and of a loaded state.

use crate::card::STAT_MAX;
use crate::config::{ERROR_RESTARTS, Mode, PAUSE_BUDGET_MS, RECONNECT_MS};
use crate::phase::{Phase, ROWS, Timer};
use crate::state::{RoundOutcome, Side, Source, State, Why};
use crate::{CARDS_MAX, Judo};

impl Judo {
    /// The first invariant that does not hold.
    pub(crate) fn check(&self, s: &State) -> Result<(), String> {
        self.check_cards(s)?;
        let rules = [
            (self.numbers_fit(s), "scores, rounds_played, win_target: out of their ranges"),
            (points_fit(s), "captured: two cards for every point are expected"),
            (
                phase_fits(s),
                "current, checkpoint, suspended_round, chooser or result: not in this state",
            ),
            (
                self.round_fits(s),
                "selected_stat, values, outcome: do not fit each other or the cards",
            ),
            (suspended_fits(s), "suspended_round: its cards lie on top of the draw piles"),
            (self.timer_fits(s), "timer: not the one of this state"),
            (self.length_fits(s), "timer, absence: longer than it can be"),
            (self.checkpoint_fits(s), "checkpoint: not what the round began with"),
            (self.budget_fits(s), "pause_budget_ms, budget: charged while a timer stands only"),
            (
                absence_fits(s),
                "absence: only of a side that lost its connection, in a running match",
            ),
            (log_fits(s), "transition_log: does not lead to this state"),
            (self.presence_fits(s), "inactive_why: a computer player is always there"),
        ];
        match rules.iter().find(|(holds, _)| !holds) {
            Some((_, rule)) => Err((*rule).to_owned()),
            None => Ok(()),
        }
    }

    /// Every card is in one place, and none is missing.
    fn check_cards(&self, s: &State) -> Result<(), String> {
        let m = &s.m;
        let moved =
            matches!(s.phase.get(), Phase::RoundOver | Phase::MatchDecision | Phase::MatchOver);
        let piles = m.piles.iter().flat_map(|pile| pile.iter());
        let taken = m.taken.iter().flat_map(|pairs| pairs.iter().flatten());
        let current = m.current.iter().filter(|_| !moved).flatten();
        let (mut seen, mut count) = ([false; CARDS_MAX], 0);
        for card in piles.chain(taken).chain(current) {
            let place =
                seen.get_mut(usize::from(*card)).filter(|_| usize::from(*card) < self.eligible);
            match place {
                Some(seen) if !*seen => *seen = true,
                Some(_) => return Err(format!("card {card} is in two places")),
                None => return Err(format!("there is no card {card}")),
            }
            count += 1;
        }
        let dealt = 2 * usize::from(self.deck_size);
        let expected = match s.phase.get() {
            Phase::WaitingForMatchStart | Phase::InterruptMatch => count == 0,
            Phase::MatchOver => count == 0 || count == dealt,
            Phase::MatchStart
            | Phase::RoundStart
            | Phase::WaitingForPlayerAction
            | Phase::RoundDecision
            | Phase::RoundOver
            | Phase::Cooldown
            | Phase::MatchDecision
            | Phase::InterruptRound
            | Phase::RoundModification => count == dealt,
        };
        let strangers = m.current.iter().flatten().any(|card| usize::from(*card) >= self.eligible);
        if !expected || strangers || m.piles[0].len() != m.piles[1].len() {
            return Err(format!("cards are not conserved: {count} of {dealt} are there"));
        }
        Ok(())
    }

    fn numbers_fit(&self, s: &State) -> bool {
        let ledger = &s.m.ledger;
        let over =
            matches!(s.phase.get(), Phase::RoundOver | Phase::MatchDecision | Phase::MatchOver);
        let top = s.win_target - u8::from(!over && s.win_target > 0);
        let edge = self.config.max_rounds - u8::from(!over);
        (1..=self.config.max_rounds).contains(&s.win_target)
            && ledger.scores.iter().all(|score| *score <= top)
            && ledger.scores != [s.win_target; 2]
            && ledger.rounds_played <= edge
            && s.m.error_restarts <= ERROR_RESTARTS
            && ledger.streak.side.is_some() == (ledger.streak.length > 0)
            && ledger.longest.iter().all(|longest| *longest <= ledger.rounds_played.max(49))
    }

    fn round_fits(&self, s: &State) -> bool {
        let m = &s.m;
        let decided = m.values.is_some();
        let together = decided == m.outcome.is_some()
            && decided == m.selection.is_some()
            && decided == m.cards_public;
        let Some(values) = m.values else { return together };
        let (Some(cards), Some(selection)) = (m.current, m.selection) else { return false };
        let printed = cards.map(|card| self.picks(card).value(selection.stat));
        let honest = selection.source == Source::Admin || printed == values;
        together
            && honest
            && values.iter().all(|value| *value <= STAT_MAX)
            && m.outcome == Some(RoundOutcome::of(values))
    }

    fn timer_fits(&self, s: &State) -> bool {
        let Some(clock) = s.m.clock else {
            let shown = [Timer::Cooldown, Timer::Selection, Timer::Stall, Timer::Resolve];
            let idle = shown.iter().all(|timer| s.timers.left(*timer, s.now).is_none());
            let needs = match s.phase.get() {
                Phase::Cooldown => self.cooldown > 0,
                Phase::WaitingForPlayerAction => true,
                Phase::InterruptRound | Phase::InterruptMatch => self.awaits_resolution(s),
                Phase::WaitingForMatchStart
                | Phase::MatchStart
                | Phase::RoundStart
                | Phase::RoundDecision
                | Phase::RoundOver
                | Phase::MatchDecision
                | Phase::MatchOver
                | Phase::RoundModification => false,
            };
            return idle && !(needs && self.config.auto_advance);
        };
        let kind = match s.phase.get() {
            Phase::Cooldown => clock.kind == Timer::Cooldown && !clock.expired,
            Phase::WaitingForPlayerAction => {
                let stall = self.config.mode == Mode::Pvp && !self.config.auto_select;
                clock.kind == Timer::Selection && !(clock.expired && self.config.auto_select)
                    || clock.kind == Timer::Stall && stall && clock.expired
            }
            Phase::InterruptRound | Phase::InterruptMatch => {
                clock.kind == Timer::Resolve && !clock.expired && self.awaits_resolution(s)
            }
            Phase::WaitingForMatchStart
            | Phase::MatchStart
            | Phase::RoundStart
            | Phase::RoundDecision
            | Phase::RoundOver
            | Phase::MatchDecision
            | Phase::MatchOver
            | Phase::RoundModification => false,
        };
        let shown = [Timer::Cooldown, Timer::Selection, Timer::Stall, Timer::Resolve];
        let alone = shown.iter().all(|timer| {
            let there = s.timers.left(*timer, s.now).is_some();
            let waits = clock.expired && clock.kind == Timer::Selection;
            there == (*timer == clock.kind && !waits)
        });
        let held = s.timers.is_held(clock.kind);
        kind && alone
            && clock.since <= s.now
            && self.config.auto_advance
            && held == (clock.kind.can_pause() && !clock.expired && self.is_held(s))
    }

    /// No timer has more left than its whole length.
    fn length_fits(&self, s: &State) -> bool {
        let shown = s.m.clock.is_none_or(|clock| {
            let left = s.timers.left(clock.kind, clock.since).unwrap_or_default();
            left <= self.length(clock.kind)
        });
        let absences = [Timer::AbsencePlayer, Timer::AbsenceOpponent];
        shown && absences.iter().all(|t| s.timers.left(*t, s.now).is_none_or(|l| l <= RECONNECT_MS))
    }

    fn checkpoint_fits(&self, s: &State) -> bool {
        let Some(checkpoint) = s.m.checkpoint else { return true };
        let ledger = &checkpoint.ledger;
        let scored = s.phase.get() == Phase::RoundOver;
        let taken = |pile: usize| {
            let now = s.m.taken[pile].len();
            let before = usize::from(checkpoint.taken[pile]);
            let last = scored && s.m.outcome.is_some_and(|outcome| outcome as usize == pile);
            before + usize::from(last) == now
        };
        ledger.scores.iter().all(|score| *score < s.win_target)
            && ledger.rounds_played < self.config.max_rounds
            && ledger.chooser.is_some()
            && ledger.streak.side.is_some() == (ledger.streak.length > 0)
            && (0..3).all(taken)
            && (scored || checkpoint.ledger == s.m.ledger)
    }

    fn is_held(&self, s: &State) -> bool {
        s.m.clock.is_some_and(|clock| self.holders(s, clock.kind).is_some())
    }

    fn budget_fits(&self, s: &State) -> bool {
        let held = s.m.clock.is_some_and(|clock| s.timers.is_held(clock.kind));
        let charged = held && self.config.mode == Mode::Pvp;
        let ends = s.m.charged.zip(self.first_budget(s)).map(|(at, left)| at + u64::from(left));
        s.m.budget.iter().all(|budget| *budget <= PAUSE_BUDGET_MS)
            && s.m.charged.is_some() == charged
            && s.timers.deadline(Timer::Budget) == ends
            && s.m.charged.is_none_or(|at| at <= s.now)
    }

    fn presence_fits(&self, s: &State) -> bool {
        let there = self.config.mode == Mode::Pvp || s.inactive[Side::Opponent.at()].is_none();
        there && !s.inactive.contains(&Some(Why::Budget))
    }
}

fn points_fit(s: &State) -> bool {
    let fits = |side: Side| s.m.captured(side).len() == usize::from(s.m.ledger.scores[side.at()]);
    s.m.modified || Side::ALL.iter().all(|side| fits(*side))
}

fn phase_fits(s: &State) -> bool {
    let m = &s.m;
    let phase = s.phase.get();
    let in_round = matches!(
        phase,
        Phase::RoundStart | Phase::WaitingForPlayerAction | Phase::RoundDecision | Phase::RoundOver
    );
    let decided = matches!(phase, Phase::MatchDecision | Phase::MatchOver);
    let cards = m.current.is_some();
    let empty = matches!(phase, Phase::WaitingForMatchStart | Phase::InterruptMatch);
    let compared = matches!(phase, Phase::RoundDecision | Phase::RoundOver | Phase::MatchDecision);
    let open = matches!(phase, Phase::InterruptRound | Phase::RoundModification);
    (if in_round || phase == Phase::MatchDecision {
        cards
    } else {
        !cards || phase == Phase::MatchOver
    }) && m.checkpoint.is_some() == in_round
        && m.suspended.is_some() == open
        && m.result.is_some() == decided
        && (m.ledger.chooser.is_none() == empty || phase == Phase::MatchOver)
        && (m.values.is_some() == compared || phase == Phase::MatchOver)
        && (!open || m.interrupt.is_some())
        && (phase != Phase::InterruptMatch || m.interrupt.is_some())
        && (m.rematch_votes.is_empty() || phase == Phase::MatchOver)
}

fn suspended_fits(s: &State) -> bool {
    let Some(suspended) = s.m.suspended else { return true };
    let tops = [0, 1].map(|side: usize| s.m.piles[side].last().copied());
    let editable = s.phase.get() != Phase::RoundModification || suspended.cards.is_some();
    editable && suspended.cards.is_none_or(|cards| cards.map(Some) == tops)
}

fn absence_fits(s: &State) -> bool {
    Side::ALL.iter().all(|side| {
        let timer = Timer::absence(*side);
        let runs = s.timers.left(timer, s.now).is_some();
        let gone = s.inactive[side.at()] == Some(Why::Disconnect) && !s.phase.get().is_idle();
        (!runs || gone) && !s.timers.is_held(timer)
    })
}

/// Every line is a row of the table, and each begins where the one before it ended.
fn log_fits(s: &State) -> bool {
    let mut at = bout_core::Millis(0);
    let mut place = None;
    for (row, when) in s.log.iter() {
        let edge = ROWS[usize::from(row) % ROWS.len()];
        if place.is_some_and(|place| place != edge.from) || when < at || when > s.now {
            return false;
        }
        (place, at) = (Some(edge.to), when);
    }
    place.unwrap_or(Phase::WaitingForMatchStart) == s.phase.get()
}
