//! Give the attacker, the defender or the opponent's active creature a status.

use super::prelude::*;
use crate::words::Status;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InflictStatus {
    pub who: Target,
    pub status: Status,
    pub poison: u8,
}

impl VerbRules for InflictStatus {
    const WORDS: Words =
        &[(Family::Attack, "STATUS_CONDITION"), (Family::Ability, "STATUS_CONDITION")];
    const ABILITY_RANK: u8 = 7;
    const USEFUL: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        use Target::{ActiveOpponent, AllOpponents, Defending, Oneself};
        from.only("target statusCondition poisonDamage")?;
        let who = if from.family == Family::Attack {
            from.target_or_first(&[Defending, Oneself])?
        } else {
            from.target(&[Defending, ActiveOpponent, AllOpponents])?
        };
        let status = from.node.need("statusCondition")?.word(Status::from_name)?;
        let Some(poison) = from.node.get("poisonDamage") else {
            return Some(InflictStatus { who, status, poison: 10 });
        };
        match poison.tens(10..=20)? {
            damage if status == Status::Poisoned => {
                Some(InflictStatus { who, status, poison: damage as u8 })
            }
            _ => poison.fail("bad_effect", "only a poison has a damage"),
        }
    }

    fn aim(&self) -> Option<Target> {
        Some(self.who)
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let at = look.state.active(other(look.seat()));
        at.is_some_and(|at| !look.game.is_immune_to(look.state, at, self.status))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let at = if frame.kind == FrameKind::Attack {
            run.game.aimed(run.state, &frame, self.who)
        } else {
            run.state.active(other(frame.player))
        };
        if let Some(at) = at {
            run.afflict(at, self.status, self.poison);
        }
    }

    fn menace(&self, defender: Option<&Creature>) -> u8 {
        let has_it = defender.is_some_and(|defender| defender.has(self.status));
        match (self.who, self.status) {
            (Target::Defending, _) if has_it => 0,
            (Target::Defending, Status::Poisoned) => 20,
            (Target::Defending, _) => 10,
            _ => 0,
        }
    }

    fn harms_itself(&self) -> bool {
        self.who == Target::Oneself
    }
}
