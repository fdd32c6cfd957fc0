//! Hazards and the coup fourré (rules 5.4, 6.4).

use bout_core::{Ctx, List, Seat};

use super::draw::draw;
use super::{By, tell};
use crate::Tank;
use crate::card::Card;
use crate::event::{Cause, What};
use crate::phase::Phase;
use crate::rules::WindowAsks;
use crate::state::{Answer, MainAction, Pending, State, WindowKind};

impl Tank {
    /// Plays a hazard; the target may counter it.
    pub(crate) fn sabotage(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        target: Seat,
        ctx: &mut Ctx<'_, Self>,
    ) {
        state.player_mut(seat).hand.take(card);
        tell(state, ctx, By::on(seat, target), || What::Sabotage { hazard: card });
        state.main_action = Some(MainAction::Sabotage);
        let asked = self.rules.window_asks == WindowAsks::All
            || state.player(target).hand.has(Card::safety(card));
        let response = if asked { None } else { Some(Answer::Pass) };
        let pending = Pending {
            kind: WindowKind::Coup,
            attacker: seat,
            target,
            source: MainAction::Sabotage,
            card,
            responders: List::from_iter([target]),
            responses: List::from_iter([response]),
        };
        ctx.goto(&mut state.phase, Phase::InterruptCoup, "sabotage", "");
        self.open_window(state, &pending, ctx);
    }

    /// Nobody counters: the hazard is there.
    pub(crate) fn apply_hazard(
        &self,
        state: &mut State,
        pending: &Pending,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Pending { attacker, target, card: hazard, .. } = *pending;
        state.pending = None;
        let guard = if on == "auto" { "nobody_asked" } else { "" };
        ctx.goto(&mut state.phase, Phase::Resolution, on, guard);
        state.player_mut(target).hazards.push(hazard);
        tell(state, ctx, By::on(attacker, target), || What::HazardApplied { hazard });
        ctx.goto(&mut state.phase, Phase::EndOfTurn, "auto", "turn_over");
        self.end_turn(state, ctx);
    }

    /// The target counters: the hazard is gone, the turn is his.
    pub(crate) fn counter(&self, state: &mut State, pending: &Pending, ctx: &mut Ctx<'_, Self>) {
        let Pending { attacker, target, card: hazard, .. } = *pending;
        let safety = Card::safety(hazard);
        state.pending = None;
        tell(state, ctx, By::on(target, attacker), || What::CoupFourre { safety, hazard });
        state.piles.throw(hazard);
        state.player_mut(target).hand.take(safety);
        self.mount_safety(state, target, safety, ctx);
        let card = coup_discard(state, attacker, ctx);
        tell(state, ctx, By::one(attacker), || What::CoupDiscard { card });
        if !draw(state, target, 1, Cause::CoupFourre, ctx) {
            return self.exhaust(state, target, "coup_fourre", ctx);
        }
        state.bonus_next = Some(target);
        ctx.goto(&mut state.phase, Phase::EndOfTurn, "coup_fourre", "");
        self.end_turn(state, ctx);
    }
}

/// A card of the attacker's hand, by lot.
fn coup_discard(state: &mut State, attacker: Seat, ctx: &mut Ctx<'_, Tank>) -> Option<Card> {
    let size = state.player(attacker).hand.len() as u32;
    if size == 0 {
        return None;
    }
    let at = ctx.dice.below(size) as usize;
    let card = state.player_mut(attacker).hand.remove(at);
    state.piles.throw(card);
    Some(card)
}
