//! One decision of `baseline`: the table as its seat sees it, and what can be read from it.

use std::cell::{Cell, OnceCell};

use bout_core::{List, Seat};

use super::brief::{Brief, Kind, lucky};
use super::purse::Purse;
use crate::Tcg;
use crate::apply::Attacker;
use crate::card::{Attack, CardDef};
use crate::cost::Cost;
use crate::state::{At, Side, State, other};
use crate::symbol::Card;
use crate::verbs::Verb;
use crate::view::Seen;
use crate::words::{CountType, DamageCalculation, VariableSource};

/// The table through the eyes of a seat. Of the state only what its viewer may know is read: the own
/// hand, what lies open, and how many cards there are elsewhere.
pub struct Desk<'a> {
    pub game: &'a Tcg,
    pub state: &'a State,
    pub seat: Seat,
    briefs: &'a [Brief],
    /// What was last found out about danger.
    alarm: &'a Cell<Alarm>,
    blows: OnceCell<List<Blow, 4>>,
    sure: OnceCell<u16>,
}

/// Whether an active creature was in danger: which, in which turn, with which card on top and damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alarm {
    turn: u16,
    creature: u32,
    card: Card,
    damage: u16,
    danger: bool,
}

/// The hand, sorted out in one go; of equal cards one.
#[derive(Clone, Copy, Default)]
pub struct Hand {
    /// The basic creature with the highest score.
    pub basic: Option<Card>,
    pub evolutions: List<Card, 8>,
    pub energies: List<Card, 8>,
    pub trainers: List<Card, 16>,
}

/// What an attack would do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blow {
    /// Which attack.
    pub index: u8,
    /// Damage that does not depend on coins.
    pub sure: u16,
    /// Twice the damage to be expected.
    pub twice: u16,
}

impl<'a> Desk<'a> {
    pub fn new(seen: Seen<'a>, briefs: &'a [Brief], alarm: &'a Cell<Alarm>) -> Option<Self> {
        Some(Desk {
            game: seen.game,
            state: seen.state,
            seat: seen.seat()?,
            briefs,
            alarm,
            blows: OnceCell::new(),
            sure: OnceCell::new(),
        })
    }

    /// What is in the own hand.
    pub fn hand(&self) -> Hand {
        let mut hand = Hand::default();
        let mut best = 0;
        for card in self.own().hand.iter().copied() {
            let brief = self.brief(card);
            match brief.kind {
                Kind::Basic if hand.basic.is_none() || brief.score > best => {
                    (hand.basic, best) = (Some(card), brief.score);
                }
                Kind::Evolution => keep(&mut hand.evolutions, card),
                Kind::Energy => keep(&mut hand.energies, card),
                Kind::Trainer => keep(&mut hand.trainers, card),
                Kind::Basic | Kind::Unknown => {}
            }
        }
        hand
    }

