//! The beginning of a match.

use bout_necro::{Cards, ItemId, Necro, SoulId};
use bout_testkit::Play;
use serde_json::{Value, json};

use super::*;

#[test]
fn pieces_stand_at_home() {
    let state = Play::<Necro>::open(json!({})).state();
    let units = state["units"].as_object().expect("units");
    assert_eq!(units.len(), 32);
    let homes = [
        ("R rook:1", 8, 9),
        ("R knight:0", 1, 9),
        ("R cannon:1", 7, 7),
        ("R soldier:2", 4, 6),
        ("B king:0", 4, 0),
        ("B cannon:0", 1, 2),
        ("B soldier:4", 8, 3),
        ("B elephant:1", 6, 0),
        ("B advisor:0", 3, 0),
    ];
    for (unit, x, y) in homes {
        assert_eq!(units[&id(unit)]["pos"], at(x, y), "{unit}");
    }
    let king = json!({
        "id": "red:king:0", "side": "red", "base": "king", "pos": at(4, 9), "hpCurrent": 15,
        "atk": {"key": "phys", "value": 1},
        "def": [{"key": "phys", "value": 2}, {"key": "magic", "value": 2}],
    });
    assert_eq!(units["red:king:0"], king);
}

#[test]
fn without_chance_the_decks_are_sorted() {
    let state = Play::<Necro>::open(json!({"rngMode": "fixed"})).state();
    assert_eq!(state["displayByBase"]["rook"], "dark_moon_rook_lanhua");
    let deck = state["soulDeckByBase"]["rook"].as_array().expect("deck");
    assert_eq!((deck.len(), &deck[0]), (7, &json!("dark_moon_rook_yinghua")));
    assert_eq!(state["displayByBase"]["king"], Value::Null);
    assert_eq!(
        state["itemDisplay"],
        json!(["item_bone_refine", "item_bone_refine", "item_bone_refine"])
    );
    assert_eq!(state["itemDeck"].as_array().expect("deck").len(), 24);
    assert_eq!(state["itemDeck"][0], "item_cage_plunder");
}

/// The order of draws is fixed: bases in their order, then items, each from the last place down.
#[test]
fn the_shuffle_draws_as_written() {
    // Advisor, elephant, rook, knight, cannon: seven draws each; items: twenty-six.
    let mut luck = Vec::new();
    for _ in 0..5 {
        luck.extend((1..8).rev());
    }
    luck.extend((1..27).rev());
    let sorted = Play::<Necro>::lucky(json!({}), &luck).state();
    let fixed = Play::<Necro>::open(json!({"rngMode": "fixed"})).state();
    assert_eq!(sorted["soulDeckByBase"], fixed["soulDeckByBase"], "each stays in its place");
    assert_eq!(sorted["itemDeck"], fixed["itemDeck"]);
    luck[0] = 0;
    let swapped = Play::<Necro>::lucky(json!({}), &luck).state();
    assert_eq!(
        swapped["displayByBase"]["advisor"], "styx_advisor_yanshi",
        "the last became the first"
    );
}

#[test]
fn clans_and_the_first_side_can_be_chosen() {
    let config = json!({"enabledClans": ["styx"], "firstSide": "black"});
    let state = Play::<Necro>::open(config).state();
    assert_eq!(state["turn"]["side"], "black");
    assert_eq!(state["resources"]["black"]["gold"], 4);
    assert_eq!(state["soulDeckByBase"]["rook"].as_array().expect("deck").len(), 1);
    let shown = state["displayByBase"]["rook"].as_str().expect("a soul");
    assert!(shown.starts_with("styx_rook_"), "{shown}");
}

#[test]
fn forty_souls_and_twenty_seven_items() {
    let cards = Cards::default();
    assert_eq!((cards.souls.len(), cards.items.len()), (40, 12));
    assert_eq!(cards.items.iter().map(|item| u32::from(item.copies)).sum::<u32>(), 27);
    assert!(cards.souls.windows(2).all(|pair| pair[0].id.name() < pair[1].id.name()));
    for soul in &cards.souls {
        assert!(!soul.texts().is_empty(), "{:?}", soul.id);
    }
    let texts =
        cards.souls.iter().find(|soul| soul.name == "Orchid Bloom").expect("a card").texts();
    assert_eq!(
        texts,
        [
            "Across the river: shots ignore 1 blocker",
            "Across the river: with 2 enemies within 2 shots ignore all blockers",
        ]
    );
    let text = |name: &str| {
        let item = cards.items.iter().find(|item| item.name == name);
        item.expect("an item").effect.text()
    };
    assert_eq!(text("Bone Refining"), "Turns the top own corpse of a cell into 9 gold or 2 mana.");
    assert_eq!(text("Soul Overload"), "One shot costs no mana this turn.");
    assert_eq!(text("Death Chain"), "This turn every kill gives 1 mana, at most 3.");
    let king = &cards.document()["bases"][0];
    assert_eq!((&king["base"], &king["hp"]), (&"king".into(), &15.into()));
}

/// No card is ever lost or doubled in a match that began with set-up.
#[test]
fn cards_are_conserved() {
    use bout_core::{Dice, Game, Input, Match, Seed, Sink};
    let config = bout_necro::Config { income_gold: 15, income_mana: 9, ..Default::default() };
    let game = std::sync::Arc::new(Necro::new(config, &Cards::default()).expect("a game"));
    for seed in 0..4 {
        let mut live = Match::open(game.clone(), Seed(seed), Sink::none());
        let mut dice = Dice::of(Seed(seed), 1 << 30);
        for _ in 0..1500 {
            let Some(seat) = game.to_act(live.state()).first() else { break };
            let mut legal = Vec::new();
            game.legal(live.state(), seat, &mut legal);
            let action = *dice.pick(&legal).expect("something is always possible");
            live.step(live.now(), &Input::Act { seat, action }, Sink::none()).expect("legal");
            let state = live.state();
            let bound = state.units.iter().filter(|unit| unit.is_enchanted()).count();
            let held: usize =
                state.souls.iter().chain(&state.graveyards).map(bout_core::List::len).sum();
            let shown = state.display.iter().filter(|soul| **soul != SoulId::NONE).count();
            assert_eq!(bound + held + shown + state.decks.count(), 40);
            let items: usize = state.items.iter().map(bout_core::List::len).sum();
            let shown = state.item_display.iter().filter(|item| **item != ItemId::NONE).count();
            assert_eq!(items + shown + state.item_deck.len() + state.item_discard.len(), 27);
            // Bone refining takes corpses away.
            assert!(state.units.len() + state.corpses.len() <= 32);
        }
        assert!(!live.state().corpses.is_empty(), "somebody died");
    }
}
