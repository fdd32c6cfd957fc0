//! Asking abilities: who has them, whether they work now, whether a use is left (rules 6.6).

use crate::Necro;
use crate::ability::{Ability, AbilityKind, For, When};
use crate::cards::Soul;
use crate::hooks::{ACROSS_ONLY, IN_PALACE_ONLY};
use crate::id::ClanId;
use crate::piece::{Base, Side};
use crate::state::{State, slots};
use crate::unit::Unit;

/// For whom an aura works.
#[derive(Clone, Copy)]
pub(crate) struct Circle {
    pub r#for: Option<For>,
    pub clan: Option<ClanId>,
    pub exclude_base: Option<Base>,
}

impl Necro {
    /// The soul of a unit; one without abilities if it has none.
    #[inline]
    pub(crate) fn soul(&self, unit: &Unit) -> &Soul {
        &self.souls[unit.soul.index()]
    }

    /// The unit's own abilities of a kind that work now, its uses aside.
    #[inline]
    pub(crate) fn own<'a>(
        &'a self,
        state: &'a State,
        slot: usize,
        kind: AbilityKind,
    ) -> impl Iterator<Item = &'a Ability> {
        self.aura_of(state, slot, kind, slot)
    }

    /// The unit's abilities of a kind that work now for a shot of `attacker`, its uses aside.
    #[inline]
    pub(crate) fn aura_of<'a>(
        &'a self,
        state: &'a State,
        slot: usize,
        kind: AbilityKind,
        attacker: usize,
    ) -> impl Iterator<Item = &'a Ability> {
        let soul = self.soul(state.unit(slot));
        let of_kind = if soul.has(kind) { &soul.abilities[..] } else { &[] };
        of_kind.iter().filter(move |ability| {
            ability.kind() == kind && self.works(state, slot, ability, attacker)
        })
    }

    /// The abilities of a kind on a side's units that work now, uses aside, ascending by unit.
    /// `attacker` is the one who shoots.
    #[inline]
    pub(crate) fn all_of<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        kind: AbilityKind,
        attacker: Option<usize>,
    ) -> impl Iterator<Item = (usize, &'a Ability)> {
        let bearers = slots(state.side_slots(side) & state.index.enchanted)
            .filter(move |slot| self.soul(state.unit(*slot)).has(kind));
        bearers.flat_map(move |slot| {
            let works = self.aura_of(state, slot, kind, attacker.unwrap_or(slot));
            works.map(move |ability| (slot, ability))
        })
    }

    /// The first of them with a use left.
    #[inline]
    pub(crate) fn first_usable<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        kind: AbilityKind,
    ) -> Option<(usize, &'a Ability)> {
        self.all_of(state, side, kind, None)
            .find(|(slot, ability)| self.has_use(state, *slot, ability))
    }

    /// Whether a use of an ability is left this turn.
    #[inline]
    pub(crate) fn has_use(&self, state: &State, slot: usize, ability: &Ability) -> bool {
        let used = || state.flags.used(state.unit(slot).id, ability.kind());
        ability.per_turn().is_none_or(|limit| used() < limit)
    }

    /// Whether the tags of its card and its condition let an ability work now.
    fn works(&self, state: &State, slot: usize, ability: &Ability, attacker: usize) -> bool {
        let (unit, kind) = (state.unit(slot), ability.kind().bit());
        let soul = self.soul(unit);
        if kind & ACROSS_ONLY != 0 && soul.has(AbilityKind::CrossRiver) && !unit.is_across() {
            return false;
        }
        if kind & IN_PALACE_ONLY != 0 && soul.has(AbilityKind::PalaceOnly) && !unit.in_palace() {
            return false;
        }
        ability.when().is_none_or(|when| self.holds(state, when, slot, attacker))
    }

    fn holds(&self, state: &State, when: When, slot: usize, attacker: usize) -> bool {
        let unit = state.unit(slot);
        let side = unit.side();
        match when {
            When::CorpsesGte(n) => state.corpse_count(side) >= n,
            When::SoldiersGte(n) => state.soldiers(side).count_ones() >= u32::from(n),
            When::EnemiesWithinRangeGte { range, count } => {
                let near = self.within(state, side.other(), unit.pos, range);
                near.count_ones() >= u32::from(count)
            }
            When::ResonanceActive => self.resonates(state, unit),
            When::AttackerInPalace => state.unit(attacker).in_palace(),
            // A condition on the target is asked of the target itself, as if it were its own.
            When::SourceInPalace | When::TargetInPalace => unit.in_palace(),
            When::AlliesInPalaceGte(n) => {
                let allies = slots(state.side_slots(side));
                allies.filter(|slot| state.unit(*slot).in_palace()).count() >= usize::from(n)
            }
        }
    }

    /// Whether the target of a shot fulfils a condition.
    #[inline]
    pub(crate) fn target_is(&self, state: &State, when: Option<When>, target: usize) -> bool {
        when.is_none_or(|when| self.holds(state, when, target, target))
    }

    fn resonates(&self, state: &State, unit: &Unit) -> bool {
        let soul = self.soul(unit);
        let need = soul.abilities.iter().find_map(|ability| match ability {
            Ability::Resonance { need } => Some(*need),
            _ => None,
        });
        let enchanted = slots(state.side_slots(unit.side()) & state.index.enchanted);
        let of_clan = enchanted.filter(|slot| self.soul(state.unit(*slot)).clan == soul.clan);
        need.is_some_and(|need| of_clan.count() >= usize::from(need))
    }

    /// Whether an aura covers a unit.
    #[inline]
    pub(crate) fn covers(&self, circle: Circle, unit: &Unit) -> bool {
        let inside = match circle.r#for {
            None => true,
            Some(For::CrossRiverUnits) => unit.is_across(),
            Some(For::AlliesInPalace) => unit.in_palace(),
            Some(For::Clan) => unit.is_enchanted() && Some(self.soul(unit).clan) == circle.clan,
        };
        inside && circle.exclude_base != Some(unit.base())
    }
}
