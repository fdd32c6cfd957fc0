//! The invariants of a match: asked after every step in tests, and of a loaded state (rules 3).

use bout_core::Named;

use crate::Necro;
use crate::id::{ItemId, REVIVED_MAX, SoulId};
use crate::phase::Phase;
use crate::piece::{Base, Side};
use crate::state::{State, UNITS_MAX};
use crate::unit::Unit;

/// Counters of a loaded match stay far from their ends.
const COUNTER_MAX: u32 = 1 << 30;
/// The most units and corpses of one side.
const SIDE_MAX: usize = UNITS_MAX / 2;

type Check = Result<(), String>;

fn ensure(holds: bool, rule: impl Into<String>) -> Check {
    if holds { Ok(()) } else { Err(rule.into()) }
}

impl Necro {
    /// The first invariant that does not hold.
    pub(crate) fn first_fault(&self, state: &State) -> Check {
        ensure(state.phase.get() != Phase::TurnStart, "turn.phase: nobody acts in turnStart")?;
        ensure((1..COUNTER_MAX).contains(&state.number), "turn.number: out of range")?;
        let over = state.winner.is_some();
        ensure(over == state.end_reason.is_some(), "winner and endReason go together")?;
        ensure(!over || state.timers.is_empty(), "timers: none after the end")?;
        ensure(state.timeouts.iter().all(|n| *n < COUNTER_MAX), "timeouts: out of range")?;
        let standing = state.units.len() == state.index.occupied.count_ones() as usize;
        ensure(standing, "units: two on one cell")?;
        let mut index = *state;
        index.reindex();
        ensure(index.index == state.index, "the index does not fit the units")?;
        let ascending = state.units.windows(2).all(|pair| pair[0].id < pair[1].id);
        ensure(ascending, "units: not in order of their names")?;
        state.units.iter().try_for_each(|unit| self.unit_fault(unit, over))?;
        for side in [Side::Red, Side::Black] {
            ensure(over || state.king(side).is_some(), "units: each side has one king")?;
            self.side_fault(state, side)?;
        }
        self.soul_faults(state)?;
        self.item_faults(state)
    }

    fn unit_fault(&self, unit: &Unit, over: bool) -> Check {
        let wrong = |text: &str| format!("units.{}: {text}", unit.id);
        let stats = if unit.is_enchanted() {
            ensure(self.knows_soul(unit.soul), wrong("enchant.soulId: there is no such soul"))?;
            let soul = self.soul(unit);
            ensure(soul.base == unit.base(), wrong("enchant.soulId: it belongs to another base"))?;
            soul.stats
        } else {
            unit.base().stats()
        };
        let same = (unit.key(), unit.atk, unit.def) == (stats.key, stats.atk, stats.def);
        ensure(same, wrong("atk, def: not those of its base or soul"))?;
        ensure(over || (1..=stats.hp).contains(&unit.hp), wrong("hpCurrent: 1 to its maximum"))
    }

    fn side_fault(&self, state: &State, side: Side) -> Check {
        let wrong = |text: &str| format!("{}: {text}", side.name());
        let (config, purse) = (&self.config, state.purse(side));
        ensure(purse.gold <= config.gold_max, wrong("gold above its maximum"))?;
        ensure(purse.mana <= config.mana_max, wrong("mana above its maximum"))?;
        let stored = purse.storage_mana <= config.storage_mana_max;
        ensure(stored, wrong("storageMana above its maximum"))?;
        let souls = state.souls[side as usize].len() as u32;
        ensure(souls <= config.soul_hand_max, wrong("too many souls in hand"))?;
        let items = state.items[side as usize].len() as u32;
        ensure(items <= config.item_hand_max, wrong("too many items in hand"))?;
        for base in Base::ALL {
            let corpses =
                state.corpses.iter().filter(|c| (c.side, c.base) == (side, *base)).count();
            let units =
                state.units.iter().filter(|u| (u.side(), u.base()) == (side, *base)).count();
            // All of them may die and rise again, and each needs a name.
            let named = corpses + units <= REVIVED_MAX;
            ensure(named, wrong("too many units and corpses of one base"))?;
            let kings = *base == Base::King && corpses > 0 && state.winner.is_none();
            ensure(!kings, wrong("a king's corpse, but the match goes on"))?;
        }
        let units = state.side_slots(side).count_ones() as usize;
        let all = units + usize::from(state.corpse_count(side));
        ensure(all <= SIDE_MAX, wrong("too many units and corpses"))
    }

    /// Every soul is known, at its place, and there once.
    fn soul_faults(&self, state: &State) -> Check {
        let mut seen = [false; 256];
        let mut count = |soul: SoulId, zone: &str| {
            ensure(self.knows_soul(soul), format!("{zone}: there is no such soul"))?;
            let twice = std::mem::replace(&mut seen[soul.index()], true);
            ensure(!twice, format!("{zone}: '{}' is there twice", soul.name()))
        };
        for base in Base::ALL {
            for soul in state.decks.deck(*base) {
                count(*soul, "soulDeckByBase")?;
                let at_home = self.souls[soul.index()].base == *base;
                ensure(at_home, "soulDeckByBase: a soul lies in another base's deck")?;
            }
            let shown = state.display[*base as usize];
            if shown != SoulId::NONE {
                count(shown, "displayByBase")?;
                let at_home = self.souls[shown.index()].base == *base;
                ensure(at_home, "displayByBase: a soul lies at another base")?;
            }
        }
        let hands = state.souls.iter().flat_map(|hand| hand.iter());
        hands.into_iter().try_for_each(|soul| count(*soul, "hands"))?;
        let fallen = state.graveyards.iter().flat_map(|fallen| fallen.iter());
        fallen.into_iter().try_for_each(|soul| count(*soul, "graveyard"))?;
        let bound = state.units.iter().filter(|unit| unit.is_enchanted());
        bound.into_iter().try_for_each(|unit| count(unit.soul, "units"))
    }

    /// No item is there more often than it has copies.
    fn item_faults(&self, state: &State) -> Check {
        let mut counts = [0u8; 256];
        let shown = state.item_display.iter().filter(|item| **item != ItemId::NONE);
        let held = state.items.iter().flat_map(|hand| hand.iter());
        let piled = state.item_deck.iter().chain(state.item_discard.iter());
        for item in shown.chain(held).chain(piled) {
            counts[item.index()] = counts[item.index()].saturating_add(1);
            let copies = self.item(*item).map_or(0, |card| card.copies);
            let few = counts[item.index()] <= copies;
            ensure(few, format!("items: '{}' is there too often", item.name()))?;
        }
        Ok(())
    }
}
