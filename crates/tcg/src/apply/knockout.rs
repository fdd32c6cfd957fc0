//! Knock-outs, prizes, new actives (rules 6.3, 9).

use bout_core::Seat;

use super::{Next, Run};
use crate::Tcg;
use crate::event::What;
use crate::state::{
    At, Creature, Frame, FrameKind, KnockOutStep, NOBODY, Pending, Position, PromptKind, SLOTS,
    Side, State, WinCondition, other,
};
use crate::words::{RuleType, TriggerEvent};

/// Who wins at a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub winner: Option<Seat>,
    pub condition: Option<WinCondition>,
}

impl Tcg {
    /// Who has won by prizes or creatures, if anybody has (rules 9.1, 9.2).
    pub(crate) fn verdict(state: &State) -> Option<Verdict> {
        let fulfilled = |seat: Seat| {
            (state.side(seat).prizes.is_empty(), state.side(other(seat)).in_play() == 0)
        };
        let count = |(prizes, creatures): (bool, bool)| u8::from(prizes) + u8::from(creatures);
        let [first, second] = [Seat(0), Seat(1)].map(fulfilled);
        let winner = match count(first).cmp(&count(second)) {
            std::cmp::Ordering::Greater => Seat(0),
            std::cmp::Ordering::Less => Seat(1),
            std::cmp::Ordering::Equal if count(first) == 0 => return None,
            std::cmp::Ordering::Equal => return Some(Verdict { winner: None, condition: None }),
        };
        let by_prizes = fulfilled(winner).0;
        let condition = if by_prizes { WinCondition::PrizeCards } else { WinCondition::NoPokemon };
        Some(Verdict { winner: Some(winner), condition: Some(condition) })
    }

    /// Prizes that a knock-out is worth.
    fn worth(&self, state: &State, at: At) -> u32 {
        if self.is_prop(state, at) || self.has_rule(state, at, RuleType::NoPrizeCards) {
            return 0;
        }
        1 + self.sum_of(state, at, RuleType::ExtraPrizeCards).max(0) as u32
    }
}

impl Run<'_, '_> {
    /// Looks for knock-outs; nothing is put on the stack where nobody fell and nobody lacks an
    /// active creature, since then nobody has won either.
    #[inline]
    pub fn check_knockouts(&mut self, player: Seat) {
        if !self.is_quiet() {
            self.push(Frame::new(FrameKind::KnockOut, player));
        }
    }

