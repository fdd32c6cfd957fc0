//! The invariants of a state.

use bout_core::Seat;

use crate::card::{Layout, SLOTS};
use crate::config::{MAX_HP, Mode};
use crate::event::{Ending, MatchEnd, Reveal};
use crate::phase::{Phase, Timer};
use crate::state::State;
use crate::{AFK_LIMIT, Orcain};

/// No match goes on for so long; a loaded one cannot be beyond it.
const ROUNDS_MAX: u32 = 1 << 30;

impl State {
    /// The first invariant that does not hold.
    pub fn faults(&self, game: &Orcain) -> Result<(), String> {
        let rules = [
            (
                self.numbers_fit(game),
                "hp, roundIndex, suddenDeath: out of range, or do not fit each other",
            ),
            (self.layouts_fit(), "a layout holds cards that the hand does not"),
            (self.turn_fits(game), "turn: does not fit the phase, or who has laid cards"),
            (self.presence_fits(), "hadDraftThisRound: who has drafted or confirmed was there"),
            (
                self.reveal_fits(),
                "revealed, lastRound: not what the final layouts and the round lead to",
            ),
            (
                self.phase_fits(game),
                "the phase does not fit timers, confirms, final layouts, step or result",
            ),
            (self.streaks_fit(game), "afkStreakByPlayer, bothAfkStreak: cannot have come about"),
            (self.result_fits(), "result: not what the state leads to"),
        ];
        match rules.iter().find(|(holds, _)| !holds) {
            Some((_, rule)) => Err((*rule).to_owned()),
            None => Ok(()),
        }
    }

    fn numbers_fit(&self, game: &Orcain) -> bool {
        let (limit, cap) = (game.config.rounds_per_match, game.config.sudden_death_cap);
        let running = self.result.is_none();
        let prep = self.state.get() == Phase::Prep;
        self.hp.iter().all(|hp| *hp <= MAX_HP)
            && (1..=ROUNDS_MAX).contains(&self.round_index)
            && self.sudden_death == (self.round_index > limit)
            && !(prep && self.hp.contains(&0))
            && !(prep && self.sudden_death && self.hp[0] != self.hp[1])
            && !(running && cap > 0 && self.round_index > limit + cap)
    }

    fn turn_fits(&self, game: &Orcain) -> bool {
        let laid = |seat: usize| self.draft_layout[seat].or(self.confirmed_layout[seat]).is_some();
        let wanted = game.in_turn() && self.state.get() == Phase::Prep;
        match self.turn {
            None => !wanted,
            Some(seat) if seat == self.first_to_prepare() => {
                wanted && self.confirmed_layout[seat.index()].is_none() && !laid(1 - seat.index())
            }
            Some(seat) => wanted && seat.sits_among(2),
        }
    }

    fn presence_fits(&self) -> bool {
        (0..2).all(|seat| {
            let laid = self.draft_layout[seat].is_some() || self.confirmed_layout[seat].is_some();
            !laid || self.had_draft_this_round[seat]
        })
    }

    fn streaks_fit(&self, game: &Orcain) -> bool {
        let open = u32::from(self.finalized_round_index.is_none());
        let Some(judged) = self.round_index.checked_sub(open) else { return false };
        let streaks = self.afk_streak_by_player;
        let bot_is_there = game.config.mode == Mode::Pvp || streaks[1] == 0;
        let goes_on = self.result.is_some() || streaks.iter().all(|n| *n < AFK_LIMIT);
        let both = streaks.iter().all(|n| *n >= self.both_afk_streak);
        bot_is_there && goes_on && both && streaks.iter().all(|n| *n <= judged)
    }

    /// The flags and the winner follow from the kind of end.
    fn result_fits(&self) -> bool {
        let Some(end) = self.result else { return true };
        let [a, b] = end.hp;
        let by_hp = match (a.cmp(&b), end.ending) {
            (_, Ending::Knockout | Ending::RoundLimit | Ending::SuddenDeath) => {
                let loser = if a < b { Some(Seat(0)) } else { (b < a).then_some(Seat(1)) };
                loser.is_some()
                    && end.loser == loser
                    && (end.ending == Ending::Knockout) == (a.min(b) == 0)
            }
            (equal, Ending::DoubleKnockout | Ending::SuddenDeathCap) => {
                equal.is_eq()
                    && end.loser.is_none()
                    && (end.ending == Ending::DoubleKnockout) == (a == 0)
            }
            (_, Ending::Afk | Ending::Disconnect) => {
                end.loser.is_some_and(|seat| seat.sits_among(2))
            }
            (_, Ending::BothAfk | Ending::Aborted) => end.loser.is_none(),
        };
        by_hp && end == MatchEnd::new(self.round_index, self.hp, end.ending, end.loser)
    }

    fn layouts_fit(&self) -> bool {
        (0..2).all(|seat| {
            let laid = [self.draft_layout[seat], self.confirmed_layout[seat], self.layout(seat)];
            laid.iter().flatten().all(|layout| self.hands[seat].holds(layout))
        })
    }

    fn reveal_fits(&self) -> bool {
        let opened = |layouts: [Layout; 2], at: usize, reveal: &Reveal| {
            reveal.round_index == self.round_index
                && usize::from(reveal.step_index) == at
                && reveal.cards == [layouts[0][at], layouts[1][at]]
        };
        let steps = match self.final_layout {
            None => self.revealed.is_empty(),
            Some(layouts) => {
                self.revealed.iter().enumerate().all(|(at, reveal)| opened(layouts, at, reveal))
            }
        };
        let hp = self.revealed.last().is_none_or(|reveal| reveal.hp == self.hp);
        steps && hp && (self.last_round.is_none() || self.round_index > 1)
    }

    fn phase_fits(&self, game: &Orcain) -> bool {
        let (prep, step) = (self.timers.deadline(Timer::Prep), self.timers.deadline(Timer::Step));
        let fixed =
            self.final_layout.is_some() && self.finalized_round_index == Some(self.round_index);
        let next = self.current_step_index.map(usize::from);
        match self.state.get() {
            Phase::Prep => {
                prep.is_some()
                    && step.is_none()
                    && self.final_layout.is_none()
                    && self.finalized_round_index.is_none()
                    && next.is_none()
                    && self.result.is_none()
                    && !(game.config.early_reveal && game.both_ready(self))
            }
            Phase::Playing => {
                prep.is_none()
                    && step.is_some()
                    && fixed
                    && next == Some(self.revealed.len())
                    && self.revealed.len() < SLOTS
                    && self.result.is_none()
            }
            Phase::Ended => self.timers.is_empty() && self.result.is_some(),
        }
    }
}
