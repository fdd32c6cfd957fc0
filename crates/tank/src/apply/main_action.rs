//! The actions that need no window: load, repair, equip, discard, and the medium passive (rules 5).

use bout_core::{Ctx, Seat};

use super::draw::draw;
use super::{By, tell};
use crate::Tank;
use crate::card::{Card, Category};
use crate::cards::Cards;
use crate::event::{Cause, What};
use crate::phase::Phase;
use crate::rules::Class;
use crate::state::{MainAction, State};

impl Tank {
    /// Puts a munition into the breech (rules 5.1).
    pub(crate) fn load(&self, state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx<'_, Self>) {
        let second = state.phase.get() == Phase::Autoload;
        state.player_mut(seat).hand.take(card);
        let replaced = state.player_mut(seat).breech.replace(card);
        if let Some(old) = replaced {
            state.piles.throw(old);
        }
        tell(state, ctx, By::one(seat), || What::Load { card, replaced });
        state.main_action.get_or_insert(MainAction::Load);
        let may_fire = !second
            && state.player(seat).raging(Class::Medium)
            && state.seats().any(|target| self.could_fire(state, seat, target));
        if may_fire {
            return ctx.goto(&mut state.phase, Phase::Autoload, "load", "second_half");
        }
        ctx.goto(&mut state.phase, Phase::EndOfTurn, "load", "");
        self.end_turn(state, ctx);
    }

    /// Removes a hazard (rules 5.5).
    pub(crate) fn repair(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        target: Seat,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let hazard = card.hazard().expect("a remedy has its hazard");
        state.player_mut(target).hazards.take(hazard);
        state.piles.throw(hazard);
        state.player_mut(seat).hand.take(card);
        state.piles.throw(card);
        tell(state, ctx, By::on(seat, target), || What::Repair { remedy: Some(card), hazard });
        self.close_turn(state, MainAction::Repair, "repair", ctx);
    }

    /// Equips armor or a safety (rules 5.6).
    pub(crate) fn equip(&self, state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx<'_, Self>) {
        state.player_mut(seat).hand.take(card);
        tell(state, ctx, By::one(seat), || What::Equip { card });
        if card.category() == Category::Safety {
            self.mount_safety(state, seat, card, ctx);
        } else {
            state.player_mut(seat).ablative += 1;
        }
        self.close_turn(state, MainAction::Equip, "equip", ctx);
    }

    /// A safety enters the tableau; by a tuned rule its hazard goes.
    pub(crate) fn mount_safety(
        &self,
        state: &mut State,
        seat: Seat,
        safety: Card,
        ctx: &mut Ctx<'_, Self>,
    ) {
        state.player_mut(seat).safeties.push(safety);
        let Some(hazard) = safety.hazard().filter(|_| self.rules.safety_clears_hazard) else {
            return;
        };
        if state.player_mut(seat).hazards.take(hazard) {
            state.piles.throw(hazard);
            tell(state, ctx, By::on(seat, seat), || What::Repair { remedy: None, hazard });
        }
    }

    /// Throws a card away (rules 5.7).
    #[inline]
    pub(crate) fn discard(
        &self,
        state: &mut State,
        card: Card,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let seat = state.active;
        state.player_mut(seat).hand.take(card);
        state.piles.throw(card);
        tell(state, ctx, By::one(seat), || What::Discard { card });
        self.close_turn(state, MainAction::Discard, on, ctx);
    }

    #[inline]
    fn close_turn(
        &self,
        state: &mut State,
        done: MainAction,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        state.main_action = Some(done);
        ctx.goto(&mut state.phase, Phase::EndOfTurn, on, "");
        self.end_turn(state, ctx);
    }

    /// Changes cards (rules 5.8).
    pub(crate) fn medium_passive(
        &self,
        state: &mut State,
        seat: Seat,
        cards: Cards,
        ctx: &mut Ctx<'_, Self>,
    ) {
        for card in cards.iter() {
            state.player_mut(seat).hand.take(card);
            state.piles.throw(card);
        }
        state.passive_used = true;
        tell(state, ctx, By::one(seat), || What::MediumPassive { discarded: cards });
        if !draw(state, seat, self.rules.medium_passive_draw, Cause::MediumPassive, ctx) {
            return self.exhaust(state, seat, "medium_passive", ctx);
        }
        ctx.goto(&mut state.phase, Phase::Action, "medium_passive", "");
        if state.player(seat).hand.is_empty() {
            tell(state, ctx, By::one(seat), || What::SkipAction);
            ctx.goto(&mut state.phase, Phase::EndOfTurn, "auto", "empty_hand");
            self.end_turn(state, ctx);
        }
    }
}
