//! What `baseline` thinks of a card before it sees the table (rules 10.2).

use crate::Tcg;
use crate::card::{Attack, CardDef, Coins, Effect};
use crate::verbs::Verb;
use crate::words::{
    ActivationType, CardType, CountType, DamageCalculation, TrainerType, UsageLimit, VariableSource,
};

/// Heads that are hoped for where coins are flipped until tails.
const LUCKY_HEADS: u8 = 3;
/// Coins that are counted on where their number depends on the table.
const USUAL_COINS: u16 = 2;

/// What kind of card it is, as far as the hand goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// A basic creature.
    Basic,
    /// An evolution.
    Evolution,
    /// A trainer card.
    Trainer,
    /// An energy.
    Energy,
    /// Not a card of this game.
    #[default]
    Unknown,
}

/// A card in short.
#[derive(Clone, Copy, Debug, Default)]
pub struct Brief {
    /// What it is.
    pub kind: Kind,
    /// Whether it has an ability that is used once a turn.
    pub is_active: bool,
    /// The creature score, less the hit points.
    pub skill: u16,
    /// The creature score, at printed hit points.
    pub score: u16,
    /// The category of a trainer card, 1 to 8; 0 for other cards.
    pub category: u8,
    /// Cards drawn by a trainer card that does nothing else.
    pub draws: u8,
    /// Whether playing it costs a card of the hand.
    pub costs_card: bool,
}

impl Brief {
    /// All cards of a game, by the numbers of their ids.
    pub fn all(game: &Tcg) -> Vec<Brief> {
        let most = game.cards().iter().map(|card| card.id.number()).max().unwrap_or(0);
        let mut briefs = vec![Brief::default(); most + 1];
        for card in game.cards().iter() {
            briefs[card.id.number()] = Brief::of(card);
        }
        briefs
    }

    fn of(def: &CardDef) -> Brief {
        match def.kind {
            CardType::Creature => {
                let skill = def.attacks.iter().map(worth).sum();
                let kind = if def.is_basic() { Kind::Basic } else { Kind::Evolution };
                let is_active = def.ability.as_ref().is_some_and(|ability| {
                    ability.activation == ActivationType::Activated
                        && ability.limit == UsageLimit::OncePerTurn
                });
                Brief { kind, is_active, skill, score: def.hp + skill, ..Brief::default() }
            }
            CardType::Trainer => trainer(def),
            CardType::Energy => Brief { kind: Kind::Energy, ..Brief::default() },
        }
    }
}

/// An attack's part of the creature score.
fn worth(attack: &Attack) -> u16 {
    let symbols = (attack.cost.len() as u16 + u16::from(attack.colorless)).max(1);
    average(attack) / symbols + side(attack)
}

fn average(attack: &Attack) -> u16 {
    let Some(coins) = &attack.coins else { return attack.damage };
    match coins.calculation {
        DamageCalculation::BaseDamage => attack.damage / 2,
        DamageCalculation::ConditionalBonus => attack.damage + coins.bonus / 2,
        DamageCalculation::MultiplyByHeads => coins.per_head * usual_coins(coins) / 2,
        DamageCalculation::ConditionalSelfDamage | DamageCalculation::StatusEffectOnly => {
            attack.damage
        }
    }
}

fn usual_coins(coins: &Coins) -> u16 {
    match coins.count_type {
        CountType::Fixed => coins.count.into(),
        CountType::UntilTails => 2,
        CountType::Variable if coins.source == VariableSource::HandSize => 2 * USUAL_COINS,
        CountType::Variable => USUAL_COINS,
    }
}

fn side(attack: &Attack) -> u16 {
    attack.effects.iter().map(|effect| effect.verb.menace(None).into()).max().unwrap_or(0)
}

/// Coins that are hoped for, all heads: how many there are.
pub fn lucky(coins: &Coins, counted: u8) -> u8 {
    match coins.count_type {
        CountType::Fixed => coins.count,
        CountType::UntilTails => LUCKY_HEADS,
        CountType::Variable => counted.min(10),
    }
}

fn trainer(def: &CardDef) -> Brief {
    let categories = def.effects.iter().filter_map(|effect| effect.verb.category());
    let drawn = |effect: &Effect| {
        let Verb::Draw(draw) = &effect.verb else { return None };
        (!effect.waits_for_coin()).then_some(draw.count)
    };
    let mut counted = def.effects.iter().filter(|effect| effect.verb.category().is_some());
    let pure = def.trainer != Some(TrainerType::Stadium) && counted.all(|e| drawn(e).is_some());
    let draws = if pure { def.effects.iter().filter_map(drawn).sum() } else { 0 };
    Brief {
        kind: Kind::Trainer,
        score: def.hp,
        category: categories.min().unwrap_or(8),
        draws,
        costs_card: def.effects.iter().any(|effect| matches!(effect.verb, Verb::DiscardHand(_))),
        ..Brief::default()
    }
}
