//! Who may do what, and why not (rules 5).

use bout_core::{Seat, SeatSet};

use crate::Judo;
use crate::action::{Action, Dispatch, Edits, Sent};
use crate::card::{STAT_MAX, Stat};
use crate::config::{InterruptMode, Mode};
use crate::phase::{Phase, Trigger, row};
use crate::reason::Reason;
use crate::state::{InterruptReason, RoundOutcome, Side, State, Why};

type Verdict = Result<(), Reason>;

fn ensure(holds: bool, reason: Reason) -> Verdict {
    if holds { Ok(()) } else { Err(reason) }
}

impl Judo {
    /// The only judge of a command: first the seat's rights, then the preconditions in their order.
    pub(crate) fn judge(&self, s: &State, seat: Seat, action: &Action) -> Verdict {
        let host = seat == Seat::HOST;
        ensure(host || Side::of(seat).is_some(), Reason::UnknownSeat)?;
        ensure(!host || self.config.opens_host(), Reason::NotAllowed)?;
        self.rights(seat, action)?;
        match *action {
            Action::StartMatch { win_target } => self.can_start(s, seat, win_target),
            Action::SelectStat { stat, round, .. } => can_select(s, seat, stat, round),
            Action::Skip { .. } => self.can_skip(s, seat),
            Action::Quit { .. } => {
                self.human(seat)?;
                ensure(row(s.phase.get(), Trigger::Interrupt).is_some(), Reason::NoTransition)
            }
            Action::Interrupt { reason, side } => can_interrupt(s, reason, side),
            Action::SetActive { active, why, side } => self.can_set(s, seat, active, (why, side)),
            Action::Resolve { trigger } => self.can_resolve(s, seat, trigger),
            Action::Modify { edits } => {
                ensure(s.phase.get() == Phase::RoundModification, Reason::WrongState)?;
                self.can_edit(s, &edits)
            }
            Action::CancelModification => {
                ensure(s.phase.get() == Phase::RoundModification, Reason::WrongState)
            }
            Action::Rematch { .. } | Action::Home { .. } => {
                self.human(seat)?;
                ensure(s.phase.get() == Phase::MatchOver, Reason::WrongState)
            }
            Action::Dispatch(dispatch) => self.can_dispatch(s, &dispatch),
            Action::InjectError { state } => {
                ensure(self.config.test_mode, Reason::NotAllowed)?;
                state.known().map(drop).ok_or(Reason::UnknownState)
            }
        }
    }

    /// What a seat may not say, whatever the state.
    fn rights(&self, seat: Seat, action: &Action) -> Verdict {
        let speaks_of = action.about();
        let Some(own) = Side::of(seat) else {
            // The host speaks about sides, but for none of them.
            let about = matches!(action, Action::Interrupt { .. } | Action::SetActive { .. });
            return ensure(about || speaks_of.is_none(), Reason::NotAllowed);
        };
        let other = matches!(speaks_of, Some(Sent::Known(side)) if side != own);
        let reserved = match *action {
            Action::Interrupt { reason, .. } => {
                reason != Sent::Known(InterruptReason::Navigation) || !self.config.is_human(own)
            }
            Action::SetActive { why, .. } => why == Why::Disconnect,
            Action::Modify { .. } | Action::CancelModification => true,
            Action::StartMatch { .. }
            | Action::SelectStat { .. }
            | Action::Skip { .. }
            | Action::Quit { .. }
            | Action::Resolve { .. }
            | Action::Rematch { .. }
            | Action::Home { .. }
            | Action::Dispatch(_)
            | Action::InjectError { .. } => false,
        };
        ensure(!other && !reserved, Reason::NotAllowed)?;
        ensure(speaks_of != Some(Sent::Unknown), Reason::UnknownSeat)
    }

    /// The side of a seat on which a person sits.
    fn human(&self, seat: Seat) -> Result<Side, Reason> {
        let side = Side::of(seat).ok_or(Reason::UnknownSeat)?;
        ensure(self.config.is_human(side), Reason::NotHumanSeat)?;
        Ok(side)
    }

    fn can_start(&self, s: &State, seat: Seat, target: Option<Sent<u8>>) -> Verdict {
        ensure(s.phase.get() == Phase::WaitingForMatchStart, Reason::WrongState)?;
        ensure(seat == Side::Player.seat(), Reason::NotHost)?;
        self.can_play(s, target)
    }

    /// The guard of `startClicked`: seats filled, settings valid.
    fn can_play(&self, s: &State, target: Option<Sent<u8>>) -> Verdict {
        let gone = s.inactive.contains(&Some(Why::Disconnect));
        ensure(self.config.mode == Mode::Solo || !gone, Reason::SeatEmpty)?;
        let fits = |target: u8| (1..=self.config.max_rounds).contains(&target);
        let valid = target.is_none_or(|target| target.known().is_some_and(fits));
        ensure(valid, Reason::InvalidWinTarget)
    }

    fn can_skip(&self, s: &State, seat: Seat) -> Verdict {
        self.human(seat)?;
        ensure(s.phase.get() == Phase::Cooldown, Reason::WrongState)?;
        ensure(!s.m.skip_votes.contains(seat), Reason::AlreadySkipped)
    }

    fn can_set(
        &self,
        s: &State,
        seat: Seat,
        active: bool,
        (why, about): (Why, Option<Sent<Side>>),
    ) -> Verdict {
        let side = Side::of(seat).or(about.and_then(Sent::known)).ok_or(Reason::UnknownSeat)?;
        ensure(self.config.is_human(side), Reason::NotHumanSeat)?;
        ensure(s.inactive[side.at()].is_some() == active, Reason::NoChange)?;
        let pauses = self.config.mode == Mode::Pvp && why == Why::Dialog;
        ensure(!pauses, Reason::PauseNotAllowed)
    }

