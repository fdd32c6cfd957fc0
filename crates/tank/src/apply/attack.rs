//! Attacks are declared: costs are paid, a window opens (rules 5.2, 5.3, 6.3).

use bout_core::{Ctx, List, Seat};

use super::{By, tell};
use crate::Tank;
use crate::card::Card;
use crate::cards::Cards;
use crate::event::What;
use crate::phase::{Phase, Timer};
use crate::rules::{Class, CommsJamRule, WindowAsks};
use crate::state::{Answer, MainAction, Pending, State, WindowKind};

impl Tank {
    /// Fires the breech.
    pub(crate) fn fire(
        &self,
        state: &mut State,
        seat: Seat,
        target: Seat,
        tax: Option<Cards>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        self.pay_ghost(state, seat, target, tax, ctx);
        state.player_mut(seat).hand.take(Card::Fire);
        state.piles.throw(Card::Fire);
        let munition = state.player_mut(seat).breech.take().expect("the breech is loaded");
        tell(state, ctx, By::on(seat, target), || What::Fire { munition });
        state.main_action.get_or_insert(MainAction::Fire);
        self.declare(state, By::on(seat, target), MainAction::Fire, munition, ctx);
    }

    /// Fires the machine gun.
    pub(crate) fn quick_fire(
        &self,
        state: &mut State,
        seat: Seat,
        target: Seat,
        tax: Option<Cards>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        self.pay_ghost(state, seat, target, tax, ctx);
        let munition = Card::CoaxialMg;
        state.player_mut(seat).hand.take(munition);
        tell(state, ctx, By::on(seat, target), || What::QuickFire { munition });
        state.main_action.get_or_insert(MainAction::QuickFire);
        self.declare(state, By::on(seat, target), MainAction::QuickFire, munition, ctx);
    }

    fn pay_ghost(
        &self,
        state: &mut State,
        seat: Seat,
        target: Seat,
        tax: Option<Cards>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        for card in tax.unwrap_or_default().iter() {
            state.player_mut(seat).hand.take(card);
            state.piles.throw(card);
            tell(state, ctx, By::on(seat, target), || What::GhostDiscard { card });
        }
    }

    fn declare(
        &self,
        state: &mut State,
        by: By,
        source: MainAction,
        card: Card,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let By(Some(attacker), Some(target)) = by else { return };
        let on = bout_core::Named::name(&source);
        let mut pending = Pending {
            kind: WindowKind::Smoke,
            attacker,
            target,
            source,
            card,
            responders: List::new(),
            responses: List::new(),
        };
        if state.player(attacker).raging(Class::Heavy) {
            ctx.goto(&mut state.phase, Phase::Resolution, on, "bunker_buster");
            tell(state, ctx, by, || What::BunkerBuster);
            return self.strike(state, &pending, ctx);
        }
        self.ask_for_smoke(state, &mut pending);
        ctx.goto(&mut state.phase, Phase::InterruptSmoke, on, "window");
        self.open_window(state, &pending, ctx);
    }

    /// The target first, then round the table (rules 6.3).
    pub(crate) fn smokers(&self, state: &State, attacker: Seat, target: Seat) -> List<Seat, 4> {
        let seats = state.players.len() as u8;
        let may_smoke = |seat: &Seat| {
            let jammed = state.player(*seat).hazards.has(Card::CommsJammed);
            if *seat == target {
                !(jammed && self.rules.comms_jam_rule == CommsJamRule::All)
            } else {
                !jammed && (*seat != attacker || self.rules.smoke_by_attacker)
            }
        };
        (0..seats).map(|step| Seat((target.0 + step) % seats)).filter(may_smoke).collect()
    }

    fn ask_for_smoke(&self, state: &State, pending: &mut Pending) {
        pending.responders = self.smokers(state, pending.attacker, pending.target);
        for seat in &pending.responders {
            let asked = self.rules.window_asks == WindowAsks::All
                || state.player(*seat).hand.has(Card::SmokeLaunchers);
            pending.responses.push(if asked { None } else { Some(Answer::Pass) });
        }
    }

    /// Stops the turn clock and starts that of the window; where nobody is asked it closes at once.
    pub(crate) fn open_window(
        &self,
        state: &mut State,
        pending: &Pending,
        ctx: &mut Ctx<'_, Self>,
    ) {
        if self.config.clocks.turn_ms > 0 {
            state.timers.hold(Timer::Turn, ctx.now);
        }
        if pending.responses.iter().all(Option::is_some) {
            return match pending.kind {
                WindowKind::Smoke => self.let_through(state, pending, "auto", ctx),
                WindowKind::Coup => self.apply_hazard(state, pending, "auto", ctx),
            };
        }
        state.pending = Some(*pending);
        if self.config.clocks.interrupt_ms > 0 {
            state.timers.arm(Timer::Interrupt, ctx.now + self.config.clocks.interrupt_ms);
        }
    }
}
