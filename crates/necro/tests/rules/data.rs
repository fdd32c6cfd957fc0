//! Card data of one's own.

use std::sync::Arc;

use bout_core::{DataFile, Game, LoadedGame, Seed};
use bout_necro::{Config, Necro};
use bout_testkit::Play;
use serde_json::{Value, json};

use super::*;

fn soul(changes: Value) -> Value {
    let mut card = json!({
        "id": "frost_rook_ice", "clan": "frost", "name": "Ice", "nameOriginal": "冰", "base": "rook",
        "cost": 3, "hp": 20, "atk": {"key": "magic", "value": 4}, "def": [{"key": "magic", "value": 1}],
        "abilities": [{"kind": "CHAIN", "radius": 2, "perTurn": 1, "when": {"type": "CORPSES_GTE", "n": 2}}],
    });
    bout_core::merge(&mut card, &changes);
    card
}

fn item(changes: Value) -> Value {
    let mut card = json!({
        "id": "item_balm", "name": "Balm", "nameOriginal": "膏", "cost": 1, "timing": "combat", "copies": 2,
        "effect": {"kind": "holy_grail", "amount": 7},
    });
    bout_core::merge(&mut card, &changes);
    card
}

fn file(name: &str, content: &Value) -> DataFile {
    DataFile { name: name.into(), text: content.to_string() }
}

#[test]
fn own_cards_play_and_keep_their_names() {
    let files = [
        file("souls.json", &json!([soul(json!({}))])),
        file("items.json", &json!([item(json!({}))])),
    ];
    let cards = Arc::new(bout_necro::Cards::read(&files).expect("sound cards"));
    assert!(!cards.shipped && cards.souls.len() == 1 && cards.items.len() == 1);
    let config =
        json!({"enabledClans": ["frost"], "rngMode": "fixed", "goldMax": 50, "startGoldFirst": 50});
    let mut play = Play::begin(LoadedGame::<Necro>::new(Arc::clone(&cards)), None, config, Seed(1));
    play.act(0, of_base("BUY_SOUL_FROM_DISPLAY", "rook"));
    play.act(0, buy_item(0));
    play.act(0, next());
    play.act(0, enchant("R rook:0", "frost_rook_ice"));
    assert_eq!(play.state()["units"]["red:rook:0"]["hpCurrent"], 20);
    play.act(0, next());
    let events = play.act(0, use_on("item_balm", "R king:0"));
    assert_eq!(events[0]["itemId"], "item_balm");
    play.edit(|_| ());
    assert_eq!(play.state()["units"]["red:rook:0"]["enchant"]["soulId"], "frost_rook_ice");
    let shipped = Necro::new(Config::default(), &bout_necro::Cards::default()).expect("a game");
    let own = Config { enabled_clans: vec!["frost".into()], ..Config::default() };
    let own = Necro::new(own, &cards).expect("a game");
    assert_ne!(shipped.capabilities().data_digest(), own.capabilities().data_digest());
    // A soul of another card set is none of this one.
    let mut shipped = table().phase("necro").unit("R rook:0", 0, 9).gold(9).play();
    assert_eq!(shipped.refused(0, enchant("R rook:0", "frost_rook_ice")), "soul_not_found");
    let verbs: Vec<_> = cards.coverage().into_iter().map(|verb| verb.verb).collect();
    assert_eq!(verbs, ["CHAIN", "holy_grail"]);
}

#[test]
fn what_files_do_not_speak_of_is_as_shipped() {
    let cards =
        bout_necro::Cards::read(&[file("souls.json", &json!([soul(json!({}))]))]).expect("sound");
    assert_eq!((cards.souls.len(), cards.items.len()), (1, 12));
    let weights = json!({"default": 9, "souls": {"styx_rook_feiyan": {"base": 1}}});
    let cards = bout_necro::Cards::read(&[file("weights.json", &weights)]).expect("sound");
    assert_eq!((cards.souls.len(), cards.weights.default), (40, 9));
}