    fn can_resolve(&self, s: &State, seat: Seat, trigger: Sent<Trigger>) -> Verdict {
        let phase = s.phase.get();
        let interrupted = matches!(phase, Phase::InterruptRound | Phase::InterruptMatch);
        ensure(interrupted, Reason::WrongState)?;
        let trigger = trigger.known().filter(|trigger| row(phase, *trigger).is_some());
        let trigger = trigger.ok_or(Reason::NoTransition)?;
        let admin = seat == Seat::HOST;
        if trigger == Trigger::RoundModifyFlag {
            ensure(self.config.round_modify && admin, Reason::GuardFailed)?;
            ensure(s.is_modifiable(), Reason::NothingToModify)?;
        }
        let person = Side::of(seat).is_some_and(|side| self.config.is_human(side));
        let manual = self.config.interrupt_mode == InterruptMode::Manual;
        ensure(admin || (person && manual && !s.waits_for_admin()), Reason::NotAllowed)?;
        let free = self.config.mode == Mode::Solo || trigger == Trigger::AbortMatch;
        ensure(admin || free, Reason::NotAllowed)
    }

    fn can_edit(&self, s: &State, edits: &Edits) -> Verdict {
        ensure(!edits.unknown_key, Reason::UnknownEditKey)?;
        ensure(edits.stat != Some(Sent::Unknown), Reason::UnknownStat)?;
        let within = |edit: Option<Sent<u8>>, max: u8| {
            edit.is_none_or(|edit| edit.known().is_some_and(|number| number <= max))
        };
        let (score, rounds) = (s.win_target - 1, self.config.max_rounds - 1);
        let fits = within(edits.player_value, STAT_MAX)
            && within(edits.opponent_value, STAT_MAX)
            && within(edits.player_score, score)
            && within(edits.opponent_score, score)
            && within(edits.rounds_played, rounds);
        ensure(fits, Reason::EditOutOfRange)?;
        let chosen = s.m.suspended.and_then(|suspended| suspended.stat);
        ensure(edits.stat.is_some() || chosen.is_some(), Reason::StatRequired)
    }

    fn can_dispatch(&self, s: &State, dispatch: &Dispatch) -> Verdict {
        ensure(self.config.test_mode, Reason::NotAllowed)?;
        let phase = s.phase.get();
        let trigger = dispatch.trigger.known().filter(|trigger| row(phase, *trigger).is_some());
        let trigger = trigger.ok_or(Reason::NoTransition)?;
        let holds = match trigger {
            Trigger::StartClicked => self.can_play(s, dispatch.win_target).is_ok(),
            Trigger::StatSelected => matches!(dispatch.stat, Some(Sent::Known(_))),
            Trigger::Timeout => self.config.auto_select,
            Trigger::Ready => phase != Phase::Cooldown || s.m.clock.is_none(),
            Trigger::WinPlayer => s.m.outcome == Some(RoundOutcome::WinPlayer),
            Trigger::WinOpponent => s.m.outcome == Some(RoundOutcome::WinOpponent),
            Trigger::Draw => s.m.outcome == Some(RoundOutcome::Draw),
            Trigger::MatchPointReached => self.is_decided(s),
            Trigger::Continue => !self.is_decided(s),
            Trigger::Rematch => self.config.mode == Mode::Solo || self.all_voted(s.m.rematch_votes),
            Trigger::Interrupt => {
                let known = |reason: Option<Sent<InterruptReason>>| reason != Some(Sent::Unknown);
                known(dispatch.reason) && dispatch.by != Some(Sent::Unknown)
            }
            Trigger::RoundModifyFlag => {
                ensure(self.config.round_modify, Reason::GuardFailed)?;
                return ensure(s.is_modifiable(), Reason::NothingToModify);
            }
            Trigger::ModifyRoundDecision => {
                return self.can_edit(s, &dispatch.edits.unwrap_or_default());
            }
            Trigger::Error
            | Trigger::CardsRevealed
            | Trigger::Finalize
            | Trigger::Home
            | Trigger::RestartRound
            | Trigger::ResumeLobby
            | Trigger::AbortMatch
            | Trigger::CancelModification
            | Trigger::RestartMatch
            | Trigger::ToLobby => true,
        };
        ensure(holds, Reason::GuardFailed)
    }

    /// Whether every person has voted.
    pub(crate) fn all_voted(&self, votes: SeatSet) -> bool {
        Side::ALL.iter().all(|side| votes.contains(side.seat()) || !self.config.is_human(*side))
    }
}

fn can_select(s: &State, seat: Seat, stat: Sent<Stat>, round: Option<Sent<u8>>) -> Verdict {
    let side = Side::of(seat).ok_or(Reason::UnknownSeat)?;
    let stale = round.is_some_and(|round| round != Sent::Known(s.round()));
    ensure(!stale, Reason::StaleRound)?;
    ensure(s.phase.get() == Phase::WaitingForPlayerAction, Reason::WrongState)?;
    ensure(s.m.ledger.chooser == Some(side), Reason::NotYourTurn)?;
    stat.known().map(drop).ok_or(Reason::UnknownStat)
}

fn can_interrupt(s: &State, reason: Sent<InterruptReason>, side: Option<Sent<Side>>) -> Verdict {
    reason.known().map(drop).ok_or(Reason::UnknownReason)?;
    ensure(side != Some(Sent::Unknown), Reason::UnknownSeat)?;
    ensure(row(s.phase.get(), Trigger::Interrupt).is_some(), Reason::NoTransition)
}
