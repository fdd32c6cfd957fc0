//! Where a verb reads its parameters from: the fields that several verbs share (rules 5.7).

use std::ops::RangeInclusive;

use bout_core::Named;

use super::node::Node;
use crate::card::{ALL, EVERYTHING};
use crate::verbs::{Family, Wanted};
use crate::words::{Duration, Filter, Selector, Source, Target, Type, Types};

use Target::{ActiveOpponent, ActiveYours, AllYours, BenchedYours, Defending, Oneself};

pub(super) const DAMAGE: RangeInclusive<i64> = 10..=9990;
pub(super) const COUNT: RangeInclusive<i64> = 1..=60;

/// An effect in card data.
pub(crate) struct Origin<'a> {
    pub node: &'a Node<'a>,
    pub family: Family,
    pub word: &'a str,
    /// Whether it belongs to a passive ability.
    pub passive: bool,
    /// What the attack says about scaling.
    pub cap: u16,
    /// Energies of which type; none for all.
    pub energy: Types,
}

impl<'a> Origin<'a> {
    /// Your creatures, for an effect that has a creature of its own.
    pub const OWN: &'static [Target] = &[Oneself, AllYours, BenchedYours, ActiveYours];
    /// Your creatures, for a trainer card.
    pub const YOURS: &'static [Target] = &[AllYours, ActiveYours, BenchedYours];
    /// Attacker and defender.
    pub const FIGHTERS: &'static [Target] = &[Oneself, Defending];
    /// Creatures that something can last on.
    pub const LASTING: &'static [Target] =
        &[Oneself, AllYours, BenchedYours, ActiveYours, Defending, ActiveOpponent];

    /// An effect of an attack or a trainer card.
    pub fn new(node: &'a Node<'a>, family: Family, word: &'a str) -> Self {
        let energy = node.value["energyType"].as_str().and_then(Type::from_name);
        let energy = energy.map_or(Types::NONE, Types::one);
        Origin { node, family, word, passive: false, cap: u16::MAX, energy }
    }

    /// Whether the dice choose.
    pub fn is_random(&self) -> bool {
        self.node.value["selector"] == Selector::Random.name()
    }

    /// Reports wrong words in the fields that are read before it is known whether they may be there.
    pub fn check_words(&self) {
        self.node.one_type("energyType");
        self.node.word_or("selector", Selector::from_name, Selector::Choice);
    }

    /// Rejects unknown fields; trainer cards share one list of fields, which is checked before.
    pub fn only(&self, fields: &str) -> Option<()> {
        match self.family {
            Family::Trainer => Some(()),
            Family::Attack | Family::Ability => {
                self.node.only(&format!("effectType requiredConditions {fields}"))?;
                if fields.contains("energyType") || fields.contains("selector") {
                    self.check_words();
                }
                Some(())
            }
        }
    }

    /// One of the targets that the effect can have.
    pub fn target(&self, allowed: &[Target]) -> Option<Target> {
        self.target_at("target", allowed, "this effect has no such target")
    }

    /// The same; the first if none is given.
    pub fn target_or_first(&self, allowed: &[Target]) -> Option<Target> {
        match self.node.get("target") {
            Some(_) => self.target(allowed),
            None => allowed.first().copied(),
        }
    }

    /// Your creatures, under another key.
    pub fn own_target(&self, key: &str) -> Option<Target> {
        self.target_at(key, Self::OWN, "own creatures are expected")
    }

    fn target_at(&self, key: &str, allowed: &[Target], otherwise: &str) -> Option<Target> {
        let found = self.node.need(key)?;
        let target = found.word(Target::from_name)?;
        if allowed.contains(&target) { Some(target) } else { found.fail("bad_effect", otherwise) }
    }

    /// The target of a trainer card's effect on creatures.
    pub fn board_target(&self, allowed: &[Target]) -> Option<Target> {
        self.board_count();
        self.target_or_first(allowed)
    }

    /// The number of a trainer card's effect on creatures, where it is a number of cards.
    pub fn board_count(&self) -> u8 {
        self.node.number_or("value", 1..=9990, 1).min(60) as u8
    }

    /// Where cards come from; the first if nothing is given.
    pub fn source_or_first(&self, allowed: &[Source]) -> Option<Source> {
        let Some(found) = self.node.get("source") else { return allowed.first().copied() };
        let source = found.word(Source::from_name)?;
        if allowed.contains(&source) {
            Some(source)
        } else {
            found.fail("bad_effect", "this effect has no such source")
        }
    }

    fn count_key(&self) -> &'static str {
        if self.family == Family::Trainer { "value" } else { "count" }
    }

    /// A number of cards.
    pub fn count(&self) -> Option<u8> {
        Some(self.node.need(self.count_key())?.number(COUNT)? as u8)
    }

    /// The same, which a trainer card may leave out.
    pub fn count_or(&self, default: u8) -> Option<u8> {
        match self.family {
            Family::Trainer => Some(self.node.number_or("value", COUNT, default.into()) as u8),
            Family::Attack | Family::Ability => self.count(),
        }
    }

    /// A number of cards, or the word `all`.
    pub fn count_or_all(&self, key: &str) -> Option<u8> {
        Some(self.node.need(key)?.number_or_all(COUNT, i64::from(ALL))? as u8)
    }

    /// An amount of damage.
    pub fn damage(&self, key: &str) -> Option<u16> {
        Some(self.node.need(key)?.tens(DAMAGE)? as u16)
    }

    /// A change of damage or hit points.
    pub fn modifier(&self) -> Option<i16> {
        let modifier = self.node.need("modifier")?;
        match modifier.tens(-9990..=9990)? {
            0 => modifier.fail("bad_value", "a modifier is not 0"),
            found => Some(found as i16),
        }
    }

    /// How much damage is prevented: all of it if no number is given.
    pub fn prevented(&self) -> Option<i16> {
        match self.node.get("amount").filter(|amount| amount.value != "all") {
            Some(amount) => Some(amount.tens(DAMAGE)? as i16),
            None => Some(EVERYTHING),
        }
    }

    /// How long something lasts.
    pub fn duration(&self, default: Option<Duration>) -> Option<Duration> {
        let found = match (self.node.get("duration"), default) {
            (Some(found), _) => found,
            (None, Some(default)) => return Some(default),
            (None, None) => self.node.need("duration")?,
        };
        let duration = found.word(Duration::from_name)?;
        if duration == Duration::Permanent && !self.passive {
            return found.fail("bad_effect", "only passive abilities are permanent");
        }
        Some(duration)
    }

    /// How long an ability's effect lasts if nothing is given.
    pub fn usual_duration(&self) -> Duration {
        if self.passive { Duration::Permanent } else { Duration::ThisTurn }
    }

    /// The fields of a switch, which can only have one value.
    pub fn switch_words(&self) -> Option<()> {
        self.target_or_first(&[Oneself])?;
        match self.node.get("with") {
            Some(with) if with.word(Target::from_name)? != BenchedYours => {
                with.fail("bad_effect", "a switch is made with BENCHED_YOURS")
            }
            _ => Some(()),
        }
    }

    /// Which cards are looked for.
    pub fn wanted(&self) -> Option<Wanted> {
        let filter = match self.node.get("cardType") {
            Some(found) => found.word(|word| Filter::from_name(&word.to_lowercase()))?,
            None => Filter::Any,
        };
        Some(Wanted { filter, types: self.node.one_type("pokemonType"), energy: self.energy })
    }
}
