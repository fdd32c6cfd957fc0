//! What a seat is waited for, and what it can choose from (rules 5.2).

use bout_core::{Seat, SeatSet};

use crate::Judo;
use crate::action::{Action, Edits, Sent};
use crate::card::Stat;
use crate::config::{Mode, TARGETS};
use crate::phase::{CHART, Phase, Trigger};
use crate::state::{InterruptReason, Side, State};

impl Judo {
    /// The seats that are really waited for.
    #[inline]
    pub(crate) fn awaited(&self, s: &State) -> SeatSet {
        match s.phase.get() {
            Phase::WaitingForPlayerAction => {
                s.m.ledger.chooser.map_or(SeatSet::NONE, |side| SeatSet::one(side.seat()))
            }
            Phase::WaitingForMatchStart => SeatSet::one(Side::Player.seat()),
            Phase::MatchOver => self.people(),
            Phase::InterruptRound | Phase::InterruptMatch if self.awaits_resolution(s) => {
                self.people()
            }
            Phase::MatchStart
            | Phase::RoundStart
            | Phase::RoundDecision
            | Phase::RoundOver
            | Phase::Cooldown
            | Phase::MatchDecision
            | Phase::InterruptRound
            | Phase::InterruptMatch
            | Phase::RoundModification => SeatSet::NONE,
        }
    }

    /// The seats on which people sit.
    pub(crate) fn people(&self) -> SeatSet {
        match self.config.mode {
            Mode::Solo => SeatSet::one(Side::Player.seat()),
            Mode::Pvp => SeatSet::all(2),
        }
    }

    /// The list of a seat that is waited for.
    pub(crate) fn list(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.awaited(s).contains(seat) {
            return;
        }
        match s.phase.get() {
            Phase::WaitingForPlayerAction => out.extend(Stat::ALL.iter().map(|stat| select(*stat))),
            Phase::WaitingForMatchStart => self.list_starts(s, seat, out),
            Phase::MatchOver => {
                if !s.m.rematch_votes.contains(seat) {
                    out.push(Action::Rematch { side: None });
                }
                out.push(Action::Home { side: None });
            }
            Phase::InterruptRound | Phase::InterruptMatch => {
                out.extend(ways_out(s).filter(|action| self.judge(s, seat, action).is_ok()));
            }
            Phase::MatchStart
            | Phase::RoundStart
            | Phase::RoundDecision
            | Phase::RoundOver
            | Phase::Cooldown
            | Phase::MatchDecision
            | Phase::RoundModification => {}
        }
    }

    /// The lengths of a match that the lobby offers; nothing while a seat is empty.
    fn list_starts(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        let start = |target: &u8| Action::StartMatch { win_target: Some(Sent::Known(*target)) };
        let fits = |target: &&u8| **target <= self.config.max_rounds;
        let configured = [self.config.win_target];
        let offered =
            if TARGETS.iter().any(|target| fits(&target)) { &TARGETS[..] } else { &configured };
        let starts = offered.iter().filter(fits).map(start);
        out.extend(starts.filter(|action| self.judge(s, seat, action).is_ok()));
    }

    /// What a screen shows for a seat, possible or not.
    pub(crate) fn offered(&self, s: &State, seat: Seat, out: &mut Vec<Action>) {
        let Some(side) = Side::of(seat) else { return self.offered_to_host(s, out) };
        let mut legal = Vec::new();
        self.list(s, seat, &mut legal);
        out.append(&mut legal);
        let mut more = |action: Action| {
            if !out.contains(&action) {
                out.push(action);
            }
        };
        Stat::ALL.iter().for_each(|stat| more(select(*stat)));
        if self.config.is_human(side) {
            more(Action::Skip { side: None });
            more(Action::Quit { side: None });
            more(Action::Rematch { side: None });
            more(Action::Home { side: None });
        }
        if side == Side::Player {
            let target = Some(Sent::Known(s.win_target));
            more(Action::StartMatch { win_target: target });
        }
    }
}

/// Every way out of an interrupt, in the order of the table.
fn ways_out(s: &State) -> impl Iterator<Item = Action> {
    let phase = s.phase.get();
    let rows = CHART.edges.iter().filter(move |edge| edge.from == phase);
    let triggers = rows.filter_map(|edge| Trigger::from_name(edge.on));
    triggers.map(|trigger| Action::Resolve { trigger: Sent::Known(trigger) })
}

impl Judo {
    /// The buttons of an administrator: stepping in, every way out of an interrupt, and the edits.
    fn offered_to_host(&self, s: &State, out: &mut Vec<Action>) {
        if !self.config.opens_host() {
            return;
        }
        let reason = Sent::Known(InterruptReason::Admin);
        out.push(Action::Interrupt { reason, side: None });
        if matches!(s.phase.get(), Phase::InterruptRound | Phase::InterruptMatch) {
            out.extend(ways_out(s));
        }
        out.push(Action::Modify { edits: Edits::default() });
        out.push(Action::CancelModification);
    }
}

fn select(stat: Stat) -> Action {
    Action::SelectStat { stat: Sent::Known(stat), round: None, side: None }
}
