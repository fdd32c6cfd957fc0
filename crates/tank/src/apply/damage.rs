//! A hit: damage in strict order, adrenaline, death, respawn (rules 6.1, 6.2).

use bout_core::{Ctx, List, Seat};

use super::draw::draw;
use super::{By, tell};
use crate::Tank;
use crate::card::{Card, Row};
use crate::event::{Cause, Hit, What};
use crate::phase::Phase;
use crate::rules::{AblativeRule, Class, Rules, SpentAblative};
use crate::state::{EndReason, Mode, Pending, Player, State};

/// The arithmetic of a hit, for tanks given by class and whether they are in adrenaline.
#[inline]
pub fn damage(
    rules: &Rules,
    munition: Card,
    attacker: (Class, bool),
    target: (Class, bool),
    ablative: u16,
) -> Hit {
    let base = rules.base_damage(munition);
    let busts = attacker == (Class::Heavy, true);
    let heat = munition == Card::Heat;
    let armored = ablative > 0;
    let ablative_reduction = if armored && !heat && !busts {
        match rules.ablative_rule {
            AblativeRule::HalfUp => base.div_ceil(2),
            AblativeRule::Flat => rules.ablative_flat,
        }
    } else {
        0
    };
    let ablative_spent = u16::from(armored && (heat || !busts));
    let class_reduction = if target == (Class::Heavy, false) { rules.heavy_reduction } else { 0 };
    let last = base.saturating_sub(ablative_reduction).saturating_sub(class_reduction);
    Hit { base, ablative_reduction, ablative_spent, class_reduction, last }
}

impl Tank {
    /// What a munition of one seat would do to another now.
    #[inline]
    pub(crate) fn predict(
        &self,
        state: &State,
        munition: Card,
        attacker: Seat,
        target: Seat,
    ) -> Hit {
        let (a, t) = (state.player(attacker), state.player(target));
        damage(&self.rules, munition, (a.class, a.adrenaline), (t.class, t.adrenaline), t.ablative)
    }

    /// The attack lands; the phase is `resolution`.
    pub(crate) fn strike(&self, state: &mut State, pending: &Pending, ctx: &mut Ctx<'_, Self>) {
        let Pending { attacker, target, card: munition, .. } = *pending;
        state.pending = None;
        state.piles.throw(munition);
        let hit = self.predict(state, munition, attacker, target);
        if hit.ablative_spent > 0 {
            self.spend_armor(state, target);
        }
        let hp_before = state.player(target).hp;
        let hp_after = hp_before.saturating_sub(hit.last);
        state.player_mut(target).hp = hp_after;
        tell(state, ctx, By::on(attacker, target), || What::Damage {
            munition,
            hit,
            hp_before,
            hp_after,
        });
        self.check_adrenaline(state, target, ctx);
        if hp_after == 0 && self.kill(state, attacker, target, ctx) {
            return;
        }
        self.after_attack(state, attacker, ctx);
    }

    fn spend_armor(&self, state: &mut State, seat: Seat) {
        state.player_mut(seat).ablative -= 1;
        match self.rules.spent_ablative {
            SpentAblative::Discard => state.piles.throw(Card::AblativeArmor),
            SpentAblative::Removed => state.total[Card::AblativeArmor as usize] -= 1,
        }
    }

    fn check_adrenaline(&self, state: &mut State, seat: Seat, ctx: &mut Ctx<'_, Self>) {
        let player = state.player(seat);
        let threshold = self.rules.class(player.class).adrenaline_threshold;
        if player.adrenaline || player.hp == 0 || player.hp > threshold {
            return;
        }
        state.player_mut(seat).adrenaline = true;
        let mut cleared = List::new();
        if self.rules.adrenaline_clears_hazards {
            let hazards = std::mem::take(&mut state.player_mut(seat).hazards);
            for hazard in hazards.iter() {
                state.piles.throw(hazard);
                cleared.push(hazard);
            }
        }
        tell(state, ctx, By::one(seat), || What::Adrenaline { cleared });
    }

    /// A tank is destroyed; whether that ended the match.
    fn kill(
        &self,
        state: &mut State,
        attacker: Seat,
        victim: Seat,
        ctx: &mut Ctx<'_, Self>,
    ) -> bool {
        state.player_mut(attacker).kill_marks += 1;
        let kill_marks = state.player(attacker).kill_marks;
        tell(state, ctx, By::on(attacker, victim), || What::Kill { kill_marks });
        let won = state.team_marks(attacker) >= self.rules.kills_to_win;
        let end_reason = match state.mode() {
            Mode::Duel => EndReason::Destroyed,
            Mode::Deathmatch if won => EndReason::KillMarks,
            Mode::Deathmatch => return !self.respawn(state, victim, ctx),
        };
        ctx.goto(&mut state.phase, Phase::GameOver, "auto", "won");
        Self::finish(state, end_reason, Some(attacker), ctx);
        true
    }

    /// A fresh tank with a fresh hand; false if there were no cards for it and the match ended.
    fn respawn(&self, state: &mut State, seat: Seat, ctx: &mut Ctx<'_, Self>) -> bool {
        let before = state.piles.discard().len();
        let player = *state.player(seat);
        let table = player.breech.into_iter().chain(player.hazards.iter());
        let table = table.chain(player.safeties.iter());
        let armor = std::iter::repeat_n(Card::AblativeArmor, usize::from(player.ablative));
        player.hand.iter().chain(table).chain(armor).for_each(|card| state.piles.throw(card));
        let lost = ctx.telling().then(|| state.piles.discard().skip(before).collect());
        let (hp, class) = (player.max_hp, player.class);
        *state.player_mut(seat) = Player {
            hp,
            shield: true,
            adrenaline: false,
            hand: Row::default(),
            breech: None,
            hazards: Row::default(),
            safeties: Row::default(),
            ablative: 0,
            ..player
        };
        if !draw(state, seat, self.rules.class(class).hand_size, Cause::Respawn, ctx) {
            self.exhaust(state, seat, "auto", ctx);
            return false;
        }
        tell(state, ctx, By::one(seat), || What::Respawn {
            hp,
            discarded: lost.unwrap_or_default(),
        });
        true
    }
}
