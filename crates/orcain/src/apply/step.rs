//! The reveal: three steps, each resolved at once for both sides (rules 6.3, 6.4).

use bout_core::Ctx;

use crate::Orcain;
use crate::card::{Card, SLOTS, Slot};
use crate::config::MAX_HP;
use crate::event::{Event, Reveal};
use crate::phase::{Phase, Timer};
use crate::state::State;

/// Damage of an attack, also of a reflected one.
pub const ATTACK_DAMAGE: u8 = 2;
/// What a heal gives.
pub const HEAL_AMOUNT: u8 = 1;

impl Orcain {
    /// Opens the next step after `ms`; at once, in the same entry, if there is nothing to wait for.
    #[inline]
    pub(crate) fn schedule_step(&self, state: &mut State, ms: u64, ctx: &mut Ctx<'_, Self>) {
        if ms == 0 {
            self.step(state, ctx);
        } else {
            state.timers.arm(Timer::Step, ctx.now + ms);
        }
    }

    /// Opens one step; after the last one the round ends.
    #[inline]
    pub(crate) fn step(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let step_index = state.current_step_index.unwrap_or(0);
        let at = usize::from(step_index);
        let layouts = state.final_layout.expect("layouts are fixed before the reveal");
        let cards = [layouts[0][at], layouts[1][at]];
        state.hp = resolve(state.hp, cards);
        let reveal = Reveal { round_index: state.round_index, step_index, cards, hp: state.hp };
        state.revealed.push(reveal);
        ctx.emit(Event::StepReveal(reveal));
        if at + 1 < SLOTS {
            ctx.goto(&mut state.state, Phase::Playing, "step", "more_steps");
            state.current_step_index = Some(step_index + 1);
            self.schedule_step(state, self.config.step_ms, ctx);
        } else {
            self.end_round(state, ctx);
        }
    }

    /// After the last step: end, sudden death, or the next round.
    fn end_round(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        ctx.emit(Event::RoundEnd {
            round_index: state.round_index,
            sudden_death: state.sudden_death,
            hp: state.hp,
        });
        let (limit, cap) = (self.config.rounds_per_match, self.config.sudden_death_cap);
        let [a, b] = state.hp;
        let at_limit = state.round_index >= limit;
        if a == 0 || b == 0 || (at_limit && a != b) {
            return self.end_by_hp(state, ctx);
        }
        if at_limit && cap > 0 && state.round_index >= limit + cap {
            return self.end_by_cap(state, ctx);
        }
        state.last_round = Some(std::array::from_fn(|step| state.revealed[step].cards));
        state.revealed.clear();
        state.round_index += 1;
        state.sudden_death = at_limit;
        let guard = if at_limit { "sudden_death" } else { "next_round" };
        ctx.goto(&mut state.state, Phase::Prep, "step", guard);
        self.start_prep(state, ctx);
    }
}

/// HP of both after one step: heal, capped, then damage, floored.
#[inline]
pub fn resolve(hp: [u8; 2], cards: [Slot; 2]) -> [u8; 2] {
    let [a, b] = cards;
    [after(hp[0], a, b), after(hp[1], b, a)]
}

#[inline]
fn after(hp: u8, own: Slot, theirs: Slot) -> u8 {
    let healed = if own == Some(Card::Heal) { (hp + HEAL_AMOUNT).min(MAX_HP) } else { hp };
    healed.saturating_sub(damage(own, theirs))
}

/// Damage taken by the side that laid `own` against `theirs`.
#[inline]
pub fn damage(own: Slot, theirs: Slot) -> u8 {
    const TAKEN: [[u8; 5]; 5] = {
        let mut taken = [[0; 5]; 5];
        let mut own = 0;
        while own < 5 {
            let blocks = own == Card::Defense as usize || own == Card::Counter as usize;
            if !blocks {
                taken[own][Card::Attack as usize] = ATTACK_DAMAGE;
            }
            own += 1;
        }
        taken[Card::Attack as usize][Card::Counter as usize] = ATTACK_DAMAGE;
        taken
    };
    let row = |slot: Slot| slot.map_or(4, |card| card as usize);
    TAKEN[row(own)][row(theirs)]
}
