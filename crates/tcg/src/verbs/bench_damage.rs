//! Deal damage to benched creatures of one side.

use super::prelude::*;
use crate::event::Breakdown;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchDamage {
    pub who: Target,
    pub amount: u16,
    pub count: u8,
}

impl VerbRules for BenchDamage {
    const WORDS: Words = &[(Family::Attack, "BENCH_DAMAGE")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target amount count")?;
        let who = from.target(&[Target::BenchedOpponents, Target::BenchedYours])?;
        let amount = from.damage("amount")?;
        let count = from.node.need("count")?.number_or_all(1..=5, i64::from(ALL))? as u8;
        Some(BenchDamage { who, amount, count })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        if frame.step > 0 || self.count == ALL {
            return None;
        }
        let seat = self.owner(look.seat());
        let benched = |at: At| at.side == seat.0 && !look.state.is_active(at);
        let count = self.count.into();
        Some(look.ask_creature(benched)?.bounded(count, count))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let Some(attacker) = run.state.find(frame.creature) else { return };
        let chosen = run.state.chosen;
        for at in run.state.bench(self.owner(frame.player)) {
            // Several are chosen by place, a single one is bound by its number.
            let is_meant = chosen.contains(&at.code())
                || frame.bound[0] != 0 && run.state.creature(at).id == frame.bound[0];
            if self.count == ALL || is_meant {
                let found = Breakdown::unmodified(self.amount);
                let found = run.game.defend(run.state, attacker, at, self.amount, found);
                run.strike(at, found);
            }
        }
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        let hp = desk.hp(at);
        if self.who == Target::BenchedOpponents {
            10_000 * i32::from(self.amount >= hp) - i32::from(hp)
        } else {
            hp.into()
        }
    }

    fn harms_itself(&self) -> bool {
        self.who == Target::BenchedYours
    }
}

impl BenchDamage {
    fn owner(&self, seat: Seat) -> Seat {
        if self.who == Target::BenchedOpponents { other(seat) } else { seat }
    }
}