    #[inline]
    pub fn own(&self) -> &'a Side {
        self.state.side(self.seat)
    }

    #[inline]
    pub fn theirs(&self) -> &'a Side {
        self.state.side(other(self.seat))
    }

    #[inline]
    pub fn active(&self) -> Option<At> {
        self.state.active(self.seat)
    }

    #[inline]
    pub fn foe(&self) -> Option<At> {
        self.state.active(other(self.seat))
    }

    #[inline]
    pub fn brief(&self, card: Card) -> Brief {
        self.briefs.get(card.number()).copied().unwrap_or_default()
    }

    /// The score of a creature in play.
    pub fn score(&self, at: At) -> u16 {
        self.brief(self.state.creature(at).top()).skill + self.game.max_hp(self.state, at)
    }

    /// Hit points left.
    pub fn hp(&self, at: At) -> u16 {
        self.game.max_hp(self.state, at).saturating_sub(self.state.creature(at).damage)
    }

    /// Where a creature stands on the own side.
    pub fn place(&self, at: At) -> Option<crate::state::Position> {
        self.own().position(at.slot)
    }

    /// The own bench creature with the highest score; the first of equals.
    pub fn best_benched(&self) -> Option<At> {
        let scored = self.state.bench(self.seat).map(|at| (self.score(at), at));
        first_max(scored)
    }

    /// The cost of an attack of a creature in play.
    pub fn cost(&self, at: At, index: usize) -> Cost {
        self.game.cost(self.state, at, index)
    }

    /// What the energies on a creature lack for the cheapest attack of a card on it.
    pub fn lacks_as(&self, def: &CardDef, at: At) -> u16 {
        let purse = Purse::of(self.game, self.state, at);
        let lack = |attack: &Attack| purse.lacks(&attack.cost, attack.colorless.into());
        def.attacks.iter().map(lack).min().unwrap_or(u16::MAX)
    }

    /// The least that a creature lacks for an attack it cannot pay yet; 0 if it can pay them all.
    pub fn wants(&self, at: At) -> u16 {
        let purse = Purse::of(self.game, self.state, at);
        let lacks = (0..self.game.top(self.state, at).attacks.len()).map(|index| {
            let cost = self.cost(at, index);
            purse.lacks(cost.symbols(), cost.colorless)
        });
        lacks.filter(|lack| *lack > 0).min().unwrap_or(0)
    }

    /// Damage of an attack with so many coins, all of them heads or all tails.
    fn dealt(&self, by: At, index: usize, flips: u8, heads: bool, to: At) -> u16 {
        let heads = if heads { (1u16 << flips.min(15)) - 1 } else { 0 };
        let by = Attacker { at: by, index: index as u8, flips, heads };
        self.game.damage(self.state, by, to).last
    }

    /// How many coins an attack flips now, as far as the table decides it.
    fn counted(&self, by: At, attack: &Attack) -> u8 {
        let Some(coins) = attack.coins.filter(|coins| coins.count_type == CountType::Variable)
        else {
            return 0;
        };
        self.game.variable_coins(self.state, by, &coins)
    }

    /// What an attack would do to a creature.
    pub fn blow(&self, by: At, index: usize, to: At) -> Blow {
        let attack = &self.game.top(self.state, by).attacks[index];
        let blow = |sure: u16, lucky: u16| Blow { index: index as u8, sure, twice: sure + lucky };
        if !attack.has_damage {
            return blow(0, 0);
        }
        let Some(coins) = &attack.coins else {
            let sure = self.dealt(by, index, 0, false, to);
            return blow(sure, sure);
        };
        match (coins.calculation, coins.count_type) {
            (DamageCalculation::BaseDamage, _) => blow(0, self.dealt(by, index, 1, true, to)),
            (_, CountType::UntilTails) => {
                let one = self.dealt(by, index, 1, true, to);
                Blow { twice: 2 * one, ..blow(self.dealt(by, index, 1, false, to), 0) }
            }
            _ => {
                let coins = lucky(coins, self.counted(by, attack));
                let sure = self.dealt(by, index, coins, false, to);
                blow(sure, self.dealt(by, index, coins, true, to))
            }
        }
    }

    /// The best damage that the opponent's active can do to the own for sure with what it has.
    pub fn sure_damage(&self) -> u16 {
        *self.sure.get_or_init(|| self.active().map_or(0, |at| self.threat(at, 0)))
    }

    /// The best damage it can do with all coins heads and one more energy of any type.
    pub fn risk_damage(&self, to: At) -> u16 {
        self.threat(to, 1)
    }

    fn threat(&self, to: At, more: u16) -> u16 {
        let Some(foe) = self.foe() else { return 0 };
        let purse = Purse::of(self.game, self.state, foe);
        let mut worst = 0;
        for (index, attack) in self.game.top(self.state, foe).attacks.iter().enumerate() {
            if !attack.has_damage {
                continue;
            }
            let cost = self.cost(foe, index);
            if purse.lacks(cost.symbols(), cost.colorless) > more {
                continue;
            }
            let coins = attack.coins.as_ref().map(|coins| lucky(coins, self.counted(foe, attack)));
            let fails = attack
                .coins
                .is_some_and(|coins| coins.calculation == DamageCalculation::BaseDamage);
            let dealt = match coins {
                _ if more == 0 && fails => 0,
                coins => self.dealt(foe, index, coins.unwrap_or(0), more > 0, to),
            };
            worst = worst.max(dealt);
        }
        worst
    }

    /// Whether the own active could be knocked out in the opponent's next turn; recomputed when
    /// the creature has changed.
    pub fn is_in_danger(&self) -> bool {
        let Some(at) = self.active() else { return false };
        let creature = self.state.creature(at);
        let (card, damage) = (creature.top(), creature.damage);
        let last = self.alarm.get();
        let now = Alarm { turn: self.state.turn, creature: creature.id, card, damage, ..last };
        if now == last {
            return last.danger;
        }
        let danger = self.risk_damage(at) >= self.hp(at);
        self.alarm.set(Alarm { danger, ..now });
        danger
    }

    /// Whether the own active will be knocked out, as far as one can tell.
    pub fn is_doomed(&self) -> bool {
        self.active().is_some_and(|at| self.sure_damage() >= self.hp(at))
    }

    /// Whom the active would leave its place to: the best of the bench, unless it fares worse there.
    pub fn refuge(&self) -> Option<At> {
        let (active, best) = (self.active()?, self.best_benched()?);
        let worse = self.hp(best) < self.hp(active) && self.risk_damage(best) >= self.hp(best);
        (!worse).then_some(best)
    }

    /// Every attack that can be made now with what it does to the opponent's active.
    pub fn blows(&self) -> &List<Blow, 4> {
        self.blows.get_or_init(|| {
            let (Some(active), Some(foe)) = (self.active(), self.foe()) else {
                return List::new();
            };
            self.usable(active).map(|index| self.blow(active, index, foe)).collect()
        })
    }

    fn usable(&self, active: At) -> impl Iterator<Item = usize> {
        let count = self.game.top(self.state, active).attacks.len().min(4);
        (0..count).filter(|index| self.game.can_attack(self.state, self.seat, *index as u8).is_ok())
    }

    /// The greatest sure damage that the own active can do to the opponent's now.
    pub fn reach(&self) -> u16 {
        self.blows().iter().map(|blow| blow.sure).max().unwrap_or(0)
    }

    /// The same to another creature.
    pub fn reach_to(&self, to: At) -> u16 {
        let Some(active) = self.active() else { return 0 };
        self.usable(active).map(|index| self.blow(active, index, to).sure).max().unwrap_or(0)
    }

    /// What an attack's statuses are worth against a creature that lacks them, doubled.
    pub fn twice_menace(&self, attack: &Attack, to: At) -> u16 {
        let target = self.state.creature(to);
        let worth = attack.effects.iter().map(|effect| {
            let times = if effect.waits_for_coin() { 1 } else { 2 };
            u16::from(effect.verb.menace(Some(target))) * times
        });
        worth.max().unwrap_or(0)
    }

    /// Whether more energy makes an attack stronger.
    pub fn grows(&self, at: At, index: usize, units: u16) -> bool {
        let attack = &self.game.top(self.state, at).attacks[index];
        let cost = attack.cost.len() as u16 + u16::from(attack.colorless);
        let coins = attack.coins.is_some_and(|coins| {
            let by_energy = matches!(
                coins.source,
                VariableSource::EnergyAttached | VariableSource::EnergyTypeAttached
            );
            coins.count_type == CountType::Variable && by_energy && units < 6
        });
        coins
            || attack.effects.iter().any(|effect| {
                matches!(&effect.verb, Verb::DamageScaling(it) if it.grows_from(units, cost))
            })
    }
}

/// The first of those with the greatest value.
pub fn first_max<V: Ord, T>(items: impl Iterator<Item = (V, T)>) -> Option<T> {
    let mut best: Option<(V, T)> = None;
    for (value, item) in items {
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, item));
        }
    }
    best.map(|(_, item)| item)
}

#[inline]
fn keep<const N: usize>(list: &mut List<Card, N>, card: Card) {
    // More different cards of a kind than fit are not looked at.
    if !list.is_full() && !list.contains(&card) {
        list.push(card);
    }
}
