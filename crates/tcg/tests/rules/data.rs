//! Card data: what is loaded, and what is wrong with it (rules 2.4, 2.5).

use std::path::Path;

use super::*;
use bout_core::DataFile;
use bout_tcg::{Deck, Rules as DeckRulesOf, kinds};

fn file(name: &str, text: impl Into<String>) -> DataFile {
    DataFile { name: name.into(), text: text.into() }
}

fn set(card: Value) -> Value {
    json!({
        "metadata": {"author": "a", "setName": "own", "version": "1", "official": false, "totalCards": 1},
        "cards": [card],
    })
}

fn creature_with(changes: Value) -> Value {
    let mut card = json!({"name": "One", "cardNumber": "1", "hp": 50, "stage": "BASIC", "pokemonType": "FIRE", "attacks": []});
    bout_core::merge(&mut card, &changes);
    card
}

fn errors(card: Value) -> Vec<(String, String)> {
    let found = Library::load(&[file("own.json", set(card).to_string())]);
    found.err().unwrap_or_default().into_iter().map(|error| (error.path, error.code)).collect()
}

#[test]
fn every_word_is_on_a_card_and_in_a_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for verb in LIBRARY.coverage() {
        // `rules::verbs::heal::trainer_heal` lies in verbs/heal.rs, `rules::coins::fixed` in rules.
        let path: Vec<&str> = verb.tests[0].split("::").collect();
        let (file, name) = (&path[path.len() - 3..path.len() - 1], path[path.len() - 1]);
        let source = std::fs::read_to_string(tests.join(file.join("/")).with_extension("rs"));
        assert!(source.unwrap().contains(&format!("fn {name}()")), "{} has no test", verb.verb);
    }
    let uncovered: Vec<String> = LIBRARY
        .coverage()
        .into_iter()
        .filter(|verb| verb.cards.is_empty())
        .map(|verb| verb.verb)
        .collect();
    assert_eq!(uncovered, [""; 0]);
    assert_eq!(kinds().count(), 3 + 12 + 19 + 3 + 8 + 14 + 25 + 23 + 3 + 5 + 5);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn faults_have_a_place_and_a_code() {
    let jab = |changes: Value| {
        let mut jab = json!({"name": "Jab", "energyCost": [], "damage": "10", "text": ""});
        bout_core::merge(&mut jab, &changes);
        creature_with(json!({"attacks": [jab]}))
    };
    let effect = |effect: Value| jab(json!({"effects": [effect]}));
    let rows = [
        (creature_with(json!({"hp": 55})), "$.cards[0].hp", "bad_value"),
        (creature_with(json!({"stage": "BABY"})), "$.cards[0].stage", "bad_enum"),
        (creature_with(json!({"stage": "STAGE_1"})), "$.cards[0].evolvesFrom", "missing_field"),
        (creature_with(json!({"colour": 1})), "$.cards[0].colour", "bad_effect"),
        (creature_with(json!({"hp": null})), "$.cards[0].hp", "missing_field"),
        (jab(json!({"damage": "10?"})), "$.cards[0].attacks[0].damage", "bad_value"),
        (jab(json!({"energyCost": ["LAVA"]})), "$.cards[0].attacks[0].energyCost[0]", "bad_enum"),
        (
            effect(json!({"effectType": "EXPLODE"})),
            "$.cards[0].attacks[0].effects[0].effectType",
            "bad_effect",
        ),
        (
            effect(json!({"effectType": "HEAL", "target": "SELF", "amount": 15})),
            "$.cards[0].attacks[0].effects[0].amount",
            "bad_value",
        ),
        (
            effect(json!({"effectType": "HEAL", "target": "BENCHED_YOURS", "amount": 10})),
            "$.cards[0].attacks[0].effects[0].target",
            "bad_effect",
        ),
        (
            effect(
                json!({"effectType": "HEAL", "target": "SELF", "amount": 10, "requiredConditions": [{"type": "COIN_FLIP_SUCCESS"}]}),
            ),
            "$.cards[0].attacks[0]",
            "bad_effect",
        ),
        (
            jab(
                json!({"coinFlip": {"countType": "UNTIL_TAILS", "damageCalculation": "BASE_DAMAGE"}}),
            ),
            "$.cards[0].attacks[0].coinFlip",
            "bad_effect",
        ),
        (
            jab(json!({"coinFlip": {"countType": "FIXED", "damageCalculation": "BASE_DAMAGE"}})),
            "$.cards[0].attacks[0].coinFlip.count",
            "missing_field",
        ),
        (
            creature_with(json!({"rules": [{"ruleType": "DAMAGE_REDUCTION_RULE", "text": ""}]})),
            "$.cards[0].rules[0].metadata.reductionAmount",
            "missing_field",
        ),
        (
            creature_with(
                json!({"ability": {"name": "A", "text": "", "activationType": "PASSIVE", "effects": [{"effectType": "DRAW_CARDS", "count": 1}]}}),
            ),
            "$.cards[0].ability.effects[0]",
            "bad_effect",
        ),
        (
            json!({"name": "E", "cardNumber": "1", "energyProvision": {"energyTypes": ["FIRE"], "amount": 1, "isSpecial": true, "restrictions": ["SOMETIMES"]}}),
            "$.cards[0].energyProvision.restrictions[0]",
            "unknown_restriction",
        ),
        (
            json!({"name": "E", "cardNumber": "1", "energyProvision": {"energyTypes": ["FIRE"], "amount": 1, "isSpecial": true, "additionalEffects": "HEAL_ON_ATTACH:15"}}),
            "$.cards[0].energyProvision.additionalEffects",
            "bad_value",
        ),
        (
            json!({"name": "E", "cardNumber": "1", "energyProvision": {"energyTypes": ["FIRE"], "amount": 2, "isSpecial": false}}),
            "$.cards[0].energyProvision",
            "bad_value",
        ),
        (
            json!({"name": "T", "cardNumber": "1", "trainerType": "TOOL", "trainerEffects": [{"effectType": "DRAW_CARDS", "value": 1}]}),
            "$.cards[0]",
            "bad_effect",
        ),
    ];
    for (card, path, code) in rows {
        assert_eq!(errors(card.clone()), [(path.to_owned(), code.to_owned())], "{card}");
    }
}

