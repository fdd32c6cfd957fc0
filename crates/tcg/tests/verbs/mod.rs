//! The verbs, each at the path of its file: with its object, without one, and against what stops it.

mod ability_accelerate;
mod ability_switch;
mod attach;
mod attach_from_discard;
mod attack_accelerate;
mod bench_damage;
mod boost_attack;
mod boost_hp;
mod cure_status;
mod damage_modifier;
mod damage_scaling;
mod devolve;
mod discard_energy;
mod discard_hand;
mod discard_own_energy;
mod draw;
mod evolve;
mod force_switch;
mod heal;
mod heal_aimed;
mod increase_damage;
mod lock;
mod look_at_deck;
mod move_counters;
mod opponent_discards;
mod opponent_draws;
mod opponent_shuffles_hand;
mod prevent;
mod put_into_play;
mod recoil;
mod reduce;
mod reduce_one;
mod remove_energy;
mod retrieve;
mod return_creature;
mod search;
mod shuffle_deck;
mod status;
mod switch_active;
mod switch_attacker;
mod trade;

use super::*;

/// One energy that pays for the colourless costs of these cards.
pub const ONE: &[&str] = &["Iron Charge"];

pub fn duel(attacker: Value, defender: Value) -> Play<Tcg> {
    table(side(attacker, vec![]), side(defender, vec![]))
}

fn foe() -> Value {
    side(bare("Pebblurk"), vec![])
}

/// A table on which PLAYER1 holds one card.
fn with_card(card: &str, own: Value, foe: Value) -> Play<Tcg> {
    table(more(own, json!({"hand": ids(&[card])})), foe)
}

fn alone() -> Value {
    side(bare("Cindling"), vec![])
}

fn pile(cards: &[&str]) -> Value {
    json!({"discardPile": ids(cards)})
}

fn in_vain(card: &str, own: Value, foe: Value) {
    assert_eq!(with_card(card, own, foe).refused(0, trainer(card)), "no_effect");
}
