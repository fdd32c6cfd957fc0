//! Every key of the config with its values and meaning.

use bout_core::{Setting, Values};
use serde_json::{Value, json};

use crate::config::Config;
use crate::rules::{Rules, keys};

/// In the order of the rules document, then the rest of the config.
pub fn settings() -> Vec<Setting> {
    use Values::{Number, Other};
    let mut rules = Rules::v1();
    let parameter = |key: String| {
        let (values, about) = (rules.values(&key), about(&key));
        Setting::new(key, values, about)
    };
    let mut rows: Vec<_> = keys().into_iter().map(parameter).collect();
    let table = [
        ("classes", Other("2 to 4 of heavy, medium, light"), "the class at each seat"),
        (
            "controllers",
            Other("human or ai for each seat, or an empty list"),
            "who plays each seat",
        ),
        (
            "teams",
            Other("the seats of each team, such as [[0,2],[1,3]], or an empty list"),
            "who fights together; allies share their kills and win together",
        ),
        ("clocks.turn_ms", Number(0, 3_600_000), "time for a turn without its windows; 0 is off"),
        ("clocks.interrupt_ms", Number(0, 3_600_000), "time for an answer in a window; 0 is off"),
        (
            "clocks.afk_timeouts",
            Number(0, 1000),
            "timeouts in a row that hand the seat to the computer",
        ),
        (
            "clocks.disconnect_grace_ms",
            Number(0, 86_400_000),
            "how long a player may be disconnected",
        ),
    ];
    rows.extend(table.map(|(key, values, about)| Setting::new(key, values, about)));
    let usual = json!(Config::default());
    let filled = |row: Setting| Setting { default: value_of(&usual, &row.key), ..row };
    rows.into_iter().map(filled).collect()
}

/// The value of a key in a config: that of its preset unless it is changed there.
fn value_of(config: &Value, key: &str) -> Value {
    let parsed: Option<Config> = serde_json::from_value(config.clone()).ok();
    let rules = parsed.and_then(|config| config.check().ok());
    match rules.map(|rules| rules.document()).and_then(|mut rules| rules.remove(key)) {
        Some(value) => value,
        None => {
            let path = format!("/{}", key.replace('.', "/"));
            // Without teams the config has no such key.
            let missing = if key == "teams" { json!([]) } else { json!(null) };
            config.pointer(&path).cloned().unwrap_or(missing)
        }
    }
}

fn about(key: &str) -> &'static str {
    match key {
        "draw_rule" => "cards at the start of a turn: a fixed number, or up to the hand size",
        "draw_count" => "how many cards, if the number is fixed",
        "ablative_rule" => "what an armor charge takes off: half, rounded up, or a fixed amount",
        "ablative_flat" => "how much, if the amount is fixed",
        "heavy_reduction" => "damage that a heavy tank takes off each hit",
        "medium_passive_discard" => "cards that the medium passive costs; 0 for no passive",
        "medium_passive_draw" => "cards that it draws",
        "kills_to_win" => "kills that win with three or more tanks",
        "ghost_scope" => "attacks on a light tank in adrenaline that cost cards",
        "ghost_cost" => "how many cards they cost",
        "comms_jam_rule" => "smoke that jammed comms stop",
        "adrenaline_clears_hazards" => "adrenaline removes hazards",
        "safety_clears_hazard" => "an equipped safety removes its hazard",
        "autoloader_order" => "order in which a medium tank in adrenaline loads and fires",
        "first_player" => "the seat that begins",
        "smoke_by_attacker" => "the attacker may smoke their own attack",
        "sabotage_ignores_equipped_safety" => "sabotage works against an equipped safety",
        "repair_scope" => "whom a remedy may help",
        "spent_ablative" => "where spent armor goes",
        "window_asks" => "who is asked in a window: all who could answer, or holders of the card",
        _ => match key.rsplit_once('.') {
            Some(("deck", _)) => "copies in the deck",
            Some(("damage", _)) => "base damage",
            Some((_, "max_hp")) => "HP at full health",
            Some((_, "adrenaline_threshold")) => {
                "adrenaline sets in at this HP; must be below `max_hp`"
            }
            Some((_, "hand_size")) => "limit of the hand",
            _ => "",
        },
    }
}