    /// Whether nobody fell and nobody lacks an active creature.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        let [one, two] = &self.state.sides;
        let manned = one.active.0.max(two.active.0) != NOBODY;
        let timed = one.timed.len() + two.timed.len();
        let firm = timed == 0 && !self.state.live.may_fall();
        manned && (firm || !self.has_fallen())
    }

    #[inline(never)]
    fn has_fallen(&self) -> bool {
        let fell = |(side, found): (u8, &Side)| {
            let hurt = |creature: &Creature| creature.doomed || creature.damage > 0;
            let slots = (0..).zip(&found.creatures).filter(|(_, creature)| hurt(creature));
            let mut hurt = slots.map(|(slot, _)| At { side, slot });
            hurt.any(|at| self.game.is_knocked_out(self.state, at))
        };
        (0..).zip(&self.state.sides).any(fell)
    }

    /// A step of a knock-out check.
    pub fn knockout_step(&mut self, step: KnockOutStep) -> Next<KnockOutStep> {
        match step {
            KnockOutStep::Collect if self.frame().marked == 0 && self.is_quiet() => self.pop(),
            KnockOutStep::Collect => self.collect(),
            KnockOutStep::Triggers if self.next_trigger(TriggerEvent::WhenKnockedOut) => Next::Stay,
            KnockOutStep::Triggers => Next::Go(KnockOutStep::Collect),
            KnockOutStep::Clear => self.clear_batch(),
            KnockOutStep::Prizes => self.owe_prizes(),
            KnockOutStep::Win => self.check_win(),
            KnockOutStep::Actives => self.ask_actives(),
            KnockOutStep::Again => self.check_again(),
        }
    }

    /// Collects who is knocked out, and sets off their abilities, until nobody is new.
    fn collect(&mut self) -> Next<KnockOutStep> {
        let marked = self.frame().marked;
        let turn = self.state.turn_player();
        let mut found = 0u16;
        for at in self.state.both_boards(turn) {
            if marked & at.bit() == 0 && self.game.is_knocked_out(self.state, at) {
                found |= at.bit();
                self.state.creature_mut(at).doomed = true;
                self.state.live.fell(at);
            }
        }
        if found == 0 {
            let next = if marked == 0 { KnockOutStep::Win } else { KnockOutStep::Clear };
            return Next::Go(next);
        }
        self.frame().marked |= found;
        for at in self.state.both_boards(turn) {
            let triggered = self.game.is_triggered(self.state, at, TriggerEvent::WhenKnockedOut);
            if found & at.bit() != 0 && triggered {
                self.frame().queue.push(at.code());
            }
        }
        Next::Go(KnockOutStep::Triggers)
    }

    /// The batch goes to the discard piles; what it is worth is noted first.
    fn clear_batch(&mut self) -> Next<KnockOutStep> {
        let marked = self.frame().marked;
        let turn = self.state.turn_player();
        let mut owed = [0u32; 2];
        for at in self.state.both_boards(turn).filter(|at| marked & at.bit() != 0) {
            owed[usize::from(at.side ^ 1)] += self.game.worth(self.state, at);
        }
        for at in self.state.both_boards(turn).filter(|at| marked & at.bit() != 0) {
            let (card, target) = (self.state.creature(at).top(), self.place(at));
            self.tell(Seat(at.side), What::CreatureKnockedOut { card, target });
        }
        for at in self.state.both_boards(turn).filter(|at| marked & at.bit() != 0) {
            let cards = self.leave(at);
            let side = self.state.side_of_mut(at);
            cards.iter().for_each(|card| side.discard.push(*card));
        }
        self.frame().bound = owed;
        Next::Go(KnockOutStep::Prizes)
    }

    /// Prizes the engine takes itself are taken; for the others there is a decision each.
    fn owe_prizes(&mut self) -> Next<KnockOutStep> {
        let owed = self.frame().bound;
        let turn = self.state.turn_player();
        let wiped = [Seat(0), Seat(1)].iter().any(|seat| self.state.side(*seat).in_play() == 0);
        for seat in [turn, other(turn)] {
            let left = self.state.side(seat).prizes.len() as u32;
            let owed = owed[seat.index()].min(left);
            for _ in 0..owed {
                if wiped || owed == left {
                    self.take_prize(seat, 0);
                } else {
                    self.request_decision(seat, PromptKind::SelectPrize);
                }
            }
        }
        self.frame().bound = [0; 2];
        if Tcg::verdict(self.state).is_none() {
            self.open_actives();
        }
        Next::Go(KnockOutStep::Win)
    }

    fn request_decision(&mut self, seat: Seat, kind: PromptKind) {
        let choice = self.open_decision(seat, kind);
        self.tell_with(seat, |state| What::ChoiceRequested {
            choice,
            kind,
            open: true,
            options: Some(crate::prompt::plain_views(state, kind, seat)),
        });
    }

    /// Takes a prize into the hand.
    pub fn take_prize(&mut self, seat: Seat, index: usize) {
        let side = self.state.side_mut(seat);
        if index >= side.prizes.len() {
            return;
        }
        let card = side.prizes.remove(index);
        let remaining = side.prizes.len() as u8;
        self.put_in_hand(seat, card);
        self.tell(seat, What::PrizeTaken { index: index as u8, remaining, card: Some(card) });
    }

    /// A player takes the prize that is owed.
    pub fn select_prize(&mut self, index: u8) {
        let Some(pending) = self.state.pending.first().copied() else { return };
        self.state.pending.remove(0);
        self.take_prize(pending.seat, usize::from(index));
        self.tell_plain_answer(pending, index);
        self.fill_single();
    }

    /// A benched creature becomes active by its owner's choice.
    pub fn choose_active(&mut self, place: usize) {
        let Some(pending) = self.state.pending.first().copied() else { return };
        self.state.pending.remove(0);
        self.advance(pending.seat, place);
        self.tell_plain_answer(pending, place as u8);
        self.fill_single();
    }

    fn tell_plain_answer(&mut self, pending: Pending, answer: u8) {
        self.tell_with(pending.seat, |_| What::ChoiceResolved {
            choice: pending.id,
            open: true,
            answer: Some([answer].into()),
        });
    }

    /// Opens the decisions about new actives: who is next to move decides first.
    fn open_actives(&mut self) {
        let next = other(self.state.turn_player());
        for seat in [next, other(next)] {
            let side = self.state.side(seat);
            if side.active.get().is_none() && side.bench.len() > 1 {
                self.request_decision(seat, PromptKind::SetActive);
            }
        }
    }

    /// A single benched creature becomes active by itself, in its place of the order.
    fn fill_single(&mut self) {
        if self.state.pending.iter().any(|pending| pending.kind == PromptKind::SelectPrize) {
            return;
        }
        let next = other(self.state.turn_player());
        for seat in [next, other(next)] {
            let side = self.state.side(seat);
            match (side.active.get(), side.bench.len()) {
                (None, 1) if Tcg::verdict(self.state).is_none() => self.advance(seat, 0),
                (None, 2..) => return,
                _ => {}
            }
        }
    }

    fn check_win(&mut self) -> Next<KnockOutStep> {
        match Tcg::verdict(self.state) {
            Some(verdict) => {
                self.finish(verdict, false);
                Next::Wait
            }
            None => Next::Go(KnockOutStep::Actives),
        }
    }

    fn ask_actives(&mut self) -> Next<KnockOutStep> {
        self.fill_single();
        self.open_actives();
        Next::Go(KnockOutStep::Again)
    }

    /// A bonus to hit points may have ended with its source.
    fn check_again(&mut self) -> Next<KnockOutStep> {
        self.fill_single();
        let turn = self.state.turn_player();
        if self.state.both_boards(turn).any(|at| self.game.is_knocked_out(self.state, at)) {
            self.frame().marked = 0;
            return Next::Go(KnockOutStep::Collect);
        }
        self.pop()
    }

    /// Sets an active creature: the opening one, or one that follows a knock-out.
    pub fn set_active(
        &mut self,
        seat: Seat,
        card: Option<crate::symbol::Card>,
        target: Option<Position>,
    ) {
        if self.state.pending.is_empty() {
            if let Some(card) = card {
                self.select_opening(seat, card);
            }
        } else if let Some(place) = self.game.bench_place(self.state, seat, card, target) {
            self.choose_active(place);
        }
    }
}

impl Tcg {
    /// The place on the bench that an action names.
    pub(crate) fn bench_place(
        &self,
        state: &State,
        seat: Seat,
        card: Option<crate::symbol::Card>,
        target: Option<Position>,
    ) -> Option<usize> {
        let side = state.side(seat);
        match (target, card) {
            (Some(Position::Active), _) | (None, None) => None,
            (Some(bench), _) => Some(bench as usize - 1).filter(|place| *place < side.bench.len()),
            (None, Some(card)) => {
                side.bench.iter().position(|slot| side.creature(*slot).top() == card)
            }
        }
    }
}

const _: () = assert!(SLOTS * 2 <= 16, "a bit for each slot");
