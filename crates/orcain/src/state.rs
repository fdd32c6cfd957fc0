//! All of a running match (rules 3.1).

use bout_core::{Current, List, Outcome, Seat, SeatSet, Timers};
use serde::{Deserialize, Serialize};

use crate::card::{Hand, Layout, SLOTS, Slot};
use crate::event::{Ending, MatchEnd, Reveal};
use crate::phase::{Phase, Timer};

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
    /// Who prepares now, where the players do it one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
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

    /// Who prepares first this round, where the players do it one after the other: they alternate, so
    /// that the screen changes hands once a round.
    pub(crate) fn first_to_prepare(&self) -> Seat {
        Seat(u8::from(self.round_index.is_multiple_of(2)))
    }
}