#[test]
fn all_faults_of_a_file_are_told() {
    let bad = creature_with(json!({"stage": "BABY", "pokemonType": "LAVA", "hp": 50}));
    assert_eq!(errors(bad).len(), 2);
    let broken = Library::load(&[file("own.json", "{")]).unwrap_err();
    assert_eq!((broken[0].path.as_str(), broken[0].code.as_str()), ("$", "parse_error"));
}

#[test]
fn toml_is_json_with_other_letters() {
    let text = "[metadata]\nauthor = \"a\"\nsetName = \"own\"\nversion = \"1\"\nofficial = false\ntotalCards = 1\n\n[[cards]]\nname = \"Tom\"\ncardNumber = \"1\"\nhp = 40\nstage = \"BASIC\"\npokemonType = \"WATER\"\nattacks = []\n";
    let library = Library::load(&[file("own.toml", text)]).unwrap();
    assert_eq!(library.cards.find("a-own-v1-tom--1").unwrap().hp, 40);
}

#[test]
fn ids_clash_and_evolutions_dangle() {
    let one = set(creature_with(json!({}))).to_string();
    let mut other = set(creature_with(json!({})));
    other["metadata"]["setName"] = "own".into();
    let errors =
        Library::load(&[file("a.json", one), file("b.json", other.to_string())]).unwrap_err();
    assert_eq!((errors[0].file.as_str(), errors[0].code.as_str()), ("b.json", "duplicate_card_id"));
    let lost = set(creature_with(json!({"stage": "STAGE_1", "evolvesFrom": "Nobody"})));
    let library = Library::load(&[file("own.json", lost.to_string())]).unwrap();
    assert_eq!(library.warnings[0].code, "dangling_evolution");
    assert_eq!(library.warnings[0].message, "no loaded card is called 'Nobody'");
    let odd = creature_with(json!({"stage": "STAGE_1", "evolvesFrom": "Nobody", "hp": 55}));
    let both = Library::load(&[file("own.json", set(odd).to_string())]).unwrap_err();
    let codes: Vec<&str> = both.iter().map(|error| error.code.as_str()).collect();
    assert_eq!(codes, ["bad_value", "dangling_evolution"]);
}

