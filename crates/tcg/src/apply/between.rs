//! Between turns (rules 6.6).

use bout_core::Seat;

use super::{Next, Run};
use crate::card::Rule;
use crate::event::{Flips, Harm, Purpose, What};
use crate::phase::MatchState;
use crate::state::{At, BetweenStep, Frame, FrameKind, NEVER, NOBODY, Rotation, Side, other};
use crate::words::{DiscardTiming, RuleType, Status, TriggerEvent};

/// What a burn does.
const BURN: u16 = 20;

impl Run<'_, '_> {
    /// The time between turns begins; it has a frame only where something can come in between.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a turn that ends quietly is one straight way")]
    pub fn begin_between(&mut self, player: Seat) {
        if self.state.live.triggers(TriggerEvent::BetweenTurns) != 0 {
            return self.push(Frame::new(FrameKind::BetweenTurns, player));
        }
        if self.telling() {
            self.emit(None, What::BetweenTurnsStarted);
        }
        self.suffer();
        self.expire_effects();
        if self.is_quiet() {
            return self.next_turn();
        }
        self.push(Frame::new(FrameKind::BetweenTurns, player).at(BetweenStep::Next));
        self.check_knockouts(player);
    }

    /// A step between turns.
    pub fn between_step(&mut self, step: BetweenStep) -> Next<BetweenStep> {
        match step {
            BetweenStep::Queue => {
                self.emit(None, What::BetweenTurnsStarted);
                self.queue_triggers(TriggerEvent::BetweenTurns, true);
                Next::Go(BetweenStep::Triggers)
            }
            BetweenStep::Triggers => {
                if self.next_trigger(TriggerEvent::BetweenTurns) {
                    return Next::Stay;
                }
                self.suffer();
                self.expire_effects();
                let player = self.state.turn_player();
                self.check_knockouts(player);
                Next::Go(BetweenStep::Next)
            }
            BetweenStep::Next => {
                let done = self.pop();
                self.next_turn();
                done
            }
        }
    }

    /// The actives of both players, the one whose turn ended first.
    fn actives(&self) -> [Option<At>; 2] {
        let turn = self.state.turn_player();
        [turn, other(turn)].map(|seat| self.state.active(seat))
    }

    /// Poison, burn, sleep, paralysis.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a turn that ends quietly is one straight way")]
    fn suffer(&mut self) {
        let well = |side: &Side| side.creature(side.active.0).is_well();
        let [one, two] = &self.state.sides;
        if !(well(one) & well(two)) {
            self.suffer_statuses();
        }
    }

    fn suffer_statuses(&mut self) {
        for at in self.actives().into_iter().flatten() {
            let poison = self.state.creature(at).poison;
            if poison > 0 {
                self.hurt(at, poison.into(), Harm::Poison);
            }
        }
        for at in self.actives().into_iter().flatten() {
            if self.state.creature(at).burned {
                self.hurt(at, BURN, Harm::Burn);
            }
        }
        for at in self.actives().into_iter().flatten() {
            let asleep = self.state.creature(at).rotation == Rotation::Asleep;
            if asleep && !self.state.is_doomed(at) {
                self.wake(at);
            }
        }
        let turn = self.state.turn;
        if let Some(at) = self.state.active(self.state.turn_player()) {
            let creature = self.state.creature(at);
            if creature.rotation == Rotation::Paralyzed && creature.paralyzed_on < turn {
                self.straighten(at, Status::Paralyzed);
            }
        }
    }

    fn wake(&mut self, at: At) {
        let heads = self.coin();
        let (purpose, results) = (Purpose::Sleep, Flips::one(heads));
        self.tell(Seat(at.side), What::CoinFlipped { purpose, results });
        if heads {
            self.straighten(at, Status::Asleep);
        }
    }

    fn straighten(&mut self, at: At, status: Status) {
        let creature = self.state.creature_mut(at);
        (creature.rotation, creature.paralyzed_on) = (Rotation::Upright, NEVER);
        self.tell_at(at, |target| What::StatusRemoved { target, status });
    }

    /// What ends with this turn.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a turn that ends quietly is one straight way")]
    fn expire_effects(&mut self) {
        let [one, two] = &self.state.sides;
        if one.timed.len() + two.timed.len() > 0 {
            self.expire_timed();
        }
        let mut creatures = self.state.sides.iter().flat_map(|side| &side.creatures);
        let attacked = creatures.any(|creature| creature.used_on == self.state.turn);
        let discards = Rule::bit(RuleType::DiscardAfterUse);
        if attacked && self.state.live.has_rules_anywhere(discards) {
            self.discard_what_attacked();
        }
        if self.state.live.is_fleeting() {
            self.drop_fleeting();
        }
    }

    fn expire_timed(&mut self) {
        let turn = self.state.turn;
        for seat in [Seat(0), Seat(1)] {
            if self.state.side(seat).timed.iter().all(|timed| timed.expires > turn) {
                continue;
            }
            let timed = self.state.side(seat).timed;
            for ended in timed.iter().filter(|timed| timed.expires <= turn) {
                let at = At { side: seat.0, slot: ended.slot };
                let target = (ended.slot != NOBODY).then(|| self.place(at));
                self.tell(seat, What::TimedEffectEnded { target, kind: ended.kind });
            }
            self.state.side_mut(seat).timed.retain(|timed| timed.expires > turn);
        }
    }

    fn drop_fleeting(&mut self) {
        let player = self.state.turn_player();
        for seat in [player, other(player)] {
            self.drop_expired_trainers(seat, self.state.turn);
        }
        let mut attached = self.state.sides.iter().flat_map(|side| side.attached.iter());
        let fleeting = attached.any(|attached| attached.until != NEVER);
        self.state.live.note_fleeting(fleeting);
    }

    /// Cards that go at the end of a turn in which they were used to attack.
    fn discard_what_attacked(&mut self) {
        let turn = self.state.turn;
        for at in self.state.both_boards(self.state.turn_player()) {
            let creature = self.state.creature(at);
            if creature.used_on == turn {
                let attacks = &self.game.top(self.state, at).attacks;
                if let Some(attack) = attacks.get(usize::from(creature.used_attack)) {
                    self.discard_used(at, DiscardTiming::EndOfTurn, attack.name);
                }
            }
        }
    }

    /// The turn limit, else the other player's turn.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a turn that ends quietly is one straight way")]
    fn next_turn(&mut self) {
        if u32::from(self.state.turn) >= self.game.config.rules.last_turn() {
            return self.decide_by_prizes();
        }
        self.state.cancel_offers = bout_core::SeatSet::NONE;
        self.goto(MatchState::PlayerTurn, "auto", "next");
        let player = other(self.state.turn_player());
        self.start_turn(player);
    }
}