#[test]
fn digests_follow_the_data_and_not_the_files() {
    let digest = |files: &[DataFile]| bout_necro::Cards::read(files).expect("sound").digest;
    let (one, two) = (soul(json!({})), soul(json!({"id": "frost_rook_snow"})));
    let together = digest(&[file("a", &json!([one, two]))]);
    assert_eq!(together, digest(&[file("b", &json!([two])), file("a", &json!([one]))]));
    assert_ne!(
        together,
        digest(&[file("a", &json!([one, soul(json!({"id": "frost_rook_snow", "cost": 4}))]))])
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn errors_name_file_card_field_and_what_was_expected() {
    let ability = |ability: Value| soul(json!({"abilities": [ability]}));
    let chain = |more: Value| {
        let mut chain = json!({"kind": "CHAIN", "radius": 1, "perTurn": 1});
        bout_core::merge(&mut chain, &more);
        ability(chain)
    };
    let rows: Vec<(Value, &str, &str)> = vec![
        (
            chain(json!({"colour": 1})),
            "$[0].abilities[0].colour",
            "unknown field `colour`, expected one of `radius`",
        ),
        (chain(json!({"radius": "wide"})), "$[0].abilities[0].radius", "expected u8"),
        (chain(json!({"radius": 300})), "$[0].abilities[0].radius", "expected u8"),
        (chain(json!({"when": {"type": "CORPSES_GTE"}})), "$[0].abilities[0].when", "takes `n`"),
        (
            chain(json!({"when": {"type": "RAIN"}})),
            "$[0].abilities[0].when.type",
            "expected one of `CORPSES_GTE`",
        ),
        (
            chain(json!({"when": {"type": "RESONANCE_ACTIVE"}})),
            "$[0].abilities[0].when",
            "RESONANCE",
        ),
        (
            chain(json!({"when": {"type": "TARGET_IN_PALACE"}})),
            "$[0].abilities[0].when",
            "targetWhen",
        ),
        (
            ability(json!({"kind": "FLY"})),
            "$[0].abilities[0]",
            "unknown variant `FLY`, expected one of",
        ),
        (
            ability(json!({"kind": "CHAIN", "radius": 1})),
            "$[0].abilities[0]",
            "missing field `perTurn`",
        ),
        (
            ability(json!({"kind": "CROSS_RIVER", "x": 1})),
            "$[0].abilities[0].x",
            "unknown field `x`",
        ),
        (ability(json!({"radius": 1})), "$[0].abilities[0]", "expected"),
        (
            ability(json!({"kind": "PIERCE", "mode": "LINE_ENEMIES"})),
            "$[0].abilities[0].count",
            "LINE_ENEMIES",
        ),
        (
            ability(json!({"kind": "IGNORE_BLOCKING", "mode": "all", "count": 1})),
            "$[0].abilities[0].count",
            "mode `count`",
        ),
        (
            ability(json!({"kind": "AURA_DAMAGE_BONUS", "for": "CLAN", "amount": 1})),
            "$[0].abilities[0].clan",
            "expected with `for` CLAN",
        ),
        (
            ability(json!({"kind": "AURA_DAMAGE_BONUS", "for": "ALLIES_IN_PALACE"})),
            "$[0].abilities[0].amount",
            "either `amount`",
        ),
        (
            ability(
                json!({"kind": "ON_DEATH_FIXED_DAMAGE", "amount": 1, "radius": 1, "targets": "enemies", "ignoreDef": false}),
            ),
            "$[0].abilities[0].ignoreDef",
            "`true` expected",
        ),
        (soul(json!({"base": "king"})), "$[0].base", "takes no soul"),
        (soul(json!({"hp": 0})), "$[0].hp", "nonzero"),
        (
            soul(json!({"def": [{"key": "phys", "value": 1}, {"key": "phys", "value": 1}]})),
            "$[0].def[1]",
            "twice",
        ),
        (
            soul(json!({"abilities": vec![json!({"kind": "CROSS_RIVER"}); 9]})),
            "$[0].abilities",
            "at most 8",
        ),
        (item(json!({"timing": "lunch"})), "$[0].timing", "expected one of `buy`"),
        (item(json!({"effect": {"amount": -1}})), "$[0].effect.amount", "expected u8"),
        (item(json!({"copies": 65})), "$[0].copies", "at most 64"),
        (json!({"id": "x"}), "$[0]", "`abilities` or an item with `effect`"),
    ];
    for (card, path, text) in rows {
        let errors =
            bout_necro::Cards::read(&[file("own.json", &json!([card]))]).expect_err("refused");
        let error = &errors[0];
        assert_eq!((error.file.as_str(), error.path.as_str()), ("own.json", path), "{error}");
        let id = card["id"].as_str().expect("id");
        assert!(error.message.starts_with(id) && error.message.contains(text), "{error}");
    }
}

#[test]
fn whole_files_can_be_wrong_too() {
    let code = |text: &str| {
        let file = DataFile { name: "f".into(), text: text.into() };
        bout_necro::Cards::read(&[file]).expect_err("refused")[0].code.clone()
    };
    assert_eq!(code("[{"), "bad_json");
    assert_eq!(code("3"), "not_cards");
    assert_eq!(code(r#"{"default": 1, "souls": {"nobody": {}}}"#), "unknown_soul");
    let twice = json!([soul(json!({})), soul(json!({}))]).to_string();
    assert_eq!(code(&twice), "duplicate_id");
    let many: Vec<_> = (0..65).map(|n| soul(json!({"id": format!("frost_rook_{n}")}))).collect();
    assert_eq!(code(&json!(many).to_string()), "too_many");
}