/// What follows from a set that could not be read is not told of the decks that use it.
#[test]
fn a_deck_of_a_broken_set_is_not_blamed() {
    let broken = set(creature_with(json!({"hp": 55}))).to_string();
    let deck = "4 One (own 1)\n5 Cindling (fixture 1)\n1 Nobody (fixture 999)\n";
    let files = [file("own.json", broken), file("deck.txt", deck)];
    let found = Library::load(&files).unwrap_err();
    let codes: Vec<&str> = found.iter().map(|error| error.code.as_str()).collect();
    assert_eq!(codes, ["bad_value", "unknown_card", "deck_size", "too_many_copies"], "{found:?}");
}

/// A list with a card that is not loaded is also judged by the rules for decks.
#[test]
fn a_list_with_an_unknown_card_is_told_its_other_faults() {
    let codes = |text: &str| -> Vec<String> {
        let found = LIBRARY.deck_faults(&[file("x.txt", text)], &DeckRulesOf::default());
        found.into_iter().map(|error| error.code).collect()
    };
    assert_eq!(codes("4 Nobody (fixture 999)\n"), ["unknown_card", "deck_size"]);
    assert_eq!(codes("four Nobody\n"), ["parse_error"], "its size is not known");
}

/// A config is told what a deck should look like, not how the program reads it.
#[test]
fn a_deck_of_a_config_is_told_what_is_expected() {
    let rules = bout_core::LoadedGame::<Tcg>::new(std::sync::Arc::default());
    let text = |deck: Value| {
        let config = json!({"decks": [deck, "fixture-tide"]});
        bout_core::AnyGame::config(&rules, None, &config).unwrap_err().to_string()
    };
    let number = text(json!(7));
    assert!(number.contains("'decks[0]': expected the id of a deck, or a deck with "), "{number}");
    let bare = text(json!({"id": "x"}));
    assert!(bare.contains("'decks[0]': missing field `name`"), "{bare}");
}

#[test]
fn decks_as_text_and_back() {
    let deck = LIBRARY.deck("fixture-ember").unwrap();
    let text = deck.to_text(&LIBRARY.cards);
    assert!(text.contains("4 Riskram (fixture "));
    let read = Deck::from_text("fixture-ember.txt", &text, &LIBRARY.cards).unwrap();
    assert_eq!(read, *deck);
    let wrong = Deck::from_text("x.txt", "four Cindling\n4 Nobody (fixture 7)\n", &LIBRARY.cards)
        .unwrap_err();
    let found: Vec<(&str, &str)> =
        wrong.iter().map(|error| (error.path.as_str(), error.code.as_str())).collect();
    assert_eq!(found, [("line 1", "parse_error"), ("line 2", "unknown_card")]);
    let json = json!({"id": "x", "name": "X", "cards": [{"cardId": "nobody", "setName": "s", "quantity": 60}]});
    let errors = Library::load(&[file("x.json", json.to_string())]).unwrap_err();
    assert_eq!(
        (errors[0].path.as_str(), errors[0].code.as_str()),
        ("$.cards[0].cardId", "unknown_card")
    );
}

#[test]
fn shipped_decks_are_legal() {
    for deck in &LIBRARY.decks {
        assert_eq!(deck.faults(&DeckRulesOf::default(), &LIBRARY.cards), [], "{}", deck.id);
    }
}

#[test]
fn settings_are_judged() {
    let open = |config: Value| {
        let rules = bout_core::LoadedGame::<Tcg>::new(std::sync::Arc::default());
        bout_core::AnyGame::config(&rules, None, &config).err().map(|error| error.code)
    };
    let rows = [
        json!({"rules": {"openingHandSize": 11}}),
        json!({"rules": {"deckRules": {"minDeckSize": 50}}}),
        json!({"rules": {"deckRules": {"minDeckSize": 10, "maxDeckSize": 10}}}),
        json!({"rules": {"deckRules": {"maxDeckSize": 61}}}),
        json!({"rules": {"startGameRules": {"rules": [{"type": "HAS_BASIC_POKEMON", "minCount": 8}]}}}),
        json!({"rules": {"turnLimit": 5001}}),
        json!({"rules": {"unknown": 1}}),
        json!({"sets": ["nothing"]}),
        json!({"sets": [{"cards": []}]}),
        json!({"timers": {"turn": 99_999_999_999u64}}),
    ];
    for config in rows {
        assert_eq!(open(config.clone()), Some("bad_config"), "{config}");
    }
    assert_eq!(open(json!({"decks": ["nobody", "fixture-tide"]})), Some("unknown_deck"));
    assert_eq!(open(json!({"sets": ["fixture"], "rules": {"bannedSets": ["unheard-of"]}})), None);
}
