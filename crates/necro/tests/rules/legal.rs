//! The list of legal actions: complete, in order, each once.

use bout_core::LoadsStates;
use std::sync::Arc;

use bout_core::{Dice, Game, Input, Match, Seat, Seed, Sink};
use bout_necro::{Action, Cards, Cell, Choice, Config, ItemId, Necro, State};
use serde_json::json;

use super::*;

fn kinds(play: &bout_testkit::Play<Necro>, kind: &str) -> Vec<serde_json::Value> {
    play.legal(0).into_iter().filter(|action| action["type"] == kind).collect()
}

#[test]
fn bases_ids_and_cells_ascend() {
    let play = table()
        .phase("buy")
        .gold(15)
        .souls("red", &["styx_rook_feiyan", "dark_moon_rook_lanhua"])
        .items(&["item_soul_overload", "item_nether_seal", "item_nether_seal"])
        .state(json!({
            "displayByBase": {"cannon": "styx_cannon_baoyan", "advisor": "styx_advisor_minghu"},
            "itemDisplay": ["item_death_chain", null, "item_wizard_greed"],
        }))
        .play();
    let displays: Vec<_> =
        kinds(&play, "BUY_SOUL_FROM_DISPLAY").iter().map(|a| a["base"].clone()).collect();
    assert_eq!(displays, ["advisor", "cannon"]);
    let returned: Vec<_> =
        kinds(&play, "RETURN_SOUL_TO_DECK_BOTTOM").iter().map(|a| a["soulId"].clone()).collect();
    assert_eq!(returned, ["dark_moon_rook_lanhua", "styx_rook_feiyan"]);
    let bought: Vec<_> = (kinds(&play, "BUY_ITEM_FROM_DISPLAY").iter())
        .map(|a| (a["slot"].as_u64().expect("slot"), a.get("discardItemId").cloned()))
        .collect();
    let of = |slot, item: &str| (slot, Some(json!(item)));
    assert_eq!(
        bought,
        [
            (0, None),
            of(0, "item_death_chain"),
            of(0, "item_nether_seal"),
            of(0, "item_soul_overload"),
            (2, None),
            of(2, "item_nether_seal"),
            of(2, "item_soul_overload"),
            of(2, "item_wizard_greed"),
        ]
    );
    assert_eq!(kinds(&play, "DISCARD_ITEM_FROM_HAND").len(), 2, "two copies stand once");
    assert_eq!(play.legal(0)[0], next());
    assert_eq!(play.legal(1), [json!(null); 0]);
}

#[test]
fn an_absent_extra_comes_first() {
    let play = table()
        .soul("R rook:0", 0, 9, "styx_rook_feiyan")
        .unit("B soldier:0", 0, 6)
        .unit("B soldier:1", 1, 5)
        .unit("B elephant:0", 1, 6)
        .play();
    let extras: Vec<_> =
        kinds(&play, "SHOOT").iter().map(|a| a.get("extraTargetUnitId").cloned()).collect();
    let named = |name: &str| Some(json!(name));
    assert_eq!(extras, [None, named("black:elephant:0"), named("black:soldier:1")]);
}

#[test]
fn corpse_cells_by_row_and_gold_before_mana() {
    let play = table()
        .phase("buy")
        .items(&["item_bone_refine"])
        .corpses("8,2", &["red soldier"])
        .corpses("0,3", &["red soldier"])
        .corpses("1,1", &["black soldier"])
        .play();
    let uses: Vec<_> = (kinds(&play, "USE_ITEM_FROM_HAND").iter())
        .map(|a| (a["targetPos"].clone(), a["choice"].clone()))
        .collect();
    let row = |x, y, choice: &str| (at(x, y), json!(choice));
    assert_eq!(uses, [row(8, 2, "gold"), row(8, 2, "mana"), row(0, 3, "gold"), row(0, 3, "mana")]);
}

