//! All of a running match (rules 3.1).

use bout_core::{Current, List, Outcome, Seat, SeatSet, Timers};
use serde::{Deserialize, Serialize};

use crate::card::{Hand, Layout, SLOTS, Slot};
use crate::config::MAX_HP;
use crate::event::{Ending, MatchEnd, Reveal};
use crate::phase::{Phase, Timer};
use crate::{AFK_LIMIT, Orcain};

/// The state of a match; pairs are seat 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct State {
    /// The phase.
    pub state: Current<Phase>,
    /// The round, from 1.
    pub round_index: u32,
    /// Whether the round is beyond the limit.
    pub sudden_death: bool,
    /// HP.
    pub hp: [u8; 2],
    /// The hands; the same in every round.
    pub hands: [Hand; 2],
    /// Stored drafts of this round.
    pub draft_layout: [Option<Layout>; 2],
    /// Confirms of this round.
    pub confirmed_layout: [Option<Layout>; 2],
    /// Who has shown presence in this round.
    pub had_draft_this_round: [bool; 2],
    /// What is played this round, once it is fixed.
    pub final_layout: Option<[Layout; 2]>,
    /// The round for which it was fixed.
    pub finalized_round_index: Option<u32>,
    /// The step to be opened next.
    pub current_step_index: Option<u8>,
    /// Absent rounds in a row.
    pub afk_streak_by_player: [u32; 2],
    /// Rounds in a row in which both were absent.
    pub both_afk_streak: u32,
    /// Steps opened in this round.
    pub revealed: List<Reveal, SLOTS>,
    /// The cards opened in the round before.
    pub last_round: Option<[[Slot; 2]; SLOTS]>,
    /// The timers.
    pub timers: Timers<Timer>,
    /// How it ended.
    pub result: Option<MatchEnd>,
}

impl State {
    /// What a seat has laid this round: the fixed layout, else the confirmed one, else the draft.
    pub fn layout(&self, seat: usize) -> Option<Layout> {
        match self.final_layout {
            Some(layouts) => Some(layouts[seat]),
            None => self.confirmed_layout[seat].or(self.draft_layout[seat]),
        }
    }

    /// The verdict, once there is one.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.result?;
        let won = end.winner.map_or(SeatSet::NONE, SeatSet::one);
        let drew =
            if end.draw || end.ending == Ending::Aborted { SeatSet::all(2) } else { SeatSet::NONE };
        Some(Outcome { won, drew, ending: bout_core::Named::name(&end.ending) })
    }

    /// The first invariant that does not hold.
    pub fn faults(&self, game: &Orcain) -> Result<(), String> {
        let rules: [(bool, &str); 9] = [
            (self.hp.iter().all(|hp| *hp <= MAX_HP), "hp: at most 10"),
            (self.round_index >= 1, "roundIndex: counted from 1"),
            (
                self.sudden_death == (self.round_index > game.config.rounds_per_match),
                "suddenDeath: true exactly beyond the round limit",
            ),
            (self.layouts_fit(), "a layout holds cards that the hand does not"),
            (
                (0..2).all(|seat| {
                    self.confirmed_layout[seat].is_none() || self.had_draft_this_round[seat]
                }),
                "hadDraftThisRound: who has confirmed was there",
            ),
            (self.reveal_fits(), "revealed: the opened steps of the final layouts, in order"),
            (self.phase_fits(), "the phase does not fit timers, final layouts, step or result"),
            (
                self.result.is_some() || self.afk_streak_by_player.iter().all(|n| *n < AFK_LIMIT),
                "afkStreakByPlayer: the limit ends the match",
            ),
            (
                self.afk_streak_by_player.iter().all(|n| *n >= self.both_afk_streak),
                "bothAfkStreak: not above either seat's streak",
            ),
        ];
        match rules.iter().find(|(holds, _)| !holds) {
            Some((_, rule)) => Err((*rule).to_owned()),
            None => Ok(()),
        }
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
        match self.final_layout {
            None => self.revealed.is_empty(),
            Some(layouts) => {
                self.revealed.iter().enumerate().all(|(at, reveal)| opened(layouts, at, reveal))
            }
        }
    }

    fn phase_fits(&self) -> bool {
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

/// The other seat.
#[inline]
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
