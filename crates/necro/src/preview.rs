//! What a shot would do, from the same plan and the same arithmetic as the shot itself (rules 11).

use schemars::JsonSchema;
use serde::Serialize;

use crate::Necro;
use crate::apply::item::king_of;
use crate::apply::shoot::DIE;
use crate::damage::Lines;
use crate::event::{InstanceKind, Line, Trigger};
use crate::id::UnitId;
use crate::piece::Base;
use crate::reason::Reason;
use crate::shot::{Instance, ShotPlan};
use crate::state::{State, slots};

/// A shot before it is fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShotPreview {
    /// Who shoots.
    pub attacker_id: UnitId,
    /// At whom.
    pub target_unit_id: UnitId,
    /// The mana it costs.
    pub cost: u32,
    /// The hits in their order, each by itself.
    pub instances: Vec<InstancePreview>,
    /// The abilities that building the shot triggers.
    pub effects: Vec<EffectPreview>,
    /// Who can be chosen as the chained target, and what it would do to him.
    pub chain_targets: Vec<InstancePreview>,
    /// The target and those behind or before it, in the order in which they are hit.
    pub pierce_order: Vec<UnitId>,
    /// Who would strike back.
    pub counter_attacks: Vec<UnitId>,
}

/// One hit at the lowest and at the highest face of the die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "pairs of the same at both faces")]
pub struct InstancePreview {
    pub kind: InstanceKind,
    pub source_unit_id: UnitId,
    pub target_unit_id: UnitId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    pub damage_min: i32,
    pub damage_max: i32,
    pub shared_min: i32,
    pub shared_max: i32,
    pub formula_min: Vec<Line>,
    pub formula_max: Vec<Line>,
}

/// An ability that building the shot triggers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EffectPreview {
    /// Whose.
    pub unit_id: UnitId,
    /// Which.
    pub ability_type: Trigger,
    /// Whom it adds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_unit_ids: Vec<UnitId>,
}

impl Necro {
    /// What a shot would do, or why it may not be fired.
    pub fn shot_preview(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        extra: Option<UnitId>,
    ) -> Result<ShotPreview, Reason> {
        let action = crate::action::Action::Shoot {
            attacker_id: attacker,
            target_unit_id: target,
            extra_target_unit_id: extra,
        };
        self.can_act(state, state.side.seat(), &action)?;
        let plan = self.shot_plan(state, attacker, target, extra)?;
        Ok(self.preview_of(state, &plan))
    }

    /// The same for a plan.
    pub(crate) fn preview_of(&self, state: &State, plan: &ShotPlan) -> ShotPreview {
        let id = |slot: usize| state.unit(slot).id;
        let (attacker, target) = (plan.shooter.slot, plan.target);
        let effect = |(slot, trigger, targets): (Option<usize>, Trigger, u64)| EffectPreview {
            unit_id: slot.map_or_else(|| king_of(state), id),
            ability_type: trigger,
            target_unit_ids: slots(targets).map(id).collect(),
        };
        let chained = slots(self.links(state, attacker, target)).filter_map(|extra| {
            let percent = self.link(state, attacker, target, extra)?.percent;
            let kind = InstanceKind::Chain;
            Some(self.foresee(state, &Instance { kind, source: attacker, target: extra, percent }))
        });
        let instances: Vec<_> = plan.instances().map(|hit| self.foresee(state, &hit)).collect();
        let pierced = (plan.pierce != 0).then_some(target).into_iter().chain(slots(plan.pierce));
        ShotPreview {
            attacker_id: id(attacker),
            target_unit_id: id(target),
            cost: plan.cost(),
            effects: plan.triggers().map(effect).collect(),
            chain_targets: chained.collect(),
            pierce_order: pierced.map(id).collect(),
            counter_attacks: self.counter_of(state, plan, &instances),
            instances,
        }
    }

    /// One hit by itself, as if no other had come before it.
    fn foresee(&self, state: &State, hit: &Instance) -> InstancePreview {
        let (low, high) = self.fixed_die.map_or((1, DIE), |face| (face, face));
        let at = |die: u8| {
            let mut lines = Vec::new();
            let blow = self.blow(state, hit, die, &mut Lines(Some(&mut lines)));
            (blow, if blow.invincible { Vec::new() } else { lines })
        };
        let ((min, formula_min), (max, formula_max)) = (at(low), at(high));
        InstancePreview {
            kind: hit.kind,
            source_unit_id: state.unit(hit.source).id,
            target_unit_id: state.unit(hit.target).id,
            percent: hit.percent,
            damage_min: min.amount,
            damage_max: max.amount,
            shared_min: min.shared,
            shared_max: max.shared,
            formula_min,
            formula_max,
        }
    }

    fn counter_of(
        &self,
        state: &State,
        plan: &ShotPlan,
        instances: &[InstancePreview],
    ) -> Vec<UnitId> {
        let hits_king = plan
            .instances()
            .zip(instances)
            .any(|(hit, seen)| state.unit(hit.target).base() == Base::King && seen.damage_max > 0);
        let side = state.unit(plan.target).side();
        let avenger = self.avenger(state, side).filter(|_| hits_king);
        avenger.map(|(slot, _)| state.unit(slot).id).into_iter().collect()
    }
}
