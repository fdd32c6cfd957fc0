//! Trainer cards (rules 5.3, 5.7.5).

use bout_core::{List, Seat};

use super::{Flow, Run};
use crate::card::CardDef;
use crate::event::{Flips, Purpose, What};
use crate::query::Scope;
use crate::state::{Frame, FrameKind, NOBODY, Once, Stadium};
use crate::symbol::Card;
use crate::words::{TrainerType, TriggerEvent};

impl Run<'_, '_> {
    /// A trainer card leaves the hand; what it says is carried out from the stack.
    pub fn play_trainer(&mut self, seat: Seat, card: Card) {
        let def = self.game.def(card);
        self.count_main_action(seat);
        self.take_from_hand(seat, card);
        self.tell_with(seat, |_| What::TrainerPlayed { card });
        let side = self.state.side_mut(seat);
        match def.trainer {
            Some(TrainerType::Supporter) => side.supporters += 1,
            Some(TrainerType::Stadium) => side.stadiums += 1,
            Some(TrainerType::Item | TrainerType::Tool) | None => {}
        }
        let scope = Scope::of(seat, self.state.active(seat));
        if self.game.is_once(self.state, def, None, &scope) {
            let side = self.state.side_mut(seat);
            side.once.push(Once { name: def.name, attack: NOBODY });
        }
        self.push(Frame { card, limbo: true, ..Frame::new(FrameKind::Trainer, seat) });
    }

    /// The one step of a trainer card: its effects, one after the other.
    pub fn trainer_step(&mut self) -> Flow {
        if self.next_trigger(TriggerEvent::WhenPlayed) {
            return Flow::Go;
        }
        let frame = *self.frame();
        let game = self.game;
        let def = game.def(frame.card);
        match def.effects.get(usize::from(frame.effect)) {
            Some(effect) => {
                if frame.step == 0 && !effect.cost {
                    self.flip_once(&def.effects, Purpose::Trainer);
                }
                self.run_effect(effect)
            }
            None => {
                self.put_away(def);
                self.pop::<()>();
                self.check_knockouts(frame.player);
                Flow::Go
            }
        }
    }

    /// Flips the one coin of a card or ability that has a coin condition, once its costs are paid.
    pub fn flip_once(&mut self, effects: &[crate::card::Effect], purpose: Purpose) {
        if self.frame().flips > 0 || !CardDef::flips(effects) {
            return;
        }
        let heads = self.coin();
        let frame = self.frame();
        (frame.flips, frame.heads) = (1, u16::from(heads));
        let player = frame.player;
        self.tell(player, What::CoinFlipped { purpose, results: Flips::one(heads) });
    }

    /// The played card goes where its kind goes.
    fn put_away(&mut self, def: &CardDef) {
        let frame = *self.frame();
        if !frame.limbo {
            return;
        }
        self.frame().limbo = false;
        if def.trainer != Some(TrainerType::Stadium) {
            self.state.side_mut(frame.player).discard.push(frame.card);
            return;
        }
        let old = self.state.stadium.replace(Stadium { card: frame.card, owner: frame.player });
        if let Some(old) = old {
            self.state.side_mut(old.owner).discard.push(old.card);
        }
        self.game.index_stadium(self.state);
        let old = old.map(|old| old.card);
        self.tell(frame.player, What::StadiumChanged { card: frame.card, old });
    }

    /// Attached trainer cards whose time is over go to the discard pile.
    pub fn drop_expired_trainers(&mut self, seat: Seat, turn: u16) {
        let side = self.state.side_mut(seat);
        if side.attached.iter().all(|attached| attached.until > turn) {
            return;
        }
        let mut gone: List<Card, 60> = List::new();
        side.attached.retain(|attached| {
            let stays = attached.until > turn;
            if !stays {
                gone.push(attached.card);
            }
            stays
        });
        gone.iter().for_each(|card| side.discard.push(*card));
        for at in self.state.board(seat) {
            self.game.index(self.state, at);
        }
        self.tell_with(seat, |_| What::CardsDiscarded { cards: gone.iter().copied().collect() });
    }
}