/// Every action there can be, with every parameter, in the order of the rules.
fn every_action(state: &State, game: &Necro) -> Vec<Action> {
    use bout_necro::Base;
    let units: Vec<_> = state.units.iter().map(|unit| unit.id).collect();
    let souls: Vec<_> = game.cards().souls.iter().map(|soul| soul.id).collect();
    let items: Vec<_> = game.cards().items.iter().map(|item| item.id).collect();
    let mut all = vec![Action::NextPhase {}];
    all.extend(Base::ALL.iter().map(|base| Action::BuySoulFromDeck { base: *base }));
    all.extend(Base::ALL.iter().map(|base| Action::BuySoulFromDisplay { base: *base }));
    all.push(Action::BuySoulFromEnemyGraveyard {});
    all.extend(souls.iter().map(|soul_id| Action::ReturnSoulToDeckBottom { soul_id: *soul_id }));
    for slot in 0..4 {
        all.push(Action::BuyItemFromDisplay { slot, discard_item_id: None });
        let with =
            |item: &ItemId| Action::BuyItemFromDisplay { slot, discard_item_id: Some(*item) };
        all.extend(items.iter().map(with));
    }
    all.extend(items.iter().map(|item_id| Action::DiscardItemFromHand { item_id: *item_id }));
    for item in &items {
        all.push(Action::item(*item));
        all.extend(units.iter().map(|unit| Action::item_on(*item, *unit)));
        for cell in Cell::all() {
            all.extend(
                [Choice::Gold, Choice::Mana].map(|choice| Action::item_at(*item, cell, choice)),
            );
        }
    }
    for unit_id in &units {
        all.extend(souls.iter().map(|soul| Action::Enchant { unit_id: *unit_id, soul_id: *soul }));
    }
    all.extend(Cell::all().map(|pos| Action::Revive { pos }));
    all.push(Action::BloodRitual {});
    for unit_id in &units {
        all.extend(Cell::all().map(|to| Action::Move { unit_id: *unit_id, to }));
    }
    for attacker_id in &units {
        for target_unit_id in &units {
            let shot = |extra_target_unit_id| Action::Shoot {
                attacker_id: *attacker_id,
                target_unit_id: *target_unit_id,
                extra_target_unit_id,
            };
            all.push(shot(None));
            // Chains are rare; asking for all of them everywhere would take too long.
            if !game.chain_targets(state, *attacker_id, *target_unit_id).is_empty() {
                all.extend(units.iter().map(|extra| shot(Some(*extra))));
            }
        }
    }
    for source_unit_id in &units {
        all.extend(units.iter().map(|target_unit_id| Action::Sacrifice {
            source_unit_id: *source_unit_id,
            target_unit_id: *target_unit_id,
        }));
    }
    all
}

/// In random matches the list is what the guard accepts of everything, in the same order.
#[test]
fn the_list_is_what_the_guard_accepts() {
    let config = Config {
        income_gold: 15,
        income_mana: 8,
        gold_max: 40,
        buy_item_actions_per_turn: 2,
        necro_actions_per_turn: 3,
        ..Config::default()
    };
    let game = Arc::new(Necro::new(config, &Cards::default()).expect("a game"));
    let mut compared = 0;
    for seed in 0..6 {
        let mut live = Match::open(Arc::clone(&game), Seed(seed), Sink::none());
        let mut dice = Dice::of(Seed(seed), 1 << 30);
        for step in 0..500 {
            let Some(seat) = game.to_act(live.state()).first() else { break };
            let mut legal = Vec::new();
            game.legal(live.state(), seat, &mut legal);
            if step % 9 == 0 {
                let mut accepted = every_action(live.state(), &game);
                accepted.retain(|action| game.guard(live.state(), seat, action).is_ok());
                assert_eq!(legal, accepted, "seed {seed}, step {step}");
                compared += legal.len();
            }
            // Going on at once would leave nothing to see.
            let tries = if dice.below(4) == 0 { &legal[..] } else { &legal[legal.len().min(1)..] };
            let action = *dice.pick(tries).unwrap_or(&legal[0]);
            live.step(live.now(), &Input::Act { seat, action }, Sink::none()).expect("legal");
        }
    }
    assert!(compared > 3000, "{compared}");
    let mut none = Vec::new();
    game.legal(&game.read_state(&table().play().state()).expect("state"), Seat(1), &mut none);
    assert!(none.is_empty());
}
