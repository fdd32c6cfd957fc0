//! Move damage counters between your creatures.

use super::prelude::*;
use crate::event::Harm;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCounters {
    pub from: Target,
    pub to: Target,
    /// Damage, not counters.
    pub amount: u16,
    /// Whether the other creature must survive.
    pub prevents_knockout: bool,
}

impl VerbRules for MoveCounters {
    const WORDS: Words = &[(Family::Ability, "MOVE_DAMAGE_COUNTER")];
    const ABILITY_RANK: u8 = 6;
    const USEFUL: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("sourceTarget destinationTarget amount preventKnockout")?;
        Some(MoveCounters {
            from: from.own_target("sourceTarget")?,
            to: from.own_target("destinationTarget")?,
            amount: from.node.need("amount")?.number(1..=99)? as u16 * 10,
            prevents_knockout: from.node.flag_or("preventKnockout", true),
        })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        match frame.step {
            0 => look.ask_creature(|at| self.is_source(look, at)),
            1 => {
                let source = look.state.find(frame.bound[0])?;
                look.ask_creature(|at| self.can_move(look, source, at))
            }
            _ => None,
        }
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.any(self.from, |at| self.is_source(look, at))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let [from, to] = frame.bound.map(|id| run.state.find(id));
        let (Some(from), Some(to)) = (from, to) else { return };
        let source = run.state.creature_mut(from);
        source.damage = source.damage.saturating_sub(self.amount);
        run.hurt(to, self.amount, Harm::Moved);
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        if desk.is_first_question() {
            desk.state.creature(at).damage.into()
        } else {
            desk.hp(at).into()
        }
    }
}

impl MoveCounters {
    fn is_source(&self, look: &Look<'_>, at: At) -> bool {
        look.is_among(self.from, at)
            && look.state.creature(at).damage >= self.amount
            && look.state.board(look.seat()).any(|to| self.can_move(look, at, to))
    }

    fn can_move(&self, look: &Look<'_>, from: At, to: At) -> bool {
        let state = look.state;
        let Some(me) = look.scope.me else { return false };
        let falls = || state.creature(to).damage + self.amount >= look.game.max_hp(state, to);
        from != to
            && in_group(state, self.from, me, from)
            && in_group(state, self.to, me, to)
            && state.creature(from).damage >= self.amount
            && !state.is_doomed(from)
            && !state.is_doomed(to)
            && !(self.prevents_knockout && falls())
    }
}
